//! The planner that prints with a fraction of the pieces: a beam search backwards from the picture.
//!
//! # Backwards
//!
//! The search begins with the finished picture and takes drops back one by one. Such a retrograde
//! move, an *unmove*, lets a piece leave the field upwards; if its drop had cleared lines, these
//! are full again. The rows that come back in this way are *scaffold*: sacrificial cells that no
//! pixel needs, in rows that a later drop clears. When the field is empty, the unmoves in reverse
//! order are the plan.
//!
//! Backwards all conditions are in sight: the piece must be there, in a colour that it carries,
//! nothing may be above it, and something must remain that it rests on. Forwards a search has to
//! guess which cells it will still be able to reach. The empty field is reachable from almost any
//! state; the question is how many lines it takes, since 4 x pieces = pixels + width x lines.
//!
//! # The parts
//!
//! * `unmove`: the unmoves of all poses. Which cells a piece can rest on is `Unmove::supports`; it
//!   is tested in `surface`, for all columns at a time.
//! * `state`: a field of the search. `target`: the picture on the field. `row_bits`: their rows as
//!   masks.
//! * `expand`: all predecessors of a field; `sketch` scores them before they are made.
//! * `score`: the heuristic cost-to-go, a sum of the features in `weights` and of the `patterns` of
//!   cells `around` a cell. The weights are fitted to plans that were found: [`training`] makes them
//!   anew, and says how to add a feature.
//! * `beam`: one run, `level` by `level`. It backtracks from dead ends (`history`) and penalizes
//!   what caused them (`penalties`: guided local search).
//! * `run`: what is searched for, and one run of it. `restarts`: runs with other `carriers`, offsets, `free_columns`
//!   and noise until the `budget` is spent, or no shorter plan is within reach (`ease`). `heats` choose the carriers.
//! * `cover` and `bound`: what no plan can do without.
//!
//! The work is counted in expanded states and all noise is a hash of field and seed, so a request
//! has the same plan on every machine and any number of threads.
//!
//! # What was tried and did not help
//!
//! In a beam search forwards, the predecessor of this one, on 20 and more old games' sprites:
//!
//! * Searching forwards at all: it needs tests for cells that can no longer be reached, for closed
//!   components and for cells that no piece covers, and more pieces all the same.
//! * Cutting a level by score alone: it fills up with fields that have just got rid of scaffold.
//! * A canonical order of independent drops, so that no permutation is searched twice: longer plans.
//! * Two scaffold rows at most: longer plans.
//! * A limit on the children of a field, other noise, most single weights: no difference beyond the
//!   4 % by which runs differ anyway.
//! * A beam 5 to 30 times wider: 1.01 pieces per pixel instead of 1.07.
//!
//! In this one:
//!
//! * Many narrow runs: 1.25 pieces per pixel, where one wide run took 1.15 with less work.
//! * Of the previous weights, those of the patterns at full strength: scaled by 0.7 they took fewer pieces.
//! * Weights fitted anew to ten drawings (`train --quick`): 1.05 pieces per pixel on five others, as
//!   before.
//! * Weights fitted anew to 197,000 fields of 1,407 sprites and icons of 55 packages: the log loss on other games falls from
//!   2.488 to 2.442 nats, but 257 foreign sprites take no more than 0.4 % fewer pieces, which may be chance.
//! * Other weights of a pixel that remains (half as much, three quarters, half as much again), by which fields with more and
//!   fewer pixels compare: just as many pieces on 115 sprites by others, 1.037 a pixel with the effort `Glance`.
//! * The assignment of colours with which a narrow run finds the shortest of six plans: 2 % fewer pieces on 57 foreign
//!   sprites in 2.3 times the time, no better than so much more width. A regression over the runs and shapes of each
//!   colour, fitted to six narrow runs of 429, chose worse than the covers do: 1.130 pieces per pixel instead of 1.127.
//! * A narrow run first, so that the wide one may clear fewer lines: just as many pieces.
//! * `heats` that rank the offsets, too, instead of the assignments at one offset: with the middle preferred no fewer
//!   pieces than the covers' choice on 54 foreign sprites, in a quarter more time. Rounds of them that narrow the choice
//!   step by step chose worse. Twice as wide: no better (1.150 pieces a pixel on 193 of them, where those of today take 1.143
//!   and the covers' choice 1.156).
//! * To foretell the assignment from the cells, lone cells and runs of each colour and from its covers, fitted to 18 full runs
//!   of each of 59 sprites: no better than the covers alone.
//! * Ending a run after the first on its way, where its fields score no better than those of the best run did at about
//!   the same depth: simulated on five runs of each of 165 sprites it saves less time than it costs pieces.
//! * A tighter margin of pruning where lines are restored (0 for 5,000): a tenth less time, 0.7 % more pieces on 193 sprites.
//! * A beam that gets narrower on its way, from 1.4 to 0.6 times its width: 1.0 % fewer pieces on 62 foreign sprites, but
//!   1.2 % more on 195 others. One that gets wider: no difference on the 62.
//! * Tables of larger patterns (3x4, 2x7, 4x3 and 6x2 cells) beside those of today: fitted to 46,000 fields on the way of
//!   plans they lower the log loss on other games' sprites from 2.93 to 2.85 nats, and from the second pass on raise it.
//! * A penalty for drops far from the last one, so that the search works in one place: some wide
//!   pictures took fewer pieces, others were not found any more.
//! * Instead of it, stages of one to three scaffold rows that all clear at the stage's end, by an
//!   exact sweep over the columns: sides that hang at both walls have no cover, except with four
//!   rows, which costs too much.

mod around;
mod beam;
mod bound;
mod budget;
mod carriers;
mod cover;
mod ease;
mod expand;
mod first_pairs;
mod free_columns;
mod heats;
mod history;
mod level;
mod patterns;
mod penalties;
mod restarts;
mod row_bits;
mod run;
mod score;
mod sketch;
mod state;
mod surface;
mod target;
pub mod training;
mod unmove;
mod weights;

pub use bound::{Bound, lower_bound};
pub use carriers::CarrierMode;
pub use first_pairs::FirstPairs;

use super::feasibility::Impossible;
use super::{Monitor, Picture, Plan, PlanError};
use crate::game::{Column, FieldSize};
pub use budget::Effort;
use budget::WorkBudget;
use carriers::assignments;
use cover::Covers;
use free_columns::FreeColumns;
use restarts::improve;
use row_bits::{USUAL_WIDTH, WIDEST};
use run::SearchTask;
use weights::Weights;

/// What kind of plan is wanted.
#[derive(Clone, Debug, Default)]
pub struct MinimalRequest {
    /// Which pieces may leave cells in the picture, and in how many colours.
    pub carriers: CarrierMode,
    /// How long to look for a plan with fewer pieces.
    pub effort: Effort,
    /// Go on with runs of this effort until [`Monitor::is_time_up`], so that the plan depends on
    /// the machine's speed. Without any plan the search still ends with the effort's budget.
    pub open_ended: bool,
    /// What all random choices are drawn from; another seed finds another plan.
    pub seed: u64,
    /// Never drop the same kind of piece twice in a row.
    pub no_repeat: bool,
    /// The first two pieces, where the game does not deal every beginning.
    pub first_pairs: FirstPairs,
    /// Columns of the field, one bit per column, whose content beside the picture's rows does not
    /// matter. The picture's own pixels are printed there all the same.
    pub free_columns: u64,
    /// The field column that the picture's column 0 stands in; chosen by the planner if absent.
    pub left: Option<Column>,
    /// What the planner looks at when it chooses that column.
    pub placement: Placement,
}

/// Where the planner puts a picture that has room on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Placement {
    /// Wherever it takes the fewest pieces.
    #[default]
    Cheapest,
    /// In the middle, unless another place saves more than five in a hundred pieces.
    Middle,
}

// With free carriers only the most promising assignments are tried: each further run takes the next
// one, and few searches come to more runs than these times the offsets.
const MOST_ASSIGNMENTS: usize = 6;

// With this many columns beside the picture, the cells of a scaffold row there take fewer pieces if
// they lie on one side, where they are bridged from one end only. On the standard field, that is
// for pictures of up to 13 columns, 3 to 9 % of the pieces; wider pictures are better off in the
// middle.
const WIDE_ROOM: usize = 8;

/// Plans a print with as few pieces as the effort finds.
///
/// If the monitor cancels or its time is up, the plan is the best one so far. The planner does not
/// replay its plan: compare what it prints with [`verify`](mod@crate::verify).
///
/// Errors: [`PlanError::Impossible`] with the proof's reason, [`PlanError::TooManyColors`],
/// [`PlanError::NotFound`] if no run found a plan, [`PlanError::Cancelled`] before the first one.
pub fn plan_minimal(
    picture: &Picture,
    field: FieldSize,
    request: &MinimalRequest,
    monitor: &dyn Monitor,
) -> Result<Plan, PlanError> {
    plan_with(Weights::trained(), picture, field, request, monitor)
}

/// The same with other weights.
fn plan_with(
    weights: &Weights,
    picture: &Picture,
    field: FieldSize,
    request: &MinimalRequest,
    monitor: &dyn Monitor,
) -> Result<Plan, PlanError> {
    if field.width() > WIDEST {
        return Err(PlanError::NotFound);
    }
    let mut offsets = offsets(picture, field, request.left)?;
    let middle = (field.width() - picture.width()) / 2;
    let prefers_middle = request.placement == Placement::Middle && offsets.contains(&middle);
    let preferred = (prefers_middle && request.free_columns == 0).then_some(middle);
    if let Some(middle) = preferred {
        // Right after the best one, which it is compared with: tried first it took 28 % more pieces for a gem.
        offsets[1..].sort_by_key(|offset| *offset != middle);
    }
    let free_columns =
        FreeColumns::new(picture, field, request.free_columns, &offsets, request.seed)?;
    let mut covers = Covers::new(picture);
    let mut assignments = assignments(picture, request.carriers, request.seed, &mut covers)?;
    assignments.truncate(MOST_ASSIGNMENTS);
    let bound = if free_columns.is_empty() {
        lower_bound(picture, field, request.carriers)?.pieces
    } else {
        0
    };
    let task = SearchTask {
        picture,
        field,
        assignments: &assignments,
        offsets: &offsets,
        preferred,
        free_columns: &free_columns,
        weights,
        no_repeat: request.no_repeat,
        first_pairs: request.first_pairs,
        seed: request.seed,
        bound,
        open_ended: request.open_ended,
    };
    let budget = WorkBudget::of(request.effort, request.carriers);
    let plan = if field.width() <= USUAL_WIDTH {
        improve::<u32>(&task, budget, monitor)
    } else {
        improve::<u64>(&task, budget, monitor)
    };
    match plan {
        Some(plan) => Ok(plan),
        None if monitor.is_cancelled() => Err(PlanError::Cancelled),
        None => Err(PlanError::NotFound),
    }
}

/// The field columns to try for the picture's column 0, the best one first; never none.
fn offsets(
    picture: &Picture,
    field: FieldSize,
    left: Option<Column>,
) -> Result<Vec<usize>, Impossible> {
    let (width, height) = (picture.width(), picture.height());
    let too_large = Impossible::TooLarge {
        width,
        height,
        field,
    };
    if width > field.width() || height > field.height() {
        return Err(too_large);
    }
    let room = field.width() - width;
    match left {
        Some(Column(left)) if left <= room => Ok(vec![left]),
        Some(_) => Err(too_large),
        None if room < WIDE_ROOM => Ok(vec![room / 2, 0, room]),
        None => Ok(vec![0, room, room / 2]),
    }
}
