//! Tiles of a usual size, over many of whose edges goes on what several of them show together, like houses and walls: where
//! a size is likely anyway, the few edges at which the picture breaks off are enough.

use super::cut::Cells;
use super::lattice::Lattice;
use super::period::Axis;
use crate::color::ColorCounts;
use crate::picture::Raster;

/// The tiles, if all of them fill the picture. The background is transparent by now.
pub fn usual_tiles(raster: &Raster) -> Option<Lattice> {
    /// Columns and rows of tiles that are usual.
    const USUAL: [usize; 2] = [16, 32];
    /// By how many standard errors less must go on over the lines, both ways together and each way. Set by hand: of 666 icons
    /// none has more than 1.8 together; two sheets of 490 turn on it, which have 2.8 and 5.0.
    const SURE_OF_USUAL: f64 = 2.5;
    const SURE_OF_EACH: f64 = 1.5;
    /// Fewer are parts of a drawing.
    const FEWEST: usize = 20;
    /// A photograph, in which JPEG leaves blocks of these sizes, has more colours to a pixel.
    const MOST_COLORS: f64 = 0.1;

    let colors = ColorCounts::of(raster.pixels());
    if colors.len() as f64 > MOST_COLORS * raster.pixels().len() as f64 {
        return None;
    }
    let sides = [Axis::across(raster), Axis::down(raster)];
    let fills = |size: &usize| sides.iter().all(|side| side.length().is_multiple_of(*size));
    let are_many = |size: &usize| sides[0].length() * sides[1].length() >= FEWEST * size * size;
    let sureness = |size: usize| {
        let sureness = |side: &Axis| side.sureness(side.contact_at(size), side.length() / size - 1);
        let [across, down] = sides.each_ref().map(sureness);
        let together = across.hypot(down);
        let is_sure = across.min(down) >= SURE_OF_EACH && together >= SURE_OF_USUAL;
        is_sure.then_some((size, together))
    };
    let sizes = USUAL.into_iter().filter(fills).filter(are_many);
    let found = sizes.filter_map(sureness);
    let (size, _) = found.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    Lattice::of(Cells::side_by_side(size, size), raster).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::drawing::noise;

    #[test]
    fn tiles_of_a_usual_size_are_told_by_the_few_edges_at_which_a_picture_breaks_off() {
        // Walls of three tiles each way, over whose inner edges all goes on, beside doors of one tile.
        let walls = |size: usize| {
            let colors = noise(12, 12, 4);
            Raster::from_fn(12 * size, 9 * size, |x, y| {
                let (column, row) = (x / size, y / size);
                let is_door = (column / 3 + row / 3).is_multiple_of(3);
                let [column, row] = [column, row].map(|at| if is_door { at } else { at / 3 * 3 });
                let is_brick = (x + 3 * (y / 4)) % 7 == 0 || y % 4 == 0;
                let Rgb { r, g, .. } = colors.color(column, row)?;
                Some(Rgb::new(r / 2 + if is_brick { 50 } else { 0 }, g / 2, 40))
            })
        };
        let photograph = |walls: Raster| {
            let (width, height) = (walls.width(), walls.height());
            let grain = noise(width, height, 5);
            Raster::from_fn(width, height, |x, y| {
                let (Rgb { r, g, b }, grain) = (walls.color(x, y)?, grain.color(x, y)?);
                Some(Rgb::new(
                    r + grain.r % 16,
                    g + grain.g % 16,
                    b + grain.b % 16,
                ))
            })
        };
        let cell_size = |size| usual_tiles(&walls(size)).map(|tiles| tiles.cell_size());
        assert_eq!(
            [16, 32, 20].map(cell_size),
            [Some((16, 16)), Some((32, 32)), None]
        );
        assert!(usual_tiles(&photograph(walls(16))).is_none());
        assert!(usual_tiles(&noise(192, 128, 3)).is_none());
        assert!(usual_tiles(&noise(9, 9, 3)).is_none());
    }
}
