//! Square tiles that blend into their neighbours, like those of a landscape that is drawn as a whole: over no line of
//! their grid does the picture break off clearly, but over all of them together it does so more than beside them.

use super::cut::Cells;
use super::lattice::{Lattice, square_sizes};
use super::period::goes_on;
use crate::color::ColorCounts;
use crate::picture::Raster;

/// The tiles, if all of them fill the picture. The background is transparent by now.
pub fn blended_tiles(raster: &Raster) -> Option<Lattice> {
    let seams = Seams::of(raster);
    let colors = ColorCounts::of(raster.pixels()).len();
    let size = seams
        .telling_together(raster, colors)
        .or_else(|| seams.telling_each(raster, colors))?;
    Lattice::of(Cells::side_by_side(size, size), raster).ok()
}

/// What breaks off over the seams both ways.
struct Seams {
    across: Side,
    down: Side,
}

impl Seams {
    fn of(raster: &Raster) -> Seams {
        Seams {
            across: Side::of(raster),
            down: Side::of(&raster.transposed()),
        }
    }

    /// The size of tiles that all lines tell together, although each by itself says little. The numbers were set by hand
    /// on 306 sheets with their authors' rectangles, of which three turn on them, and 5,000 icons.
    fn telling_together(&self, raster: &Raster, colors: usize) -> Option<usize> {
        /// There are at least so many lines both ways together; a drawing may happen to break off at a few.
        const FEWEST_LINES: usize = 20;
        /// By how many standard errors the picture breaks off more over the lines than over others.
        const SURE: f64 = 5.0;
        /// The same over the lines that are not those of tiles twice as large: else these may be the tiles.
        const SURE_OF_OTHERS: f64 = 1.5;
        /// The share of pixels that differ from the next one each way at least: the edges of a flat drawing are often
        /// aligned.
        const LEAST_BROKEN: f64 = 0.1;
        /// The blocks that JPEG leaves are tiles of a photograph, too, which has more colours than are drawn: a starfield
        /// was cut without this; the three sheets have at most 192 colours.
        const MOST_COLORS: usize = 1024;

        let is_drawn = self.across.broken.min(self.down.broken) >= LEAST_BROKEN;
        let (width, height) = (raster.width(), raster.height());
        let has_lines = |size: &usize| width / size + height / size >= FEWEST_LINES + 2;
        let sizes = square_sizes(raster).filter(has_lines);
        let sizes = sizes.map(|size| (size, self.sureness(size, |_| true)));
        let sure = sizes.filter(|(_, sureness)| *sureness >= SURE);
        let (size, _) = sure.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let is_own = self.sureness(size, |line| line % 2 == 1) >= SURE_OF_OTHERS;
        (is_drawn && is_own && colors <= MOST_COLORS).then_some(size)
    }

    /// The size of tiles that almost every line tells. The numbers were set by hand on 390 sheets, of which two turn on
    /// them, and 1,740 icons: of these the lines of none rank higher than 0.78 if it has more colours.
    fn telling_each(&self, raster: &Raster, colors: usize) -> Option<usize> {
        /// By how many standard errors the picture breaks off more over the lines than over others.
        const SURE: f64 = 10.0;
        /// How high the lines rank.
        const RANK: f64 = 0.88;
        /// Symbols of fewer colours are drawn on a grid of their own.
        const FEWEST_COLORS: usize = 16;

        let is_told = |size: &usize| {
            let rank = self.across.rank(*size).min(self.down.rank(*size));
            rank >= RANK && self.sureness(*size, |_| true) >= SURE
        };
        (colors > FEWEST_COLORS).then(|| square_sizes(raster).find(is_told))?
    }

    /// By how many standard errors more breaks off over those lines that are meant, counted from 1, than within tiles.
    fn sureness(&self, size: usize, is_meant: fn(usize) -> bool) -> f64 {
        let each = [&self.across, &self.down].map(|side| side.sureness(size, is_meant));
        each.iter().sum::<f64>() / 2_f64.sqrt()
    }
}

/// What breaks off over the seams before all columns but the first.
struct Side {
    /// How many more pixels do than over the seams around.
    excess: Vec<f64>,
    /// The share of the pixels that show something over which it does.
    broken: f64,
}

impl Side {
    fn of(raster: &Raster) -> Side {
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
        Side {
            excess: (0..broken.len()).map(excess).collect(),
            broken: broken.iter().sum::<usize>() as f64 / shown.max(1) as f64,
        }
    }

    /// How high the lines of a grid rank by what breaks off, 0 to 1: the share of the seams within its tiles that are
    /// below one of them (Mann and Whitney's statistic).
    fn rank(&self, size: usize) -> f64 {
        let seams = self.excess.iter().zip(1_usize..);
        let (lines, within): (Vec<_>, Vec<_>) =
            seams.partition(|(_, column)| column.is_multiple_of(size));
        let below = |line: f64| within.iter().filter(|(other, _)| **other < line).count();
        let pairs: usize = lines.iter().map(|(line, _)| below(**line)).sum();
        pairs as f64 / (lines.len() * within.len()) as f64
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
    fn a_few_lines_are_enough_if_each_tells() {
        let tiles = |size: usize| {
            let colors = noise(6, 6, 4);
            Raster::from_fn(4 * size, 4 * size, |x, y| {
                let color = colors.color(x / size, y / size)?;
                let shade = (x % 8 == 3 && y % 4 == 1) as u8 * 60;
                Some(Rgb::new(color.r / 2 + shade, color.g, color.b))
            })
        };
        for size in [16, 24, 32] {
            let tiles = blended_tiles(&tiles(size)).unwrap();
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
