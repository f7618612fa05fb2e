//! A column of cells as bits, row 0 at the floor in the lowest bit.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor};

/// A set of rows. `u64` serves fields of up to 60 rows, [`Tall`] higher ones.
pub trait Bits:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The empty set.
    const NONE: Self;
    /// The highest field that it serves: four rows above the field are for pieces that overflow.
    const MAX_ROWS: usize;

    /// The rows below `row`.
    fn below(row: u32) -> Self;

    /// These rows without the `others`.
    fn without(self, others: Self) -> Self;

    /// Every row moved up by one.
    fn up(self) -> Self;

    /// Every row moved down by one; row 0 is lost.
    fn down(self) -> Self;

    /// How many rows are in the set.
    fn count(self) -> u32;

    /// One more than the highest row in the set; 0 for the empty set.
    fn length(self) -> u32;

    /// The lowest row in the set, which must not be empty.
    fn lowest(self) -> u32;

    /// `count` rows from `first` up.
    #[inline]
    fn rows(first: u32, count: u32) -> Self {
        Self::below(first + count).without(Self::below(first))
    }

    /// The column without `row`: what is above it moves down by one.
    #[inline]
    fn without_row(self, row: u32) -> Self {
        let below = Self::below(row);
        self & below | self.down().without(below)
    }
}

impl Bits for u64 {
    const NONE: Self = 0;
    const MAX_ROWS: usize = 60;

    #[inline]
    fn below(row: u32) -> Self {
        (1 << row) - 1
    }

    #[inline]
    fn without(self, others: Self) -> Self {
        self & !others
    }

    #[inline]
    fn up(self) -> Self {
        self << 1
    }

    #[inline]
    fn down(self) -> Self {
        self >> 1
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

macro_rules! word_by_word {
    ($($operator:ident $name:ident $sign:tt),*) => {$(
        impl $operator for Tall {
            type Output = Self;

            fn $name(self, other: Self) -> Self {
                Tall(from_fn(|i| self.0[i] $sign other.0[i]))
            }
        }
    )*};
}
word_by_word!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl Bits for Tall {
    const NONE: Self = Tall([0; WORDS]);
    const MAX_ROWS: usize = 64 * WORDS - 4;

    fn below(row: u32) -> Self {
        Tall(from_fn(|i| match row.saturating_sub(64 * i as u32) {
            bits @ 0..64 => (1 << bits) - 1,
            64.. => u64::MAX,
        }))
    }

    fn without(self, others: Self) -> Self {
        Tall(from_fn(|i| self.0[i] & !others.0[i]))
    }

    fn up(self) -> Self {
        let carry = |i| if i == 0 { 0 } else { self.0[i - 1] >> 63 };
        Tall(from_fn(|i| self.0[i] << 1 | carry(i)))
    }

    fn down(self) -> Self {
        let carry = |i| self.0.get(i + 1).map_or(0, |word| word << 63);
        Tall(from_fn(|i| self.0[i] >> 1 | carry(i)))
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn length(self) -> u32 {
        let highest = self.0.iter().rposition(|word| *word != 0);
        highest.map_or(0, |i| 64 * i as u32 + self.0[i].length())
    }

    fn lowest(self) -> u32 {
        let lowest = self.0.iter().position(|word| *word != 0);
        lowest.map_or(0, |i| 64 * i as u32 + self.0[i].lowest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tall(rows: &[u32]) -> Tall {
        rows.iter()
            .fold(Tall::NONE, |set, row| set | Tall::rows(*row, 1))
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
            mut set in proptest::collection::btree_set(0u32..575, 0..9),
            bound in 0u32..=576,
        ) {
            let list: Vec<u32> = set.iter().copied().collect();
            let column = tall(&list);
            prop_assert_eq!(rows(column), list.clone());
            prop_assert_eq!(column.count() as usize, list.len());
            prop_assert_eq!(column.length(), list.last().map_or(0, |row| row + 1));
            prop_assert_eq!(column.lowest(), list.first().copied().unwrap_or(0));
            let up: Vec<u32> = list.iter().map(|row| row + 1).collect();
            prop_assert_eq!(rows(column.up()), up);
            let down: Vec<u32> = list.iter().filter_map(|row| row.checked_sub(1)).collect();
            prop_assert_eq!(rows(column.down()), down);
            let high: Vec<u32> = list.iter().copied().filter(|row| *row >= bound).collect();
            prop_assert_eq!(rows(column.without(Tall::below(bound))), high);
            set.retain(|row| *row < bound);
            let low: Vec<u32> = set.into_iter().collect();
            prop_assert_eq!(rows(column & Tall::below(bound)), low);
        }
    }
}
