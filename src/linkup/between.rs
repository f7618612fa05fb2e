//! Empty lines between those of a reading: where no tile is left on every other line, the pitch seems twice as long.

use crate::grid::{Axis, Grid, Survey};

use super::choice::MAX_COMPARED;
use super::reading::{Reading, read_surveyed};
use super::scene::Scene;

/// The gaps along one axis that would hold a tile are at least so wide, and those along the other one at most, as shares of a
/// tile's length there.
// Set by hand on 240 positions of KShisen: in one of them all rows that hold tiles are two apart.
const WIDE: f64 = 0.9;
const NARROW: f64 = 0.3;

/// How many times as long as the other pitch one that is not the board's is at least: there are narrow tiles, too, in places
/// that are square.
const LONGER: f64 = 1.8;

/// With the empty lines between those of a reading if its gaps along one axis alone would hold tiles.
pub fn with_lines_between(scene: &Scene, reading: Reading) -> Reading {
    let Grid { x, y, .. } = reading.grid;
    let [columns, rows] = [parts(&x, &y), parts(&y, &x)];
    if [columns, rows] == [1, 1] {
        return reading;
    }
    let grid = Grid {
        x: x.divided(columns),
        y: y.divided(rows),
        ..reading.grid
    };
    if grid.count() > MAX_COMPARED {
        return reading;
    }
    let mut tiles = vec![false; grid.count()];
    for (cell, _) in reading.board.tiles() {
        tiles[cell.row * rows * grid.x.count + cell.column * columns] = true;
    }
    match read_surveyed(scene, &Survey { grid, tiles }) {
        Ok(all) if all.board.check_pairs().is_ok() => all,
        _ => reading,
    }
}

/// How many times the pitch along an axis is the board's, given the other axis.
fn parts(axis: &Axis, other: &Axis) -> usize {
    let gap = |axis: &Axis| axis.pitch / axis.tile - 1.0;
    let is_multiple =
        gap(axis) >= WIDE && gap(other) <= NARROW && axis.pitch >= LONGER * other.pitch;
    match is_multiple {
        true => (axis.pitch / axis.tile / (1.0 + gap(other))).round() as usize,
        false => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::LinkBoard;
    use crate::linkup::cards::drawn;

    #[test]
    fn rows_from_between_which_all_tiles_are_gone_are_two_apart() {
        let rows = ["ABCDEF", "......", "BAFEDC"];
        let (scene, grid) = drawn(&rows);
        let sparse = Grid {
            y: Axis {
                pitch: 2.0 * grid.y.pitch,
                count: 2,
                ..grid.y
            },
            ..grid
        };
        let tiles = vec![true; sparse.count()];
        let survey = Survey {
            grid: sparse,
            tiles,
        };
        let reading = read_surveyed(&scene, &survey).unwrap();
        let all = with_lines_between(&scene, reading);
        assert_eq!(all.grid, grid);
        let expected: LinkBoard = "ABCDEF\n......\nBAFEDC\n".parse().unwrap();
        assert_eq!(all.board.to_string(), expected.to_string());
        let same = with_lines_between(&scene, all);
        assert_eq!(same.grid, grid);
    }

    #[test]
    fn a_grid_that_would_be_too_large_is_left_as_it_is() {
        let (scene, _) = drawn(&["ABCDEF", "BAFEDC"]);
        let mut reading = Reading::of_text("ABCDEF\nBAFEDC\n", 0.9);
        reading.grid.y.tile = reading.grid.y.pitch / MAX_COMPARED as f64;
        reading.grid.y.pitch *= 2.0;
        let grid = reading.grid;
        assert!(parts(&grid.y, &grid.x) > MAX_COMPARED);
        assert_eq!(with_lines_between(&scene, reading).grid, grid);
    }

    #[test]
    fn narrow_tiles_in_square_places_have_no_lines_between_them() {
        let axis = |pitch, tile| Axis {
            origin: 0.0,
            pitch,
            tile,
            count: 4,
        };
        assert_eq!(parts(&axis(60.0, 28.0), &axis(62.0, 58.0)), 1);
        assert_eq!(parts(&axis(116.0, 55.0), &axis(44.0, 43.0)), 2);
        assert_eq!(parts(&axis(174.0, 55.0), &axis(44.0, 43.0)), 3);
        assert_eq!(parts(&axis(120.0, 55.0), &axis(110.0, 55.0)), 1);
    }
}
