//! Arguments about a print on the game of 1989 itself, and its proof on the user's own copy.

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};

use super::file::{check_written, read_movie};
use super::report::Played;
use crate::cli::failure::Mismatch;
use crate::cli::output::Target;
use crate::cli::proof::Judge;
use crate::cli::reading::{name, read_bytes};
use crate::cli::television::play_copy;
use crate::cli::watch::Watch;
use tetris_printer::color::Rgb;
use tetris_printer::game::TileStyle;
use tetris_printer::game::console::{Buttons, Region, RuleSet, Rules};
use tetris_printer::nes::original::{GameCopy, OriginalField, OriginalMovie, OriginalOptions};
use tetris_printer::nes::{Movie, RecordError, write_movie_of_game};
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::PrintedField;

#[derive(Args, Debug)]
pub struct OriginalArgs {
    /// Make the movie for the game of 1989 itself instead of the cartridge, and for this player: without --game it is
    /// made by a model of the game, and the report says that it was not played
    #[arg(
        long = "for",
        value_enum,
        value_name = "PLAYER",
        help_heading = "On the console"
    )]
    player: Option<Player>,
    /// The .nes file of your own copy of that game (NTSC): the movie is made for it, played on it in the built-in
    /// emulator, and its memory and screen are compared with the sprite
    #[arg(long, value_name = "FILE", help_heading = "On the console")]
    game: Option<Target>,
    /// On the original, leave nothing beside the picture, not even where an odd number of pixels asks for it
    #[arg(long, conflicts_with = "free_columns", help_heading = "On the console")]
    no_free_columns: bool,
}

/// What plays a movie. They differ in how they start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// The console, and every player that starts as it does
    #[default]
    Original,
    /// FCEUX, which needs a blank frame more at the beginning
    Fceux,
    /// Mesen, as original
    Mesen,
    /// BizHawk, as original
    Bizhawk,
}

impl Player {
    /// Frames before the game's own first one.
    fn blank_frames(self) -> usize {
        match self {
            Player::Original | Player::Mesen | Player::Bizhawk => 0,
            Player::Fceux => 1,
        }
    }
}

/// The game in the head of a movie.
const NAME: &str = "Tetris";

impl OriginalArgs {
    /// Whether the print is to be made for the original.
    pub fn is_asked(&self) -> bool {
        self.player.is_some() || self.game.is_some()
    }

    /// What is asked of such a print.
    pub fn options(&self, level: Option<u8>) -> OriginalOptions {
        OriginalOptions {
            level,
            may_free_columns: !self.no_free_columns,
        }
    }

    /// Refuses what the original does not have.
    pub fn check(&self, has_movie: bool, has_screen: bool, rules: Rules) -> anyhow::Result<()> {
        ensure!(rules.region == Region::Ntsc, RecordError::Region);
        ensure!(
            rules.set == RuleSet::Nes,
            "the original is played by its own rules: leave out --rules"
        );
        ensure!(
            has_movie || self.game.is_some() || !has_screen,
            "--for is about the movie: add --movie FILE"
        );
        ensure!(
            !has_screen,
            "--nes-png and --nes-gif show the cartridge: leave them out"
        );
        ensure!(
            cfg!(feature = "emulator") || self.game.is_none(),
            "this program was built without its emulator: build it with --features emulator, or leave out --game"
        );
        Ok(())
    }

    /// Plays the print on the user's copy, if there is one.
    ///
    /// Errors: [`Mismatch`] unless its memory and its screen show exactly the sprite.
    pub fn prove(
        &self,
        print: &OriginalMovie,
        script: &PrintScript,
        judge: &Judge<'_>,
        watch: &Watch,
    ) -> anyhow::Result<Played> {
        let Some(target) = &self.game else {
            return Ok(Played::Model);
        };
        let copy = read_copy(target)?;
        let played = field_of(&copy, &print.buttons, watch);
        let field = played.with_context(|| unknown(&copy, target))?;
        let color = |style: Option<TileStyle>| match style {
            Some(style) => script.colors.of(style.printing_piece()),
            None => script.background,
        };
        let compared = judge.compare(
            &printed(&field, color, script.background),
            "the game's memory",
        );
        compared.with_context(|| unknown(&copy, target))?;
        Ok(match copy.is_known() {
            true => Played::Copy,
            false => Played::Unknown,
        })
    }

    /// The movie as a file.
    pub fn file(&self, print: &OriginalMovie, sprite: &Sprite) -> anyhow::Result<Vec<u8>> {
        let blank = self.player.unwrap_or_default().blank_frames();
        let mut frames = vec![[Buttons::NONE; 2]; blank];
        frames.extend_from_slice(&print.buttons.frames);
        let movie = Movie { frames };
        let (width, height) = (sprite.width(), sprite.height());
        let comments = [
            format!("author tetris-printer {}", env!("CARGO_PKG_VERSION")),
            format!(
                "title a sprite of {width}x{height} pixels, printed at level {}",
                print.level
            ),
        ];
        let mut bytes = Vec::new();
        write_movie_of_game(NAME, &movie, &comments, &mut bytes)?;
        check_written(&bytes, &movie)?;
        Ok(bytes)
    }
}

fn read_copy(target: &Target) -> anyhow::Result<GameCopy> {
    let bytes = read_bytes(target, GameCopy::MOST_BYTES)?;
    GameCopy::new(bytes).with_context(|| format!("cannot play {}", name(target)))
}

/// What to think of a movie that fails on this file.
fn unknown(copy: &GameCopy, target: &Target) -> String {
    let what = match copy.is_known() {
        true => "your copy of the game",
        false => "an unknown file, not the known NTSC game",
    };
    format!("{} is {what}", name(target))
}

/// The field in the game's memory when the movie has ended. Errors: [`Mismatch`] if there is none, or if the screen
/// shows another.
fn field_of(copy: &GameCopy, movie: &Movie, watch: &Watch) -> anyhow::Result<OriginalField> {
    watch.begin("playing the movie");
    let (field, screen) = play_copy(copy.bytes(), movie, watch)?;
    let Some(field) = field else {
        bail!(Mismatch(
            "its memory holds no field when the movie ends".to_owned()
        ));
    };
    ensure!(
        field.is_on(&screen),
        Mismatch("its screen does not show the field that is in its memory".to_owned())
    );
    Ok(field)
}

fn printed(
    field: &OriginalField,
    color: impl Fn(Option<TileStyle>) -> Rgb,
    background: Rgb,
) -> PrintedField {
    let (picture, layout) = field.picture(color);
    PrintedField::of_screen(&picture, &layout, background)
}

/// What a movie leaves on the user's copy. Each colour of the sprite is shown by one style; which one, is seen by what
/// fits best.
pub fn watch_copy(
    target: &Target,
    player: Player,
    bytes: &[u8],
    sprite: &Sprite,
    free_columns: u64,
    watch: &Watch,
) -> anyhow::Result<PrintedField> {
    let mut movie = read_movie(bytes)?;
    movie
        .frames
        .drain(..player.blank_frames().min(movie.frames.len()));
    let copy = read_copy(target)?;
    let field = field_of(&copy, &movie, watch).with_context(|| unknown(&copy, target))?;
    let taken = |color: &Rgb| sprite.palette().contains(color);
    let mut others = (0..=u8::MAX)
        .map(|blue| Rgb::new(1, 2, blue))
        .filter(|color| !taken(color));
    let (background, foreign) = others
        .next()
        .zip(others.next())
        .context("colours are left")?;
    let choices = style_choices(sprite.palette(), foreign);
    let fields = choices.into_iter().map(|colors| {
        let color =
            |style: Option<TileStyle>| style.map_or(background, |style| colors[style as usize]);
        printed(&field, color, background)
    });
    let wrong = |printed: &PrintedField| {
        let verdict = tetris_printer::verify::verify_beside(sprite, printed, free_columns);
        verdict.map_or(usize::MAX, |verdict| verdict.differences.len())
    };
    fields
        .min_by_key(wrong)
        .context("there is a choice of styles")
}

/// All ways in which the three styles can stand for the colours, one for each.
fn style_choices(palette: &[Rgb], foreign: Rgb) -> Vec<[Rgb; 3]> {
    let color = |place: usize| palette.get(place).copied().unwrap_or(foreign);
    let orders = (0..27).map(|number| [number % 3, number / 3 % 3, number / 9]);
    orders
        .filter(|order| (0..3).all(|place| order.contains(&place)))
        .map(|order| order.map(color))
        .collect()
}
