//! The game and nothing else: pieces, playfields, drops, and the console that plays them frame by
//! frame with a [`pilot`] at its buttons.
//!
//! Rows count down from the top as on the console, columns from the left.
//!
//! - [`Tetromino`], [`Pose`] and [`Shape`]: the pieces, their orientations and their cells.
//! - [`Playfield::landing`]: where a drop comes to rest. The piece falls as long as the row below it
//!   is free, so a placement is supported by the floor or by a cell right below one of its own.
//! - [`Playfield::clear`]: what a line clear removes, and what is left hanging in the air.
//! - [`PaintedPlayfield`]: the same field with the piece that each cell came from.
//! - [`console`]: the frame-exact game; its [`ActivePiece`](console::ActivePiece) is a piece that is
//!   still falling, and [`Playfield::collides`] says where it fits.
//! - [`random`]: the console's random generator; [`Dealer`] is anything that deals pieces.

mod cell;
mod column_set;
pub mod console;
mod dealer;
mod drop;
mod end;
mod error;
mod painted;
pub mod pilot;
mod playfield;
mod points;
pub mod random;
mod tetromino;
mod tile_style;

pub use cell::{Column, FullRows, Row};
pub use column_set::ColumnSet;
pub use dealer::Dealer;
pub use drop::{Lock, PieceDrop, Placement};
pub use end::End;
pub use error::GameError;
pub use painted::PaintedPlayfield;
pub use playfield::{FieldSize, ParsePlayfieldError, Playfield};
pub use points::points;
pub use tetromino::{Orientation, Pose, Shape, Tetromino, Turn};
pub use tile_style::TileStyle;
