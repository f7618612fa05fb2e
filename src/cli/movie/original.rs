//! A print on the game of 1989 itself, and its proof on the user's own copy.

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::copy::{Copy, CopyArgs, Player};
use super::report::Played;
use crate::cli::failure::Mismatch;
use crate::cli::kind::MovieFormat;
use crate::cli::output::Target;
use crate::cli::products::Product;
use crate::cli::proof::Judge;
use crate::cli::tape::Tape;
use crate::cli::television::play_copy;
use crate::cli::watch::Watch;
use tetris_printer::color::Rgb;
use tetris_printer::game::TileStyle;
use tetris_printer::game::console::Rules;
use tetris_printer::nes::NesScreen;
use tetris_printer::nes::original::{GameCopy, OriginalField, OriginalMovie, OriginalOptions};
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::PrintedField;

/// The field in the memory of a copy that has played a movie, its screen, and pictures of it.
type Taken<'a> = (Option<OriginalField>, NesScreen, Vec<Product<'a>>);

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "On the console")]
pub struct OriginalArgs {
    #[command(flatten)]
    pub copy: CopyArgs,
    /// On the original, leave nothing beside the picture, not even where an odd number of pixels requires it
    #[arg(long, conflicts_with = "free_columns")]
    no_free_columns: bool,
}

impl OriginalArgs {
    /// Whether the print is to be made for the original.
    pub fn is_asked(&self) -> bool {
        self.copy.is_asked()
    }

    /// What is asked of such a print.
    pub fn options(&self, level: Option<u8>) -> OriginalOptions {
        OriginalOptions {
            level,
            may_free_columns: !self.no_free_columns,
        }
    }

    /// Refuses what the original does not have.
    pub fn check(&self, has_screen: bool, rules: Rules) -> anyhow::Result<()> {
        ensure!(
            !has_screen || self.copy.is_here(),
            "--nes-png and --nes-gif show the screen of your own copy: add --game FILE"
        );
        self.copy.check(rules)
    }

    /// Plays the print on the user's copy, if there is one, with `take`, which also takes its pictures.
    ///
    /// Errors: [`Mismatch`] unless its memory and its screen show exactly the sprite.
    pub fn prove<'p>(
        &self,
        mut tape: Tape,
        script: &PrintScript,
        judge: &Judge<'_>,
        watch: &Watch,
        take: impl FnOnce(&Tape, &GameCopy) -> anyhow::Result<Taken<'p>>,
    ) -> anyhow::Result<(Played, Vec<Product<'p>>)> {
        let Some(copy) = self.copy.read()? else {
            return Ok((Played::Model, Vec::new()));
        };
        tape.skip_frames(self.copy.player().blank_frames());
        watch.begin("playing the movie");
        let (field, screen, pictures) = take(&tape, &copy.game)?;
        let field = on_screen(field, &screen).with_context(|| copy.to_string())?;
        let color = |style: Option<TileStyle>| match style {
            Some(style) => script.colors.of(style.printing_piece()),
            None => script.background,
        };
        let compared = judge.compare(
            &printed(&field, color, script.background),
            "the game's memory",
        );
        compared.with_context(|| copy.to_string())?;
        Ok((copy.played(), pictures))
    }

    /// The movie as a file, and what it presses.
    pub fn file(
        &self,
        print: &OriginalMovie,
        sprite: &Sprite,
        format: MovieFormat,
    ) -> anyhow::Result<(Vec<u8>, Tape)> {
        let (width, height) = (sprite.width(), sprite.height());
        let title = format!(
            "title a sprite of {width}x{height} pixels, printed at level {}",
            print.level
        );
        self.copy.file(&print.buttons, title, format)
    }
}

/// What a movie leaves on a copy. Errors: as [`on_screen`].
fn field_of(
    copy: &GameCopy,
    player: Player,
    mut tape: Tape,
    watch: &Watch,
) -> anyhow::Result<OriginalField> {
    tape.skip_frames(player.blank_frames());
    watch.begin("playing the movie");
    let (field, screen) = play_copy(copy.bytes(), &tape, watch, None)?;
    on_screen(field, &screen)
}

/// The field in the game's memory. Errors: [`Mismatch`] if there is none, or if the screen shows another.
fn on_screen(field: Option<OriginalField>, screen: &NesScreen) -> anyhow::Result<OriginalField> {
    let Some(field) = field else {
        bail!(Mismatch(
            "its memory holds no field when the movie ends".to_owned()
        ));
    };
    ensure!(
        field.is_on(screen),
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
    let tape = Tape::read(bytes)?;
    let copy = Copy::read(target)?;
    let field = field_of(&copy.game, player, tape, watch).with_context(|| copy.to_string())?;
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
