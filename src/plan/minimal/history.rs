//! The levels that a run has been through, and how it backtracks from a dead end.

use super::row_bits::RowBits;
use super::state::{NO_PARENT, State};
use super::target::Target;
use crate::game::{Column, PieceDrop, Pose};

// Both are set by hand; pictures that are hard to print show their effect, as `print --effort fast`
// finds them or not.

// Levels between checkpoints. The first retreat from a dead end goes back two to three times as
// many. Closer checkpoints waste less work and more memory, and try more of the same fields again.
const SPACING: u32 = 16;

// Levels beyond a dead end after which the search has got over it. With fewer, the next dead end of the
// same origin counts as the first again, so that the search retreats too little; with more, it stays
// cautious too long.
const BEYOND: u32 = 32;

/// How a kept state came about.
#[derive(Clone, Copy)]
struct Step {
    parent: u32,
    pose: u8,
    column: u8,
}

/// A level that may be gone back to.
#[derive(Clone)]
struct Checkpoint<R> {
    depth: u32,
    frontier: Vec<State<R>>,
    /// The length of the steps before it.
    steps: usize,
}

/// All levels of a run.
pub struct History<R> {
    /// How many drops were taken back to come to the frontier.
    pub depth: u32,
    /// The fields that are expanded next.
    pub frontier: Vec<State<R>>,
    /// How many states were expanded, those that were given up again included.
    pub expanded: u64,
    steps: Vec<Step>,
    /// For each depth, the lowest score of a field that was expanded there.
    lowest_scores: Vec<i32>,
    /// The finished picture, and levels between it and the frontier.
    checkpoints: Vec<Checkpoint<R>>,
    /// The depth of the last dead end, and how often the search has failed there.
    dead_end: u32,
    failures: u32,
}

impl<R: RowBits> History<R> {
    pub fn new(target: &Target<R>) -> Self {
        let start = Checkpoint {
            depth: 0,
            frontier: vec![State::finished(target)],
            steps: 0,
        };
        History {
            depth: 0,
            frontier: start.frontier.clone(),
            expanded: 0,
            steps: Vec::new(),
            lowest_scores: Vec::new(),
            checkpoints: vec![start],
            dead_end: 0,
            failures: 0,
        }
    }

    /// Notes down that the frontier is expanded; gives the number of the step to its first state.
    pub fn advance(&mut self) -> usize {
        let first = self.steps.len();
        let last = self.checkpoints.last().map_or(0, |last| last.depth);
        if self.depth >= last + SPACING {
            self.checkpoints.push(Checkpoint {
                depth: self.depth,
                frontier: self.frontier.clone(),
                steps: first,
            });
        }
        self.steps.extend(self.frontier.iter().map(Step::to));
        let scores = self.frontier.iter().map(|state| state.score);
        self.lowest_scores.push(scores.fold(i32::MAX, i32::min));
        self.expanded += self.frontier.len() as u64;
        self.depth += 1;
        first
    }

    /// How often the search has failed at the dead end that it is about to come to again.
    pub fn failures(&self) -> u32 {
        match self.depth > self.dead_end + BEYOND {
            true => 0,
            false => self.failures,
        }
    }

    /// Goes back from a dead end, farther each time that it is the same one. Gives how often it
    /// was.
    pub fn backtrack(&mut self) -> u32 {
        self.failures = self.failures() + 1;
        self.dead_end = self.depth;
        let goal = self.depth.saturating_sub(SPACING * (self.failures + 1));
        let kept = (self.checkpoints).partition_point(|checkpoint| checkpoint.depth <= goal);
        self.checkpoints.truncate(kept);
        let Checkpoint {
            depth,
            frontier,
            steps,
        } = self.checkpoints.last().expect("the start stays").clone();
        self.steps.truncate(steps);
        self.lowest_scores.truncate(depth as usize);
        self.depth = depth;
        self.frontier = frontier;
        self.failures
    }

    /// The lowest score of a field `drops` before the end of a run that ends at the next field. `None` if there are
    /// not so many.
    pub fn score_before_end(&self, drops: usize) -> Option<i32> {
        let depth = self.lowest_scores.len().checked_sub(drops)?;
        self.lowest_scores.get(depth).copied()
    }

    /// The number that the next step gets: that to the first field of the frontier.
    pub fn next_step(&self) -> usize {
        self.steps.len()
    }

    /// The drops from the empty field that `last` is to the finished picture.
    pub fn drops(&self, last: &State<R>) -> Vec<PieceDrop> {
        let steps = self.steps_to(last);
        let steps = steps.into_iter().map(|number| self.steps[number]);
        let drops = [Step::to(last)].into_iter().chain(steps);
        drops.filter_map(Step::to_drop).collect()
    }

    /// The numbers of the steps that lead to `last`, from the last one to the one to the finished
    /// picture.
    pub fn steps_to(&self, last: &State<R>) -> Vec<usize> {
        let before = |parent: u32| (parent != NO_PARENT).then_some(parent as usize);
        let earlier = |number: &usize| before(self.steps[*number].parent);
        std::iter::successors(before(last.parent), earlier).collect()
    }
}

impl Step {
    fn to<R>(state: &State<R>) -> Self {
        Step {
            parent: state.parent,
            pose: state.pose,
            column: state.column,
        }
    }

    /// The drop that was taken back; none led to the finished picture.
    fn to_drop(self) -> Option<PieceDrop> {
        let drop = || PieceDrop::new(Pose::ALL[self.pose as usize], Column(self.column.into()));
        (self.parent != NO_PARENT).then(drop)
    }
}
