//! The game and nothing else: pieces, playfields, drops, and the console that plays them frame by
//! frame with a [`pilot`] at its buttons.
//!
//! Rows count down from the top as on the console, columns from the left.

mod cell;
pub mod console;
mod dealer;
mod drop;
mod error;
mod painted;
pub mod pilot;
mod playfield;
mod points;
pub mod random;
mod tetromino;
mod tile_style;

pub use cell::{Column, FullRows, Row};
pub use dealer::Dealer;
pub use drop::{Lock, PieceDrop, Placement};
pub use error::GameError;
pub use painted::PaintedPlayfield;
pub use playfield::{FieldSize, ParsePlayfieldError, Playfield};
pub use points::points;
pub use tetromino::{Orientation, Pose, Shape, Tetromino, Turn};
pub use tile_style::TileStyle;
