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
