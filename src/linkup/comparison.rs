//! Which of two readings of a picture is the better one.

use crate::grid::{Axis, Grid};

use super::confidence::{confidence, is_sure};
use super::reading::Reading;
use super::{LinkBoard, LinkCell};

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
        (true, false) => gives_way(&one, &other),
        (false, true) => !gives_way(&other, &one),
        (false, false) => match [&one, &other].map(is_sure) {
            [true, false] => false,
            [false, true] => true,
            _ => worth(&other) > worth(&one),
        },
        (true, true) if has_same_places(&one.grid, &other.grid) => {
            match [&one, &other].map(|reading| has_line_apart(&reading.board)) {
                [true, false] => confidence(&other) > confidence(&one),
                [false, true] if confidence(&one) > confidence(&other) => false,
                _ => is_better_here(&one, &other),
            }
        }
        // Where tiles pair up, their parts do, too.
        (true, true) if is_made_of(&other.grid, &one.grid) => worth(&other) > worth(&one),
        // One may be half a place beside the other, and some of its tiles still pair up.
        (true, true) => {
            let least = match !is_sure(&one) && is_sure(&other) {
                true => 1.0,
                false => BETTER_ELSEWHERE,
            };
            score(&other) > least * score(&one)
        }
    };
    if is_better { other } else { one }
}

/// Whether a reading with which tiles pair up gives way to a sure one: as few as are left at the end of a game pair up with
/// shadows that fall on places beside them, and so do some places of a wrong grid, which makes an unlikely reading.
fn gives_way(pairing: &Reading, other: &Reading) -> bool {
    let may_be_wrong =
        has_same_places(&pairing.grid, &other.grid) || confidence(pairing) < UNLIKELY;
    !is_sure(pairing) && is_sure(other) && may_be_wrong
}

/// A reading that is less sure is rather wrong. Set by hand: of 240 generated boards one more is read right with it.
const UNLIKELY: f64 = 0.5;

/// Whether a reading finds more than another one: more tiles, or other places that are no parts of its places. Fewer tiles
/// on the same places pair up more easily, and so do as many of fewer kinds.
pub fn finds_more(reading: &Reading, other: &Reading) -> bool {
    let tiles = |reading: &Reading| reading.board.tiles().count();
    // A tile beside the board may be taken for a highlighted one.
    let is_about_all = || {
        reading.strays.len() < other.strays.len()
            && tiles(reading) as f64 >= ABOUT_ALL * tiles(other) as f64
    };
    match has_same_places(&reading.grid, &other.grid) {
        true => tiles(reading) > tiles(other) || is_about_all(),
        false => !is_made_of(&other.grid, &reading.grid),
    }
}

/// The share of tiles that is about all of them. Set by hand.
const ABOUT_ALL: f64 = 0.95;

/// Whether the places of one are some of the other's, or the other way round.
pub fn has_same_places(one: &Grid, other: &Grid) -> bool {
    let is_same = |one: &Axis, other: &Axis| {
        let middle = |axis: &Axis| axis.origin + axis.tile / 2.0;
        let turns = (middle(one) - middle(other)) / one.pitch;
        let stretch = (one.pitch - other.pitch) * one.count.max(other.count) as f64;
        stretch.abs() < SAME_PLACE * one.pitch && (turns - turns.round()).abs() < SAME_PLACE
    };
    is_same(&one.x, &other.x) && is_same(&one.y, &other.y)
}

/// Whether both have the same places, and as many.
pub fn is_same_grid(one: &Grid, other: &Grid) -> bool {
    let counts = |grid: &Grid| [grid.x.count, grid.y.count];
    counts(one) == counts(other) && has_same_places(one, other)
}

/// Whether the first or last column or row with tiles holds few, and kinds that are seen nowhere else: these may be something
/// beside the board.
fn has_line_apart(board: &LinkBoard) -> bool {
    let lines: [fn(&LinkCell) -> usize; 2] = [|cell| cell.column, |cell| cell.row];
    let kinds = board.cells_by_kind();
    lines.iter().any(|line| {
        let all = || kinds.iter().flatten().map(line);
        let Some([first, last]) = all().min().zip(all().max()).map(<[usize; 2]>::from) else {
            return false;
        };
        let count = last + 1 - first;
        let is_few = |end: usize| {
            let tiles = all().filter(|at| *at == end).count();
            tiles as f64 * count as f64 <= FEW_APART * all().count() as f64
        };
        let is_apart = |end: usize| {
            let mut there = kinds
                .iter()
                .filter(|cells| cells.iter().any(|cell| line(cell) == end));
            there.all(|cells| cells.iter().all(|cell| line(cell) == end))
        };
        [first, last]
            .into_iter()
            .any(|end| is_few(end) && is_apart(end))
    })
}

/// The most tiles of a line that may be beside the board, as a share of those that a line usually has. Set by hand.
const FEW_APART: f64 = 0.5;

/// Whether each place of a grid is made of two or more of another's.
pub fn is_made_of(whole: &Grid, parts: &Grid) -> bool {
    let times = [whole.x.pitch / parts.x.pitch, whole.y.pitch / parts.y.pitch];
    let are_whole = (times.iter()).all(|times| (times - times.round()).abs() < SAME_PITCH * times);
    are_whole && times.map(f64::round).iter().product::<f64>() >= 2.0
}

/// Whether the places of two grids are as far apart.
pub fn has_same_pitch(one: &Grid, other: &Grid) -> bool {
    let is_same = |one: f64, other: f64| (one - other).abs() < SAME_PITCH * other;
    is_same(one.x.pitch, other.x.pitch) && is_same(one.y.pitch, other.y.pitch)
}

/// How much pitches differ at most if they are the same, as a share. Set by hand.
const SAME_PITCH: f64 = 0.02;

/// Whether another reading of the same places is clearly better. One that takes the ground for tiles has more of them, but
/// some are left over or taken for highlighted ones, or kinds are less clear, or it is less sure. Kinds may be less clear
/// where fewer tiles are taken for highlighted ones and it is surer all the same.
fn is_better_here(one: &Reading, other: &Reading) -> bool {
    let pairs_up = |reading: &Reading| reading.board.check_pairs().is_ok();
    let least = match one.pairing.tiles() == other.pairing.tiles() {
        true => BETTER_IN_BLANKS,
        false => 1.0,
    };
    worth(other) > least * worth(one)
        && (other.pairing.is_as_clear_as(AS_CLEAR, &one.pairing)
            || other.strays.len() < one.strays.len() && confidence(other) > confidence(one))
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

    /// Of a board on which the tiles in small letters are plain.
    fn reading(board: &str, clarity: f32) -> Reading {
        let letters = board.chars().filter(|letter| *letter != '\n');
        let plain: Vec<bool> = letters.map(|letter| !letter.is_uppercase()).collect();
        Reading::assumed(board.parse().expect("it is a board"), &plain, clarity)
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

    #[test]
    fn few_tiles_that_are_surely_right_win_over_more_that_are_not() {
        let few = reading("AB..\nCDBA\n..DC\n", 0.97);
        let with_shadows = reading("ABXX\nCDBA\n..DC\n", 0.5);
        assert!(!few.is_perfect() && with_shadows.is_perfect());
        for (one, other) in [(&few, &with_shadows), (&with_shadows, &few)] {
            assert_eq!(better(one.clone(), other.clone()).board, few.board);
        }
        let more = reading("ABEE\nCDBA\n..DC\n", 0.97);
        assert_eq!(better(few, more.clone()).board, more.board);
    }

    #[test]
    fn more_tiles_or_other_places_are_more() {
        let all = reading("ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\n", 0.9);
        let fewer = reading("ABCDEF\nBADCFE\n......\n......\n", 0.9);
        assert!(finds_more(&all, &fewer) && !finds_more(&fewer, &all));
        assert!(!finds_more(&all, &all));
        let mut elsewhere = fewer;
        elsewhere.grid.x.origin += elsewhere.grid.x.pitch / 2.0;
        assert!(finds_more(&elsewhere, &all));
        let halves = reading(
            "AaBbCcDdEeFf\nBbAaDdCcFfEe\nGgHhIiJjKkLl\nLlKkJjIiHhGg\n",
            0.9,
        );
        assert!(!finds_more(&halves, &all) && finds_more(&all, &halves));
    }

    #[test]
    fn other_places_win_if_they_are_sure_or_much_better() {
        let shifted = |board: &str, clarity| {
            let mut shifted = reading(board, clarity);
            let Grid { x, y, .. } = &mut shifted.grid;
            (x.origin, y.origin) = (x.origin + x.pitch / 2.0, y.origin + y.pitch / 2.0);
            shifted
        };
        let one = |clarity| reading("ABCDEF\nBADCFE\n......\n......\n", clarity);
        let board = "ABCDEF\nBADCFE\nGHIG..\n..HI..\n";
        let surer = shifted(board, 0.95);
        assert!(one(0.95).is_perfect() && is_sure(&one(0.95)) && is_sure(&surer));
        assert_eq!(better(one(0.95), surer.clone()).board, one(0.95).board);
        assert_eq!(better(one(0.5), surer.clone()).board, surer.board);
        let unsure = shifted(board, 0.5);
        assert_eq!(better(one(0.5), unsure).board, one(0.5).board);
    }

    #[test]
    fn a_line_of_few_tiles_that_are_seen_nowhere_else_is_apart() {
        let board = "ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\n";
        let is_apart = |line: &str| has_line_apart(&format!("{board}{line}\n").parse().unwrap());
        assert!(is_apart("M.M..."));
        assert!(!is_apart("M.M.AA"));
        assert!(!is_apart("MNOONM"));
        assert!(!has_line_apart(&board.parse().unwrap()));
    }

    #[test]
    fn whole_tiles_win_over_their_parts_if_more_speaks_for_them() {
        let whole = reading("ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\n", 0.9);
        let parts = reading(
            "AaBbCcDdEeFf\nBbAaDdCcFfEe\nGgHhIiJjKkLl\nLlKkJjIiHhGg\n",
            0.6,
        );
        assert!(is_made_of(&whole.grid, &parts.grid) && !is_made_of(&parts.grid, &whole.grid));
        assert_eq!(better(parts, whole.clone()).board, whole.board);
    }
}
