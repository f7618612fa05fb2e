//! The work of a search, level by level.

use super::observer::{Observer, Work};

/// What one level of a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct LevelWork {
    /// How often the search stood at this level: options chosen to get here.
    pub branches: u64,
    /// Fields written: links, sizes, cells of a matrix, the choice itself.
    pub assignments: u64,
    /// Fields looked at to decide something: sizes, ends of lists, cells of a matrix.
    pub comparisons: u64,
    /// Elements put (back) into a list or into a new matrix.
    pub insertions: u64,
    /// Elements taken out of a list, or thrown away with a matrix.
    pub removals: u64,
}

impl LevelWork {
    fn add(&mut self, other: &LevelWork) {
        self.branches += other.branches;
        self.assignments += other.assignments;
        self.comparisons += other.comparisons;
        self.insertions += other.insertions;
        self.removals += other.removals;
    }
}

/// Counts the work of a search by level. Level 0 is the whole problem, level k the search after k
/// choices; work is booked on the level on which the search stands while doing it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    levels: Vec<LevelWork>,
    level: usize,
}

impl SearchStats {
    /// Nothing is counted yet.
    pub fn new() -> Self {
        SearchStats {
            levels: vec![LevelWork::default()],
            level: 0,
        }
    }

    /// The levels that the search reached, from 0.
    pub fn levels(&self) -> &[LevelWork] {
        &self.levels
    }

    /// The work of all levels together.
    pub fn total(&self) -> LevelWork {
        let mut total = LevelWork::default();
        self.levels.iter().for_each(|level| total.add(level));
        total
    }

    fn now(&mut self) -> &mut LevelWork {
        &mut self.levels[self.level]
    }
}

impl Observer for SearchStats {
    fn entered(&mut self, _option: usize) {
        self.level += 1;
        if self.level == self.levels.len() {
            self.levels.push(LevelWork::default());
        }
        self.now().branches += 1;
    }

    fn left(&mut self, _option: usize) {
        self.level -= 1;
    }

    fn worked(&mut self, work: Work, times: u64) {
        let level = self.now();
        *match work {
            Work::Assignment => &mut level.assignments,
            Work::Comparison => &mut level.comparisons,
            Work::Insertion => &mut level.insertions,
            Work::Removal => &mut level.removals,
        } += times;
    }
}
