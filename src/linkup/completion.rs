//! Tiles that a reading took for empty places, taken for tiles.

use crate::grid::{IntegralImage, Survey};

use super::comparison::AS_CLEAR;
use super::reading::{Reading, read_surveyed};

/// With all the places that look like tiles, if all tiles pair up then as well.
pub fn with_overlooked(image: &IntegralImage, reading: Reading) -> Reading {
    let mut overlooked = reading.grid.overlooked(image, &reading.board.occupied());
    overlooked.extend(&reading.overlooked);
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
            overlooked,
            ..reading
        },
    }
}

/// With more tiles; `None` if there are none.
pub fn with_tiles(image: &IntegralImage, reading: &Reading, more: &[usize]) -> Option<Reading> {
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
