//! The heights of a matrix's columns: all that its packing depends on.

use std::fmt;

/// Heights of up to 31 columns, 0 to 14 each, a nibble a column.
///
/// The nibbles beyond the matrix's width hold 15, so that a column there is a wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Skyline(u128);

impl Skyline {
    /// The widest skyline; the top nibble is left free for [`Skyline::key`].
    pub const MAX_WIDTH: usize = 31;
    /// The greatest height of a column.
    pub const MAX_HEIGHT: u8 = 14;

    /// `width` columns of the same height.
    pub fn flat(width: usize, height: u8) -> Self {
        assert!(width <= Self::MAX_WIDTH && height <= Self::MAX_HEIGHT);
        Skyline(!used(width) | (ones(width) * u128::from(height)))
    }

    /// Height 1 in the columns of `mask`, 0 in the others.
    pub fn of_row(width: usize, mask: u32) -> Self {
        (0..width)
            .filter(|column| mask >> column & 1 == 1)
            .fold(Skyline::flat(width, 0), |skyline, column| {
                skyline.raised(1, column)
            })
    }

    #[inline]
    pub fn height(self, column: usize) -> u8 {
        (self.0 >> (4 * column)) as u8 & 15
    }

    /// Adds `delta`, a nibble a column, from `column` on.
    #[inline]
    pub fn raised(self, delta: u16, column: usize) -> Self {
        Skyline(self.0 + (u128::from(delta) << (4 * column)))
    }

    /// Takes off the rows that are complete: returns the skyline above them and their number.
    #[inline]
    pub fn without_complete_rows(mut self, width: usize) -> (Self, u8) {
        let mut complete = 0;
        while !self.has_empty_column() {
            self.0 -= ones(width);
            complete += 1;
        }
        (self, complete)
    }

    /// Whether some column has height 0 (walls never have).
    #[inline]
    fn has_empty_column(self) -> bool {
        const LOW: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
        const HIGH: u128 = LOW << 3;
        self.0.wrapping_sub(LOW) & !self.0 & HIGH != 0
    }

    /// A key that also tells how many rows the matrix still has.
    #[inline]
    pub fn key(self, rows: u8) -> u128 {
        self.0 & !(15 << 124) | u128::from(rows) << 124
    }
}

/// All nibbles of the used columns.
fn used(width: usize) -> u128 {
    (1 << (4 * width)) - 1
}

/// A one in the nibble of each used column.
#[inline]
fn ones(width: usize) -> u128 {
    0x1111_1111_1111_1111_1111_1111_1111_1111 & ((1 << (4 * width)) - 1)
}

impl fmt::Debug for Skyline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heights = (0..Self::MAX_WIDTH).map(|column| self.height(column));
        f.debug_list()
            .entries(heights.take_while(|height| *height < 15))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_rows_come_off_together() {
        let skyline = Skyline::flat(5, 2).raised(0x301, 1);
        assert_eq!(format!("{skyline:?}"), "[2, 3, 2, 5, 2]");
        let (rest, complete) = skyline.without_complete_rows(5);
        assert_eq!(
            (format!("{rest:?}").as_str(), complete),
            ("[0, 1, 0, 3, 0]", 2)
        );
        assert_eq!(rest.without_complete_rows(5), (rest, 0));
    }

    #[test]
    fn a_row_becomes_heights_of_one() {
        assert_eq!(
            format!("{:?}", Skyline::of_row(6, 0b101100)),
            "[0, 0, 1, 1, 0, 1]"
        );
        let widest = Skyline::flat(Skyline::MAX_WIDTH, 14);
        assert_eq!(widest.height(30), 14);
        assert_ne!(widest.key(3), widest.key(2));
    }
}
