//! Lattices: equal distances along one axis, and along two.

use serde::Serialize;

use super::direction::Direction;
use super::integral::IntegralImage;

/// The widest gap between tiles, as a share of the pitch.
// Wider, halves of tiles pass for tiles with gaps.
pub const MAX_GAP: f64 = 0.35;

/// The weight of lattices whose tiles are not square.
// Most boards have square tiles, and wrong lattices are mostly oblong; clearly better oblong ones still win.
pub const OBLONG_PENALTY: f32 = 0.5;

/// Windows where the tiles of two axes meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    pub x: Axis,
    pub y: Axis,
}

impl Lattice {
    pub fn along(&self, direction: Direction) -> &Axis {
        match direction {
            Direction::X => &self.x,
            Direction::Y => &self.y,
        }
    }

    pub fn pitch(&self) -> [f64; 2] {
        [self.x.pitch, self.y.pitch]
    }

    pub fn count(&self) -> usize {
        self.x.count * self.y.count
    }

    /// Whether another has about the same pitch.
    pub fn is_like(&self, other: &Lattice) -> bool {
        is_same(&self.pitch(), &other.pitch(), 0.02)
    }

    /// Whether the logarithm of the ratio of its pitches is less than the tolerance.
    pub fn is_square(&self, tolerance: f64) -> bool {
        (self.x.pitch / self.y.pitch).ln().abs() < tolerance
    }

    /// With windows as long as this share of the pitch, around the same centres.
    pub fn with_windows(&self, share: f64) -> Lattice {
        let [x, y] = [&self.x, &self.y].map(|axis| axis.with_tile(share * axis.pitch));
        Lattice { x, y }
    }

    /// Extended to the whole picture.
    pub fn throughout(&self, image: &IntegralImage) -> Lattice {
        Lattice {
            x: self.x.throughout(image.width()),
            y: self.y.throughout(image.height()),
        }
    }
}

/// Whether two pitches differ by less than this share along both axes.
pub fn is_same(a: &[f64; 2], b: &[f64; 2], share: f64) -> bool {
    a.iter().zip(b).all(|(a, b)| (a / b - 1.0).abs() < share)
}

/// Tiles at equal distances along an axis. All lengths are in pixels and need not be whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// Where the first tile begins.
    pub origin: f64,
    /// The distance from one tile to the next.
    pub pitch: f64,
    /// The length of a tile: the pitch without the gap.
    pub tile: f64,
    /// Tiles along this axis.
    pub count: usize,
}

/// The share of a tile that may lie outside the picture, since its place is not known exactly.
const OVERHANG: f64 = 0.25;

impl Axis {
    /// Begin and end of a tile.
    pub fn span(&self, index: usize) -> [f64; 2] {
        self.span_at(index as isize)
    }

    /// The same, also beside the grid: the place before the first tile is -1.
    pub fn span_at(&self, index: isize) -> [f64; 2] {
        let start = self.origin + self.pitch * index as f64;
        [start, start + self.tile]
    }

    /// Begin and end of a tile without its rim, whose place is not known exactly.
    pub fn inside(&self, index: usize) -> [f64; 2] {
        self.inside_at(index as isize)
    }

    /// The same, also beside the grid.
    pub fn inside_at(&self, index: isize) -> [f64; 2] {
        const RIM: f64 = 0.06;
        let [start, end] = self.span_at(index);
        [start + RIM * self.tile, end - RIM * self.tile]
    }

    /// As many tiles as fit into `length` pixels, one of which begins at `phase`.
    pub fn along(length: usize, pitch: f64, tile: f64, phase: f64) -> Axis {
        let origin = phase.rem_euclid(pitch);
        let room = length as f64 - origin - tile;
        let count = ((room + OVERHANG * tile) / pitch).floor() + 1.0;
        Axis {
            origin,
            pitch,
            tile,
            count: count.max(0.0) as usize,
        }
    }

    /// As [`along`](Self::along), with an overhang at the start, too.
    pub fn throughout(&self, length: usize) -> Axis {
        let axis = Axis::along(length, self.pitch, self.tile, self.origin);
        match axis.origin >= self.pitch - OVERHANG * self.tile {
            true => Axis {
                origin: axis.origin - self.pitch,
                count: axis.count + 1,
                ..axis
            },
            false => axis,
        }
    }

    /// The tiles from one to before another.
    pub fn part(&self, [start, end]: [usize; 2]) -> Axis {
        Axis {
            origin: self.origin + self.pitch * start as f64,
            count: end - start,
            ..*self
        }
    }

    /// With one tile more or less at either end, of which at least two are left and all fit into `length` pixels.
    pub fn longer_or_shorter(&self, length: usize) -> Vec<Axis> {
        let out = OVERHANG * self.tile;
        let ends = [(-1.0, 1), (1.0, -1), (0.0, 1), (0.0, -1)].map(|(tiles, more)| Axis {
            origin: self.origin + tiles * self.pitch,
            count: self.count.saturating_add_signed(more),
            ..*self
        });
        let fits = |axis: &Axis| {
            let end = axis.origin + axis.pitch * axis.count.saturating_sub(1) as f64 + axis.tile;
            axis.count >= 2 && axis.origin >= -out && end <= length as f64 + out
        };
        ends.into_iter().filter(fits).collect()
    }

    /// With so many tiles, from each of those that keeps as many as possible and fits into `length` pixels.
    pub fn resized(&self, count: usize, length: usize) -> Vec<Axis> {
        let more = count as isize - self.count as isize;
        let out = OVERHANG * self.tile;
        let axes = (more.min(0)..=more.max(0)).map(|before| Axis {
            origin: self.origin - self.pitch * before as f64,
            count,
            ..*self
        });
        let axes = axes.filter(|axis| {
            let end = axis.origin + axis.pitch * (count as f64 - 1.0) + axis.tile;
            axis.origin >= -out && end <= length as f64 + out
        });
        axes.collect()
    }

    /// So many tiles without gaps over `length` pixels.
    pub fn dividing(length: usize, count: usize) -> Axis {
        let pitch = length as f64 / count.max(1) as f64;
        Axis {
            origin: 0.0,
            pitch,
            tile: pitch,
            count,
        }
    }

    /// With every one, two, three or four tiles merged into one.
    pub fn merged(&self) -> Vec<Axis> {
        let parts = (1..=4).filter(|parts| self.count.is_multiple_of(*parts));
        parts
            .map(|parts| Axis {
                pitch: self.pitch * parts as f64,
                tile: self.tile + self.pitch * (parts - 1) as f64,
                count: self.count / parts,
                ..*self
            })
            .collect()
    }

    /// With tiles of another length around the same centres.
    pub fn with_tile(&self, tile: f64) -> Axis {
        Axis {
            origin: self.origin + (self.tile - tile) / 2.0,
            tile,
            ..*self
        }
    }

    /// Shifted by a distance in pixels.
    pub fn moved(&self, by: f64) -> Axis {
        Axis {
            origin: self.origin + by,
            ..*self
        }
    }

    /// Stretched around its middle so that each end moves out by a distance in pixels.
    pub fn stretched(&self, by: f64) -> Axis {
        let more = 2.0 * by / self.count.max(1) as f64;
        Axis {
            origin: self.origin - by,
            pitch: self.pitch + more,
            tile: self.tile + more,
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_tiles_as_have_room_stand_along_an_axis() {
        let axis = Axis::along(100, 30.0, 20.0, 35.0);
        assert_eq!((axis.origin, axis.count), (5.0, 3));
        assert_eq!(axis.span(2), [65.0, 85.0]);
        // The fourth one sticks out by a tenth, and by more than a quarter.
        assert_eq!(Axis::along(113, 30.0, 20.0, 35.0).count, 4);
        assert_eq!(Axis::along(109, 30.0, 20.0, 35.0).count, 3);
    }

    #[test]
    fn a_first_tile_that_sticks_out_a_little_counts() {
        let axis = Axis::along(100, 30.0, 20.0, 28.0);
        assert_eq!((axis.origin, axis.count), (28.0, 2));
        let around = axis.throughout(100);
        assert_eq!((around.origin, around.count), (-2.0, 3));
    }

    #[test]
    fn a_tile_may_come_or_go_at_each_end() {
        let axis = Axis::along(100, 30.0, 20.0, 35.0);
        let ends = |length| -> Vec<(f64, usize)> {
            let axes = axis.longer_or_shorter(length).into_iter();
            axes.map(|axis| (axis.origin, axis.count)).collect()
        };
        assert_eq!(ends(100), [(35.0, 2), (5.0, 2)]);
        assert_eq!(ends(120), [(35.0, 2), (5.0, 4), (5.0, 2)]);
    }

    #[test]
    fn moving_and_stretching_keep_the_number_of_tiles() {
        let axis = Axis::along(100, 20.0, 20.0, 0.0);
        assert_eq!(axis.moved(1.5).span(1), [21.5, 41.5]);
        let stretched = axis.stretched(5.0);
        assert_eq!((stretched.span(0)[0], stretched.span(4)[1]), (-5.0, 105.0));
        assert_eq!(axis.part([1, 3]).span(1), axis.span(2));
        assert_eq!(axis.with_tile(10.0).span(0), [5.0, 15.0]);
    }
}
