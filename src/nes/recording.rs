//! A print becomes a movie: a pilot plays the script on the model of the cartridge.

use super::cartridge::{FIELD, MOST_COLORS, Settings, dealt_by, opening};
use super::chance::{Chance, ChanceError};
use super::colors::{ColorsError, ScreenColors};
use super::model::{Cartridge, Game};
use super::movie::{Movie, Pads};
use crate::color::Rgb;
use crate::game::console::{Buttons, Console, Event, Phase, Region, Rules};
use crate::game::pilot::{Autopilot, AutopilotError, Steering};
use crate::game::{FieldSize, PaintedPlayfield, Tetromino};
use crate::script::PrintScript;

/// Who deals the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dealing {
    /// The movie's second controller.
    #[default]
    Controller,
    /// The console's random generator: the pilot waits with each drop until the piece that comes
    /// then is the right one.
    Chance,
}

/// How a movie is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The rules and the level.
    pub rules: Rules,
    /// How pieces are shifted.
    pub steering: Steering,
    /// Who deals them.
    pub dealing: Dealing,
    /// The colours of the picture, up to three; pieces of another colour never stay.
    pub palette: &'a [Rgb],
    /// What the console shows for them.
    pub colors: ScreenColors,
}

/// A movie, and what happens in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The buttons of both controllers, frame by frame from power-on.
    pub movie: Movie,
    /// The frame of the movie in which the game begins.
    pub start: usize,
    /// The frames of the movie in which pieces lock, in their order.
    pub locks: Vec<usize>,
    /// Frames that the pilot has waited for the right piece.
    pub waited: usize,
    /// What stands on the field in the end.
    pub field: PaintedPlayfield,
}

impl Recording {
    /// Frames from the first piece's entry to the last one's lock.
    pub fn frames(&self) -> usize {
        self.locks.last().map_or(0, |last| last + 1 - self.start)
    }

    /// Frames a piece; 0 without pieces.
    pub fn frames_per_piece(&self) -> f64 {
        self.frames() as f64 / self.locks.len().max(1) as f64
    }
}

/// Why a print cannot be a movie.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A field of another size than the cartridge's.
    #[error(
        "the print is made for a field {0}; the cartridge has {FIELD}: plan it with --field {FIELD}"
    )]
    Field(FieldSize),
    /// Rules of a PAL console, whose pictures come at another rate.
    #[error("the cartridge is made for NTSC consoles: leave out --region pal")]
    Region,
    /// More colours than the cartridge shows.
    #[error(transparent)]
    Colors(#[from] ColorsError),
    /// A drop that cannot be steered; its rules or the stack are in the way.
    #[error(transparent)]
    Pilot(#[from] AutopilotError),
    /// The console's random generator never deals what is needed.
    #[error(transparent)]
    Chance(#[from] ChanceError),
}

/// Frames after the last lock, in which the last cells are drawn and the counters settle.
const FINAL_FRAMES: usize = 60;

/// Plays a script on the cartridge and writes down what is pressed.
///
/// Errors: see [`RecordError`].
pub fn record(script: &PrintScript, order: &Order<'_>) -> Result<Recording, RecordError> {
    if script.field != FIELD {
        return Err(RecordError::Field(script.field));
    }
    if order.rules.region != Region::Ntsc {
        return Err(RecordError::Region);
    }
    if order.palette.len() > MOST_COLORS {
        return Err(ColorsError::TooMany(order.palette.len()).into());
    }
    order.colors.check()?;
    let settings = Settings {
        rules: order.rules.set,
        level: order.rules.level,
        level_up: order.rules.level_up,
        is_random: order.dealing == Dealing::Chance,
        colors: order.colors,
        kinds: kinds(script, order.palette),
    };
    let chance = Chance::new(script, order.steering);
    let mut recorder = Recorder::default();
    let waits = match order.dealing {
        Dealing::Controller => 0,
        Dealing::Chance => chance.first_waits(&settings)?,
    };
    recorder.open(&settings, waits);
    let mut pilot = Autopilot::new(&script.drops).steering_by(order.steering);
    while let Some(game) = recorder.model.game() {
        if recorder.is_done(&game.console, script.drops.len()) {
            break;
        }
        if order.dealing == Dealing::Chance && recorder.has_spawned() {
            recorder.wait(chance.waits(&recorder.model, recorder.locks.len())?);
        }
        recorder.fly(&mut pilot, order.dealing)?;
    }
    Ok(recorder.finish(order.dealing))
}

/// The colour number of each kind, 1 to 3, by [`Tetromino::index`].
fn kinds(script: &PrintScript, palette: &[Rgb]) -> [u8; 7] {
    let spare = palette.len().min(MOST_COLORS - 1) as u8 + 1;
    let number = |kind| {
        let color = script.colors.of(kind);
        let place = palette.iter().position(|other| *other == color);
        place.map_or(spare, |place| place as u8 + 1)
    };
    Tetromino::ALL.map(number)
}

#[derive(Default)]
struct Recorder {
    movie: Movie,
    model: Cartridge,
    start: usize,
    locks: Vec<usize>,
    waited: usize,
}

impl Recorder {
    fn press(&mut self, pads: Pads) {
        self.movie.frames.push(pads);
        self.model.step(pads);
        let locked = self.console_events(|event| matches!(event, Event::Locked(_)));
        if locked {
            self.locks.push(self.movie.frames.len() - 1);
        }
    }

    /// Whether something of this kind has happened in the last frame.
    fn console_events(&self, is_wanted: impl Fn(&Event) -> bool) -> bool {
        let game = self.model.game().filter(|game| !game.is_paused);
        game.is_some_and(|game| game.console.events().iter().any(is_wanted))
    }

    fn has_spawned(&self) -> bool {
        self.console_events(|event| matches!(event, Event::Spawned(_)))
    }

    /// Whether so many pieces have locked and all that follows from the last has happened.
    fn is_done(&self, console: &Console, pieces: usize) -> bool {
        let is_at_rest = matches!(console.phase(), Phase::Spawning | Phase::Falling(_));
        console.is_over() || (self.locks.len() == pieces && is_at_rest)
    }

    /// From power-on to the first frame of the game.
    fn open(&mut self, settings: &Settings, waits: usize) {
        for pads in opening(settings, waits) {
            self.press(pads);
        }
        self.waited = waits;
        self.start = self.movie.frames.len();
    }

    fn wait(&mut self, frames: usize) {
        self.waited += frames;
        (0..frames).for_each(|_| self.press([Buttons::NONE; 2]));
    }

    /// One frame of the pilot, with the piece that he wants next on controller 2.
    fn fly(&mut self, pilot: &mut Autopilot<'_>, dealing: Dealing) -> Result<(), RecordError> {
        let Some(Game { console, .. }) = self.model.game() else {
            return Ok(());
        };
        let pressed = pilot.press(console)?;
        let dealt = match dealing {
            Dealing::Controller => pilot.next_piece().map_or(Buttons::NONE, dealt_by),
            Dealing::Chance => Buttons::NONE,
        };
        self.press([pressed, dealt]);
        if self.has_spawned() {
            pilot.see_dealt();
        }
        Ok(())
    }

    /// A game by chance goes on dealing, so a pause hides the piece that nobody wants.
    fn finish(mut self, dealing: Dealing) -> Recording {
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
