//! Which planner searches for a print, and which one steps in where it finds nothing.

use super::{Found, PrintJob};
use crate::game::FieldSize;
use crate::plan::classic::{self, RealtimeOptions, plan_realtime, plan_tables};
use crate::plan::minimal::{FirstPairs, MinimalRequest, plan_minimal};
use crate::plan::stages::plan_stages;
use crate::plan::{Monitor, PlanError};
use crate::print::Planner;

/// On wider fields the retrograde search is not worth its time.
// Seven combs, chequers and poles of 18 to 390 pixels took it 10 to 40 s and more, and pieces as many as stages or 17 %
// fewer.
const MOST_SEARCHED_COLUMNS: usize = 32;

/// Nor is it for more pixels than this on fields wider than the standard one.
// An estimate: three portraits of 635 to 833 pixels on 25 to 29 columns took it 14 to 30 s, and stages 1 to 3 s; only for
// one were the pieces compared, of which stages took 8 % more.
const MOST_SEARCHED_PIXELS: usize = 600;

impl PrintJob<'_> {
    pub(super) fn find(&self, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        match self.planner {
            Planner::Tables => {
                let passes = plan_tables(&self.picture, self.field, monitor)?;
                Ok(self.in_passes(Planner::Tables, passes))
            }
            Planner::Realtime | Planner::Literal => self.find_realtime(self.planner, monitor),
            Planner::Stages => self.find_stages(monitor),
            Planner::Minimal if self.is_large() => {
                or_else_found(self.find_stages(monitor), || self.find_minimal(monitor))
            }
            Planner::Minimal => {
                or_else_found(self.find_minimal(monitor), || match self.can_be_staged() {
                    true => self.find_row_by_row(monitor),
                    false => Err(PlanError::NotFound),
                })
            }
        }
    }

    /// What the planners find that print row by row: the better of the two, or the quicker one if there is no time.
    fn find_row_by_row(&self, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        let quick = match self.minimal.left {
            Some(_) => None,
            None => self.find_realtime(Planner::Realtime, monitor).ok(),
        };
        let Some(quick) = quick else {
            return self.find_stages(monitor);
        };
        if monitor.is_time_up() {
            return Ok(quick);
        }
        match self.find_stages(monitor) {
            Ok(stages) if stages.plan.drops.len() < quick.plan.drops.len() => Ok(stages),
            Err(PlanError::Cancelled) => Err(PlanError::Cancelled),
            Ok(_) | Err(_) => Ok(quick),
        }
    }

    /// Whether the retrograde search takes longer than stages, and hardly fewer pieces.
    fn is_large(&self) -> bool {
        let width = self.field.width();
        let is_wide = width > MOST_SEARCHED_COLUMNS;
        let is_wider = width > FieldSize::STANDARD.width();
        let has_many_pixels = self.picture.pixel_count() > MOST_SEARCHED_PIXELS;
        (is_wide || is_wider && has_many_pixels) && self.can_be_staged()
    }

    /// Whether stages may step in on a roomier field.
    pub(super) fn can_be_roomy(&self) -> bool {
        matches!(self.planner, Planner::Minimal | Planner::Stages) && self.can_be_staged()
    }

    /// Whether nothing is asked for that only the minimal planner knows.
    pub(super) fn can_be_staged(&self) -> bool {
        let asks_for_pieces = self.minimal.no_repeat || self.minimal.first_pairs != FirstPairs::ALL;
        !asks_for_pieces && self.minimal.free_columns == 0
    }

    fn find_minimal(&self, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        let plan = plan_minimal(&self.picture, self.field, &self.minimal, monitor)?;
        Ok(Found {
            planner: Planner::Minimal,
            plan,
            passes: None,
        })
    }

    pub(super) fn find_stages(&self, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        let MinimalRequest { carriers, left, .. } = self.minimal;
        let plan = plan_stages(
            &self.picture,
            self.field,
            carriers,
            left,
            self.seed,
            monitor,
        )?;
        Ok(Found {
            planner: Planner::Stages,
            plan,
            passes: None,
        })
    }

    fn find_realtime(&self, planner: Planner, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        let method = match planner == Planner::Literal {
            true => RealtimeOptions::literal(),
            false => RealtimeOptions::default(),
        };
        let options = RealtimeOptions {
            seed: self.seed,
            ..method
        };
        let passes = plan_realtime(&self.picture, self.field, &options, monitor)?;
        Ok(self.in_passes(planner, passes))
    }

    fn in_passes(&self, planner: Planner, passes: classic::Print) -> Found {
        Found {
            planner,
            plan: passes.to_plan(self.field),
            passes: Some(passes),
        }
    }
}

/// What the second planner finds where the first one finds nothing. If both fail, the error is that of the
/// first one, unless the second one was cancelled.
fn or_else_found(
    first: Result<Found, PlanError>,
    second: impl FnOnce() -> Result<Found, PlanError>,
) -> Result<Found, PlanError> {
    let Err(error @ (PlanError::NotFound | PlanError::TooHigh { .. })) = first else {
        return first;
    };
    second().map_err(|second| match second {
        PlanError::Cancelled => PlanError::Cancelled,
        _ => error,
    })
}
