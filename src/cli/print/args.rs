//! The arguments of `print`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::{Args, ValueEnum};

use super::report::MergedColors;
use crate::cli::drawing::DrawingArgs;
use crate::cli::kind::Kind;
use crate::cli::movie::MovieArgs;
use crate::cli::output::Target;
use crate::cli::planning::{PlannerName, PlanningArgs};
use crate::cli::products::{OutputArgs, put};
use crate::cli::reading::ReadingArgs;
use tetris_printer::color::Rgb;
use tetris_printer::game::console::RuleSet;
use tetris_printer::print::{Between, HiddenOutline, hidden_outline};
use tetris_printer::render::RenderOptions;
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;

/// Print a sprite: plan it, play it, draw it, and prove that the print is exact
///
/// Every output is decoded again and compared with the sprite before it is put in place; on a
/// mismatch no file is left. Ctrl-C ends the search, not the print: the best plan so far, if there is one, is printed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer print sprites/knight.png --gif knight.gif
  tetris-printer print hero.png --colors 3 --background '#ff00ff' --png out.png --script out.json
  tetris-printer print sheet.png#12 --gif hero.gif       (as `sheet` numbers them)
  tetris-printer print sheet.png --crop 32,0,16,24 --gif hero.gif
  tetris-printer print game.nes#0:32+2x2 --palette 0f,16,27,30 --gif hero.gif
  tetris-printer print sprite.png --planner tables --gif - > print.gif
  tetris-printer print scene.png --field auto --time-limit 30s --gif scene.gif
  tetris-printer print sprite.png --movie print.fm2 --rom print.nes --nes-gif screen.gif
  tetris-printer print rows.png --field 10x20 --free-columns 0-1 --no-repeat --dry-run
  tetris-printer print sprites/heart.png --for original --movie heart.fm2      (the game of 1989)
  tetris-printer print sprites/heart.png --game tetris.nes --movie heart.fm2   (proved on your own copy)
  tetris-printer print sprite.png --html print.html --xray --apng print.png
  tetris-printer print sprite.png -o film.webp -o print.json
  tetris-printer print sprites/cat.png sprites/frog.png --gif film.gif   (print, erase, print)
  tetris-printer print walk.gif --between cut --gif flip-book.gif        (a flip-book of its frames)
  tetris-printer print sprites/heart.png --versus realtime --gif versus.gif
  tetris-printer print sprites/*.png --out-dir out --formats gif,html --skip-existing")]
pub struct PrintArgs {
    /// The picture: PNG, GIF, BMP, WebP, JPEG or Aseprite, up to 20 columns wide on the standard field, in up to 6
    /// colours (some pictures in 7); sheet.png#12 is the twelfth sprite of a sheet; - for stdin;
    /// several, a folder, or the frames of an animation become one film; walk.gif#3 is one frame,
    /// walk.aseprite#run the frames of a tag; atlas.json#hero is a sprite of an atlas; game.nes#0:32+2x2 are
    /// tiles of a game, 2x2 from tile 32 of bank 0 on
    #[arg(required = true, value_name = "SPRITE")]
    pub(super) sprites: Vec<Target>,
    /// Plan the print, prove the plan by playing it, and report; write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Format of the script
    #[arg(long, value_enum, default_value_t = Format::Json)]
    pub(super) format: Format,
    /// Colour of empty cells [default: black, or another that the sprite's outline stands out against]
    #[arg(long, value_name = "#RRGGBB")]
    pub(super) field_color: Option<Rgb>,
    /// What happens between the sprites of a film [default: erase]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) between: Option<BetweenChoice>,
    /// Print a report as JSON on stdout
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) outputs: OutputArgs,
    /// Write the drops as a print script
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub(super) script: Option<Target>,
    /// Play the game in the terminal once everything is written
    #[arg(long, help_heading = "Outputs")]
    pub(super) watch: bool,
    /// Show the print beside that of another planner, at the same pieces per second; in animations only (--gif,
    /// --apng, --webp, --mp4, --webm, --y4m, --frames)
    #[arg(long, value_enum, value_name = "PLANNER", help_heading = "Animation")]
    pub(super) versus: Option<PlannerName>,
    #[command(flatten)]
    pub(super) batch: BatchArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) planning: PlanningArgs,
    #[command(flatten)]
    pub(super) drawing: DrawingArgs,
    #[command(flatten)]
    pub(super) movie: MovieArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The print script that `replay` and others read
    Json,
    /// The article's blocks of letters, a block for each pass (not with --planner minimal)
    Blocks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BetweenChoice {
    /// Each is erased by playing on: the film is one game
    Erase,
    /// A flip-book: each is printed from an empty field
    Cut,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Many sprites")]
pub struct BatchArgs {
    /// Print every sprite into this folder, naming each output after its sprite; a sprite that
    /// fails does not stop the others
    #[arg(long, value_name = "FOLDER")]
    #[arg(conflicts_with_all = ["gif", "apng", "png", "svg", "html", "fumen", "frames", "y4m", "webp", "mp4", "webm", "output"])]
    #[arg(conflicts_with_all = ["script", "watch", "dry_run", "movie", "rom", "nes_png", "nes_gif", "between", "versus"])]
    pub(super) out_dir: Option<PathBuf>,
    /// What to write for each sprite
    #[arg(long, value_enum, value_delimiter = ',')]
    #[arg(default_values_t = BatchArgs::USUAL, requires = "out_dir")]
    pub(super) formats: Vec<Kind>,
    /// Skip sprites whose outputs all exist
    #[arg(long, requires = "out_dir")]
    pub(super) skip_existing: bool,
}

impl BatchArgs {
    /// The kinds of outputs that are written unless others are asked for.
    const USUAL: [Kind; 3] = [Kind::Gif, Kind::Png, Kind::Script];

    /// Refuses what only a folder makes use of.
    pub fn check_idle(&self) -> anyhow::Result<()> {
        let asked = [
            ("--skip-existing", self.skip_existing),
            ("--formats", self.formats != Self::USUAL),
        ];
        for (option, is_asked) in asked {
            ensure!(
                !is_asked,
                "{option} is about the files of many sprites: add --out-dir FOLDER, or leave it out"
            );
        }
        Ok(())
    }

    /// The folder into which sprites are printed one by one.
    pub fn folder(&self) -> Option<&Path> {
        self.out_dir.as_deref()
    }
}

impl PrintArgs {
    /// Gives every file of -o to the option that its ending stands for.
    pub fn sort_outputs(&mut self) -> anyhow::Result<()> {
        for target in std::mem::take(&mut self.outputs.output) {
            let kind = Kind::of_name(&target)?;
            let place = match kind {
                Kind::Script => Some(&mut self.script),
                kind => self.outputs.place(kind).or(self.movie.place(kind)),
            };
            put(target, place, kind)?;
        }
        Ok(())
    }

    /// What happens between the sprites of a film.
    pub fn between(&self) -> Between {
        match self.between {
            None | Some(BetweenChoice::Erase) => Between::Erase,
            Some(BetweenChoice::Cut) => Between::Cut,
        }
    }

    /// The outline that cannot be seen, unless a theme's colours replace those of the sprites.
    pub fn hidden_outline(
        &self,
        sprites: &[Sprite],
        script: &PrintScript,
    ) -> Option<HiddenOutline> {
        let has_own_colors = self.options().theme.palette.is_some();
        hidden_outline(sprites, script.background).filter(|_| !has_own_colors)
    }

    /// Of the first sprite that has more colours than the theme.
    pub fn merged_colors(&self, sprites: &[Sprite]) -> Option<MergedColors> {
        let theme = self.options().theme;
        let merged = |sprite: &Sprite| {
            let colors = sprite.palette();
            let drawn = theme.recolor_palette(colors).into_iter();
            let drawn = drawn.collect::<HashSet<Rgb>>().len();
            (drawn < colors.len()).then_some(MergedColors {
                sprite: colors.len(),
                drawn,
            })
        };
        sprites.iter().find_map(merged)
    }

    pub fn options(&self) -> RenderOptions {
        self.options_with(&self.movie)
    }

    /// Movies are made for the cartridge's own rules, and everything else here with them.
    pub fn options_with(&self, movie: &MovieArgs) -> RenderOptions {
        let is_on_cartridge = movie.is_asked() && !movie.original.is_asked();
        self.drawing.options_by(match is_on_cartridge {
            true => RuleSet::Cartridge,
            false => RuleSet::Nes,
        })
    }
}
