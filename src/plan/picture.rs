//! What must stand on the field in the end.

use crate::sprite::Sprite;

/// A sprite without its transparent margins, as a planner sees it: row 0 stands on the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    colors: usize,
    cells: Vec<Option<u8>>,
    /// The image row (from the top) that stands on the floor.
    floor_row: usize,
}

impl Picture {
    /// The part of the sprite that is not transparent; `None` if there is none.
    pub fn of(sprite: &Sprite) -> Option<Picture> {
        let bounds = sprite.bounds()?;
        let floor_row = bounds.top + bounds.height - 1;
        let cells = (0..bounds.height)
            .flat_map(|row| (0..bounds.width).map(move |x| (bounds.left + x, floor_row - row)))
            .map(|(x, y)| sprite.pixel(x, y))
            .collect();
        let colors = sprite.palette().len();
        Some(Picture {
            width: bounds.width,
            height: bounds.height,
            colors,
            cells,
            floor_row,
        })
    }

    /// Columns, 1 or more.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows, 1 or more.
    pub fn height(&self) -> usize {
        self.height
    }

    /// How many colours there are; their indices are 0 to this, as in the sprite's palette.
    pub fn colors(&self) -> usize {
        self.colors
    }

    /// The colour at column `x`, `row` rows above the floor; `None` is transparent.
    pub fn cell(&self, x: usize, row: usize) -> Option<u8> {
        self.cells[row * self.width + x]
    }

    /// The cells of a row from the left, `row` rows above the floor.
    pub fn row(&self, row: usize) -> &[Option<u8>] {
        &self.cells[row * self.width..(row + 1) * self.width]
    }

    /// The filled cells of a row, one bit per column, column 0 in bit 0.
    ///
    /// # Panics
    /// If the picture is wider than 64 columns.
    pub fn row_mask(&self, row: usize) -> u64 {
        assert!(self.width <= 64);
        (self.row(row).iter().enumerate())
            .filter(|(_, cell)| cell.is_some())
            .fold(0, |mask, (x, _)| mask | 1 << x)
    }

    /// The row of the source image, from its top, that a row above the floor was.
    pub fn image_row(&self, row: usize) -> usize {
        self.floor_row - row
    }

    /// The cells that must be filled in the end.
    pub fn pixel_count(&self) -> usize {
        self.cells.iter().flatten().count()
    }
}
