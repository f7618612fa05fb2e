//! The colours of the console.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::emulators::{FCEU, SHEETS, rgb};
use super::{Lab, Rgb};
use crate::parse::{ParseValueError, debug_as_displayed};

/// The colours of the 64 entries of the console's picture processor, the 2C02.
///
/// Its output is a television signal, which has no exact colours in sRGB. This is the table that the
/// NESdev wiki gave under "PPU palettes" for many years and that many emulators use.
#[rustfmt::skip]
pub const CONSOLE_PALETTE: [Rgb; 64] = [
    rgb(0x545454), rgb(0x001e74), rgb(0x081090), rgb(0x300088), rgb(0x440064), rgb(0x5c0030), rgb(0x540400), rgb(0x3c1800),
    rgb(0x202a00), rgb(0x083a00), rgb(0x004000), rgb(0x003c00), rgb(0x00323c), rgb(0x000000), rgb(0x000000), rgb(0x000000),
    rgb(0x989698), rgb(0x084cc4), rgb(0x3032ec), rgb(0x5c1ee4), rgb(0x8814b0), rgb(0xa01464), rgb(0x982220), rgb(0x783c00),
    rgb(0x545a00), rgb(0x287200), rgb(0x087c00), rgb(0x007628), rgb(0x006678), rgb(0x000000), rgb(0x000000), rgb(0x000000),
    rgb(0xeceeec), rgb(0x4c9aec), rgb(0x787cec), rgb(0xb062ec), rgb(0xe454ec), rgb(0xec58b4), rgb(0xec6a64), rgb(0xd48820),
    rgb(0xa0aa00), rgb(0x74c400), rgb(0x4cd020), rgb(0x38cc6c), rgb(0x38b4cc), rgb(0x3c3c3c), rgb(0x000000), rgb(0x000000),
    rgb(0xeceeec), rgb(0xa8ccec), rgb(0xbcbcec), rgb(0xd4b2ec), rgb(0xecaeec), rgb(0xecaed4), rgb(0xecb4b0), rgb(0xe4c490),
    rgb(0xccd278), rgb(0xb4de78), rgb(0xa8e290), rgb(0x98e2b4), rgb(0xa0d6e4), rgb(0xa0a2a0), rgb(0x000000), rgb(0x000000),
];

/// The number of an entry in the [`CONSOLE_PALETTE`], 0x00 to 0x3f; written `$0f`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConsoleColor(u8);

impl ConsoleColor {
    /// The black that games use; `$0d` is below black, which disturbs televisions.
    pub const BLACK: ConsoleColor = ConsoleColor(0x0f);
    /// The white that games use; `$20` is the same.
    pub const WHITE: ConsoleColor = ConsoleColor(0x30);

    /// `None` from 0x40 on.
    pub const fn new(entry: u8) -> Option<ConsoleColor> {
        if (entry as usize) < CONSOLE_PALETTE.len() {
            Some(ConsoleColor(entry))
        } else {
            None
        }
    }

    /// The entry that looks most like a colour, and their distance as [`distance`](Self::distance) has it. Of entries
    /// with the same colour it is the one that games use.
    pub fn nearest(color: Rgb) -> (ConsoleColor, f32) {
        let usual = (0..)
            .map_while(ConsoleColor::new)
            .filter(|it| it.is_usual());
        usual
            .map(|entry| (entry, entry.distance(color)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .expect("there are 54 of them")
    }

    /// How different a colour looks, in [`Lab`]: not at all if it is what a common emulator shows this entry as.
    pub fn distance(self, color: Rgb) -> f32 {
        let is_shown = [SHEETS, FCEU]
            .iter()
            .any(|shown| shown[usize::from(self.0)] == color);
        match is_shown {
            true => 0.0,
            false => Lab::from(color).distance(Lab::from(self.rgb())),
        }
    }

    /// Its place in the [`CONSOLE_PALETTE`], 0x00 to 0x3f.
    pub const fn entry(self) -> u8 {
        self.0
    }

    /// What it looks like on a screen.
    pub const fn rgb(self) -> Rgb {
        CONSOLE_PALETTE[self.0 as usize]
    }

    /// Whether it is the entry that games use for its colour.
    pub(super) fn is_usual(self) -> bool {
        match self.rgb() {
            Rgb::BLACK => self == Self::BLACK,
            color if color == Self::WHITE.rgb() => self == Self::WHITE,
            _ => true,
        }
    }
}

impl fmt::Display for ConsoleColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${:02x}", self.0)
    }
}

debug_as_displayed!(ConsoleColor);

impl FromStr for ConsoleColor {
    type Err = ParseValueError;

    /// Two hexadecimal digits, with `$` before them or without.
    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let digits = text.strip_prefix('$').unwrap_or(text);
        let entry = u8::from_str_radix(digits, 16)
            .ok()
            .and_then(ConsoleColor::new);
        entry.ok_or_else(|| {
            ParseValueError::new(text, "an entry of the console's palette", "write 00 to 3f")
        })
    }
}

impl Serialize for ConsoleColor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(color: &str) -> (String, f32) {
        let (entry, distance) = ConsoleColor::nearest(color.parse().unwrap());
        (entry.to_string(), distance)
    }

    #[test]
    fn every_colour_of_the_console_is_its_own_nearest() {
        let mut usual = 0;
        for entry in (0..64).filter_map(ConsoleColor::new) {
            let (found, distance) = ConsoleColor::nearest(entry.rgb());
            assert_eq!((found.rgb(), distance), (entry.rgb(), 0.0));
            usual += usize::from(found == entry);
        }
        assert_eq!(usual, 54);
    }

    #[test]
    fn black_and_white_are_those_of_the_games() {
        assert_eq!(nearest("#000000"), ("$0f".to_owned(), 0.0));
        assert_eq!(nearest("#ffffff").0, "$30");
        assert_eq!(ConsoleColor::new(64), None);
    }

    #[test]
    fn what_emulators_show_an_entry_as_is_that_entry() {
        for (color, entry) in [
            ("#f83800", "$16"),
            ("#d82800", "$16"),
            ("#bcbcbc", "$10"),
            ("#00a800", "$1a"),
            ("#f8b800", "$28"),
        ] {
            assert_eq!(nearest(color), (entry.to_owned(), 0.0));
        }
        for table in [SHEETS, FCEU] {
            for (place, color) in table.into_iter().enumerate() {
                let (found, distance) = ConsoleColor::nearest(color);
                let shown = |entry: usize| CONSOLE_PALETTE[entry];
                let is_own = shown(place) == found.rgb();
                assert!(is_own || (color == table[usize::from(found.0)] && distance == 0.0));
            }
        }
    }

    #[test]
    fn an_entry_reads_what_it_writes() {
        for text in ["$0f", "$30"] {
            assert_eq!(text.parse::<ConsoleColor>().unwrap().to_string(), text);
        }
        assert_eq!("16".parse(), Ok(ConsoleColor(0x16)));
        assert!("40".parse::<ConsoleColor>().is_err() && "red".parse::<ConsoleColor>().is_err());
    }

    #[test]
    fn a_colour_between_has_a_distance() {
        let (entry, distance) = nearest("#b53120");
        assert_eq!(entry, "$16");
        assert!((distance - 0.07).abs() < 0.001, "{distance}");
    }
}
