//! What no game of Tetris can print, whatever the planner.
//!
//! Each piece brings four cells and each cleared line takes the field's width, so
//! `4 x pieces = pixels + width x lines`: an even width needs an even number of pixels, a width
//! divisible by four a number divisible by four. Every piece rests on something, so a row that is
//! empty under a filled one cannot be left, nor can a full row, which would have been cleared.

use super::Picture;
use crate::game::FieldSize;

/// Why no game can leave this picture on this field. Rows are counted as in the image: from 0 at
/// the top.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// Nothing of the sprite is to be seen.
    #[error("there is nothing to print: every pixel is transparent")]
    Empty,
    /// A side of the picture is longer than the field's.
    #[error("the picture is {width}x{height} pixels, more than the field's {field}")]
    TooLarge {
        /// Columns of the picture without its transparent margins.
        width: usize,
        /// Rows of the picture without its transparent margins.
        height: usize,
        /// The field that it was to be printed on.
        field: FieldSize,
    },
    /// An empty row that has filled ones above it.
    #[error(
        "row {row} of the picture (from 0 at the top) is empty under filled ones: every piece rests \
         on something, so no game can leave such a row"
    )]
    EmptyRow {
        /// From 0 at the top of the image.
        row: usize,
    },
    /// A row as wide as the field without a gap.
    #[error(
        "row {row} of the picture (from 0 at the top) fills the field's whole width and would be \
         cleared: it prints on a wider field"
    )]
    FullRow {
        /// From 0 at the top of the image.
        row: usize,
    },
    /// Each piece brings four cells and each cleared line takes a row, so the cells that are left
    /// are a number that four and the width divide together.
    #[error(
        "parity: {pixels} pixels cannot be left on a field {width} columns wide, where the number \
         must be divisible by {divisor}; a field {good_width} columns wide takes any number"
    )]
    Parity {
        /// Pixels of the picture.
        pixels: usize,
        /// Columns of the field.
        width: usize,
        /// What the number of pixels must be divisible by there.
        divisor: usize,
        /// A width that leaves any number: the [`good_width`] for this one.
        good_width: usize,
    },
}

/// Errors: [`Impossible::TooLarge`].
pub fn check_size(picture: &Picture, field: FieldSize) -> Result<(), Impossible> {
    let (width, height) = (picture.width(), picture.height());
    match width > field.width() || height > field.height() {
        true => Err(Impossible::TooLarge {
            width,
            height,
            field,
        }),
        false => Ok(()),
    }
}

/// Refuses what is proved to be impossible. `Ok` is no promise: it only means that none of the
/// known reasons holds.
pub fn check_feasible(picture: &Picture, field: FieldSize) -> Result<(), Impossible> {
    check_size(picture, field)?;
    for row in 0..picture.height() {
        let filled = picture.row(row).iter().flatten().count();
        if filled == 0 {
            return Err(Impossible::EmptyRow {
                row: picture.image_row(row),
            });
        }
        if filled == field.width() {
            return Err(Impossible::FullRow {
                row: picture.image_row(row),
            });
        }
    }
    let pixels = picture.pixel_count();
    if !pixels.is_multiple_of(pixel_divisor(field.width())) {
        return Err(Impossible::parity(pixels, field.width()));
    }
    Ok(())
}

impl Impossible {
    /// This number of pixels cannot be left on a field of this width.
    pub(super) fn parity(pixels: usize, width: usize) -> Impossible {
        Impossible::Parity {
            pixels,
            width,
            divisor: pixel_divisor(width),
            good_width: good_width(width),
        }
    }
}

/// What the number of pixels must be divisible by: 4, 2 or 1.
pub(super) fn pixel_divisor(width: usize) -> usize {
    match width % 4 {
        0 => 4,
        2 => 2,
        _ => 1,
    }
}

/// The nearest width of the form 4n + 1 that is at least `width`, or 255, the widest odd one.
pub fn good_width(width: usize) -> usize {
    (width.saturating_sub(1).div_ceil(4) * 4 + 1).clamp(5, 255)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::sprite::Sprite;

    fn check(drawing: &str, width: u32) -> Result<(), Impossible> {
        let sprite = Sprite::from_diagram(drawing, |_| Some(Rgb::WHITE)).unwrap();
        check_feasible(
            &Picture::of(&sprite).unwrap(),
            FieldSize::new(width, 42).unwrap(),
        )
    }

    #[test]
    fn an_empty_row_under_a_filled_one_is_named_as_in_the_image() {
        assert_eq!(
            check("....\n.#..\n....\n####\n....", 21),
            Err(Impossible::EmptyRow { row: 2 })
        );
        assert_eq!(check("....\n.#..\n#...\n####\n....", 21), Ok(()));
    }

    #[test]
    fn a_row_as_wide_as_the_field_is_refused() {
        assert_eq!(
            check("#....\n#####", 5),
            Err(Impossible::FullRow { row: 1 })
        );
        assert!(matches!(
            check("######", 5),
            Err(Impossible::TooLarge { .. })
        ));
    }

    #[test]
    fn even_widths_need_even_numbers_of_pixels() {
        assert_eq!(check("###", 21), Ok(()));
        let parity = |width, divisor, good_width| {
            Err(Impossible::Parity {
                pixels: 3,
                width,
                divisor,
                good_width,
            })
        };
        assert_eq!(check("###", 10), parity(10, 2, 13));
        assert_eq!(check("###", 12), parity(12, 4, 13));
        assert_eq!(check("##", 10), Ok(()));
        assert!(check("##", 12).is_err());
    }

    #[test]
    fn good_widths_are_one_more_than_a_multiple_of_four() {
        let widths: Vec<usize> = [4, 5, 6, 20, 21, 22, 61, 64, 253, 256]
            .map(good_width)
            .into();
        assert_eq!(widths, [5, 5, 9, 21, 21, 25, 61, 65, 253, 255]);
    }
}
