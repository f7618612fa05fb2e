//! Regular grids of tiles in pictures, such as the board in a screenshot of a link-up game.
//!
//! "Link-up experiment report" (see [`linkup`](crate::linkup)) finds the grid in the mean grey of the scan lines,
//! which is obviously periodic. Backgrounds, windows beside the board, and places that are empty in the middle of play
//! hide that period. What is left of it is what all tiles have in common, wherever they are:
//!
//! - `periods`: the pitch, at whose multiples the gradient of the picture correlates with itself; `spectrum`: that
//!   autocorrelation, by fast Fourier transforms.
//! - `phase`: where in a period the tiles are, by folding the periods into one.
//! - `places`: the places of such a `lattice`, and which of them look the same; `card`: what tiles have in common;
//!   `mixture`: tiles and background as the components of a mixture; `foreign`: what the background around does not have;
//!   `shadow`: the ground in the shadow of tiles and behind their sides; `occupancy`: hence which places hold a tile.
//! - `overlooked`: what looks like a tile among the places that a reading takes for empty, and like the ground among its
//!   tiles; `borders`: what is seen where places border on solid tiles, which show their sides there or hide them; `margin`:
//!   what is seen beside the board, of which the ground is made; `windows`: the periods in which all that is seen.
//! - `face`: which part of a period they differ in.
//! - `survey`: a likely board; `pattern_boards`: those found by all of these, for each likely lattice.
//! - `parts`: connected parts; `areas`: areas of even colour, as cards, frames and plain tiles are; `area_grids`: those of
//!   equal size on a lattice; `area_boards`: the boards that they make, which are the most likely of all.
//! - `figures`: connected parts in colours that the ground does not have; `figure_boards`: the boards whose pitch the
//!   distances between equal figures tell.
//! - `corners`: points that are known again elsewhere; `repeats`: parts of the picture that repeat; `repeat_board`: the board
//!   whose pitch the distances between these tell, whatever the ground; `few_repeats`: that pitch where they are few;
//!   `multiples`: distances that are multiples of a pitch.
//! - `on_lattice`: figures on the places of a lattice.
//! - `descriptor`: what a window of a picture looks like, whatever the light; `colors`: how much colours differ.
//!
//! All rest on the `integral` image.
//!
//! # How the constants were found
//!
//! On 120 generated screenshots: mahjong tiles, icons, emoji, sprites and numbers on tiles of six looks and grounds of
//! six kinds; half of them in the middle of play, a quarter with a highlighted tile; some in a window on a desktop, some
//! scaled, some JPEGs. Where a constant has no figure of its own it was set by hand.
//!
//! Those of `foreign`, of comparing readings and of their confidence were found on 400 others, a seventh of them with tiles
//! that have no card: the grid is right on 389 of them, and all kinds on 372. On 234 of other tiles, looks and grounds,
//! which were looked at only then, it is on 229, and all kinds are on 215; 171 are accepted, 3 of which are wrong.
//! Boards unlike these are read less well: of 6,073 by twenty-seven other generators the grid is right on 90 % of a set at
//! least, and all kinds are on 86 to 98 %. It is mostly the last tiles of a game that tell no grid: of 2,883 boards of more
//! than 12 tiles among those of thirteen of these it is right on 2,840, of 165 others on 140.

mod area_boards;
mod area_grids;
mod areas;
mod borders;
mod card;
mod colors;
mod corners;
mod descriptor;
mod direction;
#[cfg(test)]
pub(crate) mod drawn;
mod face;
mod few_repeats;
mod figure_boards;
mod figures;
mod foreign;
mod integral;
mod lattice;
mod margin;
mod median;
mod mixture;
mod multiples;
mod occupancy;
mod on_lattice;
mod overlooked;
mod parts;
mod pattern_boards;
mod periods;
mod phase;
mod places;
mod repeat_board;
mod repeats;
mod shadow;
mod spectrum;
mod survey;
mod windows;

pub(crate) use borders::WAYS;
pub(crate) use colors::{color_difference, mean_color};
pub(crate) use descriptor::Descriptor;
pub use direction::Direction;
pub(crate) use foreign::{FOREIGN, Ground};
pub use integral::IntegralImage;
pub use lattice::Axis;
pub(crate) use median::median;
pub(crate) use repeat_board::repeat_board;
pub use survey::Survey;

use std::fmt;
use std::iter;
use std::ops::RangeInclusive;

use serde::Serialize;

use area_boards::area_boards;
use figure_boards::figure_boards;
use pattern_boards::pattern_boards;

/// A grid of tiles in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// Its columns.
    pub x: Axis,
    /// Its rows.
    pub y: Axis,
    /// 0 to 1: which share of its tiles that show something is seen more than once, or more where its place is known by
    /// other means. How sure the reading of a board is says [`ReadBoard::confidence`](crate::linkup::ReadBoard::confidence).
    pub confidence: f64,
}

impl Grid {
    /// The number of its tiles.
    pub fn count(&self) -> usize {
        self.x.count * self.y.count
    }

    /// Some of its columns and rows.
    pub(crate) fn part(
        &self,
        columns: &RangeInclusive<usize>,
        rows: &RangeInclusive<usize>,
    ) -> Grid {
        Grid {
            x: self.x.between(*columns.start(), *columns.end()),
            y: self.y.between(*rows.start(), *rows.end()),
            ..*self
        }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Grid { x, y, .. } = self;
        write!(
            f,
            "a grid of {}x{} tiles of {:.1}x{:.1} pixels at ({:.1}, {:.1}), gaps {:.1}x{:.1}",
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

/// The boards that a picture may show, in groups: the most likely group first, and the most likely board first in each.
/// The search is lazy. Most of these boards are wrong: which one is right is told by what is on the tiles.
pub fn surveys(image: &IntegralImage) -> impl Iterator<Item = Vec<Survey>> {
    let of_areas = iter::once(()).map(|()| area_boards(image));
    let (mut of_patterns, mut of_figures) = (pattern_boards(image), Some(image));
    // Those of figures are as likely as the likeliest patterns.
    let others = iter::from_fn(move || match of_figures.take().map(figure_boards) {
        Some(figures) => Some([of_patterns.next().unwrap_or_default(), figures].concat()),
        None => of_patterns.next(),
    });
    of_areas.chain(others)
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    /// Pixels of a tile, of its gap, and of the margin around the board, at scale 1.
    pub(super) const TILE: usize = 16;
    pub(super) const GAP: usize = 2;
    pub(super) const MARGIN: usize = 13;

    /// A board of 9x7 tiles in 12 kinds, some places of which are empty, enlarged by a factor, in uneven light and with
    /// noise.
    pub(super) fn board(scale: f64, seed: u64, is_empty: impl Fn(usize) -> bool) -> Raster {
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
            if is_empty(row * 9 + column) {
                return [40, 60, 90];
            }
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

    fn first_grid(raster: &Raster) -> Option<Grid> {
        let surveys = surveys(&IntegralImage::of(raster)).flatten().next();
        surveys.map(|survey| survey.grid)
    }

    #[test]
    fn a_board_is_found_at_any_scale_in_uneven_light() {
        for (seed, scale) in [(1, 1.0), (2, 1.6), (3, 2.5)] {
            let grid = first_grid(&board(scale, seed, |_| false)).expect("there is a grid");
            assert_eq!((grid.x.count, grid.y.count), (9, 7), "{scale}: {grid}");
            for axis in [grid.x, grid.y] {
                let pitch = (TILE + GAP) as f64 * scale;
                assert!((axis.pitch - pitch).abs() < 0.02 * pitch, "{scale}: {grid}");
                let middle = axis.origin + axis.tile / 2.0;
                let right = (MARGIN + TILE / 2) as f64 * scale;
                assert!((middle - right).abs() < 0.1 * pitch, "{scale}: {grid}");
            }
        }
    }

    #[test]
    fn empty_places_are_told_from_tiles() {
        for (seed, scale) in [(1, 1.0), (2, 1.6), (3, 2.5)] {
            let is_empty = |place: usize| place % 5 == 2 || (20..24).contains(&place);
            let image = IntegralImage::of(&board(scale, seed, is_empty));
            let tiles: Vec<bool> = (0..63).map(|place| !is_empty(place)).collect();
            // On so small a board the tiles of an edge may come again in that edge alone.
            let repeated = surveys(&image).nth(2).expect("there is a board");
            assert!(
                repeated.iter().any(|survey| survey.tiles == tiles),
                "{scale}"
            );
        }
    }

    #[test]
    fn where_there_is_nothing_there_is_no_grid() {
        assert_eq!(first_grid(&Raster::new(1, vec![None])), None);
        let plain = Raster::new(90, vec![Some(Rgb::new(9, 9, 9)); 90 * 70]);
        assert_eq!(first_grid(&plain), None);
    }
}
