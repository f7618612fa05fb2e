//! Many runs over assignments, offsets and chance, each of which must beat the best plan so far.

use std::time::Instant;

use super::beam::{BeamSettings, search};
use super::expand::Limits;
use super::free::FreeCells;
use super::row::Row;
use super::target::Target;
use super::undrop::Opening;
use crate::game::{Column, FieldSize};
use crate::plan::{Carriers, Monitor, Picture, Plan, Progress};

/// The most scaffold rows and rows of the picture that a run works on at a time.
const SCAFFOLD_ROWS: u32 = 3;
const PICTURE_ROWS: u32 = 3;
/// The most drops in a row of which no pixel stays: enough to fill some lines.
const STALL_LINES: usize = 5;
const LEAST_STALL: usize = 24;
/// A level keeps so many times more states than one of its buckets.
const BUCKETS: usize = 6;
/// The same for every other run while there is no plan: what the usual levels lose for being too
/// deep may be found in broader ones.
const BUCKETS_OF_BROAD: usize = 24;
const LEAST_LEVEL: usize = 72;
/// The levels of a picture of usual size. Larger ones get more work, up to a limit.
const USUAL_LEVELS: u64 = 220;
const MOST_LEVELS: u64 = 3 * USUAL_LEVELS;
/// How many more pieces than this a pixel a first plan may take, and how many on top.
const MOST_PIECES_A_PIXEL: usize = 4;
const MOST_PIECES_MORE: usize = 80;

/// How much work is done, in expanded states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// For all runs together, once there is a plan.
    pub total: u64,
    /// For a run over a picture of usual size.
    pub run: u64,
    /// As long as there is no plan, so many times `total` are spent.
    pub patience: u64,
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
    bucket: usize,
    lines: u32,
}

/// What is known after some runs.
struct Progressing {
    best: Option<(Plan, Run)>,
    expanded: u64,
    runs: u64,
}

/// Runs until the budget is spent, the deadline has passed, or the plan is as short as the bound.
pub(super) fn improve<R: Row>(
    problem: &Problem,
    budget: Budget,
    deadline: Option<Instant>,
    monitor: &dyn Monitor,
) -> Option<Plan> {
    let openings = Opening::all(SCAFFOLD_ROWS);
    let is_stopped = || monitor.is_cancelled() || deadline.is_some_and(|end| Instant::now() >= end);
    let mut so_far = Progressing {
        best: None,
        expanded: 0,
        runs: 0,
    };
    while !is_stopped() && !so_far.is_done(problem, budget, deadline.is_some()) {
        let run = so_far.next_run(problem, budget);
        let (plan, expanded) = run.search::<R>(problem, &openings, &is_stopped);
        so_far.runs += 1;
        so_far.expanded += expanded;
        if let Some(plan) = plan
            && so_far
                .pieces()
                .is_none_or(|pieces| plan.drops.len() < pieces)
        {
            so_far.best = Some((plan, run));
        }
        monitor.on_progress(Progress {
            done: so_far.expanded.min(budget.total),
            total: budget.total,
            pieces: so_far.pieces(),
        });
    }
    so_far.best.map(|(plan, _)| plan)
}

impl Progressing {
    fn pieces(&self) -> Option<usize> {
        self.best.as_ref().map(|(plan, _)| plan.drops.len())
    }

    fn is_done(&self, problem: &Problem, budget: Budget, has_deadline: bool) -> bool {
        match self.pieces() {
            Some(pieces) if pieces <= problem.bound => true,
            Some(_) => !has_deadline && self.expanded >= budget.total,
            None => self.expanded >= budget.total * budget.patience,
        }
    }

    /// Every choice of carriers and offset in turn, and the best one in between.
    fn next_run(&self, problem: &Problem, budget: Budget) -> Run {
        let number = self.runs;
        let choices = problem.assignments.len() as u64;
        let pixels = problem.picture.pixel_count();
        let width = problem.field.width();
        let lines = match self.pieces() {
            Some(pieces) => (4 * pieces - pixels) / width - 1,
            None => (4 * (MOST_PIECES_A_PIXEL * pixels + MOST_PIECES_MORE)) / width,
        };
        // What failed with so many states is tried with twice as many.
        let has_failed = self.best.is_none() && self.runs > 0;
        let doublings = u32::from(has_failed);
        let levels = pixels as u64 + pixels as u64 / 8 + 20;
        let run = budget.run * levels.clamp(USUAL_LEVELS, MOST_LEVELS) / USUAL_LEVELS;
        let level = ((run << doublings) / levels).max(LEAST_LEVEL as u64) as usize;
        let is_broad = has_failed && number % 2 == 1;
        let buckets = if is_broad { BUCKETS_OF_BROAD } else { BUCKETS };
        let mut run = Run {
            number,
            assignment: (number % choices) as usize,
            left: problem.lefts[(number / choices) as usize % problem.lefts.len()],
            seed: problem.seed.wrapping_add(number),
            level,
            bucket: level.div_ceil(buckets),
            lines: lines as u32,
        };
        if number % 3 == 2
            && let Some((_, best)) = &self.best
        {
            run.assignment = best.assignment;
            run.left = best.left;
        }
        run
    }
}

impl Run {
    fn search<R: Row>(
        &self,
        problem: &Problem,
        openings: &[Opening],
        is_stopped: &(dyn Fn() -> bool + Sync),
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
            bucket: self.bucket,
            level: self.level,
            noise: if self.number == 0 { 0 } else { 1000 },
            seed: self.seed,
            limits: Limits {
                scaffold_rows: SCAFFOLD_ROWS,
                picture_rows: PICTURE_ROWS,
                stall: (STALL_LINES * problem.field.width() / 4).max(LEAST_STALL) as u8,
                no_repeat: problem.no_repeat,
            },
            lines: self.lines,
        };
        let outcome = search(&target, openings, &settings, is_stopped);
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
