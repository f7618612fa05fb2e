//! How far a field looks from the empty one: a weighted sum of features, lower is better.
//!
//! The weights are fitted, not guessed: over runs on generated sprites, a logistic regression made
//! the fields on the way of the plans that were found rank before the other fields of their level,
//! and the runs were repeated with the new weights. Only their proportions matter.

use super::row::Row;
use super::state::{ROWS, State};
use super::target::{Target, missing_lines};

/// Pixels that are left.
const PIXEL: f32 = 0.67;
/// Lines without which the cells that are left are no multiple of four; felt near the end.
const MISSING_LINE: f32 = 0.94;
/// The number of pixels at which a missing line counts half.
const END: f32 = 8.0;
const PICTURE_ROW: f32 = 3.1;
/// A pixel without a neighbour of its colour costs a line's help sooner or later.
const PIXEL_ALONE: f32 = 2.62;
/// The same for the end of a run.
const PIXEL_END: f32 = 1.15;
const PIXEL_RUN: f32 = 0.69;
const PIXEL_HANGING: f32 = 0.17;
/// A lonely pixel that touches scaffold can leave with it.
const PIXEL_HELPED: f32 = -0.61;
/// A run of pixels that nothing holds, not even sideways.
const PIXEL_FLOATING: f32 = 1.9;
const SCAFFOLD_CELL: f32 = -0.054;
const SCAFFOLD_ROW: f32 = 1.25;
const SCAFFOLD_RUN: f32 = 2.63;
/// A scaffold cell over an empty one leaves only with a piece that rests elsewhere.
const HANGING: f32 = 0.70;
/// The same without a cell above that could hold it.
const HANGING_THIN: f32 = 0.33;
/// Few long hanging runs are better than many short ones, so a run is worth less than its cells...
const HANGING_RUN: f32 = -1.24;
/// ... unless it is a single cell.
const HANGING_SINGLE: f32 = 5.3;
/// At the walls a row ends anyway.
const HANGING_AT_WALL: f32 = -0.4;

/// What the scores of a target's fields need once.
pub(super) struct Scorer<'a, R> {
    target: &'a Target<R>,
    /// For each number of untouched rows, what the rows below the highest of them add.
    untouched: Vec<f32>,
    /// The two columns at either wall.
    walls: R,
}

/// A row, what lies next to it, and whether this is a row of the picture, too.
struct Surroundings<R> {
    cells: R,
    below: R,
    above: R,
    joins_below: bool,
    joins_above: bool,
}

impl<'a, R: Row> Scorer<'a, R> {
    pub fn new(target: &'a Target<R>) -> Self {
        let full_row = target.field.full_row();
        let mut scorer = Scorer {
            target,
            untouched: vec![0.0],
            walls: R::from_mask(3 | full_row & !(full_row >> 2)),
        };
        for row in 0..target.rows.len() {
            let around = Surroundings {
                cells: scorer.pixels_at(row),
                below: target.below(row),
                above: scorer.pixels_at(row + 1),
                joins_below: row > 0,
                joins_above: true,
            };
            let sum = scorer.untouched[row] + scorer.picture_row(row, &around);
            scorer.untouched.push(sum);
        }
        scorer
    }

    fn pixels_at(&self, row: usize) -> R {
        self.target.rows.get(row).map_or(R::EMPTY, |row| row.pixels)
    }

    /// The score without the part of [`floating`](Self::floating).
    pub fn score(&self, state: &State<R>) -> f32 {
        let (untouched, active) = (state.untouched as usize, state.active as usize);
        let scaffold_rows = state.scaffold.count_ones();
        let mut score = PIXEL * f32::from(state.pixels)
            + SCAFFOLD_CELL * f32::from(state.scaffold_cells)
            + SCAFFOLD_ROW * scaffold_rows as f32
            + PICTURE_ROW * (active as u32 - scaffold_rows) as f32
            + self.missing_lines(state);
        let mut below = self.target.below(untouched);
        if let Some(row) = untouched.checked_sub(1) {
            // The highest untouched row has neighbours that are not as in the picture.
            score += self.untouched[row];
            let around = Surroundings {
                cells: below,
                below: self.target.below(row),
                above: state.rows[0],
                joins_below: row > 0,
                joins_above: !state.is_scaffold(0),
            };
            score += self.picture_row(row, &around);
        }
        let mut picture_row = untouched;
        for row in 0..active {
            let cells = state.rows[row];
            let above = if row + 1 < active {
                state.rows[row + 1]
            } else {
                R::EMPTY
            };
            if state.is_scaffold(row) {
                score += self.scaffold_row(cells, below, above);
            } else {
                let around = Surroundings {
                    cells,
                    below,
                    above,
                    joins_below: picture_row > 0 && (row == 0 || !state.is_scaffold(row - 1)),
                    joins_above: row + 1 == active || !state.is_scaffold(row + 1),
                };
                score += self.picture_row(picture_row, &around);
                score += PIXEL_RUN * (cells & !(cells << 1)).count() as f32;
                picture_row += 1;
            }
            below = cells;
        }
        score
    }

    fn missing_lines(&self, state: &State<R>) -> f32 {
        let width = self.target.field.width();
        let missing = missing_lines(state.cells() as usize, width).unwrap_or(4);
        MISSING_LINE * END * missing as f32 / (END + f32::from(state.pixels))
    }

    fn scaffold_row(&self, cells: R, below: R, above: R) -> f32 {
        let hanging = cells & !below;
        let starts = cells & !(cells << 1);
        let singles = starts & !(cells >> 1) & hanging;
        HANGING * hanging.count() as f32
            + SCAFFOLD_RUN * starts.count() as f32
            + HANGING_THIN * (hanging & !above).count() as f32
            + HANGING_RUN * (hanging & !(hanging << 1)).count() as f32
            + HANGING_SINGLE * singles.count() as f32
            + HANGING_AT_WALL * (hanging & self.walls).count() as f32
    }

    fn picture_row(&self, row: usize, around: &Surroundings<R>) -> f32 {
        let Surroundings {
            cells,
            below,
            above,
            joins_below,
            joins_above,
        } = *around;
        let target = &self.target.rows[row];
        let left = cells & (cells << 1) & target.joined_left;
        let right = left >> 1;
        let (mut up, mut down, mut helped) = (R::EMPTY, R::EMPTY, R::EMPTY);
        if joins_above {
            up = cells & above & target.joined_up;
        } else {
            helped |= cells & above;
        }
        if joins_below {
            down = cells & below & self.target.rows[row - 1].joined_up;
        } else if row > 0 {
            helped |= cells & below;
        }
        let some = left | right | up | down;
        let two = (left & right) | (up & down) | ((left | right) & (up | down));
        PIXEL_ALONE * (cells & !some).count() as f32
            + PIXEL_END * (some & !two).count() as f32
            + PIXEL_HANGING * (cells & !below).count() as f32
            + PIXEL_HELPED * (helped & !two).count() as f32
    }

    /// What pixels cost that nothing holds, not even sideways. `None` if scaffold floats so: such
    /// a field can only come from rows below that were cleared later, which costs more than it is
    /// worth, and a search that admits it fills up with it.
    pub fn floating(&self, state: &State<R>) -> Option<f32> {
        let active = state.active as usize;
        let held = self.held(state);
        let mut score = 0.0;
        for (row, held) in held.iter().enumerate().take(active) {
            let floating = state.rows[row] & !*held;
            if !floating.is_empty() {
                if state.is_scaffold(row) {
                    return None;
                }
                score += PIXEL_FLOATING * (floating & !(floating << 1)).count() as f32;
            }
        }
        Some(score)
    }

    /// The cells of the active rows that are connected with the untouched ones.
    fn held(&self, state: &State<R>) -> [R; ROWS] {
        let active = state.active as usize;
        let mut held = [R::EMPTY; ROWS];
        loop {
            let before = held;
            let mut below = self.target.below(state.untouched as usize);
            for row in 0..active {
                let above = if row + 1 < active {
                    held[row + 1]
                } else {
                    R::EMPTY
                };
                let cells = state.rows[row];
                held[row] = spread((below | above | held[row]) & cells, cells);
                below = held[row];
            }
            if held == before {
                return held;
            }
        }
    }
}

/// The runs of `cells` that hold a cell of `seed`.
fn spread<R: Row>(seed: R, cells: R) -> R {
    let (mut right, mut free_right) = (seed, cells);
    let (mut left, mut free_left) = (seed, cells);
    let mut step = 1;
    while step < 8 * size_of::<R>() as u32 {
        right |= free_right & (right << step);
        free_right = free_right & (free_right << step);
        left |= free_left & (left >> step);
        free_left = free_left & (free_left >> step);
        step *= 2;
    }
    right | left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_spreads_over_its_runs_only() {
        assert_eq!(spread(0b0100_0001_u32, 0b1110_1011), 0b1110_0011);
        assert_eq!(spread(0_u64, 0b111), 0);
        assert_eq!(spread(1_u64 << 63, u64::MAX), u64::MAX);
    }
}
