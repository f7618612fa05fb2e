//! How many points may still be scored.

use crate::game::points;

/// The points that the player may still score; scoring more is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreBudget(u64);

impl ScoreBudget {
    /// Any number of points.
    pub const ENDLESS: ScoreBudget = ScoreBudget(u64::MAX);

    /// This many points.
    pub const fn new(points: u64) -> Self {
        ScoreBudget(points)
    }

    /// Whether clearing `lines` lines at once does not overshoot.
    #[inline]
    pub const fn allows(self, lines: u32) -> bool {
        points(lines) <= self.0
    }

    /// What is left after clearing `lines` lines at once; `None` if that overshoots.
    #[inline]
    pub const fn after(self, lines: u32) -> Option<ScoreBudget> {
        match (self.0, self.0.checked_sub(points(lines))) {
            (u64::MAX, _) => Some(self),
            (_, Some(left)) => Some(ScoreBudget(left)),
            (_, None) => None,
        }
    }

    /// Whether there is a score that must be reached exactly.
    pub const fn is_endless(self) -> bool {
        self.0 == u64::MAX
    }

    /// Whether nothing is left.
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
        let left = ScoreBudget::new(8).after(3).unwrap();
        assert_eq!(left, ScoreBudget::new(1));
        assert!(left.allows(0) && left.allows(1) && !left.allows(2));
        assert!(left.after(1).unwrap().is_spent());
        assert_eq!(left.after(2), None);
        assert_eq!(ScoreBudget::ENDLESS.after(4), Some(ScoreBudget::ENDLESS));
    }
}
