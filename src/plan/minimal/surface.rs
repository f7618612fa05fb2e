//! The surface of a field: the rows that a piece may have come to, as masks to test all columns
//! at a time, and what each of them scores.

use super::around::Around;
use super::patterns;
use super::row_bits::{RowBits, WIDEST};
use super::score::{Counts, Remaining, RowFeatures, RowPatterns, RowTerm, Scorer};
use super::state::{ROWS, State};
use super::target::Target;
use super::unmove::Unmove;

/// How many untouched rows of the picture a piece may reach below the active ones: as many as it is
/// high.
const REACH: usize = 4;
pub const SURFACE_ROWS: usize = ROWS + REACH;

/// The rows around the surface of a field, from the lowest one a piece may reach.
pub struct Surface<R> {
    /// With three empty ones on top.
    pub rows: [R; SURFACE_ROWS + 3],
    /// For each row the union of it and all above.
    at_or_above: [R; SURFACE_ROWS + 1],
    /// For each row, what lies one row below.
    pub below: [R; SURFACE_ROWS + 1],
    /// For each row, the cells that each kind of piece may have left.
    by_piece: [[R; 7]; SURFACE_ROWS],
    /// Those of them that nothing stands above.
    tops: [[R; 7]; SURFACE_ROWS],
    /// Which rows are scaffold, one bit per row.
    pub scaffold: u32,
    /// The rows with a cell that nothing stands above, one bit per row.
    pub exposed: u32,
    pub len: usize,
    /// The rows of the picture under the surface.
    pub base: usize,
    /// The lowest rows of the surface that are untouched.
    pub untouched: usize,
    /// What the rows score for their features.
    pub features: RowScores,
    /// What they score for their patterns.
    pub patterns: RowScores,
    /// The same by the columns of their cells.
    pub patterns_by_column: [ColumnScores; SURFACE_ROWS],
}

/// What the rows of a surface score.
pub struct RowScores {
    /// All untouched rows together.
    pub untouched: i32,
    /// For each row, what the rows of the surface under it score as active ones.
    sums: [i32; SURFACE_ROWS + 1],
}

impl RowScores {
    const NONE: RowScores = RowScores {
        untouched: 0,
        sums: [0; SURFACE_ROWS + 1],
    };

    /// What the rows `from..to` of the surface score as active ones.
    pub fn sum(&self, from: usize, to: usize) -> i32 {
        self.sums[to] - self.sums[from]
    }
}

/// What the patterns around the cells of an active row score.
#[derive(Clone, Copy)]
pub struct ColumnScores {
    /// For each column, what the cells in the columns before it score.
    sums: [i32; WIDEST + 1],
}

impl ColumnScores {
    const NONE: ColumnScores = ColumnScores {
        sums: [0; WIDEST + 1],
    };

    /// Fills in those of a row where there are none.
    fn fill<R: RowBits>(&mut self, around: &Around<R>, scorer: &Scorer<R>) {
        patterns::visit(around, scorer.target, !R::EMPTY, |column, number| {
            self.sums[column + 1] += i32::from(scorer.weights.patterns[number]);
        });
        for column in 0..scorer.target.field.width() {
            self.sums[column + 1] += self.sums[column];
        }
    }

    /// What the cells in the columns `from..to` score.
    pub fn sum(&self, from: usize, to: usize) -> i32 {
        self.sums[to] - self.sums[from]
    }
}

impl<R: RowBits> Surface<R> {
    pub fn new(state: &State<R>, scorer: &Scorer<R>) -> Self {
        let untouched = REACH.min(state.untouched.into());
        let mut surface = Surface {
            rows: [R::EMPTY; SURFACE_ROWS + 3],
            at_or_above: [R::EMPTY; SURFACE_ROWS + 1],
            below: [R::EMPTY; SURFACE_ROWS + 1],
            by_piece: [[R::EMPTY; 7]; SURFACE_ROWS],
            tops: [[R::EMPTY; 7]; SURFACE_ROWS],
            scaffold: u32::from(state.scaffold) << untouched,
            exposed: 0,
            len: untouched + state.active as usize,
            base: state.untouched as usize - untouched,
            untouched,
            features: RowScores::NONE,
            patterns: RowScores::NONE,
            patterns_by_column: [ColumnScores::NONE; SURFACE_ROWS],
        };
        surface.fill(state, scorer.target);
        surface.look_from_above();
        for row in 0..surface.len {
            let around = surface.around(row);
            surface.patterns_by_column[row].fill(&around, scorer);
        }
        let width = scorer.target.field.width();
        surface.features = surface.scores::<RowFeatures>(scorer, |row| {
            RowFeatures::active(scorer, &surface.around(row))
        });
        surface.patterns = surface
            .scores::<RowPatterns>(scorer, |row| surface.patterns_by_column[row].sum(0, width));
        surface
    }

    fn fill(&mut self, state: &State<R>, target: &Target<R>) {
        self.below[0] = target.below(self.base);
        for row in 0..self.len {
            let picture_row = self.picture_row(row, self.scaffold);
            let cells = match row.checked_sub(self.untouched) {
                Some(active) => state.rows[active],
                None => target.rows[picture_row].pixels,
            };
            self.rows[row] = cells;
            self.below[row + 1] = cells;
            self.by_piece[row] = match self.scaffold >> row & 1 {
                1 => [cells; 7],
                _ => target.rows[picture_row]
                    .by_piece
                    .map(|pixels| pixels & cells),
            };
        }
    }

    fn look_from_above(&mut self) {
        for row in (0..self.len).rev() {
            let uncovered = !self.at_or_above[row + 1];
            let is_exposed = !(self.rows[row] & uncovered).is_empty();
            self.exposed |= u32::from(is_exposed) << row;
            self.tops[row] = self.by_piece[row].map(|cells| cells & uncovered);
            self.at_or_above[row] = self.at_or_above[row + 1] | self.rows[row];
        }
    }

    fn scores<T: RowTerm<R>>(
        &self,
        scorer: &Scorer<R>,
        active: impl Fn(usize) -> i32,
    ) -> RowScores {
        let above = self.rows[self.untouched];
        let is_scaffold = self.scaffold >> self.untouched & 1;
        let untouched = T::untouched(scorer, self.base + self.untouched, above, is_scaffold);
        let mut scores = RowScores {
            untouched,
            ..RowScores::NONE
        };
        for row in 0..self.len {
            scores.sums[row + 1] = scores.sums[row] + active(row);
        }
        scores
    }

    fn around(&self, row: usize) -> Around<R> {
        Around {
            cells: self.rows[row],
            below: self.below[row],
            above: self.rows[row + 1],
            second_above: self.rows[row + 2],
            scaffold: self.scaffold << 1 >> row & 15,
            picture_row: self.picture_row(row, self.scaffold),
        }
    }

    /// What the patterns of the whole field score.
    pub fn pattern_score(&self) -> i32 {
        self.patterns.untouched + self.patterns.sum(self.untouched, self.len)
    }

    /// The row of the picture that a row of the surface is, with these scaffold rows.
    pub fn picture_row(&self, row: usize, scaffold: u32) -> usize {
        self.base + row - (scaffold & ((1 << row) - 1)).count_ones() as usize
    }

    /// The rows of the picture in the surface from this row up.
    pub fn picture_rows_above(&self, row: usize) -> u32 {
        (self.len - row) as u32 - (self.scaffold >> row).count_ones()
    }

    /// The columns where the piece may have left the field with its lowest kept row at `row`: it is
    /// there in a colour that it carries, nothing is above it, and it rests on something.
    #[inline]
    pub fn columns(&self, unmove: &Unmove, row: usize, full_row: R) -> R {
        let mut columns = full_row >> (unmove.width - 1);
        let piece = unmove.pose.piece().index();
        for probe in &unmove.tops {
            columns = columns & (self.tops[row + probe.row as usize][piece] >> probe.column.into());
        }
        // Most fail here, so the rest is worth a branch.
        if columns.is_empty() {
            return columns;
        }
        for probe in &unmove.covered {
            columns =
                columns & (self.by_piece[row + probe.row as usize][piece] >> probe.column.into());
        }
        for probe in &unmove.must_be_empty {
            columns =
                columns & !(self.at_or_above[row + probe.row as usize] >> probe.column.into());
        }
        if !unmove.supports.is_empty() {
            let mut supported = R::EMPTY;
            for probe in &unmove.supports {
                supported |= self.below[row + probe.row as usize] >> probe.column.into();
            }
            columns = columns & supported;
        }
        columns
    }

    /// Visits the number of each pattern that the score of the field counts.
    pub fn visit_patterns(&self, scorer: &Scorer<R>, mut visit: impl FnMut(usize)) {
        let above = self.rows[self.untouched];
        let is_scaffold = self.scaffold >> self.untouched & 1;
        let rows = self.base + self.untouched;
        let untouched = scorer.highest_untouched(rows, above, is_scaffold);
        let active = (self.untouched..self.len).map(|row| self.around(row));
        for around in untouched.into_iter().chain(active) {
            patterns::visit(&around, scorer.target, !R::EMPTY, |_, number| visit(number));
        }
    }

    /// The score of the whole field without the part of [`Scorer::floating`].
    pub fn score(&self, state: &State<R>, scorer: &Scorer<R>) -> i32 {
        let scaffold_rows = state.scaffold.count_ones();
        let remaining = Remaining {
            pixels: state.pixels,
            scaffold_cells: state.scaffold_cells,
        };
        let counts = Counts {
            remaining,
            picture_rows: u32::from(state.active) - scaffold_rows,
            scaffold_rows,
        };
        scorer.counts(&counts)
            + self.features.untouched
            + self.features.sum(self.untouched, self.len)
            + self.pattern_score()
    }
}
