//! The colours that were meant, among those that JPEG has scattered around them.

mod groups;

use self::groups::{Cell, Group, join, join_to, rough_groups};
use super::planes::{Planes, Shade, nearest_color};
use crate::picture::Raster;
use crate::sprite::ColorLimit;

/// A picture in few colours.
pub struct FewColors {
    pub raster: Raster,
    /// How many there are without a limit.
    pub colors: usize,
    /// The mean square of how far pixels are from them, of 255.
    pub scatter: f32,
}

/// How often the scatter is measured and the colours are found anew; set by hand.
const ROUNDS: usize = 3;

/// The mean square of how far pixels of one colour are from it at most, of 255: beyond, colours run into each other, as in a
/// photograph. Set by hand; of 177 sprites of other projects, enlarged and stored as JPEG, it loses none that are
/// read right.
const MOST_SCATTER: f32 = 150.0;

/// Joins colours as long as the picture is told the shorter for it, and gives each pixel the mean of those that it was
/// joined with; then on to `limit`.
///
/// How far pixels of one colour scatter, beside `least`, a mean square, is seen only when the colours are known: so both
/// are found in turn.
pub fn few_colors(planes: &Planes, least: Shade, limit: Option<ColorLimit>) -> FewColors {
    let shades: Vec<_> = (0..planes.width * planes.height)
        .map(|place| planes.shade(place))
        .collect();
    let mut found = Clusters::of(&shades, least, least);
    for _ in 1..ROUNDS {
        found = Clusters::of(&shades, found.scatter(least), least);
    }
    let colors = found.groups.len();
    let scatter = found.scatter([0.0; 3]).iter().sum();
    if let Some(limit) = limit {
        join_to(&mut found.groups, limit.get());
    }
    let pixels = shades
        .iter()
        .map(|shade| found.nearest(*shade).map(nearest_color));
    FewColors {
        raster: Raster::new(planes.width, pixels.collect()),
        colors,
        scatter,
    }
}

/// Pixels of the same colours.
struct Clusters {
    /// The unit of each number.
    units: Shade,
    groups: Vec<Group>,
}

impl Clusters {
    fn of(shades: &[Option<Shade>], scatter: Shade, least: Shade) -> Clusters {
        let units = scatter.map(f32::sqrt);
        let cells = shades
            .iter()
            .flatten()
            .map(|shade| Cell::new(*shade, units));
        let cells: Vec<Cell> = cells.collect();
        let mut groups = rough_groups(&cells);
        let least = std::array::from_fn(|i| least[i] / scatter[i]);
        join(&mut groups, least, units, MOST_SCATTER);
        Clusters { units, groups }
    }

    /// How far pixels of one colour are from it, a mean square.
    fn scatter(&self, least: Shade) -> Shade {
        let pixels: f32 = self.groups.iter().map(|group| group.pixels).sum();
        std::array::from_fn(|i| {
            let sum: f32 = self.groups.iter().map(|group| group.scatter[i]).sum();
            sum / pixels.max(1.0) * self.units[i] * self.units[i] + least[i]
        })
    }

    fn nearest(&self, shade: Option<Shade>) -> Option<Shade> {
        let cell = Cell::new(shade?, self.units);
        let far = |group: &&Group| group.cell.distance(cell);
        let nearest = self.groups.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        nearest.map(|group| group.cell.shade(self.units))
    }
}
