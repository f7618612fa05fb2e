//! Arguments about planning, and the plan they give.

use clap::{Args, ValueEnum};

use crate::game::FieldSize;
use crate::plan::classic::{
    Effort, MAX_ATTEMPTS, Print, RealtimeOptions, plan_realtime, plan_tables,
};
use crate::plan::feasibility::Impossible;
use crate::plan::minimal::{self, CarrierMode, MinimalRequest, lower_bound, plan_minimal};
use crate::plan::{Monitor, Picture, Plan, PlanError};
use crate::sprite::Sprite;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Planner {
    /// Patterns from tables, in a millisecond: some nine pieces a pixel
    Tables,
    /// A search for each row, in a fraction of a second: some five pieces a pixel
    Realtime,
    /// The article's own real-time search, for comparison
    Literal,
    /// A search back from the finished picture, in some seconds: about one piece a pixel
    Minimal,
}

impl Planner {
    pub fn name(self) -> &'static str {
        match self {
            Planner::Tables => "tables",
            Planner::Realtime => "realtime",
            Planner::Literal => "literal",
            Planner::Minimal => "minimal",
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
    #[command(flatten)]
    minimal: MinimalArgs,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CarriersName {
    /// J, T and L; the other pieces never stay
    Classic,
    /// The console's three styles: J and S, T, O and I, L and Z
    Nes,
    /// Any piece any colour, for up to seven colours
    Free,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EffortName {
    Fast,
    Normal,
    Best,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct MinimalArgs {
    /// The pieces that carry the colours with --planner minimal
    #[arg(long, value_enum, default_value_t = CarriersName::Nes, help_heading = "Planning")]
    carriers: CarriersName,
    /// How long --planner minimal searches
    #[arg(long, value_enum, default_value_t = EffortName::Normal, help_heading = "Planning")]
    effort: EffortName,
}

impl MinimalArgs {
    fn request(&self, seed: u64) -> MinimalRequest {
        let carriers = match self.carriers {
            CarriersName::Classic => CarrierMode::Classic,
            CarriersName::Nes => CarrierMode::Nes,
            CarriersName::Free => CarrierMode::Free,
        };
        let effort = match self.effort {
            EffortName::Fast => minimal::Effort::Fast,
            EffortName::Normal => minimal::Effort::Normal,
            EffortName::Best => minimal::Effort::Best,
        };
        MinimalRequest {
            carriers,
            effort,
            seed,
            ..MinimalRequest::default()
        }
    }
}

/// A plan, and what its planner knows about it.
pub struct Planned {
    /// Who found it: where the minimal planner finds nothing, the real-time search steps in.
    pub planner: Planner,
    pub plan: Plan,
    /// The passes of a classic planner.
    pub print: Option<Print>,
    /// The pieces that no plan with these carriers can do without.
    pub bound: Option<usize>,
}

impl PlanningArgs {
    pub fn planner(&self) -> Planner {
        if self.literal {
            Planner::Literal
        } else {
            self.planner
        }
    }

    pub fn seed(&self) -> u64 {
        self.search.seed
    }

    /// Plans a print of the sprite on the standard field.
    pub fn plan(&self, sprite: &Sprite, monitor: &dyn Monitor) -> Result<Planned, PlanError> {
        plan(self.planner(), self.search, self.minimal, sprite, monitor)
    }
}

/// Plans a print of the sprite on the standard field.
pub fn plan(
    planner: Planner,
    search: SearchArgs,
    minimal: MinimalArgs,
    sprite: &Sprite,
    monitor: &dyn Monitor,
) -> Result<Planned, PlanError> {
    let picture = Picture::of(sprite).ok_or(Impossible::Empty)?;
    let field = FieldSize::STANDARD;
    let classic = |planner, print: Print| Planned {
        planner,
        plan: print.to_plan(field),
        print: Some(print),
        bound: None,
    };
    let realtime = |planner| {
        let options = RealtimeOptions {
            effort: Effort {
                attempts: search.max_attempts,
                starts: search.retries,
            },
            is_literal: planner == Planner::Literal,
            seed: search.seed,
        };
        plan_realtime(&picture, field, &options, monitor).map(|print| classic(planner, print))
    };
    match planner {
        Planner::Tables => Ok(classic(planner, plan_tables(&picture, field, monitor)?)),
        Planner::Realtime | Planner::Literal => realtime(planner),
        Planner::Minimal => {
            let request = minimal.request(search.seed);
            match plan_minimal(&picture, field, &request, monitor) {
                Ok(plan) => {
                    let bound = Some(lower_bound(&picture, field, request.carriers)?.pieces);
                    Ok(Planned {
                        planner,
                        plan,
                        print: None,
                        bound,
                    })
                }
                Err(PlanError::NotFound) => realtime(Planner::Realtime),
                Err(error) => Err(error),
            }
        }
    }
}
