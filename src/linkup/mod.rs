//! The link-up game: two equal tiles that a path of at most two turns links are taken from the board,
//! until it is empty.
//!
//! - `board` and `matrix`: a board and its text; `links`: which tiles are linked, and by which path.
//! - `generate`: boards that have a solution.
//! - `phases`: the quick solver; `search`: the complete one; `plays`: chance; `solve`: these in turn.
//! - `faces` and `picture`: boards drawn, and their solutions as animations; `play`: as a page.
//! - `choice`: boards read from pictures, by the grid on which tiles find partners best; `pairing`: how well
//!   they do. `reading`: the board on a grid, with `block`: what is seen of a tile, `light`: what light does
//!   to it, and `groups`: which are equal. `explain`: how they were read, drawn.

mod block;
mod board;
mod choice;
mod explain;
mod faces;
mod generate;
mod groups;
mod light;
mod links;
mod matrix;
mod pairing;
mod phases;
mod picture;
mod play;
mod plays;
mod reading;
mod search;
mod solve;

pub use board::{Board, BoardError, Cell, Kind};
pub use choice::{ReadBoard, ReadBoardError, read_board};
pub use explain::explain;
pub use faces::FACES;
pub use generate::{BoardSize, generate_board};
pub use links::{Path, Taken};
pub use picture::{BoardPicture, BoardPictureError};
pub use play::{MAX_CELLS, PlayError, play_page};
pub use solve::{Answer, DEFAULT_WORK, Solution, Step, StepsError, check_steps, solve};
