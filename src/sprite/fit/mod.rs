//! The true size and the few colours of pixel art that was enlarged smoothly, or stored as a JPEG.
//!
//! Enlarging a picture multiplies it by a matrix along each axis ([`Enlargement`]). So for each size that the
//! picture may have had, and each usual [`Way`] to enlarge and to store, the one picture is computed that comes nearest
//! by least squares; its residual tells which size was the true one. That picture's colours are blurred
//! only by what JPEG has added, and [`few_colors`] finds those that were meant: in them the picture has to come near
//! when it is enlarged, which the [`metric`] tells without enlarging it.

mod enlargement;
mod few_colors;
mod metric;
mod planes;
mod way;

use self::enlargement::{Kernel, Sampling};
use self::few_colors::few_colors;
use self::metric::Metrics;
use self::planes::{Planes, Shade};
use self::way::{MOST_NOISE, Way};
use super::{ColorLimit, SpriteError};
use crate::picture::Raster;

/// A picture at its true size.
pub(super) struct Fitted {
    pub raster: Raster,
    /// The factor that it was enlarged by.
    pub factor: usize,
    /// Colours before they were limited.
    pub colors: usize,
    /// The mean square of how far pixels were from them, of 255.
    pub scatter: f32,
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
    let origin = match planes.enlarged_origin() {
        Some(origin) => origin,
        None if is_a_size(&(width, height)) => Origin::unchanged(planes),
        None => return Err(SpriteError::NotEnlarged { width, height }),
    };
    Ok(origin.fitted(limit))
}

/// The same if the picture was enlarged.
pub(super) fn fit_enlarged(raster: &Raster) -> Option<Fitted> {
    let is_small = raster.width() * raster.height() <= MAX_FITTED;
    let planes = is_small.then(|| Planes::of(raster))?;
    Some(planes.enlarged_origin()?.fitted(None))
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
    fn enlarged_origin(&self) -> Option<Origin> {
        self.best_origin(whole_parts(self.width, self.height))
            .or_else(|| self.best_origin(other_parts(self.width, self.height)))
    }

    /// The picture that most likely became this one, of those of these sizes that explain it.
    ///
    /// A first look compares what the sizes and kernels leave unexplained; the best ones are then judged as pictures in
    /// few colours, which the true one is.
    fn best_origin(&self, sizes: Vec<(usize, usize)>) -> Option<Origin> {
        let ways = sizes.into_iter().flat_map(|size| {
            let samplings = self.samplings(size);
            let ways = samplings
                .iter()
                .flat_map(|sampling| Kernel::ALL.map(|kernel| (kernel, *sampling)));
            ways.map(move |way| (size, way))
        });
        let origins = ways
            .filter_map(|(size, way)| self.origin(size, way))
            .filter(|(_, origin)| origin.unexplained.iter().sum::<f32>() <= MOST_NOISE);
        let mut finalists = Vec::new();
        for origin in origins {
            finalists.push(origin);
            finalists.sort_by(|(_, a), (_, b)| a.cost.total_cmp(&b.cost));
            finalists.truncate(FINALISTS);
        }
        let judged = finalists
            .into_iter()
            .map(|(way, origin)| self.in_few_colors(&way, origin));
        judged.min_by(|a, b| a.cost.total_cmp(&b.cost))
    }

    /// How it may have been stored if it was so small; in large blocks the difference is not seen.
    fn samplings(&self, (width, _): (usize, usize)) -> &'static [Sampling] {
        match self.width / width < LARGE_BLOCKS {
            true => &[Sampling::Full, Sampling::Halved],
            false => &[Sampling::Full],
        }
    }

    /// What comes nearest to this picture when it is enlarged so; `None` if that is far from it.
    fn origin(
        &self,
        (width, height): (usize, usize),
        (kernel, sampling): (Kernel, Sampling),
    ) -> Option<(Way, Origin)> {
        let way = Way::new((width, height), (self.width, self.height), kernel, sampling);
        if way.is_hopeless(self) {
            return None;
        }
        let planes = way.undone(self);
        let unexplained = way.unexplained(&planes, self);
        let told = 3.0 * (width * height) as f64 * self.length_of_a_number();
        let origin = Origin {
            planes,
            metrics: way.metrics(),
            factor: (2 * self.width + width) / (2 * width),
            unexplained,
            cost: self.noise_length(unexplained) + told,
        };
        Some((way, origin))
    }

    /// The origin with the cost of a picture in few colours: their numbers, and which of them each pixel has.
    fn in_few_colors(&self, way: &Way, origin: Origin) -> Origin {
        let found = few_colors(&origin.planes, &origin.metrics, origin.noise(), None);
        let unexplained = way.unexplained(&Planes::of(&found.raster), self);
        let colors = found.colors.max(1) as f64;
        let pixels = (origin.planes.width * origin.planes.height) as f64;
        let told = 3.0 * colors * self.length_of_a_number() + 2.0 * pixels * colors.ln();
        Origin {
            cost: self.noise_length(unexplained) / SHARED + told,
            ..origin
        }
    }

    /// How long a description is of what is left unexplained, a mean square (Schwarz's criterion): a finer grid always
    /// leaves less, but has more to tell.
    fn noise_length(&self, unexplained: Shade) -> f64 {
        let numbers = (3 * self.width * self.height) as f64;
        numbers * f64::from(unexplained.iter().sum::<f32>() + ROUNDING).ln()
    }

    /// How long a description is of one number of a smaller picture.
    fn length_of_a_number(&self) -> f64 {
        ((3 * self.width * self.height) as f64).ln()
    }
}

/// A picture that another one may have been made of.
struct Origin {
    planes: Planes,
    metrics: Metrics,
    factor: usize,
    /// The mean squares of what it leaves unexplained, of 255.
    unexplained: Shade,
    /// How much there is to tell about it and what it leaves unexplained.
    cost: f64,
}

impl Origin {
    fn unchanged(planes: Planes) -> Origin {
        Origin {
            metrics: Metrics::unchanged(planes.width, planes.height),
            planes,
            factor: 1,
            unexplained: [0.0; 3],
            cost: 0.0,
        }
    }

    fn fitted(self, limit: Option<ColorLimit>) -> Fitted {
        let palette = few_colors(&self.planes, &self.metrics, self.noise(), limit);
        Fitted {
            raster: palette.raster,
            factor: self.factor,
            colors: palette.colors,
            scatter: palette.scatter,
        }
    }

    /// How far pixels of one colour scatter at least, mean squares: about as far as the shown ones do.
    fn noise(&self) -> Shade {
        self.unexplained
            .map(|unexplained| LEAST_NOISE + unexplained)
    }
}

/// The mean square that pixels scatter by at least, of 255, since colours are whole numbers. Tuned on 177 sprites of other
/// projects, enlarged 2 to 9 times, blurred and stored as JPEG 75 to 95: with 1.0, 162 are read cell by cell, with 0.7
/// or 2.0 some five fewer.
const LEAST_NOISE: f32 = 1.0;

/// The mean square that no picture explains, of 255: below, differences are rounding. Tuned on some 40 sprites of other
/// projects, enlarged 2 to 9 times, JPEG 75 to 95.
const ROUNDING: f32 = 2.0;

/// How many numbers share one thing to tell: JPEG moves neighbours together. 4 to 16 did about as well on 180 sprites of
/// other projects, of which 1 takes more for pictures of two or three times their size.
const SHARED: f64 = 8.0;

/// From this factor on no colours are taken for stored at half the size; set by hand.
const LARGE_BLOCKS: usize = 16;

/// How many sizes and kernels are judged as pictures in few colours.
const FINALISTS: usize = 6;

#[cfg(test)]
mod tests;
