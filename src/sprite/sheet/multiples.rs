//! Cells several of which make one tile: the picture breaks off only at every second of their lines, or every third or
//! fourth, both ways.

use std::ops::Range;

use super::lattice::Lattice;
use super::period::Axis;
use crate::picture::Raster;

/// How many cells each way may make a tile: the most first, as where four do, the picture breaks off at half of the lines
/// of two.
const TIMES: [usize; 3] = [4, 3, 2];

/// The lines between tiles are this many at least each way.
const FEWEST_LINES: usize = 3;

/// About as much goes on over the other lines as over any seam, ...
// All numbers here were set by hand on 156 sheets of 61 packages with their authors' rectangles.
const GOING_ON: f64 = 0.9;

/// ... and so much of that over those between tiles at most.
const BREAK: f64 = 0.55;

/// The tiles that cells of one size make, if they do.
pub fn made_of(cells: &Lattice, raster: &Raster) -> Option<Lattice> {
    let (width, height) = cells.side_by_side()?;
    let (across, down) = (Axis::across(raster), Axis::down(raster));
    let is_made = |times: &usize| {
        breaks_only_at(&across, width, *times) && breaks_only_at(&down, height, *times)
    };
    let times = TIMES.into_iter().find(is_made)?;
    let joined = |ranges: &[Range<usize>]| {
        let tiles = ranges.chunks(times);
        tiles
            .map(|tile| tile[0].start..tile[tile.len() - 1].end)
            .collect()
    };
    Some(Lattice {
        columns: joined(&cells.columns),
        rows: joined(&cells.rows),
    })
}

/// Whether the picture breaks off at the lines of so many cells, but not at those within.
fn breaks_only_at(axis: &Axis, cell: usize, times: usize) -> bool {
    let tile = times * cell;
    let within = (1..times).map(|line| axis.contact_from(line * cell, tile));
    let within = within.fold(f64::INFINITY, f64::min);
    axis.length() > FEWEST_LINES * tile
        && within >= GOING_ON
        && axis.contact_from(tile, tile) <= BREAK * within
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::sprite::sheet::Cells;

    /// Tiles of one colour each, the last row cut off in the middle.
    fn tiles(side: usize) -> Raster {
        let color = |x: usize, y: usize| Rgb::new((60 * (x % 4)) as u8, (80 * (y % 3)) as u8, 0);
        Raster::from_fn(6 * side, 5 * side - side / 2, |x, y| {
            Some(color(x / side, y / side))
        })
    }

    fn made_of_cells(side: usize, raster: &Raster) -> Option<(usize, usize)> {
        let cells = Lattice::of(Cells::side_by_side(side, side), raster).unwrap();
        let tiles = made_of(&cells, raster)?;
        assert_eq!(tiles.down(), cells.down());
        Some(tiles.cell_size())
    }

    #[test]
    fn cells_within_tiles_are_joined_but_not_tiles() {
        let raster = tiles(32);
        assert_eq!(made_of_cells(16, &raster), Some((32, 32)));
        assert_eq!(made_of_cells(8, &raster), Some((32, 32)));
        assert_eq!(made_of_cells(16, &tiles(16)), None);
        assert_eq!(made_of_cells(16, &tiles(48)), Some((48, 48)));
    }
}
