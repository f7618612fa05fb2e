//! Regular grids of tiles in pictures, such as the board in a screenshot of a link-up game.
//!
//! "Link-up experiment report" (see [`linkup`](crate::linkup)) finds the grid in the mean grey of the scan lines,
//! which is obviously periodic. Backgrounds, frames, uneven light, and what is on the tiles hide that period, so two
//! stronger methods are tried in turn.
//!
//! Boards outlined by edges:
//!
//! - `edges`: the edge strength along both axes; `comb`: edges at equal distances; `snap`: the exact boundaries of
//!   tiles and the gaps between them.
//! - `outlined`: combs whose tiles match each other.
//!
//! Boards without clear edges, by self-similarity:
//!
//! - `spectrum` and `autocorrelation`: candidate `pitch`es from the peaks of the autocorrelation.
//! - `mesh` and `repeats`: template matching of windows whole periods apart, for every phase of a period.
//! - `descriptor` and `similarity`: the self-similarity matrix of a lattice's windows.
//! - `fit`: the exact pitch; `phase`: where in a period the tiles are; `extent`: which lines belong to the board.
//! - `candidate`: all of these for each lattice that may be the board's, and the best of them.
//!
//! All rest on the `integral` image. What counts as a grid is decided by the numbers in [`thresholds`].
//!
//! # How the constants were found
//!
//! By hand, on generated scenes: boards drawn by [`linkup`](crate::linkup) itself, and boards of icons, letters,
//! noise, plain colours and gradients; on grounds that are plain, noisy or pictures; with pixel noise of a standard
//! deviation of up to 8 (of 255), enlarged by factors from 1 to 3.7. With these values 99.0 % of 300 fresh scenes
//! are read right, and none of 144 pictures without a board is taken for one. Each constant has a comment on what it
//! trades; whoever changes one should measure both figures again.

mod autocorrelation;
mod candidate;
mod comb;
mod descriptor;
mod direction;
mod edges;
mod extent;
mod fit;
mod integral;
mod lattice;
mod median;
mod mesh;
mod outlined;
mod phase;
mod pitch;
mod repeats;
mod similarity;
mod snap;
mod spectrum;
pub mod thresholds;

pub(crate) use descriptor::Descriptor;
pub use direction::Direction;
pub use integral::IntegralImage;
pub use lattice::Axis;
pub(crate) use median::median;

use std::cell::OnceCell;
use std::fmt;

use serde::Serialize;

use autocorrelation::Autocorrelation;
use candidate::{Candidate, best, candidates_made_of, find_candidates};
use edges::Edges;
use lattice::Lattice;
use outlined::{Outlined, find_outlined, outlined_boards};
use snap::snapped;

/// A grid of tiles in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// Its columns.
    pub x: Axis,
    /// Its rows.
    pub y: Axis,
    /// 0 to 1: how well its tiles match each other, or how clear the edges of plain ones are.
    pub confidence: f64,
}

impl Grid {
    /// The number of its tiles.
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

/// Finds the grids that a picture may have, the most likely one first; none where no tiles repeat. Those after the
/// first are searched for when they are asked for, which takes longer.
pub fn find_grids(image: &IntegralImage) -> impl Iterator<Item = Grid> {
    let finder = Finder {
        image,
        edges: Edges::of(image),
        autocorrelation: OnceCell::new(),
        candidates: OnceCell::new(),
    };
    let likeliest = finder.likeliest();
    let others = likeliest.map(|_| move || finder.others());
    let others = others.into_iter().flat_map(|find| find());
    likeliest.into_iter().chain(others)
}

/// How much better tiles must match than those with the clearest edges to be preferred.
const BETTER_QUALITY: f32 = 0.1;

/// The search for the grids of a picture.
struct Finder<'a> {
    image: &'a IntegralImage,
    edges: Edges,
    // Self-similarity takes the most time, and most boards are found by their edges.
    autocorrelation: OnceCell<Autocorrelation>,
    candidates: OnceCell<Vec<Candidate>>,
}

impl Finder<'_> {
    /// The most likely grid: by edges if they outline whole tiles, else by whichever method matches better.
    fn likeliest(&self) -> Option<Grid> {
        let by_similarity = || best(self.candidates());
        let (board, confidence) = match find_outlined(self.image, &self.edges) {
            Some(board) if board.is_whole() => (board.lattice, board.confidence),
            Some(board) => {
                let larger = best(&self.made_of(&board)).filter(Candidate::is_sure);
                let is_better = |other: &Candidate| {
                    !board.is_plain
                        && (other.is_sure() || other.quality > board.confidence + BETTER_QUALITY)
                };
                let other = || by_similarity().filter(is_better);
                let found = larger.or_else(other);
                found.map_or((board.lattice, board.confidence), Candidate::board)
            }
            None => by_similarity().filter(Candidate::is_acceptable)?.board(),
        };
        Some(self.grid(board, confidence))
    }

    /// The grids of all boards that were examined.
    fn others(&self) -> Vec<Grid> {
        let outlined: Vec<Outlined> = outlined_boards(self.image, &self.edges).collect();
        let larger = outlined.iter().flat_map(|board| self.made_of(board));
        let candidates = self.candidates().iter().cloned().chain(larger);
        let candidates = (candidates.filter(Candidate::is_acceptable)).map(Candidate::board);
        let outlined = outlined
            .iter()
            .map(|board| (board.lattice, board.confidence));
        let boards = outlined.chain(candidates);
        boards
            .map(|(board, confidence)| self.grid(board, confidence))
            .collect()
    }

    fn candidates(&self) -> &[Candidate] {
        self.candidates.get_or_init(|| {
            let autocorrelation = self.autocorrelation();
            self.significant(find_candidates(self.image, &self.edges, autocorrelation))
        })
    }

    /// Boards whose tiles are made of several of an outlined one.
    fn made_of(&self, parts: &Outlined) -> Vec<Candidate> {
        self.significant(candidates_made_of(self.image, &self.edges, &parts.lattice))
    }

    fn significant(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        let peak = |one: &Candidate| self.autocorrelation().peak_at(one.lattice.pitch());
        candidates.retain(|candidate| candidate.is_significant(peak(candidate)));
        candidates
    }

    fn autocorrelation(&self) -> &Autocorrelation {
        self.autocorrelation
            .get_or_init(|| Autocorrelation::of(self.image))
    }

    /// The grid of a board, its tiles snapped to edges.
    fn grid(&self, board: Lattice, confidence: f32) -> Grid {
        let snapped = |direction, along, across| {
            snapped(self.image, &self.edges, direction, along, across).axis
        };
        let x = snapped(Direction::X, &board.x, &board.y);
        let y = snapped(Direction::Y, &board.y, &x);
        Grid::of(Lattice { x, y }, confidence)
    }
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
        find_grids(&IntegralImage::of(raster)).next()
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
