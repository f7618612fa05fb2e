//! How a sheet is cut, and into how many sprites at most.

/// How a sheet is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Into the first of these that it shows:
    ///
    /// 1. the cells between its lines;
    /// 2. the rectangles that lines of one colour enclose;
    /// 3. tiles that are surrounded by copies of their outermost pixels, without these;
    /// 4. the frames of an animation, which are alike;
    /// 5. the cells of an invisible grid: the same pixels repeat at its distance, the picture breaks off regularly at its
    ///    lines, its long straight edges lie on them, its squares are a little alike, or a heap breaks off a little more
    ///    over all lines together. Of cells of about one size those are taken that fill the sheet evenly;
    /// 6. the squares of a long strip;
    /// 7. shapes: connected components. Those with overlapping rectangles are one shape, unless that makes one heap of a
    ///    packed sheet; so are those above each other in a row of sprites, like letters with dots, and those in one frame
    ///    if the sheet consists of frames of one size, whose edges no shape crosses.
    ///
    /// Then blocks of tiles that are alike are cut into them, cells within tiles are joined, and boxes that are drawn
    /// around most sprites are taken away.
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
