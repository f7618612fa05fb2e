//! The shapes of a sheet without cells: which parts are one sprite.

use std::ops::Range;

use super::cut::MAX_SPRITES;
use crate::disjoint_sets::DisjointSets;
use crate::picture::Bounds;
use crate::sprite::components::Component;

/// Noise has more parts than this, which are not worth their time.
const MOST_JOINED: usize = 4 * MAX_SPRITES;

/// On a packed sheet there are at least so many shapes, each ...
const FEWEST_PACKED: usize = 8;

/// ... of at least so many columns and rows. Set by hand; on 91 sheets of 27 packages with their authors' rectangles
/// four are packed so that it matters.
const LEAST_PACKED: usize = 8;

/// Joins components whose rectangles overlap: sprites are kept in rectangles that do not.
///
/// On a sheet of this size where sprites touch, the rectangle of two overlaps that of the next until all are one heap.
/// There only those are joined that lie within another.
pub fn join_overlapping(shapes: Vec<Component>, size: (usize, usize)) -> Vec<Component> {
    let joined = join_all(shapes.clone(), overlap);
    if !joined.iter().any(|shape| is_heap(shape.bounds, size)) {
        return joined;
    }
    let packed = join_all(shapes, is_nested);
    let is_sprite = |shape: &&Component| {
        let Bounds { width, height, .. } = shape.bounds;
        width.min(height) >= LEAST_PACKED
    };
    match packed.iter().filter(is_sprite).count() {
        ..FEWEST_PACKED => joined,
        _ => packed,
    }
}

/// Whether a shape with these bounds covers more than half of a sheet.
pub fn is_heap(bounds: Bounds, (width, height): (usize, usize)) -> bool {
    2 * bounds.width * bounds.height > width * height
}

fn join_all(mut shapes: Vec<Component>, belong: fn(Bounds, Bounds) -> bool) -> Vec<Component> {
    while shapes.len() <= MOST_JOINED {
        let before = shapes.len();
        shapes = join_once(shapes, belong);
        if shapes.len() == before {
            break;
        }
    }
    shapes
}

fn join_once(components: Vec<Component>, belong: fn(Bounds, Bounds) -> bool) -> Vec<Component> {
    let mut by_top: Vec<usize> = (0..components.len()).collect();
    by_top.sort_by_key(|index| components[*index].bounds.top);
    let mut sets = DisjointSets::new(components.len());
    let mut open: Vec<usize> = Vec::new();
    for index in by_top {
        let bounds = components[index].bounds;
        open.retain(|other| components[*other].bounds.rows().end > bounds.top);
        for other in &open {
            if belong(bounds, components[*other].bounds) {
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

/// Whether one lies within the other.
fn is_nested(a: Bounds, b: Bounds) -> bool {
    a.lies_within(b) || b.lies_within(a)
}
