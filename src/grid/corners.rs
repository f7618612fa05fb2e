//! Corners: points around which a picture changes along both axes, so that they are known again elsewhere (Shi and
//! Tomasi, "Good Features to Track", 1994).

use super::integral::IntegralImage;

/// Pixels to each side over which gradients are summed, and within which a corner is the strongest.
const AROUND: usize = 2;

/// The least strength of a corner, as a mean of squared levels of 0 to 255: fainter ones are noise. Set by hand.
const FAINTEST: f32 = 25.0;

/// The most corners of a picture: each is compared with many others.
const MAX_CORNERS: usize = 3_000;

/// Pixels from a corner to the sides of its patch.
pub const REACH: usize = 6;

/// Parts along each side of a patch, and the numbers that these make.
const PARTS: usize = 6;
const NUMBERS: usize = 3 * PARTS * PARTS;

/// The greatest difference of patches that look the same: a root mean square of 0 to 255. Set by hand on 468 screenshots;
/// `repeat_board` tells what they show.
const SAME: f32 = 14.0;

/// A corner, and what is seen around it.
pub struct Corner {
    pub x: usize,
    pub y: usize,
    patch: [f32; NUMBERS],
    mean: f32,
}

impl Corner {
    fn of(image: &IntegralImage, [x, y]: [usize; 2]) -> Corner {
        let ends = |at: usize| [(at - REACH) as f64, (at + REACH) as f64];
        let parts = image.part_means(ends(x), ends(y), PARTS);
        let mut numbers = parts.into_iter().flatten();
        let patch = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let mean = patch.iter().sum::<f32>() / NUMBERS as f32;
        Corner { x, y, patch, mean }
    }

    fn looks_like(&self, other: &Corner) -> bool {
        /// Most pairs differ in the first numbers already.
        const AT_ONCE: usize = NUMBERS / 3;
        const MOST: f32 = SAME * SAME * NUMBERS as f32;

        let mut sum = 0.0;
        let (own, others) = (self.patch.chunks(AT_ONCE), other.patch.chunks(AT_ONCE));
        own.zip(others).all(|(own, others)| {
            let squares = own.iter().zip(others).map(|(a, b)| (a - b) * (a - b));
            sum += squares.sum::<f32>();
            sum <= MOST
        })
    }
}

/// The strongest corners of a picture, by the means of their patches.
pub fn corners(image: &IntegralImage) -> Vec<Corner> {
    let mut peaks = Strengths::of(image).peaks();
    peaks.sort_unstable_by(|(a, at), (b, other)| b.total_cmp(a).then(at.cmp(other)));
    peaks.truncate(MAX_CORNERS);
    let corners = peaks.into_iter().map(|(_, at)| Corner::of(image, at));
    let mut corners: Vec<Corner> = corners.collect();
    corners.sort_by(|a, b| a.mean.total_cmp(&b.mean));
    corners
}

/// The pairs of corners that look the same, as indices. The corners must be sorted by the means of their patches.
pub fn matches(corners: &[Corner]) -> Vec<[u16; 2]> {
    let mut found = Vec::new();
    for (a, corner) in corners.iter().enumerate() {
        let others = (a + 1..).zip(&corners[a + 1..]);
        // Means differ by no more than their patches do.
        let near = others.take_while(|(_, other)| other.mean - corner.mean <= SAME);
        let like = near.filter(|(_, other)| corner.looks_like(other));
        found.extend(like.map(|(b, _)| [a as u16, b as u16]));
    }
    found
}

/// How strong a corner each pixel of a picture is.
struct Strengths {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

impl Strengths {
    /// The smaller eigenvalue of the structure tensor.
    fn of(image: &IntegralImage) -> Strengths {
        let (width, height) = (image.width(), image.height());
        let mut tensors = tensors(image);
        for row in 0..height {
            smooth(&mut tensors, (row * width..).take(width));
        }
        for column in 0..width {
            smooth(&mut tensors, (column..).step_by(width).take(height));
        }
        let smaller = |[xx, xy, yy]: &[f32; 3]| {
            let half = (xx - yy) / 2.0;
            (xx + yy) / 2.0 - half.hypot(*xy)
        };
        Strengths {
            width,
            height,
            values: tensors.iter().map(smaller).collect(),
        }
    }

    /// The pixels that are the strongest around, and how strong they are; none so near to a side that a patch would not fit.
    fn peaks(&self) -> Vec<(f32, [usize; 2])> {
        let inside = |length: usize| REACH..length.saturating_sub(REACH).max(REACH);
        let pixels = inside(self.height).flat_map(|y| inside(self.width).map(move |x| [x, y]));
        let peaks = pixels.map(|at| (self.at(at), at));
        peaks.filter(|(own, at)| self.is_peak(*own, *at)).collect()
    }

    fn is_peak(&self, own: f32, [x, y]: [usize; 2]) -> bool {
        let around = |at: usize| at - AROUND..=at + AROUND;
        let mut others = around(y).flat_map(|row| around(x).map(move |column| [column, row]));
        own >= FAINTEST
            && others.all(|at| {
                let other = self.at(at);
                own > other || own == other && (at[1], at[0]) >= (y, x)
            })
    }

    fn at(&self, [x, y]: [usize; 2]) -> f32 {
        self.values[y * self.width + x]
    }
}

/// The products of the gradients of grey along both axes, for each pixel.
fn tensors(image: &IntegralImage) -> Vec<[f32; 3]> {
    let (width, height) = (image.width(), image.height());
    let grey = |x: usize, y: usize| image.mean([x, x + 1], [y, y + 1]).iter().sum::<f32>() / 3.0;
    let pixels = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let greys: Vec<f32> = pixels().map(|(x, y)| grey(x, y)).collect();
    let gradients = pixels().enumerate().map(|(at, (x, y))| {
        let is_inside = x > 0 && y > 0 && x + 1 < width && y + 1 < height;
        match is_inside {
            true => [
                (greys[at + 1] - greys[at - 1]) / 2.0,
                (greys[at + width] - greys[at - width]) / 2.0,
            ],
            false => [0.0; 2],
        }
    });
    gradients.map(|[x, y]| [x * x, x * y, y * y]).collect()
}

/// Replaces each value of a line by the mean of those around it.
fn smooth(values: &mut [[f32; 3]], line: impl Iterator<Item = usize> + Clone) {
    let before: Vec<[f32; 3]> = line.clone().map(|at| values[at]).collect();
    for (near, at) in before.windows(2 * AROUND + 1).zip(line.skip(AROUND)) {
        values[at] = std::array::from_fn(|product| {
            near.iter().map(|value| value[product]).sum::<f32>() / near.len() as f32
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    /// Two squares of one colour and one of another, on a ground that gets lighter.
    fn squares() -> IntegralImage {
        let picture = Raster::from_fn(160, 60, |x, y| {
            let is_in = |left: usize| (left..left + 12).contains(&x) && (24..36).contains(&y);
            Some(match (is_in(20) || is_in(70), is_in(120)) {
                (true, _) => Rgb::new(250, 180, 120),
                (_, true) => Rgb::new(120, 180, 250),
                _ => Rgb::new(100, 100 + (x / 8) as u8, 100),
            })
        });
        IntegralImage::of(&picture)
    }

    #[test]
    fn corners_are_found_but_no_edges_and_no_smooth_ground() {
        let found = corners(&squares());
        assert_eq!(found.len(), 12);
        for corner in &found {
            let is_end =
                |at: usize, ends: [usize; 2]| ends.iter().any(|end| at.abs_diff(*end) <= 2);
            assert!(is_end(corner.y, [24, 35]), "{}, {}", corner.x, corner.y);
            let lefts = [20, 70, 120].iter();
            assert!(
                lefts
                    .clone()
                    .any(|left| is_end(corner.x, [*left, left + 11]))
            );
        }
    }

    #[test]
    fn corners_match_in_the_same_colors_alone() {
        let found = corners(&squares());
        let matches = matches(&found);
        assert_eq!(matches.len(), 4);
        for pair in matches {
            let [a, b] = pair.map(|index| &found[usize::from(index)]);
            assert_eq!((a.x.abs_diff(b.x), a.y), (50, b.y));
        }
    }

    #[test]
    fn a_picture_too_small_for_a_patch_has_no_corners() {
        for (width, height) in [(1, 1), (5, 200), (200, 5), (12, 12)] {
            let picture = Raster::from_fn(width, height, |x, y| {
                Some(Rgb::new((x * 90) as u8, (y * 70) as u8, 0))
            });
            let found = corners(&IntegralImage::of(&picture));
            assert!(found.is_empty(), "{width}x{height}");
        }
    }
}
