//! Well-known puzzles, by name.

use super::board::Board;
use super::pieces::{PieceSet, Supply};
use super::puzzle::Puzzle;

/// A well-known puzzle.
#[derive(Clone, Copy, Debug)]
pub struct KnownPuzzle {
    /// What a user asks for, like `pentominoes-6x10`: the pieces, then the board.
    pub name: &'static str,
    /// A size, or a drawing.
    board: &'static str,
    set: PieceSet,
    times: u32,
    /// Coverings, those that are images of each other counted as one.
    pub distinct: u64,
}

const fn known(
    name: &'static str,
    board: &'static str,
    set: PieceSet,
    times: u32,
    distinct: u64,
) -> KnownPuzzle {
    KnownPuzzle {
        name,
        board,
        set,
        times,
        distinct,
    }
}

/// All of them, plane ones first.
#[rustfmt::skip]
pub const KNOWN_PUZZLES: [KnownPuzzle; 11] = [
    known("tetrominoes-4x5", "4x5", PieceSet::Tetrominoes, 1, 0),
    known("tetrominoes-5x8", "5x8", PieceSet::Tetrominoes, 2, 783),
    known("pentominoes-3x20", "3x20", PieceSet::Pentominoes, 1, 2),
    known("pentominoes-4x15", "4x15", PieceSet::Pentominoes, 1, 368),
    known("pentominoes-5x12", "5x12", PieceSet::Pentominoes, 1, 1_010),
    known("pentominoes-6x10", "6x10", PieceSet::Pentominoes, 1, 2_339),
    known("pentominoes-8x8", SQUARE_WITHOUT_MIDDLE, PieceSet::Pentominoes, 1, 65),
    known("soma", "3x3x3", PieceSet::Soma, 1, 240),
    known("pentominoes-3x4x5", "3x4x5", PieceSet::Pentominoes, 1, 3_940),
    known("pentominoes-2x5x6", "2x5x6", PieceSet::Pentominoes, 1, 264),
    known("pentominoes-2x3x10", "2x3x10", PieceSet::Pentominoes, 1, 12),
];

const SQUARE_WITHOUT_MIDDLE: &str =
    "......../......../......../...##.../...##.../......../......../........";

impl KnownPuzzle {
    /// The puzzle of this name, exactly as it stands in [`KNOWN_PUZZLES`].
    pub fn find(name: &str) -> Option<KnownPuzzle> {
        KNOWN_PUZZLES.into_iter().find(|puzzle| puzzle.name == name)
    }

    /// The board and the pieces themselves.
    pub fn puzzle(self) -> Puzzle {
        let board = self.board.parse().or_else(|_| Board::parse(self.board));
        let board = board.expect("the known boards are drawn right");
        let puzzle = Puzzle::of_set(board, self.set, Supply::Times(self.times));
        puzzle
            .expect("the known puzzles make sense")
            .named(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{CoverSettings, Coverings, Obstacle, Tiling};

    fn check(names: &[&str]) {
        let settings = CoverSettings {
            distinct: true,
            ..CoverSettings::default()
        };
        for name in names {
            let known = KnownPuzzle::find(name).unwrap();
            let tiling = Tiling::new(known.puzzle()).unwrap();
            let mut coverings = Coverings::new(&tiling, settings).unwrap();
            let mut count = 0;
            while coverings.advance() {
                count += 1;
            }
            assert_eq!(count, known.distinct, "{name}");
            assert_eq!(Obstacle::find(&tiling).is_some(), count == 0, "{name}");
        }
    }

    #[test]
    fn the_small_puzzles_have_as_many_coverings_as_is_said() {
        check(&["tetrominoes-4x5", "tetrominoes-5x8", "soma"]);
        check(&["pentominoes-3x20", "pentominoes-4x15", "pentominoes-2x3x10"]);
    }

    #[test]
    fn the_large_plane_puzzles_do_too() {
        check(&["pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8"]);
    }

    #[test]
    fn a_large_box_does_too() {
        check(&["pentominoes-2x5x6"]);
    }

    #[test]
    #[ignore = "takes half a minute"]
    fn the_largest_box_does_too() {
        check(&["pentominoes-3x4x5"]);
    }
}
