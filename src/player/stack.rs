//! The field as the player sees it: one bit set per column, and the features counted on them.
//!
//! A placement changes at most four columns, so the features are updated incrementally: the share of
//! each column is kept, and only those of the changed columns and their neighbours are counted anew.
//! A line clear changes all columns.

mod counts;

use std::ops::Range;

use super::bits::Bits;
use super::features::{Feature, Features};
use super::options::Fit;
use super::weights::Weights;
use crate::game::FieldSize;
use counts::{Counts, count_between, count_column, features_of, holes_of};

/// Columns of wall on either side of the field: two, so that the neighbours of every column have
/// neighbours, too.
const WALLS: usize = 2;
/// The widest field that is played on, in columns: wider ones would make every copy of a field slower.
pub const WIDEST: usize = 64;
const MOST_COLUMNS: usize = WIDEST + 2 * WALLS;

/// The evaluation of a placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Lines that it clears.
    pub lines: u32,
    /// The weighted sum of its features.
    pub value: f64,
}

/// A field of up to 64 columns. Row 0 is at the floor.
#[derive(Clone, Debug)]
pub struct Stack<B> {
    size: FieldSize,
    /// The cells of a full column.
    full: B,
    /// The columns between their walls.
    columns: [B; MOST_COLUMNS],
    /// Rows up to the highest cell of each column.
    heights: [i32; MOST_COLUMNS],
    /// For each column its share of the features, its right edge included.
    counts: [Counts; MOST_COLUMNS],
    total: Counts,
    /// For each column the rows that are filled in all columns left of it, and right of it.
    filled_left: [B; MOST_COLUMNS],
    filled_right: [B; MOST_COLUMNS],
    /// For each column the rows with a hole in any column left of it, and right of it.
    holes_left: [B; MOST_COLUMNS],
    holes_right: [B; MOST_COLUMNS],
}

impl<B: Bits> Stack<B> {
    /// An empty field, which must not be higher than [`Bits::MAX_ROWS`].
    pub fn new(size: FieldSize) -> Self {
        debug_assert!(size.height() <= B::MAX_ROWS);
        let full = B::below(size.height() as u32);
        let mut columns = [full; MOST_COLUMNS];
        columns[WALLS..WALLS + size.width()].fill(B::NONE);
        let mut stack = Stack {
            size,
            full,
            columns,
            heights: [0; MOST_COLUMNS],
            counts: [Counts::default(); MOST_COLUMNS],
            total: Counts::START,
            filled_left: [full; MOST_COLUMNS],
            filled_right: [full; MOST_COLUMNS],
            holes_left: [B::NONE; MOST_COLUMNS],
            holes_right: [B::NONE; MOST_COLUMNS],
        };
        stack.count::<true>(WALLS - 1..stack.inside().end);
        stack
    }

    /// Rows up to the highest cell.
    pub fn height(&self) -> u32 {
        let heights = &self.heights[self.inside()];
        heights.iter().copied().max().unwrap_or_default() as u32
    }

    /// Rows of the field.
    pub fn rows(&self) -> u32 {
        self.size.height() as u32
    }

    /// The row on which the lowest cells of a piece come to rest that falls straight down.
    #[inline]
    pub fn landing(&self, fit: &Fit) -> u32 {
        let heights = &self.heights[WALLS + fit.column..][..fit.width];
        let rests = (heights.iter().zip(&fit.bottom)).map(|(height, bottom)| height - bottom);
        rests.max().unwrap_or_default() as u32
    }

    /// Whether a piece that rests on `row` has a cell above the field.
    #[inline]
    pub fn overflows(&self, fit: &Fit, row: u32) -> bool {
        (row + fit.height) as usize > self.size.height()
    }

    /// Evaluates a piece that rests on `row` and does not overflow. `DEEP` says whether to count the
    /// last two features, which cost more than the others.
    #[inline]
    pub fn evaluate<const DEEP: bool>(&self, fit: &Fit, row: u32, weights: &Weights) -> Evaluation {
        let (lines, mut features) = self.features::<DEEP>(fit, row);
        if weights.of(Feature::Diversity) != 0.0 {
            features.diversity = self.diversity(fit, row, lines);
        }
        Evaluation {
            lines,
            value: weights.value_of(&features),
        }
    }

    /// The diversity after a placement that clears `lines`.
    fn diversity(&self, fit: &Fit, row: u32, lines: u32) -> u32 {
        let mut heights = self.heights;
        if lines == 0 {
            for i in 0..fit.width {
                heights[WALLS + fit.column + i] = row as i32 + fit.bottom[i] + fit.length[i] as i32;
            }
        } else {
            let mut after = self.clone();
            after.place::<false>(fit, row);
            heights = after.heights;
        }
        let steps = heights[self.inside()].windows(2);
        let steps = steps.map(|pair| pair[1] - pair[0]);
        let seen = steps.filter(|step| step.abs() <= 2);
        seen.fold(0u32, |seen, step| seen | 1 << (step + 2))
            .count_ones()
    }

    /// The lines and the features of a placement but its diversity. Without `DEEP` hole depth and rows with holes are
    /// 0, too.
    #[inline]
    pub fn features<const DEEP: bool>(&self, fit: &Fit, row: u32) -> (u32, Features) {
        // The loops over the piece's columns are unrolled for each width.
        match fit.width {
            1 => self.features_of_width::<DEEP, 1>(fit, row),
            2 => self.features_of_width::<DEEP, 2>(fit, row),
            3 => self.features_of_width::<DEEP, 3>(fit, row),
            _ => self.features_of_width::<DEEP, 4>(fit, row),
        }
    }

    #[inline(always)]
    fn features_of_width<const DEEP: bool, const WIDTH: usize>(
        &self,
        fit: &Fit,
        row: u32,
    ) -> (u32, Features) {
        let left = WALLS + fit.column;
        let before: &[B] = &self.columns[left - WALLS..][..WIDTH + 2 * WALLS];
        // Two columns before the piece, its own, two behind it.
        let mut after = [self.full; 8];
        after[..WIDTH + 2 * WALLS].copy_from_slice(before);
        let mut full = self.filled_left[left] & self.filled_right[left + WIDTH - 1];
        for i in 0..WIDTH {
            after[2 + i] = after[2 + i] | cells_of(fit, i, row);
            full = full & after[2 + i];
        }
        if full != B::NONE {
            return self.features_after_clear::<DEEP>(fit, row, full);
        }
        let landing_height = f64::from(2 * row + fit.height - 1) / 2.0;
        let mut counts = self.total;
        let mut hole_rows = B::NONE;
        for (i, old) in self.counts[left..left + WIDTH].iter().enumerate() {
            let (new, holes) = count_column::<B, DEEP>(after[2 + i]);
            counts.column_transitions += new.column_transitions - old.column_transitions;
            counts.holes += new.holes - old.holes;
            if DEEP {
                counts.hole_depth += new.hole_depth - old.hole_depth;
                hole_rows = hole_rows | holes;
            }
        }
        let mut deeper = [B::NONE; 6];
        for (i, old) in self.counts[left - 1..=left + WIDTH].iter().enumerate() {
            let [before, column, behind] = [after[i], after[i + 1], after[i + 2]];
            counts.row_transitions += (column ^ behind).count() as i32 - old.row_transitions;
            counts.wells -= old.wells;
            deeper[i] = (before & behind & self.full).without(column);
        }
        // All columns at once: the branches of one loop are predicted better than those of several.
        while deeper.iter().fold(B::NONE, |any, well| any | *well) != B::NONE {
            for i in 0..WIDTH + 2 {
                counts.wells += deeper[i].count() as i32;
                deeper[i] = deeper[i].down().without(after[i + 1]);
            }
        }
        if DEEP {
            let beside = self.holes_left[left] | self.holes_right[left + WIDTH - 1];
            hole_rows = hole_rows | beside;
        }
        let features = features_of::<DEEP>(landing_height, 0, counts, hole_rows.count());
        (0, features)
    }

    #[inline(never)]
    fn features_after_clear<const DEEP: bool>(
        &self,
        fit: &Fit,
        row: u32,
        full: B,
    ) -> (u32, Features) {
        let left = WALLS + fit.column;
        let mut columns = self.columns;
        let mut gone = 0;
        for i in 0..fit.width {
            let cells: B = cells_of(fit, i, row);
            columns[left + i] = columns[left + i] | cells;
            gone += (cells & full).count();
        }
        self.clear(&mut columns, full);
        let mut counts = Counts::START;
        let mut hole_rows = B::NONE;
        for i in WALLS - 1..self.inside().end {
            let [left, column, right] = [i - 1, i, i + 1].map(|i| columns[i]);
            let (here, holes) = count_between::<B, DEEP>(left, column, right, self.full);
            counts.add(here);
            hole_rows = hole_rows | holes;
        }
        let lines = full.count();
        let landing_height = f64::from(2 * row + fit.height - 1) / 2.0;
        let deep = hole_rows.count();
        (
            lines,
            features_of::<DEEP>(landing_height, lines * gone, counts, deep),
        )
    }

    /// Places a piece on `row`, clears the rows that it fills, and returns how many. Without `DEEP` the
    /// last two features must not be counted afterwards.
    pub fn place<const DEEP: bool>(&mut self, fit: &Fit, row: u32) -> u32 {
        let left = WALLS + fit.column;
        let mut full = self.filled_left[left] & self.filled_right[left + fit.width - 1];
        for i in 0..fit.width {
            let cells: B = cells_of(fit, i, row);
            self.columns[left + i] = self.columns[left + i] | cells;
            full = full & self.columns[left + i];
        }
        // The left wall is counted with the columns, for its edge.
        let changed = if full == B::NONE {
            left - 1..self.inside().end.min(left + fit.width + 1)
        } else {
            let mut columns = self.columns;
            self.clear(&mut columns, full);
            self.columns = columns;
            WALLS - 1..self.inside().end
        };
        self.count::<DEEP>(changed);
        full.count()
    }

    /// Removes full rows from the columns between the walls.
    fn clear(&self, columns: &mut [B; MOST_COLUMNS], mut full: B) {
        while full != B::NONE {
            let row = full.length() - 1;
            for column in &mut columns[self.inside()] {
                *column = column.without_row(row);
            }
            full = full & B::below(row);
        }
    }

    /// Counts the shares of some columns anew, and updates the total.
    fn count<const DEEP: bool>(&mut self, columns: Range<usize>) {
        for i in columns {
            let [left, column, right] = [i - 1, i, i + 1].map(|i| self.columns[i]);
            let (counts, _) = count_between::<B, DEEP>(left, column, right, self.full);
            self.total.subtract(self.counts[i]);
            self.total.add(counts);
            self.counts[i] = counts;
            self.heights[i] = column.length() as i32;
        }
        self.look_along::<DEEP>();
    }

    /// Finds the filled rows and the rows with holes on either side of each column.
    fn look_along<const DEEP: bool>(&mut self) {
        let (mut filled, mut holes) = (self.full, B::NONE);
        for i in self.inside() {
            (self.filled_left[i], self.holes_left[i]) = (filled, holes);
            filled = filled & self.columns[i];
            if DEEP {
                holes = holes | holes_of(self.columns[i]);
            }
        }
        (filled, holes) = (self.full, B::NONE);
        for i in self.inside().rev() {
            (self.filled_right[i], self.holes_right[i]) = (filled, holes);
            filled = filled & self.columns[i];
            if DEEP {
                holes = holes | holes_of(self.columns[i]);
            }
        }
    }

    /// The indices of the field's columns, between the walls.
    fn inside(&self) -> Range<usize> {
        WALLS..WALLS + self.size.width()
    }
}

/// The cells of a piece that rests on `row` in its column `i`.
#[inline]
fn cells_of<B: Bits>(fit: &Fit, i: usize, row: u32) -> B {
    B::rows(row + fit.bottom[i] as u32, fit.length[i])
}

#[cfg(test)]
mod tests;
