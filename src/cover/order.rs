//! The order in which options are tried: as given, or shuffled by a seed.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The order in which a search tries the options of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptionOrder {
    /// As they were added to the problem.
    #[default]
    Given,
    /// The same seed gives the same order, on every machine.
    Shuffled {
        /// What the order is drawn from.
        seed: u64,
    },
}

impl OptionOrder {
    /// The numbers below `count` in this order.
    pub(super) fn permutation(self, count: usize) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..count as u32).collect();
        if let OptionOrder::Shuffled { seed } = self {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            for last in (1..count).rev() {
                // Fisher and Yates; the high half of a 64 x 64 bit product is the draw.
                let draw = (u128::from(random.next_u64()) * (last as u128 + 1)) >> 64;
                numbers.swap(last, draw as usize);
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_keeps_every_number_and_repeats_with_its_seed() {
        let order = OptionOrder::Shuffled { seed: 7 };
        let shuffled = order.permutation(100);
        assert_eq!(shuffled, order.permutation(100));
        assert_ne!(shuffled, OptionOrder::Shuffled { seed: 8 }.permutation(100));
        assert_ne!(shuffled, OptionOrder::Given.permutation(100));
        let mut sorted = shuffled;
        sorted.sort_unstable();
        assert_eq!(sorted, OptionOrder::Given.permutation(100));
    }
}
