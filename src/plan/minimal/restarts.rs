//! Restarts: runs over assignments, offsets and noise, each of which must beat the best plan so
//! far.

use super::beam::{BeamSettings, search};
use super::budget::{ScaledBudget, WorkBudget};
use super::first_pairs::FirstPairs;
use super::free_columns::FreeColumns;
use super::level::BeamWidth;
use super::row_bits::RowBits;
use super::target::Target;
use super::unmove::UnmoveGroup;
use super::weights::Weights;
use crate::game::{Column, FieldSize};
use crate::plan::{Carriers, Monitor, Picture, Plan, Progress};

// The longest run of fillers brings the cells of this many lines: enough to build and clear a platform.
// Without a limit a run fills up with fields that only build and clear.
const FILLER_LINES: usize = 5;
const LEAST_FILLERS: usize = 24;

/// The most fillers in a row on a field.
pub fn most_fillers(field: FieldSize) -> u8 {
    (FILLER_LINES * field.width() / 4).max(LEAST_FILLERS) as u8
}

// How many pieces per pixel a first plan may take, and how many on top. The dearest prints known, of
// large pictures with large transparent parts, take 2.3; the limit ends searches that lead nowhere.
const MOST_PIECES_A_PIXEL: usize = 4;
const MOST_PIECES_MORE: usize = 80;

// The most that noise adds to a score in all runs but the first: a third of what a scaffold run is
// worth. It makes runs differ; how much it is was measured to matter little.
const NOISE: i32 = 1000;

/// What the runs search for.
pub struct SearchTask<'a> {
    pub picture: &'a Picture,
    pub field: FieldSize,
    pub assignments: &'a [Carriers],
    /// The field columns that the picture's column 0 may stand in, the best one first.
    pub offsets: &'a [usize],
    /// Of these the one that may take more pieces than the others.
    pub preferred: Option<usize>,
    pub free_columns: &'a FreeColumns<'a>,
    pub weights: &'a Weights,
    pub no_repeat: bool,
    pub first_pairs: FirstPairs,
    pub seed: u64,
    /// Pieces below which no plan can be.
    pub bound: usize,
    /// Whether runs go on when the budget is spent.
    pub open_ended: bool,
}

/// How many pieces at the preferred offset are worth as much as a hundred elsewhere.
const PREFERENCE: usize = 105;

impl SearchTask<'_> {
    /// The lines that clear with so many pieces.
    fn lines(&self, pieces: usize) -> usize {
        (4 * pieces - self.picture.pixel_count()) / self.field.width()
    }

    /// The most lines that clear with fewer than so many pieces.
    fn lines_below(&self, pieces: usize) -> usize {
        (4 * pieces).saturating_sub(self.picture.pixel_count() + 1) / self.field.width()
    }

    /// What each piece counts where the picture stands at this offset.
    fn piece_cost(&self, offset: usize) -> usize {
        match self.preferred {
            Some(preferred) if preferred != offset => PREFERENCE,
            _ => 100,
        }
    }

    fn cost(&self, plan: &Plan) -> usize {
        plan.drops.len() * self.piece_cost(plan.left.0)
    }
}

/// Runs until the budget is spent, the monitor stops it, or the plan is as short as the bound.
pub fn improve<R: RowBits>(
    task: &SearchTask,
    budget: WorkBudget,
    monitor: &dyn Monitor,
) -> Option<Plan> {
    let groups = UnmoveGroup::all();
    let mut restarts = Restarts {
        task,
        budget: budget.scaled(task.picture, task.field),
        best: None,
        expanded: 0,
        runs: 0,
    };
    let is_stopped = || monitor.is_cancelled() || monitor.is_time_up();
    while !is_stopped() && !restarts.is_done() {
        let keep_going = |expanded| {
            monitor.on_progress(restarts.progress(expanded));
            !is_stopped()
        };
        let (plan, expanded) = restarts.next_run().search::<R>(task, &groups, &keep_going);
        restarts.add(plan, expanded);
        monitor.on_progress(restarts.progress(0));
    }
    restarts.best
}

/// The runs so far.
struct Restarts<'a> {
    task: &'a SearchTask<'a>,
    budget: ScaledBudget,
    best: Option<Plan>,
    expanded: u64,
    runs: u64,
}

impl Restarts<'_> {
    fn add(&mut self, plan: Option<Plan>, expanded: u64) {
        self.runs += 1;
        self.expanded += expanded;
        let best = self.best.take().into_iter().chain(plan);
        // Of equals the first.
        self.best = best.min_by_key(|plan| self.task.cost(plan));
    }

    fn pieces(&self) -> Option<usize> {
        self.best.as_ref().map(|plan| plan.drops.len())
    }

    /// `expanded` states have been expanded in the current run.
    fn progress(&self, expanded: u64) -> Progress {
        let done = self.expanded + expanded;
        let is_late = self.best.is_none() && done > self.budget.total;
        let total = if is_late {
            self.budget.patience
        } else {
            self.budget.total
        };
        Progress {
            done: done.min(total),
            total,
            pieces: self.pieces(),
        }
    }

    fn is_done(&self) -> bool {
        match self.pieces() {
            Some(_) if self.has_to_try_preferred() => false,
            Some(pieces) if pieces <= self.task.bound => true,
            Some(_) => !self.task.open_ended && self.expanded >= self.budget.total,
            None => self.expanded >= self.budget.patience,
        }
    }

    /// Whether there was no run at the preferred offset yet, though the effort compares places.
    fn has_to_try_preferred(&self) -> bool {
        let tried = &self.task.offsets[..self.task.offsets.len().min(self.runs as usize)];
        let is_untried = |preferred| !tried.contains(&preferred);
        self.budget.compares_places && self.task.preferred.is_some_and(is_untried)
    }

    fn next_run(&self) -> Run {
        let task = self.task;
        let number = self.runs as usize;
        let offsets = task.offsets.len();
        let offset = number % offsets;
        let (assignment, lines, patience) = match &self.best {
            // Every offset for each assignment in turn.
            Some(best) => {
                let cost = task.cost(best);
                let too_many = cost.div_ceil(task.piece_cost(task.offsets[offset]));
                (number / offsets, task.lines_below(too_many), 0)
            }
            // Another assignment each time, and as much work for the next one.
            None => {
                let pieces = MOST_PIECES_A_PIXEL * task.picture.pixel_count() + MOST_PIECES_MORE;
                (number, task.lines(pieces), self.budget.patience / 2)
            }
        };
        Run {
            number: self.runs,
            assignment: assignment % task.assignments.len(),
            offset,
            beam_width: self.budget.beam_width,
            lines: lines as u32,
            patience,
        }
    }
}

/// A run: what it searches with.
#[derive(Clone, Copy, Debug)]
struct Run {
    number: u64,
    /// Indices into the task's assignments and offsets.
    assignment: usize,
    offset: usize,
    beam_width: BeamWidth,
    lines: u32,
    patience: u64,
}

impl Run {
    /// The plan if one was found, and how many states were expanded.
    fn search<R: RowBits>(
        &self,
        task: &SearchTask,
        groups: &[UnmoveGroup],
        keep_going: &dyn Fn(u64) -> bool,
    ) -> (Option<Plan>, u64) {
        let carriers = task.assignments[self.assignment];
        let offset = task.offsets[self.offset];
        let free = task.free_columns.content(self.offset, self.number);
        let target = Target::<R>::new(task.picture, task.field, &carriers, offset, &free);
        let settings = BeamSettings {
            width: self.beam_width,
            noise: if self.number == 0 { 0 } else { NOISE },
            seed: task.seed.wrapping_add(self.number),
            lines: self.lines,
            fillers: most_fillers(task.field),
            no_repeat: task.no_repeat,
            first_pairs: task.first_pairs,
            patience: self.patience,
        };
        let outcome = search(&target, task.weights, groups, &settings, |history| {
            keep_going(history.expanded)
        });
        let plan = outcome.drops.map(|drops| Plan {
            field: task.field,
            carriers,
            left: Column(offset),
            drops,
            platforms: 0,
        });
        (plan, outcome.expanded)
    }
}
