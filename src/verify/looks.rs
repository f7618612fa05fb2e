//! Whether cells of one colour look alike, in all their pixels: a scratch shows, wherever in a cell it is.

use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use crate::color::Rgb;
use crate::game::{Column, FieldSize, Row};

/// How much cells of one colour may differ.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// The largest difference per channel.
    pub channel: u8,
    /// How many pixels a pattern may be shifted, as scaling does.
    pub shift: usize,
    /// The share of a cell's side along its edges that does not count, since smooth scaling mixes it with its neighbours.
    pub margin: f64,
    /// The share of a cell's pixels that may differ by more.
    pub share: f64,
    /// The share of the cells that may be the lightest and the darkest at a point without telling what it looks like;
    /// with a half of them, the median alone does.
    pub outliers: f64,
}

impl Tolerance {
    /// Of pictures that have not been scaled.
    pub const NONE: Tolerance = Tolerance {
        channel: 0,
        shift: 0,
        margin: 0.0,
        share: 0.0,
        outliers: 0.5,
    };
}

/// The cells of a field, sampled in `side` x `side` points each.
pub struct Looks<'a, F> {
    pub field: FieldSize,
    /// The colour of each cell, row by row.
    pub cells: &'a [Rgb],
    pub side: usize,
    /// The colour of a point of a cell, by column and row.
    pub sample: F,
}

impl<F: Fn((Column, Row), (usize, usize)) -> Rgb> Looks<'_, F> {
    /// The cells that look unlike most others of their colour. Of a colour with a single cell nothing can be said.
    pub fn odd_cells(&self, tolerance: Tolerance) -> Vec<(Column, Row)> {
        let mut groups: FxHashMap<Rgb, Vec<(Column, Row)>> = FxHashMap::default();
        let width = self.field.width();
        for (index, color) in self.cells.iter().enumerate() {
            let cell = (Column(index % width), Row(index / width));
            groups.entry(*color).or_default().push(cell);
        }
        let groups = groups.values();
        let odd = groups.flat_map(|cells| self.odd_ones(cells, tolerance));
        let mut odd: Vec<(Column, Row)> = odd.collect();
        odd.sort_by_key(|(column, row)| (*row, *column));
        odd
    }

    fn odd_ones(&self, cells: &[(Column, Row)], tolerance: Tolerance) -> Vec<(Column, Row)> {
        let points = self.points((self.side as f64 * tolerance.margin).ceil() as usize);
        let usual = self.usual_look(cells, tolerance.outliers);
        let ranges = points
            .iter()
            .map(|point| self.range(&usual, *point, tolerance));
        let ranges: Vec<[RangeInclusive<u8>; 3]> = ranges.collect();
        let is_odd = |cell: &&(Column, Row)| {
            let differs = points.iter().zip(&ranges).filter(|(point, range)| {
                let color = (self.sample)(**cell, **point).channels();
                let mut channels = range.iter().zip(color);
                channels.any(|(range, channel)| !range.contains(&channel))
            });
            differs.count() as f64 > tolerance.share * points.len() as f64
        };
        cells.iter().filter(is_odd).copied().collect()
    }

    /// The points that count, away from the edges by this many.
    fn points(&self, margin: usize) -> Vec<(usize, usize)> {
        let inner = margin..self.side.saturating_sub(margin);
        let points = inner
            .clone()
            .flat_map(|y| inner.clone().map(move |x| (x, y)));
        points.collect()
    }

    /// Point by point and channel by channel what most of the cells are between, or some of them if they are many.
    fn usual_look(&self, cells: &[(Column, Row)], outliers: f64) -> Vec<[[u8; 2]; 3]> {
        const ENOUGH: usize = 255;
        let step = cells.len().div_ceil(ENOUGH);
        let some: Vec<(Column, Row)> = cells.iter().step_by(step).copied().collect();
        let last = some.len() - 1;
        let left_out = ((some.len() as f64 * outliers) as usize)
            .max(1)
            .min(last / 2);
        let most = |point: (usize, usize)| {
            let colors = some
                .iter()
                .map(|cell| (self.sample)(*cell, point).channels());
            let colors: Vec<[u8; 3]> = colors.collect();
            [0, 1, 2].map(|channel| {
                let mut values: Vec<u8> = colors.iter().map(|color| color[channel]).collect();
                values.sort_unstable();
                [values[left_out], values[last - left_out]]
            })
        };
        self.points(0).into_iter().map(most).collect()
    }

    /// What a point may look like.
    fn range(
        &self,
        usual: &[[[u8; 2]; 3]],
        (x, y): (usize, usize),
        tolerance: Tolerance,
    ) -> [RangeInclusive<u8>; 3] {
        let near = |at: usize| {
            at.saturating_sub(tolerance.shift)..=(at + tolerance.shift).min(self.side - 1)
        };
        let looks = || near(y).flat_map(|y| near(x).map(move |x| usual[y * self.side + x]));
        [0, 1, 2].map(|channel| {
            let least = looks().map(|look| look[channel][0]).min().unwrap_or(0);
            let most = looks().map(|look| look[channel][1]).max().unwrap_or(0);
            least.saturating_sub(tolerance.channel)..=most.saturating_add(tolerance.channel)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIGHT: Rgb = Rgb::new(200, 200, 200);
    const DARK: Rgb = Rgb::new(20, 20, 20);

    /// A field of 6x6 cells of 8 pixels with a light edge each, one pixel of one of them another colour.
    fn odd(scratch: (usize, usize), tolerance: Tolerance) -> Vec<(Column, Row)> {
        let field = FieldSize::new(6, 6).unwrap();
        let cells: Vec<Rgb> = (0..36)
            .map(|i| if i % 2 == 0 { LIGHT } else { DARK })
            .collect();
        let sample = |(column, row): (Column, Row), point: (usize, usize)| match (
            point,
            (column.0, row.0),
        ) {
            (point, (2, 3)) if point == scratch => Rgb::new(200, 20, 20),
            ((0, _) | (_, 0), _) => Rgb::WHITE,
            _ => cells[row.0 * 6 + column.0],
        };
        let looks = Looks {
            field,
            cells: &cells,
            side: 8,
            sample,
        };
        looks.odd_cells(tolerance)
    }

    #[test]
    fn a_scratch_of_one_pixel_is_seen() {
        let scaled = Tolerance {
            channel: 48,
            shift: 1,
            margin: 0.125,
            share: 0.02,
            outliers: 0.1,
        };
        for scratch in [(0, 0), (4, 4), (7, 1), (6, 6)] {
            assert_eq!(odd(scratch, Tolerance::NONE), [(Column(2), Row(3))]);
        }
        assert_eq!(odd((9, 9), Tolerance::NONE), []);
        assert_eq!(odd((5, 5), scaled), [(Column(2), Row(3))]);
        assert_eq!(odd((7, 5), scaled), []);
    }
}
