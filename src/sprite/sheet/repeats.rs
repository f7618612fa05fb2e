//! Tiles that share a texture: where the same pixels come again at one distance, each way, that is the size of a tile.
//!
//! Ground and its borders are often drawn as a whole, so that nothing breaks off between the tiles of a sheet. But what
//! has been copied from tile to tile is the same to the pixel, and nothing is at a distance of a pixel more or fewer.

use super::cut::Cells;
use super::lattice::{LEAST_TILE, Lattice};
use crate::picture::Raster;

/// There are at least so many tiles each way. The numbers of this file were tuned on 91 sheets of 27 packages with their
/// authors' rectangles.
const FEWEST_TILES: usize = 3;

/// How many of the pixels come again at the distance of a tile at least, ...
const SHARE: f64 = 0.1;

/// ... how many times as many as at distances that differ by at most ...
const CLEAR: f64 = 8.0;

/// ... so many pixels.
const AROUND: usize = 3;

/// The shortest distance is taken at which so many pixels come again, relative to any other.
const TIE: f64 = 0.7;

/// The tiles, if all of them fill the picture.
pub fn repeated_tiles(raster: &Raster) -> Option<Lattice> {
    let width = repeated_distance(raster)?;
    let height = repeated_distance(&raster.transposed())?;
    Lattice::of(Cells::side_by_side(width, height), raster).ok()
}

/// The width of the tiles.
fn repeated_distance(raster: &Raster) -> Option<usize> {
    let width = raster.width();
    let texture = Texture::of(raster);
    let shares = (LEAST_TILE..=width / FEWEST_TILES)
        .filter(|distance| width.is_multiple_of(*distance))
        .map(|distance| (distance, texture.repeated(distance)))
        .filter(|(distance, share)| *share >= SHARE && texture.is_clear(*distance, *share));
    let shares: Vec<(usize, f64)> = shares.collect();
    let most = (shares.iter()).fold(0.0_f64, |most, (_, share)| most.max(*share));
    let (distance, _) = shares.iter().find(|(_, share)| *share >= TIE * most)?;
    Some(*distance)
}

/// The pixels that are not in the middle of an area of one colour, which is the same wherever it is.
struct Texture<'a> {
    raster: &'a Raster,
    is_texture: Vec<bool>,
    count: usize,
}

impl Texture<'_> {
    fn of(raster: &Raster) -> Texture<'_> {
        let (width, height) = (raster.width(), raster.height());
        let differs = |x: usize, y: usize, right: usize, below: usize| {
            let is_inside = x + right < width && y + below < height;
            let other = || raster.color(x + right, y + below);
            is_inside && other().is_some_and(|other| raster.color(x, y) != Some(other))
        };
        let is_texture: Vec<bool> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| {
                raster.color(x, y).is_some() && (differs(x, y, 1, 0) || differs(x, y, 0, 1))
            })
            .collect();
        Texture {
            raster,
            count: is_texture.iter().filter(|is_texture| **is_texture).count(),
            is_texture,
        }
    }

    /// How many of the pixels are the same so many columns further on, as a share of all.
    fn repeated(&self, distance: usize) -> f64 {
        let rows = (self.raster.rows()).zip(self.is_texture.chunks_exact(self.raster.width()));
        let count = |(row, is_texture): (&[_], &[bool])| {
            let texture = is_texture.iter().zip(&is_texture[distance..]);
            let pixels = row.iter().zip(&row[distance..]);
            (texture.zip(pixels))
                .filter(|((a, b), (color, other))| **a && **b && color == other)
                .count()
        };
        rows.map(count).sum::<usize>() as f64 / self.count.max(1) as f64
    }

    fn is_clear(&self, distance: usize, share: f64) -> bool {
        let mut others = (distance - AROUND..=distance + AROUND).filter(|other| *other != distance);
        others.all(|other| share >= CLEAR * self.repeated(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Bounds;
    use crate::picture::drawing::noise;

    /// Ground that is noise, the same in each tile, under a jagged edge that is no tile's.
    fn ground(tile: (usize, usize), tiles: (usize, usize)) -> Raster {
        let (width, height) = (tile.0 * tiles.0, tile.1 * tiles.1);
        let texture = noise(tile.0, tile.1, 7);
        let edge = noise(width, 1, 8);
        Raster::from_fn(width, height, |x, y| {
            let depth = edge
                .color(x, 0)
                .map_or(0, |color| usize::from(color.r) / 16);
            (y >= depth)
                .then(|| texture.color(x % tile.0, y % tile.1))
                .flatten()
        })
    }

    #[test]
    fn a_texture_tells_the_tiles() {
        for tile in [(16, 16), (24, 32), (32, 9)] {
            let lattice = repeated_tiles(&ground(tile, (5, 4))).unwrap();
            assert_eq!(lattice.cell_size(), tile);
            assert_eq!(lattice.bounds().count(), 20);
        }
    }

    #[test]
    fn what_comes_again_one_way_only_is_no_tile() {
        let ground = ground((16, 16), (5, 4));
        let row = Bounds {
            left: 0,
            top: 16,
            width: 80,
            height: 16,
        };
        assert!(repeated_tiles(&ground.crop(row)).is_none());
        let stripes = |x: usize, y: usize| ground.color(x, 16).filter(|_| y > 2);
        assert!(repeated_tiles(&Raster::from_fn(80, 64, stripes)).is_none());
        assert!(repeated_tiles(&noise(96, 96, 1)).is_none());
    }
}
