//! Sets of items as bits.

/// A set of up to 64 `W` items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask<const W: usize>(pub [u64; W]);

impl<const W: usize> Mask<W> {
    pub const EMPTY: Self = Mask([0; W]);

    pub fn of(items: impl IntoIterator<Item = usize>) -> Self {
        let mut mask = Mask::EMPTY;
        for item in items {
            mask.0[item / 64] |= 1 << (item % 64);
        }
        mask
    }

    #[inline(always)]
    pub fn zip(mut self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = each(*word, other);
        }
        self
    }

    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// The set itself, or the empty one.
    #[inline(always)]
    pub fn if_true(mut self, condition: bool) -> Self {
        let all = u64::from(condition).wrapping_neg();
        self.0.iter_mut().for_each(|word| *word &= all);
        self
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The items, rising.
    pub fn items(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize);
                word &= word.wrapping_sub(1);
                bit.map(|bit| at * 64 + bit)
            })
        })
    }

    /// The leftmost item as a place in the words.
    #[inline(always)]
    pub fn first(self) -> Option<Place> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word] & self.0[word].wrapping_neg();
        Some(Place { word, bit })
    }

    #[inline(always)]
    pub fn has(&self, place: Place) -> bool {
        self.0[place.word] & place.bit != 0
    }
}

/// An item as a word and a bit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    word: usize,
    bit: u64,
}
