//! Square tiles that blend into their neighbours, like those of a landscape that is drawn as a whole: over no line of
//! their grid does the picture break off clearly, but over all of them together it does so more than beside them.

use super::cut::Cells;
use super::lattice::{Lattice, square_sizes};
use super::period::goes_on;
use crate::picture::Raster;
use crate::sprite::counts::ColorCounts;

/// There are at least so many lines both ways together; a drawing may happen to break off at a few. The numbers of this
/// file were set by hand on 306 sheets with their authors' rectangles, of which three turn on them, and 5,000 icons.
const FEWEST_LINES: usize = 20;

/// By how many standard errors the picture breaks off more over the lines than over others, both ways together.
const SURE: f64 = 5.0;

/// The same over the lines that are not those of tiles twice as large: else these may be the tiles.
const SURE_OF_OTHERS: f64 = 1.5;

/// The share of pixels that differ from the next one each way at least: the edges of a flat drawing are often aligned.
const LEAST_BROKEN: f64 = 0.1;

/// The tiles, if all of them fill the picture. The background is transparent by now.
pub fn blended_tiles(raster: &Raster) -> Option<Lattice> {
    let (width, height) = (raster.width(), raster.height());
    let across = Seams::of(raster);
    let down = Seams::of(&raster.transposed());
    if across.broken.min(down.broken) < LEAST_BROKEN {
        return None;
    }
    let has_lines = |size: &usize| width / size + height / size >= FEWEST_LINES + 2;
    let sizes = square_sizes(raster).filter(has_lines);
    let sureness = |size, is_meant: fn(usize) -> bool| {
        let each = [&across, &down].map(|seams| seams.sureness(size, is_meant));
        each.iter().sum::<f64>() / 2_f64.sqrt()
    };
    let sizes = sizes.map(|size| (size, sureness(size, |_| true)));
    let (size, _) = sizes
        .filter(|(_, sureness)| *sureness >= SURE)
        .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let is_own = sureness(size, |line| line % 2 == 1) >= SURE_OF_OTHERS;
    let tiles = || Lattice::of(Cells::side_by_side(size, size), raster).ok();
    (is_own && has_few_colors(raster)).then(tiles)?
}

/// Whether it has no more colours than are drawn: the blocks that JPEG leaves are tiles of a photograph, too.
// Set by hand: a starfield, a JPEG, was cut without it; the three sheets have at most 192 colours.
fn has_few_colors(raster: &Raster) -> bool {
    const MOST: usize = 1024;

    ColorCounts::of(raster.pixels()).len() <= MOST
}

/// What breaks off over the seams before all columns but the first.
struct Seams {
    /// How many more pixels do than over the seams around.
    excess: Vec<f64>,
    /// The share of the pixels that show something over which it does.
    broken: f64,
}

impl Seams {
    fn of(raster: &Raster) -> Seams {
        /// Seams before and behind one that are around it.
        const AROUND: usize = 3;

        let mut broken = vec![0_usize; raster.width() - 1];
        let mut shown = 0;
        for row in raster.rows() {
            for (pair, broken) in row.windows(2).zip(&mut broken) {
                let shows = pair[0].is_some() || pair[1].is_some();
                shown += usize::from(shows);
                *broken += usize::from(shows && !goes_on(pair[0], pair[1]));
            }
        }
        let excess = |seam: usize| {
            let around = &broken[seam.saturating_sub(AROUND)..broken.len().min(seam + AROUND + 1)];
            let others = around.iter().sum::<usize>() - broken[seam];
            let mean = others as f64 / (around.len() - 1).max(1) as f64;
            broken[seam] as f64 - mean
        };
        Seams {
            excess: (0..broken.len()).map(excess).collect(),
            broken: broken.iter().sum::<usize>() as f64 / shown.max(1) as f64,
        }
    }

    /// By how many standard errors more breaks off over those lines of a grid that are meant, counted from 1, than over the
    /// seams within its tiles.
    fn sureness(&self, size: usize, is_meant: fn(usize) -> bool) -> f64 {
        let (mut lines, mut within) = (Moments::default(), Moments::default());
        for (excess, column) in self.excess.iter().zip(1_usize..) {
            if !column.is_multiple_of(size) {
                within.add(*excess);
            } else if is_meant(column / size) {
                lines.add(*excess);
            }
        }
        (lines.mean() - within.mean()) / within.deviation() * lines.count.sqrt()
    }
}

#[derive(Default)]
struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    fn deviation(&self) -> f64 {
        (self.squares / self.count - self.mean().powi(2)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::drawing::noise;

    /// A landscape of blotches that go on over all lines but for every third tile, which has others.
    fn landscape(size: usize, tiles: (usize, usize), are_others: bool) -> Raster {
        let (width, height) = (size * tiles.0, size * tiles.1);
        let [blotches, other] = [5, 6].map(|seed| noise(width / 3 + 1, height / 3 + 1, seed));
        Raster::from_fn(width, height, |x, y| {
            let is_other = are_others && (x / size + 2 * (y / size)).is_multiple_of(3);
            let shift = usize::from(is_other);
            let blotches = if is_other { &other } else { &blotches };
            let Rgb { r, .. } = blotches.color((x + shift) / 3, (y + shift) / 3)?;
            Some(Rgb::new(r / 64 * 64, 120, 40))
        })
    }

    #[test]
    fn tiles_that_blend_are_told_by_all_lines_together() {
        for size in [8, 16, 20] {
            let tiles = blended_tiles(&landscape(size, (14, 12), true)).unwrap();
            assert_eq!(tiles.cell_size(), (size, size));
        }
    }

    #[test]
    fn a_landscape_few_tiles_and_flat_drawings_are_not_cut() {
        assert!(blended_tiles(&landscape(16, (14, 12), false)).is_none());
        assert!(blended_tiles(&landscape(14, (11, 9), true)).is_none());
        let flat = Raster::from_fn(224, 192, |x, y| {
            let is_dark = (x / 16 + y / 16) % 5 == 0;
            Some(Rgb::new(if is_dark { 0 } else { 250 }, 90, 90))
        });
        assert!(blended_tiles(&flat).is_none());
    }
}
