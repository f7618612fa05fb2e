//! Which places of a lattice have the edges of a tile around them.

use super::edges::change;
use super::extent::Area;
use super::lattice::Axis;
use super::lines::Direction;
use super::matching::Place;
use super::sums::Sums;

/// Which tiles have edges around them.
pub struct Outlines {
    columns: usize,
    is_outlined: Vec<bool>,
}

/// Tiles whose edges are weaker than this, in shades of grey, cannot be told by them.
const LEAST: f32 = 6.0;

/// A side has an edge if it is so much as strong as usual.
const SHARE: f32 = 0.4;

/// So many sides of four: one may touch something that looks alike.
const SIDES: usize = 3;

impl Outlines {
    /// Of all places of a lattice; what is usual for its tiles is seen in `area`. `None` if its tiles
    /// have no edges to speak of.
    pub fn of(sums: &Sums, x: &Axis, y: &Axis, area: &Area) -> Option<Outlines> {
        let seen: Vec<[f32; 4]> = area
            .places()
            .map(|place| sides(sums, x, y, place))
            .collect();
        let usual: [f32; 4] = std::array::from_fn(|side| {
            let mut values: Vec<f32> = seen.iter().map(|sides| sides[side]).collect();
            let middle = values.len() / 2;
            *values.select_nth_unstable_by(middle, f32::total_cmp).1
        });
        if usual.iter().any(|usual| *usual < LEAST) {
            return None;
        }
        let all = Area {
            columns: [0, x.count],
            rows: [0, y.count],
        };
        let is_outlined = |place| {
            let sides = sides(sums, x, y, place);
            let edges = sides.iter().zip(usual);
            let edges = edges.filter(|(side, usual)| **side > (SHARE * usual).max(0.75 * LEAST));
            edges.count() >= SIDES
        };
        Some(Outlines {
            columns: x.count,
            is_outlined: all.places().map(is_outlined).collect(),
        })
    }

    /// Whether a line has tiles: a quarter of it at least, and more than one.
    fn has_tiles(&self, line: &Area) -> bool {
        let places = line.places();
        let tiles = places.filter(|(column, row)| self.is_outlined[row * self.columns + column]);
        let [columns, rows] = line.size();
        let tiles = tiles.count();
        tiles >= 2.min(columns * rows) && 4 * tiles >= columns * rows
    }

    /// The area with the lines beside it that have tiles, and without those at its sides that have none.
    pub fn fit(&self, mut area: Area) -> Area {
        let rows = self.is_outlined.len() / self.columns;
        while area.size().iter().all(|size| *size > 1)
            && let Some(side) = area.sides().iter().position(|side| !self.has_tiles(side))
        {
            area = area.without(side);
        }
        while let Some(larger) =
            (area.larger(self.columns, rows).into_iter()).find(|(_, line)| self.has_tiles(line))
        {
            area = larger.0;
        }
        area
    }
}

/// How much of an edge there is on each side of a tile: left, right, top, bottom.
fn sides(sums: &Sums, x: &Axis, y: &Axis, (column, row): Place) -> [f32; 4] {
    let (wide, high) = (x.span(column), y.span(row));
    let side = |direction: Direction, at: f64, across: [f64; 2]| {
        let length = sums.length(direction) as f64;
        // At the picture's edge there is nothing to compare with: a tile may well end there.
        if at < 1.0 || at + 1.0 > length {
            return f32::INFINITY;
        }
        // The edge may lie a little off, and be blurred.
        let near = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|off| at + off);
        let inside = near
            .into_iter()
            .filter(|at| *at >= 1.0 && at + 1.0 <= length);
        let changes = inside.map(|at| change(sums, direction, at, across));
        changes.fold(0.0, f32::max)
    };
    [
        side(Direction::X, wide[0], high),
        side(Direction::X, wide[1], high),
        side(Direction::Y, high[0], wide),
        side(Direction::Y, high[1], wide),
    ]
}
