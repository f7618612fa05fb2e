//! Islands of uncovered cells that no pieces can fill, found on bits.

use super::frontier::Frontier;
use super::tiling::Tiling;

/// Looks for hopeless islands on a board of at most 64 cells, numbered along the strip.
#[derive(Clone, Debug)]
pub(super) struct Islands {
    /// The neighbours of each cell: one bit per cell.
    neighbours: Vec<u64>,
    /// The areas that pieces add up to: bit n for n cells.
    fillable: u64,
}

impl Islands {
    /// None where the board has over 64 cells, or where every area is filled by some pieces.
    pub fn new(tiling: &Tiling) -> Option<Islands> {
        let board = tiling.puzzle().board();
        if board.cells().len() > u64::BITS as usize {
            return None;
        }
        let fillable = tiling.puzzle().fillable_areas(u64::BITS as usize - 1);
        let fillable = fillable.into_iter().zip(0..);
        let fillable = fillable.fold(0, |bits, (is_fillable, area)| {
            bits | u64::from(is_fillable) << area
        });
        if fillable == u64::MAX {
            return None;
        }
        let position = Frontier::strip_positions(tiling);
        let mut neighbours = vec![0; board.cells().len()];
        for (cell, &place) in board.cells().iter().zip(&position) {
            let numbers = cell.neighbours().filter_map(|n| board.number(n));
            neighbours[place as usize] =
                numbers.fold(0, |bits, n| bits | 1 << position[n as usize]);
        }
        Some(Islands {
            neighbours,
            fillable,
        })
    }

    /// Whether pieces add up to the area of each island of the free cells. The pieces' shapes and
    /// supplies are not looked at. The last island is left out: where the areas of the others are
    /// right, so is its own, or the board's is wrong.
    pub fn are_fillable(&self, mut free: u64) -> bool {
        while free != 0 {
            let mut shore = free & free.wrapping_neg();
            let mut rest = free ^ shore;
            while shore != 0 && rest != 0 {
                let reached = self.neighbours[shore.trailing_zeros() as usize] & rest;
                rest ^= reached;
                shore = shore & (shore - 1) | reached;
            }
            let area = (free ^ rest).count_ones();
            if rest != 0 && self.fillable >> (area % u64::BITS) & 1 == 0 {
                return false;
            }
            free = rest;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{PieceSet, Puzzle, Supply};

    fn tiling(size: &str, set: PieceSet) -> Tiling {
        let puzzle = Puzzle::of_set(size.parse().unwrap(), set, Supply::Any).unwrap();
        Tiling::new(puzzle).unwrap()
    }

    /// The free cells of a drawing with four rows, numbered row by row.
    fn free(drawing: &str) -> u64 {
        let cells = drawing.chars().filter(|&c| c != '/');
        let free = (0..).zip(cells).filter(|&(_, cell)| cell == '.');
        free.fold(0, |bits, (cell, _)| bits | 1 << cell)
    }

    #[test]
    fn islands_that_no_tetrominoes_fill_are_found() {
        let islands = Islands::new(&tiling("4x4", PieceSet::Tetrominoes)).unwrap();
        assert!(islands.are_fillable(free("..../..../..../....")));
        assert!(islands.are_fillable(free("..##/..##/##../##..")));
        assert!(!islands.are_fillable(free("...#/..##/##../##..")));
        assert!(!islands.are_fillable(free(".###/#.../##../##..")));
        assert!(islands.are_fillable(0));
    }

    #[test]
    fn there_is_nothing_to_look_for_where_all_areas_are_fillable_or_the_board_is_large() {
        let mut pieces = PieceSet::Dominoes.pieces(crate::cover::Freedom::Free);
        let dot = crate::cover::Polyform::parse("#").unwrap();
        pieces.push(crate::cover::PuzzlePiece::once("dot", dot));
        let puzzle = tiling("4x4", PieceSet::Dominoes);
        let board = puzzle.puzzle().board().clone();
        let puzzle = Puzzle::new("", board, pieces, crate::cover::Freedom::Free).unwrap();
        assert!(Islands::new(&Tiling::new(puzzle).unwrap()).is_none());
        assert!(Islands::new(&tiling("10x10", PieceSet::Dominoes)).is_none());
    }
}
