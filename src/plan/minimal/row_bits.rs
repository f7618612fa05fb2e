//! Rows as bit masks, one bit per column: 32 bits where the field is narrow enough, for small states,
//! 64 where it is not.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use crate::game::FieldSize;

/// The widest field whose rows are masks of 32 bits: up to there it is of usual size.
pub const USUAL_WIDTH: usize = u32::BITS as usize;

/// The widest field that is searched.
pub const WIDEST: usize = u64::BITS as usize;

/// A full row of a field of at most [`WIDEST`] columns.
pub fn full_mask(field: FieldSize) -> u64 {
    field.full_row().mask_from(0)
}

/// A row of the field; column 0 is bit 0.
pub trait RowBits:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;

    /// The low bits of `mask`, as many as fit.
    fn from_mask(mask: u64) -> Self;

    fn to_mask(self) -> u64;

    /// The number of filled cells.
    fn count(self) -> u32;

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

impl RowBits for u32 {
    const EMPTY: u32 = 0;

    fn from_mask(mask: u64) -> u32 {
        mask as u32
    }

    fn to_mask(self) -> u64 {
        self.into()
    }

    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl RowBits for u64 {
    const EMPTY: u64 = 0;

    fn from_mask(mask: u64) -> u64 {
        mask
    }

    fn to_mask(self) -> u64 {
        self
    }

    fn count(self) -> u32 {
        self.count_ones()
    }
}
