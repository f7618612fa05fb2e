//! Candidate pitches: the distances at which the edges in a picture repeat.
//!
//! All tiles of a board have the same outline, and equal tiles the same pattern, so the gradient of the picture
//! correlates with itself at all multiples of the pitch. Strong gradients are compressed to about one size: a photograph
//! behind a board must not drown the outlines of its tiles.

use super::integral::IntegralImage;
use super::spectrum::{Correlogram, autocorrelation};

/// Pixels of the longer side of the reduced picture that is correlated.
// Of 120 screenshots the true pitch came first for 113 at 768 and at 1024 pixels; with an unflattened spectrum for 91 at
// 768 and 78 at 512.
const REDUCED_LENGTH: f64 = 768.0;

/// The least pitch in pixels.
// Set by hand: finer patterns are mostly those of grounds.
const MIN_PITCH: f64 = 14.0;

/// The largest pitch, as a share of the picture's length.
const MAX_PITCH: f64 = 0.5;

/// The first and the last step of the refinement, as shares of the pitch.
const STEPS: [f64; 2] = [0.008, 0.0001];

/// How far the refinement goes at most, as a share of the pitch.
// Without a limit it goes on to ever smaller pitches where stripes look the same at any distance.
const NEAR: f64 = 0.05;

/// Pitches that differ by less than this share are the same.
const SAME: f64 = 0.01;

/// Whether two pitches differ by less than they are known.
pub fn is_same(one: &[f64; 2], other: &[f64; 2]) -> bool {
    (0..2).all(|axis| (one[axis] / other[axis] - 1.0).abs() < SAME)
}

/// The autocorrelation of a picture's gradient.
pub struct Periods {
    /// Columns and rows of the reduced picture.
    size: [usize; 2],
    /// Pixels of the picture per reduced pixel.
    scale: [f64; 2],
    /// In standard deviations.
    strength: Correlogram,
}

impl Periods {
    pub fn of(image: &IntegralImage, flattened: f32) -> Periods {
        let sides = [image.width(), image.height()];
        let factor = (sides[0].max(sides[1]) as f64 / REDUCED_LENGTH).max(1.0);
        let size = sides.map(|side| ((side as f64 / factor) as usize).max(1));
        let scale = [0, 1].map(|axis| sides[axis] as f64 / size[axis] as f64);
        let mut strength = autocorrelation(&gradient(image, size), size[0], flattened);
        // Lag 0 is the power of the gradient, not a repetition.
        strength.values[0] = 0.0;
        let squares: f32 = strength.values.iter().map(|value| value * value).sum();
        let deviation = (squares / strength.values.len() as f32).sqrt();
        for value in &mut strength.values {
            *value /= deviation.max(f32::MIN_POSITIVE);
        }
        Periods {
            size,
            scale,
            strength,
        }
    }

    /// The likeliest pitches along both axes, in pixels, the likeliest first: the best ones, and then those that are no
    /// multiples of the first, which may be that of a pattern on the ground.
    pub fn pitches(&self) -> Vec<[f64; 2]> {
        /// The best pitches that are looked at, and those that are no multiples of the first.
        // Of 120 screenshots the true pitch came first for 113, among the first four for 115.
        const BEST: usize = 4;
        const OTHERS: usize = 2;
        /// Reduced pixels by which a multiple may be off.
        const MULTIPLE: f64 = 2.0;

        let peaks = [0, 1].map(|axis| self.peaks(axis));
        let mut pitches = self.best_of(&peaks);
        pitches.truncate(BEST);
        if let Some(first) = pitches.first().copied() {
            let others = [0, 1].map(|axis| {
                let is_multiple = |lag: &f64| {
                    let times = lag / first[axis];
                    times > 0.9 && (times - times.round()).abs() * first[axis] < MULTIPLE
                };
                let mut lags = peaks[axis].clone();
                lags.retain(|lag| !is_multiple(lag));
                lags
            });
            pitches.extend(self.best_of(&others).into_iter().take(OTHERS));
        }
        let pixels = |pitch: [f64; 2]| [0, 1].map(|axis| pitch[axis] * self.scale[axis]);
        pitches.into_iter().map(pixels).collect()
    }

    /// The likeliest combinations of lags along both axes.
    fn best_of(&self, peaks: &[Vec<f64>; 2]) -> Vec<[f64; 2]> {
        /// Peaks of each axis that are combined with those of the other; the strongest pairs of them that are refined.
        const PEAKS: usize = 12;
        const REFINED: usize = 16;
        /// The largest ratio of the sides of a tile.
        const MAX_RATIO: f64 = 2.2;

        let [of_x, of_y] = peaks.each_ref().map(|lags| &lags[..lags.len().min(PEAKS)]);
        let pairs = of_x.iter().flat_map(|x| of_y.iter().map(move |y| [*x, *y]));
        let is_possible = |[x, y]: &[f64; 2]| (1.0 / MAX_RATIO..=MAX_RATIO).contains(&(x / y));
        let scored = pairs
            .filter(is_possible)
            .map(|pitch| (self.score(pitch), pitch));
        let mut scored: Vec<(f64, [f64; 2])> = scored.collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut refined: Vec<(f64, [f64; 2])> = Vec::new();
        for (score, pitch) in scored
            .into_iter()
            .take(REFINED)
            .map(|(_, pitch)| self.refined(pitch))
        {
            if !refined.iter().any(|(_, known)| is_same(known, &pitch)) {
                refined.push((score, pitch));
            }
        }
        refined.sort_by(|a, b| b.0.total_cmp(&a.0));
        refined.into_iter().map(|(_, pitch)| pitch).collect()
    }

    /// The lags along an axis at which the correlation is highest, strongest first.
    fn peaks(&self, axis: usize) -> Vec<f64> {
        let at = |lag: usize| match axis {
            0 => self.at([lag as isize, 0]),
            _ => self.at([0, lag as isize]),
        };
        let first = (MIN_PITCH / self.scale[axis]) as usize;
        let last = (MAX_PITCH * self.size[axis] as f64) as usize;
        let is_peak = |lag: &usize| at(*lag) >= at(lag - 1) && at(*lag) > at(lag + 1);
        let mut peaks: Vec<(f32, f64)> = (first.max(2)..last)
            .filter(is_peak)
            .map(|lag| {
                let (before, peak, behind) = (at(lag - 1), at(lag), at(lag + 1));
                // The vertex of the parabola through the three.
                let vertex = 0.5 * (before - behind) / (before - 2.0 * peak + behind).min(-1e-6);
                (peak, lag as f64 + f64::from(vertex))
            })
            .collect();
        peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
        peaks.into_iter().map(|(_, lag)| lag).collect()
    }

    /// The correlation at all multiples of a pitch in reduced pixels, each weighted by the area of the overlap. Multiples
    /// of the true pitch have fewer of them, and parts of it some where nothing comes again.
    fn score(&self, pitch: [f64; 2]) -> f64 {
        /// The largest lag that counts, as a share of the picture's length.
        // Farther ones tell the pitch more exactly, but overlap less.
        const REACH: f64 = 0.6;
        /// Correlations are clipped to this, in standard deviations.
        const CLIP: f32 = 30.0;

        let size = self.size.map(|side| side as f64);
        let most = [0, 1].map(|axis| (size[axis] * REACH / pitch[axis]) as i32);
        let multiples =
            (0..=most[1]).flat_map(|down| (-most[0]..=most[0]).map(move |right| [right, down]));
        let multiples = multiples.filter(|[right, down]| *down > 0 || *right > 0);
        let (sum, squares) = multiples.fold((0.0, 0.0), |(sum, squares), multiple| {
            let lag = [0, 1].map(|axis| f64::from(multiple[axis]) * pitch[axis]);
            let area = (size[0] - lag[0].abs()) * (size[1] - lag[1]);
            let peak = f64::from(self.between(lag).min(CLIP));
            (sum + area * peak, squares + area * area)
        });
        if squares > 0.0 {
            sum / squares.sqrt()
        } else {
            0.0
        }
    }

    /// The pitch next to one that scores best (coordinate ascent), with its score.
    fn refined(&self, start: [f64; 2]) -> (f64, [f64; 2]) {
        let mut pitch = start;
        let mut best = self.score(pitch);
        let mut step = STEPS[0];
        while step > STEPS[1] {
            let before = best;
            for axis in [0, 1] {
                for by in [1.0 + step, 1.0 - step] {
                    let mut other = pitch;
                    other[axis] *= by;
                    if (other[axis] / start[axis] - 1.0).abs() > NEAR {
                        continue;
                    }
                    let score = self.score(other);
                    if score > best {
                        (best, pitch) = (score, other);
                    }
                }
            }
            if best == before {
                step /= 2.0;
            }
        }
        (best, pitch)
    }

    fn at(&self, lag: [isize; 2]) -> f32 {
        let columns = self.strength.columns;
        let rows = self.strength.values.len() / columns;
        let [x, y] = [
            lag[0].rem_euclid(columns as isize),
            lag[1].rem_euclid(rows as isize),
        ];
        self.strength.values[y as usize * columns + x as usize]
    }

    /// Interpolated.
    fn between(&self, lag: [f64; 2]) -> f32 {
        let [x, y] = lag.map(|lag| lag.floor() as isize);
        let [right, below] = lag.map(|lag| (lag - lag.floor()) as f32);
        let row = |y: isize| self.at([x, y]) * (1.0 - right) + self.at([x + 1, y]) * right;
        row(y) * (1.0 - below) + row(y + 1) * below
    }
}

/// The gradient of a picture reduced to a size, along x and along y, with its strength compressed.
fn gradient(image: &IntegralImage, size: [usize; 2]) -> [Vec<f32>; 2] {
    /// The gradient, 0 to 255 a pixel, that counts half as much as the strongest.
    const SOFT: f32 = 6.0;

    /// How much each channel counts for how bright a pixel is.
    const LUMA: [f32; 3] = [0.3, 0.5, 0.2];
    let [columns, rows] = size;
    let [width, height] = [image.width() as f64, image.height() as f64];
    let means = image.means([0.0, width], [0.0, height], size);
    let grey: Vec<f32> = (means.iter())
        .map(|color| {
            color
                .iter()
                .zip(LUMA)
                .map(|(value, share)| value * share)
                .sum()
        })
        .collect();
    let mut gradient = [vec![0.0; columns * rows], vec![0.0; columns * rows]];
    for y in 1..rows.saturating_sub(1) {
        for x in 1..columns.saturating_sub(1) {
            let at = y * columns + x;
            let (right, down) = (
                grey[at + 1] - grey[at - 1],
                grey[at + columns] - grey[at - columns],
            );
            let strength = right.hypot(down) + SOFT;
            gradient[0][at] = right / strength;
            gradient[1][at] = down / strength;
        }
    }
    gradient
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::spectrum::FLATTENED;
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    /// 12x9 tiles of so many random pixels, in ten kinds: nothing but that they come again tells where they are.
    fn tiles([wide, high]: [usize; 2]) -> IntegralImage {
        let kinds: Vec<Raster> = (0..10).map(|kind| noise(wide, high, kind)).collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let kind_of: Vec<usize> = (0..12 * 9)
            .map(|_| random.next_u64() as usize % 10)
            .collect();
        let pixel = |index: usize| {
            let (x, y) = (index % (12 * wide), index / (12 * wide));
            let kind = kind_of[y / high * 12 + x / wide];
            kinds[kind].pixels()[y % high * wide + x % wide]
        };
        let pixels = (0..12 * 9 * wide * high).map(pixel);
        IntegralImage::of(&Raster::new(12 * wide, pixels.collect()))
    }

    #[test]
    fn tiles_come_again_after_their_length() {
        for size in [[20, 20], [20, 27]] {
            let [x, y] = Periods::of(&tiles(size), FLATTENED).pitches()[0];
            let apart = (x - size[0] as f64).abs().max((y - size[1] as f64).abs());
            assert!(apart < 0.2, "{x} {y}");
        }
    }

    #[test]
    fn stripes_that_come_again_at_any_distance_are_given_up_soon() {
        let pixel = |index: usize| {
            let [x, y] = [index % 480, index / 480];
            let shade = (y / 11 % 2 * 60 + x / 160 * 20) as u8;
            Some(Rgb::new(shade, shade, shade))
        };
        let striped = Raster::new(480, (0..480 * 700).map(pixel).collect());
        let periods = Periods::of(&IntegralImage::of(&striped), FLATTENED);
        for start in [[30.0, 22.0], [80.0, 44.0]] {
            let (_, pitch) = periods.refined(start);
            let is_near = |axis: usize| (pitch[axis] / start[axis] - 1.0).abs() <= NEAR;
            assert!(is_near(0) && is_near(1), "{pitch:?}");
        }
    }

    #[test]
    fn in_a_picture_of_one_colour_nothing_comes_again() {
        let plain = Raster::new(90, vec![Some(Rgb::new(9, 9, 9)); 90 * 70]);
        assert_eq!(
            Periods::of(&IntegralImage::of(&plain), FLATTENED).pitches(),
            [[0.0; 2]; 0]
        );
    }
}
