//! Extruded tiles: each is surrounded by a copy of its outermost pixels, so that a game that scales them shows no seams.

use super::cut::Cells;
use super::lattice::Lattice;
use crate::color::Rgb;
use crate::picture::{Bounds, Raster};
use crate::sprite::scale::block_side;

/// The usual sides of tiles. These and the number below were set by hand: of 128 sheets two are extruded.
const SIDES: [usize; 7] = [8, 16, 24, 32, 48, 64, 128];

/// The fewest tiles whose outermost pixels differ from those near them: elsewhere copies are no evidence.
const FEWEST: usize = 4;

/// The tiles without the copies, if all of them have one.
pub fn extruded_tiles(raster: &Raster) -> Option<Lattice> {
    let found = SIDES
        .into_iter()
        .find_map(|side| tiles_of_side(raster, side));
    // In an enlarged picture each pixel is a copy of another.
    found.filter(|_| block_side(raster) == 1)
}

fn tiles_of_side(raster: &Raster, side: usize) -> Option<Lattice> {
    let is_whole = |length: usize| length.is_multiple_of(side + 2);
    if !is_whole(raster.width()) || !is_whole(raster.height()) {
        return None;
    }
    let cells = Cells {
        width: side,
        height: side,
        margin: 1,
        spacing: 2,
    };
    let lattice = Lattice::of(cells, raster).ok()?;
    let is_extruded =
        |tile: Bounds| edges(tile).all(|[copy, edge, _]| at(raster, copy) == at(raster, edge));
    let is_evidence = |tile: &Bounds| {
        let mut edges = edges(*tile);
        edges.any(|[_, edge, near]| {
            at(raster, edge).is_some() && at(raster, edge) != at(raster, near)
        })
    };
    (lattice.bounds().all(is_extruded) && lattice.bounds().filter(is_evidence).count() >= FEWEST)
        .then_some(lattice)
}

type Place = [usize; 2];

fn at(raster: &Raster, [x, y]: Place) -> Option<Rgb> {
    raster.color(x, y)
}

/// Each pixel at a side of a tile: the place next to it outside, its own, and one near it inside, which it is no copy of
/// where the tile was enlarged, too.
fn edges(tile: Bounds) -> impl Iterator<Item = [Place; 3]> {
    let [left, top] = [tile.left, tile.top];
    let [right, bottom] = [left + tile.width - 1, top + tile.height - 1];
    let across = tile.rows().flat_map(move |y| {
        let left = [[left - 1, y], [left, y], [left + 2, y]];
        [left, [[right + 1, y], [right, y], [right - 2, y]]]
    });
    let down = tile.columns().flat_map(move |x| {
        let top = [[x, top - 1], [x, top], [x, top + 2]];
        [top, [[x, bottom + 1], [x, bottom], [x, bottom - 2]]]
    });
    across.chain(down)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::noise;

    /// Tiles of 8x8 pixels, each surrounded by so many copies of its outermost pixels.
    fn tiles(copies: usize) -> Raster {
        let drawn = noise(4 * 8, 3 * 8, 5);
        let side = 8 + 2 * copies;
        Raster::from_fn(4 * side, 3 * side, |x, y| {
            let inner = |at: usize| at / side * 8 + (at % side).saturating_sub(copies).min(7);
            drawn.color(inner(x), inner(y))
        })
    }

    #[test]
    fn tiles_are_found_within_the_copies_of_their_outermost_pixels() {
        let found = extruded_tiles(&tiles(1)).expect("they are extruded");
        assert_eq!(found.bounds().count(), 12);
        assert_eq!(found.columns[1], 11..19);
        assert_eq!(found.rows[2], 21..29);
    }

    #[test]
    fn extruded_tiles_may_have_been_enlarged_before() {
        let drawn = noise(4 * 4, 3 * 4, 5);
        let tiles = Raster::from_fn(4 * 10, 3 * 10, |x, y| {
            let inner = |at: usize| at / 10 * 4 + (at % 10).saturating_sub(1).min(7) / 2;
            drawn.color(inner(x), inner(y))
        });
        assert!(extruded_tiles(&tiles).is_some());
    }

    #[test]
    fn other_tiles_and_enlarged_ones_are_not_extruded() {
        assert!(extruded_tiles(&tiles(0)).is_none());
        let drawn = noise(20, 15, 6);
        let enlarged = Raster::from_fn(40, 30, |x, y| drawn.color(x / 2, y / 2));
        assert!(extruded_tiles(&enlarged).is_none());
    }
}
