//! What the rules of the game refuse.

use super::drop::PieceDrop;

/// What the rules of the game refuse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// A size outside of [`FieldSize::WIDTHS`](super::FieldSize::WIDTHS) x
    /// [`FieldSize::HEIGHTS`](super::FieldSize::HEIGHTS).
    #[error("a field is 4 to 256 columns wide and 4 to 512 rows high, not {width}x{height}")]
    FieldSize {
        /// Columns asked for.
        width: u32,
        /// Rows asked for.
        height: u32,
    },
    /// A cell of the piece would be in a wall.
    #[error("{drop} does not fit between the walls of a field {width} columns wide")]
    OutsideField {
        /// What was to be dropped.
        drop: PieceDrop,
        /// Columns of the field.
        width: usize,
    },
    /// Cells in the two rows in which pieces enter: clear lines before they rise so high.
    #[error("the two top rows are not empty, so no piece can be turned and shifted there")]
    TopOccupied,
    /// The stack leaves no room for the piece; on the console the game would be over.
    #[error("{drop} would rest with a cell above the field")]
    ToppedOut {
        /// What was to be dropped.
        drop: PieceDrop,
    },
}
