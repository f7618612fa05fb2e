//! Candidate pitches from the autocorrelation of a picture: every two equal tiles make it similar to itself shifted
//! by whole periods, so a regular grid shows as peaks at all multiples of its pitch.

use super::integral::IntegralImage;
use super::pitch::{MIN_PITCH, strongest};
use super::spectrum::{Correlogram, whitened_autocorrelation};

/// Pixels of the longer side of the reduced picture that is correlated.
// More resolve smaller tiles, but cost time by the square; the pitch is refined on the full picture later.
const REDUCED_LENGTH: usize = 384;

/// The least pitch in pixels of the reduced picture.
// Below it the peaks of neighbouring pitches run into each other.
const MIN_REDUCED_PITCH: f64 = 6.0;

/// The largest lag that counts, as a share of the picture's length.
// Beyond it only narrow margins overlap.
const MAX_LAG: f64 = 0.8;

/// Correlations are clipped to this, in standard deviations.
// A single large object correlates strongly at a few lags and would outweigh a hundred tiles.
const CLIP: f32 = 8.0;

/// The autocorrelation of a reduced picture.
pub struct Autocorrelation {
    /// Pixels of the picture per reduced pixel.
    factor: usize,
    /// Columns and rows of the reduced picture.
    size: [usize; 2],
    /// In standard deviations.
    strength: Correlogram,
}

/// Steps, a thousandth of the pitch each, by which a given pitch may be off.
const TOLERANCE: i32 = 6;

/// Candidates to return: equal along both axes, and others.
// Most tiles are square; more candidates cost a search each and have found no more boards.
const SQUARES: usize = 8;
const OBLONGS: usize = 4;

/// Pitches of each axis that are combined with those of the other.
const PER_AXIS: usize = 3;

/// The largest ratio of the sides of a tile.
const MAX_RATIO: f64 = 2.5;

impl Autocorrelation {
    pub fn of(image: &IntegralImage) -> Autocorrelation {
        let (width, height) = (image.width(), image.height());
        let factor = (width.max(height).div_ceil(REDUCED_LENGTH)).min(width.min(height));
        let size = [width / factor, height / factor];
        let mut strength = whitened_autocorrelation(&reduced(image, factor, size), size[0]);
        // Lag 0 is the power of the picture, not a repetition.
        let values = &mut strength.values;
        let squares: f32 = values[1..].iter().map(|value| value * value).sum();
        let deviation = (squares / values.len() as f32)
            .sqrt()
            .max(f32::MIN_POSITIVE);
        for value in values {
            *value = (*value / deviation).min(CLIP);
        }
        Autocorrelation {
            factor,
            size,
            strength,
        }
    }

    /// The pitches along both axes, in pixels, at whose multiples the peaks are clearest.
    pub fn candidate_pitches(&self) -> Vec<[f64; 2]> {
        const NONE: f64 = f64::INFINITY;
        let squares = self.strongest(SQUARES, |pitch| [pitch; 2]);
        let of_x = self.strongest(PER_AXIS, |pitch| [pitch, NONE]);
        let of_y = self.strongest(PER_AXIS, |pitch| [NONE, pitch]);
        let along_both = of_x.iter().flat_map(|x| of_y.iter().map(|y| [x[0], y[1]]));
        let mut oblongs: Vec<[f64; 2]> = along_both.collect();
        oblongs.sort_by(|a, b| self.peak(*b).total_cmp(&self.peak(*a)));
        let all = squares.into_iter().chain(oblongs.into_iter().take(OBLONGS));
        let is_possible = |[x, y]: &[f64; 2]| (1.0 / MAX_RATIO..=MAX_RATIO).contains(&(x / y));
        all.filter(is_possible)
            .map(|pitch| pitch.map(|pitch| pitch * self.factor as f64))
            .collect()
    }

    /// The strongest pitches of a form, at most `count`.
    fn strongest(&self, count: usize, form: impl Fn(f64) -> [f64; 2]) -> Vec<[f64; 2]> {
        let (shorter, longer) = (
            self.size[0].min(self.size[1]),
            self.size[0].max(self.size[1]),
        );
        let mut found = Vec::new();
        let mut pitch = (MIN_PITCH / self.factor as f64).max(MIN_REDUCED_PITCH);
        while pitch < shorter as f64 {
            found.push((self.peak(form(pitch)), pitch));
            // The last multiple moves by half a pixel.
            pitch += 0.5 * pitch / longer as f64;
        }
        strongest(found, count).into_iter().map(form).collect()
    }

    /// The strength of the peaks at all multiples of a pitch in pixels, or of one within the tolerance, in standard
    /// deviations.
    pub fn peak_at(&self, pitch: [f64; 2]) -> f64 {
        let near = (-TOLERANCE..=TOLERANCE).map(|by| 1.0 + 0.001 * f64::from(by));
        let peaks =
            near.map(|share| self.peak(pitch.map(|pitch| pitch * share / self.factor as f64)));
        peaks.fold(0.0, f64::max)
    }

    /// Of a pitch in reduced pixels; an infinite one has no multiples. Each multiple is weighted by the area of the
    /// overlap.
    fn peak(&self, pitch: [f64; 2]) -> f64 {
        let most = [0, 1].map(|axis| (MAX_LAG * self.size[axis] as f64 / pitch[axis]) as i32);
        // The autocorrelation is symmetric: upward lags repeat the others.
        let multiples =
            (0..=most[1]).flat_map(|down| (-most[0]..=most[0]).map(move |right| [right, down]));
        let multiples = multiples.filter(|[right, down]| *down > 0 || *right > 0);
        let times = |multiple: i32, pitch: f64| {
            if multiple == 0 {
                0.0
            } else {
                f64::from(multiple) * pitch
            }
        };
        let (sum, squares) = multiples.fold((0.0, 0.0), |(sum, squares), [right, down]| {
            let [right, down] = [times(right, pitch[0]), times(down, pitch[1])];
            let area = (self.size[0] as f64 - right.abs()) * (self.size[1] as f64 - down);
            (
                sum + area * f64::from(self.at(right, down)),
                squares + area * area,
            )
        });
        if squares > 0.0 {
            sum / squares.sqrt()
        } else {
            0.0
        }
    }

    fn at(&self, right: f64, down: f64) -> f32 {
        let columns = self.strength.columns;
        let column = (right.round() as isize).rem_euclid(columns as isize) as usize;
        self.strength.values[down.round() as usize * columns + column]
    }
}

/// The channels of a picture reduced by a factor, each with its mean subtracted.
fn reduced(image: &IntegralImage, factor: usize, [columns, rows]: [usize; 2]) -> [Vec<f32>; 3] {
    let span = |at: usize| [at * factor, (at + 1) * factor];
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let pixels: Vec<[f32; 3]> = places
        .map(|(column, row)| image.mean(span(column), span(row)))
        .collect();
    let means = image.mean([0, columns * factor], [0, rows * factor]);
    std::array::from_fn(|channel| {
        pixels
            .iter()
            .map(|pixel| pixel[channel] - means[channel])
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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
    fn tiles_of_random_pixels_come_again_after_their_length() {
        let autocorrelation = Autocorrelation::of(&tiles([20, 20]));
        let [pitch, _] = autocorrelation.candidate_pitches()[0];
        assert!((pitch - 20.0).abs() < 0.2, "{pitch}");
    }

    #[test]
    fn tiles_need_not_be_square() {
        let autocorrelation = Autocorrelation::of(&tiles([20, 27]));
        let pitches = autocorrelation.candidate_pitches();
        let [x, y] = pitches.into_iter().find(|[x, y]| x != y).unwrap();
        assert!((x - 20.0).abs() < 0.2 && (y - 27.0).abs() < 0.4, "{x} {y}");
    }

    #[test]
    fn in_a_picture_of_one_colour_nothing_is_clear() {
        let plain = Raster::new(90, vec![Some(Rgb::new(9, 9, 9)); 90 * 70]);
        let autocorrelation = Autocorrelation::of(&IntegralImage::of(&plain));
        assert_eq!(autocorrelation.peak_at([20.0, 20.0]), 0.0);
    }
}
