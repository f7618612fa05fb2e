//! A playfield that remembers which kind of piece left each cell.

use std::fmt;
use std::str::FromStr;

use super::cell::{Column, FullRows, Row};
use super::drop::{Lock, PieceDrop, Placement};
use super::error::GameError;
use super::playfield::{FieldSize, ParsePlayfieldError, Playfield, diagram_lines};
use super::tetromino::{Pose, Tetromino};

/// A [`Playfield`] and, for each filled cell, the kind of piece it came from: all that a picture needs.
#[derive(Clone, PartialEq, Eq)]
pub struct PaintedPlayfield {
    field: Playfield,
    cells: Vec<Option<Tetromino>>,
}

impl PaintedPlayfield {
    /// An empty field.
    pub fn new(size: FieldSize) -> Self {
        PaintedPlayfield {
            field: Playfield::new(size),
            cells: vec![None; size.width() * size.height()],
        }
    }

    /// Which cells are filled.
    pub fn playfield(&self) -> &Playfield {
        &self.field
    }

    /// Columns and rows.
    pub fn size(&self) -> FieldSize {
        self.field.size()
    }

    /// The piece that the cell came from, or `None` where it is empty.
    pub fn cell(&self, column: Column, row: Row) -> Option<Tetromino> {
        self.cells[row.0 * self.field.width() + column.0]
    }

    /// The cells of a row from the left.
    pub fn row(&self, row: Row) -> &[Option<Tetromino>] {
        let start = row.0 * self.field.width();
        &self.cells[start..start + self.field.width()]
    }

    /// As [`Playfield::place`].
    pub fn place(&mut self, placement: Placement) -> FullRows {
        for (column, row) in placement.cells() {
            self.cells[row.0 * self.field.width() + column.0] = Some(placement.pose.piece());
        }
        self.field.place(placement)
    }

    /// As [`Playfield::lock`].
    pub(super) fn lock(&mut self, pose: Pose, row: Row, column: Column) -> FullRows {
        for (column, row) in pose.cells_at(row, column) {
            self.cells[row.0 * self.field.width() + column.0] = Some(pose.piece());
        }
        self.field.lock(pose, row, column)
    }

    /// As [`Playfield::clear`].
    pub fn clear(&mut self, full: &FullRows) {
        let width = self.field.width();
        for row in full.iter() {
            let top = self.field.top();
            self.cells
                .copy_within(top * width..row.0 * width, (top + 1) * width);
            self.cells[top * width..(top + 1) * width].fill(None);
        }
        self.field.clear(full);
    }

    /// As [`Playfield::drop`].
    pub fn drop(&mut self, drop: PieceDrop) -> Result<Lock, GameError> {
        let placement = self.field.landing(drop)?;
        let cleared = self.place(placement);
        self.clear(&cleared);
        Ok(Lock { placement, cleared })
    }
}

/// Reads a diagram: one line per row from the top, `.` for an empty cell, else a piece's letter.
impl FromStr for PaintedPlayfield {
    type Err = ParsePlayfieldError;

    fn from_str(text: &str) -> Result<Self, ParsePlayfieldError> {
        let (_, lines) = diagram_lines(text)?;
        let cell = |letter: char| match letter {
            '.' => Ok(None),
            _ => Tetromino::from_letter(letter)
                .map(Some)
                .ok_or_else(|| ParsePlayfieldError(format!("`{letter}` is not a piece"))),
        };
        let cells = lines
            .iter()
            .flat_map(|line| line.chars())
            .map(cell)
            .collect::<Result<_, _>>()?;
        Ok(PaintedPlayfield {
            field: text.parse()?,
            cells,
        })
    }
}

impl fmt::Display for PaintedPlayfield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.field.width()) {
            let line: String = row
                .iter()
                .map(|cell| cell.map_or('.', Tetromino::letter))
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for PaintedPlayfield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PaintedPlayfield {}\n{self}", self.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pose;

    #[test]
    fn cells_keep_their_piece_through_a_clear() {
        let mut field: PaintedPlayfield = "....\n....\n....\nS...\nJJJ.\nJLL.".parse().unwrap();
        field.drop(PieceDrop::new(Pose::LLeft, Column(2))).unwrap();
        assert_eq!(field.to_string(), "....\n....\n....\n....\n....\nS.LL\n");
    }

    #[test]
    fn a_diagram_reads_what_it_writes() {
        let text = "I...\n.O.T\nSZ.J\n..L.\n";
        assert_eq!(text.parse::<PaintedPlayfield>().unwrap().to_string(), text);
        assert!(
            "x...\n....\n....\n...."
                .parse::<PaintedPlayfield>()
                .is_err()
        );
    }
}
