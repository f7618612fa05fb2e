//! The windows in a picture: rectangles with straight sides, such as those of programs on a desktop.

use crate::grid::Direction;
use crate::picture::{Bounds, Raster};

// The numbers of this file were set by hand on 60 positions of KShisen, 24 of which show its window on a desktop.

/// Neighbouring pixels whose channels differ by more are on two sides of an edge.
const ALIKE: u8 = 8;

/// The shortest side of a window, in pixels.
const SHORTEST: usize = 160;

/// The share of a side that must be an edge, and the pixels in a row that need not be.
const SOLID: f64 = 0.8;
const LONGEST_GAP: usize = 8;

/// Pixels between a corner and the ends of its sides, at most: corners may be round.
const CORNER: usize = 8;

/// The most sides along each direction: a picture that is full of edges shows no windows.
const MAX_SIDES: usize = 600;

/// The most windows that are looked at.
const MAX_WINDOWS: usize = 4;

/// The largest share of the picture that a window covers.
const LARGEST: f64 = 0.9;

/// The windows, largest first. What has two sides in common with a larger one is a part of it.
pub fn windows(raster: &Raster) -> Vec<Bounds> {
    let [levels, uprights] = [Direction::X, Direction::Y].map(|along| sides(raster, along));
    if levels.len().max(uprights.len()) > MAX_SIDES {
        return Vec::new();
    }
    let area = |bounds: &Bounds| bounds.width * bounds.height;
    let most = LARGEST * (raster.width() * raster.height()) as f64;
    let pairs = (uprights.iter()).flat_map(|left| uprights.iter().map(move |right| (left, right)));
    let found: Vec<Bounds> = pairs
        .filter_map(|(left, right)| between(left, right, &levels))
        .filter(|bounds| area(bounds) as f64 <= most)
        .collect();
    let mut windows: Vec<Bounds> = Vec::new();
    while windows.len() < MAX_WINDOWS {
        let is_new = |bounds: &&Bounds| !windows.iter().any(|window| is_part(bounds, window));
        let new = found.iter().filter(is_new);
        let Some(largest) = new.max_by_key(|bounds| area(bounds)) else {
            break;
        };
        windows.push(*largest);
    }
    windows
}

/// A straight edge along a direction: before the line `at`, from one pixel to another.
struct Side {
    at: usize,
    from: usize,
    to: usize,
}

impl Side {
    /// Whether it goes all the way between two lines across it.
    fn spans(&self, from: usize, to: usize) -> bool {
        self.from <= from + CORNER && self.to + CORNER >= to
    }
}

/// The sides along a direction.
fn sides(raster: &Raster, along: Direction) -> Vec<Side> {
    let size = [raster.width(), raster.height()];
    let [length, lines] = along.sides(size[0], size[1]);
    let color = |at: usize, line: usize| {
        let [x, y] = along.sides(at, line);
        raster.color(x, y)
    };
    let is_edge = |at: usize, line: usize| match [color(at, line - 1), color(at, line)] {
        [Some(before), Some(behind)] => !before.is_near(behind, ALIKE),
        _ => false,
    };
    let sides_before = |at: usize| {
        let runs = solid_runs(length, |pixel| is_edge(pixel, at));
        let sides = runs.into_iter();
        sides.map(move |[from, to]| Side { at, from, to })
    };
    (1..lines).flat_map(sides_before).collect()
}

/// From where to where pixels are edges, but for short gaps.
fn solid_runs(length: usize, is_edge: impl Fn(usize) -> bool) -> Vec<[usize; 2]> {
    // With the count of their edges.
    let mut runs: Vec<([usize; 2], usize)> = Vec::new();
    for at in (0..length).filter(|at| is_edge(*at)) {
        match runs.last_mut() {
            Some(([_, end], count)) if at <= *end + LONGEST_GAP => {
                *end = at + 1;
                *count += 1;
            }
            _ => runs.push(([at, at + 1], 1)),
        }
    }
    let is_side = |([from, to], count): &([usize; 2], usize)| {
        to - from >= SHORTEST && *count as f64 >= SOLID * (to - from) as f64
    };
    let sides = runs.into_iter().filter(is_side);
    sides.map(|(run, _)| run).collect()
}

/// The window between two upright sides.
fn between(left: &Side, right: &Side, levels: &[Side]) -> Option<Bounds> {
    let [top, bottom] = [left.from.max(right.from), left.to.min(right.to)];
    if left.at + SHORTEST > right.at || top + SHORTEST > bottom {
        return None;
    }
    let is_level = |at: usize| {
        let mut levels = levels.iter();
        levels.any(|side| side.at.abs_diff(at) <= CORNER && side.spans(left.at, right.at))
    };
    (is_level(top) && is_level(bottom)).then(|| Bounds {
        left: left.at,
        top,
        width: right.at - left.at,
        height: bottom - top,
    })
}

/// Whether bounds lie within others and have two sides in common with them.
fn is_part(bounds: &Bounds, whole: &Bounds) -> bool {
    let ends = |bounds: &Bounds| {
        let [columns, rows] = [bounds.columns(), bounds.rows()];
        [columns.start, rows.start, columns.end, rows.end]
    };
    let [own, others] = [ends(bounds), ends(whole)];
    let is_within = (0..2).all(|axis| {
        own[axis] + CORNER >= others[axis] && own[axis + 2] <= others[axis + 2] + CORNER
    });
    let common = own.iter().zip(&others);
    let common = common.filter(|(own, other)| own.abs_diff(**other) <= CORNER);
    is_within && common.count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::drawing::noise;

    #[test]
    fn windows_are_found_on_a_photograph_but_not_their_parts() {
        let bounds = |[left, top]: [usize; 2], [width, height]: [usize; 2]| Bounds {
            left,
            top,
            width,
            height,
        };
        let shown = [bounds([40, 30], [300, 200]), bounds([360, 250], [200, 180])];
        let photograph = noise(20, 15, 1);
        let screen = Raster::from_fn(600, 450, |x, y| {
            let is_inside =
                |window: &&Bounds| window.columns().contains(&x) && window.rows().contains(&y);
            match shown.iter().find(is_inside) {
                Some(window) if y < window.top + 20 => Some(Rgb::new(80, 120, 200)),
                Some(_) => Some(Rgb::new(240, 240, 240)),
                None => photograph.color(x / 30, y / 30),
            }
        });
        assert_eq!(windows(&screen), shown);
    }
}
