//! Grids in pictures: boards in screenshots, tiles on sheets.
//!
//! The report on the link-up game finds the grid of a screenshot from the mean grey of its scan lines,
//! whose "period is obvious". Where a background, a frame, uneven light or what is on the tiles hides
//! it, more is needed. Tiles that stand out from what is around them are found by that:
//!
//! - `edges`: where a picture changes at once, and where exactly tiles therefore begin and end; `comb`: such
//!   edges at equal distances along both axes; `outlined`: what is on those tiles confirms them.
//!
//! Where there are no such edges, what comes again tells:
//!
//! - `sums`: means of rectangles; `spectrum`: how much a picture is equal to itself when it is moved; `echoes`:
//!   the distances at whose multiples it is; `pitch`: how far it may therefore be from tile to tile.
//! - `mesh` and `repeats`: whether windows anywhere in a period are met by equal ones whole periods away;
//!   `look` and `matching`: which windows of a lattice look the same.
//! - `fit`: the exact pitch; `tiles`: where in a period the tiles are; `extent`: which lines belong to the
//!   board; `judge`: all of these for the lattices that may be the board's, and the best of them.

mod comb;
mod echoes;
mod edges;
mod extent;
mod fit;
mod judge;
mod lattice;
mod lines;
mod look;
mod matching;
mod median;
mod mesh;
mod outlined;
mod pitch;
mod repeats;
mod spectrum;
mod sums;
mod tiles;

pub use lattice::Axis;
pub(crate) use lines::Direction;
pub(crate) use look::Look;
pub(crate) use median::median;
pub(crate) use sums::Sums;

use std::cell::OnceCell;
use std::fmt;

use serde::Serialize;

use echoes::Echoes;
use edges::{Edges, snapped};
use judge::{Judged, best, judge_multiples, judge_promising};
use lattice::Lattice;
use outlined::{Outlined, find_outlined, outlined_boards};

/// A grid that was found in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// Its columns.
    pub x: Axis,
    /// Its rows.
    pub y: Axis,
    /// How sure it is, 0 to 1: how well its tiles are met by equal ones, or how clear the edges of plain
    /// ones are.
    pub confidence: f64,
}

impl Grid {
    /// Its tiles.
    pub fn count(&self) -> usize {
        self.x.count * self.y.count
    }

    fn of(Lattice { x, y }: Lattice, confidence: f32) -> Grid {
        Grid {
            x,
            y,
            confidence: f64::from(confidence),
        }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Grid { x, y, confidence } = self;
        write!(
            f,
            "a grid of {}x{} tiles of {:.1}x{:.1} pixels at ({:.1}, {:.1}), gaps {:.1}x{:.1}, \
             confidence {confidence:.2}",
            x.count,
            y.count,
            x.tile,
            y.tile,
            x.origin,
            y.origin,
            x.pitch - x.tile,
            y.pitch - y.tile,
        )
    }
}

/// The grids that a picture may have, the most likely first; none where no tiles repeat. To find those after the
/// first takes longer.
pub fn find_grids(sums: &Sums) -> impl Iterator<Item = Grid> {
    let finder = Finder {
        sums,
        edges: Edges::of(sums),
        echoes: OnceCell::new(),
        promising: OnceCell::new(),
    };
    let likeliest = finder.likeliest();
    let others = likeliest.map(|_| move || finder.others());
    let others = others.into_iter().flat_map(|find| find());
    likeliest.into_iter().chain(others)
}

/// A picture in which grids are looked for.
struct Finder<'a> {
    sums: &'a Sums,
    edges: Edges,
    /// What is looked for where edges are not clear: that takes the most time.
    echoes: OnceCell<Echoes>,
    promising: OnceCell<Vec<Judged>>,
}

impl Finder<'_> {
    /// The most likely grid by what is seen of its tiles.
    fn likeliest(&self) -> Option<Grid> {
        let promising = || best(self.promising());
        let (board, confidence) = match find_outlined(self.sums, &self.edges) {
            Some(board) if board.is_whole() => (board.lattice, board.confidence),
            Some(board) => {
                let larger = best(&self.multiples(&board)).filter(Judged::is_sure);
                let is_better = |other: &Judged| {
                    !board.is_plain
                        && (other.is_sure() || other.quality > board.confidence + BETTER)
                };
                let other = || promising().filter(is_better);
                let found = larger.or_else(other);
                found.map_or((board.lattice, board.confidence), |found| found.board())
            }
            None => promising().filter(Judged::is_enough)?.board(),
        };
        Some(self.grid(board, confidence))
    }

    /// The grids of all boards that are looked at closely.
    fn others(&self) -> Vec<Grid> {
        let outlined: Vec<Outlined> = outlined_boards(self.sums, &self.edges).collect();
        let multiples = outlined.iter().flat_map(|board| self.multiples(board));
        let judged = self.promising().iter().cloned().chain(multiples);
        let judged = judged.filter(Judged::is_enough).map(Judged::board);
        let outlined = outlined
            .iter()
            .map(|board| (board.lattice, board.confidence));
        let boards = outlined.chain(judged);
        boards
            .map(|(board, confidence)| self.grid(board, confidence))
            .collect()
    }

    fn promising(&self) -> &[Judged] {
        let judge = || self.that_come_again(judge_promising(self.sums, &self.edges, self.echoes()));
        self.promising.get_or_init(judge)
    }

    fn multiples(&self, board: &Outlined) -> Vec<Judged> {
        self.that_come_again(judge_multiples(
            self.sums,
            &self.edges,
            board.lattice.pitch(),
        ))
    }

    /// Those that are hardly by chance.
    fn that_come_again(&self, mut boards: Vec<Judged>) -> Vec<Judged> {
        let clarity = |board: &Judged| self.echoes().clarity_of(board.lattice.pitch());
        boards.retain(|board| board.is_likely(clarity(board)));
        boards
    }

    fn echoes(&self) -> &Echoes {
        self.echoes.get_or_init(|| Echoes::of(self.sums))
    }

    fn grid(&self, board: Lattice, confidence: f32) -> Grid {
        Grid::of(with_exact_tiles(self.sums, &self.edges, &board), confidence)
    }
}

/// Tiles are rather others than those with the clearest edges if they are met so much better.
const BETTER: f32 = 0.1;

/// With tiles that begin and end where the picture changes.
fn with_exact_tiles(sums: &Sums, edges: &Edges, board: &Lattice) -> Lattice {
    let x = snapped(sums, edges, Direction::X, &board.x, &board.y).axis;
    let y = snapped(sums, edges, Direction::Y, &board.y, &x).axis;
    Lattice { x, y }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    /// Pixels of a tile, of its gap, and of the margin around the board, at scale 1.
    const TILE: usize = 16;
    const GAP: usize = 2;
    const MARGIN: usize = 13;

    /// A board of 9x7 tiles in 12 kinds, enlarged by a factor, in uneven light and with noise.
    fn board(scale: f64, seed: u64) -> Raster {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let kinds: Vec<[u64; 4]> = (0..12)
            .map(|_| [(); 4].map(|()| random.next_u64()))
            .collect();
        let tiles: Vec<usize> = (0..63).map(|_| (random.next_u64() % 12) as usize).collect();
        let native = |x: usize, y: usize| {
            let pitch = TILE + GAP;
            let place = |at: usize, count: usize| {
                let inside = at.checked_sub(MARGIN)?;
                let is_tile = inside / pitch < count && inside % pitch < TILE;
                is_tile.then_some((inside / pitch, inside % pitch))
            };
            let Some(((column, x), (row, y))) = place(x, 9).zip(place(y, 7)) else {
                return [40, 60, 90];
            };
            let kind = &kinds[tiles[row * 9 + column]];
            let is_ink = kind[y / 4] >> (x / 2 * 3) & 1 == 1;
            match is_ink && x.min(y) >= 2 && x.max(y) < TILE - 2 {
                true => [kind[0] as u8 / 2, kind[1] as u8 / 2, kind[2] as u8 / 2],
                false => [220, 210, 190],
            }
        };
        let sides = [9, 7].map(|count| count * (TILE + GAP) - GAP + 2 * MARGIN);
        let [width, height] = sides.map(|side| (side as f64 * scale) as usize);
        let pixels = (0..width * height).map(|index| {
            let (x, y) = (index % width, index / width);
            let light = 0.6 + 0.4 * x as f64 / width as f64;
            let [r, g, b] =
                native((x as f64 / scale) as usize, (y as f64 / scale) as usize).map(|value| {
                    let noise = (0..4)
                        .map(|_| (random.next_u64() % 29) as f64 - 14.0)
                        .sum::<f64>()
                        / 2.0;
                    (f64::from(value) * light + noise).clamp(0.0, 255.0) as u8
                });
            Some(Rgb::new(r, g, b))
        });
        Raster::new(width, pixels.collect())
    }

    fn find_grid(raster: &Raster) -> Option<Grid> {
        find_grids(&Sums::of(raster)).next()
    }

    #[test]
    fn a_board_is_found_at_any_scale_in_uneven_light() {
        for (seed, scale) in [(1, 1.0), (2, 1.6), (3, 2.5)] {
            let grid = find_grid(&board(scale, seed)).expect("there is a grid");
            assert_eq!((grid.x.count, grid.y.count), (9, 7), "{scale}: {grid}");
            for axis in [grid.x, grid.y] {
                let pitch = (TILE + GAP) as f64 * scale;
                assert!((axis.pitch - pitch).abs() < 0.02 * pitch, "{scale}: {grid}");
                assert!(
                    (axis.origin - MARGIN as f64 * scale).abs() < 2.0,
                    "{scale}: {grid}"
                );
            }
        }
    }

    #[test]
    fn where_nothing_comes_again_there_is_no_grid() {
        assert_eq!(find_grid(&noise(160, 120, 5)), None);
        let slope = (0..160 * 120).map(|index| Some(Rgb::new((index % 160) as u8, 80, 90)));
        assert_eq!(find_grid(&Raster::new(160, slope.collect())), None);
        assert_eq!(find_grid(&Raster::new(1, vec![None])), None);
    }
}
