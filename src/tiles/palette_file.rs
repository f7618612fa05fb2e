//! Files of colours: `.pal`.

use super::TileColors;
use crate::color::{ConsoleColor, Rgb};

/// A file that holds no palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is not a palette: give a JASC or RIFF palette, 192 bytes of the console's 64 colours, up to 32 of its entries, \
     or red, green and blue of up to 256 colours"
)]
pub struct PaletteFileError;

/// The bytes of a table of the console's colours; what follows are the same colours tinted.
const TABLE: usize = 64 * 3;

impl TileColors {
    /// Reads a palette file: JASC or RIFF; the console's 64 colours, alone or with their seven tints; up to 32 entries of
    /// its palette; red, green and blue of up to 256 colours; or as many words of 5 bits per channel.
    ///
    /// Errors: [`PaletteFileError`].
    pub fn of_file(bytes: &[u8]) -> Result<TileColors, PaletteFileError> {
        let is_entry = |byte: &u8| ConsoleColor::new(*byte).is_some();
        let colors = match bytes.len() {
            _ if bytes.starts_with(b"JASC-PAL") => jasc(bytes),
            _ if bytes.starts_with(b"RIFF") => riff(bytes),
            4 | 16 | 32 if bytes.iter().all(is_entry) => {
                let entries = bytes.iter().copied().filter_map(ConsoleColor::new);
                return Ok(TileColors::Entries(entries.collect()));
            }
            TABLE | 1536 => {
                let colors = rgb(&bytes[..TABLE]);
                let table = colors.try_into().map_err(|_| PaletteFileError)?;
                return Ok(TileColors::Table(Box::new(table)));
            }
            length @ 6..=768 if length.is_multiple_of(3) => Some(rgb(bytes)),
            length @ 4..=512 if length.is_multiple_of(2) => Some(words(bytes)),
            _ => None,
        };
        colors.map(TileColors::Colors).ok_or(PaletteFileError)
    }
}

fn rgb(bytes: &[u8]) -> Vec<Rgb> {
    let (colors, _) = bytes.as_chunks();
    colors
        .iter()
        .map(|[r, g, b]| Rgb::new(*r, *g, *b))
        .collect()
}

/// Words of 5 bits per channel, red in the lowest ones.
fn words(bytes: &[u8]) -> Vec<Rgb> {
    let (words, _) = bytes.as_chunks();
    let channel = |word: u16, shift: u32| {
        let five = (word >> shift & 31) as u8;
        five << 3 | five >> 2
    };
    let color = |word| Rgb::new(channel(word, 0), channel(word, 5), channel(word, 10));
    words
        .iter()
        .map(|word| color(u16::from_le_bytes(*word)))
        .collect()
}

/// Three lines of head, then a colour a line.
fn jasc(bytes: &[u8]) -> Option<Vec<Rgb>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let lines = text.lines().skip(3).filter(|line| !line.trim().is_empty());
    let color = |line: &str| {
        let channels: Option<Vec<u8>> = line
            .split_whitespace()
            .map(|number| number.parse().ok())
            .collect();
        match channels?[..] {
            [r, g, b] | [r, g, b, _] => Some(Rgb::new(r, g, b)),
            _ => None,
        }
    };
    lines.take(256).map(color).collect()
}

/// After 24 bytes of head a byte each of red, green, blue and flags.
fn riff(bytes: &[u8]) -> Option<Vec<Rgb>> {
    let (_, colors) = bytes.split_at_checked(24)?;
    let (colors, _) = colors.as_chunks();
    let color = |[r, g, b, _]: &[u8; 4]| Rgb::new(*r, *g, *b);
    (bytes.get(8..16) == Some(b"PAL data")).then(|| colors.iter().take(256).map(color).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb::new(255, 0, 0);

    fn read(bytes: &[u8]) -> TileColors {
        TileColors::of_file(bytes).unwrap()
    }

    #[test]
    fn every_kind_of_palette_is_told_by_its_content() {
        let two = TileColors::Colors(vec![Rgb::BLACK, RED]);
        assert_eq!(read(b"JASC-PAL\r\n0100\r\n2\r\n0 0 0\r\n255 0 0\r\n"), two);
        let riff = [
            &b"RIFF\x18\0\0\0PAL data\x0c\0\0\0\0\x03\x02\0"[..],
            &[0, 0, 0, 0, 255, 0, 0, 0],
        ];
        assert_eq!(read(&riff.concat()), two);
        assert_eq!(read(&[0, 0, 0, 255, 0, 0]), two);
        assert_eq!(
            read(&[0, 0, 31, 0, 0, 0, 31, 0]),
            TileColors::Colors(vec![Rgb::BLACK, RED, Rgb::BLACK, RED])
        );
        assert_eq!(
            read(&[0x0f, 0x16, 0x27, 0x30]),
            "0f,16,27,30".parse().unwrap()
        );
    }

    #[test]
    fn a_table_shows_the_consoles_entries_with_or_without_tints() {
        for length in [TABLE, 1536] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let TileColors::Table(table) = read(&bytes) else {
                panic!("{length} bytes are a table");
            };
            assert_eq!(table[2], Rgb::new(6, 7, 8));
        }
    }

    #[test]
    fn what_is_no_palette_is_refused() {
        for bytes in [
            &b""[..],
            b"12345",
            b"JASC-PAL\n0100\n1\nred\n",
            b"RIFF",
            &[7; 1000],
        ] {
            assert_eq!(TileColors::of_file(bytes), Err(PaletteFileError));
        }
    }
}
