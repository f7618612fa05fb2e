//! A movie of a print, as the console shows it.

use super::tape::Tape;
use super::watch::Watch;
use tetris_printer::nes::original::OriginalField;
#[cfg(feature = "emulator")]
use tetris_printer::nes::{Emulator, EmulatorError, Latches, Pads, PlainConsole};
use tetris_printer::nes::{NesPalette, NesScreen};
#[cfg(feature = "emulator")]
use tetris_printer::plan::{Monitor, Progress};

/// What is known of the cartridge when a movie has ended.
pub struct Ending {
    /// Frames in which the cartridge was not ready in time.
    pub lag: u8,
    /// The palette that the game was started with.
    pub colors: NesPalette,
}

/// Takes a frame's number and its screen.
pub type Camera<'a> = &'a mut dyn FnMut(usize, &dyn Fn() -> NesScreen) -> anyhow::Result<()>;

/// Plays a movie on the cartridge, before a camera if there is one.
#[cfg(feature = "emulator")]
pub fn play(
    tape: &Tape,
    watch: &Watch,
    mut camera: Option<Camera<'_>>,
) -> anyhow::Result<(Ending, NesScreen)> {
    use anyhow::Context;
    use tetris_printer::game::console::Buttons;

    let mut console = PlainConsole::new();
    run(&mut console, tape, watch, |number, console| {
        let film = camera.as_mut();
        film.map_or(Ok(()), |film| film(number, &|| console.screen()))
    })?;
    // The picture of a frame is shown in the next one.
    console.step([Buttons::NONE; 2]);
    let memory = console.memory();
    let settings = memory.settings().filter(|_| memory.is_playing());
    let settings = settings.context("the movie starts no game on the cartridge")?;
    let ending = Ending {
        lag: memory.lag(),
        colors: settings.colors,
    };
    Ok((ending, console.screen()))
}

/// Plays a movie on a copy of the original, before a camera if there is one: the field in its memory at the end, and
/// its screen.
#[cfg(feature = "emulator")]
pub fn play_copy(
    game: &[u8],
    tape: &Tape,
    watch: &Watch,
    mut camera: Option<Camera<'_>>,
) -> anyhow::Result<(Option<OriginalField>, NesScreen)> {
    let mut emulator = Emulator::with_game(game)?;
    emulator.set_drawing(camera.is_some());
    run(&mut emulator, tape, watch, |number, emulator| {
        let film = camera.as_mut();
        film.map_or(Ok(()), |film| film(number, &|| emulator.screen()))
    })?;
    let field = OriginalField::in_memory(emulator.ram());
    Ok((field, emulator.screen()))
}

/// Plays a movie on a copy of the original. `each` is told every frame's number and the console's memory after it.
#[cfg(feature = "emulator")]
pub fn play_memory(
    game: &[u8],
    tape: &Tape,
    watch: &Watch,
    mut each: impl FnMut(usize, &[u8; 0x800]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut emulator = Emulator::with_game(game)?;
    emulator.set_drawing(false);
    run(&mut emulator, tape, watch, |number, emulator| {
        each(number, emulator.ram())
    })
}

/// Frames without a latch after which a replay device waits in vain: ten seconds, where screens are drawn in a few.
#[cfg(feature = "emulator")]
const MOST_FRAMES_WITHOUT_LATCH: usize = 600;

/// Steps at the end of a tape whose frames an emulator draws: its screen shows the last one.
#[cfg(feature = "emulator")]
const LAST_STEPS: usize = 8;

/// What plays a tape.
#[cfg(feature = "emulator")]
trait Player {
    fn step(&mut self, pads: Pads) -> Result<(), EmulatorError>;

    fn step_latched(
        &mut self,
        latches: &mut impl Iterator<Item = Pads>,
    ) -> Result<(), EmulatorError>;

    /// Draws the frames from now on, if it has not drawn those before.
    fn begin_drawing(&mut self) {}
}

#[cfg(feature = "emulator")]
impl Player for PlainConsole {
    fn step(&mut self, pads: Pads) -> Result<(), EmulatorError> {
        PlainConsole::step(self, pads);
        Ok(())
    }

    fn step_latched(
        &mut self,
        latches: &mut impl Iterator<Item = Pads>,
    ) -> Result<(), EmulatorError> {
        PlainConsole::step_latched(self, latches);
        Ok(())
    }
}

#[cfg(feature = "emulator")]
impl Player for Emulator {
    fn step(&mut self, pads: Pads) -> Result<(), EmulatorError> {
        Emulator::step(self, pads)
    }

    fn step_latched(
        &mut self,
        latches: &mut impl Iterator<Item = Pads>,
    ) -> Result<(), EmulatorError> {
        Emulator::step_latched(self, latches)
    }

    fn begin_drawing(&mut self) {
        self.set_drawing(true);
    }
}

/// Plays all of a tape. `each` is told every frame's number.
#[cfg(feature = "emulator")]
fn run<P: Player>(
    player: &mut P,
    tape: &Tape,
    watch: &Watch,
    mut each: impl FnMut(usize, &P) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let total = tape.len() as u64;
    let mut played = |number: usize, done: usize, player: &P| {
        each(number, player)?;
        let done = done as u64;
        watch.on_progress(Progress {
            done,
            total,
            pieces: None,
        });
        watch.check()
    };
    match tape {
        Tape::Frames(movie) => {
            for (number, pads) in movie.frames.iter().enumerate() {
                if number + LAST_STEPS >= movie.frames.len() {
                    player.begin_drawing();
                }
                player.step(*pads)?;
                played(number, number + 1, player)?;
            }
        }
        Tape::Latches(Latches(latches)) => {
            let mut next = latches.iter().copied();
            let (mut number, mut idle) = (0, 0);
            while next.len() > 0 && idle < MOST_FRAMES_WITHOUT_LATCH {
                let left = next.len();
                if left <= LAST_STEPS {
                    player.begin_drawing();
                }
                player.step_latched(&mut next)?;
                idle = if next.len() == left { idle + 1 } else { 0 };
                played(number, latches.len() - next.len(), player)?;
                number += 1;
            }
        }
    }
    Ok(())
}

#[cfg(not(feature = "emulator"))]
const WITHOUT_EMULATOR: &str = "this program was built without its emulator: build it with --features emulator, or leave out --game";

/// Only programs with the cargo feature `emulator` can play.
#[cfg(not(feature = "emulator"))]
pub fn play_copy(
    _: &[u8],
    _: &Tape,
    _: &Watch,
    _: Option<Camera<'_>>,
) -> anyhow::Result<(Option<OriginalField>, NesScreen)> {
    anyhow::bail!(WITHOUT_EMULATOR)
}

/// Only programs with the cargo feature `emulator` can play.
#[cfg(not(feature = "emulator"))]
pub fn play_memory(
    _: &[u8],
    _: &Tape,
    _: &Watch,
    _: impl FnMut(usize, &[u8; 0x800]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    anyhow::bail!(WITHOUT_EMULATOR)
}

/// Only programs with the cargo feature `emulator` can play.
#[cfg(not(feature = "emulator"))]
pub fn play(_: &Tape, _: &Watch, _: Option<Camera<'_>>) -> anyhow::Result<(Ending, NesScreen)> {
    anyhow::bail!(
        "this program was built without its emulator: build it with --features emulator, or leave \
         out --nes-png, --nes-gif and verify --movie"
    )
}
