//! How far a field looks from the empty one: a weighted sum of features, and weights of the patterns
//! around its cells. Lower is better.

use super::patterns;
use super::penalties::Penalties;
use super::row::Row;
use super::state::{ROWS, State};
use super::target::{Target, missing_lines};
use super::weights::*;
use crate::game::Tetromino;

/// What the scores of a target's fields need once.
pub(super) struct Scorer<'a, R> {
    pub target: &'a Target<R>,
    penalties: &'a Penalties<R>,
    /// For each number of untouched rows, what the rows below the highest of them score.
    untouched: Vec<i32>,
    /// What a missing line costs, by the number of pixels left.
    missing_line: Vec<i32>,
    /// The lines that are missing, by the cells that are left modulo 4.
    missing_lines: [i32; 4],
    /// The two columns at either wall.
    walls: R,
}

/// What is left on a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub pixels: u16,
    pub scaffold_cells: u16,
    /// Active rows of the picture.
    pub picture_rows: u32,
    pub scaffold_rows: u32,
}

/// A row and what lies next to it.
pub(super) struct Around<R> {
    pub cells: R,
    pub below: R,
    pub above: R,
    pub second_above: R,
    /// Whether the row below, this one, and the two above are scaffold, a bit a row.
    pub scaffold: u32,
    /// The row of the picture that this is, unless it is scaffold.
    pub picture_row: usize,
}

impl<R> Around<R> {
    pub fn is_scaffold_below(&self) -> bool {
        self.scaffold & 1 == 1
    }

    pub fn is_scaffold(&self) -> bool {
        self.scaffold >> 1 & 1 == 1
    }

    pub fn is_scaffold_above(&self) -> bool {
        self.scaffold >> 2 & 1 == 1
    }

    pub fn is_scaffold_second_above(&self) -> bool {
        self.scaffold >> 3 == 1
    }
}

impl<'a, R: Row> Scorer<'a, R> {
    pub fn new(target: &'a Target<R>, penalties: &'a Penalties<R>) -> Self {
        let full_row = target.field.full_row();
        let pixels = 0..=target.pixels;
        let missing = |cells| missing_lines(cells, target.field.width()).unwrap_or(4) as i32;
        let mut scorer = Scorer {
            target,
            penalties,
            untouched: vec![0, 0],
            missing_line: pixels
                .map(|pixels| MISSING_LINE * END / (END + pixels as i32))
                .collect(),
            missing_lines: [0, 1, 2, 3].map(missing),
            walls: R::from_mask(3 | full_row & !(full_row >> 2)),
        };
        for row in 1..target.rows.len() {
            let score = scorer.features_of_untouched(row, target.rows[row].pixels, 0);
            scorer.untouched.push(score);
        }
        scorer
    }

    /// What the numbers of cells and active rows score that are left, wherever they are.
    pub fn counts(&self, counts: &Counts) -> i32 {
        let cells = counts.pixels + counts.scaffold_cells;
        PIXEL * i32::from(counts.pixels)
            + SCAFFOLD_CELL * i32::from(counts.scaffold_cells)
            + self.missing_line[counts.pixels as usize] * self.missing_lines[cells as usize % 4]
            + PICTURE_ROWS[counts.picture_rows.min(3) as usize]
            + SCAFFOLD_ROWS[counts.scaffold_rows.min(3) as usize]
    }

    /// What the features of the lowest `rows` rows of the picture score if they are untouched; the
    /// next row is given.
    pub fn features_of_untouched(&self, rows: usize, above: R, is_scaffold: u32) -> i32 {
        let around = self.highest_untouched(rows, above, is_scaffold);
        around.map_or(0, |around| self.untouched[rows] + self.picture_row(&around))
    }

    /// What the patterns of the highest of them score; those of the others are no part of a score.
    pub fn patterns_of_untouched(&self, rows: usize, above: R, is_scaffold: u32) -> i32 {
        let around = self.highest_untouched(rows, above, is_scaffold);
        around.map_or(0, |around| self.patterns(&around))
    }

    fn highest_untouched(&self, rows: usize, above: R, is_scaffold: u32) -> Option<Around<R>> {
        let row = rows.checked_sub(1)?;
        Some(Around {
            cells: self.target.rows[row].pixels,
            below: self.target.below(row),
            above,
            second_above: R::EMPTY,
            scaffold: is_scaffold << 2,
            picture_row: row,
        })
    }

    /// What the features of an active row score.
    pub fn features(&self, around: &Around<R>) -> i32 {
        if around.is_scaffold() {
            self.scaffold_row(around)
        } else {
            self.picture_row(around)
        }
    }

    /// What the patterns of a row score.
    pub fn patterns(&self, around: &Around<R>) -> i32 {
        patterns::score(around, self.target)
    }

    fn scaffold_row(&self, around: &Around<R>) -> i32 {
        let cells = around.cells;
        let held = cells & around.below;
        let hanging = cells & !around.below;
        let near_1 = held | held << 1 | held >> 1;
        let near_3 = near_1 | near_1 << 2 | near_1 >> 2;
        let near_5 = near_3 | near_3 << 2 | near_3 >> 2;
        let first = hanging & !(hanging << 1);
        let last = hanging & !(hanging >> 1);
        let is_new = cells.count() as usize + 4 >= self.target.field.width();
        let mut score = SCAFFOLD_ROW
            + SCAFFOLD_NEW * i32::from(is_new)
            + SCAFFOLD_RUN * (cells & !(cells << 1)).count() as i32
            + SCAFFOLD_WALL_GAP * (self.walls & !cells).count() as i32
            + HANGING_THIN * (hanging & !around.above).count() as i32
            + HANGING_FAR_1 * (hanging & !near_1).count() as i32
            + HANGING_FAR_3 * (hanging & !near_3).count() as i32
            + HANGING_FAR_5 * (hanging & !near_5).count() as i32
            + HANGING_RUN * first.count() as i32
            + HANGING_END * (first & !(cells << 1)).count() as i32
            + HANGING_END * (last & !(cells >> 1)).count() as i32;
        if !around.is_scaffold_below() {
            score += HANGING * hanging.count() as i32;
        }
        score
    }

    fn picture_row(&self, around: &Around<R>) -> i32 {
        let (cells, below, above) = (around.cells, around.below, around.above);
        let target = &self.target.rows[around.picture_row];
        let left = cells & (cells << 1) & target.joined_left;
        let right = left >> 1;
        let (mut under_scaffold, mut on_scaffold) = (R::EMPTY, R::EMPTY);
        let (mut up, mut down) = (R::EMPTY, R::EMPTY);
        if around.is_scaffold_above() {
            under_scaffold = cells & above;
        } else {
            up = cells & above & target.joined_up;
        }
        if around.is_scaffold_below() {
            on_scaffold = cells & below;
        } else if around.picture_row > 0 {
            down = cells & below & self.target.rows[around.picture_row - 1].joined_up;
        }
        let (beside, along) = (left | right, up | down);
        let alone = cells & !(beside | along);
        let two = (left & right) | (up & down) | (beside & along);
        let end = (beside | along) & !two;
        let upright = along & !beside;
        let helped = (under_scaffold | on_scaffold) & !two;
        let run_of_two = left & !(left << 1);
        let three = left & (left << 1);
        PIXEL_ALONE * alone.count() as i32
            + PIXEL_ALONE_ON_TOP * (alone & !above).count() as i32
            + PIXEL_ALONE_FOR_T * (alone & target.by_piece[Tetromino::T.index()]).count() as i32
            + PIXEL_END * end.count() as i32
            + PIXEL_END_ON_TOP * (end & !above).count() as i32
            + PIXEL_UPRIGHT * upright.count() as i32
            + PIXEL_FOOT * (upright & !down).count() as i32
            + PIXEL_UPRIGHT_HELPED * (upright & under_scaffold).count() as i32
            + RUN_OF_TWO * run_of_two.count() as i32
            + RUN_OF_TWO_FOR_O * (run_of_two & target.by_piece[Tetromino::O.index()]).count() as i32
            + RUN_OF_THREE * (three & !(three << 1)).count() as i32
            + PIXEL_HANGING * (cells & !below).count() as i32
            + PIXEL_HELPED * helped.count() as i32
            + PIXEL_UNDER_SCAFFOLD * under_scaffold.count() as i32
            + PIXEL_ON_SCAFFOLD * on_scaffold.count() as i32
            + self.penalties.score(around.picture_row, cells)
    }

    /// What pixels cost that nothing holds, not even sideways. `None` if scaffold floats so: such
    /// a field can only come from rows below that were cleared later, which costs more than it is
    /// worth, and a search that admits it fills up with it.
    pub fn floating(&self, state: &State<R>) -> Option<i32> {
        let active = state.active as usize;
        let held = self.held(state);
        let mut score = 0;
        for (row, held) in held.iter().enumerate().take(active) {
            let floating = state.rows[row] & !*held;
            if !floating.is_empty() {
                if state.is_scaffold(row) {
                    return None;
                }
                score += PIXEL_FLOATING * (floating & !(floating << 1)).count() as i32;
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
            if held == before || held[..active] == state.rows[..active] {
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
