//! How consoles hold the 8x8 pixels of a tile.

use std::fmt;
use std::str::FromStr;

use crate::parse::ParseValueError;

/// The side of a tile in pixels.
pub const TILE: usize = 8;

/// How the pixels of a tile are spread over its bytes; written as the field calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileLayout {
    /// 1 bit a pixel, a byte a row: `1bpp`.
    OneBit,
    /// 2 bits, first the lower ones of all rows, then the upper ones: `nes`.
    Nes,
    /// 2 bits, row by row the lower ones, then the upper ones: `gb` or `2bpp`.
    GameBoy,
    /// 4 bits, as two tiles of the Game Boy, the lower bits first: `snes` or `4bpp`.
    Snes,
    /// 4 bits, two pixels a byte, the left one in its upper half: `megadrive`.
    MegaDrive,
    /// 4 bits, two pixels a byte, the left one in its lower half: `gba`.
    GameBoyAdvance,
}

impl TileLayout {
    /// The bits of a pixel.
    pub const fn bits(self) -> usize {
        match self {
            TileLayout::OneBit => 1,
            TileLayout::Nes | TileLayout::GameBoy => 2,
            TileLayout::Snes | TileLayout::MegaDrive | TileLayout::GameBoyAdvance => 4,
        }
    }

    /// How many colours a pixel can have, colour 0 included.
    pub const fn colors(self) -> usize {
        1 << self.bits()
    }

    /// The bytes of a tile.
    pub const fn bytes(self) -> usize {
        TILE * self.bits()
    }

    /// The colour, from 0, of the pixel at column `x`, row `y` of a tile of [`bytes`](Self::bytes) bytes.
    pub(super) fn pixel(self, tile: &[u8], x: usize, y: usize) -> u8 {
        let bit = |at: usize| tile[at] >> (7 - x) & 1;
        let half = |is_upper: bool| tile[4 * y + x / 2] >> (4 * u8::from(is_upper)) & 15;
        let is_left = x.is_multiple_of(2);
        match self {
            TileLayout::OneBit => bit(y),
            TileLayout::Nes => bit(y) | bit(y + 8) << 1,
            TileLayout::GameBoy => bit(2 * y) | bit(2 * y + 1) << 1,
            TileLayout::Snes => {
                let pair = |at: usize| bit(at) | bit(at + 1) << 1;
                pair(2 * y) | pair(16 + 2 * y) << 2
            }
            TileLayout::MegaDrive => half(is_left),
            TileLayout::GameBoyAdvance => half(!is_left),
        }
    }
}

impl FromStr for TileLayout {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        Ok(match text {
            "1bpp" => TileLayout::OneBit,
            "nes" => TileLayout::Nes,
            "gb" | "2bpp" => TileLayout::GameBoy,
            "snes" | "4bpp" => TileLayout::Snes,
            "megadrive" => TileLayout::MegaDrive,
            "gba" => TileLayout::GameBoyAdvance,
            _ => {
                return Err(ParseValueError::new(
                    text,
                    "a layout of tiles",
                    "write nes, gb (or 2bpp), snes (or 4bpp), megadrive, gba or 1bpp",
                ));
            }
        })
    }
}

impl fmt::Display for TileLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TileLayout::OneBit => "1bpp",
            TileLayout::Nes => "nes",
            TileLayout::GameBoy => "gb",
            TileLayout::Snes => "snes",
            TileLayout::MegaDrive => "megadrive",
            TileLayout::GameBoyAdvance => "gba",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colours of a row in hexadecimal digits.
    fn row(layout: TileLayout, tile: &[u8], y: usize) -> String {
        let colors = (0..TILE).map(|x| layout.pixel(tile, x, y));
        colors.map(|color| format!("{color:x}")).collect()
    }

    /// A tile of zeros but for these bytes.
    fn tile(layout: TileLayout, bytes: &[(usize, u8)]) -> Vec<u8> {
        let mut tile = vec![0; layout.bytes()];
        for (at, byte) in bytes {
            tile[*at] = *byte;
        }
        tile
    }

    #[test]
    fn every_layout_puts_its_bits_where_its_console_does() {
        let (lower, upper) = (0b0101_0011, 0b0011_0101);
        for (layout, bytes, expected) in [
            (TileLayout::OneBit, vec![(2, lower)], "01010011"),
            (TileLayout::Nes, vec![(2, lower), (10, upper)], "01230213"),
            (
                TileLayout::GameBoy,
                vec![(4, lower), (5, upper)],
                "01230213",
            ),
            (
                TileLayout::Snes,
                vec![(4, lower), (5, upper), (20, 0xf0), (21, 0x0f)],
                "45678a9b",
            ),
            (
                TileLayout::MegaDrive,
                vec![(8, 0x12), (9, 0x34), (11, 0xef)],
                "123400ef",
            ),
            (
                TileLayout::GameBoyAdvance,
                vec![(8, 0x12), (9, 0x34), (11, 0xef)],
                "214300fe",
            ),
        ] {
            let shown = row(layout, &tile(layout, &bytes), 2);
            assert_eq!(shown, expected, "{layout}");
            assert_eq!(
                row(layout, &tile(layout, &bytes), 3),
                "00000000",
                "{layout}"
            );
        }
    }

    #[test]
    fn a_layout_reads_what_it_writes() {
        for name in ["nes", "gb", "snes", "megadrive", "gba", "1bpp"] {
            assert_eq!(name.parse::<TileLayout>().unwrap().to_string(), name);
        }
        assert_eq!("4bpp".parse(), Ok(TileLayout::Snes));
        assert!(
            "8bpp"
                .parse::<TileLayout>()
                .unwrap_err()
                .to_string()
                .contains("megadrive")
        );
    }
}
