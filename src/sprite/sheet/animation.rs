//! Frames of an animation that fill the sheet: each shows much the same as the next one.
//!
//! Frames may touch, and what they show may break up, so that neither shapes nor gaps tell them. But moved by a frame the
//! sheet is much as it was, and moved by any other distance it is not. So it is, if less so, with square tiles.

use super::cut::Cells;
use super::lattice::{LEAST_TILE, Lattice};
use super::likeness::Side;
use super::period::Axis;
use crate::picture::Raster;
use crate::sprite::components::Component;

/// How much squares differ at most, the mean of both ways, relative to what is found at about their distance. Tuned on 61
/// sheets of 14 packages with their authors' rectangles.
const ALIKE_BOTH_WAYS: f64 = 0.78;

/// The same on a sheet that is one heap otherwise. Tuned on 234 sheets of 58 packages; of 721 drawings and icons none is
/// cut.
const ALIKE_IN_HEAP: f64 = 0.91;

/// The frames, if all of them fill the picture. The background is transparent by now.
pub fn animation_frames(raster: &Raster) -> Option<Lattice> {
    let transposed = raster.transposed();
    let [across, down] = [raster, &transposed].map(Side::of);
    let square = || square_size(&across, &down, ALIKE_BOTH_WAYS).map(|size| (size, size));
    let (width, height) = match (across.alike(), down.alike()) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => square().or_else(|| Some((width, down.beside(width)?)))?,
        (None, Some(height)) => square().or_else(|| Some((across.beside(height)?, height)))?,
        (None, None) => square()?,
    };
    Lattice::of(Cells::side_by_side(width, height), raster).ok()
}

/// The square tiles of a sheet that is one heap otherwise, which may be alike still less.
pub fn tiles_of_heap(raster: &Raster) -> Option<Lattice> {
    /// Smaller ones, and ...
    const LEAST: usize = 16;
    /// ... fewer are parts of a drawing, which are alike now and then.
    const FEWEST: usize = 20;

    let transposed = raster.transposed();
    let [across, down] = [raster, &transposed].map(Side::of);
    let size = square_size(&across, &down, ALIKE_IN_HEAP).filter(|size| *size >= LEAST)?;
    let tiles = Lattice::of(Cells::side_by_side(size, size), raster).ok()?;
    (tiles.bounds().count() >= FEWEST).then_some(tiles)
}

/// A single row or column of squares, which fill it evenly and do not all have a gap at the same place.
pub fn strip_of_squares(raster: &Raster) -> Option<Lattice> {
    /// A drawing may be a few times as long as wide, and so may two rows of squares. Set by hand; it matters for five of
    /// 306 sheets.
    const FEWEST: usize = 8;

    let (width, height) = (raster.width(), raster.height());
    let size = width.min(height);
    let length = width.max(height);
    let is_strip = size >= LEAST_TILE && length >= FEWEST * size && length.is_multiple_of(size);
    let axis = || match width > height {
        true => Axis::across(raster),
        false => Axis::across(&raster.transposed()),
    };
    let strip = is_strip && !axis().has_gaps_within(size);
    Lattice::of(Cells::side_by_side(size, size), raster)
        .ok()
        .filter(|_| strip)
}

/// The size of square frames or tiles that are not as much alike, but are so each way, or in a single row or column.
fn square_size(across: &Side, down: &Side, most: f64) -> Option<usize> {
    /// How much they differ at most one way, and ...
    const ALIKE_ONE_WAY: f64 = 0.95;
    /// ... in a single row, relative to what is found at about their distance. Tuned as [`ALIKE_BOTH_WAYS`].
    const ALIKE_IN_ROW: f64 = 0.83;

    let difference = |size: usize| match (across.likeness(size), down.likeness(size)) {
        (Some(a), Some(b)) if a.relative.max(b.relative) <= ALIKE_ONE_WAY => {
            (a.relative * b.relative).sqrt() / most
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
    /// frames of another size. Any value between 0.3 and 0.7 tells them apart on 61 sheets of 14 packages.
    const CROSSING: f64 = 0.4;

    frames.shows_one_each(shapes) && frames.crossing(shapes) <= CROSSING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
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
            assert!(lattice.shows_one_each(&connected_components(&balls, 0)));
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
    fn cards_that_are_alike_along_a_row_may_be_less_so_along_a_column() {
        let signs = noise(16, 96, 5);
        let cards = Raster::from_fn(16 * 6, 96, |x, y| {
            let (x, within) = (x % 16, y % 24);
            let is_frame = x.min(15 - x) < 2 || within.min(23 - within) < 4;
            match is_frame {
                true => Some(Rgb::new(200, 180, 150)),
                false => signs.color(x, y),
            }
        });
        for cards in [cards.clone(), cards.transposed()] {
            let (width, height) = animation_frames(&cards).unwrap().cell_size();
            assert_eq!((width.min(height), width.max(height)), (16, 24));
        }
    }

    #[test]
    fn tiles_of_a_heap_are_many_and_a_little_alike() {
        let tiles = tiles_in_common(16, (6, 5), 50);
        assert!(animation_frames(&tiles).is_none());
        assert_eq!(tiles_of_heap(&tiles).unwrap().cell_size(), (16, 16));
        assert!(tiles_of_heap(&tiles_in_common(16, (4, 4), 50)).is_none());
        assert!(tiles_of_heap(&tiles_in_common(16, (6, 5), 0)).is_none());
    }

    #[test]
    fn a_strip_is_one_of_squares_unless_all_have_the_same_gap() {
        let dots = Raster::from_fn(9 * 12, 12, |x, y| {
            let is_dot = (x / 12 + x % 12 + y).is_multiple_of(4) && y % 2 == 0;
            is_dot.then_some(Rgb::new(9, 9, 9))
        });
        for strip in [dots.clone(), dots.transposed()] {
            let squares = strip_of_squares(&strip).unwrap();
            assert_eq!(
                (squares.cell_size(), squares.bounds().count()),
                ((12, 12), 9)
            );
        }
        let with_gap = Raster::from_fn(9 * 12, 12, |x, y| dots.color(x, y).filter(|_| x % 12 != 6));
        assert!(strip_of_squares(&with_gap).is_none());
        assert!(strip_of_squares(&noise(9 * 12 + 1, 12, 3)).is_none());
        assert!(strip_of_squares(&noise(7 * 12, 12, 3)).is_none());
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
        assert!(of(8).shows_one_each(&shapes));
        assert!(!of(16).shows_one_each(&shapes));
    }
}
