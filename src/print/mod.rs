//! A print in one call: a sprite goes in; its plan comes out as a script that has been proved to leave exactly the
//! sprite.
//!
//! [`print`](fn@print) takes a [`PrintRequest`], whose default is the best there is, and returns a [`Printed`]. To know
//! what a print would take before it is planned, make a [`PrintJob`] and ask for its field and its bound.
//!
//! A [`FilmJob`] joins several prints to one film, in which each picture is erased or cut off before the next one is
//! printed.
//!
//! What is decided here and nowhere else: the field that [`FieldChoice::Auto`] stands for, the pieces that carry the
//! colours, the planner that steps in where the minimal one finds nothing, the colour of an empty cell, and the colours
//! of pieces that never stay. No [`Printed`] exists that [`verify`](crate::verify) has not compared with its sprite.
//!
//! ```
//! use tetris_printer::print::{PrintRequest, print};
//! use tetris_printer::sprite::Sprite;
//! use tetris_printer::color::Rgb;
//!
//! let red = |_| Some(Rgb::new(216, 40, 0));
//! let sprite = Sprite::from_diagram(".#.#.\n#####\n.###.\n..#..", red)?;
//! let printed = print(&sprite, &PrintRequest::default(), &())?;
//! assert!(printed.script.drops.len() < 40);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod colors;
mod columns;
mod error;
mod field;
mod film;
mod job;
mod outline;
mod request;

pub use colors::field_color;
pub use columns::Columns;
pub use error::{MinimalOnly, PrintError};
pub use field::FieldChoice;
pub use film::{Between, FilmError, FilmJob, PrintedFilm};
pub use job::{PrintJob, Printed};
pub use outline::{HiddenOutline, hidden_outline};
pub use request::{Planner, PrintRequest};

use crate::plan::Monitor;
use crate::sprite::Sprite;

/// Plans a print of the sprite and proves it.
///
/// If the monitor cancels, the print is the best one found until then.
///
/// Errors: see [`PrintError`].
pub fn print(
    sprite: &Sprite,
    request: &PrintRequest,
    monitor: &dyn Monitor,
) -> Result<Printed, PrintError> {
    PrintJob::new(sprite, request)?.run(monitor)
}
