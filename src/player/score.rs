//! How many points may still be made.

use crate::game::points;

/// The points that a player may still make; making more is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

impl Budget {
    /// Any number of points.
    pub const ENDLESS: Budget = Budget(u64::MAX);

    /// So many points.
    pub const fn new(points: u64) -> Self {
        Budget(points)
    }

    /// Whether so many lines do not overshoot.
    #[inline]
    pub const fn allows(self, lines: u32) -> bool {
        points(lines) <= self.0
    }

    /// What is left after so many lines; `None` if they overshoot.
    #[inline]
    pub const fn after(self, lines: u32) -> Option<Budget> {
        match (self.0, self.0.checked_sub(points(lines))) {
            (u64::MAX, _) => Some(self),
            (_, Some(left)) => Some(Budget(left)),
            (_, None) => None,
        }
    }

    /// Whether nothing is left to be made.
    #[inline]
    pub const fn is_spent(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_refuses_to_be_overshot() {
        let left = Budget::new(8).after(3).unwrap();
        assert_eq!(left, Budget::new(1));
        assert!(left.allows(0) && left.allows(1) && !left.allows(2));
        assert!(left.after(1).unwrap().is_spent());
        assert_eq!(left.after(2), None);
        assert_eq!(Budget::ENDLESS.after(4), Some(Budget::ENDLESS));
    }
}
