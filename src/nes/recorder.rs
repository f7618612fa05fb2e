//! A movie while it is recorded on the model of the cartridge, and when it is done.

use super::cartridge::{CartridgeSettings, FIELD, dealt_by, opening};
use super::chance::ChanceError;
use super::model::{Cartridge, CartridgeGame};
use super::movie::{Movie, Pads};
use super::palette::NesPaletteError;
use crate::game::console::{Buttons, Console, Event, Phase};
use crate::game::pilot::{Autopilot, AutopilotError};
use crate::game::{FieldSize, PaintedPlayfield};

/// Who deals the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dealing {
    /// The movie's second controller.
    #[default]
    Controller,
    /// The console's random generator: the pilot delays each drop until the generator deals the
    /// right piece.
    Chance,
}

/// A movie, and what happens in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The buttons of both controllers, frame by frame from power-on.
    pub movie: Movie,
    /// The frame of the movie in which the game begins.
    pub start: usize,
    /// The frames of the movie in which pieces lock, in their options.
    pub locks: Vec<usize>,
    /// Frames spent waiting for the random generator to deal the right piece.
    pub waited: usize,
    /// The field at the end.
    pub field: PaintedPlayfield,
}

impl Recording {
    /// Frames from the first piece's entry to the last one's lock.
    pub fn frames(&self) -> usize {
        self.locks.last().map_or(0, |last| last + 1 - self.start)
    }

    /// Frames per piece; 0 without pieces.
    pub fn frames_per_piece(&self) -> f64 {
        self.frames() as f64 / self.locks.len().max(1) as f64
    }
}

/// Why a print cannot be a movie.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A field of another size than the cartridge's.
    #[error("the print is made for a field {0}; the cartridge has {FIELD}")]
    Field(FieldSize),
    /// Rules of a PAL console, which has another frame rate.
    #[error("the cartridge is made for NTSC consoles")]
    Region,
    /// More colours than the cartridge shows.
    #[error(transparent)]
    Colors(#[from] NesPaletteError),
    /// A film in which a piece changes its colour from one picture to the next.
    #[error("the cartridge gives each piece one colour for the whole game, and picture {} needs others", picture + 1)]
    Recolored {
        /// Which picture, from 0.
        picture: usize,
    },
    /// A film with cuts.
    #[error("the cartridge plays one game, and this film is cut after {drops} drops")]
    Cut {
        /// The drops before the first cut.
        drops: usize,
    },
    /// A drop that cannot be flown.
    #[error(transparent)]
    Pilot(#[from] AutopilotError),
    /// The console's random generator never deals what is needed.
    #[error(transparent)]
    Chance(#[from] ChanceError),
}

/// Frames after the last lock: a second, in which the last cells are drawn and the counters settle.
const FINAL_FRAMES: usize = 60;

/// Notes what is pressed, and what the model makes of it.
#[derive(Default)]
pub(super) struct Recorder {
    pub model: Cartridge,
    pub locks: Vec<usize>,
    movie: Movie,
    start: usize,
    waited: usize,
}

impl Recorder {
    pub fn press(&mut self, pads: Pads) {
        self.movie.frames.push(pads);
        self.model.step(pads);
        let locked = self.has_happened(|event| matches!(event, Event::Locked(_)));
        if locked {
            self.locks.push(self.movie.frames.len() - 1);
        }
    }

    /// Whether such an event happened in the last frame.
    fn has_happened(&self, is_wanted: impl Fn(&Event) -> bool) -> bool {
        let game = self.model.game().filter(|game| !game.is_paused);
        game.is_some_and(|game| game.console.events().iter().any(is_wanted))
    }

    pub fn has_spawned(&self) -> bool {
        self.has_happened(|event| matches!(event, Event::Spawned(_)))
    }

    /// Whether `pieces` pieces have locked and the last line clear, if any, is over.
    pub fn is_done(&self, console: &Console, pieces: usize) -> bool {
        let is_at_rest = matches!(console.phase(), Phase::Spawning | Phase::Falling(_));
        console.is_over() || (self.locks.len() == pieces && is_at_rest)
    }

    /// From power-on to the first frame of the game.
    pub fn open(&mut self, settings: &CartridgeSettings, waits: usize) {
        for pads in opening(settings, waits) {
            self.press(pads);
        }
        self.waited = waits;
        self.start = self.movie.frames.len();
    }

    pub fn note_waited(&mut self, frames: usize) {
        self.waited += frames;
    }

    pub fn wait(&mut self, frames: usize) {
        self.waited += frames;
        (0..frames).for_each(|_| self.press([Buttons::NONE; 2]));
    }

    /// One frame of the pilot; controller 2 holds the piece wanted next.
    pub fn fly(&mut self, pilot: &mut Autopilot<'_>, dealing: Dealing) -> Result<(), RecordError> {
        let Some(CartridgeGame { console, .. }) = self.model.game() else {
            return Ok(());
        };
        let pressed = pilot.press(console)?;
        let dealt = match dealing {
            Dealing::Controller => pilot.next_piece().map_or(Buttons::NONE, dealt_by),
            Dealing::Chance => Buttons::NONE,
        };
        self.press([pressed, dealt]);
        if self.has_spawned() {
            pilot.note_dealt();
        }
        Ok(())
    }

    /// The random generator goes on dealing after the last piece; a pause hides the unwanted one.
    pub fn finish(mut self, dealing: Dealing) -> Recording {
        let game = self.model.game();
        let field = game.map(|game| game.console.field().clone());
        if dealing == Dealing::Chance {
            self.movie.frames.push([Buttons::NONE; 2]);
            self.movie.frames.push([Buttons::START, Buttons::NONE]);
        }
        let idle = [[Buttons::NONE; 2]; FINAL_FRAMES];
        self.movie.frames.extend(idle);
        Recording {
            movie: self.movie,
            start: self.start,
            locks: self.locks,
            waited: self.waited,
            field: field.unwrap_or_else(|| PaintedPlayfield::new(FIELD)),
        }
    }
}
