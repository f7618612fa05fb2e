//! What the search is for, and one run of it: where it starts and how wide it is.

use super::beam::{BeamSettings, RunOutcome, search};
use super::first_pairs::FirstPairs;
use super::free_columns::FreeColumns;
use super::history::History;
use super::level::BeamWidth;
use super::row_bits::RowBits;
use super::target::Target;
use super::unmove::UnmoveGroup;
use super::weights::Weights;
use crate::game::{Column, FieldSize, PieceDrop};
use crate::plan::{Carriers, Picture, Plan};

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
    /// The most lines of a plan where there is none to beat.
    pub fn most_lines(&self) -> usize {
        self.lines(MOST_PIECES_A_PIXEL * self.picture.pixel_count() + MOST_PIECES_MORE)
    }

    /// The lines that clear with so many pieces.
    fn lines(&self, pieces: usize) -> usize {
        (4 * pieces - self.picture.pixel_count()) / self.field.width()
    }

    /// The most lines that clear with fewer than so many pieces.
    pub fn lines_below(&self, pieces: usize) -> usize {
        (4 * pieces).saturating_sub(self.picture.pixel_count() + 1) / self.field.width()
    }

    /// What each piece counts where the picture stands at this offset.
    pub fn piece_cost(&self, offset: usize) -> usize {
        match self.preferred {
            Some(preferred) if preferred != offset => PREFERENCE,
            _ => 100,
        }
    }

    pub fn cost(&self, plan: &Plan) -> usize {
        plan.drops.len() * self.piece_cost(plan.left.0)
    }
}

#[cfg(test)]
impl<'a> SearchTask<'a> {
    /// With the planner's own weights, on the usual field, and nothing else asked for.
    pub fn plain(
        picture: &'a Picture,
        assignments: &'a [Carriers],
        offsets: &'a [usize],
        free_columns: &'a FreeColumns<'a>,
    ) -> Self {
        SearchTask {
            picture,
            field: FieldSize::STANDARD,
            assignments,
            offsets,
            preferred: None,
            free_columns,
            weights: Weights::trained(),
            no_repeat: false,
            first_pairs: FirstPairs::ALL,
            seed: 0,
            bound: 0,
            open_ended: false,
        }
    }
}

/// A run: where it starts and how it searches.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Runs of other numbers have other noise and other cells in free columns; the first one, 0, has no noise.
    pub number: u64,
    /// Indices into the task's assignments and offsets.
    pub assignment: usize,
    pub offset: usize,
    pub beam_width: BeamWidth,
    /// The most lines.
    pub lines: u32,
    /// The states that it may expand before it no longer backtracks from dead ends.
    pub patience: u64,
}

impl Run {
    /// Searches. `keep_going` is asked before a level is expanded.
    pub fn search<R: RowBits>(
        &self,
        task: &SearchTask,
        groups: &[UnmoveGroup],
        keep_going: impl FnMut(&History<R>) -> bool,
    ) -> RunOutcome {
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
        search(&target, task.weights, groups, &settings, keep_going)
    }

    /// The plan of these drops, which the run has found.
    pub fn plan(&self, task: &SearchTask, drops: Vec<PieceDrop>) -> Plan {
        Plan {
            field: task.field,
            carriers: task.assignments[self.assignment],
            left: Column(task.offsets[self.offset]),
            drops,
            platforms: 0,
        }
    }
}
