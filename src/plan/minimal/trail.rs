//! The way that a run has come, and how far it goes back from a dead end.

use super::row::Row;
use super::state::{NO_PARENT, State};
use super::target::Target;
use crate::game::{Column, PieceDrop, Pose};

/// The levels between two that may be gone back to.
const SPACING: u32 = 16;
/// A search that has come so many levels beyond a dead end has got over it.
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
    drops_back: u32,
    frontier: Vec<State<R>>,
    /// The length of the history before it.
    steps: usize,
}

/// All levels of a run.
pub(super) struct Trail<R> {
    /// How many drops were taken back to come to the frontier.
    pub drops_back: u32,
    /// The fields that are expanded next.
    pub frontier: Vec<State<R>>,
    /// How many states were expanded, those that were gone back from included.
    pub expanded: u64,
    history: Vec<Step>,
    /// The finished picture, and levels between it and the frontier.
    checkpoints: Vec<Checkpoint<R>>,
    /// The last dead end, and how often the search has died there.
    dead_end: u32,
    deaths: u32,
}

impl<R: Row> Trail<R> {
    pub fn new(target: &Target<R>) -> Self {
        let start = Checkpoint {
            drops_back: 0,
            frontier: vec![State::finished(target)],
            steps: 0,
        };
        Trail {
            drops_back: 0,
            frontier: start.frontier.clone(),
            expanded: 0,
            history: Vec::new(),
            checkpoints: vec![start],
            dead_end: 0,
            deaths: 0,
        }
    }

    /// Notes down that the frontier is expanded; gives the place in the history of its first state.
    pub fn step(&mut self) -> usize {
        let first = self.history.len();
        let last = self.checkpoints.last().map_or(0, |last| last.drops_back);
        if self.drops_back >= last + SPACING {
            self.checkpoints.push(Checkpoint {
                drops_back: self.drops_back,
                frontier: self.frontier.clone(),
                steps: first,
            });
        }
        self.history.extend(self.frontier.iter().map(Step::to));
        self.expanded += self.frontier.len() as u64;
        self.drops_back += 1;
        first
    }

    /// How often the search has died at the dead end that it is about to come to again.
    pub fn deaths(&self) -> u32 {
        match self.drops_back > self.dead_end + BEYOND {
            true => 0,
            false => self.deaths,
        }
    }

    /// Goes back from a dead end, farther each time that it is the same one. Gives how often it was.
    pub fn retreat(&mut self) -> u32 {
        self.deaths = self.deaths() + 1;
        self.dead_end = self.drops_back;
        let goal = self.drops_back.saturating_sub(SPACING * (self.deaths + 1));
        let is_left = |checkpoint: &Checkpoint<R>| checkpoint.drops_back <= goal;
        let left = self.checkpoints.partition_point(is_left);
        self.checkpoints.truncate(left);
        let Checkpoint {
            drops_back,
            frontier,
            steps,
        } = self.checkpoints.last().expect("the start stays").clone();
        self.history.truncate(steps);
        self.drops_back = drops_back;
        self.frontier = frontier;
        self.deaths
    }

    /// The drops from the empty field that `last` is to the finished picture.
    pub fn drops(&self, last: &State<R>) -> Vec<PieceDrop> {
        let mut drops = Vec::new();
        let mut step = Step::to(last);
        while step.parent != NO_PARENT {
            drops.push(PieceDrop::new(
                Pose::ALL[step.pose as usize],
                Column(step.column.into()),
            ));
            step = self.history[step.parent as usize];
        }
        drops
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
}
