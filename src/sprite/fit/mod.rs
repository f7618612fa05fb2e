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
use self::few_colors::{few_colors, noise};
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
    let palette = few_colors(&origin.planes, origin.noise(), limit);
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
    ///
    /// A first look compares what the sizes and kernels leave unexplained; the best ones are then judged as pictures in
    /// few colours, which the true one is.
    fn best_origin(&self, sizes: Vec<(usize, usize)>) -> Option<Origin> {
        let ways = sizes
            .into_iter()
            .flat_map(|size| Kernel::ALL.map(|kernel| (size, kernel)));
        let origins = ways
            .map(|(size, kernel)| self.origin(size, kernel))
            .filter(|origin| origin.unexplained <= MOST_NOISE);
        let mut finalists = Vec::new();
        for origin in origins {
            finalists.push(origin);
            finalists.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            finalists.truncate(FINALISTS);
        }
        let judged = finalists
            .into_iter()
            .map(|origin| self.in_few_colors(origin));
        judged.min_by(|a, b| a.cost.total_cmp(&b.cost))
    }

    /// What comes nearest to this picture when it is enlarged so.
    fn origin(&self, (width, height): (usize, usize), kernel: Kernel) -> Origin {
        let way = Way::new((width, height), (self.width, self.height), kernel);
        let mut unexplained = 0.0;
        let channels = self.channels.each_ref().map(|shown| {
            let (small, far) = way.origin(shown);
            unexplained += far;
            small
        });
        let unexplained = unexplained / (3 * self.width * self.height) as f64;
        let told = 3.0 * (width * height) as f64 * self.length_of_a_number();
        Origin {
            planes: Planes {
                width,
                height,
                channels,
            },
            kernel,
            factor: (2 * self.width + width) / (2 * width),
            unexplained,
            cost: self.noise_length(unexplained) + told,
        }
    }

    /// The origin with the cost of a picture in few colours: their numbers, and which of them each pixel has.
    fn in_few_colors(&self, origin: Origin) -> Origin {
        let Planes { width, height, .. } = origin.planes;
        let found = few_colors(&origin.planes, origin.noise(), None);
        let way = Way::new((width, height), (self.width, self.height), origin.kernel);
        let plain = Planes::of(&found.raster);
        let far = plain.channels.iter().zip(&self.channels);
        let far: f64 = far
            .map(|(small, shown)| square_distance(&way.enlarged(small), shown))
            .sum();
        let unexplained = far / (3 * self.width * self.height) as f64;
        let colors = found.colors.max(1) as f64;
        let told =
            3.0 * colors * self.length_of_a_number() + 2.0 * (width * height) as f64 * colors.ln();
        Origin {
            cost: self.noise_length(unexplained) / SHARED + told,
            ..origin
        }
    }

    /// How long a description is of what is left unexplained, a mean square (Schwarz's criterion): a finer grid always
    /// leaves less, but has more to tell.
    fn noise_length(&self, unexplained: f64) -> f64 {
        let numbers = (3 * self.width * self.height) as f64;
        numbers * (unexplained + ROUNDING).ln()
    }

    /// How long a description is of one number of a smaller picture.
    fn length_of_a_number(&self) -> f64 {
        ((3 * self.width * self.height) as f64).ln()
    }
}

/// How a picture is enlarged: across, then down, as image libraries do.
struct Way {
    across: Enlargement,
    down: Enlargement,
    /// Columns of the small picture, and of the large one.
    width: (usize, usize),
    /// Rows of the small picture.
    height: usize,
}

impl Way {
    fn new(small: (usize, usize), large: (usize, usize), kernel: Kernel) -> Way {
        Way {
            across: Enlargement::new(small.0, large.0, kernel),
            down: Enlargement::new(small.1, large.1, kernel),
            width: (small.0, large.0),
            height: small.1,
        }
    }

    /// The channel that comes nearest to this one when it is enlarged, and the sum of the squares of what it leaves
    /// unexplained.
    fn origin(&self, shown: &[f32]) -> (Vec<f32>, f64) {
        let low = self.down.undo_shown(shown, self.width.1);
        let low = transposed(&low, self.width.1);
        let small = transposed(&self.across.undo_shown(&low, self.height), self.height);
        let unexplained = square_distance(&self.enlarged(&small), shown);
        (small, unexplained)
    }

    /// The channel as it is shown.
    fn enlarged(&self, small: &[f32]) -> Vec<f32> {
        let wide = self
            .across
            .show(&transposed(small, self.width.0), self.height);
        self.down
            .show(&transposed(&wide, self.height), self.width.1)
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
    kernel: Kernel,
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
            kernel: Kernel::Block,
            factor: 1,
            unexplained: 0.0,
            cost: 0.0,
        }
    }

    /// How much joining two groups of pixels may change the picture, summed over its pixels.
    fn noise(&self) -> f32 {
        noise(self.factor, self.unexplained)
    }
}

/// The mean square of what JPEG adds at most, of 255: of those pictures it was 16 at quality 75. An enlargement by a
/// wrong factor leaves several hundred unexplained.
const MOST_NOISE: f64 = 100.0;

/// The mean square that no picture explains, of 255: below, differences are rounding. Tuned on some 40 sprites of other
/// projects, enlarged 2 to 9 times, JPEG 75 to 95.
const ROUNDING: f64 = 2.0;

/// How many numbers share one thing to tell: JPEG moves neighbours together. 4 to 16 did about as well on 180 sprites of
/// other projects, of which 1 takes more for pictures of two or three times their size.
const SHARED: f64 = 8.0;

/// How many sizes and kernels are judged as pictures in few colours.
const FINALISTS: usize = 6;

#[cfg(test)]
mod tests;
