//! The arguments of `play`, and the game that they ask for.

use anyhow::{Context, ensure};
use clap::Args;

use crate::cli::drawing::DrawingArgs;
use crate::cli::input::read_text;
use crate::cli::kind::{Kind, MovieFormat};
use crate::cli::movie::CopyArgs;
use crate::cli::output::{Target, asked_for};
use tetris_printer::game::{End, FieldSize};
use tetris_printer::nes::original::{LEVELS, OriginalError};
use tetris_printer::player::{
    GameSettings, Generator, Goal, Lookahead, Preset, Venue, WIDEST, Weights,
};
use tetris_printer::script::PlayersGame;

/// Let a greedy player play: it tries every placement of each piece and takes the best
///
/// The value of a placement is a weighted sum of features of the field; the largest wins. A line is
/// worth 1 point, two at once 3, three 7 and four 13. A game ends when a piece has no placement
/// inside the field, or at its goal. Exit code 1 if a target score is not reached exactly.
#[derive(Args, Debug)]
#[command(
    after_help = "Files of weights are JSON; features that are left out count 0:
  {\"landing_height\": -1, \"eroded_cells\": 1, \"row_transitions\": -1, \"column_transitions\": -1,
   \"holes\": -4, \"wells\": -1, \"hole_depth\": 0, \"rows_with_holes\": 0,
   \"diversity\": 0}

Examples:
  tetris-printer play --console --level 18 --random console --pieces 100
  tetris-printer play --for original --level 9 --movie game.fm2          (the game of 1989)
  tetris-printer play --game tetris.nes --level 9 --movie game.fm2       (proved on your own copy)
  tetris-printer play --tune state.json --field 10x10 --games 5 --pieces 20000
  tetris-printer play --target 50 --gif game.gif
  tetris-printer play --target 50 --seed 7 --path -         (piece, orientation, centre)
  tetris-printer play --weights bcts --field 10x10 --games 100
  tetris-printer play --pieces 200 --lookahead 2 --script game.json"
)]
pub struct PlayArgs {
    /// The player's weights: dellacherie, document, bcts, dt-20, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "dellacherie")]
    pub(super) weights: String,
    /// Size of the field, COLUMNSxROWS, at most 64 columns wide
    #[arg(long, value_name = "WxH", default_value = "10x20", value_parser = player_field)]
    pub(super) field: FieldSize,
    /// How the pieces are dealt: uniform, bag (all seven in random order, then all seven again) or
    /// console [default: uniform; the original deals by itself]
    #[arg(long, value_name = "HOW")]
    pub(super) random: Option<Generator>,
    /// Seed of the pieces; the same seed plays the same game. On the original, frames of waiting in its menu of levels
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// Number of pieces the player sees: the falling one, or the next one as well
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(super) lookahead: u8,
    /// Play on the frame-exact console with its buttons; only placements that can be reached at its
    /// --level count
    #[arg(long)]
    pub(super) console: bool,
    /// Play the game in the terminal: space pauses, + and - change the speed, q quits
    #[arg(long, conflicts_with_all = ["json", "games", "tune"])]
    pub(super) watch: bool,
    /// Stop at exactly this score: refuse placements that would overshoot it, and think ahead where the stack comes
    /// near the top
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) target: Option<u64>,
    /// Stop after N lines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) lines: Option<u64>,
    /// Stop after N pieces [default: none, but 1000 for a game on the original without --lines]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) pieces: Option<u64>,
    /// Play N games, with seeds counting up from --seed, and report their mean
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    #[arg(conflicts_with_all = ["path", "script", "gif", "png", "movie"])]
    pub(super) games: Option<u64>,
    /// Write the path, one placement per line, or as JSON if the name ends in .json; - for stdout
    #[arg(long, value_name = "FILE")]
    pub(super) path: Option<Target>,
    /// Write the game as a print script that `replay` can draw
    #[arg(long, value_name = "FILE")]
    pub(super) script: Option<Target>,
    /// Write an animation of the game as a GIF
    #[arg(long, value_name = "FILE")]
    pub(super) gif: Option<Target>,
    /// Write a picture of the final field as a PNG
    #[arg(long, value_name = "FILE")]
    pub(super) png: Option<Target>,
    /// Print a report as JSON on stdout, including the path unless the game is long
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) tuning: TuningArgs,
    /// Write the buttons of a game on the original as a movie: FM2 for FCEUX, or by its ending .bk2 for BizHawk or
    /// .r08 for replay devices
    #[arg(long, value_name = "FILE", help_heading = "On the console")]
    pub(super) movie: Option<Target>,
    #[command(flatten)]
    pub(super) original: CopyArgs,
    #[command(flatten)]
    pub(super) drawing: DrawingArgs,
}

/// How the weights are improved.
#[derive(Args, Debug)]
#[command(next_help_heading = "Tuning")]
pub struct TuningArgs {
    /// Improve the weights by the cross-entropy method; FILE keeps the state, is resumed from if it
    /// exists, and can be given to --weights
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["path", "script", "gif", "png", "movie", "target", "console", "player", "game"])]
    pub(super) tune: Option<Target>,
    /// Generations to play in this run
    #[arg(long, value_name = "N", default_value_t = 10, requires = "tune")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) generations: u32,
    /// Candidates per generation; the best tenth breeds the next one
    #[arg(long, value_name = "N", default_value_t = 50, requires = "tune")]
    #[arg(value_parser = clap::value_parser!(u32).range(10..=10_000))]
    pub(super) population: u32,
}

/// The largest file of weights that is read.
pub const MOST_BYTES: u64 = 1 << 20;
/// The pieces of a game on the original that nobody gave an end: a quarter of an hour at level 9.
const USUAL_PIECES: u64 = 1_000;
/// The longest wait in the original's menu, in frames: more than a quarter of an hour.
const MOST_WAITS: u64 = 65_536;
/// The longest game that is written to files: what a print script may hold.
pub const MOST_MOVES: usize = 2_000_000;

impl PlayArgs {
    pub fn targets(&self) -> Vec<(&Target, Kind)> {
        let format = self
            .movie
            .as_ref()
            .map_or(MovieFormat::Fm2, MovieFormat::of);
        asked_for([
            (&self.path, Kind::Text),
            (&self.script, Kind::Script),
            (&self.gif, Kind::Gif),
            (&self.png, Kind::Png),
            (&self.movie, Kind::Movie(format)),
        ])
    }

    /// The file of weights, if they have no name.
    pub fn weights_file(&self) -> anyhow::Result<Option<Target>> {
        match Preset::named(&self.weights) {
            Some(_) => Ok(None),
            None => Ok(Some(Target::new((&self.weights).into())?)),
        }
    }

    /// What the files of a game say of its goal.
    pub fn game(&self, end: Option<End>) -> PlayersGame {
        PlayersGame {
            target: self.target,
            end,
        }
    }

    pub fn settings(&self) -> anyhow::Result<GameSettings> {
        Ok(GameSettings {
            field: self.field,
            weights: read_weights(&self.weights)?,
            lookahead: match self.lookahead {
                2 => Lookahead::Two,
                _ => Lookahead::One,
            },
            generator: self.generator(),
            goal: Goal {
                target: self.target,
                lines: self.lines,
                pieces: self.pieces.or_else(|| self.usual_pieces()),
            },
            venue: self.venue()?,
        })
    }

    /// Where a game on the original ends that nobody gave an end: the player hardly ever loses one.
    fn usual_pieces(&self) -> Option<u64> {
        let is_endless = self.lines.is_none() && self.games.is_none() && self.tuning.tune.is_none();
        (is_endless && self.original.is_asked()).then_some(USUAL_PIECES)
    }

    /// Who deals.
    pub fn generator(&self) -> Generator {
        match self.original.is_asked() {
            true => Generator::Console,
            false => self.random.unwrap_or_default(),
        }
    }

    fn venue(&self) -> anyhow::Result<Venue> {
        let rules = self.drawing.options().rules;
        if !self.original.is_asked() {
            ensure!(
                self.movie.is_none(),
                "--movie is of a game on the original: add --for original"
            );
            return Ok(match self.console {
                true => Venue::Console(rules),
                false => Venue::Field,
            });
        }
        self.original.check(rules)?;
        ensure!(self.field == FieldSize::ORIGINAL, OriginalError::Field);
        ensure!(LEVELS.contains(&rules.level), OriginalError::Level);
        ensure!(
            self.random
                .is_none_or(|random| random == Generator::Console),
            "the original deals by itself: leave out --random"
        );
        ensure!(
            self.target.is_none(),
            "--target counts points of its own: leave it out, or play without the original"
        );
        let games = self.games.unwrap_or(1);
        ensure!(
            self.seed.saturating_add(games) <= MOST_WAITS,
            "on the original a seed is a wait in its menu: choose seeds below {MOST_WAITS}"
        );
        Ok(Venue::Original { level: rules.level })
    }
}

/// The weights of a name or of a file.
fn read_weights(name: &str) -> anyhow::Result<Weights> {
    if let Some(preset) = Preset::named(name) {
        return Ok(preset.weights());
    }
    let source = Target::new(name.into())?;
    let text = read_text(&source, MOST_BYTES)
        .context("--weights takes dellacherie, document, bcts, dt-20 or a file")?;
    Ok(Weights::parse(&text)?)
}

/// A field that the player can play on.
fn player_field(text: &str) -> Result<FieldSize, String> {
    let field: FieldSize = text.parse()?;
    match field.width() {
        ..=WIDEST => Ok(field),
        width => Err(format!(
            "the player knows fields of at most {WIDEST} columns, not {width}"
        )),
    }
}
