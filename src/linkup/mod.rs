//! The link-up game: two equal tiles that a path of at most two turns links are taken from the board,
//! until it is empty.
//!
//! - `board` and `matrix`: a board and its text; `links`: which tiles are linked, and by which path.
//! - `generate`: boards that have a solution.
//! - `phases`: the quick solver; `search`: the complete one; `solve`: both in turn.

mod board;
mod faces;
mod generate;
mod links;
mod matrix;
mod phases;
mod picture;
mod search;
mod solve;

pub use board::{Board, BoardError, Cell, Kind};
pub use faces::FACES;
pub use generate::{BoardSize, generate_board};
pub use links::{Path, Taken};
pub use picture::{BoardPicture, BoardPictureError};
pub use solve::{Answer, DEFAULT_WORK, Solution, Step, StepsError, check_steps, solve};
