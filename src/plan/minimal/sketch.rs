//! A field in outline: only the rows of a piece and those next to them are otherwise than in the
//! field that it comes from, so only these are looked at to score it.

use super::row::Row;
use super::score::{Around, Counts, Scorer};
use super::state::{ROWS, State};
use super::undrop::{Opening, Undrop};
use super::window::{LOCAL_ROWS, RowScores, Window};

/// A field before a drop: the field after it, but for the rows of the piece.
#[derive(Clone)]
pub(super) struct Sketch<R> {
    /// The rows of the piece, after the three rows below them and before the three above.
    lines: [R; LINES],
    /// How many of the rows of the piece are not empty.
    height: usize,
    /// The row of the window where they begin.
    row: usize,
    /// The row of the window that comes after them.
    from: usize,
    /// The rows of the field that are scaffold, a bit a row of the window as it was.
    scaffold: u32,
    /// The lowest row that was touched.
    lowest: usize,
    /// The rows from the lowest one touched to the highest.
    active: usize,
}

/// Where the rows of the piece begin in a sketch.
const BEGIN: usize = 3;
const LINES: usize = BEGIN + 4 + 3;

/// The cells that are left without a piece.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub pixels: u16,
    pub scaffold_cells: u16,
}

impl<R: Row> Sketch<R> {
    /// The field with the piece still in it: the rows that the drop cleared are full again. `None` if
    /// the playfield is too low.
    pub fn opened(
        window: &Window<R>,
        scorer: &Scorer<R>,
        opening: &Opening,
        row: usize,
    ) -> Option<Self> {
        let field = scorer.target.field;
        if window.first + row + opening.height > field.height() {
            return None;
        }
        let mut lines = [R::EMPTY; LINES];
        let mut scaffold = window.scaffold & ((1 << row) - 1);
        let mut from = row;
        for i in 0..opening.height {
            if opening.cleared >> i & 1 == 1 {
                lines[BEGIN + i] = scorer.target.full_row;
                scaffold |= 1 << (row + i);
            } else {
                lines[BEGIN + i] = window.rows[from];
                scaffold |= (window.scaffold >> from & 1) << (row + i);
                from += 1;
            }
        }
        scaffold |= (window.scaffold >> from) << (row + opening.height);
        for below in 1..=BEGIN.min(row + 1) {
            lines[BEGIN - below] = window.below[row + 1 - below];
        }
        for above in 0..LINES - BEGIN - 4 {
            lines[BEGIN + opening.height + above] = window.rows[from + above];
        }
        let lowest = row.min(window.reached);
        Some(Sketch {
            lines,
            height: opening.height,
            row,
            from,
            scaffold,
            lowest,
            active: row + opening.height + window.len - from - lowest,
        })
    }

    /// The cells that are left of a field if a piece of this sketch of it is taken out.
    pub fn left(&self, state: &State<R>, scorer: &Scorer<R>, undrop: &Undrop) -> Left {
        let rows = undrop.cells.iter().enumerate();
        let on_scaffold = |(row, cells): (usize, &u8)| {
            u32::from(*cells) * (self.scaffold >> (self.row + row) & 1)
        };
        let from_scaffold = rows.map(on_scaffold).sum::<u32>() as u16;
        let inserted = (self.row + self.height - self.from) as u16;
        let width = scorer.target.field.width() as u16;
        Left {
            pixels: state.pixels - (4 - from_scaffold),
            scaffold_cells: state.scaffold_cells + inserted * width - from_scaffold,
        }
    }

    /// The field without the piece. `None` if an empty row would lie under a filled one, or too few
    /// rows at the top are empty: no drop leads to such a field.
    pub fn without(
        &self,
        undrop: &Undrop,
        column: u32,
        window: &Window<R>,
        scorer: &Scorer<R>,
    ) -> Option<Self> {
        let mut sketch = self.clone();
        let rows = &mut sketch.lines[BEGIN..BEGIN + self.height];
        for (line, piece) in rows.iter_mut().zip(undrop.rows) {
            *line = *line & !(R::from_mask(piece.into()) << column);
        }
        if self.from == window.len {
            let emptied = rows.iter().rev().take_while(|row| row.is_empty()).count();
            sketch.height -= emptied;
            sketch.active -= emptied;
        }
        let len = sketch.lowest + sketch.active;
        sketch.scaffold &= (1 << len) - 1;
        let mut rows = sketch.lines[BEGIN..BEGIN + sketch.height].iter();
        // The two top rows are empty before a drop.
        let fits = window.first + len + 2 <= scorer.target.field.height();
        (fits && rows.all(|row| !row.is_empty())).then_some(sketch)
    }

    pub fn counts(&self, left: Left) -> Counts {
        let scaffold_rows = self.scaffold.count_ones();
        Counts {
            pixels: left.pixels,
            scaffold_cells: left.scaffold_cells,
            picture_rows: self.active as u32 - scaffold_rows,
            scaffold_rows,
        }
    }

    /// What the rows score for their features.
    pub fn features(&self, window: &Window<R>, scorer: &Scorer<R>) -> i32 {
        let untouched =
            |rows, above, is_scaffold| scorer.features_of_untouched(rows, above, is_scaffold);
        let features = |around: &Around<R>| scorer.features(around);
        self.sum(window, &window.features, 1, untouched, features)
    }

    /// What the rows score for their patterns.
    pub fn patterns(&self, window: &Window<R>, scorer: &Scorer<R>) -> i32 {
        let untouched =
            |rows, above, is_scaffold| scorer.patterns_of_untouched(rows, above, is_scaffold);
        let patterns = |around: &Around<R>| scorer.patterns(around);
        self.sum(window, &window.patterns, 2, untouched, patterns)
    }

    /// What all rows score: those of the piece, the one above them, and so many below them anew, the
    /// others as in the window.
    fn sum(
        &self,
        window: &Window<R>,
        known: &RowScores,
        below: usize,
        of_untouched: impl Fn(usize, R, u32) -> i32,
        of_row: impl Fn(&Around<R>) -> i32,
    ) -> i32 {
        let below = below.min(self.row - self.lowest);
        let first_row = self.row - below;
        let mut score = if below > 0 {
            known.untouched + known.sum(self.lowest, first_row)
        } else {
            let is_scaffold = self.scaffold >> self.lowest & 1;
            let rows = window.first + self.lowest;
            of_untouched(rows, self.lines[BEGIN], is_scaffold)
        };
        let mut picture_row = window.picture_row(first_row, self.scaffold);
        let is_below_others = self.from < window.len;
        let lines = BEGIN - below..BEGIN + self.height + usize::from(is_below_others);
        for (row, line) in (first_row..).zip(lines) {
            let around = Around {
                below: self.lines[line - 1],
                cells: self.lines[line],
                above: self.lines[line + 1],
                second_above: self.lines[line + 2],
                scaffold: self.scaffold << 1 >> row & 15,
                picture_row,
            };
            score += of_row(&around);
            picture_row += usize::from(!around.is_scaffold());
        }
        if is_below_others {
            score += known.sum(self.from + 1, window.len);
        }
        score
    }

    /// The field itself; its score and how it was made are not filled in.
    pub fn state(&self, window: &Window<R>, left: Left) -> State<R> {
        // Copies of a fixed size are much faster, so there is room for one from any row.
        let mut rows = [R::EMPTY; 2 * LOCAL_ROWS + 4];
        rows[..LOCAL_ROWS].copy_from_slice(&window.rows[..LOCAL_ROWS]);
        rows[self.row..self.row + 4].copy_from_slice(&self.lines[BEGIN..BEGIN + 4]);
        let end = self.row + self.height;
        rows[end..end + LOCAL_ROWS].fill(R::EMPTY);
        for (row, cells) in (end..).zip(&window.rows[self.from..window.len]) {
            rows[row] = *cells;
        }
        let active_rows = rows[self.lowest..self.lowest + ROWS].try_into();
        State {
            rows: active_rows.expect("a slice of as many rows"),
            pixels: left.pixels,
            scaffold_cells: left.scaffold_cells,
            untouched: (window.first + self.lowest) as u16,
            active: self.active as u8,
            scaffold: (self.scaffold >> self.lowest) as u8,
            ..State::EMPTY
        }
    }
}
