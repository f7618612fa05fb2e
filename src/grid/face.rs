//! The faces of tiles: the part of a period in which they differ from each other.

use super::Grid;
use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};
use super::phase::difference;

/// Parts along each side of a period.
const PARTS: usize = 36;

/// Parts over which differences are averaged to find the gap between two tiles.
const GAP: usize = PARTS / 9;

/// Where a face begins: at this share of the way from the quietest part to a lively one.
// This and the others were set by hand on 20 positions of a game in play.
const BEGINS: f32 = 0.15;

/// The shortest face, as a share of a period.
const MIN_LENGTH: f64 = 0.4;

/// What is left out at each side of a period whatever it shows: the place of a tile is not known exactly.
const RIM: usize = 1;

/// The most tiles that are compared.
const MAX_TILES: usize = 200;

impl Grid {
    /// The same places with windows around the whole faces of tiles.
    pub fn around_faces(&self, image: &IntegralImage, tiles: &[bool]) -> Grid {
        // A period around the middle of each window.
        let period = |axis: &Axis| Axis {
            origin: axis.origin - (axis.pitch - axis.tile) / 2.0,
            tile: axis.pitch,
            ..*axis
        };
        let lattice = Lattice {
            x: period(&self.x),
            y: period(&self.y),
        };
        let faces = faces(image, &lattice, tiles);
        let around = |axis: &Axis, [begin, end]: [f64; 2]| Axis {
            origin: axis.origin + begin * axis.pitch,
            tile: (end - begin) * axis.pitch,
            ..*axis
        };
        Grid {
            x: around(&lattice.x, faces[0]),
            y: around(&lattice.y, faces[1]),
            ..*self
        }
    }
}

/// From which share of a period to which the faces of tiles reach, along each axis; their middle is within the period.
pub fn faces(image: &IntegralImage, lattice: &Lattice, tiles: &[bool]) -> [[f64; 2]; 2] {
    let differences = differences(image, lattice, tiles);
    [0, 1].map(|axis| {
        let mut profile = [0.0; PARTS];
        for (at, difference) in differences.iter().enumerate() {
            profile[[at % PARTS, at / PARTS][axis]] += difference;
        }
        reach(&profile)
    })
}

/// How much tiles differ in each part of a period, row by row.
fn differences(image: &IntegralImage, lattice: &Lattice, tiles: &[bool]) -> Vec<f32> {
    let columns = lattice.x.count;
    let held: Vec<usize> = (0..tiles.len()).filter(|place| tiles[*place]).collect();
    let step = held.len().div_ceil(MAX_TILES).max(1);
    let parts = held.iter().step_by(step).map(|place| {
        let (x, y) = (
            lattice.x.span(place % columns),
            lattice.y.span(place / columns),
        );
        image.part_means(x, y, PARTS)
    });
    let parts: Vec<Vec<[f32; 3]>> = parts.collect();
    let mut sums = vec![0.0; PARTS * PARTS];
    for pair in parts.windows(2) {
        for (sum, (a, b)) in sums.iter_mut().zip(pair[0].iter().zip(&pair[1])) {
            *sum += difference(a, b);
        }
    }
    sums
}

/// Where a circular profile rises from its quietest stretch and falls back to it.
fn reach(profile: &[f32; PARTS]) -> [f64; 2] {
    let at = |part: usize| profile[part % PARTS];
    let stretch = |begin: usize| (begin..begin + GAP).map(at).sum::<f32>();
    let quietest = (0..PARTS).min_by(|a, b| stretch(*a).total_cmp(&stretch(*b)));
    let middle = quietest.unwrap_or_default() + GAP / 2;
    let mut sorted = *profile;
    sorted.sort_by(f32::total_cmp);
    let (quiet, lively) = (sorted[0], sorted[PARTS * 3 / 4]);
    let is_lively = |part: usize| at(part) > quiet + BEGINS * (lively - quiet);
    let (begin, end) = (middle + RIM, middle + PARTS - RIM);
    let first = (begin..end).find(|part| is_lively(*part)).unwrap_or(begin);
    let last = (begin..end).rfind(|part| is_lively(*part)).unwrap_or(end);
    let [first, last] = [first, last + 1].map(|part| part as f64 / PARTS as f64);
    let more = (MIN_LENGTH - (last - first)).max(0.0) / 2.0;
    let turns = ((first + last) / 2.0).floor();
    [first - more - turns, last + more - turns]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    /// 12x10 tiles that differ in these rows of 36, and in columns 5 to 25 of 30.
    fn board(rows: std::ops::Range<usize>) -> IntegralImage {
        let (width, height) = (12 * 30, 10 * 36);
        let pixel = |index: usize| {
            let (x, y) = (index % width, index / width);
            let tile = y / 36 * 12 + x / 30;
            let is_ink = (tile * 31) >> ((x + y) % 5) & 1 == 1;
            let is_face = (5..25).contains(&(x % 30)) && rows.contains(&(y % 36));
            let grey = if is_ink && is_face { 40 } else { 220 };
            Some(Rgb::new(grey, grey, grey))
        };
        let pixels = (0..width * height).map(pixel);
        IntegralImage::of(&Raster::new(width, pixels.collect()))
    }

    #[test]
    fn faces_are_found_whatever_the_phase_of_the_lattice() {
        for (rows, shift) in [(4..33, 0.0), (4..33, 12.0), (10..31, -15.0), (3..20, 20.0)] {
            let axis = |origin, pitch, count| Axis {
                origin,
                pitch,
                tile: pitch,
                count,
            };
            let lattice = Lattice {
                x: axis(30.0, 30.0, 10),
                y: axis(36.0 + shift, 36.0, 8),
            };
            let [x, y] = faces(&board(rows.clone()), &lattice, &[true; 80]);
            let near = |[begin, end]: [f64; 2], wanted: [f64; 2]| {
                (begin - wanted[0]).abs() < 0.05 && (end - wanted[1]).abs() < 0.05
            };
            assert!(near(x, [5.0 / 30.0, 25.0 / 30.0]), "{x:?}");
            let turns = ((y[0] + y[1]) / 2.0 + shift / 36.0).floor() - shift / 36.0;
            let wanted = [rows.start, rows.end].map(|row| row as f64 / 36.0 + turns);
            assert!(near(y, wanted), "{rows:?} {shift}: {y:?} {wanted:?}");
            assert!((0.0..1.0).contains(&((y[0] + y[1]) / 2.0)), "{y:?}");
        }
    }
}
