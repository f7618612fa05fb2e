//! The shapes of a sheet without cells: which parts are one sprite.

use std::ops::Range;

use super::cut::MAX_SPRITES;
use crate::picture::Bounds;
use crate::sprite::components::{Component, DisjointSets};

/// Noise has more parts than this, which are not worth their time.
const MOST_JOINED: usize = 4 * MAX_SPRITES;

/// Joins components whose rectangles overlap: sprites are kept in rectangles that do not.
pub fn join_overlapping(mut shapes: Vec<Component>) -> Vec<Component> {
    while shapes.len() <= MOST_JOINED {
        let before = shapes.len();
        shapes = join_once(shapes);
        if shapes.len() == before {
            break;
        }
    }
    shapes
}

fn join_once(components: Vec<Component>) -> Vec<Component> {
    let mut by_top: Vec<usize> = (0..components.len()).collect();
    by_top.sort_by_key(|index| components[*index].bounds.top);
    let mut sets = DisjointSets::new(components.len());
    let mut open: Vec<usize> = Vec::new();
    for index in by_top {
        let bounds = components[index].bounds;
        open.retain(|other| components[*other].bounds.rows().end > bounds.top);
        for other in &open {
            if overlap(bounds, components[*other].bounds) {
                sets.join(index, *other);
            }
        }
        open.push(index);
    }
    let mut joined: Vec<Option<Component>> = vec![None; components.len()];
    for (index, component) in components.into_iter().enumerate() {
        let place = &mut joined[sets.find(index)];
        *place = Some(match place.take() {
            None => component,
            Some(first) => first.joined(component),
        });
    }
    joined.into_iter().flatten().collect()
}

fn overlap(a: Bounds, b: Bounds) -> bool {
    let meet = |a: Range<usize>, b: Range<usize>| a.start < b.end && b.start < a.end;
    meet(a.columns(), b.columns()) && meet(a.rows(), b.rows())
}
