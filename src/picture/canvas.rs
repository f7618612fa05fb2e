//! A picture of palette indices that remembers which part of it has changed.

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

impl Rect {
    pub const fn new(x: usize, y: usize, width: usize, height: usize) -> Self {
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// The rectangle without a frame of `border` pixels.
    pub const fn shrunk(self, border: usize) -> Self {
        Rect {
            x: self.x + border,
            y: self.y + border,
            width: self.width - 2 * border,
            height: self.height - 2 * border,
        }
    }

    /// The rectangle with a frame of `border` pixels around it.
    pub const fn grown(self, border: usize) -> Self {
        Rect {
            x: self.x - border,
            y: self.y - border,
            width: self.width + 2 * border,
            height: self.height + 2 * border,
        }
    }

    /// The smallest rectangle that holds both; an empty one does not count.
    pub fn union(self, other: Rect) -> Rect {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Rect::new(x, y, right - x, bottom - y)
    }
}

/// The most pixels of a picture that is drawn, and of one that is read back.
pub const MAX_CANVAS_PIXELS: usize = 1 << 26;

/// A picture, an index byte per pixel, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    dirty: Rect,
}

impl Canvas {
    /// A canvas full of index 0, all of it drawn on.
    pub fn new(width: usize, height: usize) -> Self {
        Canvas {
            width,
            height,
            pixels: vec![0; width * height],
            dirty: Rect::new(0, 0, width, height),
        }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.height
    }

    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Fills a rectangle with one colour.
    pub fn fill(&mut self, rect: Rect, color: u8) {
        for y in rect.y..rect.y + rect.height {
            self.row_mut(rect.x, y, rect.width).fill(color);
        }
        self.touch(rect);
    }

    /// Copies a square tile of `side` x `side` pixels to (x, y).
    pub fn blit(&mut self, x: usize, y: usize, side: usize, tile: &[u8]) {
        for (row, line) in tile.chunks_exact(side).enumerate() {
            self.row_mut(x, y + row, side).copy_from_slice(line);
        }
        self.touch(Rect::new(x, y, side, side));
    }

    /// Copies a rectangle from the same place of another canvas of the same size.
    pub fn copy(&mut self, from: &Canvas, rect: Rect) {
        for y in rect.y..rect.y + rect.height {
            let start = y * from.width + rect.x;
            let line = &from.pixels[start..start + rect.width];
            self.row_mut(rect.x, y, rect.width).copy_from_slice(line);
        }
        self.touch(rect);
    }

    /// Exchanges the pixels of a rectangle with others, row by row from the top.
    pub fn swap(&mut self, rect: Rect, pixels: &mut [u8]) {
        for (y, line) in (rect.y..).zip(pixels.chunks_exact_mut(rect.width)) {
            self.row_mut(rect.x, y, rect.width).swap_with_slice(line);
        }
        self.touch(rect);
    }

    /// Draws all pixels anew.
    ///
    /// # Panics
    /// If they are not as many as the canvas has.
    pub fn repaint(&mut self, pixels: impl Iterator<Item = u8>) {
        self.pixels.clear();
        self.pixels.extend(pixels);
        assert_eq!(self.pixels.len(), self.width * self.height);
        self.touch(Rect::new(0, 0, self.width, self.height));
    }

    /// Where the canvas was drawn on since the last call.
    pub fn take_dirty(&mut self) -> Rect {
        std::mem::take(&mut self.dirty)
    }

    fn row_mut(&mut self, x: usize, y: usize, width: usize) -> &mut [u8] {
        let start = y * self.width + x;
        &mut self.pixels[start..start + width]
    }

    fn touch(&mut self, rect: Rect) {
        self.dirty = self.dirty.union(rect);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canvas_knows_where_it_was_drawn_on() {
        let mut canvas = Canvas::new(5, 4);
        assert_eq!(canvas.take_dirty(), Rect::new(0, 0, 5, 4));
        assert!(canvas.take_dirty().is_empty());
        canvas.fill(Rect::new(1, 1, 1, 1), 7);
        canvas.blit(3, 2, 2, &[1, 2, 3, 4]);
        assert_eq!(canvas.take_dirty(), Rect::new(1, 1, 4, 3));
        let rows: Vec<&[u8]> = canvas.pixels().chunks(5).collect();
        assert_eq!(
            rows,
            [
                [0, 0, 0, 0, 0],
                [0, 7, 0, 0, 0],
                [0, 0, 0, 1, 2],
                [0, 0, 0, 3, 4]
            ]
        );
    }

    #[test]
    fn what_is_exchanged_twice_is_as_it_was() {
        let mut canvas = Canvas::new(3, 2);
        canvas.fill(Rect::new(1, 0, 1, 2), 4);
        let (before, rect) = (canvas.clone(), Rect::new(1, 0, 2, 2));
        let mut pixels = [1, 2, 3, 5];
        canvas.take_dirty();
        canvas.swap(rect, &mut pixels);
        assert_eq!(
            (canvas.pixels(), pixels),
            (&[0, 1, 2, 0, 3, 5][..], [4, 0, 4, 0])
        );
        assert_eq!(canvas.take_dirty(), rect);
        canvas.swap(rect, &mut pixels);
        assert_eq!(canvas.pixels(), before.pixels());
    }

    #[test]
    fn an_empty_rectangle_adds_nothing_to_a_union() {
        let rect = Rect::new(2, 3, 4, 5);
        assert_eq!(rect.union(Rect::default()), rect);
        assert_eq!(Rect::default().union(rect), rect);
    }
}
