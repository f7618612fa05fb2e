//! The sprite itself.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::color::Rgb;
use crate::diagram;
use crate::picture::Bounds;

/// A picture of few colours: each pixel is transparent or one of the palette's colours.
///
/// Row 0 is the top one. Every palette entry is used by at least one pixel, all entries differ, and
/// they stand in the order in which they first appear, row by row from the top left.
#[derive(Clone, PartialEq, Eq)]
pub struct Sprite {
    width: usize,
    height: usize,
    palette: Vec<Rgb>,
    pixels: Vec<Option<u8>>,
}

impl Sprite {
    /// The most colours a sprite may have, one index byte each.
    pub const MAX_COLORS: usize = 256;

    /// Builds a sprite from colours, row by row from the top; `None` is transparent. Returns `None`
    /// if there are more than [`MAX_COLORS`](Self::MAX_COLORS).
    ///
    /// # Panics
    /// If `pixels` does not hold `width` x `height` entries.
    pub fn from_colors(width: usize, height: usize, pixels: &[Option<Rgb>]) -> Option<Self> {
        assert_eq!(pixels.len(), width * height);
        let mut palette = Vec::new();
        let mut known = FxHashMap::default();
        let mut index_of = |color: Rgb| {
            let index = *known.entry(color).or_insert(palette.len());
            if index == palette.len() {
                palette.push(color);
            }
            u8::try_from(index).ok()
        };
        let pixels = pixels
            .iter()
            .map(|pixel| pixel.map_or(Some(None), |color| index_of(color).map(Some)))
            .collect::<Option<_>>()?;
        Some(Sprite {
            width,
            height,
            palette,
            pixels,
        })
    }

    /// Reads a drawing: a line a row from the top, `.` transparent, else a digit or letter that
    /// stands for the colour `colors` gives it. Spaces around lines and empty lines do not count.
    pub fn from_diagram(
        text: &str,
        colors: impl Fn(char) -> Option<Rgb>,
    ) -> Result<Self, ParseSpriteError> {
        let (lines, width) = diagram::lines(text);
        let mut pixels = Vec::new();
        for line in &lines {
            if line.chars().count() != width {
                return Err(ParseSpriteError::Width {
                    line: (*line).to_owned(),
                    width,
                });
            }
            for letter in line.chars() {
                pixels.push(match letter {
                    '.' => None,
                    _ => Some(colors(letter).ok_or(ParseSpriteError::Color(letter))?),
                });
            }
        }
        Sprite::from_colors(width, lines.len(), &pixels).ok_or(ParseSpriteError::TooManyColors)
    }

    /// Columns of the image, transparent margins included.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the image, transparent margins included.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The colours, without transparency.
    pub fn palette(&self) -> &[Rgb] {
        &self.palette
    }

    /// The palette index at column `x`, row `y` from the top; `None` is transparent.
    pub fn pixel(&self, x: usize, y: usize) -> Option<u8> {
        self.pixels[y * self.width + x]
    }

    /// The colour at column `x`, row `y` from the top; `None` is transparent.
    pub fn color(&self, x: usize, y: usize) -> Option<Rgb> {
        self.pixel(x, y).map(|index| self.palette[index as usize])
    }

    /// The sprite in other colours, each of which takes the place of one or more.
    pub fn recolored(&self, color: impl Fn(Rgb) -> Rgb) -> Sprite {
        let pixels = self.pixels.iter();
        let pixels: Vec<Option<Rgb>> = pixels
            .map(|pixel| pixel.map(|index| color(self.palette[usize::from(index)])))
            .collect();
        Sprite::from_colors(self.width, self.height, &pixels)
            .expect("colours that are merged do not become more")
    }

    /// The pixels that are not transparent.
    pub fn pixel_count(&self) -> usize {
        self.pixels.iter().flatten().count()
    }

    /// Where the picture is in the image; `None` if every pixel is transparent.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(self.width, &self.pixels)
    }

    /// Whether the pictures are equal but for transparent margins.
    pub fn shows_the_same_as(&self, other: &Sprite) -> bool {
        let (Some(mine), Some(theirs)) = (self.bounds(), other.bounds()) else {
            return self.bounds() == other.bounds();
        };
        if (mine.width, mine.height) != (theirs.width, theirs.height) {
            return false;
        }
        let mut pixels = (0..mine.height).flat_map(|y| (0..mine.width).map(move |x| (x, y)));
        pixels.all(|(x, y)| {
            self.color(mine.left + x, mine.top + y) == other.color(theirs.left + x, theirs.top + y)
        })
    }
}

/// Why a text is not a drawing of a sprite.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpriteError {
    /// Lines of different lengths.
    #[error("the line `{line}` of the drawing is not {width} pixels wide")]
    Width {
        /// The line that is longer or shorter.
        line: String,
        /// Pixels of the first line.
        width: usize,
    },
    /// A letter that the caller gives no colour.
    #[error("the drawing's letter `{0}` stands for no colour")]
    Color(char),
    /// More colours than a palette of one byte a pixel holds.
    #[error("a sprite has at most {} colours", Sprite::MAX_COLORS)]
    TooManyColors,
}

/// Palette indices as digits and letters, `.` transparent.
impl fmt::Display for Sprite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.pixels.chunks(self.width.max(1)) {
            let letter = |index: u8| char::from_digit(u32::from(index), 36).unwrap_or('?');
            let line: String = row.iter().map(|pixel| pixel.map_or('.', letter)).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Sprite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Sprite {}x{} {:?}\n{self}",
            self.width, self.height, self.palette
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_margins_do_not_tell_pictures_apart() {
        let sprite = |drawing| Sprite::from_diagram(drawing, colors).unwrap();
        let corner = sprite("5.\n22");
        assert!(corner.shows_the_same_as(&sprite("....\n.5..\n.22.")));
        for other in ["5.\n52", "52\n22", "5.\n22\n22"] {
            assert!(!corner.shows_the_same_as(&sprite(other)), "{other}");
        }
    }

    fn colors(letter: char) -> Option<Rgb> {
        letter.to_digit(10).map(|digit| Rgb::new(digit as u8, 0, 0))
    }

    #[test]
    fn colours_are_numbered_as_they_appear() {
        let sprite = Sprite::from_diagram("....\n.52.\n.22.\n....", colors).unwrap();
        assert_eq!(sprite.to_string(), "....\n.01.\n.11.\n....\n");
        assert_eq!(sprite.palette(), [Rgb::new(5, 0, 0), Rgb::new(2, 0, 0)]);
        assert_eq!(
            sprite.bounds(),
            Some(Bounds {
                left: 1,
                top: 1,
                width: 2,
                height: 2
            })
        );
        assert_eq!(
            (sprite.pixel_count(), sprite.color(2, 1)),
            (4, Some(Rgb::new(2, 0, 0)))
        );
    }

    #[test]
    fn a_drawing_with_a_slip_is_refused() {
        assert_eq!(
            Sprite::from_diagram("..\n.x", colors),
            Err(ParseSpriteError::Color('x'))
        );
        assert!(Sprite::from_diagram("..\n.", colors).is_err());
        assert_eq!(
            Sprite::from_diagram("..\n..", colors).unwrap().bounds(),
            None
        );
    }
}
