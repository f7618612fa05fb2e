//! The score of line clears in the player's game.

/// The points of a placement that clears n lines: n (n - 1) + 1, so 1, 3, 7 or 13; 0 without a line.
///
/// The rule is that of the report that the [player](crate::player) follows.
pub const fn points(lines: u32) -> u64 {
    match lines {
        0 => 0,
        n => (n * (n - 1) + 1) as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_at_once_are_worth_more() {
        assert_eq!([0, 1, 2, 3, 4].map(points), [0, 1, 3, 7, 13]);
    }
}
