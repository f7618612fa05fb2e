//! Tiles told from the background as the two components of a mixture model, whatever is on them.
//!
//! A part of a place has much the same colour on all tiles where their card shows, and much the same on all the ground
//! where that is plain; between two parts there is an edge on all tiles along their outline, whatever their colours.

use super::median::median;
use super::places::Places;
use super::windows::PARTS;

/// The least scale of a feature, 0 to 255: noise and JPEG. This and the others were set by hand.
const NOISE: f32 = 3.0;

/// The share of features that fit neither component: highlights, shadows, windows beside the board.
const OUTLIERS: f32 = 0.05;

/// The fewest places of a component.
const FEW: usize = 4;

/// Deviations count no more than this where a scale is estimated.
const FARTHEST: f32 = 64.0;

/// Rounds of expectation and maximization.
const ROUNDS: usize = 6;

/// Features of a place: colours of its parts, and how much neighbouring ones differ.
fn features(parts: &[[f32; 3]]) -> Vec<f32> {
    let edge = |a: &[f32; 3], b: &[f32; 3]| {
        let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
        apart.fold(0.0, f32::max)
    };
    let beside = (0..parts.len())
        .filter(|at| at % PARTS > 0)
        .map(|at| edge(&parts[at], &parts[at - 1]));
    let below = (PARTS..parts.len()).map(|at| edge(&parts[at], &parts[at - PARTS]));
    let colors = parts.iter().flatten().copied();
    colors.chain(beside).chain(below).collect()
}

/// Independent Laplace distributions of features, some of which may be anything.
struct Component(Vec<[f32; 2]>);

impl Component {
    fn of(places: &[&Vec<f32>]) -> Component {
        let count = places[0].len();
        let feature = |index: usize| {
            let values = places.iter().map(|features| features[index]);
            let middle = median(values.clone()).unwrap_or_default();
            let apart = values.map(|value| (value - middle).abs().min(FARTHEST));
            let scale = apart.sum::<f32>() / places.len() as f32;
            [middle, scale.max(NOISE)]
        };
        Component((0..count).map(feature).collect())
    }

    fn likelihood(&self, features: &[f32]) -> f32 {
        let terms = self.0.iter().zip(features).map(|([middle, scale], value)| {
            let density = (-(value - middle).abs() / scale).exp() / (2.0 * scale);
            (OUTLIERS / 256.0 + (1.0 - OUTLIERS) * density).ln()
        });
        terms.sum()
    }
}

/// The tiles among the places, starting from a guess: alternately assigns each place to the more likely component and
/// re-estimates both (classification EM). `None` if there are hardly any tiles, or hardly anything else.
pub fn separated(places: &Places, start: &[bool]) -> Option<Vec<bool>> {
    let features: Vec<Vec<f32>> = (0..places.count())
        .map(|place| features(places.parts(place)))
        .collect();
    let mut tiles = start.to_vec();
    for _ in 0..ROUNDS {
        let component = |is_tile: bool| {
            let members = features.iter().zip(&tiles);
            let members = members.filter(|(_, other)| **other == is_tile);
            let members: Vec<&Vec<f32>> = members.map(|(features, _)| features).collect();
            (members.len() >= FEW).then(|| Component::of(&members))
        };
        let (tile, ground) = (component(true)?, component(false)?);
        let better = features
            .iter()
            .map(|features| tile.likelihood(features) > ground.likelihood(features));
        let better: Vec<bool> = better.collect();
        if better == tiles {
            break;
        }
        tiles = better;
    }
    Some(tiles)
}

#[cfg(test)]
mod tests {
    use super::super::integral::IntegralImage;
    use super::super::lattice::Lattice;
    use super::super::places::{Places, RIM};
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    const PITCH: usize = 24;
    const COLUMNS: usize = 9;

    /// Framed tiles of any colour on a chequered ground.
    fn drawn(tiles: &[bool]) -> Places {
        let rows = tiles.len() / COLUMNS;
        let pixels = (0..COLUMNS * PITCH * rows * PITCH).map(|index| {
            let (x, y) = (index % (COLUMNS * PITCH), index / (COLUMNS * PITCH));
            let place = y / PITCH * COLUMNS + x / PITCH;
            let inside = [x % PITCH, y % PITCH].map(|at| at.min(PITCH - 1 - at));
            let grey = match (tiles[place], inside[0].min(inside[1])) {
                (true, 2 | 3) => 20,
                (true, 4..) => 60 + (place * 37 % 5 * 40) as u8,
                _ => 120 + ((x / 7 + y / 7) % 2 * 25) as u8,
            };
            Some(Rgb::new(grey, grey, grey))
        });
        let image = IntegralImage::of(&Raster::new(COLUMNS * PITCH, pixels.collect()));
        Places::of(&image, &Lattice::without_gaps(PITCH, [COLUMNS, rows]), RIM)
    }

    #[test]
    fn tiles_of_any_colour_are_told_from_a_chequered_ground_by_their_outline() {
        let tiles: Vec<bool> = (0..7 * COLUMNS).map(|place| place * 5 % 13 > 4).collect();
        let places = drawn(&tiles);
        let mut start = tiles.clone();
        for wrong in start.iter_mut().step_by(5) {
            *wrong = !*wrong;
        }
        assert_eq!(separated(&places, &start), Some(tiles));
    }

    #[test]
    fn a_board_without_ground_is_not_separated() {
        let tiles = [true; 4 * COLUMNS];
        assert_eq!(separated(&drawn(&tiles), &tiles), None);
    }
}
