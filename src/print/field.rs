//! The field that a print is made on.

use std::fmt;
use std::str::FromStr;

use super::PrintError;
use crate::game::FieldSize;
use crate::plan::Picture;
use crate::plan::feasibility::good_width;
use crate::plan::stages::{HEADROOM, MARGIN_OF_SIX};

/// A field, or one to be chosen for the picture; as text `21x42` or `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldChoice {
    /// The smallest that is good for the picture: a width that takes any number of pixels, a free column, and rows for
    /// the pieces to turn in. Where nothing is found on it, a roomier one on which every possible picture of up to six
    /// colours prints.
    // Each free column beside a wide picture must be filled with scaffold that hangs from it: four opaque screens of 160x144
    // took 1.41 pieces per pixel on 161 columns, 1.79 on 165.
    Auto,
    /// This one.
    Size(FieldSize),
}

/// On narrower fields pieces are hard to place.
const NARROWEST: usize = 9;

/// The widest field of a width that takes any number of pixels: 256 is even.
const WIDEST: usize = 255;

/// Rows over the picture for the pieces to land on and to turn in.
const ROOM: usize = 10;

/// Lower fields save no pieces, and the console's own has as many rows.
const LOWEST: usize = 20;

/// The highest picture that a field is chosen for.
const HIGHEST_PICTURE: usize = *FieldSize::HEIGHTS.end() as usize - ROOM;

impl FieldChoice {
    /// Columns and rows of the largest picture that [`Auto`](FieldChoice::Auto) chooses a field for.
    pub const LARGEST_PICTURE: (usize, usize) = (WIDEST - 1, HIGHEST_PICTURE);

    /// The field for a picture.
    ///
    /// Errors: [`PrintError::TooLargeForAuto`].
    pub fn of(self, picture: &Picture) -> Result<FieldSize, PrintError> {
        match self {
            FieldChoice::Size(size) => Ok(size),
            FieldChoice::Auto => auto(picture.width(), picture.height()),
        }
    }
}

impl Default for FieldChoice {
    fn default() -> Self {
        FieldChoice::Size(FieldSize::STANDARD)
    }
}

/// A field on which [`plan_stages`](crate::plan::stages::plan_stages) prints whatever can be printed; `None` if there is
/// none so large.
pub fn roomy(picture: &Picture) -> Option<FieldSize> {
    let width = good_width((picture.width() + MARGIN_OF_SIX).max(NARROWEST));
    let height = (picture.height() + HEADROOM)
        .next_multiple_of(2)
        .max(LOWEST);
    let has_room = width >= picture.width() + MARGIN_OF_SIX;
    FieldSize::new(width as u32, height as u32)
        .ok()
        .filter(|_| has_room)
}

fn auto(width: usize, height: usize) -> Result<FieldSize, PrintError> {
    let (most_width, most_height) = FieldChoice::LARGEST_PICTURE;
    if width > most_width || height > most_height {
        return Err(PrintError::TooLargeForAuto {
            width,
            height,
            most_width,
            most_height,
        });
    }
    let width = good_width((width + 1).max(NARROWEST));
    let height = (height + ROOM).next_multiple_of(2).max(LOWEST);
    let size = FieldSize::new(width as u32, height as u32);
    Ok(size.expect("the limits above are within those of a field"))
}

impl FromStr for FieldChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(FieldChoice::Auto),
            _ => text
                .parse()
                .map(FieldChoice::Size)
                .map_err(|error: String| format!("{error}; auto chooses one")),
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
        let sizes = [(1, 1), (8, 16), (9, 9), (16, 16), (20, 33), (254, 502)];
        let fields = sizes.map(|(width, height)| auto(width, height).unwrap().to_string());
        assert_eq!(
            fields,
            ["9x20", "9x26", "13x20", "17x26", "21x44", "255x512"]
        );
    }

    #[test]
    fn a_roomier_field_has_columns_for_what_auto_does_not_print() {
        let color = |_| Some(crate::color::Rgb::WHITE);
        let fields = [20, 40, 64, 160, 252, 254].map(|width| {
            let sprite = crate::sprite::Sprite::from_diagram(&"#".repeat(width), color).unwrap();
            let picture = Picture::of(&sprite).unwrap();
            let field = FieldChoice::Auto.of(&picture).unwrap();
            let roomy = roomy(&picture).map_or("none".to_owned(), |field| field.to_string());
            format!("{field} {roomy}")
        });
        assert_eq!(
            fields,
            [
                "21x20 25x20",
                "41x20 45x20",
                "65x20 69x20",
                "161x20 165x20",
                "253x20 255x20",
                "255x20 none"
            ]
        );
    }

    #[test]
    fn a_picture_too_large_for_auto_is_told_what_fits() {
        for (width, height) in [(255, 10), (10, 503)] {
            let error = auto(width, height).unwrap_err().to_string();
            assert!(error.contains("at most 254x502"), "{error}");
        }
    }

    #[test]
    fn a_choice_reads_as_it_is_written() {
        for text in ["auto", "10x20", "21x42"] {
            assert_eq!(text.parse::<FieldChoice>().unwrap().to_string(), text);
        }
        for text in ["", "10", "3x9", "257x20", "10x513"] {
            assert!(text.parse::<FieldChoice>().is_err(), "{text}");
        }
    }
}
