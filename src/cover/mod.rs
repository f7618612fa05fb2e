//! Exact cover, and the tilings and polyform puzzles that are one.
mod backtrack;
mod board;
mod frontier;
mod links;
mod natural;
mod order;
mod pieces;
mod polyform;
mod problem;
mod profile;
mod puzzle;
mod tally;
mod tiling;
mod watch;

pub use backtrack::Backtracker;
pub use board::{Board, BoardError};
pub use links::{Choice, Search};
pub use natural::Natural;
pub use order::Order;
pub use pieces::{ParsePieceSetError, Piece, PieceSet, Supply};
pub use polyform::{Cell, Freedom, Motion, Polyform, PolyformError};
pub use problem::{Problem, ProblemError};
pub use profile::{CountError, CountProgress, ProfileCounter};
pub use puzzle::{Puzzle, PuzzleError};
pub use tally::{LevelWork, Tally};
pub use tiling::{Placement, Tiling, TooManyPlacements};
pub use watch::Watch;
