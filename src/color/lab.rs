//! Perceived colour differences.

use super::Rgb;

/// A colour in Oklab, where the distance of two colours is how different they look (Ottosson, "A
/// perceptual color space for image processing", 2020). Black to white is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lab([f32; 3]);

impl Lab {
    /// The square of [`distance`](Self::distance): cheaper, and in the same order.
    pub fn squared_distance(self, other: Lab) -> f32 {
        let squares = self.0.iter().zip(other.0).map(|(a, b)| (a - b) * (a - b));
        squares.sum()
    }

    /// How different two colours look: 0.02 is hardly visible, 0.2 is another colour.
    pub fn distance(self, other: Lab) -> f32 {
        self.squared_distance(other).sqrt()
    }
}

impl From<Rgb> for Lab {
    fn from(color: Rgb) -> Lab {
        let oklab::Oklab { l, a, b } =
            oklab::srgb_to_oklab(oklab::Rgb::new(color.r, color.g, color.b));
        Lab([l, a, b])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_and_white_are_one_apart() {
        let [black, white] = [Rgb::BLACK, Rgb::WHITE].map(Lab::from);
        assert!((black.distance(white) - 1.0).abs() < 1e-3);
        assert_eq!(black.distance(black), 0.0);
    }

    #[test]
    fn far_is_what_looks_different() {
        // As numbers the dark colours are nearer to each other than the yellow ones.
        let distance = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|color| Lab::from(color.parse::<Rgb>().unwrap()));
            a.distance(b)
        };
        assert!(distance("#ffff00", "#ffff64") < distance("#000000", "#320000"));
    }
}
