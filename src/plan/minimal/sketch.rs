//! Incremental evaluation: a field is scored before it is made.
//!
//! The field before a drop differs from the one after it in the rows of the piece alone, so only
//! these and their neighbours are looked at; what the other rows score is known from the
//! [`Surface`].

use super::around::Around;
use super::patterns;
use super::row_bits::RowBits;
use super::score::{Counts, Remaining, RowFeatures, RowPatterns, RowTerm, Scorer};
use super::state::{ROWS, State};
use super::surface::{RowScores, SURFACE_ROWS, Surface};
use super::unmove::{Unmove, UnmoveGroup};

/// A field before a drop: the field after it, but for the rows of the piece.
#[derive(Clone)]
pub struct Sketch<R> {
    /// The rows of the piece, after the three rows below them and before the three above.
    rows: [R; SKETCH_ROWS],
    /// How many of the rows of the piece are not empty.
    height: usize,
    /// The row of the surface where they begin.
    row: usize,
    /// The row of the surface that comes after them.
    next: usize,
    /// The rows of the field that are scaffold, one bit per row of the surface as it was.
    scaffold: u32,
    /// The lowest row that was touched.
    lowest: usize,
    /// The rows from the lowest one touched to the highest.
    active: usize,
    /// The columns in which it differs from the surface: all if it has other rows.
    changed: R,
}

/// Where the rows of the piece begin in a sketch.
const PIECE: usize = 3;
const SKETCH_ROWS: usize = PIECE + 4 + 3;

impl<R: RowBits> Sketch<R> {
    /// The field with the piece still in it: the lines that the drop cleared are full again. `None`
    /// if the playfield is too low.
    pub fn with_lines_restored(
        surface: &Surface<R>,
        scorer: &Scorer<R>,
        group: &UnmoveGroup,
        row: usize,
    ) -> Option<Self> {
        let field = scorer.target.field;
        if surface.base + row + group.height > field.height() {
            return None;
        }
        let lowest = row.min(surface.untouched);
        let next = row + group.kept;
        let mut sketch = Sketch {
            rows: [R::EMPTY; SKETCH_ROWS],
            height: group.height,
            row,
            next,
            scaffold: surface.scaffold & ((1 << row) - 1),
            lowest,
            active: row + group.height + surface.len - next - lowest,
            changed: match group.cleared {
                0 => R::EMPTY,
                _ => scorer.target.full_row,
            },
        };
        sketch.fill_piece_rows(surface, scorer, group);
        sketch.scaffold |= (surface.scaffold >> next) << (row + group.height);
        for below in 1..=PIECE.min(row + 1) {
            sketch.rows[PIECE - below] = surface.below[row + 1 - below];
        }
        for above in 0..SKETCH_ROWS - PIECE - 4 {
            sketch.rows[PIECE + group.height + above] = surface.rows[next + above];
        }
        Some(sketch)
    }

    fn fill_piece_rows(&mut self, surface: &Surface<R>, scorer: &Scorer<R>, group: &UnmoveGroup) {
        let mut kept = self.row;
        for i in 0..group.height {
            if group.cleared >> i & 1 == 1 {
                self.rows[PIECE + i] = scorer.target.full_row;
                self.scaffold |= 1 << (self.row + i);
            } else {
                self.rows[PIECE + i] = surface.rows[kept];
                self.scaffold |= (surface.scaffold >> kept & 1) << (self.row + i);
                kept += 1;
            }
        }
    }

    /// The cells that remain of a field if a piece of this sketch of it is taken out.
    pub fn remaining(&self, state: &State<R>, scorer: &Scorer<R>, unmove: &Unmove) -> Remaining {
        let rows = unmove.cells.iter().enumerate();
        let on_scaffold = |(row, cells): (usize, &u8)| {
            u32::from(*cells) * (self.scaffold >> (self.row + row) & 1)
        };
        let from_scaffold = rows.map(on_scaffold).sum::<u32>() as u16;
        let restored = (self.row + self.height - self.next) as u16;
        let width = scorer.target.field.width() as u16;
        Remaining {
            pixels: state.pixels - (4 - from_scaffold),
            scaffold_cells: state.scaffold_cells + restored * width - from_scaffold,
        }
    }

    /// The field without the piece. `None` if an empty row would lie under a filled one, or too few
    /// rows at the top are empty: no drop leads to such a field.
    #[inline]
    pub fn without(
        &self,
        unmove: &Unmove,
        column: u32,
        surface: &Surface<R>,
        scorer: &Scorer<R>,
    ) -> Option<Self> {
        let mut sketch = self.clone();
        let rows = &mut sketch.rows[PIECE..PIECE + self.height];
        for (row, piece) in rows.iter_mut().zip(unmove.rows) {
            let cells = R::from_mask(piece.into()) << column;
            sketch.changed |= cells;
            *row = *row & !cells;
        }
        if self.next == surface.len {
            let emptied = rows.iter().rev().take_while(|row| row.is_empty()).count();
            sketch.height -= emptied;
            sketch.active -= emptied;
            if emptied > 0 {
                sketch.changed = scorer.target.full_row;
            }
        }
        let len = sketch.lowest + sketch.active;
        sketch.scaffold &= (1 << len) - 1;
        let mut rows = sketch.rows[PIECE..PIECE + sketch.height].iter();
        // The two top rows are empty before a drop.
        let fits = surface.base + len + 2 <= scorer.target.field.height();
        (fits && rows.all(|row| !row.is_empty())).then_some(sketch)
    }

    pub fn counts(&self, remaining: Remaining) -> Counts {
        let scaffold_rows = self.scaffold.count_ones();
        Counts {
            remaining,
            picture_rows: self.active as u32 - scaffold_rows,
            scaffold_rows,
        }
    }

    /// What the rows score for their features.
    pub fn features(&self, surface: &Surface<R>, scorer: &Scorer<R>) -> i32 {
        self.sum::<RowFeatures>(surface, &surface.features, scorer, |_, around| {
            RowFeatures::active(scorer, around)
        })
    }

    /// What the rows score for their patterns. Where only the piece is gone, the patterns far from it
    /// are those of the surface.
    pub fn patterns(&self, surface: &Surface<R>, scorer: &Scorer<R>) -> i32 {
        let known = &surface.patterns;
        if self.changed == scorer.target.full_row {
            return self.sum::<RowPatterns>(surface, known, scorer, |_, around| {
                RowPatterns::active(scorer, around)
            });
        }
        let (from, to) = self.columns_of_changed_patterns(scorer);
        let columns = R::from_mask(u64::MAX >> (64 - to) & u64::MAX << from);
        self.sum::<RowPatterns>(surface, known, scorer, |row, around| {
            known.sum(row, row + 1) - surface.patterns_by_column[row].sum(from, to)
                + patterns::score_within(around, scorer.target, &scorer.weights.patterns, columns)
        })
    }

    /// The columns `from..to` in which patterns around a cell have changed.
    fn columns_of_changed_patterns(&self, scorer: &Scorer<R>) -> (usize, usize) {
        let changed = self.changed.to_mask();
        let (first, end) = (
            changed.trailing_zeros(),
            u64::BITS - changed.leading_zeros(),
        );
        let width = scorer.target.field.width();
        (
            first.saturating_sub(patterns::REACH) as usize,
            width.min((end + patterns::REACH) as usize),
        )
    }

    /// What all rows score: those of the piece, the one above them, and those below that look up to
    /// them anew, the others as in the surface.
    fn sum<T: RowTerm<R>>(
        &self,
        surface: &Surface<R>,
        known: &RowScores,
        scorer: &Scorer<R>,
        active: impl Fn(usize, &Around<R>) -> i32,
    ) -> i32 {
        let below = T::ROWS_BELOW.min(self.row - self.lowest);
        let first = self.row - below;
        let mut score = if below > 0 {
            known.untouched + known.sum(self.lowest, first)
        } else {
            let is_scaffold = self.scaffold >> self.lowest & 1;
            let rows = surface.base + self.lowest;
            T::untouched(scorer, rows, self.rows[PIECE], is_scaffold)
        };
        let has_rows_above = self.next < surface.len;
        let end = self.row + self.height + usize::from(has_rows_above);
        let mut picture_row = surface.picture_row(first, self.scaffold);
        for row in first..end {
            let around = self.around(row, picture_row);
            score += active(row, &around);
            picture_row += usize::from(!around.is_scaffold());
        }
        if has_rows_above {
            score += known.sum(self.next + 1, surface.len);
        }
        score
    }

    #[inline]
    fn around(&self, row: usize, picture_row: usize) -> Around<R> {
        let below = PIECE - 1 + row - self.row;
        let rows = self.rows[below..].first_chunk();
        let [below, cells, above, second_above] = *rows.expect("rows beside those of the piece");
        Around {
            below,
            cells,
            above,
            second_above,
            scaffold: self.scaffold << 1 >> row & 15,
            picture_row,
        }
    }

    /// The field itself; its score and how it was made are not filled in.
    pub fn state(&self, surface: &Surface<R>, remaining: Remaining) -> State<R> {
        // Copies of a fixed size are much faster, so there is room for one from any row.
        let mut rows = [R::EMPTY; 2 * SURFACE_ROWS + 4];
        rows[..SURFACE_ROWS].copy_from_slice(&surface.rows[..SURFACE_ROWS]);
        rows[self.row..self.row + 4].copy_from_slice(&self.rows[PIECE..PIECE + 4]);
        let end = self.row + self.height;
        rows[end..end + SURFACE_ROWS].fill(R::EMPTY);
        for (row, cells) in (end..).zip(&surface.rows[self.next..surface.len]) {
            rows[row] = *cells;
        }
        let active_rows = rows[self.lowest..self.lowest + ROWS].try_into();
        State {
            rows: active_rows.expect("a slice of as many rows"),
            pixels: remaining.pixels,
            scaffold_cells: remaining.scaffold_cells,
            untouched: (surface.base + self.lowest) as u16,
            active: self.active as u8,
            scaffold: (self.scaffold >> self.lowest) as u8,
            ..State::EMPTY
        }
    }
}
