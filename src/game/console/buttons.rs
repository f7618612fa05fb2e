//! The buttons of a controller.

use crate::parse::{ParseValueError, debug_as_displayed};
use std::fmt;
use std::str::FromStr;

bitflags::bitflags! {
    /// The buttons that are down in one frame: the console's byte, Right in bit 0 to A in bit 7.
    ///
    /// As text it is the eight characters of a controller movie, `RLDUTSBA` with `.` for a button
    /// that is up (T is Start, S is Select).
    #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub struct Buttons: u8 {
        /// Shifts the piece to the right.
        const RIGHT = 1;
        /// Shifts the piece to the left.
        const LEFT = 1 << 1;
        /// Soft drop.
        const DOWN = 1 << 2;
        /// Hard drop by the rules of the [cartridge](super::RuleSet::Cartridge); without effect in the original game.
        const UP = 1 << 3;
        /// Starts the game and pauses it.
        const START = 1 << 4;
        /// Shows and hides the next piece in the original game.
        const SELECT = 1 << 5;
        /// Rotates the piece counterclockwise.
        const B = 1 << 6;
        /// Rotates the piece clockwise.
        const A = 1 << 7;
        /// Left and Right.
        const SIDEWAYS = 0b0011;
        /// The four directions.
        const DIRECTIONS = 0b1111;
    }
}

impl Buttons {
    /// Nothing is pressed.
    pub const NONE: Buttons = Buttons::empty();

    const LETTERS: &str = "RLDUTSBA";
}

impl fmt::Display for Buttons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_down = |bit| self.bits() >> bit & 1 == 1;
        let letters = Self::LETTERS.chars().enumerate();
        let text: String = letters
            .map(|(bit, letter)| if is_down(bit) { letter } else { '.' })
            .collect();
        f.write_str(&text)
    }
}

debug_as_displayed!(Buttons);

impl FromStr for Buttons {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let bits = (text.bytes().enumerate()).try_fold(0, |bits, (bit, read)| match read {
            b'.' if bit < 8 => Some(bits),
            _ if Self::LETTERS.as_bytes().get(bit) == Some(&read) => Some(bits | 1 << bit),
            _ => None,
        });
        bits.filter(|_| text.len() == 8)
            .map(Buttons::from_bits_retain)
            .ok_or_else(|| {
                ParseValueError::new(
                    text,
                    "the state of a controller",
                    "write eight characters, RLDUTSBA, with `.` for a button that is up",
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_read_as_in_a_controller_movie() {
        for bits in 0..=u8::MAX {
            let buttons = Buttons::from_bits_retain(bits);
            assert_eq!(buttons.to_string().parse(), Ok(buttons));
        }
        let buttons = Buttons::RIGHT | Buttons::A | Buttons::START;
        assert_eq!(buttons.to_string(), "R...T..A");
        assert_eq!(buttons.bits(), 0x91);
    }

    #[test]
    fn what_is_not_the_state_of_a_controller_is_refused() {
        for text in ["", "RLDUTSB", "ABSTUDLR", "r.......", "........."] {
            assert!(text.parse::<Buttons>().is_err(), "{text}");
        }
    }
}
