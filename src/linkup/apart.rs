//! Columns and rows that were taken for some of the board and lie beside it: what is on them pairs up with itself alone.

use std::ops::RangeInclusive;

use crate::grid::{IntegralImage, Survey};

use super::reading::{Reading, read_surveyed};
use super::{LinkBoard, LinkCell};

/// Tiles that pair up with each other alone by chance are fewer, or more than this share of the board's, or the board's are
/// fewer. Set by hand.
const FEWEST_APART: usize = 6;
const MOST_APART: f64 = 1.0 / 3.0;
const FEWEST: usize = 24;

/// Without the columns or rows at an end whose tiles pair up with each other alone, if the others pair up.
pub fn without_lines_apart(image: &IntegralImage, reading: Reading) -> Reading {
    let [columns, rows] = lines_together(&reading.board);
    let [x, y] = [&columns, &rows].map(|lines| lines.clone().count());
    if [x, y] == [reading.grid.x.count, reading.grid.y.count] {
        return reading;
    }
    let grid = reading.grid.part(&columns, &rows);
    let is_tile = |cell| reading.board.tile(cell).is_some();
    let tiles = LinkCell::within(columns, rows).map(is_tile).collect();
    match read_surveyed(image, &Survey { grid, tiles }) {
        Ok(less) if less.pairing.is_perfect() => less,
        _ => reading,
    }
}

/// The columns and rows without those at the ends that share no kind with the others.
fn lines_together(board: &LinkBoard) -> [RangeInclusive<usize>; 2] {
    [
        together(board, board.columns(), |cell| cell.column),
        together(board, board.rows(), |cell| cell.row),
    ]
}

/// The same of `count` columns or rows, given which of these a cell is in.
fn together(
    board: &LinkBoard,
    count: usize,
    line: fn(&LinkCell) -> usize,
) -> RangeInclusive<usize> {
    let kinds = board.cells_by_kind();
    let all = board.tiles().count();
    let before = |cut: usize| board.tiles().filter(|(cell, _)| line(cell) < cut).count();
    let is_on_one_side = |cells: &Vec<LinkCell>, cut: usize| {
        let before = cells.iter().filter(|cell| line(cell) < cut).count();
        before == 0 || before == cells.len()
    };
    let is_apart = |tiles: usize| tiles >= FEWEST_APART && tiles as f64 <= MOST_APART * all as f64;
    let cuts = || (1..count).filter(|cut| kinds.iter().all(|cells| is_on_one_side(cells, *cut)));
    if all < FEWEST {
        return 0..=count - 1;
    }
    let first = cuts().rfind(|cut| is_apart(before(*cut)));
    let end = cuts().find(|cut| is_apart(all - before(*cut)));
    first.unwrap_or(0)..=end.unwrap_or(count) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "ABCDEF\nGHIJKL\nLKJIHG\nFEDCBA\n";

    #[test]
    fn lines_that_share_no_kind_with_the_others_are_beside_the_board() {
        let together = |board: &str| lines_together(&board.parse().unwrap());
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
}
