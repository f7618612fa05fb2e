//! Exact cover problems: items to be covered, options that cover them.

/// A set of items and of options, each option a set of items.
///
/// A solution is a set of options that covers every *primary* item exactly once and every
/// *secondary* item at most as often as its capacity allows (once, unless said otherwise). Items
/// are numbered from 0, the primary ones first; options are numbered as they are added. The terms
/// are Knuth's (The Art of Computer Programming 4B, 7.2.2.1); secondary items with a capacity are
/// the upper half of his multiplicities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    primary: usize,
    capacities: Vec<u32>,
    /// Where each option begins in `members`, and where the last one ends.
    starts: Vec<u32>,
    members: Vec<u32>,
}

/// An option that a problem cannot take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// An item beyond the last one.
    #[error("an option names item {item}, but the items are numbered 0 to {}", count - 1)]
    NoSuchItem {
        /// Its number.
        item: usize,
        /// Items of the problem, the secondary ones included.
        count: usize,
    },
    /// An item named twice: an option is a set.
    #[error("an option names item {item} twice")]
    RepeatedItem {
        /// Its number.
        item: usize,
    },
    /// An option of secondary items alone.
    #[error("an option without a primary item could be taken or left at will: give it one")]
    NoPrimaryItem,
    /// Members are numbered with 31 bits.
    #[error("a problem holds at most {} items in all its options together", u32::MAX / 2)]
    TooLarge,
}

impl Problem {
    /// A problem without options. The primary items are `0..primary`, the secondary ones follow.
    pub fn new(primary: usize, secondary: usize) -> Self {
        Problem {
            primary,
            capacities: vec![1; primary + secondary],
            starts: vec![0],
            members: Vec::new(),
        }
    }

    /// Lets options cover the secondary item up to `times` times.
    ///
    /// # Panics
    ///
    /// When the item is not a secondary one, or when `times` is 0.
    #[must_use]
    pub fn with_capacity(mut self, item: usize, times: u32) -> Self {
        assert!(item >= self.primary, "only secondary items have a capacity");
        assert!(times > 0, "an item of capacity 0 could never be covered");
        self.capacities[item] = times;
        self
    }

    /// Adds an option and returns its number.
    ///
    /// # Errors
    ///
    /// An item out of range or named twice, no primary item, more than 2^31 members in all.
    pub fn add_option(&mut self, items: &[usize]) -> Result<usize, ProblemError> {
        let count = self.capacities.len();
        for (place, &item) in items.iter().enumerate() {
            if item >= count {
                return Err(ProblemError::NoSuchItem { item, count });
            }
            if items[..place].contains(&item) {
                return Err(ProblemError::RepeatedItem { item });
            }
        }
        if !items.iter().any(|&item| item < self.primary) {
            return Err(ProblemError::NoPrimaryItem);
        }
        let end = self.members.len() + items.len();
        if end > (u32::MAX / 2) as usize {
            return Err(ProblemError::TooLarge);
        }
        self.members.extend(items.iter().map(|&item| item as u32));
        self.starts.push(end as u32);
        Ok(self.option_count() - 1)
    }

    /// How many items must be covered.
    pub fn primary_count(&self) -> usize {
        self.primary
    }

    /// Primary and secondary items together.
    pub fn item_count(&self) -> usize {
        self.capacities.len()
    }

    /// How many options have been added.
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// How often the item may be covered: 1 for a primary one.
    pub fn capacity(&self, item: usize) -> u32 {
        self.capacities[item]
    }

    /// The members of all options together.
    pub fn member_count(&self) -> usize {
        self.members.len()
    }

    /// The items of an option, in the order in which they were given.
    pub fn option(&self, option: usize) -> &[u32] {
        &self.members[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// The items of each option, in the order in which options were added.
    pub fn options(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.option_count()).map(|option| self.option(option))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_numbered_as_they_come() {
        let mut problem = Problem::new(2, 1);
        assert_eq!(problem.add_option(&[0, 2]), Ok(0));
        assert_eq!(problem.add_option(&[1]), Ok(1));
        assert_eq!(problem.option(0), [0, 2]);
        assert_eq!(problem.option(1), [1]);
    }

    #[test]
    fn options_that_make_no_sense_are_refused() {
        let mut problem = Problem::new(2, 1);
        let no_such = ProblemError::NoSuchItem { item: 3, count: 3 };
        assert_eq!(problem.add_option(&[0, 3]), Err(no_such));
        let repeated = ProblemError::RepeatedItem { item: 1 };
        assert_eq!(problem.add_option(&[1, 1]), Err(repeated));
        assert_eq!(problem.add_option(&[2]), Err(ProblemError::NoPrimaryItem));
        assert_eq!(problem.add_option(&[]), Err(ProblemError::NoPrimaryItem));
        assert_eq!(problem.option_count(), 0);
    }
}
