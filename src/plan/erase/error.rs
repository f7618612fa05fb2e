//! Why a picture cannot be erased.

/// The widest field that is erased, in columns.
pub const MOST_COLUMNS: usize = u64::BITS as usize;

/// Why there are no drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EraseError {
    /// No number of lines takes away these cells and whole pieces.
    #[error(
        "{cells} cells can never be cleared on a field of {width} columns: together with whole pieces they fill no number of lines"
    )]
    Indivisible {
        /// The cells that stand.
        cells: usize,
        /// Columns of the field.
        width: usize,
    },
    /// The rows are searched as masks of [`MOST_COLUMNS`] bits.
    #[error(
        "a field of {width} columns is too wide to be erased: at most {MOST_COLUMNS} columns can be"
    )]
    TooWide {
        /// Columns of the field.
        width: usize,
    },
    /// The search ended without drops, though there may be some.
    #[error("no way was found to erase the picture (which does not prove that there is none)")]
    NotFound,
    /// The [`Monitor`](crate::plan::Monitor) asked to stop.
    #[error("interrupted before a way was found to erase the picture")]
    Cancelled,
}
