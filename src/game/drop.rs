//! A drop is an instruction; a placement is where its piece comes to rest; a lock is its result.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cell::{Column, FullRows, Row};
use super::tetromino::{Orientation, Pose, Tetromino};

/// An instruction: let this piece fall straight down from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawDrop", into = "RawDrop")]
pub struct PieceDrop {
    /// The piece and how it is turned; it does not turn while it falls.
    pub pose: Pose,
    /// The leftmost column that the piece covers.
    pub column: Column,
}

impl PieceDrop {
    /// A drop of `pose` with its leftmost cell in `column`. Whether it fits depends on the field: see
    /// [`Playfield::landing`](super::Playfield::landing).
    pub const fn new(pose: Pose, column: Column) -> Self {
        PieceDrop { pose, column }
    }

    /// The kind of piece that falls.
    pub const fn piece(self) -> Tetromino {
        self.pose.piece()
    }
}

impl fmt::Display for PieceDrop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (piece, orientation) = (self.pose.piece().letter(), self.pose.orientation().name());
        write!(f, "{piece} {orientation} at column {}", self.column.0)
    }
}

/// Where a piece came to rest: the top left corner of its bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The piece and how it is turned.
    pub pose: Pose,
    /// The leftmost column that the piece covers.
    pub column: Column,
    /// The highest row that the piece covers.
    pub row: Row,
}

impl Placement {
    /// The four cells that the piece fills, as (column, row), from the top.
    pub fn cells(self) -> impl Iterator<Item = (Column, Row)> {
        let shape = self.pose.shape();
        (0..4 * shape.height as usize)
            .filter(move |i| shape.rows[i / 4] >> (i % 4) & 1 == 1)
            .map(move |i| (Column(self.column.0 + i % 4), Row(self.row.0 + i / 4)))
    }
}

/// What one drop did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// Where the piece came to rest.
    pub placement: Placement,
    /// The rows that it filled, numbered as before they were cleared.
    pub cleared: FullRows,
}

#[derive(Serialize, Deserialize)]
struct RawDrop {
    piece: Tetromino,
    orientation: Orientation,
    column: usize,
}

/// A combination of piece and orientation that does not exist.
#[derive(Debug, thiserror::Error)]
#[error("{piece:?} has no orientation `{}`", orientation.name())]
struct NoSuchPose {
    piece: Tetromino,
    orientation: Orientation,
}

impl TryFrom<RawDrop> for PieceDrop {
    type Error = NoSuchPose;

    fn try_from(raw: RawDrop) -> Result<Self, NoSuchPose> {
        let RawDrop {
            piece,
            orientation,
            column,
        } = raw;
        let pose = Pose::new(piece, orientation).ok_or(NoSuchPose { piece, orientation })?;
        Ok(PieceDrop::new(pose, Column(column)))
    }
}

impl From<PieceDrop> for RawDrop {
    fn from(drop: PieceDrop) -> Self {
        RawDrop {
            piece: drop.pose.piece(),
            orientation: drop.pose.orientation(),
            column: drop.column.0,
        }
    }
}
