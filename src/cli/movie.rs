//! Arguments about a print on the real console, and what they make.

mod copy;
mod file;
mod original;
mod palette;
mod report;
mod screens;

pub use copy::{Copy, CopyArgs, Player};
pub use original::watch_copy;
pub use palette::PaletteArgs;
pub use report::{MovieReport, Played};

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum};

use file::MovieFile;
use original::OriginalArgs;

use super::failure::Mismatch;
use super::kind::{Kind, MovieFormat};
use super::output::{Target, asked_for};
use super::products::Product;
use super::proof::{Judge, Proven};
use super::report::count;
use super::tape::Tape;
use super::television::{Camera, Ending, play, play_copy};
use super::watch::Watch;
use report::{CartridgeReport, OriginalReport};
use screens::{Scene, ScreenArgs};
use tetris_printer::color::ConsoleColor;
use tetris_printer::game::FieldSize;
use tetris_printer::game::console::{Region, RuleSet, Rules};
use tetris_printer::game::pilot::Steering;
use tetris_printer::nes::cartridge::{FIELD, LAYOUT, ROM};
use tetris_printer::nes::original::{GameCopy, OriginalField, OriginalMovie};
use tetris_printer::nes::{
    Dealing, Latches, NesScreen, RecordError, Recording, RecordingOptions, first_pairs,
    movie_comments, record, sum_of_game,
};
use tetris_printer::plan::minimal::FirstPairs;
use tetris_printer::render::RenderOptions;
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::PrintedField;

/// The outputs of a print on the cartridge.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "On the console")]
pub struct MovieArgs {
    /// Write the buttons of every frame as a movie that prints the sprite on the cartridge: FM2 for FCEUX, or by
    /// its ending .bk2 for BizHawk or .r08 for replay devices
    #[arg(long, value_name = "FILE")]
    movie: Option<Target>,
    /// Write the cartridge that the movie plays on
    #[arg(long, value_name = "FILE")]
    rom: Option<Target>,
    #[command(flatten)]
    screens: ScreenArgs,
    #[command(flatten)]
    pub original: OriginalArgs,
    #[command(flatten)]
    palette: PaletteArgs,
    /// What deals the pieces
    #[arg(long, value_enum, default_value_t = Deal::Controller)]
    deal: Deal,
    /// Shift by taps, one column every two frames as a thumb can do it, instead of holding buttons
    #[arg(long)]
    taps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deal {
    /// The movie's second controller
    Controller,
    /// The console's random generator: each drop waits until the right piece is next, and no piece
    /// comes twice in a row
    Console,
}

impl MovieArgs {
    /// What will be written.
    pub fn targets(&self) -> impl Iterator<Item = (&Target, Kind)> {
        let outputs = [
            (&self.movie, Kind::Movie(self.format())),
            (&self.rom, Kind::Rom),
        ];
        asked_for(outputs).into_iter().chain(self.screens.targets())
    }

    /// Where the outputs of one kind go.
    pub fn place(&mut self, kind: Kind) -> Option<&mut Option<Target>> {
        match kind {
            Kind::Movie(_) => Some(&mut self.movie),
            Kind::Rom => Some(&mut self.rom),
            _ => None,
        }
    }

    fn format(&self) -> MovieFormat {
        self.movie
            .as_ref()
            .map_or(MovieFormat::Fm2, MovieFormat::of)
    }

    /// Whether a movie is made, even if only to show it.
    pub fn is_asked(&self) -> bool {
        self.movie.is_some() || self.screens.is_asked()
    }

    /// Whether the console's generator deals, which hardly ever repeats a piece.
    pub fn avoids_repeats(&self) -> bool {
        self.deal == Deal::Console
    }

    /// The pieces that a game by these rules can begin with.
    pub fn first_pairs(&self, rules: RuleSet) -> FirstPairs {
        match (self.deal, rules) {
            (Deal::Console, RuleSet::Nes) => first_pairs(),
            _ => FirstPairs::ALL,
        }
    }

    /// Refuses options that do not go together.
    pub fn check(&self, rules: Rules) -> anyhow::Result<()> {
        let is_idle = self.deal == Deal::Controller && !self.taps;
        if self.original.is_asked() {
            let is_plain = is_idle && !self.palette.is_chosen() && self.rom.is_none();
            ensure!(
                is_plain,
                "--rom, --nes-palette, --deal and --taps are about the cartridge: leave them out"
            );
            return self.original.check(self.screens.is_asked(), rules);
        }
        ensure!(
            self.is_asked() || (is_idle && !self.palette.is_chosen()),
            "--nes-palette, --deal and --taps are about the movie: add --movie FILE, or leave them out"
        );
        ensure!(
            cfg!(feature = "emulator") || !self.screens.is_asked(),
            "this program was built without its emulator: build it with --features emulator, or \
             leave out --nes-png and --nes-gif"
        );
        ensure!(
            !self.is_asked() || rules.region == Region::Ntsc,
            RecordError::Region
        );
        Ok(())
    }

    /// Refuses, before it is planned, what the cartridge cannot show.
    pub fn check_sprite(&self, sprite: &Sprite, field: FieldSize) -> anyhow::Result<()> {
        if self.is_asked() && !self.original.is_asked() {
            ensure!(field == FIELD, RecordError::Field(field));
            self.palette.colors(ConsoleColor::BLACK, sprite.palette())?;
        }
        Ok(())
    }

    /// Makes the movie of a print on the original.
    pub fn make_original(
        &self,
        print: &OriginalMovie,
        script: &PrintScript,
        judge: &Judge<'_>,
        options: &RenderOptions,
        watch: &Watch,
    ) -> anyhow::Result<(Vec<Proven<'_>>, MovieReport)> {
        let (bytes, tape) = self.original.file(print, judge.sprite, self.format())?;
        let take = |tape: &Tape, game: &GameCopy| {
            let scene = Scene {
                start: print.start,
                frames: print.buttons.frames.len() - print.start,
                layout: OriginalField::LAYOUT,
                colors: (0..).map_while(ConsoleColor::new).collect(),
                options,
            };
            let play = |camera: Option<Camera<'_>>| play_copy(game.bytes(), tape, watch, camera);
            self.screens.take(&scene, play)
        };
        let (played, pictures) = self.original.prove(tape, script, judge, watch, take)?;
        let report = OriginalReport::of(print, script, judge.sprite, played);
        let pictures = pictures.into_iter().map(Product::into_proved);
        let mut products: Vec<Proven<'_>> = pictures
            .map(|picture| judge.prove(picture))
            .collect::<Result<_, _>>()?;
        if let Some(target) = &self.movie {
            products.push(judge.prove(Product::new("movie", target, bytes))?);
        }
        Ok((products, MovieReport::Original(report)))
    }

    /// Records the buttons that play the script on the cartridge, if a movie is asked for.
    pub fn record(
        &self,
        script: &PrintScript,
        sprite: &Sprite,
        options: &RenderOptions,
    ) -> anyhow::Result<Option<Recording>> {
        if !self.is_asked() {
            return Ok(None);
        }
        Ok(Some(record(script, &self.order(script, sprite, options)?)?))
    }

    /// Makes the outputs that are asked for. The movie has been played, and its screen and the pictures of it have been
    /// compared with the sprite in the console's colours.
    pub fn make(
        &self,
        recording: Option<&Recording>,
        script: &PrintScript,
        judge: &Judge<'_>,
        options: &RenderOptions,
        watch: &Watch,
    ) -> anyhow::Result<(Vec<Proven<'_>>, Option<MovieReport>)> {
        let sprite = judge.sprite;
        let mut products = Vec::new();
        if let Some(target) = &self.rom {
            products.push(judge.prove(Product::new("rom", target, ROM.to_vec()))?);
        }
        let Some(recording) = recording else {
            return Ok((products, None));
        };
        let order = self.order(script, sprite, options)?;
        let file = MovieFile {
            movie: &recording.movie,
            latches: Latches::one_per_frame(&recording.movie),
            game: None,
            sum: Some(sum_of_game(ROM)),
            comments: movie_comments(sprite, &order.colors),
        };
        let (bytes, tape) = file.write(self.format())?;
        if cfg!(feature = "emulator") {
            let shown = order.colors.shown(sprite);
            let colors = order.colors.seen(order.palette.len());
            let (printed, pictures) = self.show(&tape, recording.start, &colors, options, watch)?;
            let on_screen = Judge {
                sprite: &shown,
                ..*judge
            };
            on_screen.compare(&printed, "the console's screen")?;
            for picture in pictures {
                products.push(on_screen.prove(picture)?);
            }
        }
        let report = CartridgeReport::of(recording, &order, script)?;
        if let Some(target) = &self.movie {
            products.push(judge.prove(Product::new("movie", target, bytes))?);
        }
        Ok((products, Some(MovieReport::Cartridge(report))))
    }

    fn order<'a>(
        &self,
        script: &PrintScript,
        sprite: &'a Sprite,
        options: &RenderOptions,
    ) -> anyhow::Result<RecordingOptions<'a>> {
        let backdrop = ConsoleColor::nearest(script.background).0;
        Ok(RecordingOptions {
            rules: options.rules,
            steering: match self.taps {
                true => Steering::Taps,
                false => Steering::Held,
            },
            dealing: match self.deal {
                Deal::Controller => Dealing::Controller,
                Deal::Console => Dealing::Chance,
            },
            palette: sprite.palette(),
            colors: self.palette.colors(backdrop, sprite.palette())?,
        })
    }

    /// Plays the movie, and takes the pictures that are asked for.
    fn show(
        &self,
        tape: &Tape,
        start: usize,
        colors: &[ConsoleColor],
        options: &RenderOptions,
        watch: &Watch,
    ) -> anyhow::Result<(PrintedField, Vec<Product<'_>>)> {
        watch.begin("playing the movie");
        let scene = Scene {
            start,
            frames: tape.len() - start,
            layout: LAYOUT,
            colors: colors.to_vec(),
            options,
        };
        let play = |camera: Option<Camera<'_>>| play(tape, watch, camera);
        let (ending, screen, pictures) = self.screens.take(&scene, play)?;
        let late = count(ending.lag.into(), "frame");
        ensure!(
            ending.lag == 0,
            Mismatch(format!("the cartridge is late in {late}"))
        );
        Ok((judged(&ending, &screen)?, pictures))
    }
}

/// What a movie shows in the end, and the sprite as it should look there.
pub fn watch_movie(
    bytes: &[u8],
    sprite: &Sprite,
    palette: &PaletteArgs,
    watch: &Watch,
) -> anyhow::Result<(PrintedField, Sprite)> {
    let tape = Tape::read(bytes)?;
    let (ending, screen) = play(&tape, watch, None)?;
    let colors = palette.colors(ending.colors.backdrop, sprite.palette())?;
    Ok((judged(&ending, &screen)?, colors.shown(sprite)))
}

/// The field on the screen. Errors: [`Mismatch`] if a cell is not of one colour.
fn judged(ending: &Ending, screen: &NesScreen) -> anyhow::Result<PrintedField> {
    if let Some((column, row)) = screen.torn_cell() {
        bail!(Mismatch(format!(
            "on the console's screen the cell in column {}, row {} is not of one colour",
            column.0, row.0
        )));
    }
    let background = ending.colors.backdrop.rgb();
    Ok(PrintedField::of_screen(
        &screen.picture(),
        &LAYOUT,
        background,
    ))
}
