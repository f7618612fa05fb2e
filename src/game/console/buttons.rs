//! The buttons of a controller.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign};
use std::str::FromStr;

/// The buttons that are down in one frame: the console's byte, Right in bit 0 to A in bit 7.
///
/// As text it is the eight characters of a controller movie, `RLDUTSBA` with `.` for a button
/// that is up (T is Start, S is Select).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Buttons(u8);

impl Buttons {
    /// Nothing is pressed.
    pub const NONE: Buttons = Buttons(0);
    /// Shifts the piece to the right.
    pub const RIGHT: Buttons = Buttons(1);
    /// Shifts the piece to the left.
    pub const LEFT: Buttons = Buttons(1 << 1);
    /// Lets the piece fall faster.
    pub const DOWN: Buttons = Buttons(1 << 2);
    /// Has no use in the game.
    pub const UP: Buttons = Buttons(1 << 3);
    /// Begins the game, and halts it.
    pub const START: Buttons = Buttons(1 << 4);
    /// Shows and hides the next piece in the original game.
    pub const SELECT: Buttons = Buttons(1 << 5);
    /// Turns the piece counterclockwise.
    pub const B: Buttons = Buttons(1 << 6);
    /// Turns the piece clockwise.
    pub const A: Buttons = Buttons(1 << 7);
}

impl Buttons {
    /// Left and Right.
    pub const SIDEWAYS: Buttons = Buttons(0b0011);
    /// The four directions.
    pub const DIRECTIONS: Buttons = Buttons(0b1111);

    const LETTERS: &'static [u8; 8] = b"RLDUTSBA";

    /// The byte that the console reads.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The buttons of the byte that the console reads.
    pub const fn from_bits(bits: u8) -> Self {
        Buttons(bits)
    }

    /// Whether no button is down.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `other` are down.
    pub const fn contains(self, other: Buttons) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any of `other` is down.
    pub const fn intersects(self, other: Buttons) -> bool {
        self.0 & other.0 != 0
    }

    /// These buttons but for `other`.
    pub const fn without(self, other: Buttons) -> Buttons {
        Buttons(self.0 & !other.0)
    }
}

impl BitOr for Buttons {
    type Output = Buttons;

    fn bitor(self, other: Buttons) -> Buttons {
        Buttons(self.0 | other.0)
    }
}

impl BitOrAssign for Buttons {
    fn bitor_assign(&mut self, other: Buttons) {
        self.0 |= other.0;
    }
}

impl BitAnd for Buttons {
    type Output = Buttons;

    fn bitand(self, other: Buttons) -> Buttons {
        Buttons(self.0 & other.0)
    }
}

impl fmt::Display for Buttons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (bit, letter) in Self::LETTERS.iter().enumerate() {
            let is_down = self.0 >> bit & 1 == 1;
            write!(f, "{}", if is_down { *letter as char } else { '.' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Buttons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no controller.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no controller: write eight characters, RLDUTSBA, with `.` for a button that is up"
)]
pub struct ParseButtonsError(String);

impl FromStr for Buttons {
    type Err = ParseButtonsError;

    fn from_str(text: &str) -> Result<Self, ParseButtonsError> {
        let error = || ParseButtonsError(text.to_owned());
        if text.len() != 8 {
            return Err(error());
        }
        let mut buttons = Buttons::NONE;
        for (bit, (read, letter)) in text.bytes().zip(Self::LETTERS).enumerate() {
            match read {
                b'.' => {}
                _ if read == *letter => buttons.0 |= 1 << bit,
                _ => return Err(error()),
            }
        }
        Ok(buttons)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_read_as_in_a_controller_movie() {
        for bits in 0..=u8::MAX {
            let buttons = Buttons::from_bits(bits);
            assert_eq!(buttons.to_string().parse(), Ok(buttons));
        }
        let buttons = Buttons::RIGHT | Buttons::A | Buttons::START;
        assert_eq!(buttons.to_string(), "R...T..A");
        assert_eq!(buttons.bits(), 0x91);
    }

    #[test]
    fn what_is_no_controller_is_refused() {
        for text in ["", "RLDUTSB", "ABSTUDLR", "r.......", "........."] {
            assert!(text.parse::<Buttons>().is_err(), "{text}");
        }
    }

    #[test]
    fn buttons_are_a_set() {
        let both = Buttons::LEFT | Buttons::RIGHT;
        assert_eq!(both, Buttons::SIDEWAYS);
        assert!(both.contains(Buttons::LEFT) && !Buttons::LEFT.contains(both));
        assert!(Buttons::LEFT.intersects(both) && !Buttons::LEFT.intersects(Buttons::A));
        assert_eq!(both.without(Buttons::LEFT), Buttons::RIGHT);
        assert_eq!(both & Buttons::LEFT, Buttons::LEFT);
        assert!(Buttons::NONE.is_empty());
    }
}
