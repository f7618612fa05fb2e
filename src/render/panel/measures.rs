//! The measures of the panel, in pixels at scale 1.

use crate::render::font::LINE;
use crate::render::tiles::BORDER;

/// Pixels from the left edge of the panel's boxes to the right one, at scale 1.
pub const WIDTH: usize = 72;

pub const PADDING: usize = 5;
pub const INNER_WIDTH: usize = WIDTH - 2 * (BORDER + PADDING);
/// From one box to the next.
pub const GAP: usize = 8;
/// From a number to the next label.
pub const COUNTER_GAP: usize = GAP - 4;
/// The side of a cell of the next piece.
pub const NEXT_CELL: usize = 6;
/// The label and two rows of cells.
pub const NEXT_HEIGHT: usize = LINE + 2 * NEXT_CELL;
/// The side of a cell of the small pieces in the statistics, and the distance between two of them.
pub const MINI_CELL: usize = 4;
pub const STATISTICS_LINE: usize = 16;
pub const STATISTICS_HEIGHT: usize = 7 * STATISTICS_LINE - MINI_CELL - 4;

/// The side of a cell of the legend, and the lines under it.
pub const LEGEND_CELL: usize = 8;
pub const LEGEND_HEIGHT: usize = 3 * LINE + LEGEND_CELL;

/// The height of a box around something so high.
pub const fn box_height(inner: usize) -> usize {
    inner + 2 * (BORDER + PADDING)
}
