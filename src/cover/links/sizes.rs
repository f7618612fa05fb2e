//! How many options every item has left, with the smallest items at hand.

use super::super::observer::{Observer, Work};

/// The sizes of the items' lists, by header index. Items to be covered whose size is 0 or 1 are
/// kept in bit sets besides: most choices of a search are forced or dead ends, and these are found without
/// looking at all the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    sizes: Vec<u32>,
    /// Bit sets of the items of size 0 and of size 1.
    small: [Vec<u64>; 2],
}

impl Sizes {
    /// Added to the sizes of secondary items, which nobody has to cover, so that they are never small.
    const SECONDARY: u32 = 1 << 31;

    /// Sizes 0 for the root and `items` headers of which `primary` come first.
    pub fn new(items: usize, primary: usize) -> Self {
        let mut sizes = vec![0; items + 1];
        sizes[primary + 1..].fill(Sizes::SECONDARY);
        let words = vec![0; items / 64 + 1];
        Sizes {
            sizes,
            small: [words.clone(), words],
        }
    }

    /// Counts an option while the lists are built.
    pub fn count(&mut self, item: u32) {
        self.sizes[item as usize] += 1;
    }

    /// Notes the small items when the lists are complete.
    pub fn complete(&mut self) {
        for item in 1..self.sizes.len() as u32 {
            self.enter(item);
        }
    }

    fn toggle(&mut self, size: u32, item: u32) {
        self.small[size as usize][item as usize / 64] ^= 1 << (item % 64);
    }

    /// The item has to be covered (again).
    pub fn enter(&mut self, item: u32) {
        let size = self.sizes[item as usize];
        if size < 2 {
            self.toggle(size, item);
        }
    }

    /// The item is covered: its size does not matter any more. Undone by [`enter`](Self::enter).
    pub fn leave(&mut self, item: u32) {
        self.enter(item);
    }

    /// An item to be covered lost an option.
    pub fn decrement(&mut self, item: u32) {
        let size = &mut self.sizes[item as usize];
        *size -= 1;
        if *size < 2 {
            self.cross(item);
        }
    }

    /// An item to be covered got an option back.
    pub fn increment(&mut self, item: u32) {
        let size = &mut self.sizes[item as usize];
        *size += 1;
        if *size < 3 {
            let size = *size;
            self.toggle(size - 1, item);
            if size < 2 {
                self.toggle(size, item);
            }
        }
    }

    /// Moves an item that has just become small, or smaller, to its set.
    fn cross(&mut self, item: u32) {
        let size = self.sizes[item as usize];
        self.toggle(size, item);
        if size == 0 {
            self.toggle(1, item);
        }
    }

    /// The smallest item of those to be covered, the leftmost of several. `rest` gives them all, from
    /// the left, and is not called when there are small ones.
    pub fn smallest(
        &self,
        rest: impl Iterator<Item = u32>,
        observer: &mut impl Observer,
    ) -> Option<u32> {
        for small in &self.small {
            for (word, &bits) in small.iter().enumerate() {
                observer.worked(Work::Comparison, 1);
                if bits != 0 {
                    return Some(word as u32 * 64 + bits.trailing_zeros());
                }
            }
        }
        let (mut best, mut smallest) = (None, u32::MAX);
        for item in rest {
            let size = self.sizes[item as usize];
            observer.worked(Work::Comparison, 2);
            if size < smallest {
                observer.worked(Work::Assignment, 2);
                (best, smallest) = (Some(item), size);
                if size == 2 {
                    break;
                }
            }
        }
        best
    }
}
