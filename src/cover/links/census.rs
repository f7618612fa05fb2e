//! How many options cover each item, for all items at once: the counts are kept in bit planes, in which one
//! operation on words counts for 64 items.

use super::mask::{Mask, Place};

/// Which items are covered by at least one, two and three options: all that most nodes of a search have to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<const W: usize> {
    pub once: Mask<W>,
    pub twice: Mask<W>,
    pub thrice: Mask<W>,
}

impl<const W: usize> Seen<W> {
    pub const NOTHING: Self = Seen {
        once: Mask::EMPTY,
        twice: Mask::EMPTY,
        thrice: Mask::EMPTY,
    };

    #[inline(always)]
    pub fn note(&mut self, option: Mask<W>) {
        self.thrice = self.thrice.or(self.twice.and(option));
        self.twice = self.twice.or(self.once.and(option));
        self.once = self.once.or(option);
    }
}

/// The number of options of every item in binary, the lowest bits in the first plane.
struct Planes<const W: usize> {
    planes: [Mask<W>; PLANES],
    used: usize,
}

/// Options are numbered with 32 bits.
const PLANES: usize = 32;

/// The leftmost of the items that the fewest of the options cover.
pub(super) fn smallest<const W: usize>(
    items: Mask<W>,
    options: impl Iterator<Item = Mask<W>>,
) -> Option<Place> {
    Planes::of(options).smallest(items).first()
}

impl<const W: usize> Planes<W> {
    /// Adds the options up by fours, so that most carries are never looked at (Harley and Seal).
    #[inline(always)]
    fn of(mut options: impl Iterator<Item = Mask<W>>) -> Self {
        let mut sums = Planes {
            planes: [Mask::EMPTY; PLANES],
            used: 2,
        };
        let [mut ones, mut twos] = [Mask::EMPTY; 2];
        while let Some(first) = options.next() {
            let mut next = || options.next().unwrap_or(Mask::EMPTY);
            let carry = add(&mut ones, first, next());
            let again = add(&mut ones, next(), next());
            let carry = add(&mut twos, carry, again);
            sums.ripple(carry);
        }
        sums.planes[..2].copy_from_slice(&[ones, twos]);
        sums
    }

    /// Adds four for every item of the carry.
    #[inline(always)]
    fn ripple(&mut self, mut carry: Mask<W>) {
        let mut plane = 2;
        while !carry.is_empty() {
            let over = self.planes[plane].and(carry);
            self.planes[plane] = self.planes[plane].xor(carry);
            carry = over;
            plane += 1;
        }
        self.used = self.used.max(plane);
    }

    /// Those of the items with the smallest number.
    #[inline(always)]
    fn smallest(&self, items: Mask<W>) -> Mask<W> {
        let planes = self.planes[..self.used].iter().rev();
        planes.fold(items, |smallest, &plane| {
            let smaller = smallest.without(plane);
            if smaller.is_empty() {
                smallest
            } else {
                smaller
            }
        })
    }
}

/// Adds two bits to a third for every item; returns the carries.
#[inline(always)]
fn add<const W: usize>(sum: &mut Mask<W>, a: Mask<W>, b: Mask<W>) -> Mask<W> {
    let half = sum.xor(a);
    let carry = sum.and(a).or(half.and(b));
    *sum = half.xor(b);
    carry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leftmost_of_the_smallest_is_found_whatever_the_counts() {
        // Item n is covered by as many options as the table says.
        for (counts, smallest_item) in [
            (&[3, 2, 2, 9][..], 1),
            (&[40, 33, 64, 33], 1),
            (&[7, 8, 5], 2),
            (&[1], 0),
            (&[300, 257, 256, 1000], 2),
        ] {
            let most = counts.iter().copied().max().unwrap();
            let option = |n: usize| {
                Mask::<2>::of((0..counts.len()).filter(|&i| n < counts[i]).map(|i| i + 62))
            };
            let items = Mask::of((0..counts.len()).map(|item| item + 62));
            let found = smallest(items, (0..most).map(option));
            assert_eq!(
                found,
                Mask::<2>::of([smallest_item + 62]).first(),
                "{counts:?}"
            );
        }
    }
}
