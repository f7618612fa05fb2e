//! Places that look alike.

use std::sync::Arc;

use crate::grid::median;

use super::reading::Reading;
use super::scene::{Evened, Scene};
use super::view::View;

/// How many times as far apart as the tiles of a kind usually are those are that look the same, and the least that those
/// of a kind count for, 0 to 255. Set by hand: on screenshots of KShisen equal tiles are 0.01 apart, and places in the shadow
/// of like tiles 0.55 and more.
const ALIKE: f32 = 2.0;
const NOISE: f32 = 0.1;

/// Tells places that look as much like each other as the tiles of a kind do.
pub struct Alike {
    view: Arc<View>,
    most_apart: f32,
}

impl Alike {
    pub fn of(scene: &Scene, reading: &Reading) -> Alike {
        let view = scene.view(&reading.grid, Evened::Light);
        let kinds = reading.board.cells_by_kind().into_iter();
        let apart = kinds.flat_map(|cells| {
            let kind: Vec<usize> = cells.iter().map(|cell| reading.place(*cell)).collect();
            let nearest = kind.iter().map(|place| nearest(&view, *place, &kind));
            nearest.collect::<Vec<f32>>()
        });
        let usual = median(apart).unwrap_or_default().max(NOISE);
        Alike {
            most_apart: ALIKE * usual,
            view,
        }
    }

    /// Whether a place looks the same as one of some others; it may be among them.
    pub fn is_like_one_of(&self, place: usize, others: &[usize]) -> bool {
        nearest(&self.view, place, others) <= self.most_apart
    }
}

/// How far a place is apart from the one of the others that it looks most like, 0 to 255.
fn nearest(view: &View, place: usize, others: &[usize]) -> f32 {
    let others = others.iter().filter(|other| **other != place);
    let apart = others.map(|other| view.distance(place, *other));
    apart.fold(f32::INFINITY, f32::min)
}
