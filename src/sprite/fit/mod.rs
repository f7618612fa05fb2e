//! The true size and the few colours of pixel art that was enlarged smoothly, or stored as a JPEG.
//!
//! Whoever enlarges a picture multiplies it by a matrix along each axis ([`Enlargement`]). So for each size that the
//! picture may have had, and each usual way to enlarge, the one picture is computed that comes nearest by least
//! squares; what it leaves unexplained tells which size was the true one. That picture's colours are blurred only by
//! what JPEG has added, and [`few_colors`] finds those that were meant.

mod enlargement;
mod few_colors;
mod planes;

use self::enlargement::{Enlargement, Kernel};
use self::few_colors::few_colors;
use self::planes::{Planes, transposed};
use super::{ColorLimit, SpriteError};
use crate::picture::Raster;

/// A picture at its true size.
pub(super) struct Fitted {
    pub raster: Raster,
    /// The factor that it was enlarged by.
    pub factor: usize,
    /// Colours before they were limited.
    pub colors: usize,
}

/// The largest pictures that are brought back, in pixels: the work grows with them.
pub(super) const MAX_FITTED: usize = 1 << 22;

/// The largest pictures that are tried with factors that are not whole.
const MAX_UNEVEN: usize = 1 << 16;

/// The greatest factor that is tried.
const GREATEST: usize = 64;

/// The shortest side of a true picture, and the longest: no field is as wide or as high.
const SIDES: std::ops::RangeInclusive<usize> = 4..=512;

/// Brings a picture back to the size and the colours that it was drawn in.
///
/// Errors: [`SpriteError::TooLargeToFit`], [`SpriteError::NotEnlarged`].
pub(super) fn fit(raster: &Raster, limit: Option<ColorLimit>) -> Result<Fitted, SpriteError> {
    let (width, height) = (raster.width(), raster.height());
    if width * height > MAX_FITTED {
        return Err(SpriteError::TooLargeToFit { width, height });
    }
    let planes = Planes::of(raster);
    let enlarged = planes
        .best_origin(whole_parts(width, height))
        .or_else(|| planes.best_origin(other_parts(width, height)));
    let origin = match enlarged {
        Some(origin) => origin,
        None if is_a_size(&(width, height)) => Origin::unchanged(planes),
        None => return Err(SpriteError::NotEnlarged { width, height }),
    };
    let palette = few_colors(&origin.planes, origin.factor, limit);
    Ok(Fitted {
        raster: palette.raster,
        factor: origin.factor,
        colors: palette.colors,
    })
}

/// Widths and heights of which the picture's are the same whole multiple.
fn whole_parts(width: usize, height: usize) -> Vec<(usize, usize)> {
    let divides = |factor: &usize| width.is_multiple_of(*factor) && height.is_multiple_of(*factor);
    let factors = (2..=GREATEST).filter(divides);
    let sizes = factors.map(|factor| (width / factor, height / factor));
    sizes.filter(is_a_size).collect()
}

/// All other sizes of the same shape; of a large picture there are too many.
fn other_parts(width: usize, height: usize) -> Vec<(usize, usize)> {
    if width * height > MAX_UNEVEN {
        return Vec::new();
    }
    let other = |narrow: usize| (narrow, (narrow * height + width / 2) / width);
    let sizes = (width / GREATEST..=width * 2 / 3).map(other);
    sizes.filter(is_a_size).collect()
}

fn is_a_size((width, height): &(usize, usize)) -> bool {
    SIDES.contains(width) && SIDES.contains(height)
}

impl Planes {
    /// The picture that most likely became this one, of those of these sizes that explain it.
    fn best_origin(&self, sizes: Vec<(usize, usize)>) -> Option<Origin> {
        let ways = sizes
            .into_iter()
            .flat_map(|size| Kernel::ALL.map(|kernel| (size, kernel)));
        let origins = ways.map(|(size, kernel)| self.origin(size, kernel));
        let best = origins.min_by(|a, b| a.cost.total_cmp(&b.cost));
        best.filter(|origin| origin.unexplained <= MOST_NOISE)
    }

    /// What comes nearest to this picture when it is enlarged so.
    fn origin(&self, (width, height): (usize, usize), kernel: Kernel) -> Origin {
        let across = Enlargement::new(width, self.width, kernel);
        let down = Enlargement::new(height, self.height, kernel);
        let mut unexplained = 0.0;
        let channels = self.channels.each_ref().map(|shown| {
            let low = down.undo(shown, self.width);
            let small = across.undo(&transposed(&low, self.width), height);
            let wide = across.apply(&small, height);
            let again = down.apply(&transposed(&wide, height), self.width);
            unexplained += square_distance(shown, &again);
            transposed(&small, height)
        });
        let unexplained = unexplained / (3 * self.width * self.height) as f64;
        Origin {
            planes: Planes {
                width,
                height,
                channels,
            },
            factor: (2 * self.width + width) / (2 * width),
            unexplained,
            cost: description_length(self.width * self.height, width * height, unexplained),
        }
    }
}

/// The sum of the squares of the differences, by lanes that a processor adds at once.
fn square_distance(a: &[f32], b: &[f32]) -> f64 {
    const LANES: usize = 16;
    let chunks = a.chunks(1024).zip(b.chunks(1024));
    let sums = chunks.map(|(a, b)| {
        let mut sums = [0.0; LANES];
        for (a, b) in a.chunks(LANES).zip(b.chunks(LANES)) {
            for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
                *sum += (a - b) * (a - b);
            }
        }
        f64::from(sums.iter().sum::<f32>())
    });
    sums.sum()
}

/// A picture that another one may have been made of.
struct Origin {
    planes: Planes,
    factor: usize,
    /// The mean square of what it leaves unexplained, of 255.
    unexplained: f64,
    /// How much there is to tell about it and what it leaves unexplained.
    cost: f64,
}

impl Origin {
    fn unchanged(planes: Planes) -> Origin {
        Origin {
            planes,
            factor: 1,
            unexplained: 0.0,
            cost: 0.0,
        }
    }
}

/// The mean square of what JPEG adds at most, of 255: of those pictures it was 16 at quality 75. An enlargement by a
/// wrong factor leaves several hundred unexplained.
const MOST_NOISE: f64 = 100.0;

/// The mean square that no picture explains, of 255: below, differences are rounding. Tuned with
/// [`description_length`] on some 40 sprites of other projects, enlarged 2 to 9 times, JPEG 75 to 95.
const ROUNDING: f64 = 2.0;

/// How long a description of a picture is that names the numbers of a smaller one and then what it leaves unexplained
/// (Schwarz's criterion): a finer grid always explains more, but has more to tell.
fn description_length(pixels: usize, told: usize, unexplained: f64) -> f64 {
    let numbers = (3 * pixels) as f64;
    let told = (3 * told) as f64;
    numbers * (unexplained + ROUNDING).ln() + told * numbers.ln()
}

#[cfg(test)]
mod tests;
