//! A puzzle: a board, the pieces to cover it with, and how they may be moved.

use super::board::{Board, BoardError};
use super::pieces::{PieceSet, PuzzlePiece, Supply};
use super::polyform::Freedom;

/// A board to be covered exactly by pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    name: String,
    board: Board,
    pieces: Vec<PuzzlePiece>,
    freedom: Freedom,
}

/// A puzzle that makes no sense. (To have no solution is not an error.)
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// The board is none.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// No piece was given.
    #[error("a puzzle needs at least one piece")]
    NoPieces,
    /// More than [`Puzzle::MAX_PIECES`] kinds.
    #[error(
        "a puzzle has at most {} kinds of pieces, not {kinds}",
        Puzzle::MAX_PIECES
    )]
    TooManyPieces {
        /// How many were given.
        kinds: usize,
    },
    /// Pieces are told apart by their names; this one is there twice.
    #[error("two pieces are named {0}: give each kind its own name")]
    NameTwice(String),
    /// Two names for one shape, as pieces may be turned here.
    #[error("pieces {0} and {1} are the same shape: keep one and say how often it is used")]
    SameShape(String, String),
    /// A piece used no time at all, or more often than the largest board has cells.
    #[error(
        "piece {name} is used {times} times: say 1 to {} times",
        Board::MAX_CELLS
    )]
    Supply {
        /// The piece's name.
        name: String,
        /// How often it was to be used.
        times: u32,
    },
    /// A solid piece, named here, among pieces that stay in the plane: turn in space instead.
    #[error("piece {0} has several layers, but pieces are not turned in space here: say so")]
    NeedsSpace(String),
}

impl Puzzle {
    /// Kinds of pieces that a puzzle may have.
    pub const MAX_PIECES: usize = 64;

    /// # Errors
    ///
    /// No pieces or too many, two of one name or of one shape, a supply of 0.
    pub fn new(
        name: &str,
        board: Board,
        pieces: Vec<PuzzlePiece>,
        freedom: Freedom,
    ) -> Result<Self, PuzzleError> {
        match pieces.len() {
            0 => return Err(PuzzleError::NoPieces),
            1..=Puzzle::MAX_PIECES => {}
            kinds => return Err(PuzzleError::TooManyPieces { kinds }),
        }
        for (index, piece) in pieces.iter().enumerate() {
            check_piece(piece, freedom)?;
            let canonical = piece.shape.canonical(freedom);
            for other in &pieces[..index] {
                if other.name == piece.name {
                    return Err(PuzzleError::NameTwice(piece.name.clone()));
                }
                if other.shape.canonical(freedom) == canonical {
                    let names = (other.name.clone(), piece.name.clone());
                    return Err(PuzzleError::SameShape(names.0, names.1));
                }
            }
        }
        Ok(Puzzle {
            name: name.to_owned(),
            board,
            pieces,
            freedom,
        })
    }

    /// A puzzle of a known set, every piece in the same supply. Pieces turn in space when the board has
    /// layers or the set has solid pieces.
    pub fn of_set(board: Board, set: PieceSet, supply: Supply) -> Result<Self, PuzzleError> {
        let freedom = Puzzle::natural_freedom(&board);
        let pieces = set.pieces(freedom).into_iter();
        let pieces = pieces.map(|piece| piece.with_supply(supply)).collect();
        let [columns, rows, layers] = board.size();
        let size = match layers {
            1 => format!("{columns}x{rows}"),
            _ => format!("{columns}x{rows}x{layers}"),
        };
        Puzzle::new(&format!("{set} on {size}"), board, pieces, freedom)
    }

    /// How pieces move on a board by default.
    pub fn natural_freedom(board: &Board) -> Freedom {
        if board.is_plane() {
            Freedom::Free
        } else {
            Freedom::Space
        }
    }

    /// The same puzzle by another name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Puzzle {
            name: name.to_owned(),
            ..self
        }
    }

    /// What it is called in reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is to be covered.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What it is to be covered with, each kind once.
    pub fn pieces(&self) -> &[PuzzlePiece] {
        &self.pieces
    }

    /// Whether the pieces add up to each area from 0 to `most`, as if each could be used any number of times.
    pub(super) fn fillable_areas(&self, most: usize) -> Vec<bool> {
        let mut fillable = vec![true];
        for area in 1..=most {
            let rests = self
                .pieces
                .iter()
                .filter_map(|piece| area.checked_sub(piece.shape.len()));
            fillable.push(rests.into_iter().any(|rest| fillable[rest]));
        }
        fillable
    }

    /// How the pieces may be turned.
    pub fn freedom(&self) -> Freedom {
        self.freedom
    }
}

fn check_piece(piece: &PuzzlePiece, freedom: Freedom) -> Result<(), PuzzleError> {
    let name = piece.name.clone();
    match piece.supply {
        Supply::Times(times @ 0) => return Err(PuzzleError::Supply { name, times }),
        Supply::Times(times) if times as usize > Board::MAX_CELLS => {
            return Err(PuzzleError::Supply { name, times });
        }
        Supply::Times(_) | Supply::Any => {}
    }
    if freedom != Freedom::Space && piece.shape.extent()[2] > 1 {
        return Err(PuzzleError::NeedsSpace(name));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::Polyform;

    fn error(pieces: &[(&str, &str, Supply)]) -> String {
        let pieces = pieces.iter().map(|&(name, drawing, supply)| {
            PuzzlePiece::once(name, Polyform::parse(drawing).unwrap()).with_supply(supply)
        });
        let board = Board::new(4, 4, 1).unwrap();
        let puzzle = Puzzle::new("test", board, pieces.collect(), Freedom::Free);
        puzzle.unwrap_err().to_string()
    }

    #[test]
    fn a_puzzle_that_makes_no_sense_is_refused_in_words() {
        let any = Supply::Any;
        assert!(error(&[]).contains("at least one piece"));
        assert!(error(&[("A", "##", any), ("A", "###", any)]).contains("named A"));
        assert!(error(&[("L", "###/#..", any), ("J", "###/..#", any)]).contains("L and J"));
        assert!(error(&[("A", "##", Supply::Times(0))]).contains("0 times"));
        assert!(error(&[("A", "##/#.//#.", any)]).contains("layers"));
    }
}
