//! The greedy player: it looks at every placement of a piece and takes the one it likes best.
//!
//! ```text
//! Generator -> GreedyGame -> PlayedMove, PlayedMove, ... -> path, print script
//!               |
//!              Policy: Options (where can it go?), Stack (what does it come to?), Weights (is it good?)
//! ```
//!
//! What a placement comes to are eight [`Features`]; their weighted sum is its value, and the largest
//! value wins. Of equal values the smaller [`priority`] is taken. With a target score, placements that
//! would overshoot it are refused.
//!
//! The report that this player follows (Song Jinduo, on greedy search) has two errors. It says in one
//! place that the larger value is better and in another that the smaller one is: the first is right,
//! as its weights punish height and holes. And its formula for breaking ties is lost; what stands in
//! its place is Dellacherie's, which the words around the gap agree with.
//!
//! ```
//! use tetris_printer::game::FieldSize;
//! use tetris_printer::player::{End, GreedyGame, Generator, Goal, Lookahead, Preset, GameSettings};
//!
//! let settings = GameSettings {
//!     field: FieldSize::ORIGINAL,
//!     weights: Preset::Dellacherie.weights(),
//!     lookahead: Lookahead::One,
//!     generator: Generator::Uniform,
//!     goal: Goal { target: Some(50), ..Goal::default() },
//!     console: None,
//! };
//! let mut game = GreedyGame::new(&settings, 1);
//! while game.step().is_some() {}
//! assert_eq!((game.end(), game.totals().score), (Some(End::Target), 50));
//! ```

mod bits;
mod environment;
mod features;
mod game;
mod options;
mod path;
mod pieces;
mod policy;
mod score;
mod series;
mod stack;
mod tune;
mod weights;

pub use features::{Feature, Features};
pub use game::{End, GameSettings, Goal, GreedyGame, PlayedMove, Totals};
pub use options::priority;
pub use path::{Centre, HEADROOM, PathStep, script_of, write_path};
pub use pieces::{Generator, ParseGeneratorError, Pieces};
pub use policy::Lookahead;
pub use series::{GameResult, Mean, play, play_series};
pub use tune::{Generation, Tuning, TuningError, TuningSettings};
pub use weights::{Preset, Weights, WeightsError};
