//! Square tiles many of which go on in their neighbours, like ground and its borders: where others break off, long
//! straight edges lie on the lines of one grid.

use super::cut::Cells;
use super::lattice::{Lattice, square_sizes};
use super::period::goes_on;
use crate::picture::Raster;

/// Shorter edges are found within tiles. The numbers of this file were tuned on 115 sheets of 41 packages with their
/// authors' rectangles.
const LONG: usize = 16;

/// How much of the long edges lies on the lines, each way.
const ON_LINES: f64 = 0.5;

/// Of grids that lie in each other the widest is taken, on whose lines about as much lies.
const TIE: f64 = 0.85;

/// The tiles, if all of them fill the picture.
pub fn edged_tiles(raster: &Raster) -> Option<Lattice> {
    let across = Edges::of(raster);
    let down = Edges::of(&raster.transposed());
    let shares = |size: usize| across.share(size).min(down.share(size));
    let sizes = || square_sizes(raster);
    let most = sizes().map(shares).fold(ON_LINES, f64::max);
    let size = sizes().rfind(|size| shares(*size) >= TIE * most)?;
    Lattice::of(Cells::side_by_side(size, size), raster).ok()
}

/// The long edges before each column.
struct Edges(Vec<Edge>);

#[derive(Clone, Copy, Default)]
struct Edge {
    /// Pixels of the one that has not ended yet.
    open: usize,
    /// Pixels of all long ones.
    length: usize,
    count: usize,
}

impl Edges {
    fn of(raster: &Raster) -> Edges {
        let mut edges = vec![Edge::default(); raster.width()];
        for row in raster.rows() {
            for (pair, edge) in row.windows(2).zip(&mut edges[1..]) {
                match pair[0] == pair[1] || goes_on(pair[0], pair[1]) {
                    true => edge.end(),
                    false => edge.open += 1,
                }
            }
        }
        edges.iter_mut().for_each(Edge::end);
        Edges(edges)
    }

    /// How much of them lies on the lines of a grid; nothing if they are few.
    fn share(&self, size: usize) -> f64 {
        /// So many long edges lie on the lines each way; a drawing has a few that happen to lie on those of some grid.
        const FEWEST_EDGES: usize = 8;

        let on_lines = || self.0.iter().step_by(size);
        let is_enough = on_lines().map(|edge| edge.count).sum::<usize>() >= FEWEST_EDGES;
        let length = on_lines().map(|edge| edge.length).sum::<usize>();
        let all: usize = self.0.iter().map(|edge| edge.length).sum();
        if is_enough {
            length as f64 / all as f64
        } else {
            0.0
        }
    }
}

impl Edge {
    fn end(&mut self) {
        if self.open >= LONG {
            self.length += self.open;
            self.count += 1;
        }
        self.open = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;

    /// Grass everywhere but on stones, of which every fourth tile is one, and a pond that lies anywhere.
    fn ground(size: usize, has_stones: bool) -> Raster {
        Raster::from_fn(6 * size, 6 * size, |x, y| {
            let is_stone = has_stones && (x / size + 2 * (y / size)).is_multiple_of(4);
            let is_pond = (size + 5..2 * size + 9).contains(&x) && (7..size + 11).contains(&y);
            let shade = ((x * 7 + y * 13) % 11) as u8;
            let green = if is_stone || is_pond { 20 } else { 160 };
            Some(Rgb::new(if is_pond { 20 } else { 90 }, green + shade, 40))
        })
    }

    #[test]
    fn ground_that_goes_on_is_cut_at_the_edges_of_other_tiles() {
        for size in [16, 24, 32] {
            let lattice = edged_tiles(&ground(size, true)).unwrap();
            assert_eq!(lattice.cell_size(), (size, size));
            assert_eq!(lattice.bounds().count(), 36);
        }
    }

    #[test]
    fn tiles_half_as_long_as_an_edge_are_told_by_what_several_of_them_show() {
        let walls = Raster::from_fn(96, 96, |x, y| {
            let (column, row) = (x / 8, y / 8);
            let is_wall = match column < 6 {
                true => (column / 3 + row).is_multiple_of(3),
                false => (column + row / 3).is_multiple_of(3),
            };
            let shade = ((x * 7 + y * 13) % 11) as u8;
            Some(Rgb::new(90, if is_wall { 20 } else { 160 } + shade, 40))
        });
        assert_eq!(edged_tiles(&walls).unwrap().cell_size(), (8, 8));
    }

    #[test]
    fn a_few_edges_are_no_grid() {
        assert!(edged_tiles(&ground(32, false)).is_none());
        let frame = |x: usize, y: usize| {
            let is_frame = [16, 17, 78, 79].iter().any(|at| [x, y].contains(at));
            Some(Rgb::new(if is_frame { 250 } else { 0 }, 0, 0))
        };
        assert!(edged_tiles(&Raster::from_fn(96, 96, frame)).is_none());
    }
}
