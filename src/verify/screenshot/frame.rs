//! Where in a picture a playfield may be, by its frame.

use crate::color::{ColorCounts, Rgb};
use crate::game::FieldSize;
use crate::picture::{Bounds, Raster};
use crate::sprite::connected_components;

use super::shades::is_near;

/// A place for a playfield.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Left and upper edge in pixels.
    pub origin: [f64; 2],
    /// Width and height of a cell in pixels.
    pub cell: [f64; 2],
}

impl Place {
    /// How far its cells are from squares, from 0.
    pub fn stretch(&self) -> f64 {
        (self.cell[0] / self.cell[1]).ln().abs()
    }
}

/// The largest differences per channel between pixels of one area: in a sharp picture, and on a television, where edges
/// are coloured.
pub const TOLERANCES: [u8; 2] = [24, 64];

/// The smallest side of a cell in pixels: the middle of smaller ones would be less than a pixel of their own.
const LEAST_CELL: f64 = 3.0;

/// The aspect ratios (width by height) of cells: televisions stretch the console's pixels by 8:7.
const STRETCH: std::ops::RangeInclusive<f64> = 0.8..=1.3;

/// How many of the most common colours are tried as the colour of an empty cell or of the frame.
const AREA_COLORS: usize = 8;

/// How far an area may reach beyond the field, in cells: the innermost line of the frame may look like an empty cell; it
/// is one pixel of this program's pictures, whose cells have 4 to 16 of them. The cartridge's frame is one cell wide, and
/// its upper edge is open, so that the frame itself is the area.
const BEYOND: [f64; 13] = [
    0.0,
    1.0 / 16.0,
    1.0 / 14.0,
    1.0 / 12.0,
    1.0 / 11.0,
    1.0 / 10.0,
    1.0 / 9.0,
    1.0 / 8.0,
    1.0 / 7.0,
    1.0 / 6.0,
    1.0 / 5.0,
    1.0 / 4.0,
    1.0,
];

/// The places of a field of this size, whose cells are at least `least` pixels high, with pixels of one area differing
/// by at most `tolerance`.
pub fn places(picture: &Raster, field: FieldSize, least: f64, tolerance: u8) -> Vec<Place> {
    let colors = common_colors(picture, tolerance).into_iter();
    let areas = colors.flat_map(|color| areas_of(picture, color, tolerance));
    let mut areas: Vec<Bounds> = areas.collect();
    areas.sort_by_key(|area| (area.top, area.left, area.width, area.height));
    areas.dedup();
    let places = areas.iter().flat_map(|area| places_in(*area, field));
    places.filter(|place| place.cell[1] >= least).collect()
}

/// The most common colours, without those near to a more common one.
fn common_colors(picture: &Raster, tolerance: u8) -> Vec<Rgb> {
    let mut colors: Vec<Rgb> = Vec::new();
    for (color, _) in ColorCounts::of(picture.pixels()).by_frequency() {
        if colors.len() == AREA_COLORS {
            break;
        }
        if !colors.iter().any(|known| is_near(*known, color, tolerance)) {
            colors.push(color);
        }
    }
    colors
}

/// The bounds of the connected areas of a colour.
fn areas_of(picture: &Raster, color: Rgb, tolerance: u8) -> Vec<Bounds> {
    let pixel = |pixel: &Option<Rgb>| pixel.filter(|other| is_near(*other, color, tolerance));
    let pixels = picture.pixels().iter().map(pixel).collect();
    let areas = connected_components(&Raster::new(picture.width(), pixels), 0);
    areas.iter().map(|area| area.bounds).collect()
}

/// The places that a field may have in or around which an area has these bounds.
fn places_in(bounds: Bounds, field: FieldSize) -> impl Iterator<Item = Place> {
    BEYOND.into_iter().filter_map(move |beyond| {
        let cell = [
            bounds.width as f64 / (field.width() as f64 + 2.0 * beyond),
            bounds.height as f64 / (field.height() as f64 + 2.0 * beyond),
        ];
        let origin = [
            bounds.left as f64 + beyond * cell[0],
            bounds.top as f64 + beyond * cell[1],
        ];
        let is_field = cell[0].min(cell[1]) >= LEAST_CELL && STRETCH.contains(&(cell[0] / cell[1]));
        is_field.then_some(Place { origin, cell })
    })
}
