//! Places that show the sides and shadows of solid tiles and pair up as these do.

use crate::grid::WAYS;

use super::LinkCell;
use super::reading::Reading;

/// The share of the places that hold a tile from which on each kind may happen to be beside others. Set by hand.
const MANY: f64 = 0.25;

/// Whether a kind is found only at the same side of the tiles that repeat, and is none of them.
pub fn shows_sides(reading: &Reading, repeated: &[bool]) -> bool {
    let tiles = repeated.iter().filter(|repeats| **repeats).count();
    let board = &reading.board;
    let has_tile = |cell: LinkCell| repeated[reading.place(cell)];
    let is_beside = |cell: &LinkCell, way: [isize; 2]| {
        let beside = reading.grid.beside(reading.place(*cell), way);
        beside.is_some_and(|place| repeated[place])
    };
    let are_sides = |cells: &Vec<LinkCell>| {
        let are_at = |way: &[isize; 2]| cells.iter().all(|cell| is_beside(cell, *way));
        !cells.is_empty() && !cells.iter().any(|cell| has_tile(*cell)) && WAYS.iter().any(are_at)
    };
    let is_sparse = (tiles as f64) < MANY * repeated.len() as f64;
    is_sparse && board.cells_by_kind().iter().any(are_sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shows(board: &str, repeated: &str) -> bool {
        let reading = Reading::of_text(board, 0.9);
        let repeated: Vec<bool> = repeated.chars().map(|place| place == '#').collect();
        shows_sides(&reading, &repeated)
    }

    #[test]
    fn what_is_always_right_of_tiles_shows_their_sides() {
        let board = "AC......\n...BC...\n.....AC.\nBC......\n";
        assert!(shows(board, "#..........#.........#..#......."));
        let elsewhere = "AC......\n...BC...\nC....A..\nBC......\n";
        assert!(!shows(elsewhere, "#..........#.........#..#......."));
    }

    #[test]
    fn tiles_that_repeat_are_no_sides_nor_is_anything_among_many() {
        let board = "AC......\n...BC...\n.....AC.\nBC......\n";
        assert!(!shows(board, "##.........##........##.##......"));
        assert!(!shows("AC.\nBC.\n.AC\n.BC\n", "#..#...#..#."));
    }
}
