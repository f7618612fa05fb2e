//! Puzzles in files: a text form for people, a JSON form for programs.

use serde::Deserialize;

use super::board::{Board, BoardError};
use super::pieces::{PieceSet, PuzzlePiece, Supply};
use super::polyform::{Freedom, Polyform, PolyformError};
use super::puzzle::{Puzzle, PuzzleError};
use crate::parse::ParseValueError;

/// An example of the text form.
pub const TEXT_EXAMPLE: &str = include_str!("examples/frame.txt");

/// An example of the JSON form: the same puzzle.
pub const JSON_EXAMPLE: &str = include_str!("examples/frame.json");

/// A file that does not describe a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleFileError {
    /// What is wrong in a line of the text form.
    #[error("line {line}: {error}")]
    Line {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong there.
        #[source]
        error: Box<PuzzleFileError>,
    },
    /// A line that begins with no known word.
    #[error("`{0}` is not a line of a puzzle: write `board:`, `piece NAME:`, `pieces: SET`, ...")]
    UnknownLine(String),
    /// A word after `turning:` that is none of the three.
    #[error("`{0}` is not a way of turning: write free, one-sided or space")]
    UnknownTurning(String),
    /// A supply that is neither a number of times nor `any`.
    #[error("`{0}` does not say how often: write x1, x2, ... or any")]
    UnknownSupply(String),
    /// Pieces, but nothing to lay them on.
    #[error("the puzzle has no board: draw one below a line `board:`, or write `board: 6x10`")]
    NoBoard,
    /// Broken JSON, or fields that are no puzzle's; it starts like JSON, so it is not read as text.
    #[error("the puzzle is not JSON of the expected form: {0}")]
    Json(#[from] serde_json::Error),
    /// The board is none.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A piece's drawing is none.
    #[error("piece {name}: {error}")]
    Piece {
        /// The piece's name.
        name: String,
        /// What is wrong with its drawing.
        #[source]
        error: PolyformError,
    },
    /// A line `pieces:` with the name of no set.
    #[error(transparent)]
    Set(#[from] ParseValueError),
    /// All parts are readable, but make no puzzle together.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

impl Puzzle {
    /// Reads either form; a puzzle without a name gets `name`. See [`TEXT_EXAMPLE`] and
    /// [`JSON_EXAMPLE`].
    ///
    /// # Errors
    ///
    /// Text that is of neither form, with the line where it is not, or a puzzle that makes no sense.
    pub fn parse(text: &str, name: &str) -> Result<Puzzle, PuzzleFileError> {
        let draft = if text.trim_start().starts_with('{') {
            Draft::from_json(text)?
        } else {
            Draft::from_text(text)?
        };
        draft.into_puzzle(name)
    }
}

/// What was read of a puzzle.
#[derive(Default)]
struct Draft {
    name: Option<String>,
    turning: Option<Freedom>,
    board: Option<Board>,
    pieces: Vec<PuzzlePiece>,
    sets: Vec<(PieceSet, Supply)>,
}

impl Draft {
    fn into_puzzle(self, name: &str) -> Result<Puzzle, PuzzleFileError> {
        let board = self.board.ok_or(PuzzleFileError::NoBoard)?;
        let freedom = self
            .turning
            .unwrap_or_else(|| Puzzle::natural_freedom(&board));
        let mut pieces = self.pieces;
        for (set, supply) in self.sets {
            let set = set.pieces(freedom).into_iter();
            pieces.extend(set.map(|piece| piece.with_supply(supply)));
        }
        let name = self.name.as_deref().unwrap_or(name);
        Ok(Puzzle::new(name, board, pieces, freedom)?)
    }

    fn add_piece(
        &mut self,
        name: &str,
        cells: &str,
        supply: Supply,
    ) -> Result<(), PuzzleFileError> {
        let shape = Polyform::parse(cells).map_err(|error| PuzzleFileError::Piece {
            name: name.to_owned(),
            error,
        })?;
        self.pieces
            .push(PuzzlePiece::once(name, shape).with_supply(supply));
        Ok(())
    }
}

/// A section of the text form: a line with a colon and the drawing below it.
struct Section<'a> {
    /// Of the line with the colon, from 1.
    line: usize,
    head: &'a str,
    rest: &'a str,
    drawing: String,
}

impl Draft {
    fn from_text(text: &str) -> Result<Draft, PuzzleFileError> {
        let mut sections: Vec<Section> = Vec::new();
        for (line, row) in (1..).zip(text.lines()) {
            let is_comment = row.starts_with("# ") || row == "#" && sections.is_empty();
            match (row.split_once(':'), sections.last_mut()) {
                _ if is_comment => {}
                (Some((head, rest)), _) => sections.push(Section {
                    line,
                    head: head.trim(),
                    rest: rest.trim(),
                    drawing: String::new(),
                }),
                (None, Some(section)) => {
                    section.drawing.push_str(row.trim_end());
                    section.drawing.push('\n');
                }
                (None, None) if row.trim().is_empty() => {}
                (None, None) => {
                    let error = Box::new(PuzzleFileError::UnknownLine(row.to_owned()));
                    return Err(PuzzleFileError::Line { line, error });
                }
            }
        }
        let mut draft = Draft::default();
        for section in sections {
            draft
                .read_section(&section)
                .map_err(|error| PuzzleFileError::Line {
                    line: section.line,
                    error: Box::new(error),
                })?;
        }
        Ok(draft)
    }

    fn read_section(&mut self, section: &Section) -> Result<(), PuzzleFileError> {
        let drawing = section.drawing.trim_matches('\n');
        let words: Vec<&str> = section.head.split_whitespace().collect();
        match (&words[..], section.rest) {
            (["name"], name) => self.name = Some(name.to_owned()),
            (["turning"], turning) => self.turning = Some(parse_turning(turning)?),
            (["board"], "") => self.board = Some(Board::parse(drawing)?),
            (["board"], board) => self.board = Some(parse_board(board)?),
            (["pieces"], set) => {
                let (set, supply) = set.split_once(' ').unwrap_or((set, "x1"));
                self.sets.push((set.parse()?, parse_supply(supply.trim())?));
            }
            (["piece", name], "") => self.add_piece(name, drawing, Supply::Times(1))?,
            (["piece", name, supply], "") => {
                self.add_piece(name, drawing, parse_supply(supply)?)?;
            }
            _ => return Err(PuzzleFileError::UnknownLine(section.head.to_owned())),
        }
        Ok(())
    }
}

fn parse_turning(text: &str) -> Result<Freedom, PuzzleFileError> {
    match text {
        "free" => Ok(Freedom::Free),
        "one-sided" => Ok(Freedom::OneSided),
        "space" => Ok(Freedom::Space),
        _ => Err(PuzzleFileError::UnknownTurning(text.to_owned())),
    }
}

fn parse_supply(text: &str) -> Result<Supply, PuzzleFileError> {
    if text == "any" {
        return Ok(Supply::Any);
    }
    let times = text.strip_prefix('x').and_then(|times| times.parse().ok());
    let times = times.ok_or_else(|| PuzzleFileError::UnknownSupply(text.to_owned()))?;
    Ok(Supply::Times(times))
}

/// A size like `6x10`, or a drawing in one line.
fn parse_board(text: &str) -> Result<Board, BoardError> {
    if text.starts_with(['.', '#']) {
        Board::parse(text)
    } else {
        text.parse()
    }
}

#[derive(Deserialize)]
struct JsonPuzzle {
    name: Option<String>,
    turning: Option<String>,
    board: String,
    #[serde(default)]
    pieces: Vec<JsonPiece>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum JsonPiece {
    Drawn {
        name: String,
        cells: String,
        #[serde(default)]
        times: JsonSupply,
    },
    Set {
        set: String,
        #[serde(default)]
        times: JsonSupply,
    },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum JsonSupply {
    Times(u32),
    Word(String),
}

impl Default for JsonSupply {
    fn default() -> Self {
        JsonSupply::Times(1)
    }
}

impl TryFrom<JsonSupply> for Supply {
    type Error = PuzzleFileError;

    fn try_from(supply: JsonSupply) -> Result<Self, PuzzleFileError> {
        match supply {
            JsonSupply::Times(times) => Ok(Supply::Times(times)),
            JsonSupply::Word(word) => parse_supply(&word),
        }
    }
}

impl Draft {
    fn from_json(text: &str) -> Result<Draft, PuzzleFileError> {
        let puzzle: JsonPuzzle = serde_json::from_str(text)?;
        let mut draft = Draft {
            name: puzzle.name,
            turning: puzzle.turning.as_deref().map(parse_turning).transpose()?,
            board: Some(parse_board(&puzzle.board)?),
            ..Draft::default()
        };
        for piece in puzzle.pieces {
            match piece {
                JsonPiece::Drawn { name, cells, times } => {
                    draft.add_piece(&name, &cells, times.try_into()?)?;
                }
                JsonPiece::Set { set, times } => draft.sets.push((set.parse()?, times.try_into()?)),
            }
        }
        Ok(draft)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Puzzle::parse(text, "test").unwrap_err().to_string()
    }

    #[test]
    fn the_examples_are_one_puzzle() {
        let puzzle = Puzzle::parse(TEXT_EXAMPLE, "").unwrap();
        assert_eq!(puzzle, Puzzle::parse(JSON_EXAMPLE, "").unwrap());
        assert_eq!(puzzle.name(), "frame");
        assert_eq!(puzzle.board().to_string(), ".....\n.###.\n.###.\n.....");
        let supplies: Vec<Supply> = puzzle.pieces().iter().map(|piece| piece.supply).collect();
        assert_eq!(supplies, [Supply::Times(1), Supply::Times(2), Supply::Any]);
    }

    #[test]
    fn a_puzzle_in_space_draws_its_layers_with_an_empty_row_between() {
        let text = "board: 2x2x2\npiece a x2:\n##\n#.\n\n..\n#.\n";
        let puzzle = Puzzle::parse(text, "corner").unwrap();
        assert_eq!(puzzle.freedom(), Freedom::Space);
        assert_eq!(puzzle.pieces()[0].shape.to_string(), "##/#.//../#.");
        let text = "board:\n..\n..\n\n..\n..\n\npieces: dominoes any";
        assert_eq!(Puzzle::parse(text, "").unwrap().board().size(), [2, 2, 2]);
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        assert_eq!(
            error("hello"),
            "line 1: `hello` is not a line of a puzzle: write `board:`, `piece NAME:`, `pieces: SET`, ..."
        );
        assert!(error("board: 4x4\nturning: round").starts_with("line 2: `round`"));
        assert!(error("board: 4x4\npiece a xx:\n##").contains("`xx`"));
        assert!(error("board: 4x4\npiece a:\n#.\n.#").contains("falls apart"));
        assert!(error("board:\n..\n.o").contains("`o`"));
        assert!(error("pieces: tetrominoes").contains("no board"));
        assert!(error("board: 4x4").contains("at least one piece"));
        assert!(error("{\"board\": 4}").contains("JSON"));
    }
}
