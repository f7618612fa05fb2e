//! What a place of a picture looks like, whatever the light.

use super::sums::Sums;

/// Means of the parts of a window without their common brightness and contrast.
pub struct Look {
    /// Without its mean, and of length 1 unless the window is plain.
    values: Vec<[f32; LANES]>,
    /// How much there is to see: a standard deviation of 0 to 255.
    pub contrast: f32,
}

/// Values that are compared at once.
const LANES: usize = 8;

/// The contrast below which a window is plain, as a standard deviation of 0 to 255. The noise of a part
/// is far less.
const PLAIN: f32 = 6.0;

/// How much the colour of a window as a whole counts beside its pattern.
const TINT: f32 = 0.35;

impl Look {
    /// Parts of less than two pixels a side hold more noise than picture.
    const LEAST_PART: f64 = 2.0;

    pub fn of(sums: &Sums, x: [f64; 2], y: [f64; 2]) -> Look {
        let side = (x[1] - x[0]).min(y[1] - y[0]);
        let parts = ((side / Self::LEAST_PART) as usize).clamp(2, 8);
        let colors = sums.parts(x, y, parts);
        let count = colors.len() as f32;
        let means: [f32; 3] = std::array::from_fn(|channel| {
            colors.iter().map(|color| color[channel]).sum::<f32>() / count
        });
        let grey = means.iter().sum::<f32>() / 3.0;
        let mut values: Vec<f32> = (colors.iter())
            .flat_map(|color| [0, 1, 2].map(|channel| color[channel] - means[channel]))
            .collect();
        let length = |values: &[f32]| values.iter().map(|value| value * value).sum::<f32>().sqrt();
        let pattern = length(&values) / (3.0 * count).sqrt();
        values.extend(means.map(|mean| (mean - grey) * count.sqrt() * TINT));
        // A plain window keeps its little contrast, so that it is near to others.
        let scale = length(&values).max(PLAIN * (3.0 * count).sqrt());
        for value in &mut values {
            *value /= scale;
        }
        values.resize(values.len().next_multiple_of(LANES), 0.0);
        Look {
            values: values.as_chunks().0.to_vec(),
            contrast: pattern,
        }
    }

    /// Whether there is hardly anything to see.
    pub fn is_plain(&self) -> bool {
        self.contrast < PLAIN
    }

    /// How different two windows of one size look: 0 to 2.
    pub fn distance(&self, other: &Look) -> f32 {
        let mut sums = [0.0; LANES];
        for (a, b) in self.values.iter().zip(&other.values) {
            for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
                *sum += (a - b) * (a - b);
            }
        }
        sums.iter().sum::<f32>().sqrt()
    }
}
