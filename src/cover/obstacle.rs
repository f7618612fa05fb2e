//! Reasons why a board cannot be covered, found without a search.

use std::fmt;

use super::board::Board;
use super::pieces::Supply;
use super::polyform::{Coordinates, component_sizes};
use super::tiling::Tiling;

/// A proof that a puzzle has no solution, found without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Limited pieces have another area together than the board.
    Area {
        /// Cells of all limited pieces, each as often as it is to be used.
        pieces: usize,
        /// Cells of the board.
        board: usize,
    },
    /// Some part of the board, connected in itself, has an area that no pieces add up to.
    Region {
        /// Cells of that part.
        area: usize,
        /// Parts that the board falls into.
        regions: usize,
    },
    /// A piece that must be used fits nowhere.
    NoPlace {
        /// Its name in the puzzle.
        piece: String,
    },
    /// A cell that no placement covers: column, row and, where there are several, layer, from 1.
    Uncoverable {
        /// From 1, at the left.
        column: usize,
        /// From 1, at the top.
        row: usize,
        /// From 1; `None` on a plane board.
        layer: Option<usize>,
    },
    /// A colouring of which the pieces cannot cover as many cells as it has.
    Colouring {
        /// Which cells have the colour.
        colouring: Colouring,
        /// How many they are.
        cells: usize,
    },
}

/// The cells whose (a x + b y + c z) mod m is a residue: one colour of a striped or chequered board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// a, b and c.
    pub factors: [usize; 3],
    /// m: how many colours there are.
    pub modulus: usize,
    /// The colour that is meant, below m.
    pub residue: usize,
}

impl Obstacle {
    /// The first obstacle that is found: areas, places, colourings. `None` does not promise a solution.
    pub fn find(tiling: &Tiling) -> Option<Obstacle> {
        area(tiling)
            .or_else(|| region(tiling))
            .or_else(|| place(tiling))
            .or_else(|| uncoverable(tiling))
            .or_else(|| colouring(tiling))
    }
}

fn area(tiling: &Tiling) -> Option<Obstacle> {
    let board = tiling.cell_count();
    let (mut pieces, mut is_open) = (0, false);
    for piece in tiling.puzzle().pieces() {
        match piece.supply {
            Supply::Any => is_open = true,
            Supply::Times(times) => pieces += piece.shape.len() * times as usize,
        }
    }
    let fits = if is_open {
        pieces <= board
    } else {
        pieces == board
    };
    (!fits).then_some(Obstacle::Area { pieces, board })
}

fn region(tiling: &Tiling) -> Option<Obstacle> {
    let areas = component_sizes(tiling.puzzle().board().cells());
    let fillable = tiling.puzzle().fillable_areas(tiling.cell_count());
    let regions = areas.len();
    let area = areas.into_iter().find(|&area| !fillable[area])?;
    Some(Obstacle::Region { area, regions })
}

fn place(tiling: &Tiling) -> Option<Obstacle> {
    let pieces = tiling.puzzle().pieces();
    let mut has_place = vec![false; pieces.len()];
    for placement in tiling.placements() {
        has_place[placement.piece] = true;
    }
    let must_be_used = |supply| matches!(supply, Supply::Times(_));
    let mut pieces = pieces.iter().zip(has_place);
    let homeless = pieces.find(|(piece, has_place)| must_be_used(piece.supply) && !has_place);
    homeless.map(|(piece, _)| Obstacle::NoPlace {
        piece: piece.name.clone(),
    })
}

fn uncoverable(tiling: &Tiling) -> Option<Obstacle> {
    let mut is_coverable = vec![false; tiling.cell_count()];
    for placement in tiling.placements() {
        for &cell in &placement.cells {
            is_coverable[cell as usize] = true;
        }
    }
    let number = is_coverable.iter().position(|coverable| !coverable)?;
    let board = tiling.puzzle().board();
    let [x, y, z] = board.cells()[number].to_array().map(|c| c as usize + 1);
    Some(Obstacle::Uncoverable {
        column: x,
        row: y,
        layer: (!board.is_plane()).then_some(z),
    })
}

fn colouring(tiling: &Tiling) -> Option<Obstacle> {
    /// The knapsack of [`Sums`] takes time in the square of the cells for every colouring and piece; up to
    /// here it is over before anybody notices.
    const MAX_CELLS: usize = 150;
    if tiling.cell_count() > MAX_CELLS {
        return None;
    }
    colourings(tiling.puzzle().board()).find_map(|colouring| colouring_argument(tiling, colouring))
}

/// The obstacle that a colouring is, if the pieces cannot cover as many cells of the colour as there are.
fn colouring_argument(tiling: &Tiling, colouring: Colouring) -> Option<Obstacle> {
    let board = tiling.puzzle().board();
    let is_coloured = |cell: &u32| colouring.holds(board.cells()[*cell as usize]);
    let cells = (0..tiling.cell_count() as u32).filter(is_coloured).count();
    let mut covered = vec![Vec::new(); tiling.puzzle().pieces().len()];
    for placement in tiling.placements() {
        let count = placement
            .cells
            .iter()
            .filter(|cell| is_coloured(cell))
            .count();
        covered[placement.piece].push(count);
    }
    for counts in &mut covered {
        counts.sort_unstable();
        counts.dedup();
    }
    let is_reachable = Sums::of(tiling, &covered).contains(tiling.cell_count(), cells);
    (!is_reachable).then_some(Obstacle::Colouring { colouring, cells })
}

/// Chequered boards and stripes along each axis first, then diagonals in more colours.
fn colourings(board: &Board) -> impl Iterator<Item = Colouring> {
    let layers = board.size()[2];
    #[rustfmt::skip]
    const FACTORS: [[usize; 3]; 7] = [
        [1, 1, 1],
        [0, 1, 0], [1, 0, 0], [0, 0, 1],
        [1, 2, 1], [2, 1, 1], [1, 3, 1],
    ];
    (2..=5).flat_map(move |modulus| {
        let factors = FACTORS
            .into_iter()
            .filter(move |f| layers > 1 || f[2] == 0 || f[0] != 0);
        factors.flat_map(move |factors| {
            (0..modulus).map(move |residue| Colouring {
                factors,
                modulus,
                residue,
            })
        })
    })
}

impl Colouring {
    /// Whether a cell of the board has the colour.
    pub fn holds(self, cell: Coordinates) -> bool {
        let coordinates = cell.to_array();
        let products = [0, 1, 2].map(|axis| coordinates[axis] as usize * self.factors[axis]);
        products.iter().sum::<usize>() % self.modulus == self.residue
    }
}

/// Which (area, coloured cells) sets of pieces reach together: a knapsack.
struct Sums {
    side: usize,
    reachable: Vec<bool>,
}

impl Sums {
    /// `covered` says for each piece how many coloured cells its placements cover.
    fn of(tiling: &Tiling, covered: &[Vec<usize>]) -> Sums {
        let side = tiling.cell_count() + 1;
        let mut sums = Sums {
            side,
            reachable: vec![false; side * side],
        };
        sums.reachable[0] = true;
        let mut open = Vec::new();
        for (piece, covered) in tiling.puzzle().pieces().iter().zip(covered) {
            let ways = covered.iter().map(|&count| (piece.shape.len(), count));
            match piece.supply {
                Supply::Any => open.extend(ways),
                Supply::Times(times) => (0..times).for_each(|_| sums.add_once(ways.clone())),
            }
        }
        sums.add_any_number(&open);
        sums
    }

    fn contains(&self, area: usize, coloured: usize) -> bool {
        self.reachable[area * self.side + coloured]
    }

    /// Every sum grows by one of the ways.
    fn add_once(&mut self, ways: impl Iterator<Item = (usize, usize)>) {
        let before = std::mem::replace(&mut self.reachable, vec![false; self.side * self.side]);
        for (area, coloured) in ways {
            let shift = area * self.side + coloured;
            for from in (0..before.len().saturating_sub(shift)).filter(|&from| before[from]) {
                self.reachable[from + shift] = true;
            }
        }
    }

    fn add_any_number(&mut self, ways: &[(usize, usize)]) {
        for from in 0..self.reachable.len() {
            if self.reachable[from] {
                for &(area, coloured) in ways {
                    let to = from + area * self.side + coloured;
                    if to < self.reachable.len() {
                        self.reachable[to] = true;
                    }
                }
            }
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Area { pieces, board } => write!(
                f,
                "the pieces have {pieces} cells together and the board has {board}"
            ),
            Obstacle::Region { area, regions: 1 } => {
                write!(f, "no pieces add up to the board's {area} cells")
            }
            Obstacle::Region { area, regions } => write!(
                f,
                "one of the board's {regions} separate parts has {area} cells, \
                 and no pieces add up to that"
            ),
            Obstacle::NoPlace { piece } => write!(f, "piece {piece} fits nowhere on the board"),
            Obstacle::Uncoverable { column, row, layer } => {
                write!(
                    f,
                    "no piece can cover the cell in column {column}, row {row}"
                )?;
                layer.map_or(Ok(()), |layer| write!(f, ", layer {layer}"))
            }
            Obstacle::Colouring { colouring, cells } => write!(
                f,
                "of the cells {colouring} the board has {cells}, \
                 and the pieces, however they lie, never cover exactly that many"
            ),
        }
    }
}

impl fmt::Display for Colouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colouring {
            factors,
            modulus,
            residue,
        } = *self;
        match (factors, modulus) {
            ([1, 1, 1], 2) => f.write_str("of one colour of a chessboard"),
            ([0, 1, 0], 2) => f.write_str("of every other row"),
            ([1, 0, 0], 2) => f.write_str("of every other column"),
            ([0, 0, 1], 2) => f.write_str("of every other layer"),
            ([1, 1, 1], _) => write!(
                f,
                "on every {modulus}th diagonal (column + row + layer, from 0, \
                 leaves {residue} when divided by {modulus})"
            ),
            ([a, b, c], _) => write!(
                f,
                "for which {a} x column + {b} x row + {c} x layer, from 0, \
                 leaves {residue} when divided by {modulus}"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Freedom, PieceSet, Puzzle, PuzzlePiece};

    fn obstacle(board: &str, letters: &str, supply: Supply) -> String {
        let pieces = PieceSet::Tetrominoes.pieces(Freedom::Free).into_iter();
        let pieces = pieces.filter(|piece| letters.contains(&piece.name));
        let pieces: Vec<PuzzlePiece> = pieces.map(|piece| piece.with_supply(supply)).collect();
        let board = board.parse().or_else(|_| Board::parse(board)).unwrap();
        let puzzle = Puzzle::new("", board, pieces, Freedom::Free).unwrap();
        let obstacle = Obstacle::find(&Tiling::new(puzzle).unwrap());
        obstacle.map_or("none".to_owned(), |obstacle| obstacle.to_string())
    }

    #[test]
    fn areas_that_cannot_match_are_seen() {
        let told = obstacle("4x6", "IOTSL", Supply::Times(1));
        assert_eq!(
            told,
            "the pieces have 20 cells together and the board has 24"
        );
        let told = obstacle("5x5", "IOTSL", Supply::Any);
        assert_eq!(told, "no pieces add up to the board's 25 cells");
        let told = obstacle("...#.\n...#.\n...#.\n", "IOTSL", Supply::Any);
        assert!(
            told.starts_with("one of the board's 2 separate parts has 9"),
            "{told}"
        );
    }

    #[test]
    fn pieces_and_cells_without_a_place_are_seen() {
        let told = obstacle("2x2", "T", Supply::Any);
        assert_eq!(told, "no piece can cover the cell in column 1, row 1");
        let told = obstacle("3x3", "I", Supply::Times(3));
        assert!(told.starts_with("the pieces have 12"), "{told}");
        let told = obstacle("...\n...\n..", "IT", Supply::Times(1));
        assert_eq!(told, "piece I fits nowhere on the board");
    }

    #[test]
    fn chessboards_stripes_and_diagonals_tell_why() {
        let once = obstacle("4x5", "IOTSL", Supply::Times(1));
        assert!(once.contains("chessboard"), "{once}");
        assert!(obstacle("6x6", "T", Supply::Any).contains("chessboard"));
        assert!(obstacle("6x6", "L", Supply::Any).contains("every other row"));
        assert!(obstacle("6x6", "I", Supply::Any).contains("every 4th diagonal"));
    }

    #[test]
    fn what_has_a_covering_has_no_obstacle() {
        assert_eq!(obstacle("6x6", "IOTSL", Supply::Any), "none");
        assert_eq!(obstacle("6x6", "O", Supply::Any), "none");
        assert_eq!(obstacle("5x8", "IOTSL", Supply::Times(2)), "none");
    }
}
