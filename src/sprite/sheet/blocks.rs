//! Blocks of tiles that are alike, as they lie in an atlas beside other sprites.

use super::lattice::Lattice;
use super::unlined::Unlined;
use crate::picture::Raster;
use crate::sprite::components::connected_components;

/// The longer side of a block at least. The numbers of this file were set by hand: three sheets of 533 turn on it.
// Tiles that are not alike are no block: of 900 icons, large ones of 512x512 pixels were cut to pieces by other signs.
const LEAST_SIDE: usize = 40;

/// Fewer tiles are halves of a sprite.
const FEWEST_TILES: usize = 3;

/// The tiles of a piece of a sheet, if it is a block of them.
pub fn tiles_of_block(piece: &Raster) -> Option<Lattice> {
    if piece.width().max(piece.height()) < LEAST_SIDE {
        return None;
    }
    let shapes = connected_components(piece, 0);
    let sheet = Unlined::of(piece, &shapes);
    let tiles = (shapes.len() == 1).then(|| sheet.frames())??;
    (tiles.bounds().count() >= FEWEST_TILES).then_some(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::drawing::noise;

    /// Tiles of 16x12 pixels with a frame around noise.
    fn tiles(columns: usize, rows: usize) -> Raster {
        let colors = noise(16 * columns, 12 * rows, 5);
        Raster::from_fn(16 * columns, 12 * rows, |x, y| {
            let within = (x % 16).min(15 - x % 16).min(y % 12).min(11 - y % 12);
            match within {
                0 => Some(Rgb::new(40, 30, 20)),
                1 | 2 => Some(Rgb::new(200, 180, 90)),
                _ => colors.color(x, y),
            }
        })
    }

    #[test]
    fn tiles_that_are_alike_are_a_block() {
        let found = tiles_of_block(&tiles(6, 4)).unwrap();
        assert_eq!(found.cell_size(), (16, 12));
        assert_eq!(found.bounds().count(), 24);
    }

    #[test]
    fn two_halves_and_what_is_in_parts_are_none() {
        let strip = tiles(3, 1);
        let in_parts = Raster::from_fn(48, 12, |x, y| strip.color(x, y).filter(|_| x != 20));
        assert!(tiles_of_block(&strip).is_some());
        assert!(tiles_of_block(&in_parts).is_none());
        assert!(tiles_of_block(&tiles(2, 1)).is_none());
    }
}
