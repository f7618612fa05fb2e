//! Pictures as numbers.

use crate::color::Rgb;
use crate::picture::Raster;

/// Numbers of a pixel: brightness and the differences of blue and red from it, as JPEG stores them, each times the
/// opacity; and the opacity. All are of 255.
const CHANNELS: usize = 4;

/// The channels of the differences of colour.
pub const TINTS: std::ops::Range<usize> = 1..3;

/// The brightest number.
const WHITE: f32 = 255.0;

/// Brightness and the two differences of a pixel, or one number for each.
pub type Shade = [f32; 3];

/// A picture as numbers, channel by channel.
#[derive(Clone, Debug)]
pub struct Planes {
    pub width: usize,
    pub height: usize,
    pub channels: [Vec<f32>; CHANNELS],
}

impl Planes {
    pub fn of(raster: &Raster) -> Planes {
        let mut channels: [Vec<f32>; CHANNELS] = Default::default();
        for pixel in raster.pixels() {
            let [brightness, blue, red] = match pixel {
                Some(color) => shade(color.channels().map(f32::from)),
                None => [0.0; 3],
            };
            let opacity = if pixel.is_some() { WHITE } else { 0.0 };
            let numbers = [brightness, blue, red, opacity];
            for (channel, number) in channels.iter_mut().zip(numbers) {
                channel.push(number);
            }
        }
        Planes {
            width: raster.width(),
            height: raster.height(),
            channels,
        }
    }

    /// Each channel, which has a number, made another of this width and height. What is even stays so, as the opacity mostly
    /// is.
    pub fn map(
        &self,
        (width, height): (usize, usize),
        mut make: impl FnMut(usize, &[f32]) -> Vec<f32>,
    ) -> Planes {
        Planes {
            width,
            height,
            channels: std::array::from_fn(|number| match &self.channels[number][..] {
                [first, rest @ ..] if rest.iter().all(|value| value == first) => {
                    vec![*first; width * height]
                }
                values => make(number, values),
            }),
        }
    }

    /// Adds another picture of the same size.
    pub fn add(&mut self, other: &Planes) {
        self.combine(other, |a, b| a + b);
    }

    /// Becomes what is left of another picture of the same size when this one is taken away.
    pub fn subtract_from(&mut self, other: &Planes) {
        self.combine(other, |a, b| b - a);
    }

    fn combine(&mut self, other: &Planes, number: impl Fn(f32, f32) -> f32) {
        for (values, others) in self.channels.iter_mut().zip(&other.channels) {
            for (value, other) in values.iter_mut().zip(others) {
                *value = number(*value, *other);
            }
        }
    }

    /// The mean square of each number of a pixel.
    pub fn mean_squares(&self) -> Shade {
        std::array::from_fn(|number| {
            let values = &self.channels[number];
            let sum: f64 = values.chunks(1024).map(sum_of_squares).sum();
            (sum / values.len() as f64) as f32
        })
    }

    /// Leaves no colour darker than black or brighter than white.
    pub fn cut_off(&mut self) {
        let [brightness, blue, red, _] = &mut self.channels;
        for ((brightness, blue), red) in brightness.iter_mut().zip(blue).zip(red) {
            let color = color([*brightness, *blue, *red]);
            if color.iter().any(|channel| !(0.0..=WHITE).contains(channel)) {
                [*brightness, *blue, *red] = shade(color.map(|channel| channel.clamp(0.0, WHITE)));
            }
        }
    }

    /// Brightness and differences of a pixel's colour; `None` if it is transparent.
    pub fn shade(&self, place: usize) -> Option<Shade> {
        let [brightness, blue, red, opacity] = self.channels.each_ref().map(|c| c[place]);
        let is_opaque = opacity >= WHITE / 2.0;
        is_opaque.then(|| [brightness, blue, red].map(|number| number * WHITE / opacity))
    }
}

/// Brightness and the differences of blue and red of a colour.
fn shade([r, g, b]: [f32; 3]) -> Shade {
    let brightness = 0.299 * r + 0.587 * g + 0.114 * b;
    [
        brightness,
        (b - brightness) * 0.564,
        (r - brightness) * 0.713,
    ]
}

fn color([brightness, blue, red]: Shade) -> [f32; 3] {
    let (b, r) = (brightness + blue / 0.564, brightness + red / 0.713);
    let g = (brightness - 0.299 * r - 0.114 * b) / 0.587;
    [r, g, b]
}

/// The nearest colour that can be shown.
pub fn nearest_color(shade: Shade) -> Rgb {
    let [r, g, b] = color(shade).map(|channel| channel.round().clamp(0.0, WHITE) as u8);
    Rgb::new(r, g, b)
}

/// By lanes that a processor adds at once.
fn sum_of_squares(values: &[f32]) -> f64 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for values in values.chunks(LANES) {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value * value;
        }
    }
    f64::from(sums.iter().sum::<f32>())
}

/// Columns as rows; `width` is that of the given rows.
pub fn transposed(values: &[f32], width: usize) -> Vec<f32> {
    /// As many columns at once as lines of memory stay at hand.
    const TILE: usize = 16;
    let height = values.len() / width;
    let mut out = vec![0.0; values.len()];
    for (columns, out) in out.chunks_mut(TILE * height).enumerate() {
        for (y, row) in values.chunks_exact(width).enumerate() {
            for (value, out) in row[columns * TILE..]
                .iter()
                .zip(out.chunks_exact_mut(height))
            {
                out[y] = *value;
            }
        }
    }
    out
}
