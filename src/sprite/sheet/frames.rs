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
        let columns = Side::of(shapes.iter().map(|shape| shape.bounds.columns()), width);
        let rows = Side::of(shapes.iter().map(|shape| shape.bounds.rows()), height);
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
struct Side {
    pitch: usize,
    /// How likely it is by chance that nothing crosses their edges.
    likely: f64,
}

impl Side {
    /// The smallest pitch that divides a length and whose lines no part crosses, unless that is likely anyway.
    fn of(parts: impl Iterator<Item = Range<usize>>, length: usize) -> Side {
        let bands = bands(parts);
        // The first may stand where it likes, but the others stand at about the same place of their frames.
        let likely = |pitch: usize| {
            let starts = bands.iter().map(|band| band.start % pitch);
            let ends = bands.iter().map(|band| (band.end - 1) % pitch + 1);
            let window = ends.max().unwrap_or(0) - starts.min().unwrap_or(0);
            let free = |band: &Range<usize>| (window + 1 - band.len()) as f64 / pitch as f64;
            bands.iter().skip(1).map(free).product()
        };
        let is_free = |pitch: &usize| {
            let mut bands = bands.iter();
            length.is_multiple_of(*pitch)
                && bands.all(|band| band.start / pitch == (band.end - 1) / pitch)
        };
        let free = (MIN_FRAME..=length / 2).filter(is_free);
        let mut sides = free.map(|pitch| Side {
            pitch,
            likely: likely(pitch),
        });
        let unlikely = sides.find(|side| side.likely <= LIKELY);
        unlikely.unwrap_or(Side {
            pitch: length,
            likely: 1.0,
        })
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
