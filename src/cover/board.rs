//! What is to be covered: a rectangle or a box, with or without holes.

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashSet;

use super::polyform::{Coordinates, Isometry, drawn_cells};

/// The cells to be covered, numbered from 0 in reading order: layer by layer, row by row, column
/// by column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: [usize; 3],
    /// In reading order.
    cells: Vec<Coordinates>,
    /// The number of each place of the box, row by row; none for a hole.
    numbers: Vec<Option<u32>>,
}

/// A size or a drawing that makes no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Nothing is to be covered: a drawing of holes alone, or a side of 0.
    #[error("the board has no cells: a board has at least one to be covered")]
    Empty,
    /// More than [`Board::MAX_CELLS`], holes included.
    #[error(
        "a board is at most {} cells large, holes included, not {size}",
        Board::MAX_CELLS
    )]
    TooLarge {
        /// The sides as they were asked for, joined by `x`.
        size: String,
    },
    /// A text that is neither COLUMNSxROWS nor COLUMNSxROWSxLAYERS.
    #[error(
        "`{0}` is not a valid size: write COLUMNSxROWS like 6x10, or COLUMNSxROWSxLAYERS like 3x4x5"
    )]
    NoSize(String),
    /// A drawing with another letter than `.` and `#`.
    #[error("`{0}` in a board drawing: write . for a cell to be covered, # for a hole")]
    NoCell(char),
}

impl Board {
    /// The largest board, holes included. Enough for every search that ends in a lifetime.
    pub const MAX_CELLS: usize = 4096;

    /// A box without holes; one layer makes a rectangle.
    pub fn new(columns: usize, rows: usize, layers: usize) -> Result<Self, BoardError> {
        Board::with_holes([columns, rows, layers], |_| false)
    }

    /// A box of columns, rows and layers without the cells for which `is_hole`.
    ///
    /// # Errors
    ///
    /// No cells at all, or more than [`MAX_CELLS`](Self::MAX_CELLS).
    pub fn with_holes(
        size: [usize; 3],
        is_hole: impl Fn(Coordinates) -> bool,
    ) -> Result<Self, BoardError> {
        let volume = size.iter().try_fold(1usize, |a, &b| a.checked_mul(b));
        let volume = volume.filter(|&volume| volume <= Board::MAX_CELLS);
        let volume = volume.ok_or_else(|| {
            let sides = if size[2] == 1 { &size[..2] } else { &size[..] };
            let sides: Vec<String> = sides.iter().map(usize::to_string).collect();
            BoardError::TooLarge {
                size: sides.join("x"),
            }
        })?;
        let [columns, rows, _] = size;
        let all = (0..volume).map(|place| {
            let (x, y) = (place % columns, place / columns % rows);
            Coordinates::new(x as i32, y as i32, (place / columns / rows) as i32)
        });
        let mut board = Board {
            size,
            cells: Vec::new(),
            numbers: Vec::with_capacity(volume),
        };
        for cell in all {
            let number = (!is_hole(cell)).then_some(board.cells.len() as u32);
            board.numbers.push(number);
            board.cells.extend(number.map(|_| cell));
        }
        if board.cells.is_empty() {
            return Err(BoardError::Empty);
        }
        Ok(board)
    }

    /// Reads a drawing: rows of `.` (to be covered) and `#` (a hole), `/` or a line break between
    /// rows, an empty row between layers. What is missing at the right of a row is a hole.
    pub fn parse(drawing: &str) -> Result<Self, BoardError> {
        let mut free = FxHashSet::default();
        let mut size = [0, 0, 0];
        for (cell, character) in drawn_cells(drawing) {
            match character {
                '.' => free.insert(cell),
                '#' => false,
                odd => return Err(BoardError::NoCell(odd)),
            };
            let corner = cell.to_array().map(|coordinate| coordinate as usize + 1);
            size = [0, 1, 2].map(|axis| corner[axis].max(size[axis]));
        }
        Board::with_holes(size, |cell| !free.contains(&cell))
    }

    /// Columns, rows, layers.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Whether the board has one layer.
    pub fn is_plane(&self) -> bool {
        self.size[2] == 1
    }

    /// The cells to be covered.
    pub fn cells(&self) -> &[Coordinates] {
        &self.cells
    }

    /// The number of a cell; none outside of the board and in a hole.
    pub fn number(&self, cell: Coordinates) -> Option<u32> {
        let place = cell.to_array().map(usize::try_from);
        let [Ok(x), Ok(y), Ok(z)] = place else {
            return None;
        };
        let [columns, rows, layers] = self.size;
        let is_inside = x < columns && y < rows && z < layers;
        is_inside.then(|| self.numbers[(z * rows + y) * columns + x])?
    }

    /// The isometries that map the board onto itself, the identity first, each as the new number of
    /// every cell.
    pub fn symmetries(&self) -> Vec<Vec<u32>> {
        let isometries = Isometry::all().filter(|isometry| !self.is_plane() || isometry.is_plane());
        isometries
            .filter_map(|isometry| self.image(isometry))
            .collect()
    }

    fn image(&self, isometry: Isometry) -> Option<Vec<u32>> {
        let corner = Coordinates::from(self.size.map(|side| side as i32 - 1));
        let far = isometry.apply(corner).to_array();
        let number = |&cell| {
            let image = isometry.apply(cell).to_array();
            let moved = [0, 1, 2].map(|i| image[i] - far[i].min(0));
            self.number(Coordinates::from(moved))
        };
        self.cells.iter().map(number).collect()
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads `6x10` (columns x rows) or `3x4x5` (columns x rows x layers).
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let no_size = || BoardError::NoSize(text.to_owned());
        let is_number = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
        let sides: Vec<&str> = text.split('x').collect();
        if !matches!(sides.len(), 2 | 3) || !sides.iter().all(|side| is_number(side)) {
            return Err(no_size());
        }
        let too_large = |_| BoardError::TooLarge {
            size: text.to_owned(),
        };
        let mut size = [1; 3];
        for (side, digits) in size.iter_mut().zip(sides) {
            *side = digits.parse().map_err(too_large)?;
        }
        Board::with_holes(size, |_| false)
    }
}

impl fmt::Display for Board {
    /// The drawing that [`parse`](Board::parse) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [columns, rows, _] = self.size;
        for (index, row) in self.numbers.chunks(columns).enumerate() {
            if index > 0 {
                f.write_str(if index % rows == 0 { "\n\n" } else { "\n" })?;
            }
            for number in row {
                f.write_str(if number.is_some() { "." } else { "#" })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_reads_back() {
        for drawing in ["...\n.#.\n...", "..\n.#\n\n##\n.."] {
            assert_eq!(Board::parse(drawing).unwrap().to_string(), drawing);
        }
        assert_eq!(Board::parse("..\n.").unwrap().to_string(), "..\n.#");
    }

    #[test]
    fn cells_are_numbered_in_reading_order_without_the_holes() {
        let board = Board::parse("..\n#.\n\n..\n..").unwrap();
        assert_eq!(board.size(), [2, 2, 2]);
        assert_eq!(board.number(Coordinates::new(1, 1, 0)), Some(2));
        assert_eq!(board.number(Coordinates::new(0, 1, 0)), None);
        assert_eq!(board.number(Coordinates::new(0, 0, 1)), Some(3));
        assert_eq!(board.number(Coordinates::new(2, 0, 0)), None);
        assert_eq!(board.number(Coordinates::new(0, -1, 0)), None);
    }

    #[test]
    fn a_board_knows_its_symmetries() {
        let count = |size: &str| size.parse::<Board>().unwrap().symmetries().len();
        assert_eq!(count("6x6"), 8);
        assert_eq!(count("6x10"), 4);
        assert_eq!(count("3x3x3"), 48);
        assert_eq!(count("3x4x5"), 8);
        assert_eq!(Board::parse("..\n.").unwrap().symmetries().len(), 2);
    }

    #[test]
    fn a_size_that_is_none_says_how_to_write_one() {
        for text in [
            "", "6", "6x", "x6", "6x-1", "axb", "1x2x3x4", "6 x 6", "+6x6",
        ] {
            assert_eq!(
                text.parse::<Board>(),
                Err(BoardError::NoSize(text.to_owned()))
            );
        }
        for text in [
            "1000x1000",
            "99999999999999999999x1",
            "4294967296x4294967296x2",
        ] {
            let error = text.parse::<Board>().unwrap_err();
            assert!(matches!(error, BoardError::TooLarge { .. }), "{error}");
        }
        assert_eq!("0x5".parse::<Board>(), Err(BoardError::Empty));
        assert_eq!(Board::parse("##\n##"), Err(BoardError::Empty));
        assert_eq!(Board::parse("..\nx."), Err(BoardError::NoCell('x')));
    }
}
