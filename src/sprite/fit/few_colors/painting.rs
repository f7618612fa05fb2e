//! Pixels in the colours of groups, so that the whole comes near when it is enlarged.

use super::groups::{Cell, Group, length};
use crate::color::Rgb;
use crate::sprite::fit::metric::{Gap, Metrics};
use crate::sprite::fit::planes::{Planes, Shade, nearest_color};

/// How often each pixel's colour is judged anew at most; set by hand, few change after the second time.
const SWEEPS: usize = 4;

/// The pixels that few colours are given to.
pub struct Canvas<'a> {
    planes: &'a Planes,
    metrics: &'a Metrics,
    /// `None` where it is transparent.
    pub shades: Vec<Option<Shade>>,
}

impl<'a> Canvas<'a> {
    pub fn new(planes: &'a Planes, metrics: &'a Metrics) -> Canvas<'a> {
        let places = 0..planes.width * planes.height;
        Canvas {
            planes,
            metrics,
            shades: places.map(|place| planes.shade(place)).collect(),
        }
    }

    /// Each pixel gets the colour of the nearest group. Where enlarging has blurred them, neighbours err together; so then
    /// those are changed with which the whole comes nearer (iterated conditional modes).
    pub fn painted(&self, groups: &[Group], units: Shade) -> Painting {
        let nearest = |shade: Shade| {
            let cell = Cell::new(shade, units);
            let far = |number: &usize| groups[*number].cell.distance(cell);
            (0..groups.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let mut painting = Painting {
            colors: groups.iter().map(|group| group.cell.shade(units)).collect(),
            numbers: (self.shades.iter().map(|shade| nearest((*shade)?))).collect(),
            squares: [0.0; 3],
        };
        for _ in 0..SWEEPS {
            if !self.sweep(&mut painting, units) {
                break;
            }
            painting.colors = self.means(&painting);
        }
        painting
    }

    /// Gives each pixel the colour with which the whole comes nearest; whether there was a better one for any.
    fn sweep(&self, painting: &mut Painting, units: Shade) -> bool {
        let weights = units.map(|unit| 1.0 / (unit * unit));
        let mut gap = Gap::new(self.metrics, self.planes, &painting.shades());
        let Painting {
            colors, numbers, ..
        } = painting;
        let mut has_changed = false;
        for (place, number) in numbers.iter_mut().enumerate() {
            let Some(number) = number else { continue };
            let old = colors[*number];
            let change = |new: usize| std::array::from_fn(|i| colors[new][i] - old[i]);
            let growth = |new: usize| (gap.growth(place, change(new), weights), new);
            let growths = (0..colors.len()).map(growth);
            let least = growths.min_by(|(a, _), (b, _)| a.total_cmp(b));
            if let Some((growth, new)) = least
                && growth < 0.0
            {
                gap.change(place, change(new));
                *number = new;
                has_changed = true;
            }
        }
        painting.squares = gap.squares();
        has_changed
    }

    /// The mean colours of the pixels that have one.
    fn means(&self, painting: &Painting) -> Vec<Shade> {
        let mut sums = vec![([0.0; 3], 0.0); painting.colors.len()];
        for (number, shade) in painting.numbers.iter().zip(&self.shades) {
            if let (Some(number), Some(shade)) = (number, shade) {
                let (sum, count): &mut (Shade, f32) = &mut sums[*number];
                *sum = std::array::from_fn(|i| sum[i] + shade[i]);
                *count += 1.0;
            }
        }
        let means = sums.into_iter().zip(&painting.colors);
        let mean = |((sum, count), old): ((Shade, f32), &Shade)| match count {
            0.0 => *old,
            count => sum.map(|sum| sum / count),
        };
        means.map(mean).collect()
    }
}

/// A picture in few colours.
pub struct Painting {
    colors: Vec<Shade>,
    /// The number of each pixel's colour; `None` where it is transparent.
    numbers: Vec<Option<usize>>,
    /// How far it is from the canvas when both are enlarged: sums of squares.
    squares: Shade,
}

impl Painting {
    fn shades(&self) -> Vec<Shade> {
        let shade = |number: &Option<usize>| number.map_or([0.0; 3], |number| self.colors[number]);
        self.numbers.iter().map(shade).collect()
    }

    fn counts(&self) -> Vec<f32> {
        let mut counts = vec![0.0; self.colors.len()];
        for number in self.numbers.iter().flatten() {
            counts[*number] += 1.0;
        }
        counts
    }

    /// The colours that a pixel has.
    pub fn used(&self) -> usize {
        self.counts().iter().filter(|count| **count > 0.0).count()
    }

    /// How far pixels of one colour are from it, a mean square of each number.
    pub fn scatter(&self) -> Shade {
        let pixels = self.counts().iter().sum::<f32>().max(1.0);
        self.squares.map(|squares| squares.max(0.0) / pixels)
    }

    /// How long a description of it is; `least` is how far pixels are from their colours anyway.
    pub fn length(&self, least: Shade) -> f64 {
        let scatter = self.scatter();
        let scatter = std::array::from_fn(|i| scatter[i] + least[i]);
        length(self.counts().into_iter(), scatter)
    }

    /// The colour of each pixel.
    pub fn pixels(&self) -> Vec<Option<Rgb>> {
        let color =
            |number: &Option<usize>| number.map(|number| nearest_color(self.colors[number]));
        self.numbers.iter().map(color).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Raster;
    use crate::sprite::fit::enlargement::{Kernel, Sampling};
    use crate::sprite::fit::few_colors::groups::rough_groups;
    use crate::sprite::fit::planes::TINTS;
    use crate::sprite::fit::way::Way;

    const UNITS: Shade = [1.0; 3];

    /// A disc of one colour on a ground of another that is as bright.
    fn disc() -> Raster {
        Raster::from_fn(12, 12, |x, y| {
            let far = x.abs_diff(6).pow(2) + y.abs_diff(6).pow(2);
            Some(match far < 20 {
                true => Rgb::new(150, 90, 110),
                false => Rgb::new(90, 118, 110),
            })
        })
    }

    #[test]
    fn what_is_hardly_seen_in_the_large_picture_changes_no_colour() {
        let planes = Planes::of(&disc());
        let way = Way::new((12, 12), (24, 24), Kernel::Block, Sampling::Halved);
        let metrics = way.metrics();
        let whole = Canvas::new(&planes, &metrics);
        let shades = whole.shades.iter().flatten();
        let groups = rough_groups(
            &shades
                .map(|shade| Cell::new(*shade, UNITS))
                .collect::<Vec<_>>(),
        );
        assert_eq!(groups.len(), 2);
        let truth = whole.painted(&groups, UNITS).numbers;
        // A chequer in the differences of colour, which are stored at half the size.
        let mut chequered = planes.clone();
        for channel in TINTS {
            for (place, value) in chequered.channels[channel].iter_mut().enumerate() {
                let sign = if (place % 12 + place / 12) % 2 == 1 {
                    1.0
                } else {
                    -1.0
                };
                *value += sign * 24.0;
            }
        }
        let seen = Canvas::new(&chequered, &metrics);
        assert_eq!(seen.painted(&groups, UNITS).numbers, truth);
        // Each pixel by itself is another matter.
        let unchanged = Metrics::unchanged(12, 12);
        let alone = Canvas::new(&chequered, &unchanged);
        assert_ne!(alone.painted(&groups, UNITS).numbers, truth);
    }
}
