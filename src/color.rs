//! Colours as files and people write them: opaque, 24 bits, sRGB. [`Lab`] measures how different two
//! look; the console's own colours are in the [`CONSOLE_PALETTE`].

mod console;
mod counts;
mod distinct;
mod emulators;
mod lab;
mod matching;
mod theme_palette;

pub use console::{CONSOLE_PALETTE, ConsoleColor};
pub(crate) use counts::ColorCounts;
pub use distinct::DISTINCT_COLORS;
pub use emulators::EMULATOR_PALETTES;
pub use lab::Lab;
pub use matching::{ConsoleMatch, match_console, show_on_console};
pub(crate) use theme_palette::PaletteMap;
pub use theme_palette::{InvalidTheme, ThemePalette};

use std::fmt;
use std::str::FromStr;

use crate::parse::{ParseValueError, convert_as_text, debug_as_displayed};
use serde::{Deserialize, Serialize};

/// An opaque sRGB colour, written `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rgb {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
}

impl Rgb {
    /// The default background of a print.
    pub const BLACK: Rgb = Rgb::new(0, 0, 0);
    /// White.
    pub const WHITE: Rgb = Rgb::new(255, 255, 255);

    /// A colour from its three channels.
    pub const fn new(r: u8, g: u8, b: u8) -> Self {
        Rgb { r, g, b }
    }

    /// The three channels in the order red, green, blue.
    pub const fn channels(self) -> [u8; 3] {
        [self.r, self.g, self.b]
    }

    /// Whether no channel differs by more than this from that of another colour.
    pub(crate) fn is_near(self, other: Rgb, most: u8) -> bool {
        let mut channels = self.channels().into_iter().zip(other.channels());
        channels.all(|(a, b)| a.abs_diff(b) <= most)
    }
}

impl Rgb {
    /// How well two colours can be told apart by their brightness, from 1 to 21, as WCAG 2 defines it.
    pub fn contrast(self, other: Rgb) -> f64 {
        let [a, b] = [self, other].map(Rgb::luminance);
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Relative luminance, 0 to 1.
    fn luminance(self) -> f64 {
        let linear = self.channels().map(|channel| {
            let value = f64::from(channel) / 255.0;
            match value <= 0.03928 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}

impl FromStr for Rgb {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let error = || ParseValueError::new(text, "a colour", "write it as #rrggbb, like #ff8800");
        let digits = text.strip_prefix('#').unwrap_or(text);
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(error());
        }
        let value = u32::from_str_radix(digits, 16).map_err(|_| error())?;
        let [_, r, g, b] = value.to_be_bytes();
        Ok(Rgb { r, g, b })
    }
}

convert_as_text!(Rgb);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

debug_as_displayed!(Rgb);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_reads_what_it_writes() {
        let color = Rgb::new(0xff, 0x88, 0x00);
        assert_eq!(color.to_string(), "#ff8800");
        assert_eq!("#ff8800".parse(), Ok(color));
        assert_eq!("FF8800".parse(), Ok(color));
    }

    #[test]
    fn what_is_no_colour_says_how_to_write_one() {
        for text in [
            "",
            "#",
            "#fff",
            "#ggg000",
            "#12345678",
            "rot",
            "#+12345",
            "#é1234",
        ] {
            let error = text.parse::<Rgb>().unwrap_err();
            assert!(error.to_string().contains("#rrggbb"), "{error}");
        }
    }
}
