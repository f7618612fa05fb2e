//! Patch descriptors: what a window of a picture looks like, independent of the light.

use super::integral::IntegralImage;

/// The descriptor of a window: mean colours of its parts, normalized to zero mean and unit length.
pub struct Descriptor {
    /// Of length 1 unless the window is plain.
    values: Vec<[f32; LANES]>,
    /// Contrast before normalization: a standard deviation of 0 to 255.
    pub contrast: f32,
}

/// Values compared at once, so that the compiler vectorizes the loop.
const LANES: usize = 8;

/// The contrast below which a window is plain, as a standard deviation of 0 to 255.
// Lower, noise (sigma up to 8 per pixel, far less per part) would pass for a pattern; higher, faint icons for none.
pub const PLAIN_CONTRAST: f32 = 6.0;

/// The weight of a window's mean tint beside its pattern.
// At 0, tiles of one shape in two colours look the same; at 1, coloured light makes equal tiles differ.
const TINT_WEIGHT: f32 = 0.35;

/// The least side of a part in pixels.
// Smaller parts resolve more detail, but hold more noise than picture.
const MIN_PART: f64 = 2.0;

/// The fewest and the most parts along a side.
// More than 8 tell no more tiles apart and cost time by their square.
const PARTS: [usize; 2] = [2, 8];

impl Descriptor {
    /// The descriptor of a rectangle, columns `x` and rows `y`.
    pub fn of(image: &IntegralImage, x: [f64; 2], y: [f64; 2]) -> Descriptor {
        let side = (x[1] - x[0]).min(y[1] - y[0]);
        let parts = ((side / MIN_PART) as usize).clamp(PARTS[0], PARTS[1]);
        let colors = image.part_means(x, y, parts);
        let count = colors.len() as f32;
        let means: [f32; 3] = std::array::from_fn(|channel| {
            colors.iter().map(|color| color[channel]).sum::<f32>() / count
        });
        let grey = means.iter().sum::<f32>() / 3.0;
        let mut values: Vec<f32> = (colors.iter())
            .flat_map(|color| [0, 1, 2].map(|channel| color[channel] - means[channel]))
            .collect();
        let length = |values: &[f32]| values.iter().map(|value| value * value).sum::<f32>().sqrt();
        let contrast = length(&values) / (3.0 * count).sqrt();
        values.extend(means.map(|mean| (mean - grey) * count.sqrt() * TINT_WEIGHT));
        // A plain window is not blown up to unit length, so that it stays near to other plain ones.
        let scale = length(&values).max(PLAIN_CONTRAST * (3.0 * count).sqrt());
        for value in &mut values {
            *value /= scale;
        }
        values.resize(values.len().next_multiple_of(LANES), 0.0);
        Descriptor {
            values: values.as_chunks().0.to_vec(),
            contrast,
        }
    }

    /// Whether there is hardly anything to see.
    pub fn is_plain(&self) -> bool {
        self.contrast < PLAIN_CONTRAST
    }

    /// The Euclidean distance of two windows of the same size: 0 to 2.
    pub fn distance(&self, other: &Descriptor) -> f32 {
        let mut sums = [0.0; LANES];
        for (a, b) in self.values.iter().zip(&other.values) {
            for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
                *sum += (a - b) * (a - b);
            }
        }
        sums.iter().sum::<f32>().sqrt()
    }
}
