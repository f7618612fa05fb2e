//! What line clears are worth to a player.

/// The points of a placement that clears so many lines: n (n - 1) + 1 for n lines, so 1, 3, 7, 13.
///
/// The rule is that of the report on greedy search; nothing is given for no line.
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
