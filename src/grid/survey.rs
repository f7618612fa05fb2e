//! A likely board: a grid on a lattice, and which of its places hold a tile.

use super::Grid;
use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};
use super::places::{Bounds, Places};

/// The most places of a lattice: each pattern is compared with each.
pub const MAX_PLACES: usize = 1600;

/// The share of a period that may lie outside the picture.
const OVERHANG: f64 = 0.15;

/// A grid, and which of its places hold a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Around all tiles.
    pub grid: Grid,
    /// Row by row.
    pub tiles: Vec<bool>,
}

impl Survey {
    /// At least so confident.
    pub fn with_confidence_from(mut self, least: f64) -> Survey {
        self.grid.confidence = self.grid.confidence.max(least);
        self
    }
}

/// The whole periods of a picture, one of which begins at a point.
pub fn lattice(image: &IntegralImage, pitch: [f64; 2], begin: [f64; 2]) -> Lattice {
    let axis = |axis: usize, length: usize| {
        let pitch = pitch[axis];
        let begin = begin[axis].rem_euclid(pitch);
        let origin = match begin >= (1.0 - OVERHANG) * pitch {
            true => begin - pitch,
            false => begin,
        };
        let count = (length as f64 - origin + OVERHANG * pitch) / pitch;
        Axis {
            origin,
            pitch,
            tile: pitch,
            count: count.max(0.0) as usize,
        }
    };
    Lattice {
        x: axis(0, image.width()),
        y: axis(1, image.height()),
    }
}

/// The part of a lattice within some bounds, the card being so far on each place; `None` if it is a single line.
pub fn survey(
    lattice: &Lattice,
    extent: [[f64; 2]; 2],
    places: &Places,
    tiles: &[bool],
    bounds: Bounds,
) -> Option<Survey> {
    let axis = |axis: &Axis, reach: [usize; 2], [begin, end]: [f64; 2]| Axis {
        origin: axis.origin + (reach[0] as f64 + begin) * axis.pitch,
        tile: (end - begin) * axis.pitch,
        count: reach[1] - reach[0],
        ..*axis
    };
    let x = axis(&lattice.x, bounds.columns, extent[0]);
    let y = axis(&lattice.y, bounds.rows, extent[1]);
    let held = (places.within(bounds)).filter(|place| tiles[*place] && !places.is_plain(*place));
    let repeated = held.clone().filter(|place| places.is_repeated(*place));
    let grid = Grid {
        x,
        y,
        confidence: repeated.count() as f64 / held.count().max(1) as f64,
    };
    let tiles = places.within(bounds).map(|place| tiles[place]).collect();
    (x.count > 1 && y.count > 1).then_some(Survey { grid, tiles })
}
