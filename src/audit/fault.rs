//! What is wrong with a picture, and where.

use std::fmt;

use crate::game::{Column, Row};
use crate::picture::{Layout, Pixmap};
use crate::render::margin;

/// How a picture differs from the one that its script gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It has other sides, in pixels.
    Size {
        /// Width and height as they are drawn.
        expected: (usize, usize),
        /// Those of the picture.
        found: (usize, usize),
    },
    /// It says that its cells are elsewhere than they are, or have other colours.
    Layout,
    /// It ends after so many frames, where more are drawn.
    TooShort(usize),
    /// It goes on after so many frames, where no more are drawn.
    TooLong(usize),
    /// A frame is shown for another time, in milliseconds.
    Delay {
        /// Which frame, from 1; frames that look alike count as one.
        frame: usize,
        /// As it is drawn.
        expected: u64,
        /// As it is.
        found: u64,
    },
    /// It is shown more or less often.
    Repeats,
    /// Pixels differ in this frame, from 1, or in a still.
    Pixel(Option<usize>, WrongPixel),
}

/// The first of the pixels that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongPixel {
    /// Its column and row in the picture.
    pub at: (usize, usize),
    /// What should be there.
    pub place: Place,
    /// Red, green, blue and alpha as they are drawn.
    pub expected: [u8; 4],
    /// The same as they are.
    pub found: [u8; 4],
    /// How many pixels of the frame differ.
    pub count: usize,
}

/// Part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A cell of the field.
    Cell(Column, Row),
    /// The wall and the frame around the field.
    Border,
    /// The counters beside the field, or below it.
    Panel,
    /// The game that is shown beside it.
    Rival,
}

impl Place {
    /// `has_rival`: a rival's field is to the left of that of the layout, and the counters are below them.
    fn of((x, y): (usize, usize), layout: &Layout, has_rival: bool) -> Place {
        let cell = layout.cell as usize;
        let inside = |at: usize, origin: u32, cells: usize| {
            let cell = at.checked_sub(origin as usize)? / cell;
            (cell < cells).then_some(cell)
        };
        let column = inside(x, layout.origin_x, layout.field.width());
        let row = inside(y, layout.origin_y, layout.field.height());
        let right = layout.origin_x as usize + cell * layout.field.width() + margin(cell);
        let bottom = layout.origin_y as usize + cell * layout.field.height() + margin(cell);
        match (column, row) {
            (Some(column), Some(row)) => Place::Cell(Column(column), Row(row)),
            _ if has_rival && x + margin(cell) < layout.origin_x as usize => Place::Rival,
            _ if has_rival && y >= bottom => Place::Panel,
            _ if !has_rival && x >= right => Place::Panel,
            _ => Place::Border,
        }
    }
}

impl WrongPixel {
    /// The first pixel in which two pictures of one size differ.
    ///
    /// # Panics
    /// If they are equal.
    pub(super) fn between(
        expected: &Pixmap,
        found: &Pixmap,
        layout: &Layout,
        has_rival: bool,
    ) -> WrongPixel {
        let pairs = || expected.pixels.iter().zip(&found.pixels).enumerate();
        let mut wrong = pairs().filter(|(_, (expected, found))| expected != found);
        let (index, (drawn, seen)) = wrong.next().expect("different fingerprints");
        let at = (index % expected.width, index / expected.width);
        WrongPixel {
            at,
            place: Place::of(at, layout, has_rival),
            expected: *drawn,
            found: *seen,
            count: 1 + wrong.count(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Cell(column, row) => write!(f, "the cell at column {}, row {}", column.0, row.0),
            Place::Border => f.write_str("the border"),
            Place::Panel => f.write_str("the panel"),
            Place::Rival => f.write_str("the rival's side"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Size { expected, found } => write!(
                f,
                "it is {}x{} pixels, where its script gives {}x{}",
                found.0, found.1, expected.0, expected.1
            ),
            Fault::Layout => f.write_str("its layout is not the one that its script gives"),
            Fault::TooShort(frames) => {
                write!(
                    f,
                    "it ends after frame {frames}, where its script gives more"
                )
            }
            Fault::TooLong(frames) => {
                write!(
                    f,
                    "it goes on after frame {frames}, the last that its script gives"
                )
            }
            Fault::Delay {
                frame,
                expected,
                found,
            } => write!(
                f,
                "frame {frame} is shown for {found} ms, where its script gives {expected} ms"
            ),
            Fault::Repeats => f.write_str("it is repeated more or less often than it should be"),
            Fault::Pixel(frame, wrong) => {
                if let Some(frame) = frame {
                    write!(f, "frame {frame} is not as its script gives it: ")?;
                }
                let (x, y) = wrong.at;
                let others = match wrong.count {
                    1 => String::new(),
                    count => format!(", the first of {count}"),
                };
                let (found, expected) = (color(wrong.found), color(wrong.expected));
                let place = wrong.place;
                write!(
                    f,
                    "pixel {x},{y} in {place} is {found} instead of {expected}{others}"
                )
            }
        }
    }
}

/// A pixel's colour, and how opaque it is unless it is quite.
fn color([r, g, b, alpha]: [u8; 4]) -> String {
    match alpha {
        u8::MAX => format!("#{r:02x}{g:02x}{b:02x}"),
        0 => "transparent".to_owned(),
        _ => format!("#{r:02x}{g:02x}{b:02x}{alpha:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FieldSize;

    #[test]
    fn beside_a_rival_a_place_is_on_its_side_in_the_field_or_below() {
        let layout = Layout {
            cell: 8,
            origin_x: 200,
            origin_y: 8,
            field: FieldSize::ORIGINAL,
            theme: None,
        };
        let place = |x, y| Place::of((x, y), &layout, true);
        assert_eq!(place(100, 80), Place::Rival);
        assert_eq!(place(100, 190), Place::Rival);
        assert_eq!(place(199, 80), Place::Border);
        assert_eq!(place(200, 8), Place::Cell(Column(0), Row(0)));
        assert_eq!(place(281, 80), Place::Border);
        assert_eq!(place(240, 190), Place::Panel);
    }
}
