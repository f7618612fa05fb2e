//! Where a cell of the playfield is, and which rows a piece has filled.

use serde::{Deserialize, Serialize};

/// A column of the playfield, 0 on the left.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Column(pub usize);

/// A row of the playfield, 0 at the top.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Row(pub usize);

/// The rows, at most four, that one piece has filled; from the top down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FullRows {
    rows: [Row; 4],
    count: u8,
}

impl FullRows {
    pub(super) fn push(&mut self, row: Row) {
        self.rows[self.count as usize] = row;
        self.count += 1;
    }

    /// How many rows there are, 0 to 4.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether no row is full.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The rows from the top down.
    pub fn iter(&self) -> impl Iterator<Item = Row> + '_ {
        self.rows[..self.len()].iter().copied()
    }
}
