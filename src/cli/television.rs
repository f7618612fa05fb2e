//! A movie of a print, as the console shows it.

use super::watch::Watch;
use tetris_printer::nes::original::OriginalField;
use tetris_printer::nes::{Movie, NesPalette, NesScreen};

/// What is seen and known when a movie has ended.
pub struct Ending {
    pub screen: NesScreen,
    /// Frames in which the cartridge was not ready in time.
    pub lag: u8,
    /// The palette that the game was started with.
    pub colors: NesPalette,
}

/// Plays a movie in the emulator. `each` is told every frame's number, and may ask for its screen.
#[cfg(feature = "emulator")]
pub fn play(
    movie: &Movie,
    watch: &Watch,
    mut each: impl FnMut(usize, &dyn Fn() -> NesScreen) -> anyhow::Result<()>,
) -> anyhow::Result<Ending> {
    use anyhow::Context;
    use tetris_printer::game::console::Buttons;
    use tetris_printer::plan::{Monitor, Progress};

    let total = movie.frames.len() as u64;
    let mut emulator = tetris_printer::nes::Emulator::new()?;
    for (number, pads) in movie.frames.iter().enumerate() {
        emulator.step(*pads)?;
        each(number, &|| emulator.screen())?;
        watch.check()?;
        watch.on_progress(Progress {
            done: number as u64 + 1,
            total,
            pieces: None,
        });
    }
    // The picture of a frame is shown in the next one.
    emulator.step([Buttons::NONE; 2])?;
    let memory = emulator.memory();
    let settings = memory.settings().filter(|_| memory.is_playing());
    let settings = settings.context("the movie starts no game on the cartridge")?;
    Ok(Ending {
        screen: emulator.screen(),
        lag: memory.lag(),
        colors: settings.colors,
    })
}

/// Plays a movie on a copy of the original: the field in its memory at the end, and its screen.
#[cfg(feature = "emulator")]
pub fn play_copy(
    game: &[u8],
    movie: &Movie,
    watch: &Watch,
) -> anyhow::Result<(Option<OriginalField>, NesScreen)> {
    let mut emulator = tetris_printer::nes::Emulator::with_game(game)?;
    for pads in &movie.frames {
        emulator.step(*pads)?;
        watch.check()?;
    }
    let field = OriginalField::in_memory(emulator.ram());
    Ok((field, emulator.screen()))
}

/// Only programs with the cargo feature `emulator` can play.
#[cfg(not(feature = "emulator"))]
pub fn play_copy(
    _: &[u8],
    _: &Movie,
    _: &Watch,
) -> anyhow::Result<(Option<OriginalField>, NesScreen)> {
    anyhow::bail!(
        "this program was built without its emulator: build it with --features emulator, or leave \
         out --game"
    )
}

/// Only programs with the cargo feature `emulator` can play.
#[cfg(not(feature = "emulator"))]
pub fn play(
    _: &Movie,
    _: &Watch,
    _: impl FnMut(usize, &dyn Fn() -> NesScreen) -> anyhow::Result<()>,
) -> anyhow::Result<Ending> {
    anyhow::bail!(
        "this program was built without its emulator: build it with --features emulator, or leave \
         out --nes-png, --nes-gif and verify --movie"
    )
}
