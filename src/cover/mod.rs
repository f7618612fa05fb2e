//! Exact cover, and the tilings and polyform puzzles that are one.
//!
//! A [`Puzzle`] is a [`Board`] and [`Piece`]s that shall cover it exactly. A [`Tiling`] is the
//! puzzle with every way to lay a piece on the board: the options of an exact cover [`Problem`].
//! Three engines work on it:
//!
//! - [`Search`], dancing links: solves any exact cover problem, with few branches. It can be
//!   watched ([`Watch`]): [`Tally`] counts its work, [`RegionGuard`] leaves hopeless branches out.
//! - [`Backtracker`], a backtracker on bits: fast branches, for boards that are not too wide.
//! - [`ProfileCounter`], dynamic programming: counts without listing, beyond all 64-bit numbers.
//!
//! [`Coverings`] picks between the first two and folds what is symmetric; [`Obstacle`] tells
//! without a search why there is no covering; [`search_matrix`] and [`compare`] repeat the
//! comparison of Wang, Zhan and Gao (Solving mathematical and computational problems in Tetris with
//! computer algorithms). [`Sheet`] draws, [`play_page`] makes a game of it.
//!
//! ```
//! use tetris_printer::cover::*;
//!
//! let puzzle = Puzzle::of_set("6x6".parse()?, PieceSet::Tetrominoes, Supply::Any)?;
//! let tiling = Tiling::new(puzzle)?;
//! let count = ProfileCounter::new(&tiling)?.count(|_| ())?;
//! assert_eq!(count.to_string(), "178939");
//!
//! let settings = Settings { order: Order::Shuffled { seed: 7 }, ..Settings::default() };
//! let covering = Coverings::new(&tiling, settings)?.next().expect("one of many");
//! assert_eq!(covering.len(), 9);
//! println!("{}", tiling.draw(&covering));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod agreement;
mod backtrack;
mod board;
mod catalog;
mod comparison;
mod coverings;
mod drawing;
mod frontier;
mod islands;
mod links;
mod matrix;
mod natural;
mod obstacle;
mod order;
mod picture;
mod pieces;
mod play;
mod polyform;
mod problem;
mod profile;
mod puzzle;
mod puzzle_file;
mod regions;
mod symmetry;
mod tally;
mod tiling;
mod watch;

pub use backtrack::Backtracker;
pub use board::{Board, BoardError};
pub use catalog::{KNOWN_PUZZLES, KnownPuzzle};
pub use comparison::{Measured, compare};
pub use coverings::{Coverings, Method, MethodError, Settings};
pub use links::{Choice, Search};
pub use matrix::{MatrixError, search_matrix};
pub use natural::Natural;
pub use obstacle::{Colouring, Obstacle};
pub use order::Order;
pub use picture::{PictureError, Sheet};
pub use pieces::{ParsePieceSetError, Piece, PieceSet, Supply};
pub use play::{PlayError, play_page};
pub use polyform::{Cell, Freedom, Motion, Polyform, PolyformError};
pub use problem::{Problem, ProblemError};
pub use profile::{CountError, CountProgress, ProfileCounter};
pub use puzzle::{Puzzle, PuzzleError};
pub use puzzle_file::{JSON_EXAMPLE, PuzzleFileError, TEXT_EXAMPLE};
pub use regions::{RegionGuard, RegionRule};
pub use symmetry::Symmetries;
pub use tally::{LevelWork, Tally};
pub use tiling::{Placement, Tiling, TooManyPlacements};
pub use watch::Watch;
