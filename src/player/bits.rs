//! A column of cells as bits, row 0 at the floor in the lowest bit.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of rows. `u64` serves fields of up to 60 rows, [`Tall`] all others.
pub trait Bits:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const NONE: Self;
    /// The highest field that it serves: four rows above it are for pieces that overflow.
    const MOST_ROWS: usize;

    /// The rows below `row`.
    fn below(row: u32) -> Self;

    /// How many rows are in the set.
    fn count(self) -> u32;

    /// One more than the highest row in the set; 0 for the empty set.
    fn length(self) -> u32;

    /// The lowest row in the set, which must not be empty.
    fn lowest(self) -> u32;

    /// The column without `row`: what is above it moves down by one.
    #[inline]
    fn without_row(self, row: u32) -> Self {
        let below = Self::below(row);
        self & below | self >> 1 & !below
    }
}

impl Bits for u64 {
    const NONE: Self = 0;
    const MOST_ROWS: usize = 60;

    #[inline]
    fn below(row: u32) -> Self {
        (1 << row) - 1
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn length(self) -> u32 {
        u64::BITS - self.leading_zeros()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

const WORDS: usize = 9;

/// 576 rows in nine words, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tall([u64; WORDS]);

impl Tall {
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Tall(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }

    /// The word `i`, or 0 beyond either end.
    fn word(self, i: Option<usize>) -> u64 {
        i.and_then(|i| self.0.get(i)).copied().unwrap_or_default()
    }
}

impl BitAnd for Tall {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Tall {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Tall {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Tall {
    type Output = Self;

    fn not(self) -> Self {
        Tall(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Tall {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Tall(std::array::from_fn(|i| {
            let high = self.word(i.checked_sub(words)) << bits;
            // A shift by 64 in two steps, since one is not allowed.
            high | self.word(i.checked_sub(words + 1)) >> 1 >> (63 - bits)
        }))
    }
}

impl Shr<u32> for Tall {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Tall(std::array::from_fn(|i| {
            let low = self.word(Some(i + words)) >> bits;
            low | self.word(Some(i + words + 1)) << 1 << (63 - bits)
        }))
    }
}

impl Bits for Tall {
    const NONE: Self = Tall([0; WORDS]);
    const MOST_ROWS: usize = 64 * WORDS - 4;

    fn below(row: u32) -> Self {
        Tall(std::array::from_fn(|i| {
            match row.saturating_sub(64 * i as u32) {
                bits @ 0..64 => (1 << bits) - 1,
                64.. => u64::MAX,
            }
        }))
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn length(self) -> u32 {
        let highest = self.0.iter().rposition(|word| *word != 0);
        highest.map_or(0, |i| 64 * i as u32 + Bits::length(self.0[i]))
    }

    fn lowest(self) -> u32 {
        let lowest = self.0.iter().position(|word| *word != 0);
        lowest.map_or(0, |i| 64 * i as u32 + self.0[i].trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tall(rows: &[u32]) -> Tall {
        rows.iter()
            .fold(Tall::NONE, |set, row| set | Tall::below(1) << *row)
    }

    fn rows(set: Tall) -> Vec<u32> {
        (0..576)
            .filter(|row| set & tall(&[*row]) != Tall::NONE)
            .collect()
    }

    #[test]
    fn a_row_taken_out_lets_what_is_above_it_move_down() {
        assert_eq!(0b1_0110u64.without_row(2), 0b1010);
        assert_eq!(tall(&[0, 63, 64, 130]).without_row(63), tall(&[0, 63, 129]));
    }

    proptest! {
        #[test]
        fn a_tall_column_is_a_set_of_rows(
            mut set in proptest::collection::btree_set(0u32..500, 0..9),
            by in 0u32..76,
            bound in 0u32..=576,
        ) {
            let list: Vec<u32> = set.iter().copied().collect();
            let column = tall(&list);
            prop_assert_eq!(rows(column), list.clone());
            prop_assert_eq!(column.count() as usize, list.len());
            prop_assert_eq!(column.length(), list.last().map_or(0, |row| row + 1));
            prop_assert_eq!(column.lowest(), list.first().copied().unwrap_or(0));
            let up: Vec<u32> = list.iter().map(|row| row + by).collect();
            prop_assert_eq!(rows(column << by), up);
            let down: Vec<u32> = list.iter().filter_map(|row| row.checked_sub(by)).collect();
            prop_assert_eq!(rows(column >> by), down);
            set.retain(|row| *row < bound);
            let low: Vec<u32> = set.into_iter().collect();
            prop_assert_eq!(rows(column & Tall::below(bound)), low);
        }
    }
}
