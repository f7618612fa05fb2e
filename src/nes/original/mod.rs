//! The game of 1989 itself, in the version for NTSC consoles.
//!
//! Nothing of the game is here: [`Original`] is a model after measurements, and every frame of every recording of the
//! game that these came from is compared with it. Its buttons are those of controller 1 alone, and its own random
//! generator deals the pieces. [`print_on_original`] finds a plan that it can deal, and the buttons from power-on that
//! make it deal just that.

mod copy;
mod counts;
mod curtain;
mod job;
mod level_menu;
mod look;
mod machine;
mod opening;

pub use copy::{GameCopy, GameCopyError, OriginalField};
pub use counts::Counts;
pub use job::{OriginalError, OriginalMovie, OriginalOptions, OriginalPrint, print_on_original};
pub use look::shown_color;
pub use machine::Original;
pub use opening::{LEVELS, Opening, opening};
