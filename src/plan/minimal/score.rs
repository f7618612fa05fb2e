//! The heuristic cost-to-go: how much work a field still is, guessed from what it looks like. Lower
//! is better.
//!
//! A weighted sum of features of the field and its rows, and of the weights of the patterns around
//! its cells. It orders the fields of a level and is no bound of anything, so it cannot prove that
//! a plan is the shortest one.

use super::around::Around;
use super::patterns;
use super::penalties::Penalties;
use super::row_bits::{RowBits, full_mask};
use super::state::{ROWS, State};
use super::target::{Target, missing_lines};
use super::weights::Feature::{self, *};
use super::weights::Weights;
use crate::game::Tetromino;

/// What the scores of a target's fields need once.
pub struct Scorer<'a, R> {
    pub target: &'a Target<R>,
    pub weights: &'a Weights,
    penalties: &'a Penalties<R>,
    /// For each number of untouched rows, what the rows below the highest of them score.
    untouched: Vec<i32>,
    /// What a missing line costs, by the number of pixels left.
    missing_line: Vec<i32>,
    /// The lines that are missing, by the cells that are left modulo 4.
    missing_lines: [i32; 4],
    /// What active rows of the picture cost, by how many there are, and scaffold rows.
    picture_rows: [i32; 4],
    scaffold_rows: [i32; 4],
    /// The two columns at either wall.
    walls: R,
}

/// The number of pixels at which a missing line counts half.
const END: i32 = 8;

/// The cells that are still to be taken back.
#[derive(Clone, Copy, Debug)]
pub struct Remaining {
    pub pixels: u16,
    pub scaffold_cells: u16,
}

impl Remaining {
    pub fn is_empty(self) -> bool {
        self.pixels + self.scaffold_cells == 0
    }
}

/// How much of everything a field has, wherever it is.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub remaining: Remaining,
    /// Active rows of the picture.
    pub picture_rows: u32,
    pub scaffold_rows: u32,
}

/// A part of the score that adds up over the rows of a field.
pub trait RowTerm<R> {
    /// How many of the rows below a row change their score with it.
    const ROWS_BELOW: usize;

    /// What an active row scores.
    fn active(scorer: &Scorer<R>, around: &Around<R>) -> i32;

    /// What the lowest `rows` rows of the picture score if they are untouched; the row above them
    /// is given.
    fn untouched(scorer: &Scorer<R>, rows: usize, above: R, is_scaffold: u32) -> i32;
}

/// The weighted features of the rows.
pub struct RowFeatures;

impl<R: RowBits> RowTerm<R> for RowFeatures {
    const ROWS_BELOW: usize = 1;

    fn active(scorer: &Scorer<R>, around: &Around<R>) -> i32 {
        if around.is_scaffold() {
            scorer.scaffold_row(around)
        } else {
            scorer.picture_row(around)
        }
    }

    fn untouched(scorer: &Scorer<R>, rows: usize, above: R, is_scaffold: u32) -> i32 {
        let around = scorer.highest_untouched(rows, above, is_scaffold);
        around.map_or(0, |around| {
            scorer.untouched[rows] + scorer.picture_row(&around)
        })
    }
}

/// The weights of the patterns around the cells of the rows.
pub struct RowPatterns;

impl<R: RowBits> RowTerm<R> for RowPatterns {
    const ROWS_BELOW: usize = 2;

    fn active(scorer: &Scorer<R>, around: &Around<R>) -> i32 {
        patterns::score(around, scorer.target, &scorer.weights.patterns)
    }

    /// Of the untouched rows only the highest counts.
    fn untouched(scorer: &Scorer<R>, rows: usize, above: R, is_scaffold: u32) -> i32 {
        let around = scorer.highest_untouched(rows, above, is_scaffold);
        around.map_or(0, |around| {
            patterns::score(&around, scorer.target, &scorer.weights.patterns)
        })
    }
}

impl<'a, R: RowBits> Scorer<'a, R> {
    pub fn new(target: &'a Target<R>, weights: &'a Weights, penalties: &'a Penalties<R>) -> Self {
        let full_row = full_mask(target.field);
        let pixels = 0..=target.pixels;
        let missing = |cells| missing_lines(cells, target.field.width()).unwrap_or(4) as i32;
        let mut scorer = Scorer {
            target,
            weights,
            penalties,
            untouched: vec![0, 0],
            missing_line: pixels
                .map(|pixels| weights[MissingLine] * END / (END + pixels as i32))
                .collect(),
            missing_lines: [0, 1, 2, 3].map(missing),
            picture_rows: [
                0,
                weights[OnePictureRow],
                weights[TwoPictureRows],
                weights[MorePictureRows],
            ],
            scaffold_rows: [
                0,
                weights[OneScaffoldRow],
                weights[TwoScaffoldRows],
                weights[MoreScaffoldRows],
            ],
            walls: R::from_mask(3 | full_row & !(full_row >> 2)),
        };
        for row in 1..target.rows.len() {
            let score = RowFeatures::untouched(&scorer, row, target.rows[row].pixels, 0);
            scorer.untouched.push(score);
        }
        scorer
    }

    /// What the numbers of cells and rows score.
    pub fn counts(&self, counts: &Counts) -> i32 {
        let Remaining {
            pixels,
            scaffold_cells,
        } = counts.remaining;
        self.weights[Pixel] * i32::from(pixels)
            + self.weights[ScaffoldCell] * i32::from(scaffold_cells)
            + self.missing_line[pixels as usize]
                * self.missing_lines[(pixels + scaffold_cells) as usize % 4]
            + self.picture_rows[counts.picture_rows.min(3) as usize]
            + self.scaffold_rows[counts.scaffold_rows.min(3) as usize]
    }

    /// A feature's weight for each of these cells.
    #[inline]
    fn times(&self, feature: Feature, cells: R) -> i32 {
        self.weights[feature] * cells.count() as i32
    }

    /// The highest untouched row of the picture, if there is one; the row above it is given.
    pub fn highest_untouched(&self, rows: usize, above: R, is_scaffold: u32) -> Option<Around<R>> {
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
        let mut score = self.weights[ScaffoldRow]
            + self.weights[ScaffoldNew] * i32::from(is_new)
            + self.times(ScaffoldRun, cells & !(cells << 1))
            + self.times(ScaffoldWallGap, self.walls & !cells)
            + self.times(HangingThin, hanging & !around.above)
            + self.times(HangingFar1, hanging & !near_1)
            + self.times(HangingFar3, hanging & !near_3)
            + self.times(HangingFar5, hanging & !near_5)
            + self.times(HangingRun, first)
            + self.times(HangingEnd, first & !(cells << 1))
            + self.times(HangingEnd, last & !(cells >> 1));
        if !around.is_scaffold_below() {
            score += self.times(Hanging, hanging);
        }
        score
    }

    fn picture_row(&self, around: &Around<R>) -> i32 {
        let (cells, below, above) = (around.cells, around.below, around.above);
        let target = &self.target.rows[around.picture_row];
        let [for_t, for_o] =
            [Tetromino::T, Tetromino::O].map(|piece| target.by_piece[piece.index()]);
        let (under_scaffold, on_scaffold) = scaffold_contact(around);
        let (up, down) = target.joined_rows(around);
        // Pixels whose left neighbour, and whose right neighbour, has their colour.
        let joined_left = cells & (cells << 1) & target.joined_left;
        let joined_right = joined_left >> 1;
        let (beside, along) = (joined_left | joined_right, up | down);
        let alone = cells & !(beside | along);
        let two = (joined_left & joined_right) | (up & down) | (beside & along);
        let end = (beside | along) & !two;
        let upright = along & !beside;
        let helped = (under_scaffold | on_scaffold) & !two;
        let run_of_two = joined_left & !(joined_left << 1);
        let three = joined_left & (joined_left << 1);
        let run_of_three = three & !(three << 1);
        self.times(PixelAlone, alone)
            + self.times(PixelAloneOnTop, alone & !above)
            + self.times(PixelAloneForT, alone & for_t)
            + self.times(PixelEnd, end)
            + self.times(PixelEndOnTop, end & !above)
            + self.times(PixelUpright, upright)
            + self.times(PixelFoot, upright & !down)
            + self.times(PixelUprightHelped, upright & under_scaffold)
            + self.times(RunOfTwo, run_of_two)
            + self.times(RunOfTwoForO, run_of_two & for_o)
            + self.times(RunOfThree, run_of_three)
            + self.times(PixelHanging, cells & !below)
            + self.times(PixelHelped, helped)
            + self.times(PixelUnderScaffold, under_scaffold)
            + self.times(PixelOnScaffold, on_scaffold)
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
                score += self.times(PixelFloating, floating & !(floating << 1));
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

/// The pixels of a row of the picture right under scaffold, and those right on it.
fn scaffold_contact<R: RowBits>(around: &Around<R>) -> (R, R) {
    let touching = |is_scaffold: bool, cells: R| match is_scaffold {
        true => around.cells & cells,
        false => R::EMPTY,
    };
    (
        touching(around.is_scaffold_above(), around.above),
        touching(around.is_scaffold_below(), around.below),
    )
}

/// The runs of `cells` that hold a cell of `seed`. (Kogge and Stone's prefix fill, as chess
/// programs use it: each step doubles the reach.)
fn spread<R: RowBits>(seed: R, cells: R) -> R {
    let (mut rightward, mut passable_rightward) = (seed, cells);
    let (mut leftward, mut passable_leftward) = (seed, cells);
    let mut step = 1;
    while step < 8 * size_of::<R>() as u32 {
        rightward |= passable_rightward & (rightward << step);
        passable_rightward = passable_rightward & (passable_rightward << step);
        leftward |= passable_leftward & (leftward >> step);
        passable_leftward = passable_leftward & (passable_leftward >> step);
        step *= 2;
    }
    rightward | leftward
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
