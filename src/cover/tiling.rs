//! Every placement of a piece on the board, and the exact cover problem that they make.

use super::pieces::Supply;
use super::polyform::{Coordinates, Polyform};
use super::problem::Problem;
use super::puzzle::Puzzle;

/// One piece laid on the board: an option of the exact cover problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePlacement {
    /// Index of the piece in its puzzle.
    pub piece: usize,
    /// The numbers of the covered cells, rising.
    pub cells: Vec<u32>,
}

/// A puzzle with all the placements of its pieces: by piece, orientation, place in reading order.
///
/// A covering is a set of placements; engines name placements by their number here.
#[derive(Clone, Debug)]
pub struct Tiling {
    puzzle: Puzzle,
    placements: Vec<PiecePlacement>,
}

/// More placements than a search could use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the pieces have too many placements on this board: choose a smaller board or fewer pieces"
)]
pub struct TooManyPlacements;

impl Tiling {
    /// Covered cells in all placements together: as links they take 16 bytes each, half a gigabyte.
    const MAX_MEMBERS: usize = 1 << 25;

    /// Lays every piece in every orientation on every place where it fits.
    ///
    /// # Errors
    ///
    /// [`TooManyPlacements`] if they cover more than 33 million cells together.
    pub fn new(puzzle: Puzzle) -> Result<Self, TooManyPlacements> {
        let (mut placements, mut members) = (Vec::new(), 0);
        for (piece, kind) in puzzle.pieces().iter().enumerate() {
            for shape in kind.shape.orientations(puzzle.freedom()) {
                for cells in fittings(&puzzle, &shape) {
                    members += cells.len();
                    if members > Tiling::MAX_MEMBERS {
                        return Err(TooManyPlacements);
                    }
                    placements.push(PiecePlacement { piece, cells });
                }
            }
        }
        Ok(Tiling { puzzle, placements })
    }

    /// The tiling with only some of the placements, and their numbers in this one.
    pub fn restricted(&self, keeps: impl Fn(usize) -> bool) -> (Tiling, Vec<usize>) {
        let kept: Vec<usize> = (0..self.placements.len()).filter(|&n| keeps(n)).collect();
        let placements = kept.iter().map(|&number| self.placements[number].clone());
        let restricted = Tiling {
            puzzle: self.puzzle.clone(),
            placements: placements.collect(),
        };
        (restricted, kept)
    }

    /// What is to be covered, and with what.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// All of them; a placement's number is its place here.
    pub fn placements(&self) -> &[PiecePlacement] {
        &self.placements
    }

    /// How many cells are to be covered.
    pub fn cell_count(&self) -> usize {
        self.puzzle.board().cells().len()
    }

    /// The exact cover problem: option n is placement n. The items are the cells, then the pieces
    /// that are used once, then (secondary) those that are used several times.
    ///
    /// Where some pieces are used several times and others any number of times, a solution of the
    /// problem may use too few of the former: [`uses_supply`](Self::uses_supply) tells.
    pub fn problem(&self) -> Problem {
        let mut items = vec![None; self.puzzle.pieces().len()];
        let mut count = self.cell_count();
        for (item, piece) in items.iter_mut().zip(self.puzzle.pieces()) {
            if piece.supply == Supply::Times(1) {
                *item = Some(count);
                count += 1;
            }
        }
        let primary = count;
        let mut capacities = Vec::new();
        for (item, piece) in items.iter_mut().zip(self.puzzle.pieces()) {
            if let Supply::Times(times @ 2..) = piece.supply {
                *item = Some(count);
                capacities.push((count, times));
                count += 1;
            }
        }
        let problem = Problem::new(primary, count - primary);
        let mut problem = capacities
            .into_iter()
            .fold(problem, |problem, (item, times)| {
                problem.with_capacity(item, times)
            });
        let mut members = Vec::new();
        for placement in &self.placements {
            members.clear();
            members.extend(placement.cells.iter().map(|&cell| cell as usize));
            members.extend(items[placement.piece]);
            problem
                .add_option(&members)
                .expect("a placement covers different cells of the board");
        }
        problem
    }

    /// Whether the placements use every piece as often as the puzzle says.
    pub fn uses_supply(&self, placements: &[usize]) -> bool {
        let mut used = vec![0; self.puzzle.pieces().len()];
        for &placement in placements {
            used[self.placements[placement].piece] += 1;
        }
        let mut pieces = self.puzzle.pieces().iter().zip(used);
        pieces.all(|(piece, used)| match piece.supply {
            Supply::Any => true,
            Supply::Times(times) => used == times,
        })
    }
}

/// The numbers of the cells that the shape covers, for every place of the board where it fits.
fn fittings<'a>(puzzle: &'a Puzzle, shape: &'a Polyform) -> impl Iterator<Item = Vec<u32>> + 'a {
    let board = puzzle.board();
    let (size, extent) = (board.size(), shape.extent());
    let places = move |axis: usize| 0..(size[axis] as i32 - extent[axis] + 1).max(0);
    let corners =
        places(2).flat_map(move |z| places(1).flat_map(move |y| places(0).map(move |x| (x, y, z))));
    corners.filter_map(move |(x, y, z)| {
        let cells = shape.cells().iter();
        let number =
            |cell: &Coordinates| board.number(Coordinates::new(cell.x + x, cell.y + y, cell.z + z));
        cells.map(number).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Board, CoverSearch, DancingLinks, PieceSet};

    fn tiling(size: &str, letters: &str, supply: Supply) -> Tiling {
        let board: Board = size.parse().unwrap();
        let puzzle = Puzzle::of_set(board, PieceSet::Tetrominoes, supply).unwrap();
        let pieces = puzzle.pieces().iter();
        let pieces = pieces
            .filter(|piece| letters.contains(&piece.name))
            .cloned()
            .collect();
        let puzzle = Puzzle::new("", puzzle.board().clone(), pieces, puzzle.freedom());
        Tiling::new(puzzle.unwrap()).unwrap()
    }

    #[test]
    fn the_article_matrix_is_the_square_of_six_without_the_l() {
        let tiling = tiling("6x6", "IOTS", Supply::Any);
        let count = |piece| {
            tiling
                .placements()
                .iter()
                .filter(|p| p.piece == piece)
                .count()
        };
        assert_eq!([0, 1, 2, 3].map(count), [36, 25, 80, 80]);
        assert_eq!(DancingLinks::new(&tiling.problem()).count_rest(), 1409);
    }

    #[test]
    fn all_five_tetrominoes_have_381_placements_on_it() {
        assert_eq!(tiling("6x6", "IOTSL", Supply::Any).placements().len(), 381);
    }

    #[test]
    fn a_square_of_six_is_covered_by_one_piece_alone_only_if_that_is_the_o() {
        let count =
            |letter| DancingLinks::new(&tiling("6x6", letter, Supply::Any).problem()).count_rest();
        assert_eq!(["I", "O", "T", "S", "L"].map(count), [0, 1, 0, 0, 0]);
    }

    #[test]
    fn the_five_tetrominoes_once_each_cover_no_rectangle_of_20_cells() {
        for size in ["4x5", "2x10"] {
            let problem = tiling(size, "IOTSL", Supply::Times(1)).problem();
            assert_eq!(DancingLinks::new(&problem).count_rest(), 0, "{size}");
        }
    }

    #[test]
    fn two_of_each_tetromino_cover_five_by_eight_in_3106_ways() {
        let problem = tiling("5x8", "IOTSL", Supply::Times(2)).problem();
        assert_eq!(DancingLinks::new(&problem).count_rest(), 3106);
    }
}
