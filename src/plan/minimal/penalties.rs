//! Guided local search: pixels that caused dead ends are penalized.
//!
//! A score tells what a kind of place costs on average, not that this one is a dead end once what
//! is around it is gone. Where no field of a level has a predecessor, the pixels that they have in
//! common get penalties, so that the next attempt takes them back early. (Voudouris and Tsang,
//! "Guided local search and its application to the traveling salesman problem", 1999.)

use super::row_bits::RowBits;
use super::state::State;

/// What a penalty of a pixel counts.
// Set by hand: about half a lone pixel. Higher ones get out of a dead end after fewer attempts, but
// by ways that the score likes less.
const PENALTY: i32 = 2000;

/// Binary digits of the number of a pixel's penalties.
const DIGITS: usize = 5;

/// How many penalties each pixel of the picture has, up to 31.
#[derive(Clone, Debug)]
pub struct Penalties<R> {
    /// For each row of the picture with penalties, a mask of the columns for each digit.
    rows: Vec<Option<[R; DIGITS]>>,
}

impl<R: RowBits> Penalties<R> {
    pub fn none(rows: usize) -> Self {
        Penalties {
            rows: vec![None; rows],
        }
    }

    /// What these pixels of a row score.
    pub fn score(&self, row: usize, pixels: R) -> i32 {
        let Some(digits) = &self.rows[row] else {
            return 0;
        };
        let counts = (digits.iter().enumerate())
            .map(|(place, digit)| ((pixels & *digit).count() << place) as i32);
        PENALTY * counts.sum::<i32>()
    }

    /// Gives the pixels that most of these dead ends have in common `count` penalties more.
    pub fn add(&mut self, fields: &[State<R>], count: u32) {
        if let Some((row, pixels)) = stuck_pixels(fields, self.rows.len()) {
            for _ in 0..count {
                self.add_one(row, pixels);
            }
        }
    }

    fn add_one(&mut self, row: usize, pixels: R) {
        let digits = self.rows[row].get_or_insert([R::EMPTY; DIGITS]);
        let saturated = digits.iter().fold(!R::EMPTY, |all, digit| all & *digit);
        let mut carry = pixels & !saturated;
        for digit in digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
}

/// The highest row of the picture where more than half of the fields have a pixel in common that
/// should be gone, and these pixels.
fn stuck_pixels<R: RowBits>(fields: &[State<R>], rows: usize) -> Option<(usize, R)> {
    let mut counts = vec![[0; u64::BITS as usize]; rows];
    for field in fields {
        for (row, pixels) in field.picture_rows() {
            let pixels = pixels.to_mask();
            for (column, count) in counts[row].iter_mut().enumerate() {
                *count += usize::from(pixels >> column & 1 == 1);
            }
        }
    }
    let is_common = |count: &usize| 2 * count > fields.len();
    let row = counts
        .iter()
        .rposition(|counts| counts.iter().any(is_common))?;
    let columns = counts[row].iter().rev();
    let pixels = columns.fold(0, |mask, count| mask << 1 | u64::from(is_common(count)));
    Some((row, R::from_mask(pixels)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn penalties_add_up_to_a_limit() {
        let mut penalties = Penalties::<u32>::none(2);
        penalties.add_one(1, 0b0110);
        penalties.add_one(1, 0b0011);
        let of = |penalties: &Penalties<u32>, row, pixels| penalties.score(row, pixels) / PENALTY;
        assert_eq!(of(&penalties, 1, 0b1111), 4);
        assert_eq!(of(&penalties, 1, 0b0010), 2);
        assert_eq!(of(&penalties, 0, 0b1111), 0);
        for _ in 0..40 {
            penalties.add_one(1, 0b0100);
        }
        assert_eq!(of(&penalties, 1, 0b0110), 31 + 2);
    }

    #[test]
    fn what_most_fields_have_in_common_is_what_they_are_stuck_on() {
        // Two active rows of the picture around a scaffold row, over three untouched ones.
        let field = |low: u32, high: u32| {
            let mut field = State::<u32> {
                untouched: 3,
                active: 3,
                scaffold: 0b010,
                ..State::EMPTY
            };
            field.rows[..3].copy_from_slice(&[low, 0b111_1111, high]);
            field
        };
        let fields = [
            field(0b11, 0b1000),
            field(0b11, 0b1001),
            field(0b01, 0b0101),
        ];
        assert_eq!(stuck_pixels(&fields, 6), Some((4, 0b1001)));
        let fields = [field(0b11, 0b1000), field(0b01, 0b0100)];
        assert_eq!(stuck_pixels(&fields, 6), Some((3, 0b01)));
        assert_eq!(stuck_pixels::<u32>(&[], 6), None);
    }
}
