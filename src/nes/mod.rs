//! A print on a real console: an original cartridge, driven by nothing but its two controllers.
//!
//! The [`cartridge`] plays the game on a field of 21x42 cells and knows no sprite. A print is one
//! [`Movie`]: every button of every frame, from power-on. Any emulator plays it, and so does a
//! replay device at the controller ports of a console.
//!
//! ```text
//! PrintScript -> record -> Movie -> FM2 file
//!                             `---> Emulator -> Screen -> PNG, GIF, the judge
//! ```
//!
//! - [`cartridge`]: the built rom, where its memory has what, and the settings that it is sent.
//! - [`ScreenColors`]: a sprite's colours among the 64 of the console.
//! - [`model`]: the cartridge as the rules have it, frame by frame; the rom must do the same.
//! - [`record`]: a pilot plays a script on the model, and what he presses is the movie. With
//!   [`Dealing::Chance`] he drops each piece when the console's random generator is about to deal
//!   the piece that comes next in the script.
//! - [`Movie`] reads and writes `.fm2`, the text format of the emulator FCEUX.
//! - `Emulator` (cargo feature `emulator`) plays a movie on the rom; [`Screen`] is what is seen.

pub mod cartridge;
mod chance;
mod colors;
#[cfg(feature = "emulator")]
mod emulator;
mod film;
mod fm2;
pub mod model;
mod movie;
mod recording;
mod screen;

pub use colors::{ColorsError, ScreenColors};
#[cfg(feature = "emulator")]
pub use emulator::{Emulator, EmulatorError};
pub use film::ScreenFilm;
pub use fm2::{ParseMovieError, parse_movie, write_movie};
pub use movie::{Movie, Pads};
pub use recording::{Dealing, Order, RecordError, Recording, record};
pub use screen::Screen;
