//! Arguments about planning, and the plan they give.

use clap::{Args, ValueEnum};

use crate::game::FieldSize;
use crate::plan::classic::{
    Effort, MAX_ATTEMPTS, Print, RealtimeOptions, plan_realtime, plan_tables,
};
use crate::plan::feasibility::Impossible;
use crate::plan::{Monitor, Picture, PlanError};
use crate::sprite::Sprite;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Planner {
    /// Patterns from tables, in a millisecond: some nine pieces a pixel
    Tables,
    /// A search for each row, in a fraction of a second: some five pieces a pixel
    Realtime,
    /// The article's own real-time search, for comparison
    Literal,
}

impl Planner {
    pub fn name(self) -> &'static str {
        match self {
            Planner::Tables => "tables",
            Planner::Realtime => "realtime",
            Planner::Literal => "literal",
        }
    }
}

#[derive(Args, Debug)]
pub struct PlanningArgs {
    /// How the drops are found
    #[arg(long, value_enum, default_value_t = Planner::Realtime, help_heading = "Planning")]
    planner: Planner,
    /// The article's own reading of the real-time search, as --planner literal
    #[arg(long, conflicts_with = "planner", help_heading = "Planning")]
    literal: bool,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct SearchArgs {
    /// The same seed gives the same bytes
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Planning")]
    pub seed: u64,
    /// Insertions tried before a start of the packing search is given up
    #[arg(long, value_name = "N", default_value_t = MAX_ATTEMPTS, help_heading = "Planning")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_attempts: u32,
    /// Starts of the packing search before a matrix is given up
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Planning")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub retries: u32,
}

impl PlanningArgs {
    pub fn planner(&self) -> Planner {
        if self.literal {
            Planner::Literal
        } else {
            self.planner
        }
    }

    pub fn search(&self) -> SearchArgs {
        self.search
    }
}

/// Plans a print of the sprite on the standard field.
pub fn plan(
    planner: Planner,
    search: SearchArgs,
    sprite: &Sprite,
    monitor: &dyn Monitor,
) -> Result<Print, PlanError> {
    let picture = Picture::of(sprite).ok_or(Impossible::Empty)?;
    let field = FieldSize::STANDARD;
    let options = RealtimeOptions {
        effort: Effort {
            attempts: search.max_attempts,
            starts: search.retries,
        },
        is_literal: planner == Planner::Literal,
        seed: search.seed,
    };
    match planner {
        Planner::Tables => plan_tables(&picture, field, monitor),
        Planner::Realtime | Planner::Literal => plan_realtime(&picture, field, &options, monitor),
    }
}
