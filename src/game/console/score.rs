//! What a soft drop scores.

/// The score after a soft drop of `pushed` rows, the one included that found the piece landed.
///
/// The original adds a plain number to a byte that holds two decimal digits, and then mends the digits, which does not
/// always give the sum.
pub fn with_soft_drop(score: u32, pushed: u16) -> u32 {
    if pushed < 2 {
        return score;
    }
    let digits = (score % 100 / 10 * 16 + score % 10) as u8;
    let mut low = digits.wrapping_add((pushed - 1) as u8);
    if low & 0x0f >= 10 {
        low = low.wrapping_add(6);
    }
    let mut hundreds = score / 100;
    if low >= 0xa0 {
        low = (low & 0xf0).wrapping_add(0x60);
        hundreds += 1;
    }
    100 * hundreds + u32::from(low >> 4) * 10 + u32::from(low & 0x0f)
}

#[cfg(test)]
mod tests {
    use super::with_soft_drop;

    #[test]
    fn rows_are_added_to_two_digits_as_to_a_plain_number() {
        assert_eq!(with_soft_drop(0, 20), 13);
        assert_eq!(with_soft_drop(12, 20), 25);
        assert_eq!(with_soft_drop(5, 1), 5);
    }
}
