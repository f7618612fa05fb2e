//! The colours that were meant, among those that JPEG has scattered around them.

mod groups;
mod painting;

use self::groups::{Cell, Group, for_each_joining, join, join_to, rough_groups, scatter};
use self::painting::{Canvas, Painting};
use super::metric::Metrics;
use super::planes::{Planes, Shade};
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

/// The mean square of how far pixels of one colour are from it at most, of 255: beyond, colours run into each other, as in a
/// photograph. Set by hand; of 177 sprites of other projects, enlarged and stored as JPEG, it loses none that are
/// read right.
const MOST_SCATTER: f32 = 150.0;

/// The most colours that are judged by the enlarged picture: with more there is no telling apart what was meant. Set by
/// hand; no field shows more than eight.
const MOST_JUDGED: usize = 16;

/// Joins colours as long as the picture is told the shorter for it, and gives each pixel one of them; then on to `limit`.
///
/// How far pixels of one colour scatter, beside `least`, a mean square, is seen only when the colours are known: so both
/// are found in turn.
pub fn few_colors(
    planes: &Planes,
    metrics: &Metrics,
    least: Shade,
    limit: Option<ColorLimit>,
) -> FewColors {
    /// How often the scatter is measured and the colours are found anew; set by hand.
    const ROUNDS: usize = 3;
    /// How much of the scatter of pixels is seen when the picture is enlarged, where that blurs it. With 0.25 to 1.0 about
    /// as many of 290 sprites of other projects, enlarged and stored as JPEG, are read right: 271 to 274.
    const SEEN: f32 = 0.5;

    let canvas = Canvas::new(planes, metrics);
    let mut clusters = Clusters::of(&canvas, least, least);
    for _ in 1..ROUNDS {
        clusters = Clusters::of(&canvas, clusters.scatter(least), least);
    }
    let mut painting = clusters.painted(&canvas, least.map(|least| SEEN * least));
    let colors = painting.used();
    let scatter = painting.scatter().iter().sum();
    if let Some(limit) = limit.filter(|limit| limit.get() < colors) {
        join_to(&mut clusters.groups, limit.get());
        painting = canvas.painted(&clusters.groups, clusters.units);
    }
    FewColors {
        raster: Raster::new(planes.width, painting.pixels()),
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
    fn of(canvas: &Canvas, scatter: Shade, least: Shade) -> Clusters {
        let units = scatter.map(f32::sqrt);
        let shades = canvas.shades.iter().flatten();
        let cells: Vec<Cell> = shades.map(|shade| Cell::new(*shade, units)).collect();
        let mut groups = rough_groups(&cells);
        let least = std::array::from_fn(|i| least[i] / scatter[i]);
        join(&mut groups, least, units, MOST_SCATTER);
        Clusters { units, groups }
    }

    /// How far pixels of one colour are from it, a mean square.
    fn scatter(&self, least: Shade) -> Shade {
        let (scatter, units) = (scatter(&self.groups), self.units);
        std::array::from_fn(|i| scatter[i] * units[i] * units[i] + least[i])
    }

    /// The picture in the colours of these groups, or of fewer if it is told the shorter for it when it is enlarged.
    fn painted(&self, canvas: &Canvas, least: Shade) -> Painting {
        let mut best = canvas.painted(&self.groups, self.units);
        if self.groups.len() > MOST_JUDGED {
            return best;
        }
        let mut shortest = best.length(least);
        for_each_joining(&mut self.groups.clone(), |groups| {
            let painting = canvas.painted(groups, self.units);
            let length = painting.length(least);
            let is_noise = painting.scatter().iter().sum::<f32>() <= MOST_SCATTER;
            if length < shortest && is_noise {
                (shortest, best) = (length, painting);
            }
            false
        });
        best
    }
}
