//! Frames of an animation that fill the sheet: each shows much the same as the next one.
//!
//! Frames may touch, and what they show may break up, so that neither shapes nor gaps tell them. But moved by a frame the
//! sheet is much as it was, and moved by any other distance it is not.

use super::cut::Cells;
use super::lattice::{LEAST_TILE, Lattice};
use super::period::Axis;
use crate::color::Rgb;
use crate::picture::Raster;
use crate::sprite::components::Component;

/// Fewer pictures that are alike, side by side, are no animation. The numbers of this file were tuned on 200 sheets of 71
/// packages with their authors' rectangles: 145 rectangles of 13 sheets are right for it that were not, and none is lost.
const FEWEST_FRAMES: usize = 3;

/// How much frames differ at most, relative to what is found at about their distance.
const ALIKE: f64 = 0.6;

/// Of distances at which the sheet differs by about as much the shortest is taken.
const TIE: f64 = 1.15;

/// How much of what shapes cover belongs to the largest in its frame; several sprites in each are no animation.
const LARGEST_SHARE: f64 = 0.7;

/// The most pixels that are compared: a part of the rows is enough.
const MOST_COMPARED: usize = 1 << 18;

/// The frames, if all of them fill the picture. The background is transparent by now.
pub fn animation_frames(raster: &Raster) -> Option<Lattice> {
    let transposed = raster.transposed();
    let [across, down] = [raster, &transposed].map(Side::of);
    let square = || square_size(&across, &down).map(|size| (size, size));
    let (width, height) = match (across.alike(), down.alike()) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => square().or_else(|| Some((width, down.beside(width)?)))?,
        (None, Some(height)) => square().or_else(|| Some((across.beside(height)?, height)))?,
        (None, None) => square()?,
    };
    Lattice::of(Cells::side_by_side(width, height), raster).ok()
}

/// The size of square frames or tiles that are not as much alike, but are so each way, or in a single row or column.
fn square_size(across: &Side, down: &Side) -> Option<usize> {
    /// How much they differ at most, relative to what is found at about their distance: the mean of both ways, ...
    const ALIKE: f64 = 0.78;
    /// ... one of them, ...
    const ALIKE_ONE_WAY: f64 = 0.95;
    /// ... and in a single row. Tuned on 61 sheets of 14 packages with their authors' rectangles.
    const ALIKE_IN_ROW: f64 = 0.83;

    let difference = |size: usize| match (across.likeness(size), down.likeness(size)) {
        (Some(a), Some(b)) if a.relative.max(b.relative) <= ALIKE_ONE_WAY => {
            (a.relative * b.relative).sqrt() / ALIKE
        }
        (Some(row), None) if down.raster.width() == size => row.relative / ALIKE_IN_ROW,
        (None, Some(column)) if across.raster.width() == size => column.relative / ALIKE_IN_ROW,
        _ => f64::INFINITY,
    };
    let breaks_within = |size| [across, down].iter().any(|side| side.breaks_within(size));
    let likenesses = across.likenesses.iter().chain(&down.likenesses);
    let sizes = likenesses.map(|likeness| (likeness.length, difference(likeness.length)));
    let best = sizes.min_by(|(_, a), (_, b)| a.total_cmp(b));
    best.filter(|(size, difference)| *difference <= 1.0 && !breaks_within(*size))
        .map(|(size, _)| size)
}

/// Whether the shapes that are no larger than a frame lie in frames, and each frame shows hardly more than one of them.
pub fn hold_one_each(frames: &Lattice, shapes: &[Component]) -> bool {
    /// The largest part of them that may lie across the edges: a strip of frames that stand apart may be as wide as some
    /// frames of another size. Any value between 0.3 and 0.7 tells them apart on 61 sheets of 14 packages with their authors' rectangles.
    const CROSSING: f64 = 0.4;

    show_one_each(frames, shapes) && frames.crossing(shapes) <= CROSSING
}

/// Whether each frame shows hardly more than one of the shapes, as far as these lie in frames at all.
fn show_one_each(frames: &Lattice, shapes: &[Component]) -> bool {
    let mut largest = vec![0; frames.columns.len() * frames.rows.len()];
    let mut all = 0;
    for bounds in shapes.iter().map(|shape| shape.bounds) {
        if !frames.cuts(&bounds) {
            let (columns, rows) = frames.cells_of(&bounds);
            let largest = &mut largest[rows.start * frames.columns.len() + columns.start];
            let area = bounds.width * bounds.height;
            *largest = area.max(*largest);
            all += area;
        }
    }
    largest.iter().sum::<usize>() as f64 >= LARGEST_SHARE * all as f64
}

/// One side of the sheet; its columns stand for rows where it is transposed.
struct Side<'a> {
    raster: &'a Raster,
    axis: Axis,
    /// Of all lengths of frames of which several fill the side.
    likenesses: Vec<Likeness>,
}

/// How much frames of a length differ.
struct Likeness {
    length: usize,
    /// From 0 to 1, ...
    difference: f64,
    /// ... and relative to what is found at about their distance.
    relative: f64,
}

impl Side<'_> {
    fn of(raster: &Raster) -> Side<'_> {
        let mut side = Side {
            raster,
            axis: Axis::across(raster),
            likenesses: Vec::new(),
        };
        let lengths = side.lengths(LEAST_TILE, raster.width() / FEWEST_FRAMES);
        side.likenesses = lengths.map(|length| side.likeness_of(length)).collect();
        side
    }

    fn likeness_of(&self, length: usize) -> Likeness {
        let difference = self.difference(length);
        Likeness {
            length,
            difference,
            relative: difference / self.difference_around(length),
        }
    }

    fn likeness(&self, length: usize) -> Option<&Likeness> {
        let mut likenesses = self.likenesses.iter();
        likenesses.find(|likeness| likeness.length == length)
    }

    /// The lengths of frames that fill the side and do not all have a gap at the same place.
    fn lengths(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let whole = self.raster.width();
        let is_possible = move |length: &usize| {
            *length == whole || whole.is_multiple_of(*length) && !self.axis.has_gaps_within(*length)
        };
        (from.max(LEAST_TILE)..=to).filter(is_possible)
    }

    /// Whether the picture breaks off at parts of a length, which are sprites of their own then.
    fn breaks_within(&self, length: usize) -> bool {
        /// What goes on over their edges, relative to all seams. Set by hand.
        const BREAK: f64 = 0.4;

        let parts = (2..=length / LEAST_TILE).filter(|count| length.is_multiple_of(*count));
        let mut contacts = parts.map(|count| self.axis.contact_at(length / count));
        contacts.any(|contact| contact < BREAK)
    }

    /// The length of frames that are alike.
    fn alike(&self) -> Option<usize> {
        let mut best: Option<&Likeness> = None;
        for likeness in &self.likenesses {
            let is_better = best.is_none_or(|best| TIE * likeness.difference < best.difference);
            if is_better && likeness.relative < ALIKE {
                best = Some(likeness);
            }
        }
        best.map(|likeness| likeness.length)
    }

    /// The length of frames that are not alike along this side, but have the length `other` along the other: where the
    /// picture breaks off, or all of a short side.
    fn beside(&self, other: usize) -> Option<usize> {
        /// How many times as long as wide a frame is at most, or as wide as long.
        const LONGEST: f64 = 2.5;
        const SHORTEST: f64 = 0.5;
        /// How much goes on over the edges of frames at most, relative to all seams, ...
        const BREAK: f64 = 0.5;
        /// ... what a whole side is worth, which has none, and ...
        const WHOLE: f64 = 0.4;
        /// ... by how much more goes on where shorter frames are taken.
        const TIE: f64 = 0.25;

        let whole = self.raster.width();
        let other = other as f64;
        let longest = whole.min((LONGEST * other) as usize);
        let lengths = self.lengths((SHORTEST * other).ceil() as usize, longest);
        let contacts: Vec<(usize, f64)> = lengths
            .map(|length| match length {
                _ if length == whole => (length, WHOLE),
                _ => (length, self.axis.contact_at(length)),
            })
            .collect();
        let least = contacts.iter().map(|(_, contact)| *contact);
        let least = least
            .min_by(f64::total_cmp)
            .filter(|least| *least <= BREAK)?;
        let is_square = |(length, contact): &&(usize, f64)| {
            *length as f64 == other && *contact <= WHOLE.max(least + TIE)
        };
        let is_clear = |(_, contact): &&(usize, f64)| *contact <= least + TIE;
        let found = (contacts.iter().find(is_square)).or_else(|| contacts.iter().find(is_clear));
        found.map(|(length, _)| *length)
    }

    /// The mean difference at distances between half of this one and half as much again.
    fn difference_around(&self, distance: usize) -> f64 {
        let parts = [2, 3, 4].map(|part| distance / part);
        let distances = (parts.iter()).flat_map(|part| [distance - part, distance + part]);
        let (count, sum) = distances.fold((0, 0.0), |(count, sum), distance| {
            (count + 1, sum + self.difference(distance))
        });
        sum / f64::from(count)
    }

    /// How much what the sheet shows differs from what it shows so many columns further on, 0 to 1.
    fn difference(&self, distance: usize) -> f64 {
        let step = (self.raster.pixels().len() / MOST_COMPARED).max(1);
        let (mut sum, mut count) = (0, 0);
        for row in self.raster.rows().step_by(step) {
            for (a, b) in row.iter().zip(&row[distance..]) {
                if a.is_some() || b.is_some() {
                    sum += difference(*a, *b);
                    count += 1;
                }
            }
        }
        match count {
            0 => 1.0,
            _ => sum as f64 / (MOST_DIFFERENT * count) as f64,
        }
    }
}

/// The most that two pixels differ.
const MOST_DIFFERENT: u64 = 3 * 255;

/// How much two pixels differ. Colours that differ by half of what is possible are as different as something and
/// nothing.
fn difference(a: Option<Rgb>, b: Option<Rgb>) -> u64 {
    let (Some(a), Some(b)) = (a, b) else {
        return MOST_DIFFERENT;
    };
    let channels = [(a.r, b.r), (a.g, b.g), (a.b, b.b)];
    let sum: u64 = channels.map(|(a, b)| u64::from(a.abs_diff(b))).iter().sum();
    (2 * sum).min(MOST_DIFFERENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Bounds;
    use crate::picture::drawing::noise;
    use crate::sprite::connected_components;

    /// Balls as large as their frames, with a spot that goes round.
    fn balls(size: usize, frames: (usize, usize)) -> Raster {
        Raster::from_fn(size * frames.0, size * frames.1, |x, y| {
            let (frame, [x, y]) = (x / size + y / size, [x % size, y % size]);
            let distance = |at: usize| (2 * at + 1).abs_diff(size);
            let is_ball = distance(x).pow(2) + distance(y).pow(2) <= (size + 1).pow(2);
            let spot = size / 4 + frame % 4 * 2;
            let is_spot = x.abs_diff(spot) < 2 && y.abs_diff(size / 2) < 2;
            let blue = if is_spot { 20 } else { 220 };
            is_ball.then_some(Rgb::new(10 * y as u8, 90, blue))
        })
    }

    #[test]
    fn frames_that_touch_are_told_by_their_likeness() {
        for (size, frames) in [(16, (6, 1)), (16, (1, 5)), (20, (7, 2)), (9, (4, 4))] {
            let balls = balls(size, frames);
            let lattice = animation_frames(&balls).unwrap();
            assert_eq!(lattice.cell_size(), (size, size), "{frames:?}");
            assert!(show_one_each(&lattice, &connected_components(&balls, 0)));
        }
    }

    /// Tiles of noise in eight colours, of which `common` in 256 pixels are the same in all of them.
    fn tiles_in_common(size: usize, tiles: (usize, usize), common: u8) -> Raster {
        let texture = noise(size, size, 5);
        let mask = noise(size, size, 7);
        let others = noise(size * tiles.0, size * tiles.1, 6);
        Raster::from_fn(others.width(), others.height(), |x, y| {
            let shared = texture.color(x % size, y % size)?;
            let is_shared = mask.color(x % size, y % size)?.b < common;
            let Rgb { r, g, b } = if is_shared {
                shared
            } else {
                others.color(x, y)?
            };
            Some(Rgb::new(r & 128, g & 128, b & 128))
        })
    }

    #[test]
    fn squares_may_be_less_alike_than_frames_of_any_shape() {
        for tiles in [(4, 5), (9, 3), (9, 1), (1, 8)] {
            let lattice = animation_frames(&tiles_in_common(16, tiles, 80)).unwrap();
            assert_eq!(lattice.cell_size(), (16, 16), "{tiles:?}");
        }
        assert!(animation_frames(&tiles_in_common(16, (6, 5), 30)).is_none());
        let oblong = tiles_in_common(32, (5, 4), 80);
        let oblong = Raster::from_fn(160, 64, |x, y| oblong.color(x, 2 * y));
        assert!(animation_frames(&oblong).is_none());
    }

    #[test]
    fn shapes_that_frames_would_cut_stand_apart() {
        let balls = balls(14, (6, 1));
        let apart = Raster::from_fn(6 * 20, 20, |x, y| {
            let is_ball = x % 20 < 14 && y < 14;
            let place = || balls.color(x / 20 * 14 + x % 20, y);
            is_ball.then(place).flatten()
        });
        let shapes = connected_components(&apart, 0);
        let of = |width| Lattice::of(Cells::side_by_side(width, 20), &apart).unwrap();
        assert!(hold_one_each(&of(20), &shapes));
        assert!(!hold_one_each(&of(24), &shapes));
    }

    #[test]
    fn likeness_beside_gaps_and_noise_is_no_animation() {
        assert!(animation_frames(&noise(96, 16, 3)).is_none());
        assert!(animation_frames(&noise(96, 96, 4)).is_none());
        let pair = balls(16, (2, 1));
        let pairs = Raster::from_fn(3 * 40, 16, |x, y| {
            let x = x % 40;
            (x != 16).then(|| pair.color(x.min(31), y)).flatten()
        });
        assert!(animation_frames(&pairs).is_none());
    }

    #[test]
    fn several_sprites_in_each_are_no_frames() {
        let sheet = balls(8, (4, 4));
        let sprite = Bounds {
            left: 0,
            top: 0,
            width: 7,
            height: 7,
        };
        let sprite = sheet.crop(sprite);
        let apart = Raster::from_fn(32, 32, |x, y| {
            let [x, y] = [x % 8, y % 8];
            (x < 7 && y < 7).then(|| sprite.color(x, y)).flatten()
        });
        let shapes = connected_components(&apart, 0);
        let of = |size| Lattice::of(Cells::side_by_side(size, size), &apart).unwrap();
        assert!(show_one_each(&of(8), &shapes));
        assert!(!show_one_each(&of(16), &shapes));
    }
}
