//! Frames of one size, with room around what they show: loose parts of a sprite lie within its frame.
//!
//! No shape crosses the edges of such frames, which shapes that stand anywhere would do now and then.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::picture::Bounds;
use crate::sprite::components::Component;

/// Frames smaller than this are texture. The numbers of this file were tuned on 48 sheets of 14 packages with their
/// authors' rectangles.
const MIN_FRAME: usize = 8;

/// How likely shapes that stand anywhere may be to leave the edges of the frames free along one side, and ...
const LIKELY: f64 = 0.02;

/// ... along both.
const LIKELY_BOTH: f64 = 1e-4;

/// The same if most frames hold several shapes. Any value between 2e-9 and 6e-8 tells explosions and the like from several
/// sprites in each on 390 sheets.
const UNLIKELY: f64 = 1e-8;

/// A strip of frames is at most this many times as high as they are wide, or as wide as they are high.
const LONGEST: usize = 2;

/// Joins the parts in each frame, if there are frames.
pub fn join_in_frames(shapes: Vec<Component>, size: (usize, usize)) -> Vec<Component> {
    match Frames::of(&shapes, size) {
        Some(frames) => frames.joined(shapes),
        None => shapes,
    }
}

/// Joins the parts in each frame of a size.
pub fn join_in_frames_of(width: usize, height: usize, shapes: Vec<Component>) -> Vec<Component> {
    Frames { width, height }.joined(shapes)
}

/// The size of the frames, which fill the picture.
struct Frames {
    width: usize,
    height: usize,
}

impl Frames {
    /// The smallest that no shape crosses. Most hold one shape, as otherwise several sprites might stand in each, unless
    /// so many places cannot be chance.
    fn of(shapes: &[Component], (width, height): (usize, usize)) -> Option<Frames> {
        let across = Bands::of(shapes.iter().map(|shape| shape.bounds.columns()), width);
        let down = Bands::of(shapes.iter().map(|shape| shape.bounds.rows()), height);
        let (columns, rows) = (across.side(), down.side());
        let [columns, rows] = [
            columns
                .or_else(|| across.side_like(rows?))
                .unwrap_or(across.whole()),
            rows.or_else(|| down.side_like(columns?))
                .unwrap_or(down.whole()),
        ];
        let likely = columns.likely * rows.likely;
        if likely > LIKELY_BOTH {
            return None;
        }
        let frames = Frames {
            width: columns.pitch,
            height: rows.pitch,
        };
        let is_strip = frames.width == width || frames.height == height;
        let is_long =
            frames.width > LONGEST * frames.height || frames.height > LONGEST * frames.width;
        if is_strip && is_long {
            return None;
        }
        let mut parts = FxHashMap::<_, usize>::default();
        for shape in shapes {
            *parts.entry(frames.frame_of(shape.bounds)).or_default() += 1;
        }
        let whole = parts.values().filter(|parts| **parts == 1).count();
        (likely < UNLIKELY || 2 * whole >= parts.len()).then_some(frames)
    }

    /// Row and column of the frame that a shape lies in.
    fn frame_of(&self, bounds: Bounds) -> (usize, usize) {
        (bounds.top / self.height, bounds.left / self.width)
    }

    /// Frame by frame.
    fn joined(&self, shapes: Vec<Component>) -> Vec<Component> {
        let mut joined = BTreeMap::<_, Component>::new();
        for shape in shapes {
            let frame = self.frame_of(shape.bounds);
            let all = match joined.remove(&frame) {
                Some(parts) => parts.joined(shape),
                None => shape,
            };
            joined.insert(frame, all);
        }
        joined.into_values().collect()
    }
}

/// One side of the frames.
#[derive(Clone, Copy)]
struct Side {
    pitch: usize,
    /// How likely it is by chance that nothing crosses their edges.
    likely: f64,
}

/// What shapes cover of one side of a sheet.
struct Bands {
    bands: Vec<Range<usize>>,
    length: usize,
}

impl Bands {
    fn of(parts: impl Iterator<Item = Range<usize>>, length: usize) -> Bands {
        Bands {
            bands: bands(parts),
            length,
        }
    }

    /// The smallest frames whose edges no part crosses, unless that is likely anyway.
    fn side(&self) -> Option<Side> {
        let mut sides = (MIN_FRAME..=self.length / 2).filter_map(|pitch| self.side_of(pitch));
        sides.find(|side| side.likely <= LIKELY)
    }

    /// Those of square frames, if the other side of them is sure: two rows alone are always likely.
    // Of 198 sheets of 77 packages one is in frames for it, an animation in two rows.
    fn side_like(&self, other: Side) -> Option<Side> {
        let is_possible = self.bands.len() > 1 && 2 * other.pitch <= self.length;
        (other.likely < UNLIKELY && is_possible).then(|| self.side_of(other.pitch))?
    }

    fn whole(&self) -> Side {
        Side {
            pitch: self.length,
            likely: 1.0,
        }
    }

    /// `None` if a part crosses the edges.
    fn side_of(&self, pitch: usize) -> Option<Side> {
        let mut bands = self.bands.iter();
        let is_free = self.length.is_multiple_of(pitch)
            && bands.all(|band| band.start / pitch == (band.end - 1) / pitch);
        is_free.then(|| Side {
            pitch,
            likely: self.likely(pitch),
        })
    }

    /// How likely it is that no part crosses the edges: the first may stand where it likes, but the others stand at about
    /// the same place of their frames.
    fn likely(&self, pitch: usize) -> f64 {
        let starts = self.bands.iter().map(|band| band.start % pitch);
        let ends = self.bands.iter().map(|band| (band.end - 1) % pitch + 1);
        let window = ends.max().unwrap_or(0) - starts.min().unwrap_or(0);
        let free = |band: &Range<usize>| (window + 1 - band.len()) as f64 / pitch as f64;
        self.bands.iter().skip(1).map(free).product()
    }
}

/// What parts cover together: those beside each other stand in one row and tell no more than one does.
pub fn bands(parts: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = parts.collect();
    parts.sort_unstable_by_key(|part| part.start);
    let mut bands: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match bands.last_mut() {
            Some(last) if part.start < last.end => last.end = last.end.max(part.end),
            _ => bands.push(part),
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Raster;
    use crate::picture::drawing::color;
    use crate::sprite::connected_components;

    #[test]
    fn two_rows_are_told_by_many_columns_of_squares() {
        // Each sprite fills almost all of its frame, so that two rows alone might be there by chance.
        let joined_in = |columns: usize| {
            let sheet = Raster::from_fn(32 * columns, 64, |x, y| {
                let is_split = (x / 32 + y / 32).is_multiple_of(3) && y % 32 == 20;
                ((1..31).contains(&(x % 32)) && !is_split && y % 32 < 31).then_some(color('a'))
            });
            let shapes = connected_components(&sheet, 0);
            join_in_frames(shapes, (sheet.width(), sheet.height()))
        };
        let joined = joined_in(12);
        assert_eq!(joined.len(), 24);
        assert!((joined.iter()).all(|sprite| sprite.bounds.size() == (30, 31)));
        assert!(joined_in(4).len() > 8, "so few columns may be chance, too");
    }
}
