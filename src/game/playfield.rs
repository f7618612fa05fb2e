//! The playfield: which cells are filled, and what a line clear does to them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::cell::{Column, FullRows, Row};
use super::column_set::ColumnSet;
use super::drop::{Lock, PieceDrop, Placement};
use super::error::GameError;
use super::tetromino::Pose;
use crate::diagram;

/// Width and height of a playfield in cells, written `21x42`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawFieldSize", into = "RawFieldSize")]
pub struct FieldSize {
    width: u16,
    height: u16,
}

#[derive(Serialize, Deserialize)]
struct RawFieldSize {
    width: u32,
    height: u32,
}

impl FieldSize {
    /// The widths that a field may have, in columns.
    pub const WIDTHS: std::ops::RangeInclusive<u32> = 4..=256;
    /// The heights that a field may have, in rows.
    pub const HEIGHTS: std::ops::RangeInclusive<u32> = 4..=512;

    /// The printer's field. It has the original game's proportions, and room beside a sprite two tiles
    /// (16 pixels) wide.
    pub const STANDARD: FieldSize = FieldSize {
        width: 21,
        height: 42,
    };

    /// The field of the original game.
    pub const ORIGINAL: FieldSize = FieldSize {
        width: 10,
        height: 20,
    };

    /// Errors: [`GameError::FieldSize`] outside of [`WIDTHS`](Self::WIDTHS) x
    /// [`HEIGHTS`](Self::HEIGHTS).
    pub fn new(width: u32, height: u32) -> Result<Self, GameError> {
        if Self::WIDTHS.contains(&width) && Self::HEIGHTS.contains(&height) {
            Ok(FieldSize {
                width: width as u16,
                height: height as u16,
            })
        } else {
            Err(GameError::FieldSize { width, height })
        }
    }

    /// Columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The columns of a full row.
    pub const fn full_row(self) -> ColumnSet {
        ColumnSet::first(self.width())
    }
}

impl TryFrom<RawFieldSize> for FieldSize {
    type Error = GameError;

    fn try_from(raw: RawFieldSize) -> Result<Self, GameError> {
        FieldSize::new(raw.width, raw.height)
    }
}

impl From<FieldSize> for RawFieldSize {
    fn from(size: FieldSize) -> Self {
        RawFieldSize {
            width: size.width.into(),
            height: size.height.into(),
        }
    }
}

impl fmt::Display for FieldSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for FieldSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('x')
            .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        let (width, height) = numbers
            .ok_or_else(|| format!("`{text}` is not a size: write WIDTHxHEIGHT, like 21x42"))?;
        FieldSize::new(width, height).map_err(|error| error.to_string())
    }
}

/// The filled cells of a field, row by row. Row 0 is the top one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Playfield {
    size: FieldSize,
    rows: Vec<ColumnSet>,
    /// The highest row that is not empty; the field's height if all are.
    top: usize,
}

impl Playfield {
    /// An empty field.
    pub fn new(size: FieldSize) -> Self {
        Playfield {
            size,
            rows: vec![ColumnSet::EMPTY; size.height()],
            top: size.height(),
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> FieldSize {
        self.size
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.size.width()
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.size.height()
    }

    /// The filled columns of each row, from the top.
    pub fn rows(&self) -> &[ColumnSet] {
        &self.rows
    }

    /// The highest row that holds a cell; the field's height if none does.
    pub fn top(&self) -> usize {
        self.top
    }

    /// Whether there is a cell at (`column`, `row`), which must lie on the field.
    pub fn is_filled(&self, column: Column, row: Row) -> bool {
        self.rows[row.0].contains(column.0)
    }

    /// Whether every column of the row is filled, so that it clears.
    pub fn is_full_row(&self, row: Row) -> bool {
        self.rows[row.0] == self.size.full_row()
    }

    /// The filled cells of the whole field.
    pub fn cell_count(&self) -> usize {
        self.rows.iter().map(|row| row.count()).sum()
    }

    /// Whether a piece with its origin at (`row`, `column`) would overlap a cell, a wall or the
    /// floor. Cells above the field are free.
    pub fn collides(&self, pose: Pose, row: i32, column: i32) -> bool {
        pose.cells().into_iter().any(|(y, x)| {
            let (y, x) = (row + i32::from(y), column + i32::from(x));
            let is_beside = x < 0 || x >= self.width() as i32 || y >= self.height() as i32;
            is_beside || (y >= 0 && self.rows[y as usize].contains(x as usize))
        })
    }

    /// Where a piece that falls straight down from the top comes to rest: on the floor, or on the
    /// first cell under one of its own.
    ///
    /// Errors: [`GameError::TopOccupied`] unless the two top rows are empty (the piece could not
    /// be rotated and shifted there), [`GameError::OutsideField`] if it does not fit between the
    /// walls, [`GameError::ToppedOut`] if it would rest with a cell above the field.
    pub fn landing(&self, drop: PieceDrop) -> Result<Placement, GameError> {
        let shape = drop.pose.shape();
        let (width, height) = (shape.width as usize, shape.height as usize);
        if drop.column.0 > self.width() - width {
            return Err(GameError::OutsideField {
                drop,
                width: self.width(),
            });
        }
        if self.top < 2 {
            return Err(GameError::TopOccupied);
        }
        let fits = |row: usize| {
            (0..height).all(|i| self.rows[row + i].mask_from(drop.column.0) & shape.rows[i] == 0)
        };
        // Nothing is in the way above the stack, so the scan starts where the piece may touch it.
        let mut next = (self.top + 1).saturating_sub(height);
        while next + height <= self.height() && fits(next) {
            next += 1;
        }
        match next.checked_sub(1) {
            Some(row) => Ok(Placement {
                pose: drop.pose,
                column: drop.column,
                row: Row(row),
            }),
            None => Err(GameError::ToppedOut { drop }),
        }
    }

    /// Fills the cells of a piece and returns the rows that are full now, without clearing them.
    pub fn place(&mut self, placement: Placement) -> FullRows {
        let shape = placement.pose.shape();
        let mut full = FullRows::default();
        for i in 0..shape.height as usize {
            let row = placement.row.0 + i;
            self.rows[row] |= ColumnSet::of_mask(shape.rows[i], placement.column.0);
            if self.rows[row] == self.size.full_row() {
                full.push(Row(row));
            }
        }
        self.top = self.top.min(placement.row.0);
        full
    }

    /// As [`place`](Self::place) for a piece with its origin at (`row`, `column`), which may reach
    /// above the field: cells there are lost, as on the console.
    pub(super) fn lock(&mut self, pose: Pose, row: Row, column: Column) -> FullRows {
        let mut full = FullRows::default();
        for (x, y) in pose.cells_at(row, column) {
            self.rows[y.0].insert(x.0);
            self.top = self.top.min(y.0);
        }
        // The console checks the four rows from two above the origin down.
        for row in row.0.saturating_sub(2)..self.height().min(row.0 + 2) {
            if self.is_full_row(Row(row)) {
                full.push(Row(row));
            }
        }
        full
    }

    /// Removes full rows. Every row above one moves down by one and nothing else falls ("naive"
    /// gravity), so cells may be left hanging in the air.
    pub fn clear(&mut self, full: &FullRows) {
        for row in full.iter() {
            self.rows.copy_within(self.top..row.0, self.top + 1);
            self.rows[self.top] = ColumnSet::EMPTY;
            self.top += 1;
        }
        while self.top < self.height() && self.rows[self.top].is_empty() {
            self.top += 1;
        }
    }

    /// Drops a piece, locks it and clears the rows it fills. Errors: as [`landing`](Self::landing),
    /// and the field is left as it was.
    pub fn drop(&mut self, drop: PieceDrop) -> Result<Lock, GameError> {
        let placement = self.landing(drop)?;
        let cleared = self.place(placement);
        self.clear(&cleared);
        Ok(Lock { placement, cleared })
    }
}

/// A text that is not the diagram of a playfield.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a playfield: {0}")]
pub struct ParsePlayfieldError(pub(super) String);

/// Reads a diagram: one line per row from the top, `.` empty, anything else filled. Spaces around
/// lines and empty lines are ignored.
impl FromStr for Playfield {
    type Err = ParsePlayfieldError;

    fn from_str(text: &str) -> Result<Self, ParsePlayfieldError> {
        let (size, lines) = diagram_lines(text)?;
        let mut field = Playfield::new(size);
        for (row, line) in lines.into_iter().enumerate() {
            field.rows[row] = line
                .chars()
                .enumerate()
                .filter(|(_, cell)| *cell != '.')
                .map(|(column, _)| column)
                .collect();
        }
        field.top = field
            .rows
            .iter()
            .position(|row| !row.is_empty())
            .unwrap_or(size.height());
        Ok(field)
    }
}

/// The lines of a diagram and the size of its field.
pub(super) fn diagram_lines(text: &str) -> Result<(FieldSize, Vec<&str>), ParsePlayfieldError> {
    let (lines, width) = diagram::lines(text);
    if let Some(line) = lines.iter().find(|line| line.chars().count() != width) {
        return Err(ParsePlayfieldError(format!(
            "the line `{line}` is not {width} columns wide"
        )));
    }
    let size = FieldSize::new(width as u32, lines.len() as u32)
        .map_err(|error| ParsePlayfieldError(error.to_string()))?;
    Ok((size, lines))
}

impl fmt::Display for Playfield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let line: String = (0..self.width())
                .map(|x| if row.contains(x) { '#' } else { '.' })
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Playfield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Playfield {}\n{self}", self.size)
    }
}

#[cfg(test)]
mod tests;
