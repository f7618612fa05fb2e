//! After which distances a picture comes again: every two equal tiles make it equal to itself moved by some whole
//! periods.

use super::pitch::{LEAST_PITCH, clearest};
use super::spectrum::{Correlation, autocorrelation};
use super::sums::Sums;

/// The picture is looked at in so many pixels along its longer side.
const LENGTH: usize = 384;

/// The share of the picture's length that distances may have: parts that are farther apart are small.
const FARTHEST: f64 = 0.8;

/// The least pitch in pixels that are looked at.
const LEAST: f64 = 6.0;

/// An echo of so many standard deviations is one; of stronger ones some are of a single large thing.
const STRONG: f32 = 8.0;

/// How much a picture is equal to itself at each distance.
pub struct Echoes {
    /// Pixels of the picture to one that is looked at.
    factor: usize,
    /// Pixels that are looked at along each axis.
    size: [usize; 2],
    /// In standard deviations.
    strength: Correlation,
}

impl Echoes {
    pub fn of(sums: &Sums) -> Echoes {
        let (width, height) = (sums.width(), sums.height());
        let factor = width.max(height).div_ceil(LENGTH).min(width.min(height));
        let size = [width / factor, height / factor];
        let mut strength = autocorrelation(&small(sums, factor, size), size[0]);
        // All but those at no distance.
        let values = &mut strength.values;
        let squares: f32 = values[1..].iter().map(|value| value * value).sum();
        let deviation = (squares / values.len() as f32)
            .sqrt()
            .max(f32::MIN_POSITIVE);
        for value in values {
            *value = (*value / deviation).min(STRONG);
        }
        Echoes {
            factor,
            size,
            strength,
        }
    }

    /// The pitches along both axes whose multiples are the distances with the clearest echoes: so many square
    /// ones, and so many others.
    pub fn pitches(&self, square: usize, oblong: usize) -> Vec<[f64; 2]> {
        const NONE: f64 = f64::INFINITY;
        let squares = self.clearest(square, |pitch| [pitch; 2]);
        let of_x = self.clearest(CLEAREST, |pitch| [pitch, NONE]);
        let of_y = self.clearest(CLEAREST, |pitch| [NONE, pitch]);
        let along_both = of_x.iter().flat_map(|x| of_y.iter().map(|y| [x[0], y[1]]));
        let mut oblongs: Vec<[f64; 2]> = along_both.collect();
        oblongs.sort_by(|a, b| self.clarity(*b).total_cmp(&self.clarity(*a)));
        let all = squares.into_iter().chain(oblongs.into_iter().take(oblong));
        all.map(|pitch| pitch.map(|pitch| pitch * self.factor as f64))
            .collect()
    }

    /// The clearest pitches of a form, at most `most`.
    fn clearest(&self, most: usize, form: impl Fn(f64) -> [f64; 2]) -> Vec<[f64; 2]> {
        let (shorter, longer) = (
            self.size[0].min(self.size[1]),
            self.size[0].max(self.size[1]),
        );
        let mut found = Vec::new();
        let mut pitch = (LEAST_PITCH / self.factor as f64).max(LEAST);
        while pitch < shorter as f64 {
            found.push((self.clarity(form(pitch)), pitch));
            // At the last multiple that is half a pixel.
            pitch += 0.5 * pitch / longer as f64;
        }
        clearest(found, most).into_iter().map(form).collect()
    }

    /// How sure it is that the picture comes again at all multiples of a pitch, or of one very near to it, in
    /// standard deviations.
    pub fn clarity_of(&self, pitch: [f64; 2]) -> f64 {
        let near = (-NEAR..=NEAR).map(|by| 1.0 + 0.001 * f64::from(by));
        let clarity =
            near.map(|share| self.clarity(pitch.map(|pitch| pitch * share / self.factor as f64)));
        clarity.fold(0.0, f64::max)
    }

    /// Of a pitch in the pixels that are looked at. Each multiple counts by the area that is compared there.
    fn clarity(&self, pitch: [f64; 2]) -> f64 {
        let most = [0, 1].map(|axis| (FARTHEST * self.size[axis] as f64 / pitch[axis]) as i32);
        // Those above are the same.
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

/// Thousandths by which a pitch may be off.
const NEAR: i32 = 6;

/// Pitches of each axis that are tried with those of the other.
const CLEAREST: usize = 3;

/// The channels of a picture made smaller, each around its mean.
fn small(sums: &Sums, factor: usize, [columns, rows]: [usize; 2]) -> [Vec<f32>; 3] {
    let span = |at: usize| [at * factor, (at + 1) * factor];
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let pixels: Vec<[f32; 3]> = places
        .map(|(column, row)| sums.mean(span(column), span(row)))
        .collect();
    let means = sums.mean([0, columns * factor], [0, rows * factor]);
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
    fn tiles([wide, high]: [usize; 2]) -> Sums {
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
        Sums::of(&Raster::new(12 * wide, pixels.collect()))
    }

    #[test]
    fn tiles_of_random_pixels_come_again_after_their_length() {
        let echoes = Echoes::of(&tiles([20, 20]));
        let [pitch, _] = echoes.pitches(1, 0)[0];
        assert!((pitch - 20.0).abs() < 0.2, "{pitch}");
    }

    #[test]
    fn tiles_need_not_be_square() {
        let echoes = Echoes::of(&tiles([20, 27]));
        let [x, y] = echoes.pitches(0, 1)[0];
        assert!((x - 20.0).abs() < 0.2 && (y - 27.0).abs() < 0.4, "{x} {y}");
    }

    #[test]
    fn in_a_picture_of_one_colour_nothing_is_clear() {
        let plain = Raster::new(90, vec![Some(Rgb::new(9, 9, 9)); 90 * 70]);
        let echoes = Echoes::of(&Sums::of(&plain));
        assert_eq!(echoes.clarity([20.0, 20.0]), 0.0);
    }
}
