//! Columns and rows that were taken for some of the board and lie beside it: what is on them pairs up with itself alone.

use std::ops::{Range, RangeInclusive};

use crate::grid::Survey;

use super::reading::{Reading, read_surveyed};
use super::scene::Scene;
use super::{LinkBoard, LinkCell};

/// Tiles that pair up with each other alone by chance are fewer, unless one was joined to make them pair up, or more than this
/// share of the board's, or the board's are fewer. Set by hand.
const FEWEST_APART: usize = 6;
const MOST_APART: f64 = 1.0 / 3.0;
const FEWEST: usize = 24;

/// Without the columns or rows at an end whose tiles pair up with each other alone, if the others pair up.
pub fn without_lines_apart(scene: &Scene, reading: Reading) -> Reading {
    let less = own_lines(&reading).and_then(|lines| within(scene, &reading, lines));
    match less {
        Some(less) if less.pairing.is_perfect() => less,
        _ => reading,
    }
}

/// Without the columns and rows at the ends on which no tiles stand but joined ones; `None` if there are none.
pub fn without_joined_ends(scene: &Scene, reading: &Reading) -> Option<Reading> {
    let tiles = || reading.board.tiles().map(|(cell, _)| cell);
    let own = LinkCell::bounds(tiles().filter(|cell| !reading.strays.contains(cell)));
    let lines = own.filter(|own| LinkCell::bounds(tiles()).as_ref() != Some(own))?;
    within(scene, reading, lines)
}

/// The reading of some columns and rows alone.
fn within(
    scene: &Scene,
    reading: &Reading,
    [columns, rows]: [RangeInclusive<usize>; 2],
) -> Option<Reading> {
    let grid = reading.grid.part(&columns, &rows);
    let is_tile = |cell| reading.board.tile(cell).is_some();
    let tiles = LinkCell::within(columns, rows).map(is_tile).collect();
    read_surveyed(scene, &Survey { grid, tiles }).ok()
}

/// Whether no columns or rows at an end hold tiles that pair up with each other alone.
pub fn are_together(reading: &Reading) -> bool {
    own_lines(reading).is_none()
}

/// The columns and rows without those that lie beside the board; `None` if none do.
fn own_lines(reading: &Reading) -> Option<[RangeInclusive<usize>; 2]> {
    let full = full_lines(&reading.board);
    let lines = full.unwrap_or_else(|| lines_together(&reading.board, &reading.strays));
    let counts = [&lines[0], &lines[1]].map(|lines| lines.clone().count());
    (counts != [reading.grid.x.count, reading.grid.y.count]).then_some(lines)
}

/// The columns and rows that are full of tiles, if they hold most of them, and those beside share no kind with them: no tiles
/// lie around a board from which none has been taken.
fn full_lines(board: &LinkBoard) -> Option<[RangeInclusive<usize>; 2]> {
    let [mut columns, mut rows] = [0..=board.columns() - 1, 0..=board.rows() - 1];
    let is_tile = |cell: &LinkCell| board.tile(*cell).is_some();
    while columns.start() < columns.end() && rows.start() < rows.end() {
        let [left, right] = [*columns.start(), *columns.end()];
        let [top, bottom] = [*rows.start(), *rows.end()];
        let is_beside = |lines: [RangeInclusive<usize>; 2]| {
            let cells = LinkCell::within(lines[0].clone(), lines[1].clone());
            let is_sparse = 2 * cells.clone().filter(is_tile).count() < cells.count();
            is_sparse || is_apart(board, &lines)
        };
        if is_beside([left..=left, rows.clone()]) {
            columns = left + 1..=right;
        } else if is_beside([right..=right, rows.clone()]) {
            columns = left..=right - 1;
        } else if is_beside([columns.clone(), top..=top]) {
            rows = top + 1..=bottom;
        } else if is_beside([columns.clone(), bottom..=bottom]) {
            rows = top..=bottom - 1;
        } else {
            break;
        }
    }
    let mut inside = LinkCell::within(columns.clone(), rows.clone());
    let count = inside.clone().count();
    let beside = board.tiles().count() as f64 - count as f64;
    let is_most = beside > 0.0 && beside <= MOST_APART * count as f64;
    let is_full = count >= FEWEST && inside.all(|cell| is_tile(&cell));
    let lines = [columns, rows];
    (is_full && is_most && is_apart(board, &lines)).then_some(lines)
}

/// Whether no kind is both within some columns and rows and beside them.
fn is_apart(board: &LinkBoard, [columns, rows]: &[RangeInclusive<usize>; 2]) -> bool {
    let is_inside = |cell: &&LinkCell| columns.contains(&cell.column) && rows.contains(&cell.row);
    board.cells_by_kind().iter().all(|cells| {
        let inside = cells.iter().filter(is_inside).count();
        inside == 0 || inside == cells.len()
    })
}

/// The columns and rows without those at the ends that share no kind with the others.
fn lines_together(board: &LinkBoard, joined: &[LinkCell]) -> [RangeInclusive<usize>; 2] {
    [
        together(board, joined, board.columns(), |cell| cell.column),
        together(board, joined, board.rows(), |cell| cell.row),
    ]
}

/// The same of `count` columns or rows, given which of these a cell is in.
fn together(
    board: &LinkBoard,
    joined: &[LinkCell],
    count: usize,
    line: fn(&LinkCell) -> usize,
) -> RangeInclusive<usize> {
    let kinds = board.cells_by_kind();
    let all = board.tiles().count();
    let before = |cut: usize| board.tiles().filter(|(cell, _)| line(cell) < cut).count();
    let any_joined = |lines: Range<usize>| joined.iter().any(|cell| lines.contains(&line(cell)));
    let is_on_one_side = |cells: &Vec<LinkCell>, cut: usize| {
        let before = cells.iter().filter(|cell| line(cell) < cut).count();
        before == 0 || before == cells.len()
    };
    let is_apart = |tiles: usize, lines: Range<usize>| {
        let are_many = tiles >= FEWEST_APART || tiles > 0 && any_joined(lines);
        are_many && tiles as f64 <= MOST_APART * all as f64
    };
    let cuts = || (1..count).filter(|cut| kinds.iter().all(|cells| is_on_one_side(cells, *cut)));
    if all < FEWEST {
        return 0..=count - 1;
    }
    let first = cuts().rfind(|cut| is_apart(before(*cut), 0..*cut));
    let end = cuts().find(|cut| is_apart(all - before(*cut), *cut..count));
    first.unwrap_or(0)..=end.unwrap_or(count) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "ABCDEF\nGHIJKL\nLKJIHG\nFEDCBA\n";

    #[test]
    fn nothing_lies_around_a_board_that_is_full() {
        let full = |board: &str| full_lines(&board.parse().unwrap());
        assert_eq!(full(BOARD), None, "there is nothing around it");
        let in_corner = |beside: [&str; 2]| {
            let [above, beside] = beside;
            let board = BOARD.replace('\n', &format!("{beside}\n"));
            full(&format!("{above}\n{board}"))
        };
        assert_eq!(in_corner(["M.....M.", ".."]), Some([0..=5, 1..=4]));
        assert_eq!(in_corner(["MMMMMM..", ".."]), Some([0..=5, 1..=4]));
        assert_eq!(
            in_corner(["A.....A.", ".."]),
            None,
            "it has tiles of the board"
        );
        assert_eq!(full(&BOARD.replacen("AB", "..", 1)), None, "it is in play");
    }

    #[test]
    fn lines_that_share_no_kind_with_the_others_are_beside_the_board() {
        let together = |board: &str| lines_together(&board.parse().unwrap(), &[]);
        assert_eq!(together(BOARD), [0..=5, 0..=3]);
        let beside = |line: &str| BOARD.replace('\n', &format!("{line}\n"));
        assert_eq!(together(&beside("MN")), [0..=5, 0..=3]);
        assert_eq!(together(&beside("MA")), [0..=7, 0..=3]);
        assert_eq!(together(&beside(".M")), [0..=7, 0..=3], "they are few");
        let around = format!("MNOONM\n{BOARD}PQRRQP\n");
        assert_eq!(together(&around), [0..=5, 1..=4]);
        let halves = "ABCABC\nCBACBA\nDEFDEF\nFEDFED\n";
        assert_eq!(together(halves), [0..=5, 0..=3]);
        assert_eq!(together("ABAB\nCDCD\n"), [0..=3, 0..=1]);
    }

    #[test]
    fn few_tiles_are_beside_the_board_if_one_was_joined_to_make_them_pair_up() {
        let board = format!("{BOARD}M.....\nM.....\n");
        let together = |joined: &[LinkCell]| lines_together(&board.parse().unwrap(), joined);
        assert_eq!(together(&[]), [0..=5, 0..=5]);
        assert_eq!(together(&[LinkCell::new(5, 0)]), [0..=5, 0..=3]);
        assert_eq!(together(&[LinkCell::new(3, 0)]), [0..=5, 0..=5]);
    }
}
