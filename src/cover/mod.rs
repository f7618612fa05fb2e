//! Exact cover, and the tilings and polyform puzzles that are instances of it.
//!
//! # Exact cover
//!
//! A [`Problem`] has *items* and *options*; an option is a set of items. A solution is a set of options
//! that covers every *primary* item exactly once, and every *secondary* item at most as often as its
//! capacity says. The terms are Knuth's (The Art of Computer Programming 4B, section 7.2.2.1).
//!
//! # Tilings
//!
//! A [`Puzzle`] is a [`Board`] to be covered exactly by [`PuzzlePiece`]s: polyominoes on a plane board,
//! polycubes in a box. A [`Tiling`] lists every placement of every piece. It is an exact cover problem: a
//! placement is an option, a cell of the board a primary item. A piece that must be used once is a primary
//! item too, one that must be used several times a secondary item of that capacity, and one that may be
//! used any number of times none.
//!
//! # Three engines
//!
//! - [`DancingLinks`] solves any exact cover problem by Knuth's Algorithm X. It branches on the item with
//!   the fewest options ([`ItemChoice`]), so its search tree is small. It keeps its options as masks or bits, two to
//!   five times as fast as lists; [`ObservedLinks`] keeps the lists, and an [`Observer`] may look on:
//!   [`SearchStats`] counts the work, [`RegionGuard`] prunes branches that cut off a region which no
//!   pieces can fill.
//! - [`Backtracker`] always covers the first open cell of the board. Its tree is larger, but a node of it
//!   costs only a few operations on words of 64 bits: the fastest way through most plane boards.
//! - [`ProfileCounter`] counts without listing, by dynamic programming over the broken profile (a transfer
//!   matrix applied cell by cell). Its time depends on the width of the board and not on the count, which
//!   may have hundreds of digits.
//!
//! The first two are [`CoverSearch`]es, which stop at each solution. [`Coverings`] takes the one that
//! suits the puzzle and can leave out all but one of the coverings that are [symmetric](Symmetries) to
//! each other; [counting](Coverings::count_on_all_cores) takes all cores. [`Obstacle`] proves without a search that there is no covering, by areas and colourings.
//!
//! [`search_matrix`] and [`compare`] repeat the measurements of Wang, Zhan and Gao (Solving mathematical
//! and computational problems in Tetris with computer algorithms); [`Problem::parse_matrix`] reads the matrix of any
//! other problem. [`CoveringSheet`] and [`SolidSheet`] draw coverings, and [`play_page`] makes a page of puzzles to solve by hand.
//!
//! ```
//! use tetris_printer::cover::*;
//!
//! let puzzle = Puzzle::of_set("6x6".parse()?, PieceSet::Tetrominoes, Supply::Any)?;
//! let tiling = Tiling::new(puzzle)?;
//! let count = ProfileCounter::new(&tiling)?.count(|_| ())?;
//! assert_eq!(count.to_string(), "178939");
//!
//! let order = OptionOrder::Shuffled { seed: 7 };
//! let settings = CoverSettings { order, ..CoverSettings::default() };
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
mod matrix_text;
mod observer;
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
mod search;
mod solid;
mod stats;
mod symmetry;
mod tiling;

pub use backtrack::Backtracker;
pub use board::{Board, BoardError};
pub use catalog::{KNOWN_PUZZLES, KnownPuzzle};
pub use comparison::{Comparison, Measurement, compare, compare_problem};
pub use coverings::{CoverSettings, Coverings, Method, MethodError};
pub use links::{DancingLinks, ItemChoice, ObservedLinks};
pub use matrix::{MatrixError, search_matrix};
pub use matrix_text::MatrixTextError;
pub use num_bigint::BigUint;
pub use observer::{Observer, Work};
pub use obstacle::{Colouring, Obstacle};
pub use order::OptionOrder;
pub use picture::{CoveringSheet, PictureError};
pub use pieces::{PieceSet, PuzzlePiece, Supply};
pub use play::{TooLargeToPlay, play_page};
pub use polyform::{Coordinates, Freedom, Isometry, Polyform, PolyformError};
pub use problem::{Problem, ProblemError};
pub use profile::{CountError, CountProgress, ProfileCounter};
pub use puzzle::{Puzzle, PuzzleError};
pub use puzzle_file::{JSON_EXAMPLE, PuzzleFileError, TEXT_EXAMPLE};
pub use regions::{RegionGuard, RegionRule};
pub use search::{CoverSearch, CoveringCount};
pub use solid::SolidSheet;
pub use stats::{LevelWork, SearchStats};
pub use symmetry::Symmetries;
pub use tiling::{PiecePlacement, Tiling, TooManyPlacements};
