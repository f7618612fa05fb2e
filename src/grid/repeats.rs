//! Parts of a picture that repeat elsewhere in it, as equal tiles do, whatever is around them.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::areas::{Area, length};
use super::corners::{Corner, REACH, corners, matches};
use super::integral::IntegralImage;

// What follows was set by hand on 468 screenshots, as in `corners`.

/// The most corners that look like one: more are those of a pattern.
const MOST_ALIKE: usize = 16;

/// The fewest corners of a part.
const FEWEST_CORNERS: usize = 4;

/// How far a corner is from the next one of its part at most, along each axis, in pixels.
const NEAR: usize = 20;

/// The shortest distance to a repeat, as the sum along both axes, in pixels.
const LEAST_APART: usize = 12;

/// The most repeats that are looked at, those with most corners.
const MAX_REPEATS: usize = 200;

/// A part of a picture, and the same elsewhere.
pub struct Repeat {
    /// Where both are.
    pub areas: [Area; 2],
    /// The way from one to the other along each axis, in pixels.
    pub offset: [f64; 2],
    /// How many corners tell so.
    pub corners: usize,
}

/// The parts of a picture that repeat, those with most corners first.
pub fn repeats(image: &IntegralImage) -> Vec<Repeat> {
    let corners = corners(image);
    let matches = rare(matches(&corners), corners.len());
    let of = |[a, b]: [u16; 2]| Match::of(&corners[usize::from(a)], &corners[usize::from(b)]);
    let matches = matches.into_iter().map(of).filter(Match::is_far);
    let mut found = Matches::of(matches.collect()).repeats();
    found.sort_by_key(|repeat| Reverse(repeat.corners));
    found.truncate(MAX_REPEATS);
    without_parts(found)
}

/// Without repeats within a part, and without those of the same two parts that fewer corners tell: both are those of a
/// pattern on a tile.
fn without_parts(found: Vec<Repeat>) -> Vec<Repeat> {
    let mut whole: Vec<Repeat> = Vec::new();
    for repeat in found {
        let is_within = (0..2)
            .all(|axis| repeat.offset[axis].abs() < length(&repeat.areas[0], axis) - REACH as f64);
        if !is_within && !whole.iter().any(|other| are_of_same(other, &repeat)) {
            whole.push(repeat);
        }
    }
    whole
}

/// Whether two repeats are of the same two parts.
fn are_of_same(one: &Repeat, other: &Repeat) -> bool {
    let [[a, b], [c, d]] = [&one.areas, &other.areas];
    overlap(a, c) && overlap(b, d) || overlap(a, d) && overlap(b, c)
}

/// Whether two areas have much of the smaller one in common.
pub fn overlap(a: &Area, b: &Area) -> bool {
    /// The least share of it. Set by hand.
    const MUCH: f64 = 0.4;

    let size = |area: &Area| length(area, 0) * length(area, 1);
    let common = |axis: usize| (a[axis][1].min(b[axis][1]) - a[axis][0].max(b[axis][0])).max(0.0);
    common(0) * common(1) >= MUCH * size(a).min(size(b))
}

/// The matches of corners that look like few others.
fn rare(mut matches: Vec<[u16; 2]>, corners: usize) -> Vec<[u16; 2]> {
    let mut counts = vec![0; corners];
    for corner in matches.as_flattened() {
        counts[usize::from(*corner)] += 1;
    }
    let is_rare = |corner: &u16| counts[usize::from(*corner)] <= MOST_ALIKE;
    matches.retain(|pair| pair.iter().all(is_rare));
    matches
}

/// A corner that looks like another one.
#[derive(Clone, Copy)]
struct Match {
    x: usize,
    y: usize,
    offset: [isize; 2],
}

impl Match {
    /// From the upper one to the lower one.
    fn of(a: &Corner, b: &Corner) -> Match {
        let is_above = (a.y, a.x) <= (b.y, b.x);
        let [from, to] = if is_above { [a, b] } else { [b, a] };
        let apart = |from: usize, to: usize| to as isize - from as isize;
        Match {
            x: from.x,
            y: from.y,
            offset: [apart(from.x, to.x), apart(from.y, to.y)],
        }
    }

    fn is_far(&self) -> bool {
        let apart = self.offset.iter().map(|offset| offset.unsigned_abs());
        apart.sum::<usize>() >= LEAST_APART
    }

    fn is_near(&self, other: &Match) -> bool {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y)) <= NEAR
    }
}

/// Matches, and which have an offset.
struct Matches {
    all: Vec<Match>,
    at: FxHashMap<[isize; 2], Vec<usize>>,
}

impl Matches {
    fn of(all: Vec<Match>) -> Matches {
        let mut at = FxHashMap::<[isize; 2], Vec<usize>>::default();
        for (index, one) in all.iter().enumerate() {
            at.entry(one.offset).or_default().push(index);
        }
        Matches { all, at }
    }

    /// The parts whose corners match others at about the same offset, each corner counted once: the offsets that most have
    /// come first.
    fn repeats(&self) -> Vec<Repeat> {
        let counted = self
            .at
            .keys()
            .map(|offset| (self.about(*offset).count(), *offset));
        let mut offsets: Vec<(usize, [isize; 2])> = counted
            .filter(|(count, _)| *count >= FEWEST_CORNERS)
            .collect();
        offsets.sort_unstable_by_key(|(count, offset)| (Reverse(*count), *offset));
        let mut is_used = vec![false; self.all.len()];
        let mut found = Vec::new();
        for (_, offset) in offsets {
            let left = self.about(offset).filter(|index| !is_used[*index]);
            for part in self.parts(left.collect()) {
                if let Some(repeat) = self.repeat(&part) {
                    part.iter().for_each(|index| is_used[*index] = true);
                    found.push(repeat);
                }
            }
        }
        found
    }

    /// Those whose offset is the same, or a pixel beside it.
    fn about(&self, [x, y]: [isize; 2]) -> impl Iterator<Item = usize> {
        let offsets = (x - 1..=x + 1).flat_map(move |x| (y - 1..=y + 1).map(move |y| [x, y]));
        let about = offsets.filter_map(|offset| self.at.get(&offset));
        about.flatten().copied()
    }

    /// The groups of some matches that are near to each other.
    fn parts(&self, mut left: Vec<usize>) -> Vec<Vec<usize>> {
        let mut parts = Vec::new();
        while let Some(first) = left.pop() {
            let mut part = vec![first];
            let mut done = 0;
            while done < part.len() {
                let one = self.all[part[done]];
                let near = left.extract_if(.., |other| one.is_near(&self.all[*other]));
                part.extend(near);
                done += 1;
            }
            parts.push(part);
        }
        parts
    }

    /// `None` if there are too few corners.
    fn repeat(&self, part: &[usize]) -> Option<Repeat> {
        let matches = || part.iter().map(|index| self.all[*index]);
        let corners: FxHashSet<(usize, usize)> = matches().map(|one| (one.x, one.y)).collect();
        if corners.len() < FEWEST_CORNERS {
            return None;
        }
        let mean = |axis: usize| {
            let sum: isize = matches().map(|one| one.offset[axis]).sum();
            sum as f64 / part.len() as f64
        };
        let ends = |at: fn(&(usize, usize)) -> usize| {
            let [first, last] = [corners.iter().map(at).min()?, corners.iter().map(at).max()?];
            Some([(first - REACH) as f64, (last + REACH) as f64])
        };
        let area = [ends(|(x, _)| *x)?, ends(|(_, y)| *y)?];
        let offset = [mean(0), mean(1)];
        let moved = [0, 1].map(|axis| area[axis].map(|end| end + offset[axis]));
        Some(Repeat {
            areas: [area, moved],
            offset,
            corners: corners.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    /// A figure of 24x24 pixels at each of these points, on a ground of faint noise.
    fn with_figures(points: &[[usize; 2]]) -> IntegralImage {
        let (figure, ground) = (noise(8, 8, 3), noise(300, 200, 4));
        IntegralImage::of(&Raster::from_fn(300, 200, |x, y| {
            let on_figure = points.iter().find_map(|[left, top]| {
                let [x, y] = [x.checked_sub(*left)?, y.checked_sub(*top)?];
                (x < 24 && y < 24).then(|| figure.color(x / 3, y / 3))
            });
            on_figure.unwrap_or_else(|| ground.color(x / 4, y / 4))
        }))
    }

    #[test]
    fn a_figure_repeats_on_any_ground() {
        let found = repeats(&with_figures(&[[31, 40], [190, 121]]));
        let [repeat] = &found[..] else {
            panic!("there are {}", found.len());
        };
        assert_eq!(repeat.offset, [159.0, 81.0]);
        let [[left, right], [top, bottom]] = repeat.areas[0];
        assert!(left >= 25.0 && right <= 61.0 && top >= 34.0 && bottom <= 70.0);
        assert_eq!(repeat.areas[1][0], [left + 159.0, right + 159.0]);
    }

    #[test]
    fn a_pattern_on_a_part_is_no_repeat_of_its_own() {
        let area = |left: f64, top: f64, side: f64| [[left, left + side], [top, top + side]];
        let repeat = |areas: [Area; 2], corners| Repeat {
            areas,
            offset: [0, 1].map(|axis| areas[1][axis][0] - areas[0][axis][0]),
            corners,
        };
        let whole = repeat([area(10.0, 20.0, 50.0), area(210.0, 80.0, 50.0)], 24);
        let of_stripes = repeat([area(20.0, 20.0, 30.0), area(226.0, 80.0, 30.0)], 9);
        let within = repeat([area(10.0, 20.0, 40.0), area(22.0, 20.0, 40.0)], 8);
        let of_others = repeat([area(210.0, 80.0, 50.0), area(310.0, 140.0, 50.0)], 7);
        let offsets: Vec<[f64; 2]> = without_parts(vec![whole, of_stripes, within, of_others])
            .iter()
            .map(|repeat| repeat.offset)
            .collect();
        assert_eq!(offsets, [[200.0, 60.0], [100.0, 60.0]]);
    }

    #[test]
    fn a_figure_that_is_seen_once_does_not_repeat() {
        assert!(repeats(&with_figures(&[[31, 40]])).is_empty());
    }

    #[test]
    fn what_repeats_everywhere_is_a_pattern() {
        let row = |top: usize| (0..6).map(move |column| [10 + 48 * column, top]);
        let points: Vec<[usize; 2]> = (0..6).flat_map(|down| row(8 + 31 * down)).collect();
        assert!(repeats(&with_figures(&points)).is_empty());
        assert!(!repeats(&with_figures(&points[..12])).is_empty());
    }
}
