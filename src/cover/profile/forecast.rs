//! How much memory a count will need, from counts on narrower boards.

use num_bigint::BigUint;

use super::ProfileCounter;
use crate::cover::board::Board;
use crate::cover::pieces::Supply;
use crate::cover::puzzle::Puzzle;
use crate::cover::tiling::Tiling;

/// Widths of the boards that are counted for a forecast: milliseconds each.
const TRIALS: [usize; 2] = [7, 8];

/// Rows of these boards, after which wider ones of tetrominoes and pentominoes have their full number of profiles.
const TRIAL_ROWS: usize = 12;

/// The bytes of the largest layer on a whole rectangle of pieces that are used any number of times, which is the board
/// that takes longest to outgrow its memory; `None` for others and for narrow ones.
///
/// From one width to the next the profiles are multiplied by about the same factor, and the digits of the count grow
/// with the area. For 12x22 tetrominoes the forecast is within a quarter of what it takes.
pub(super) fn largest_layer(tiling: &Tiling) -> Option<f64> {
    let puzzle = tiling.puzzle();
    let [columns, rows, layers] = puzzle.board().size();
    let width = columns.min(rows);
    let is_whole = tiling.cell_count() == columns * rows * layers;
    let is_unlimited = puzzle
        .pieces()
        .iter()
        .all(|piece| piece.supply == Supply::Any);
    if layers > 1 || !is_whole || !is_unlimited || width <= TRIALS[1] + 1 {
        return None;
    }
    let [narrow, wide] = TRIALS.map(|width| trial(puzzle, width));
    let ((fewer, _), (more, bits)) = (narrow?, wide?);
    let growth = more / fewer;
    let profiles = more * growth.powi((width - TRIALS[1]) as i32);
    let area = (TRIALS[1] * TRIAL_ROWS) as f64;
    let words = (bits / area * tiling.cell_count() as f64 / f64::from(u64::BITS)).ceil();
    Some(profiles * (1.0 + words) * size_of::<u64>() as f64)
}

/// The most profiles on a board of this width, and the bits of its count.
fn trial(puzzle: &Puzzle, width: usize) -> Option<(f64, f64)> {
    let board = Board::new(width, TRIAL_ROWS, 1).ok()?;
    let puzzle = Puzzle::new("", board, puzzle.pieces().to_vec(), puzzle.freedom()).ok()?;
    let tiling = Tiling::new(puzzle).ok()?;
    let mut most = 0;
    let counter = ProfileCounter::new(&tiling).ok()?;
    let count: BigUint = counter
        .count(|progress| most = most.max(progress.profiles))
        .ok()?;
    Some((most as f64, count.bits() as f64))
}
