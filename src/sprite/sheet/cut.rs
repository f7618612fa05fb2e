//! How a sheet is cut, and into how many sprites at most.

/// How a sheet is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Along the lines between its cells if there are any, else into the rectangles that lines of one colour enclose,
    /// else into the tiles that are surrounded by copies of their outermost pixels each, without these, else into the
    /// frames of an animation, which are alike, else into the cells of an invisible grid, at whose distance the same
    /// pixels come again, at whose lines the picture breaks off regularly, on which its long straight edges lie, whose
    /// squares are a little alike or over whose lines together a heap breaks off a little more, else into the squares of
    /// a long strip, else into shapes: connected components, of which those with overlapping rectangles are one shape,
    /// unless that makes one heap of a packed sheet. So are those above each other in a row of sprites, like letters
    /// with dots, and those in one frame if the sheet consists of frames of one size, whose edges no shape crosses.
    /// Blocks of tiles that are alike are cut into them, cells within tiles are joined, and boxes that are drawn around most
    /// sprites are taken away.
    #[default]
    Auto,
    /// Into connected components, see [`connected_components`](crate::sprite::connected_components).
    Components {
        /// Transparent pixels that may lie between parts of one sprite.
        gap: usize,
    },
    /// Into cells of one size.
    Cells(Cells),
}

/// Cells of one size, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Columns of a cell.
    pub width: usize,
    /// Rows of a cell.
    pub height: usize,
    /// Pixels before the first column and the first row.
    pub margin: usize,
    /// Pixels between two cells.
    pub spacing: usize,
}

impl Cells {
    /// Side by side from the corner of the picture.
    pub(super) const fn side_by_side(width: usize, height: usize) -> Cells {
        Cells {
            width,
            height,
            margin: 0,
            spacing: 0,
        }
    }
}

/// The most sprites that a sheet is cut into: noise has hundreds of thousands of components.
pub const MAX_SPRITES: usize = 10_000;
