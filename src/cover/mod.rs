//! Exact cover, and the tilings and polyform puzzles that are one.
mod links;
mod order;
mod polyform;
mod problem;
mod tally;
mod watch;

pub use links::{Choice, Search};
pub use order::Order;
pub use polyform::{Cell, Freedom, Motion, Polyform, PolyformError};
pub use problem::{Problem, ProblemError};
pub use tally::{LevelWork, Tally};
pub use watch::Watch;
