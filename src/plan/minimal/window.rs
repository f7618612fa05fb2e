//! The surface of a field: the rows that a piece may have come to, as masks to test all columns
//! at a time, and what each of them scores.

use super::row::Row;
use super::score::{Around, Scorer};
use super::state::{ROWS, State};
use super::undrop::Undrop;

/// How many untouched rows of the picture a piece may reach below the active ones.
const REACH: usize = 4;
pub(super) const LOCAL_ROWS: usize = ROWS + REACH;

/// The rows around the surface of a field, from the lowest one a piece may reach.
pub(super) struct Window<R> {
    /// With three empty ones on top.
    pub rows: [R; LOCAL_ROWS + 3],
    /// For each row the union of it and all above.
    above: [R; LOCAL_ROWS + 1],
    /// For each row, what lies one row below.
    pub below: [R; LOCAL_ROWS + 1],
    /// For each row, the cells that each kind of piece may have left.
    by_piece: [[R; 7]; LOCAL_ROWS],
    /// Those of them that nothing stands above.
    tops: [[R; 7]; LOCAL_ROWS],
    /// Which rows are scaffold, a bit a row.
    pub scaffold: u32,
    /// The rows with a cell that nothing stands above, a bit a row.
    pub exposed: u32,
    pub len: usize,
    /// The rows of the picture under the window.
    pub first: usize,
    /// The untouched rows of the window.
    pub reached: usize,
    /// What the rows score for their features.
    pub features: RowScores,
    /// What they score for their patterns.
    pub patterns: RowScores,
}

/// What the rows of a window score.
pub(super) struct RowScores {
    /// All untouched rows together.
    pub untouched: i32,
    /// For each row, what the rows of the window under it score as active ones.
    sums: [i32; LOCAL_ROWS + 1],
}

impl RowScores {
    const NONE: RowScores = RowScores {
        untouched: 0,
        sums: [0; LOCAL_ROWS + 1],
    };

    /// What the rows `from..to` of the window score as active ones.
    pub fn sum(&self, from: usize, to: usize) -> i32 {
        self.sums[to] - self.sums[from]
    }
}

impl<R: Row> Window<R> {
    pub fn new(state: &State<R>, scorer: &Scorer<R>) -> Self {
        let target = scorer.target;
        let untouched = state.untouched as usize;
        let first = untouched.saturating_sub(REACH);
        let reached = untouched - first;
        let len = reached + state.active as usize;
        let mut window = Window {
            rows: [R::EMPTY; LOCAL_ROWS + 3],
            above: [R::EMPTY; LOCAL_ROWS + 1],
            below: [R::EMPTY; LOCAL_ROWS + 1],
            by_piece: [[R::EMPTY; 7]; LOCAL_ROWS],
            tops: [[R::EMPTY; 7]; LOCAL_ROWS],
            scaffold: u32::from(state.scaffold) << reached,
            exposed: 0,
            len,
            first,
            reached,
            features: RowScores::NONE,
            patterns: RowScores::NONE,
        };
        for row in 0..len {
            let picture_row = window.picture_row(row, window.scaffold);
            let cells = match row.checked_sub(reached) {
                Some(active) => state.rows[active],
                None => target.rows[picture_row].pixels,
            };
            window.rows[row] = cells;
            window.below[row + 1] = cells;
            window.by_piece[row] = match window.scaffold >> row & 1 {
                1 => [cells; 7],
                _ => target.rows[picture_row]
                    .by_piece
                    .map(|pixels| pixels & cells),
            };
        }
        window.below[0] = target.below(first);
        window.look_from_above();
        window.add_up(scorer);
        window
    }

    fn look_from_above(&mut self) {
        for row in (0..self.len).rev() {
            let open = !self.above[row + 1];
            let is_exposed = !(self.rows[row] & open).is_empty();
            self.exposed |= u32::from(is_exposed) << row;
            self.tops[row] = self.by_piece[row].map(|cells| cells & open);
            self.above[row] = self.above[row + 1] | self.rows[row];
        }
    }

    fn add_up(&mut self, scorer: &Scorer<R>) {
        for row in 0..self.len {
            let around = Around {
                cells: self.rows[row],
                below: self.below[row],
                above: self.rows[row + 1],
                second_above: self.rows[row + 2],
                scaffold: self.scaffold << 1 >> row & 15,
                picture_row: self.picture_row(row, self.scaffold),
            };
            self.features.sums[row + 1] = self.features.sums[row] + scorer.features(&around);
            self.patterns.sums[row + 1] = self.patterns.sums[row] + scorer.patterns(&around);
        }
        let above = self.rows[self.reached];
        let is_scaffold = self.scaffold >> self.reached & 1;
        let rows = self.first + self.reached;
        self.features.untouched = scorer.features_of_untouched(rows, above, is_scaffold);
        self.patterns.untouched = scorer.patterns_of_untouched(rows, above, is_scaffold);
    }

    /// What the patterns of the whole field score.
    pub fn pattern_score(&self) -> i32 {
        self.patterns.untouched + self.patterns.sum(self.reached, self.len)
    }

    /// The row of the picture that a row of the window is, with these scaffold rows.
    pub fn picture_row(&self, row: usize, scaffold: u32) -> usize {
        self.first + row - (scaffold & ((1 << row) - 1)).count_ones() as usize
    }

    /// The rows of the picture in the window from this row up.
    pub fn picture_rows_above(&self, row: usize) -> u32 {
        (self.len - row) as u32 - (self.scaffold >> row).count_ones()
    }

    /// The columns where the piece may have left the field with its lowest kept row at `row`.
    pub fn columns(&self, undrop: &Undrop, row: usize, full_row: R) -> R {
        let mut columns = full_row >> (undrop.width - 1);
        let piece = undrop.pose.piece().index();
        for probe in &undrop.tops {
            columns = columns & (self.tops[row + probe.row as usize][piece] >> probe.column.into());
        }
        // Here most come to nothing.
        if columns.is_empty() {
            return columns;
        }
        for probe in &undrop.covered {
            columns =
                columns & (self.by_piece[row + probe.row as usize][piece] >> probe.column.into());
        }
        for probe in &undrop.open {
            columns = columns & !(self.above[row + probe.row as usize] >> probe.column.into());
        }
        if !undrop.supports.is_empty() {
            let mut supported = R::EMPTY;
            for probe in &undrop.supports {
                supported |= self.below[row + probe.row as usize] >> probe.column.into();
            }
            columns = columns & supported;
        }
        columns
    }

    /// The score of the whole field without the part of [`Scorer::floating`].
    #[cfg(test)]
    pub fn score(&self, state: &State<R>, scorer: &Scorer<R>) -> i32 {
        let scaffold_rows = state.scaffold.count_ones();
        let counts = crate::plan::minimal::score::Counts {
            pixels: state.pixels,
            scaffold_cells: state.scaffold_cells,
            picture_rows: u32::from(state.active) - scaffold_rows,
            scaffold_rows,
        };
        scorer.counts(&counts)
            + self.features.untouched
            + self.features.sum(self.reached, self.len)
            + self.pattern_score()
    }
}
