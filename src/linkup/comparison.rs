//! Which of two readings of a picture is the better one.

use crate::grid::{Axis, Grid};

use super::confidence::confidence;
use super::reading::Reading;

/// How much better a second reading that pairs up must be than the first: if only blank tiles differ, and elsewhere.
// Lower, blank tiles come and go, and the frames of windows and a row of the ground count as tiles. Tuned on generated
// screenshots.
const BETTER_IN_BLANKS: f64 = 1.15;
const BETTER_ELSEWHERE: f64 = 2.0;

/// How far places of two grids are apart at most if they are the same, as a share of a period. Set by hand.
const SAME_PLACE: f64 = 0.25;

/// How clearly kinds must be apart in a reading of the same tiles or places, as a share of how clearly they are in the first.
// Set by hand: where places of the ground were taken for tiles it was 0.79, beside real ones 0.97 and more.
pub const AS_CLEAR: f32 = 0.9;

/// The better of two; the first unless the other is clearly so.
pub fn better(one: Reading, other: Reading) -> Reading {
    let is_better = match (one.is_perfect(), other.is_perfect()) {
        (true, false) => false,
        (false, true) => true,
        (false, false) => score(&other) > score(&one),
        (true, true) if has_same_places(&one.grid, &other.grid) => is_better_here(&one, &other),
        (true, true) => score(&other) > BETTER_ELSEWHERE * score(&one),
    };
    if is_better { other } else { one }
}

/// Whether the places of one are some of the other's, or the other way round.
fn has_same_places(one: &Grid, other: &Grid) -> bool {
    let is_same = |one: &Axis, other: &Axis| {
        let middle = |axis: &Axis| axis.origin + axis.tile / 2.0;
        let turns = (middle(one) - middle(other)) / one.pitch;
        let stretch = (one.pitch - other.pitch) * one.count.max(other.count) as f64;
        stretch.abs() < SAME_PLACE * one.pitch && (turns - turns.round()).abs() < SAME_PLACE
    };
    is_same(&one.x, &other.x) && is_same(&one.y, &other.y)
}

/// Whether another reading of the same places is clearly better. One that takes the ground for tiles has more of them, but
/// some are left over or taken for highlighted ones, or kinds are less clear, or it is less sure.
fn is_better_here(one: &Reading, other: &Reading) -> bool {
    let pairs_up = |reading: &Reading| reading.board.check_pairs().is_ok();
    let least = match one.pairing.tiles() == other.pairing.tiles() {
        true => BETTER_IN_BLANKS,
        false => 1.0,
    };
    worth(other) > least * worth(one)
        && other.pairing.is_as_clear_as(AS_CLEAR, &one.pairing)
        && (pairs_up(other) || !pairs_up(one))
        && other.strays.len() <= one.strays.len()
}

/// The exponent of the area of a tile in a grid's score.
// Above 1 because larger tiles are less often equal by chance: so whole tiles win over their parts.
const AREA_EXPONENT: f64 = 1.1;

/// About the area of the tiles that pair up.
pub fn score(Reading { grid, score, .. }: &Reading) -> f64 {
    score * (grid.x.pitch * grid.y.pitch).powf(AREA_EXPONENT)
}

/// How much speaks for a reading: the score alone favours large tiles, and those of the ground beside others.
pub fn worth(reading: &Reading) -> f64 {
    (LEFT_OVER + confidence(reading)) * score(reading)
}

/// The confidence assigned to a reading with a tile left over, among others of known size. Set by hand: a board with
/// a column cut off still beats a few places that happen to pair up.
const LEFT_OVER: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::pairing::Pairing;
    use crate::linkup::{LinkBoard, LinkCell};

    /// Of a board on which the tiles in small letters are plain.
    fn reading(board: &str, clarity: f32) -> Reading {
        let letters = board.chars().filter(|letter| *letter != '\n');
        let plain: Vec<bool> = letters.map(|letter| !letter.is_uppercase()).collect();
        let board: LinkBoard = board.parse().expect("it is a board");
        let pairing = Pairing::of(&board, &plain, clarity);
        Reading {
            grid: Grid {
                x: Axis::dividing(240, board.columns()),
                y: Axis::dividing(240, board.rows()),
                confidence: 1.0,
            },
            board,
            pairing,
            score: pairing.score(),
            strays: Vec::new(),
            are_in_shadow: false,
            busyness: 0.0,
            overlooked: Vec::new(),
        }
    }

    #[test]
    fn more_tiles_win_only_if_they_pair_up_and_are_as_clear() {
        let one = reading("ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\n......\n", 0.9);
        let more = "ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\nM.M...\n";
        assert!(is_better_here(&one, &reading(more, 0.9)));
        assert!(!is_better_here(&one, &reading(more, 0.7)));
        let left_over = more.replace("M.M...", "M.M..x");
        assert!(!is_better_here(&one, &reading(&left_over, 0.9)));
        let highlighted = Reading {
            strays: vec![LinkCell::new(4, 2)],
            ..reading(more, 0.9)
        };
        assert!(!is_better_here(&one, &highlighted));
        let overlooking = Reading {
            overlooked: vec![25, 27],
            ..reading(more, 0.9)
        };
        assert!(reading(more, 0.9).is_perfect() && !overlooking.is_perfect());
    }
}
