//! Many runs over assignments, offsets and chance, each of which must beat the best plan so far.

use super::beam::{BeamSettings, search};
use super::free::FreeCells;
use super::level::Most;
use super::row::{Row, USUAL_WIDTH};
use super::target::Target;
use super::undrop::Opening;
use crate::game::{Column, FieldSize};
use crate::plan::{Carriers, Monitor, Picture, Plan, Progress};

/// The most drops in a row of which no pixel stays: enough to fill some lines.
const STALL_LINES: usize = 5;
const LEAST_STALL: usize = 24;
const LEAST_LEVEL: usize = 72;
/// The levels of a picture of usual size. Larger ones get longer runs, and really large ones more of
/// them: they have more pieces to save.
const USUAL_LEVELS: f64 = 220.0;
const MOST_TIMES_LONGER: f64 = 3.0;
const LARGE_LEVELS: f64 = 260.0;
/// How many more pieces than this a pixel a first plan may take, and how many on top.
const MOST_PIECES_A_PIXEL: usize = 4;
const MOST_PIECES_MORE: usize = 80;

/// How much work is done, in expanded states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// For all runs together over a picture of usual size, once there is a plan.
    pub total: u64,
    /// The most for all runs over a large one.
    pub most: u64,
    /// For a run over a picture of usual size that comes to no dead end.
    pub run: u64,
    /// As long as there is no plan, so many times the work of such a run is done.
    pub patience: u64,
}

/// The same for a picture, whatever its size.
#[derive(Clone, Copy, Debug)]
struct Work {
    total: u64,
    /// The states of a level.
    level: usize,
    /// How much is done without a plan.
    patience: u64,
}

impl Budget {
    fn of(self, problem: &Problem) -> Work {
        let pixels = problem.picture.pixel_count();
        let width = problem.field.width();
        let levels = pixels + pixels / 8 + 20;
        let longer = (levels as f64 / USUAL_LEVELS).clamp(1.0, MOST_TIMES_LONGER);
        let more = (levels as f64 / LARGE_LEVELS).powi(4).max(1.0);
        let total = (self.total as f64 * more).min(self.most as f64);
        // A state of a wider field is more work, so it gets fewer.
        let share = USUAL_WIDTH.min(width) as f64 / width as f64;
        let states = self.run as f64 * longer * share;
        let level = (states as usize / levels).max(LEAST_LEVEL);
        Work {
            total: (total * share) as u64,
            level,
            patience: self.patience * (level * levels) as u64,
        }
    }
}

/// What the runs search for.
pub(super) struct Problem<'a> {
    pub picture: &'a Picture,
    pub field: FieldSize,
    pub assignments: &'a [Carriers],
    /// The offsets worth trying, the best one first.
    pub lefts: &'a [usize],
    /// The contents of the free cells worth trying for each offset; never empty.
    pub free: &'a (dyn Fn(usize, u64) -> FreeCells + Sync),
    pub no_repeat: bool,
    pub seed: u64,
    /// Pieces below which no plan can be.
    pub bound: usize,
}

/// A run: what it searches with.
#[derive(Clone, Copy, Debug)]
struct Run {
    number: u64,
    assignment: usize,
    left: usize,
    seed: u64,
    level: usize,
    lines: u32,
    patience: u64,
}

/// What is known after some runs.
struct Progressing {
    best: Option<Plan>,
    expanded: u64,
    runs: u64,
}

/// Runs until the budget is spent, the time is up, or the plan is as short as the bound.
pub(super) fn improve<R: Row>(
    problem: &Problem,
    budget: Budget,
    open_ended: bool,
    monitor: &dyn Monitor,
) -> Option<Plan> {
    let openings = Opening::all();
    let work = budget.of(problem);
    let is_stopped = || monitor.is_cancelled() || monitor.is_time_up();
    let mut so_far = Progressing {
        best: None,
        expanded: 0,
        runs: 0,
    };
    while !is_stopped() && !so_far.is_done(problem, work, open_ended) {
        let run = so_far.next_run(problem, work);
        let goes_on = |expanded| {
            monitor.on_progress(so_far.progress(work, expanded));
            !is_stopped()
        };
        let (plan, expanded) = run.search::<R>(problem, &openings, &goes_on);
        so_far.runs += 1;
        so_far.expanded += expanded;
        if let Some(plan) = plan
            && so_far
                .pieces()
                .is_none_or(|pieces| plan.drops.len() < pieces)
        {
            so_far.best = Some(plan);
        }
        monitor.on_progress(so_far.progress(work, 0));
    }
    so_far.best
}

impl Progressing {
    fn pieces(&self) -> Option<usize> {
        self.best.as_ref().map(|plan| plan.drops.len())
    }

    /// With so many states expanded in the current run.
    fn progress(&self, work: Work, expanded: u64) -> Progress {
        let done = self.expanded + expanded;
        let is_searching_on = self.best.is_none() && done > work.total;
        let total = if is_searching_on {
            work.patience
        } else {
            work.total
        };
        Progress {
            done: done.min(total),
            total,
            pieces: self.pieces(),
        }
    }

    fn is_done(&self, problem: &Problem, work: Work, open_ended: bool) -> bool {
        match self.pieces() {
            Some(pieces) if pieces <= problem.bound => true,
            Some(_) => !open_ended && self.expanded >= work.total,
            None => self.expanded >= work.patience,
        }
    }

    /// Every offset for each choice of carriers in turn; as long as there is no plan, other carriers
    /// each time.
    fn next_run(&self, problem: &Problem, work: Work) -> Run {
        let number = self.runs as usize;
        let (choices, offsets) = (problem.assignments.len(), problem.lefts.len());
        let pixels = problem.picture.pixel_count();
        let width = problem.field.width();
        let lines = |pieces| (4 * pieces - pixels) / width;
        let (choice, lines, patience) = match self.pieces() {
            Some(pieces) => (number / offsets, lines(pieces).saturating_sub(1), 0),
            // The next choice gets as much work.
            None => (
                number,
                lines(MOST_PIECES_A_PIXEL * pixels + MOST_PIECES_MORE),
                work.patience / 2,
            ),
        };
        Run {
            number: self.runs,
            assignment: choice % choices,
            left: problem.lefts[number % offsets],
            seed: problem.seed.wrapping_add(self.runs),
            level: work.level,
            lines: lines as u32,
            patience,
        }
    }
}

impl Run {
    fn search<R: Row>(
        &self,
        problem: &Problem,
        openings: &[Opening],
        goes_on: &dyn Fn(u64) -> bool,
    ) -> (Option<Plan>, u64) {
        let carriers = problem.assignments[self.assignment];
        let free = (problem.free)(self.left, self.number);
        let target = Target::<R>::new(
            problem.picture,
            problem.field,
            &carriers,
            self.left,
            &free.filled,
        );
        let settings = BeamSettings {
            most: Most(self.level),
            noise: if self.number == 0 { 0 } else { 1000 },
            seed: self.seed,
            lines: self.lines,
            stall: (STALL_LINES * problem.field.width() / 4).max(LEAST_STALL) as u8,
            no_repeat: problem.no_repeat,
            patience: self.patience,
        };
        let outcome = search(&target, openings, &settings, goes_on);
        let plan = outcome.drops.map(|drops| Plan {
            field: problem.field,
            carriers,
            left: Column(self.left),
            drops,
            platforms: 0,
        });
        (plan, outcome.expanded)
    }
}
