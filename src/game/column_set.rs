//! A row of the field as a set of its columns.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Columns per word.
const WORD: usize = u64::BITS as usize;

/// Words of a row: enough for the widest field, so that a row is copied without a pointer to follow.
const WORDS: usize = 4;

/// A set of columns, of which a row has at most [`CAPACITY`](Self::CAPACITY).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColumnSet([u64; WORDS]);

impl ColumnSet {
    /// No column.
    pub const EMPTY: ColumnSet = ColumnSet([0; WORDS]);

    /// The columns that a set can hold: 0 up to this, exclusive.
    pub const CAPACITY: usize = WORD * WORDS;

    /// The first `count` columns.
    pub const fn first(count: usize) -> Self {
        let mut words = [0; WORDS];
        let mut word = 0;
        while word < WORDS && word * WORD < count {
            let rest = count - word * WORD;
            words[word] = if rest >= WORD {
                u64::MAX
            } else {
                (1 << rest) - 1
            };
            word += 1;
        }
        ColumnSet(words)
    }

    /// The columns of a mask whose bit 0 stands for `column`. Bits beyond the last column are lost.
    pub fn of_mask(mask: u64, column: usize) -> Self {
        let (word, shift) = (column / WORD, column % WORD);
        let mut set = ColumnSet::EMPTY;
        set.0[word] = mask << shift;
        if shift > 0 && word + 1 < WORDS {
            set.0[word + 1] = mask >> (WORD - shift);
        }
        set
    }

    /// The 64 columns from `column` on, which is bit 0.
    pub fn mask_from(self, column: usize) -> u64 {
        let (word, shift) = (column / WORD, column % WORD);
        let low = self.0[word] >> shift;
        match shift {
            0 => low,
            _ => {
                low | self
                    .0
                    .get(word + 1)
                    .map_or(0, |high| high << (WORD - shift))
            }
        }
    }

    /// Whether the column is one of the set.
    pub const fn contains(self, column: usize) -> bool {
        self.0[column / WORD] >> (column % WORD) & 1 == 1
    }

    /// Adds a column.
    pub fn insert(&mut self, column: usize) {
        self.0[column / WORD] |= 1 << (column % WORD);
    }

    /// Whether there is no column in it.
    pub fn is_empty(self) -> bool {
        self == ColumnSet::EMPTY
    }

    /// How many columns there are.
    pub fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Each column moved to the left by `columns`, fewer than 64; those that leave the row are lost.
    pub fn moved_left(self, columns: usize) -> Self {
        let mut set = self;
        for word in 0..WORDS {
            set.0[word] = self.mask_from(word * WORD + columns);
        }
        set
    }

    /// Each column moved to the right by `columns`, fewer than 64; those that leave the row are lost.
    pub fn moved_right(self, columns: usize) -> Self {
        let mut moved = ColumnSet::EMPTY;
        let mut carried = 0;
        for (word, moved) in self.0.into_iter().zip(&mut moved.0) {
            *moved = word << columns | carried;
            // In two steps, since none of a word can be carried by shifting all of it out.
            carried = word >> 1 >> (WORD - 1 - columns);
        }
        moved
    }
}

impl BitOr for ColumnSet {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for ColumnSet {
    fn bitor_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl BitAnd for ColumnSet {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl Not for ColumnSet {
    type Output = Self;

    fn not(self) -> Self {
        ColumnSet(self.0.map(|word| !word))
    }
}

impl FromIterator<usize> for ColumnSet {
    fn from_iter<I: IntoIterator<Item = usize>>(columns: I) -> Self {
        let mut set = ColumnSet::EMPTY;
        columns.into_iter().for_each(|column| set.insert(column));
        set
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn columns(set: ColumnSet) -> Vec<usize> {
        (0..ColumnSet::CAPACITY)
            .filter(|column| set.contains(*column))
            .collect()
    }

    proptest! {
        #[test]
        fn a_set_moves_as_its_columns_do(
            some in prop::collection::btree_set(0..ColumnSet::CAPACITY, 0..40),
            by in 0usize..64,
        ) {
            let set: ColumnSet = some.iter().copied().collect();
            prop_assert_eq!(set.count(), some.len());
            let left: Vec<usize> = some.iter().filter(|column| **column >= by).map(|column| column - by).collect();
            prop_assert_eq!(columns(set.moved_left(by)), left);
            let right: Vec<usize> = some.iter().map(|column| column + by).filter(|column| *column < ColumnSet::CAPACITY).collect();
            prop_assert_eq!(columns(set.moved_right(by)), right);
        }

        #[test]
        fn a_mask_is_read_where_it_was_written(mask in 0u64..1 << 10, column in 0usize..=246) {
            let set = ColumnSet::of_mask(mask, column);
            prop_assert_eq!(set.mask_from(column), mask);
            prop_assert_eq!(set.count(), mask.count_ones() as usize);
        }

        #[test]
        fn the_first_columns_are_those_below_a_number(count in 0..=ColumnSet::CAPACITY) {
            prop_assert_eq!(columns(ColumnSet::first(count)), (0..count).collect::<Vec<_>>());
            prop_assert_eq!((!ColumnSet::first(count)).count(), ColumnSet::CAPACITY - count);
        }
    }
}
