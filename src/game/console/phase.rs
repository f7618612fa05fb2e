//! What a console is doing, and what it has just done.

use super::flight::ActivePiece;
use crate::game::{FullRows, Tetromino};

/// What the game is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// In the next frame a piece enters, if the dealer has one.
    Spawning,
    /// A piece is falling.
    Falling(ActivePiece),
    /// A piece has locked; the field is redrawn and four rows are checked, one per frame.
    Checking {
        /// Frames until this is done.
        frames: u8,
        /// The rows that are full.
        full: FullRows,
    },
    /// Full rows, still in the field, are blanked from the middle outwards.
    Clearing {
        /// The full rows.
        rows: FullRows,
        /// Steps of the animation so far; [`blanked_columns`](super::blanked_columns) says which
        /// columns they have blanked.
        step: usize,
    },
    /// The field is redrawn before the next piece.
    Entering {
        /// Frames until this is done.
        frames: u8,
    },
    /// The stack has reached the place where pieces enter.
    Over,
}

/// What happened in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece of this kind entered.
    Spawned(Tetromino),
    /// The piece moved one column.
    Shifted,
    /// The piece was turned.
    Rotated,
    /// The piece went down: by one row, or by more than one in a hard drop.
    Fell {
        /// How many rows.
        rows: usize,
    },
    /// The piece came to rest here; its cells are in the field now.
    Locked(ActivePiece),
    /// This many full rows were removed from the field.
    LinesCleared(usize),
    /// The level rose to this one.
    LevelUp(u8),
    /// The piece overlapped the stack when it locked; the field does not contain it.
    GameOver,
}
