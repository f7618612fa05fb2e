//! Tiles that a reading took for empty places, taken for tiles.

use crate::grid::{IntegralImage, Survey};

use super::comparison::AS_CLEAR;
use super::reading::{Reading, read_surveyed};

/// With the places that show as much that is foreign to the ground as tiles do; `None` without any.
pub fn completed(image: &IntegralImage, reading: &Reading) -> Option<Reading> {
    let foreign = reading.grid.foreign(image, &reading.board.occupied());
    with_tiles(image, reading, &foreign)
}

/// With all the places that look like tiles, if all tiles pair up then as well.
pub fn with_overlooked(image: &IntegralImage, reading: Reading) -> Reading {
    let tiles = reading.board.occupied();
    let mut overlooked = reading.grid.overlooked(image, &tiles);
    overlooked.extend(reading.grid.foreign(image, &tiles));
    overlooked.sort_unstable();
    overlooked.dedup();
    match with_tiles(image, &reading, &overlooked) {
        Some(all)
            if all.pairing.is_perfect()
                && all.pairing.is_as_clear_as(AS_CLEAR, &reading.pairing) =>
        {
            all
        }
        _ => Reading {
            overlooked: overlooked.len(),
            ..reading
        },
    }
}

/// With more tiles; `None` if there are none.
fn with_tiles(image: &IntegralImage, reading: &Reading, more: &[usize]) -> Option<Reading> {
    let mut tiles = reading.board.occupied();
    for place in more {
        tiles[*place] = true;
    }
    let grid = reading.grid;
    let is_new = !more.is_empty();
    is_new
        .then(|| read_surveyed(image, &Survey { grid, tiles }))?
        .ok()
}
