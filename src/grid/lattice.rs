//! Lattices: equal distances along one axis, and along two.

use serde::Serialize;

/// Windows where the tiles of two axes meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    pub x: Axis,
    pub y: Axis,
}

impl Lattice {
    /// Square tiles that touch, from the picture's corner on.
    #[cfg(test)]
    pub fn without_gaps(pitch: usize, counts: [usize; 2]) -> Lattice {
        let [x, y] = counts.map(|count| Axis {
            origin: 0.0,
            pitch: pitch as f64,
            tile: pitch as f64,
            count,
        });
        Lattice { x, y }
    }

    pub fn count(&self) -> usize {
        self.x.count * self.y.count
    }
}

/// Tiles at equal distances along an axis. All lengths are in pixels and need not be whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// Where the first tile begins.
    pub origin: f64,
    /// The distance from one tile to the next.
    pub pitch: f64,
    /// The length of the middle of a tile by which tiles are compared; of all of it where only the size is known.
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

    /// Its tiles from one to another.
    pub fn between(&self, first: usize, last: usize) -> Axis {
        Axis {
            origin: self.span(first)[0],
            count: last + 1 - first,
            ..*self
        }
    }

    /// With so many more tiles before the first and behind the last one.
    pub fn with_more(&self, before: usize, behind: usize) -> Axis {
        Axis {
            origin: self.span_at(-(before as isize))[0],
            count: before + self.count + behind,
            ..*self
        }
    }

    /// With so many times as many places from each of its tiles to the next one.
    pub fn divided(&self, parts: usize) -> Axis {
        Axis {
            pitch: self.pitch / parts as f64,
            count: (self.count - 1) * parts + 1,
            ..*self
        }
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

    /// Shifted by a distance in pixels.
    pub fn moved(&self, by: f64) -> Axis {
        Axis {
            origin: self.origin + by,
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXIS: Axis = Axis {
        origin: 5.0,
        pitch: 30.0,
        tile: 20.0,
        count: 3,
    };

    #[test]
    fn another_number_of_tiles_keeps_as_many_places_as_fit() {
        assert_eq!(AXIS.span(2), [65.0, 85.0]);
        let ends = |count, length| -> Vec<(f64, usize)> {
            let axes = AXIS.resized(count, length).into_iter();
            axes.map(|axis| (axis.origin, axis.count)).collect()
        };
        assert_eq!(ends(2, 100), [(35.0, 2), (5.0, 2)]);
        // The fourth one would stick out by more than a quarter at either end.
        assert_eq!(ends(4, 100), []);
        assert_eq!(ends(4, 120), [(5.0, 4)]);
    }

    #[test]
    fn merging_and_moving_keep_what_is_covered() {
        let four = Axis { count: 4, ..AXIS };
        let merged = four.merged();
        assert_eq!(
            merged.iter().map(|axis| axis.count).collect::<Vec<_>>(),
            [4, 2, 1]
        );
        assert_eq!(merged[1].span(1), [65.0, 115.0]);
        assert_eq!(AXIS.moved(1.5).span(1), [36.5, 56.5]);
        assert_eq!(Axis::dividing(90, 3).span(2), [60.0, 90.0]);
    }
}
