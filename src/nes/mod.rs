//! A print on a real console: an original cartridge, driven by nothing but its two controllers.
//!
//! The [`cartridge`] plays the game on a field of 21x42 cells and contains no sprite. A print is one
//! [`Movie`]: the buttons of every frame from power-on. Any emulator plays it, and so does a replay
//! device at the controller ports of a console.
//!
//! ```text
//! PrintScript -> record -> Movie -> FM2, BK2, R08 file
//!                             `---> PlainConsole -> NesScreen -> PNG, GIF, the judge
//! ```
//!
//! - [`cartridge`]: the built rom, its memory layout, and the settings that it is sent.
//! - [`NesPalette`]: a sprite's colours among the 64 of the console.
//! - [`model`]: the cartridge's rules in Rust, frame by frame; the rom must do exactly the same.
//! - [`record`]: a pilot plays a script on the model, and the buttons it presses are the movie. With
//!   [`Dealing::Chance`] it manipulates the console's random generator: it drops each piece in a
//!   frame in which the generator deals the piece that comes next in the script.
//! - [`original`]: the same on the game of 1989 itself, by controller 1 alone.
//! - A [`Movie`] is read and written as `.fm2`, the text format of the emulator FCEUX, and as `.bk2`, the archive of
//!   BizHawk; its [`Latches`] are what a replay device takes, `.r08`. All three were played on the built-in console,
//!   an `.fm2` in FCEUX, too; none of them in BizHawk or on hardware.
//! - `PlainConsole` (cargo feature `emulator`) plays a movie on the rom; [`NesScreen`] is its picture. `Emulator` does the
//!   same with any game.

mod bk2;
pub mod cartridge;
mod chance;
mod comments;
#[cfg(feature = "emulator")]
mod emulator;
mod film;
mod fm2;
mod lookahead;
mod lucky;
pub mod model;
mod movie;
mod orders;
pub mod original;
mod palette;
#[cfg(feature = "emulator")]
mod plain;
mod r08;
mod recorder;
mod recording;
mod screen;

pub use bk2::{ArchiveError, BK2_SIGNATURE, Bk2Error, parse_bk2, write_bk2};
pub use comments::movie_comments;
#[cfg(feature = "emulator")]
pub use emulator::{Emulator, EmulatorError};
pub use film::ScreenFilm;
pub use fm2::{ParseMovieError, parse_movie, write_movie, write_movie_of_game};
pub use lucky::first_pairs;
pub use movie::{Movie, Pads};
pub use palette::{NesPalette, NesPaletteError};
#[cfg(feature = "emulator")]
pub use plain::PlainConsole;
pub use r08::{Latches, LatchesError};
pub use recorder::{Dealing, RecordError, Recording};
pub use recording::{RecordingOptions, record};
pub use screen::NesScreen;

/// The SHA-1 sum by which a game is known, in hexadecimal digits: that of a file in the iNES format without its header.
pub fn sum_of_game(file: &[u8]) -> String {
    const HEADER: usize = 16;
    let game = file.get(HEADER..).unwrap_or_default();
    sha1_smol::Sha1::from(game).digest().to_string()
}
