//! A game on the original: its movie, and its proof on the user's own copy.

use anyhow::{Context, ensure};
use serde::Serialize;

use super::args::PlayArgs;
use crate::cli::failure::Mismatch;
use crate::cli::kind::MovieFormat;
use crate::cli::movie::{Copy, Played};
use crate::cli::output::Target;
use crate::cli::report::{clock, count, grouped};
use crate::cli::tape::Tape;
use crate::cli::television::play_memory;
use crate::cli::watch::Watch;
use tetris_printer::game::console::{Buttons, Console, Event};
use tetris_printer::nes::Movie;
use tetris_printer::nes::original::{Counts, Original, OriginalField};
use tetris_printer::player::GreedyGame;

/// What a game on the original came to.
#[derive(Serialize)]
pub struct OriginalReport {
    frames: usize,
    seconds: f64,
    start_level: u8,
    level: u8,
    lines: u32,
    score: u32,
    /// On what the buttons were played.
    played: Played,
}

/// A game on the original, ready to be told and written.
pub struct OriginalGame<'a> {
    pub report: OriginalReport,
    pub movie: Option<(&'a Target, Vec<u8>)>,
}

/// Frames after the last one that counts until the screen shows it.
const FINAL_FRAMES: usize = 2;

impl<'a> OriginalGame<'a> {
    /// The movie of a game that has ended, played on the user's copy if there is one; `None` if it was not played on
    /// the original.
    ///
    /// Errors: [`Mismatch`] unless the copy's memory holds what the model does at every piece.
    pub fn of(
        args: &'a PlayArgs,
        game: &GreedyGame,
        watch: &Watch,
    ) -> anyhow::Result<Option<Self>> {
        let (Some(pressed), Some(console)) = (game.pressed(), game.console()) else {
            return Ok(None);
        };
        let idle = [Buttons::NONE; FINAL_FRAMES];
        let frames = pressed.iter().chain(&idle);
        let movie = Movie {
            frames: frames.map(|buttons| [*buttons, Buttons::NONE]).collect(),
        };
        let Counts {
            level,
            lines,
            score,
        } = Counts::of(console);
        let start_level = console.rules().level;
        let title = format!(
            "title a game from level {start_level}, {}",
            Counts::of(console)
        );
        let format = args
            .movie
            .as_ref()
            .map_or(MovieFormat::Fm2, MovieFormat::of);
        let (bytes, mut tape) = args.original.file(&movie, title, format)?;
        tape.skip_frames(args.original.player().blank_frames());
        let played = match args.original.read()? {
            None => Played::Model,
            Some(copy) => {
                prove(&copy, &tape, &movie, watch).with_context(|| copy.to_string())?;
                copy.played()
            }
        };
        Ok(Some(OriginalGame {
            report: OriginalReport {
                frames: movie.frames.len(),
                seconds: movie.seconds(),
                start_level,
                level,
                lines,
                score,
                played,
            },
            movie: args.movie.as_ref().map(|target| (target, bytes)),
        }))
    }
}

/// Plays the tape beside the model. A replay device knows no frames, so what it plays is compared at the end alone.
fn prove(copy: &Copy, tape: &Tape, movie: &Movie, watch: &Watch) -> anyhow::Result<()> {
    watch.begin("playing the movie");
    let mut model = Original::default();
    let mut last = [0; 0x800];
    play_memory(copy.game.bytes(), tape, watch, |number, ram| {
        last = *ram;
        if let (Tape::Frames(_), Some(pads)) = (tape, movie.frames.get(number)) {
            model.step(pads[0]);
            let game = model.game().filter(|game| {
                let events = game.events().iter();
                events
                    .clone()
                    .any(|event| matches!(event, Event::Spawned(_)))
            });
            return game.map_or(Ok(()), |game| compare(game, ram));
        }
        Ok(())
    })?;
    if let Tape::Latches(_) = tape {
        movie.frames.iter().for_each(|pads| {
            model.step(pads[0]);
        });
    }
    compare(model.game().context("the movie plays a game")?, &last)
}

/// Errors: [`Mismatch`] if the memory holds other counters or, while the game goes on, another field.
fn compare(game: &Console, ram: &[u8; 0x800]) -> anyhow::Result<()> {
    let (expected, found) = (Counts::of(game), Counts::in_memory(ram));
    let pieces = count(game.pieces() as usize, "piece");
    ensure!(
        found == expected,
        Mismatch(format!(
            "its memory has {found} after {pieces}, and the model {expected}"
        ))
    );
    let field = OriginalField::in_memory(ram);
    ensure!(
        game.is_over() || field == Some(OriginalField::of(game.field())),
        Mismatch(format!(
            "its memory holds another field than the model after {pieces}"
        ))
    );
    Ok(())
}

impl OriginalReport {
    pub fn text(&self) -> String {
        let mut level = format!("level {}", self.start_level);
        if self.level > self.start_level {
            level += &format!(", which rises to {}", self.level);
        }
        format!(
            "original  {level}, {} points, {} frames from power-on, {}\n          {}\n",
            grouped(self.score as usize),
            grouped(self.frames),
            clock(self.seconds.round() as u64),
            self.played.text(),
        )
    }
}
