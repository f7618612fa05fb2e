//! Matrices as text: a letter a cell, a piece's four cells sharing one letter, the letters in the
//! order of play (`A`, `B`, ... `Z`, `[`, `\`, `]`, `^`, `_`, `` ` ``, `a`, ... as in ASCII), the top
//! row first. Rows that clear on the way are drawn where they would be without clearing.

use crate::game::{Column, PieceDrop, Pose};

/// A matrix drawn with letters; row 0 is the lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lettering {
    width: usize,
    rows: Vec<Vec<u8>>,
}

/// Why a block of letters is no matrix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LetteringError {
    /// Rows of different lengths.
    #[error("a row is {found} cells wide where {width} were expected")]
    Width {
        /// Letters of the row.
        found: usize,
        /// Letters of the first row.
        width: usize,
    },
    /// Something else than `A` to `~` and `.`.
    #[error("`{0}` is not a letter of a piece")]
    Letter(char),
    /// Letters are used in their order, and a later one than this is there.
    #[error("the letter `{0}` is missing")]
    Missing(char),
    /// Not four cells, or cells that do not hang together.
    #[error("the cells of the letter `{0}` are not a tetromino")]
    Shape(char),
}

const FIRST: u8 = b'A';
const LAST: u8 = b'~';
const EMPTY: u8 = b'.';

impl Lettering {
    /// A matrix of `width` columns without rows; they come as pieces are put.
    pub fn new(width: usize) -> Self {
        Lettering {
            width,
            rows: Vec::new(),
        }
    }

    /// Writes the letter of the `index`th piece into a cell.
    fn set(&mut self, column: usize, row: usize, index: usize) {
        while self.rows.len() <= row {
            self.rows.push(vec![EMPTY; self.width]);
        }
        let letter = FIRST + index as u8;
        assert!(
            letter <= LAST,
            "a matrix has at most {} pieces",
            LAST - FIRST + 1
        );
        self.rows[row][column] = letter;
    }

    /// Writes the cells of a mask, one bit per column.
    pub fn put_mask(&mut self, mask: u32, row: usize, index: usize) {
        for column in (0..self.width).filter(|column| mask >> column & 1 == 1) {
            self.set(column, row, index);
        }
    }

    /// Writes a piece whose box stands with its lowest row on `floor`.
    pub fn put(&mut self, drop: PieceDrop, floor: usize, index: usize) {
        let shape = drop.pose.shape();
        for i in 0..shape.height as usize {
            let row = floor + shape.height as usize - 1 - i;
            self.put_mask((shape.rows[i] as u32) << drop.column.0, row, index);
        }
    }

    /// Writes pieces that each rest without a gap, on columns that start at `heights`.
    pub fn stack(&mut self, heights: &mut [usize], drops: &[PieceDrop], first_index: usize) {
        for (i, drop) in drops.iter().enumerate() {
            let (shape, left) = (drop.pose.shape(), drop.column.0);
            let floor = heights[left] - shape.bottom[0] as usize;
            self.put(*drop, floor, first_index + i);
            for k in 0..shape.width as usize {
                heights[left + k] = floor + shape.top[k] as usize;
            }
        }
    }

    /// Reads rows of letters from the top. Errors: [`LetteringError`] where a row has another
    /// width or a character that is neither a letter nor `.`.
    pub fn parse<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, LetteringError> {
        let mut rows: Vec<Vec<u8>> = Vec::new();
        for line in lines {
            if let Some(odd) = line.chars().find(|c| *c != '.' && !('A'..='~').contains(c)) {
                return Err(LetteringError::Letter(odd));
            }
            let width = rows.first().map_or(line.len(), Vec::len);
            if line.len() != width {
                return Err(LetteringError::Width {
                    found: line.len(),
                    width,
                });
            }
            rows.push(line.bytes().collect());
        }
        rows.reverse();
        Ok(Lettering {
            width: rows.first().map_or(0, Vec::len),
            rows,
        })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows that were put or read.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The columns of `row` that hold the `index`th letter, one bit per column.
    pub fn mask(&self, row: usize, index: usize) -> u32 {
        let letter = FIRST + index as u8;
        (self.rows[row].iter().enumerate())
            .filter(|(_, cell)| **cell == letter)
            .fold(0, |mask, (column, _)| mask | 1 << column)
    }

    /// The pieces from the `first_index`th letter on, in the order of their letters. Errors:
    /// [`LetteringError`] if a letter is left out or its cells are not a tetromino.
    pub fn drops(&self, first_index: usize) -> Result<Vec<PieceDrop>, LetteringError> {
        let mut cells = vec![Vec::new(); usize::from(LAST - FIRST) + 1];
        for (row, line) in self.rows.iter().enumerate() {
            for (column, letter) in line.iter().enumerate().filter(|(_, cell)| **cell != EMPTY) {
                cells[usize::from(letter - FIRST)].push((row, column));
            }
        }
        let end = cells
            .iter()
            .rposition(|cells| !cells.is_empty())
            .map_or(0, |last| last + 1);
        let letter = |index: usize| char::from(FIRST + index as u8);
        (first_index..end)
            .map(|index| match &cells[index][..] {
                [] => Err(LetteringError::Missing(letter(index))),
                cells => piece_of(cells).ok_or(LetteringError::Shape(letter(index))),
            })
            .collect()
    }
}

/// The piece that fills these (row, column) cells, rows counted upwards.
fn piece_of(cells: &[(usize, usize)]) -> Option<PieceDrop> {
    let left = cells.iter().map(|cell| cell.1).min()?;
    let top = cells.iter().map(|cell| cell.0).max()?;
    let mut rows = [0u64; 4];
    for (row, column) in cells {
        *rows.get_mut(top - row)? |= 1u64.checked_shl((column - left) as u32)?;
    }
    let pose = Pose::ALL
        .into_iter()
        .find(|pose| pose.shape().rows == rows)?;
    (cells.len() == 4).then(|| PieceDrop::new(pose, Column(left)))
}

impl std::fmt::Display for Lettering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.rows.iter().rev() {
            writeln!(f, "{}", String::from_utf8_lossy(row))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_stacked_and_read_back_in_order() {
        let drops = [
            PieceDrop::new(Pose::O, Column(0)),
            PieceDrop::new(Pose::IVertical, Column(2)),
            PieceDrop::new(Pose::JRight, Column(3)),
        ];
        let mut lettering = Lettering::new(5);
        lettering.stack(&mut [0, 0, 0, 0, 2], &drops, 0);
        assert_eq!(lettering.to_string(), "..B..\n..BCC\nAABC.\nAABC.\n");
        let text = lettering.to_string();
        let read = Lettering::parse(text.lines()).unwrap();
        assert_eq!(read, lettering);
        assert_eq!(read.drops(0), Ok(drops.to_vec()));
    }

    #[test]
    fn slips_are_named() {
        let parse = |text: &str| Lettering::parse(text.lines()).and_then(|read| read.drops(0));
        assert_eq!(
            parse("AA\nAA."),
            Err(LetteringError::Width { found: 3, width: 2 })
        );
        assert_eq!(parse("AA\nA1"), Err(LetteringError::Letter('1')));
        assert_eq!(parse("CC\nCC"), Err(LetteringError::Missing('A')));
        assert_eq!(parse("A.A\nA.A"), Err(LetteringError::Shape('A')));
        assert_eq!(parse("AAAAA"), Err(LetteringError::Shape('A')));
    }
}
