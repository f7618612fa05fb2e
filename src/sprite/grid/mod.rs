//! Grids in pictures: boards in screenshots, tiles on sheets.
//!
//! The report on the link-up game finds the grid of a screenshot from the mean grey of its scan lines,
//! whose "period is obvious". Where a background, a frame, uneven light or what is on the tiles hides
//! it, more is needed:
//!
//! - `sums`: means of rectangles; `lines`: how much changes from scan line to scan line; `period`: the
//!   clearest periods of that, not only whole ones.
//! - `look` and `matching`: which windows of a lattice look the same; `pitch`: of the lattices with such
//!   periods those whose windows are met again by equal ones.
//! - `fit`: where in a period the tiles are; `extent`: which lines belong to the board; `edges`: where
//!   exactly tiles begin and end; `outlines`: which lines have tiles with edges after all.

mod edges;
mod extent;
mod fit;
mod lattice;
mod lines;
mod look;
mod matching;
mod outlines;
mod period;
mod pitch;
mod sums;

pub use lattice::Axis;
pub use lines::Direction;
pub use look::Look;
pub use sums::Sums;

use std::fmt;

use rayon::prelude::*;
use serde::Serialize;

use super::Raster;
use edges::snapped;
use extent::{Area, find_extent};
use fit::{centred, polished, quality, wholeness};
use matching::Matching;
use outlines::Outlines;
use pitch::{Candidate, find_pitches};

/// A grid that was found in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// Its columns.
    pub x: Axis,
    /// Its rows.
    pub y: Axis,
    /// How sure it is, 0 to 1: how well its tiles are met by equal ones.
    pub confidence: f64,
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

/// Pitches that are looked at closely.
const FINALISTS: usize = 8;

/// Tiles must be met so well.
const LEAST_QUALITY: f32 = 0.6;

/// A grid of whole periods, and how well its tiles are met.
struct Judged {
    x: Axis,
    y: Axis,
    quality: f32,
    /// How much better they are met than windows half a period beside them.
    contrast: f32,
}

impl Judged {
    fn score(&self) -> f32 {
        self.quality + self.contrast
    }
}

/// Finds the grid of a picture in which tiles repeat; `None` if there is none.
pub fn find_grid(raster: &Raster) -> Option<Grid> {
    let sums = Sums::of(raster);
    let candidates = find_pitches(&sums, FINALISTS);
    let judged: Vec<Judged> = (candidates.into_par_iter())
        .filter_map(|candidate| judge(&sums, candidate))
        .collect();
    let found = (judged.iter()).max_by(|a, b| a.score().total_cmp(&b.score()))?;
    if found.quality < LEAST_QUALITY {
        return None;
    }
    let x = snapped(&sums, Direction::X, &found.x, &found.y);
    let y = snapped(&sums, Direction::Y, &found.y, &x);
    let (x, y) = outlined(&sums, x, y);
    Some(Grid {
        x,
        y,
        confidence: f64::from(found.quality),
    })
}

/// A grid whose outer lines are those that have tiles with edges around them, where tiles have any.
fn outlined(sums: &Sums, x: Axis, y: Axis) -> (Axis, Axis) {
    let (around_x, around_y) = (x.throughout(sums.width()), y.throughout(sums.height()));
    let part = |around: &Axis, axis: &Axis| {
        let before = ((axis.origin - around.origin) / axis.pitch)
            .round()
            .max(0.0) as usize;
        let start = before.min(around.count.saturating_sub(1));
        [start, (start + axis.count).min(around.count)]
    };
    let area = Area {
        columns: part(&around_x, &x),
        rows: part(&around_y, &y),
    };
    if area.size().contains(&0) {
        return (x, y);
    }
    match Outlines::of(sums, &around_x, &around_y, &area) {
        Some(outlines) => {
            let area = outlines.fit(area);
            (around_x.part(area.columns), around_y.part(area.rows))
        }
        None => (x, y),
    }
}

/// The part of a period around its middle that is compared: the rest may be gaps and frames.
const BODY: f64 = 0.8;

/// Brings a lattice of windows to one of tiles, and cuts it to the board.
fn judge(sums: &Sums, candidate: Candidate) -> Option<Judged> {
    let (mut x, mut y) = polished(sums, candidate.x, candidate.y);
    for _ in 0..MOST_LIFTS {
        (x, y) = whole_periods(sums, &x, &y);
        let [columns, rows] = parts_of_a_tile(sums, &x, &y);
        if columns * rows == 1 {
            break;
        }
        (x, y) = lifted(sums, &x, &y, [columns, rows]);
    }
    (x, y) = (x.with_tile(BODY * x.pitch), y.with_tile(BODY * y.pitch));
    let (around_x, around_y) = (x.throughout(sums.width()), y.throughout(sums.height()));
    if around_x.count * around_y.count > Matching::MOST {
        return None;
    }
    let area = find_extent(&Matching::of(sums, &around_x, &around_y))?;
    let size = area.size();
    if size.contains(&1) || size[0] * size[1] < LEAST_TILES {
        return None;
    }
    // Over the whole board the pitch shows more exactly than in its middle.
    (x, y) = polished(sums, around_x.part(area.columns), around_y.part(area.rows));
    let met = Matching::of(sums, &x, &y).quality();
    let beside = [
        quality(sums, &x.moved(x.pitch / 2.0), &y),
        quality(sums, &x, &y.moved(y.pitch / 2.0)),
    ];
    Some(Judged {
        x: x.with_tile(x.pitch),
        y: y.with_tile(y.pitch),
        quality: met,
        contrast: met - beside[0].max(beside[1]),
    })
}

/// Fewer tiles than this may be equal by chance.
const LEAST_TILES: usize = 6;

/// How often a lattice of parts of tiles may turn out to be one of parts of larger tiles.
const MOST_LIFTS: usize = 4;

/// A lattice of windows as one of whole periods, each around one whole tile.
fn whole_periods(sums: &Sums, x: &Axis, y: &Axis) -> (Axis, Axis) {
    let full = |axis: &Axis, length: usize| axis.with_tile(axis.pitch).throughout(length);
    let half = |axis: &Axis, length: usize| axis.with_tile(axis.pitch / 2.0).throughout(length);
    let narrow_y = half(y, sums.height());
    let wide = centred(&x.with_tile(x.pitch), |x| {
        wholeness(sums, &full(x, sums.width()), &narrow_y)
    });
    let wide = full(&wide, sums.width());
    let high = centred(&y.with_tile(y.pitch), |y| {
        wholeness(sums, &wide, &full(y, sums.height()))
    });
    (wide, full(&high, sums.height()))
}

/// How many columns and rows of a lattice make a tile.
fn parts_of_a_tile(sums: &Sums, x: &Axis, y: &Axis) -> [usize; 2] {
    const SAMPLE: usize = 26;
    Matching::of(sums, &x.middle(SAMPLE), &y.middle(SAMPLE)).parts_of_a_tile()
}

/// A lattice with so many times the pitch, where its windows are met best.
fn lifted(sums: &Sums, x: &Axis, y: &Axis, [columns, rows]: [usize; 2]) -> (Axis, Axis) {
    let larger = |axis: &Axis, parts: usize, part: usize, length| {
        let pitch = axis.pitch * parts as f64;
        Axis::along(
            length,
            pitch,
            pitch / 2.0,
            axis.origin + axis.pitch * part as f64,
        )
    };
    let phases = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let tried = phases.map(|(column, row)| {
        let x = larger(x, columns, column, sums.width());
        let y = larger(y, rows, row, sums.height());
        (quality(sums, &x, &y), x, y)
    });
    let best = tried.max_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or((*x, *y), |(_, x, y)| polished(sums, x, y))
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::color::Rgb;

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
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let noise = (0..160 * 120).map(|_| {
            let [r, g, b, ..] = random.next_u64().to_be_bytes();
            Some(Rgb::new(r, g, b))
        });
        assert_eq!(find_grid(&Raster::new(160, noise.collect())), None);
        let slope = (0..160 * 120).map(|index| Some(Rgb::new((index % 160) as u8, 80, 90)));
        assert_eq!(find_grid(&Raster::new(160, slope.collect())), None);
        assert_eq!(find_grid(&Raster::new(1, vec![None])), None);
    }
}
