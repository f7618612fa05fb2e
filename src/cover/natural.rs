//! Natural numbers of any size, as far as counting needs them.

use std::fmt;

/// A count without an upper limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    /// The least significant word first, no zeros at the end.
    words: Vec<u64>,
}

impl Natural {
    /// Reads words, the least significant first.
    pub fn from_words(words: &[u64]) -> Self {
        let mut words = words.to_vec();
        while words.last() == Some(&0) {
            words.pop();
        }
        Natural { words }
    }

    /// Whether there is nothing to count.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// The number, if 64 bits hold it.
    pub fn to_u64(&self) -> Option<u64> {
        match self.words[..] {
            [] => Some(0),
            [word] => Some(word),
            _ => None,
        }
    }

    /// Multiplies by a small number.
    #[must_use]
    pub fn times(mut self, factor: u64) -> Self {
        let mut carry = 0;
        for word in &mut self.words {
            let product = u128::from(*word) * u128::from(factor) + u128::from(carry);
            (*word, carry) = (product as u64, (product >> 64) as u64);
        }
        self.words.push(carry);
        Natural::from_words(&self.words)
    }

    /// Divides by a number other than 0; gives quotient and remainder.
    fn divided(mut self, divisor: u64) -> (Self, u64) {
        let mut remainder = 0;
        for word in self.words.iter_mut().rev() {
            let dividend = u128::from(remainder) << 64 | u128::from(*word);
            *word = (dividend / u128::from(divisor)) as u64;
            remainder = (dividend % u128::from(divisor)) as u64;
        }
        (Natural::from_words(&self.words), remainder)
    }
}

impl From<u64> for Natural {
    fn from(number: u64) -> Self {
        Natural::from_words(&[number])
    }
}

impl fmt::Display for Natural {
    /// Decimal digits without separators.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest power of ten that a word holds.
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let mut chunks = Vec::new();
        let mut rest = self.clone();
        while rest.to_u64().is_none() {
            let (quotient, remainder) = rest.divided(CHUNK);
            chunks.push(remainder);
            rest = quotient;
        }
        let digits = rest.to_u64().unwrap_or(0).to_string();
        let digits = chunks
            .iter()
            .rev()
            .fold(digits, |digits, chunk| format!("{digits}{chunk:019}"));
        f.pad_integral(true, "", &digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_decimal() {
        let written = |words: &[u64]| Natural::from_words(words).to_string();
        assert_eq!(written(&[]), "0");
        assert_eq!(written(&[42, 0, 0]), "42");
        assert_eq!(written(&[u64::MAX]), "18446744073709551615");
        assert_eq!(written(&[0, 1]), "18446744073709551616");
        let three_words = "340282366920938463463374607431768211456";
        assert_eq!(written(&[0, 0, 1]), three_words);
    }

    #[test]
    fn a_product_that_outgrows_its_words_gets_one_more() {
        let factorial = (1..=30).fold(Natural::from(1), Natural::times);
        assert_eq!(factorial.to_string(), "265252859812191058636308480000000");
        assert_eq!(factorial.times(0), Natural::default());
    }
}
