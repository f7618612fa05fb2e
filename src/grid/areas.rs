//! Areas of even colour (connected components of similar pixels), as cards, frames and plain tiles are.

use super::integral::IntegralImage;
use super::parts::{Part, parts};

/// The shortest side of an area that counts, in pixels.
pub const MIN_SIDE: f64 = 10.0;

/// The longest, as a share of the picture's.
const MAX_SHARE: f64 = 0.3;

/// The least part of its rectangle that an area fills: a picture on it may cover the rest.
const MIN_FILLED: f64 = 0.35;

/// The most areas that count, the largest ones: each is compared with each.
const MAX_AREAS: usize = 3_000;

/// The rectangle around an area: begin and end along each axis.
pub type Area = [[f64; 2]; 2];

/// The length of a side.
pub fn length(area: &Area, axis: usize) -> f64 {
    area[axis][1] - area[axis][0]
}

pub fn middle(area: &Area, axis: usize) -> f64 {
    (area[axis][0] + area[axis][1]) / 2.0
}

/// The pixels of a picture, row by row.
pub struct Pixels {
    width: usize,
    height: usize,
    colors: Vec<[f32; 3]>,
}

impl Pixels {
    pub fn of(image: &IntegralImage) -> Pixels {
        let (width, height) = (image.width(), image.height());
        let color = |place: usize| {
            let (x, y) = (place % width, place / width);
            image.mean([x, x + 1], [y, y + 1])
        };
        Pixels {
            width,
            height,
            colors: (0..width * height).map(color).collect(),
        }
    }
}

/// The connected areas in which the channels of pixels that touch differ by `alike` at most, of the size of tiles; the
/// largest first.
pub fn areas(pixels: &Pixels, alike: f32) -> Vec<Area> {
    let Pixels {
        width,
        height,
        ref colors,
    } = *pixels;
    let goes_on = |a: usize, b: usize| {
        (0..3).all(|channel| (colors[a][channel] - colors[b][channel]).abs() <= alike)
    };
    let beside = |place: usize| {
        let (x, y) = (place % width, place / width);
        let touching = [
            (x > 0).then(|| place - 1),
            (x + 1 < width).then(|| place + 1),
            (y > 0).then(|| place - width),
            (y + 1 < height).then(|| place + width),
        ];
        let touching = touching.into_iter().flatten();
        touching.filter(move |other| goes_on(place, *other))
    };
    let of_tiles = |part: Part| {
        let area = part.bounds.map(|ends| ends.map(|end| end as f64));
        let fits = (0..2).all(|axis| {
            let most = MAX_SHARE * [width, height][axis] as f64;
            (MIN_SIDE..=most).contains(&length(&area, axis))
        });
        let is_filled = part.count as f64 >= MIN_FILLED * length(&area, 0) * length(&area, 1);
        (fits && is_filled).then_some((part.count, area))
    };
    let parts = parts(width, vec![true; colors.len()], beside);
    let mut areas: Vec<(usize, Area)> = parts.filter_map(of_tiles).collect();
    areas.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    areas.truncate(MAX_AREAS);
    areas.into_iter().map(|(_, area)| area).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    #[test]
    fn areas_of_the_size_of_tiles_are_found_whatever_is_on_them() {
        let picture = Raster::from_fn(200, 160, |x, y| {
            let is_card = (20..50).contains(&x) && (30..70).contains(&y);
            let is_on_it = (28..40).contains(&x) && (40..60).contains(&y) && (x + y) % 2 == 0;
            let is_dot = (100..105).contains(&x) && (100..105).contains(&y);
            let grey = match (is_card && !is_on_it, is_dot) {
                (true, _) => 230 - (x % 3) as u8,
                (false, true) => 200,
                (false, false) => 20,
            };
            Some(Rgb::new(grey, grey, grey))
        });
        let found = areas(&Pixels::of(&IntegralImage::of(&picture)), 5.0);
        assert_eq!(found, [[[20.0, 50.0], [30.0, 70.0]]]);
    }
}
