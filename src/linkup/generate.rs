//! Boards that have a solution.

use std::fmt;
use std::str::FromStr;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Kind, LinkBoard, LinkBoardError, LinkCell, Taken};

/// The size of a board, written COLUMNSxROWS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Cells of a row.
    pub columns: usize,
    /// Cells of a column.
    pub rows: usize,
}

impl BoardSize {
    /// Checks that there may be such boards. Errors: no cell at all ([`LinkBoardError::Empty`]), or more along a side
    /// than are solved ([`LinkBoardError::TooLarge`]).
    pub(super) fn check(self) -> Result<(), LinkBoardError> {
        let BoardSize { columns, rows } = self;
        match columns.min(rows) {
            0 => Err(LinkBoardError::Empty),
            _ if columns.max(rows) > LinkBoard::MAX_SIDE => {
                Err(LinkBoardError::TooLarge { columns, rows })
            }
            _ => Ok(()),
        }
    }
}

impl FromStr for BoardSize {
    type Err = LinkBoardError;

    fn from_str(text: &str) -> Result<BoardSize, LinkBoardError> {
        let numbers = text.split_once('x').and_then(|(columns, rows)| {
            let (columns, rows) = (columns.parse().ok()?, rows.parse().ok()?);
            (columns > 0 && rows > 0).then_some(BoardSize { columns, rows })
        });
        numbers.ok_or_else(|| LinkBoardError::Size(text.to_owned()))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// Makes a full board of `kinds` kinds that has a solution; the same seed makes the same board.
///
/// The board is built by playing it: on a full board of blank tiles a linked pair is chosen at random, given a kind,
/// and taken. The uppermost tiles of two columns are always linked, by the free lane above the board, and so are two
/// tiles that follow each other in a column, so this never gets stuck. Pairs that are not neighbours are preferred, and
/// kinds are dealt as evenly as possible.
///
/// Errors: [`LinkBoardError::Empty`], [`LinkBoardError::TooLarge`], [`LinkBoardError::OneCell`],
/// [`LinkBoardError::OddCells`], [`LinkBoardError::Kinds`].
pub fn generate_board(
    size: BoardSize,
    kinds: usize,
    seed: u64,
) -> Result<LinkBoard, LinkBoardError> {
    size.check()?;
    let BoardSize { columns, rows } = size;
    let cells = columns * rows;
    if cells == 1 {
        return Err(LinkBoardError::OneCell);
    }
    if cells % 2 == 1 {
        return Err(LinkBoardError::OddCells {
            columns,
            rows,
            cells,
        });
    }
    let pairs = cells / 2;
    if kinds == 0 || kinds > pairs {
        return Err(LinkBoardError::Kinds { kinds, pairs });
    }
    let mut random = Random::seeded(seed);
    let mut faces: Vec<Kind> = (0..pairs).map(|pair| Kind((pair % kinds) as u16)).collect();
    random.shuffle(&mut faces);
    let mut blanks = LinkBoard::new(columns, vec![Some(Kind(0)); cells])?;
    let mut taken = Taken::of(&blanks);
    let mut tiles = vec![None; cells];
    for face in faces {
        for cell in draw_pair(&blanks, &taken, &mut random) {
            tiles[cell.row * columns + cell.column] = Some(face);
            blanks.take(cell);
            taken.take(cell);
        }
    }
    LinkBoard::new(columns, tiles)
}

/// A random linked pair, of tiles that are not neighbours if a few draws find one.
fn draw_pair(blanks: &LinkBoard, taken: &Taken, random: &mut Random) -> [LinkCell; 2] {
    const DRAWS: usize = 8;
    let tiles: Vec<LinkCell> = blanks.tiles().map(|(cell, _)| cell).collect();
    let mut near = None;
    for draw in 0.. {
        let a = tiles[random.below(tiles.len())];
        let is_partner = |b: &&LinkCell| **b != a && taken.are_linked(a, **b);
        let partners: Vec<LinkCell> = tiles.iter().filter(is_partner).copied().collect();
        let is_far = |b: &LinkCell| a.row.abs_diff(b.row) + a.column.abs_diff(b.column) > 1;
        let far: Vec<LinkCell> = partners.iter().copied().filter(is_far).collect();
        if !far.is_empty() {
            return [a, far[random.below(far.len())]];
        }
        if !partners.is_empty() {
            near = near.or(Some([a, partners[random.below(partners.len())]]));
        }
        if let (Some(pair), true) = (near, draw >= DRAWS) {
            return pair;
        }
    }
    unreachable!("some pair is always linked")
}

/// A random number generator: the same numbers for the same seed on any machine.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn seeded(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `limit`: the high half of a 64 x 64 bit product.
    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.0.next_u64()) * limit as u128) >> 64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::{Answer, DEFAULT_WORK, solve};

    fn board(size: &str, kinds: usize, seed: u64) -> LinkBoard {
        generate_board(size.parse().unwrap(), kinds, seed).unwrap()
    }

    #[test]
    fn every_board_has_all_its_kinds_in_pairs_and_is_cleared() {
        for (seed, (size, kinds)) in (0..).zip([
            ("16x12", 40),
            ("12x8", 20),
            ("2x1", 1),
            ("1x2", 1),
            ("5x4", 10),
            ("16x12", 2),
            ("60x60", 300),
        ]) {
            let board = board(size, kinds, seed);
            assert_eq!(board.check_pairs(), Ok(()));
            assert_eq!(board.cells_by_kind().len(), kinds);
            if size != "60x60" {
                let answer = solve(&board, DEFAULT_WORK).unwrap();
                assert!(matches!(answer, Answer::Cleared { .. }), "{board}");
            }
        }
    }

    #[test]
    fn a_seed_makes_the_same_board_again() {
        assert_eq!(board("12x8", 20, 1), board("12x8", 20, 1));
        assert_ne!(board("12x8", 20, 1), board("12x8", 20, 2));
    }

    #[test]
    fn boards_that_cannot_be_are_refused() {
        let error = |size: &str, kinds| {
            let size = size.parse().unwrap();
            generate_board(size, kinds, 0).unwrap_err().to_string()
        };
        assert!(error("1x1", 1).contains("single cell"));
        assert!(error("5x5", 3).contains("25 cells"));
        assert!(error("4x4", 9).contains("1 to 8 kinds"));
        assert!(error("4x4", 0).contains("1 to 8 kinds"));
        assert!(error("61x2", 1).contains("at most 60x60"));
        for text in ["4", "0x4", "x", "4x", "axb"] {
            assert!(
                text.parse::<BoardSize>()
                    .unwrap_err()
                    .to_string()
                    .contains("COLUMNSxROWS")
            );
        }
    }
}
