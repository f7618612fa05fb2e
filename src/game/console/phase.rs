//! What a console is doing, and what it has just done.

use super::flight::ActivePiece;
use crate::game::{FullRows, Tetromino};

/// What the game is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The next frame brings in a piece, if the dealer has one.
    Spawning,
    /// A piece is falling.
    Falling(ActivePiece),
    /// A piece has locked; the field is redrawn and four rows are looked at, one a frame.
    Checking {
        /// Frames until this is done.
        frames: u8,
        /// The rows that will turn out to be full.
        full: FullRows,
    },
    /// Full rows, still in the field, are blanked from the middle outwards.
    Clearing {
        /// The full rows.
        rows: FullRows,
        /// Steps of the animation that are done; [`blanked_columns`](super::blanked_columns) says what they blank.
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
    /// So many full rows have left the field.
    LinesCleared(usize),
    /// The level is this one now.
    LevelUp(u8),
    /// The piece overlapped the stack when it locked; it is not in the field.
    GameOver,
}
