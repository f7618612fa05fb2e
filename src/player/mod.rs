//! A greedy player: it evaluates every placement of a piece and takes the best.
//!
//! ```text
//! Generator -> GreedyGame -> PlayedMove, PlayedMove, ... -> path, print script
//!                  |
//!                  +-- Environment: deals the pieces, alone or on a console (Machine), also the original
//!                  +-- Policy: Options (where can it go?), Stack (which features?), Weights (how good?)
//! ```
//!
//! A placement is described by nine [`Features`]; their weighted sum is its value, and the largest
//! value wins. Ties go to the smaller [`priority`]. With a target score, placements that would
//! overshoot it are refused, and where the stack comes near the top, the player thinks ahead (`foresight`).
//!
//! The report that this player follows (Song Jinduo, on greedy search) has two errors. It calls the
//! larger value better in one place and the smaller one in another; the first is right, since its
//! weights penalize height and holes. And its formula for breaking ties is missing; Dellacherie's is
//! used instead, which agrees with the surrounding text. The path that it prints as a sample, 145 pieces to 50
//! points, was not played on the ten columns that it speaks of: its centres reach column 14 and row 23. A field of
//! 15x25 plays such a path.
//!
//! ```
//! use tetris_printer::game::{End, FieldSize};
//! use tetris_printer::player::{GreedyGame, Generator, Goal, Lookahead, Preset, GameSettings, Venue};
//!
//! let settings = GameSettings {
//!     field: FieldSize::ORIGINAL,
//!     weights: Preset::Dellacherie.weights(),
//!     lookahead: Lookahead::One,
//!     generator: Generator::Uniform,
//!     goal: Goal { target: Some(50), ..Goal::default() },
//!     venue: Venue::Field,
//! };
//! let mut game = GreedyGame::new(&settings, 1);
//! while game.step().is_some() {}
//! assert_eq!((game.end(), game.totals().score), (Some(End::Target), 50));
//! ```

mod bits;
mod environment;
mod features;
mod foresight;
mod game;
mod machine;
mod options;
mod path;
mod pieces;
mod policy;
mod score;
mod series;
mod stack;
mod tune;
mod weights;

pub use environment::Venue;
pub use features::{Feature, Features};
pub use game::{GameSettings, Goal, GreedyGame, PlayedMove, Totals};
pub use options::priority;
pub use path::{Centre, HEADROOM, PathStep, script_of, write_path};
pub use pieces::{Generator, Pieces};
pub use policy::Lookahead;
pub use series::{GameResult, Mean, play, play_series};
pub use stack::WIDEST;
pub use tune::{Generation, Tuning, TuningError, TuningSettings};
pub use weights::{Preset, Weights, WeightsError};
