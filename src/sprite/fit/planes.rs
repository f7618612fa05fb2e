//! Pictures as numbers.

use crate::picture::Raster;

/// Numbers of a pixel: red, green and blue from 0 to 255, each times the opacity, and the opacity from 0 to 255.
const CHANNELS: usize = 4;

/// A picture as numbers, channel by channel.
#[derive(Clone, Debug)]
pub struct Planes {
    pub width: usize,
    pub height: usize,
    pub channels: [Vec<f32>; CHANNELS],
}

impl Planes {
    pub fn of(raster: &Raster) -> Planes {
        let channel = |number: usize| {
            let value = |pixel: &Option<crate::color::Rgb>| match pixel {
                Some(color) => f32::from([color.r, color.g, color.b, u8::MAX][number]),
                None => 0.0,
            };
            raster.pixels().iter().map(value).collect()
        };
        Planes {
            width: raster.width(),
            height: raster.height(),
            channels: std::array::from_fn(channel),
        }
    }
}

/// Columns as rows; `width` is that of the given rows.
pub fn transposed(values: &[f32], width: usize) -> Vec<f32> {
    let height = values.len() / width;
    let places = (0..width).flat_map(|x| (0..height).map(move |y| y * width + x));
    places.map(|place| values[place]).collect()
}
