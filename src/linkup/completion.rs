//! What a reading took for the wrong thing, put right: tiles that it took for empty places, and ground that it
//! took for tiles.

use crate::grid::{IntegralImage, Survey};

use super::LinkCell;
use super::comparison::AS_CLEAR;
use super::reading::{Reading, read_surveyed};

/// With all the places that look like tiles, if all tiles pair up then as well.
pub fn with_overlooked(image: &IntegralImage, reading: Reading) -> Reading {
    let mut overlooked = reading.grid.overlooked(image, &reading.board.occupied());
    overlooked.extend(&reading.overlooked);
    overlooked.sort_unstable();
    overlooked.dedup();
    match with_tiles(image, &reading, &overlooked) {
        Some(all) if is_as_good(&all, &reading) => all,
        _ => Reading {
            overlooked,
            ..reading
        },
    }
}

/// Whether all tiles of a reading with more of them pair up, and are as clearly apart.
fn is_as_good(more: &Reading, reading: &Reading) -> bool {
    more.pairing.is_perfect() && more.pairing.is_as_clear_as(AS_CLEAR, &reading.pairing)
}

/// Without the kinds of which all tiles but highlighted ones show the ground alone, if the others pair up.
pub fn without_ground(image: &IntegralImage, reading: Reading) -> Reading {
    let mut tiles = reading.board.occupied();
    let mistaken = reading.grid.mistaken(image, &tiles);
    let is_mistaken =
        |cell: &LinkCell| mistaken.contains(&(cell.row * reading.grid.x.count + cell.column));
    for cells in reading.board.cells_by_kind() {
        let mut others = cells.iter().filter(|cell| !is_mistaken(cell));
        if others.all(|cell| reading.strays.contains(cell)) {
            for cell in cells.iter().filter(|cell| is_mistaken(cell)) {
                tiles[cell.row * reading.grid.x.count + cell.column] = false;
            }
        }
    }
    if tiles == reading.board.occupied() {
        return reading;
    }
    let grid = reading.grid;
    match read_surveyed(image, &Survey { grid, tiles }) {
        Ok(less) if less.pairing.is_perfect() => less,
        _ => reading,
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
