//! What is in the middle of a tile, whatever highlights it.

use crate::grid::IntegralImage;

/// Parts along each side.
const PARTS: usize = 8;

/// The share of each side that is left out at its ends: frames of selected tiles are drawn there.
const MARGIN: f64 = 0.14;

/// The contrast, as a standard deviation of 0 to 255, below which a channel shows nothing.
const FAINT: f32 = 4.0;

/// The middle of a tile, channel by channel: means of its parts without the mean of all, and their contrast.
pub struct Core([Channel; 3]);

struct Channel {
    values: Vec<f32>,
    contrast: f32,
}

impl Core {
    /// Of the rectangle of columns `x` and rows `y`.
    pub fn of(image: &IntegralImage, x: [f64; 2], y: [f64; 2]) -> Core {
        let inner = |[start, end]: [f64; 2]| {
            let margin = MARGIN * (end - start);
            [start + margin, end - margin]
        };
        let parts = image.part_means(inner(x), inner(y), PARTS);
        Core([0, 1, 2].map(|channel| {
            let count = parts.len() as f32;
            let mean = parts.iter().map(|part| part[channel]).sum::<f32>() / count;
            let values: Vec<f32> = parts.iter().map(|part| part[channel] - mean).collect();
            let square = values.iter().map(|value| value * value).sum::<f32>() / count;
            Channel {
                values,
                contrast: square.sqrt(),
            }
        }))
    }

    /// How alike the patterns of two are, -1 to 1, whatever colour they are tinted with and however bright they are:
    /// the correlation of each channel, weighted by its contrast. 0 where there is none.
    pub fn likeness(&self, other: &Core) -> f32 {
        let channels = self.0.iter().zip(&other.0).map(|(a, b)| {
            let weight = a.contrast.min(b.contrast);
            let dot: f32 = a.values.iter().zip(&b.values).map(|(a, b)| a * b).sum();
            let correlation =
                dot / (a.values.len() as f32 * a.contrast * b.contrast).max(f32::MIN_POSITIVE);
            match weight < FAINT {
                true => (0.0, 0.0),
                false => (weight * correlation, weight),
            }
        });
        let (sum, weights) = channels.fold((0.0, 0.0), |(sum, all), (part, weight)| {
            (sum + part, all + weight)
        });
        if weights > 0.0 { sum / weights } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    /// The core of a tile with a bar, vertical or not, in some light.
    fn bar(is_vertical: bool, light: impl Fn(u8) -> [u8; 3]) -> Core {
        let pixels = (0..32 * 32).map(|index| {
            let at = if is_vertical { index % 32 } else { index / 32 };
            let [r, g, b] = light(if (13..19).contains(&at) { 40 } else { 200 });
            Some(Rgb::new(r, g, b))
        });
        let image = IntegralImage::of(&Raster::new(32, pixels.collect()));
        Core::of(&image, [0.0, 32.0], [0.0, 32.0])
    }

    #[test]
    fn a_tile_is_like_itself_in_any_light_and_unlike_others() {
        let plain = |value: u8| [value; 3];
        let tinted = |value: u8| [value / 2 + 120, value / 2 + 100, value / 2];
        let tile = bar(true, plain);
        assert!(tile.likeness(&bar(true, tinted)) > 0.95);
        assert!(tile.likeness(&bar(false, tinted)) < 0.3);
        assert_eq!(tile.likeness(&bar(true, |_| [90; 3])), 0.0);
    }
}
