//! Which tiles of a file are meant.

use std::fmt;
use std::str::FromStr;

use crate::parse::ParseValueError;

/// Tiles of a file: written `bank:tile`, a tile with what belongs to it, `bank:tile+WxH`, the tiles of a rectangle on the
/// bank's sheet from this one on, or `bank:`, the whole sheet. Banks and tiles are counted from 0 in decimal
/// or, with `0x` or `$` before them, in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileAddress {
    /// The bank, from 0.
    pub bank: usize,
    /// The first tile, from 0; `None` is the whole bank.
    pub tile: Option<usize>,
    /// Columns and rows of tiles, 1 or more; `None` takes what belongs together in the arrangement.
    pub size: Option<(usize, usize)>,
}

impl FromStr for TileAddress {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let remedy = "write bank:tile, like 0:32, or bank:tile+WxH, like 0:32+2x2";
        parse(text).ok_or_else(|| ParseValueError::new(text, "an address of tiles", remedy))
    }
}

fn parse(text: &str) -> Option<TileAddress> {
    let (bank, tile) = text.split_once(':')?;
    let bank = number(bank)?;
    if tile.is_empty() {
        return Some(TileAddress {
            bank,
            tile: None,
            size: None,
        });
    }
    let (tile, size) = match tile.split_once('+') {
        None => (tile, None),
        Some((tile, size)) => (tile, Some(sides(size)?)),
    };
    Some(TileAddress {
        bank,
        tile: Some(number(tile)?),
        size,
    })
}

/// Columns and rows, written `WxH`.
fn sides(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.split_once('x')?;
    let sides = (width.parse().ok()?, height.parse().ok()?);
    (sides.0 > 0 && sides.1 > 0).then_some(sides)
}

/// A number in decimal or hexadecimal digits.
fn number(text: &str) -> Option<usize> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix('$'));
    let (digits, radix) = digits.map_or((text, 10), |digits| (digits, 16));
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_plain.then(|| usize::from_str_radix(digits, radix).ok())?
}

impl fmt::Display for TileAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.bank)?;
        if let Some(tile) = self.tile {
            write!(f, "{tile}")?;
        }
        if let Some((width, height)) = self.size {
            write!(f, "+{width}x{height}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_what_it_writes() {
        for text in ["0:", "3:0", "0:31", "12:255+2x3"] {
            assert_eq!(text.parse::<TileAddress>().unwrap().to_string(), text);
        }
        let hexadecimal: TileAddress = "$1:0x1f+2x2".parse().unwrap();
        assert_eq!(hexadecimal.to_string(), "1:31+2x2");
    }

    #[test]
    fn what_is_no_address_says_how_to_write_one() {
        for text in [
            "", "3", ":", ":3", "a:b", "0:1+", "0:1+2", "0:1+0x2", "0:+1x1", "0:-1", "0:1+ax1",
        ] {
            let error = text.parse::<TileAddress>().unwrap_err();
            assert!(error.to_string().contains("like 0:32"), "{error}");
        }
    }
}
