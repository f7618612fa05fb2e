//! Decoded pixels, of any number of colours.

use std::fmt;

use super::Bounds;
use crate::color::Rgb;

/// An image whose pixels are transparent (`None`) or of one opaque colour. Row 0 is the top one.
#[derive(Clone, PartialEq, Eq)]
pub struct Raster {
    width: usize,
    pixels: Vec<Option<Rgb>>,
}

impl Raster {
    /// An image `width` pixels wide, given row by row from the top.
    ///
    /// # Panics
    /// If `width` is 0 or `pixels` does not hold one or more whole rows.
    pub fn new(width: usize, pixels: Vec<Option<Rgb>>) -> Self {
        assert!(width > 0 && !pixels.is_empty() && pixels.len().is_multiple_of(width));
        Raster { width, pixels }
    }

    /// An image of `width` x `height` pixels, each as `pixel` says for its column and row.
    ///
    /// # Panics
    /// If `width` or `height` is 0.
    pub fn from_fn(
        width: usize,
        height: usize,
        pixel: impl Fn(usize, usize) -> Option<Rgb>,
    ) -> Self {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Raster::new(width, places.map(|(x, y)| pixel(x, y)).collect())
    }

    /// The image with columns for rows.
    pub(crate) fn transposed(&self) -> Raster {
        Raster::from_fn(self.height(), self.width, |x, y| self.color(y, x))
    }

    /// Columns, 1 or more.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows, 1 or more.
    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// All pixels, row by row from the top.
    pub fn pixels(&self) -> &[Option<Rgb>] {
        &self.pixels
    }

    /// The pixels of a row from the left.
    pub fn row(&self, y: usize) -> &[Option<Rgb>] {
        &self.pixels[y * self.width..(y + 1) * self.width]
    }

    /// All rows from the top.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[Option<Rgb>]> + ExactSizeIterator {
        self.pixels.chunks_exact(self.width)
    }

    /// The colour at column `x`, row `y` from the top; `None` is transparent.
    pub fn color(&self, x: usize, y: usize) -> Option<Rgb> {
        self.pixels[y * self.width + x]
    }

    /// Where the picture is in the image; `None` if every pixel is transparent.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(self.width, &self.pixels)
    }

    /// The part of the image within bounds that lie in it.
    pub fn crop(&self, bounds: Bounds) -> Raster {
        let rows = bounds.rows().flat_map(|y| &self.row(y)[bounds.columns()]);
        Raster::new(bounds.width, rows.copied().collect())
    }

    /// Replaces every colour by `replace(color)`; `None` makes its pixels transparent.
    pub(crate) fn recolor(&mut self, replace: impl Fn(Rgb) -> Option<Rgb>) {
        for pixel in &mut self.pixels {
            *pixel = pixel.and_then(&replace);
        }
    }
}

impl Raster {
    /// Makes transparent what `is_erased` says of its column, row and colour.
    pub(crate) fn erase(&mut self, is_erased: impl Fn(usize, usize, Rgb) -> bool) {
        for (y, row) in self.pixels.chunks_exact_mut(self.width).enumerate() {
            for (x, pixel) in row.iter_mut().enumerate() {
                *pixel = pixel.filter(|color| !is_erased(x, y, *color));
            }
        }
    }
}

impl fmt::Debug for Raster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Raster {}x{}", self.width, self.height())?;
        for row in self.rows() {
            for pixel in row {
                match pixel {
                    Some(color) => write!(f, " {color}")?,
                    None => write!(f, " .......")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Rasters as drawings, for tests.
#[cfg(test)]
pub(crate) mod drawing {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Opaque pixels of random colours.
    pub fn noise(width: usize, height: usize, seed: u64) -> Raster {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let pixels = (0..width * height).map(|_| {
            let [r, g, b, ..] = random.next_u64().to_be_bytes();
            Some(Rgb::new(r, g, b))
        });
        Raster::new(width, pixels.collect())
    }

    /// A line a row, `.` transparent, else a letter that stands for some colour of its own.
    pub fn raster(drawing: &str) -> Raster {
        let lines: Vec<&str> = drawing.split_whitespace().collect();
        let pixels = lines.iter().flat_map(|line| line.chars()).map(pixel);
        Raster::new(lines[0].len(), pixels.collect())
    }

    /// The colour that a letter stands for.
    pub fn color(letter: char) -> Rgb {
        Rgb::new(letter as u8, 2, 3)
    }

    fn pixel(letter: char) -> Option<Rgb> {
        (letter != '.').then(|| color(letter))
    }

    /// The drawing of a raster, a line a row.
    pub fn drawing(raster: &Raster) -> String {
        let letter = |pixel: &Option<Rgb>| pixel.map_or('.', |color| char::from(color.r));
        let lines = raster.rows().map(|row| row.iter().map(letter).collect());
        lines.collect::<Vec<String>>().join("\n")
    }

    /// Every pixel as a block of `factor` x `factor`.
    pub fn enlarged(raster: &Raster, factor: usize) -> Raster {
        framed(raster, factor, [0; 4])
    }

    /// Enlarged, with margins of transparent pixels: left, top, right, bottom.
    pub fn framed(raster: &Raster, factor: usize, margins: [usize; 4]) -> Raster {
        let [left, top, right, bottom] = margins;
        let (width, height) = (raster.width() * factor, raster.height() * factor);
        let pixel = |x: usize, y: usize| {
            let is_inside = (left..left + width).contains(&x) && (top..top + height).contains(&y);
            is_inside.then(|| raster.color((x - left) / factor, (y - top) / factor))?
        };
        let total = left + width + right;
        Raster::from_fn(total, top + height + bottom, pixel)
    }
}

#[cfg(test)]
mod tests {
    use super::drawing::{drawing, enlarged, framed, raster};
    use super::*;

    #[test]
    fn bounds_leave_the_transparent_margins_out() {
        let bounds = |text| raster(text).bounds();
        let expected = Bounds {
            left: 1,
            top: 1,
            width: 3,
            height: 2,
        };
        assert_eq!(bounds(".....  ...a.  .a.b.  ....."), Some(expected));
        assert_eq!(bounds("...  ..."), None);
        assert_eq!((expected.columns(), expected.rows()), (1..4, 1..3));
    }

    #[test]
    fn a_drawing_reads_what_it_writes() {
        let text = "ab.\n..c";
        assert_eq!(drawing(&raster(text)), text);
    }

    #[test]
    fn enlarged_pixels_are_blocks_inside_their_frame() {
        assert_eq!(drawing(&enlarged(&raster("ab"), 2)), "aabb\naabb");
        assert_eq!(
            drawing(&framed(&raster("a"), 2, [1, 0, 2, 1])),
            ".aa..\n.aa..\n....."
        );
    }
}
