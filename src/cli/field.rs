//! The field that a print is made on.

use std::fmt;
use std::str::FromStr;

use anyhow::ensure;

use tetris_printer::game::FieldSize;
use tetris_printer::plan::Picture;
use tetris_printer::plan::feasibility::good_width;

/// What a user says about the field: a size, or `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldChoice {
    /// As small as is good for the picture.
    Auto,
    Size(FieldSize),
}

/// On narrower fields pieces are hard to place.
const NARROWEST: usize = 9;
/// The widest field of a width that takes any number of pixels.
const WIDEST: usize = 61;
/// Rows over the picture for the pieces to land on and to turn in.
const ROOM: usize = 10;
const LOWEST: usize = 20;

impl FieldChoice {
    /// The field for a picture. Errors: the picture is too large for any that `auto` chooses.
    pub fn of(self, picture: &Picture) -> anyhow::Result<FieldSize> {
        match self {
            FieldChoice::Size(size) => Ok(size),
            FieldChoice::Auto => auto(picture.width(), picture.height()),
        }
    }
}

fn auto(width: usize, height: usize) -> anyhow::Result<FieldSize> {
    let highest = *FieldSize::HEIGHTS.end() as usize - ROOM;
    ensure!(
        width < WIDEST && height <= highest,
        "the picture is {width}x{height} pixels; --field auto has room for at most {}x{highest}: \
         crop it, or give the factor it was enlarged by with --scale",
        WIDEST - 1
    );
    let width = good_width((width + 1).max(NARROWEST));
    let height = (height + ROOM).next_multiple_of(2).max(LOWEST);
    Ok(FieldSize::new(width as u32, height as u32)?)
}

impl FromStr for FieldChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(FieldChoice::Auto),
            _ => text
                .parse()
                .map(FieldChoice::Size)
                .map_err(|error| format!("{error}, or auto")),
        }
    }
}

impl fmt::Display for FieldChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldChoice::Auto => f.write_str("auto"),
            FieldChoice::Size(size) => size.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_leaves_a_column_and_ten_rows() {
        let sizes = [(1, 1), (8, 16), (9, 9), (16, 16), (20, 33), (60, 502)];
        let fields = sizes.map(|(width, height)| auto(width, height).unwrap().to_string());
        assert_eq!(
            fields,
            ["9x20", "9x26", "13x20", "17x26", "21x44", "61x512"]
        );
    }

    #[test]
    fn a_picture_too_large_for_auto_hears_what_fits() {
        for (width, height) in [(61, 10), (10, 503)] {
            let error = auto(width, height).unwrap_err().to_string();
            assert!(error.contains("at most 60x502"), "{error}");
        }
    }

    #[test]
    fn a_choice_reads_as_it_is_written() {
        for text in ["auto", "10x20", "21x42"] {
            assert_eq!(text.parse::<FieldChoice>().unwrap().to_string(), text);
        }
        for text in ["", "10", "3x9", "65x20", "10x513"] {
            assert!(text.parse::<FieldChoice>().is_err(), "{text}");
        }
    }
}
