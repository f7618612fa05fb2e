//! A finer grid: where its pitch is not exact, equal tiles that are far apart are displaced against each other.

use std::cmp::Reverse;

use crate::grid::{Axis, Descriptor, Direction, Grid, Survey, median};

use super::LinkCell;
use super::reading::{Reading, read_surveyed};
use super::scene::Scene;

/// Pixels by which the last tiles are displaced at least if a reading may be wrong because of it, and by which any are at
/// most. Set by hand: of 18 games of KShisen one is read on a grid on which they are displaced by up to 2.4; six more of its
/// eleven positions are accepted, and right.
const LEAST: f64 = 1.0;
const MOST: f64 = 3.0;

/// Pixels from one displacement that is tried to the next.
const STEP: f64 = 0.25;

/// The most pairs of equal tiles that are compared: those that are farthest apart, and at least half as far as any.
const MAX_PAIRS: usize = 60;

/// How clearly kinds are apart at least where equal tiles are not displaced any more. Set by hand: with
/// 0.7 one more of those positions is read, and one of 240 generated screenshots is read on a wrong grid.
const CLEAR: f32 = 0.8;

/// A reading on a grid on which equal tiles are not displaced; `None` if they are hardly so, or kinds are not clear then.
pub fn on_finer_grid(scene: &Scene, reading: &Reading) -> Option<Reading> {
    let Grid { x, y, .. } = reading.grid;
    let [right, down] = [Direction::X, Direction::Y].map(|along| drift(scene, reading, along));
    let is_displaced = |axis: &Axis, drift: f64| drift.abs() * (axis.count - 1) as f64 >= LEAST;
    if !is_displaced(&x, right) && !is_displaced(&y, down) {
        return None;
    }
    let grid = Grid {
        x: stretched(&x, right),
        y: stretched(&y, down),
        ..reading.grid
    };
    let tiles = reading.board.occupied();
    let finer = read_surveyed(scene, &Survey { grid, tiles }).ok()?;
    let clarity = finer.pairing.clarity();
    let is_clear = clarity >= CLEAR && clarity > reading.pairing.clarity();
    (is_clear && finer.is_perfect()).then_some(finer)
}

/// With so much larger a pitch; its middle stays.
fn stretched(axis: &Axis, by: f64) -> Axis {
    Axis {
        origin: axis.origin - by * (axis.count - 1) as f64 / 2.0,
        pitch: axis.pitch + by,
        ..*axis
    }
}

/// By how many pixels a tile is displaced against an equal one in the line before.
fn drift(scene: &Scene, reading: &Reading, along: Direction) -> f64 {
    let line = |cell: &LinkCell| match along {
        Direction::X => cell.column,
        Direction::Y => cell.row,
    };
    let in_order = |one: LinkCell, other: LinkCell| match line(&one) <= line(&other) {
        true => [one, other],
        false => [other, one],
    };
    let lines = |[one, other]: &[LinkCell; 2]| line(other) - line(one);
    let mut pairs: Vec<[LinkCell; 2]> = Vec::new();
    for cells in reading.board.cells_by_kind() {
        let of_kind = cells.iter().enumerate();
        pairs.extend(of_kind.flat_map(|(index, one)| {
            let others = cells[index + 1..].iter();
            others.map(|other| in_order(*one, *other))
        }));
    }
    let farthest = pairs.iter().map(lines).max().unwrap_or_default();
    pairs.retain(|pair| lines(pair) > 0 && 2 * lines(pair) >= farthest);
    pairs.sort_by_key(|pair| Reverse(lines(pair)));
    pairs.truncate(MAX_PAIRS);
    let drifts = pairs.iter().map(|pair| {
        let displacement = displacement(scene, &reading.grid, pair, along);
        (displacement / lines(pair) as f64) as f32
    });
    median(drifts).unwrap_or_default().into()
}

/// The displacement at which the second of two equal tiles looks most like the first one, in pixels.
fn displacement(scene: &Scene, grid: &Grid, [one, other]: &[LinkCell; 2], along: Direction) -> f64 {
    let seen = |cell: &LinkCell, by: f64| {
        let [x, y] = [grid.x.inside(cell.column), grid.y.inside(cell.row)];
        let [right, down] = along.sides(by, 0.0);
        Descriptor::of(scene, x.map(|at| at + right), y.map(|at| at + down))
    };
    let first = seen(one, 0.0);
    let steps = (MOST / STEP) as i32;
    let displacements = (-steps..=steps).map(|step| f64::from(step) * STEP);
    let apart = displacements.map(|by| (first.distance(&seen(other, by)), by));
    // The least of those that are as near.
    let nearest = apart.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.abs().total_cmp(&b.1.abs())));
    nearest.map_or(0.0, |(_, by)| by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::cards::drawn;

    #[test]
    fn a_pitch_that_is_not_exact_is_told_by_equal_tiles() {
        let rows = ["ABCDEFGH", "BADCFEHG", "EFGHABCD", "FEHGBADC"];
        let (scene, exact) = drawn(&rows);
        let read = |grid: Grid| {
            let tiles = vec![true; grid.count()];
            read_surveyed(&scene, &Survey { grid, tiles }).unwrap()
        };
        assert!(on_finer_grid(&scene, &read(exact)).is_none());
        let wide = Grid {
            x: stretched(&exact.x, 0.3),
            ..exact
        };
        let finer = on_finer_grid(&scene, &read(wide)).unwrap().grid;
        assert!((finer.x.pitch - exact.x.pitch).abs() < 0.1, "{finer:?}");
        assert!((finer.x.span(7)[0] - exact.x.span(7)[0]).abs() < 0.5);
    }
}
