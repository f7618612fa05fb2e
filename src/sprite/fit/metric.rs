//! How much of a change of the small picture is seen in the large one.

use super::enlargement::Band;
use super::planes::{Planes, Shade, TINTS};

/// For each two pixels the product of what they become, in parts of what an even picture becomes: the normal matrix of an
/// enlargement, an axis at a time. Of blocks it is one for a pixel with itself and else nothing; what is blurred shares
/// with its neighbours.
#[derive(Clone, Debug)]
pub struct Metric {
    across: Band,
    down: Band,
}

impl Metric {
    pub fn new(across: Band, down: Band) -> Metric {
        Metric { across, down }
    }

    /// Calls with each place that shares with this one, and how much.
    fn for_each(&self, place: usize, mut visit: impl FnMut(usize, f32)) {
        let width = self.across.len();
        let (x, y) = (place % width, place / width);
        for (row, down) in self.down.near(y) {
            for (column, across) in self.across.near(x) {
                visit(row * width + column, down * across);
            }
        }
    }

    /// The product with a picture.
    fn times(&self, values: &[f32]) -> Vec<f32> {
        let width = self.across.len();
        let rows = values.chunks_exact(width);
        let wide: Vec<f32> = rows
            .flat_map(|row| {
                (0..width).map(|x| self.across.near(x).map(|(i, share)| row[i] * share).sum())
            })
            .collect();
        let mut product = vec![0.0; values.len()];
        for (y, row) in product.chunks_exact_mut(width).enumerate() {
            for (i, share) in self.down.near(y) {
                for (sum, value) in row.iter_mut().zip(&wide[i * width..]) {
                    *sum += share * value;
                }
            }
        }
        product
    }

    fn of_itself(&self, place: usize) -> f32 {
        let width = self.across.len();
        self.across.of_itself(place % width) * self.down.of_itself(place / width)
    }
}

/// The metrics of brightness and of the differences of colour.
#[derive(Clone, Debug)]
pub struct Metrics {
    pub brightness: Metric,
    pub tint: Metric,
}

impl Metrics {
    /// Of a picture that was not enlarged.
    pub fn unchanged(width: usize, height: usize) -> Metrics {
        let metric = Metric::new(Band::unit(width), Band::unit(height));
        Metrics {
            brightness: metric.clone(),
            tint: metric,
        }
    }

    fn of(&self, channel: usize) -> &Metric {
        match TINTS.contains(&channel) {
            true => &self.tint,
            false => &self.brightness,
        }
    }
}

/// A picture beside another one: how far they are from each other when they are enlarged.
#[derive(Clone, Debug)]
pub struct Gap<'a> {
    metrics: &'a Metrics,
    /// Channel by channel.
    far: [Vec<f32>; 3],
    /// The product of that with the metric.
    slope: [Vec<f32>; 3],
}

impl<'a> Gap<'a> {
    /// Of a picture with these shades.
    pub fn new(metrics: &'a Metrics, planes: &Planes, shades: &[Shade]) -> Gap<'a> {
        let far: [Vec<f32>; 3] = std::array::from_fn(|channel| {
            let pairs = shades.iter().zip(&planes.channels[channel]);
            pairs.map(|(shade, value)| shade[channel] - value).collect()
        });
        let slope = std::array::from_fn(|channel| metrics.of(channel).times(&far[channel]));
        Gap {
            metrics,
            far,
            slope,
        }
    }

    /// The sums of squares, for each number of a pixel.
    pub fn squares(&self) -> Shade {
        std::array::from_fn(|channel| {
            let pairs = self.far[channel].iter().zip(&self.slope[channel]);
            pairs.map(|(far, slope)| far * slope).sum()
        })
    }

    /// By how much the squares grow, where each number has this weight, if a pixel changes by so much.
    pub fn growth(&self, place: usize, change: Shade, weights: Shade) -> f32 {
        let of = |channel: usize| {
            let (change, slope) = (change[channel], self.slope[channel][place]);
            let itself = self.metrics.of(channel).of_itself(place);
            weights[channel] * change * (2.0 * slope + change * itself)
        };
        of(0) + of(1) + of(2)
    }

    pub fn change(&mut self, place: usize, change: Shade) {
        for (channel, change) in change.into_iter().enumerate() {
            self.far[channel][place] += change;
            let slope = &mut self.slope[channel];
            let spread = |other: usize, share: f32| slope[other] += change * share;
            self.metrics.of(channel).for_each(place, spread);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Raster;
    use crate::sprite::fit::enlargement::{Kernel, Sampling};
    use crate::sprite::fit::way::Way;

    /// Shades without an order, of a picture of 6x5 pixels.
    fn shades(seed: usize) -> Vec<Shade> {
        let number = |i: usize| ((i * 37 + seed * 11) % 101) as f32;
        (0..30)
            .map(|i| [number(i), number(i + 5), number(i + 9)])
            .collect()
    }

    fn planes(shades: &[Shade]) -> Planes {
        let mut planes = Planes::of(&Raster::new(6, vec![None; 30]));
        for (place, shade) in shades.iter().enumerate() {
            for (channel, value) in shade.iter().enumerate() {
                planes.channels[channel][place] = *value;
            }
        }
        planes
    }

    #[test]
    fn a_gap_is_the_difference_of_the_enlarged_pictures() {
        let (canvas, mut painting) = (shades(1), shades(2));
        for kernel in [Kernel::Block, Kernel::Linear] {
            for sampling in [Sampling::Full, Sampling::Halved] {
                let way = Way::new((6, 5), (18, 15), kernel, sampling);
                let (metrics, canvas) = (way.metrics(), planes(&canvas));
                let squares = |painting: &[Shade]| {
                    let mut rest = way.shown(&canvas);
                    rest.subtract_from(&way.shown(&planes(painting)));
                    rest.mean_squares().map(|mean| mean * 30.0)
                };
                let mut gap = Gap::new(&metrics, &canvas, &painting);
                let before: f32 = gap.squares().iter().sum();
                let growth = gap.growth(8, [3.0, -2.0, 9.0], [1.0; 3]);
                gap.change(8, [3.0, -2.0, 9.0]);
                painting[8] = std::array::from_fn(|i| painting[8][i] + [3.0, -2.0, 9.0][i]);
                let after = gap.squares();
                let near = |a: f32, b: f32| (a - b).abs() < 1e-3 * before;
                assert!(
                    near(before + growth, after.iter().sum()),
                    "{kernel:?} {sampling:?}"
                );
                let pairs = after.into_iter().zip(squares(&painting));
                assert!(
                    pairs.clone().all(|(a, b)| near(a, b)),
                    "{kernel:?} {sampling:?} {pairs:?}"
                );
            }
        }
    }
}
