//! Pixels with all their transparency.

use super::{Raster, Rect};
use crate::color::Rgb;

/// The alpha from which on a pixel of a [`Raster`] is opaque: half of the full one.
const OPAQUE_ALPHA: u8 = 128;

/// A picture as a screen shows it: a red, green, blue and alpha byte per pixel, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixmap {
    /// Columns of pixels.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
    /// `width` x `height` pixels.
    pub pixels: Vec<[u8; 4]>,
}

impl Pixmap {
    /// Transparent pixels.
    pub(super) fn transparent(width: usize, height: usize) -> Pixmap {
        Pixmap {
            width,
            height,
            pixels: vec![[0; 4]; width * height],
        }
    }

    /// The pixel at column `x`, row `y`.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        self.pixels[y * self.width + x]
    }

    /// The part of a rectangle that lies in the picture.
    pub(super) fn clip(&self, rect: Rect) -> Rect {
        let (x, y) = (rect.x.min(self.width), rect.y.min(self.height));
        let (width, height) = (self.width - x, self.height - y);
        Rect::new(x, y, rect.width.min(width), rect.height.min(height))
    }

    /// The pixels of a rectangle within the picture, row by row.
    pub(super) fn rows_mut(&mut self, rect: Rect) -> impl Iterator<Item = &mut [[u8; 4]]> {
        let rows = self.pixels.chunks_exact_mut(self.width.max(1));
        let rows = rows.skip(rect.y).take(rect.height);
        rows.map(move |row| &mut row[rect.x..rect.x + rect.width])
    }

    /// The picture with pixels that are either opaque or transparent: those whose alpha is below 128.
    ///
    /// # Panics
    /// If there are no pixels.
    pub(super) fn to_raster(&self) -> Raster {
        let pixel =
            |&[r, g, b, alpha]: &[u8; 4]| (alpha >= OPAQUE_ALPHA).then(|| Rgb::new(r, g, b));
        Raster::new(self.width, self.pixels.iter().map(pixel).collect())
    }
}
