//! The planner that prints with a fraction of the pieces.
//!
//! It searches backwards. From the finished picture drops are taken back one by one: a piece
//! leaves the field upwards, and the rows that it had cleared are full again. This goes on until
//! the field is empty. Backwards all conditions are in sight: the piece must be there, in the right
//! colour, nothing may be above it, and something must be left that it rests on; forwards a search
//! has to guess which cells it will still be able to reach. The empty field can be come to from almost
//! everywhere, the only question is how many lines it takes.
//!
//! - `undrop`: the ways to take a drop back; `expand`: all of them on a field; `state`: the field.
//! - `score`, `weights` and `patterns`: how far a field looks from the empty one; `beam`: one run of
//!   the search, `level` by `level`; `trail` and `penalties`: how it gets out of dead ends.
//! - `restarts`: many runs over carriers, offsets and chance.
//! - `cover` and `bound`: what no plan can do without; `carriers`: which pieces may leave which
//!   colours; `free`: cells whose content does not matter.

mod beam;
mod bound;
mod carriers;
mod cover;
mod expand;
mod free;
mod level;
mod patterns;
mod penalties;
mod restarts;
mod row;
mod score;
mod sketch;
mod state;
mod target;
mod trail;
mod undrop;
mod weights;
mod window;

pub use bound::{Bound, lower_bound};
pub use carriers::CarrierMode;

use super::feasibility::{Impossible, check_feasible};
use super::{Monitor, Picture, Plan, PlanError};
use crate::game::{Column, FieldSize, PaintedPlayfield, Row as FieldRow};
use carriers::assignments;
use cover::Covers;
use free::FreeCells;
use restarts::{Budget, Problem, improve};
use row::USUAL_WIDTH;

/// How much work to put into a plan. The work is counted, not timed: the same effort gives the same
/// plan on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Effort {
    /// The first good plan.
    Fast,
    /// About two seconds on two cores for a sprite of usual size.
    #[default]
    Normal,
    /// Up to a minute.
    Best,
}

/// What kind of plan is wanted.
#[derive(Clone, Debug, Default)]
pub struct MinimalRequest {
    /// Which pieces may leave cells in the picture, and in how many colours.
    pub carriers: CarrierMode,
    /// How long to look for a plan with fewer pieces.
    pub effort: Effort,
    /// Goes on until the monitor says that the time is up, whatever the effort; the plan then depends on the machine's
    /// speed.
    pub open_ended: bool,
    /// What all random choices are drawn from; another seed finds another plan.
    pub seed: u64,
    /// Never drop the same kind of piece twice in a row.
    pub no_repeat: bool,
    /// Columns of the field, a bit a column, whose content beside the picture's rows does not
    /// matter. The picture's own pixels are printed there all the same.
    pub free_columns: u64,
    /// The field column that the picture's column 0 stands in; chosen by the planner if absent.
    pub left: Option<Column>,
}

impl Effort {
    const fn budget(self) -> Budget {
        match self {
            Effort::Fast => Budget {
                total: 30_000,
                most: 90_000,
                run: 60_000,
                patience: 10,
            },
            Effort::Normal => Budget {
                total: 68_000,
                most: 200_000,
                run: 85_000,
                patience: 7,
            },
            Effort::Best => Budget {
                total: 3_000_000,
                most: 3_000_000,
                run: 400_000,
                patience: 8,
            },
        }
    }
}

/// Plans a print with as few pieces as the effort finds.
///
/// The plan has been replayed and compared with the picture. If the monitor cancels or the time is
/// up, it is the best one so far.
///
/// Errors: [`PlanError::Impossible`] with the proof's reason, [`PlanError::TooManyColors`],
/// [`PlanError::NotFound`] if no run found a plan, [`PlanError::Cancelled`] before the first one.
pub fn plan_minimal(
    picture: &Picture,
    field: FieldSize,
    request: &MinimalRequest,
    monitor: &dyn Monitor,
) -> Result<Plan, PlanError> {
    let free_columns = request.free_columns & field.full_row();
    let lefts = lefts(picture, field, request)?;
    if free_columns == 0 {
        check_feasible(picture, field)?;
    } else {
        choose_free(picture, field, request, lefts[0], 0)?;
    }
    let mut covers = Covers::new(picture);
    let assignments = assignments(picture, request.carriers, request.seed, &mut covers)?;
    let bound = match free_columns {
        0 => lower_bound(picture, field, request.carriers)?.pieces,
        _ => 0,
    };
    let free = |left: usize, number: u64| {
        let choices = [number, 0].into_iter();
        let chosen = choices.filter_map(|choice| {
            choose_free(picture, field, request, left, choice)
                .ok()
                .flatten()
        });
        chosen
            .into_iter()
            .next()
            .unwrap_or_else(|| FreeCells::none(picture))
    };
    let free = |left, number| match free_columns {
        0 => FreeCells::none(picture),
        _ => free(left, number),
    };
    let problem = Problem {
        picture,
        field,
        assignments: &assignments[..assignments.len().min(MOST_ASSIGNMENTS)],
        lefts: &lefts,
        free: &free,
        no_repeat: request.no_repeat,
        seed: request.seed,
        bound,
    };
    let budget = request.effort.budget();
    let plan = if field.width() <= USUAL_WIDTH {
        improve::<u32>(&problem, budget, request.open_ended, monitor)
    } else {
        improve::<u64>(&problem, budget, request.open_ended, monitor)
    };
    match plan {
        Some(plan) if prints(&plan, picture, free_columns) => Ok(plan),
        None if monitor.is_cancelled() => Err(PlanError::Cancelled),
        Some(_) | None => Err(PlanError::NotFound),
    }
}

/// With free carriers only the most promising choices are tried.
const MOST_ASSIGNMENTS: usize = 6;

fn choose_free(
    picture: &Picture,
    field: FieldSize,
    request: &MinimalRequest,
    left: usize,
    choice: u64,
) -> Result<Option<FreeCells>, Impossible> {
    FreeCells::choose(
        picture,
        field,
        left,
        request.free_columns & field.full_row(),
        choice,
        request.seed,
    )
}

/// The offsets to try, the best one first.
fn lefts(
    picture: &Picture,
    field: FieldSize,
    request: &MinimalRequest,
) -> Result<Vec<usize>, Impossible> {
    let (width, height) = (picture.width(), picture.height());
    let too_large = Impossible::TooLarge {
        width,
        height,
        field,
    };
    let room = field.width().checked_sub(width).ok_or(too_large.clone())?;
    if height > field.height() {
        return Err(too_large);
    }
    if let Some(Column(left)) = request.left {
        return if left <= room {
            Ok(vec![left])
        } else {
            Err(too_large)
        };
    }
    Ok(match room < WIDE_ROOM {
        true => vec![room / 2, 0, room],
        false => vec![0, room, room / 2],
    })
}

/// With so many columns beside the picture, those of a scaffold row are filled with fewer pieces if they
/// lie on one side.
const WIDE_ROOM: usize = 8;

/// Whether playing the plan leaves the picture and nothing else.
fn prints(plan: &Plan, picture: &Picture, free_columns: u64) -> bool {
    let (field, left) = (plan.field, plan.left.0);
    let mut played = PaintedPlayfield::new(field);
    if plan.drops.iter().any(|drop| played.drop(*drop).is_err()) {
        return false;
    }
    (0..field.height()).all(|row| {
        let cells = played
            .row(FieldRow(field.height() - 1 - row))
            .iter()
            .enumerate();
        cells.into_iter().all(|(column, cell)| {
            let is_inside =
                row < picture.height() && (left..left + picture.width()).contains(&column);
            let wanted = is_inside
                .then(|| picture.cell(column - left, row))
                .flatten();
            let is_free = free_columns >> column & 1 == 1 && row < picture.height();
            match (wanted, cell) {
                (Some(color), Some(piece)) => plan.carriers.color(*piece) == Some(color),
                (Some(_), None) => false,
                (None, Some(_)) => is_free,
                (None, None) => true,
            }
        })
    })
}
