//! Where the cells of the field are in a picture.

use serde::{Deserialize, Serialize};

use crate::color::ThemePalette;
use crate::game::{Column, FieldSize, Row};

/// The place of the field in a picture, in pixels; written into every picture as JSON:
///
/// `{"cell":8,"origin_x":8,"origin_y":8,"field":{"width":21,"height":42}}`
///
/// with a `"theme"` of [colours](ThemePalette) if those of the sprite were replaced by it.
///
/// The cell of column c, row r covers the pixels from (`origin_x` + c x `cell`, `origin_y` + r x
/// `cell`), and its [centre](Self::centre) has the cell's exact colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Side of a cell in pixels.
    pub cell: u32,
    /// The left edge of column 0.
    pub origin_x: u32,
    /// The upper edge of row 0.
    pub origin_y: u32,
    /// Columns and rows of cells.
    pub field: FieldSize,
    /// The colours that stand for those of the sprite, unless it keeps its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<ThemePalette>,
}

impl Layout {
    /// The keyword of the text chunk that holds the layout in a PNG.
    pub const KEYWORD: &str = "tetris-print";

    /// The name of the chunk that holds the layout in a WebP, at its end.
    pub(crate) const WEBP_CHUNK: &[u8; 4] = b"TPRT";

    /// Any layout, for tests of what is written beside it.
    #[cfg(test)]
    pub(crate) const TINY: Layout = Layout {
        cell: 1,
        origin_x: 0,
        origin_y: 0,
        field: FieldSize::STANDARD,
        theme: None,
    };

    /// The pixel (x, y) in the middle of a cell, rounded down.
    pub fn centre(&self, column: Column, row: Row) -> (usize, usize) {
        let (x, y) = self.corner(column, row);
        (x + self.cell as usize / 2, y + self.cell as usize / 2)
    }

    /// The upper left pixel (x, y) of a cell.
    pub fn corner(&self, column: Column, row: Row) -> (usize, usize) {
        let (x, y, cell) = (
            self.origin_x as usize,
            self.origin_y as usize,
            self.cell as usize,
        );
        (x + column.0 * cell, y + row.0 * cell)
    }

    /// Whether the whole field lies inside a picture of `width` x `height` pixels.
    pub fn is_inside(&self, width: usize, height: usize) -> bool {
        let reaches =
            |origin: u32, cells: usize| u64::from(origin) + u64::from(self.cell) * cells as u64;
        self.cell > 0
            && reaches(self.origin_x, self.field.width()) <= width as u64
            && reaches(self.origin_y, self.field.height()) <= height as u64
    }

    pub(crate) fn to_json(self) -> String {
        serde_json::to_string(&self).expect("numbers are always JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout {
        cell: 8,
        origin_x: 8,
        origin_y: 9,
        field: FieldSize::STANDARD,
        theme: None,
    };

    #[test]
    fn a_layout_is_written_as_promised() {
        let json = r#"{"cell":8,"origin_x":8,"origin_y":9,"field":{"width":21,"height":42}}"#;
        assert_eq!(LAYOUT.to_json(), json);
        assert_eq!(serde_json::from_str::<Layout>(json).unwrap(), LAYOUT);
    }

    #[test]
    fn a_cell_has_a_corner_and_a_centre() {
        assert_eq!(LAYOUT.corner(Column(0), Row(0)), (8, 9));
        assert_eq!(LAYOUT.centre(Column(20), Row(1)), (172, 21));
    }

    #[test]
    fn a_field_that_sticks_out_is_not_inside() {
        assert!(LAYOUT.is_inside(8 + 21 * 8, 9 + 42 * 8));
        assert!(!LAYOUT.is_inside(8 + 21 * 8 - 1, 9 + 42 * 8));
        assert!(!LAYOUT.is_inside(8 + 21 * 8, 9 + 42 * 8 - 1));
        let far = Layout {
            origin_x: u32::MAX,
            cell: u32::MAX,
            ..LAYOUT
        };
        assert!(!far.is_inside(1000, 1000));
    }
}
