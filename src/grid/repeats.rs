//! How well each phase of a period repeats: whether the windows that begin there match others whole periods away.

use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};
use super::mesh::{Mesh, SIDE, Windows};
use super::similarity::equal_share;

/// Mesh cells of a period along each axis, at each of which a window begins. A window is a cell shorter than a period,
/// so that some lie within a tile wherever that begins.
const CELLS: usize = SIDE + 1;

/// The most periods along each axis that are compared, those in the middle.
// Enough for a clear mean; time grows with the square of their number.
const SAMPLE: [usize; 2] = [14, 12];

/// How well windows match by chance, times the root of the number of periods.
// Lower lets few periods of a texture pass for a board.
const CHANCE: f32 = 0.8;

/// The least typical squared difference of windows: where all look much alike, noise must not decide.
const MIN_USUAL: f32 = 0.1;

/// One in so many comparisons is used to find the limit of equal windows.
const SAMPLING: usize = 31;

/// The share of the best phase's score that makes another phase as good.
const AS_GOOD: f32 = 0.8;

/// How well the windows at each phase of a period match others.
pub struct Repeats {
    /// Where the cells are.
    mesh: Lattice,
    /// 0 to 1, row by row.
    scores: PhaseScores,
}

type PhaseScores = [f32; CELLS * CELLS];

impl Repeats {
    /// In a whole picture, for a pitch; `None` if there is no room for a few periods.
    pub fn in_picture(image: &IntegralImage, [x, y]: [f64; 2]) -> Option<Repeats> {
        Repeats::on(
            image,
            Lattice {
                x: cells([0.0, image.width() as f64], x, SAMPLE[0]),
                y: cells([0.0, image.height() as f64], y, SAMPLE[1]),
            },
        )
    }

    /// Among the windows of a lattice; `None` if it has only a few.
    pub fn among(image: &IntegralImage, lattice: &Lattice) -> Option<Repeats> {
        let within = |axis: &Axis, most: usize| {
            let end = axis.origin + axis.pitch * axis.count as f64;
            cells([axis.origin, end], axis.pitch, most)
        };
        Repeats::on(
            image,
            Lattice {
                x: within(&lattice.x, SAMPLE[0]),
                y: within(&lattice.y, SAMPLE[1]),
            },
        )
    }

    fn on(image: &IntegralImage, mesh: Lattice) -> Option<Repeats> {
        let has_room = mesh.x.count.min(mesh.y.count) >= 2 * CELLS;
        (has_room && mesh.count() >= 6 * CELLS * CELLS).then(|| Repeats {
            scores: phase_scores(&Mesh::of(image, &mesh)),
            mesh,
        })
    }

    fn at(&self, column: usize, row: usize) -> f32 {
        self.scores[row % CELLS * CELLS + column % CELLS]
    }

    /// The phase around which windows match best.
    fn best(&self) -> [usize; 2] {
        let around = |[column, row]: &[usize; 2]| {
            let beside = [[1, 0], [CELLS - 1, 0], [0, 1], [0, CELLS - 1]];
            let beside = beside.map(|[right, down]| self.at(column + right, row + down));
            2.0 * self.at(*column, *row) + beside.iter().sum::<f32>()
        };
        let phases = (0..CELLS * CELLS).map(|phase| [phase % CELLS, phase / CELLS]);
        let best = phases.max_by(|a, b| around(a).total_cmp(&around(b)));
        best.unwrap_or_default()
    }

    /// The number of periods.
    fn periods(&self) -> f32 {
        self.mesh.count() as f32 / (CELLS * CELLS) as f32
    }

    /// How much better windows match at the best phase than on average, without what may be chance: up to 1.
    pub fn contrast(&self) -> f32 {
        let [column, row] = self.best();
        let usual = self.scores.iter().sum::<f32>() / self.scores.len() as f32;
        self.at(column, row) - usual - CHANCE / self.periods().sqrt()
    }

    /// How significant the contrast is: that of many periods tells more.
    pub fn significance(&self) -> f32 {
        self.contrast() * self.periods().sqrt()
    }

    /// Into how many columns and rows a period can be divided so that windows match as well in each: then it is
    /// several periods.
    pub fn periods_in_one(&self) -> [usize; 2] {
        let [column, row] = self.best();
        let least = AS_GOOD * self.at(column, row);
        let is_as_good = |axis: usize, part: usize| match axis {
            0 => self.at(column + part, row) > least,
            _ => self.at(column, row + part) > least,
        };
        [0, 1].map(|axis| {
            let all =
                |count: &usize| (1..*count).all(|part| is_as_good(axis, part * CELLS / count));
            [3, 2].into_iter().find(all).unwrap_or(1)
        })
    }

    /// The lattice of whole periods, each around a window of the best phase.
    pub fn lattice(&self) -> Lattice {
        let [column, row] = self.best();
        let before = (CELLS - SIDE) as f64 / 2.0;
        let periods = |mesh: &Axis, phase: usize| Axis {
            origin: mesh.origin + mesh.pitch * (phase as f64 - before),
            pitch: mesh.pitch * CELLS as f64,
            tile: mesh.pitch * CELLS as f64,
            count: (mesh.count - phase + CELLS - SIDE) / CELLS,
        };
        Lattice {
            x: periods(&self.mesh.x, column),
            y: periods(&self.mesh.y, row),
        }
    }
}

/// The cells of the periods between two places, at most `most` of them in the middle, with a little overhang so that
/// the first period is whole.
fn cells([start, end]: [f64; 2], pitch: f64, most: usize) -> Axis {
    let cell = pitch / CELLS as f64;
    let count = (((end - start) / cell) as usize + 1).min(most * CELLS);
    Axis {
        origin: (start + end - cell * count as f64) / 2.0,
        pitch: cell,
        tile: cell,
        count,
    }
}

fn phase_scores(mesh: &Mesh) -> PhaseScores {
    let windows = mesh.windows();
    let mut all = Comparisons::new(windows.is_plain.len());
    let (columns, rows) = (mesh.columns / CELLS, mesh.rows / CELLS);
    for down in 0..rows {
        let first = if down == 0 { 1 } else { 1 - columns as isize };
        for right in first..columns as isize {
            let (right, down) = (right * CELLS as isize, down * CELLS);
            mesh.compare(&windows, right, down, |pair, apart| {
                all.add(&windows, pair, apart);
            });
        }
    }
    all.scores(&windows)
}

/// The squared differences of windows whole periods apart.
struct Comparisons {
    /// The least of each window.
    nearest: Vec<f32>,
    /// Sum and number of those of each window to patterned ones.
    totals: Vec<[f32; 2]>,
    /// Some distances of patterned windows.
    sample: Vec<f32>,
}

impl Comparisons {
    fn new(windows: usize) -> Comparisons {
        Comparisons {
            nearest: vec![f32::INFINITY; windows],
            totals: vec![[0.0; 2]; windows],
            sample: Vec::new(),
        }
    }

    fn add(&mut self, windows: &Windows, pair: [usize; 2], apart: f32) {
        let are_patterned = !pair.iter().any(|window| windows.is_plain[*window]);
        if are_patterned && pair[0].is_multiple_of(SAMPLING) {
            self.sample.push(apart.sqrt());
        }
        for window in pair {
            self.nearest[window] = self.nearest[window].min(apart);
            if are_patterned {
                self.totals[window][0] += apart;
                self.totals[window][1] += 1.0;
            }
        }
    }

    /// The mean match quality of the windows of each phase; plain ones match nothing.
    fn scores(mut self, windows: &Windows) -> PhaseScores {
        let equal = equal_share(&mut self.sample);
        let mut matched = [0.0; CELLS * CELLS];
        let mut all = [0.0f32; CELLS * CELLS];
        for (window, nearest) in self.nearest.iter().enumerate() {
            let (column, row) = (window % windows.columns, window / windows.columns);
            let phase = row % CELLS * CELLS + column % CELLS;
            let [sum, others] = self.totals[window];
            all[phase] += 1.0;
            if !windows.is_plain[window] && others > 0.0 {
                let usual = (sum / others).max(MIN_USUAL);
                matched[phase] += (1.0 - (nearest / usual).sqrt() / equal).max(0.0);
            }
        }
        std::array::from_fn(|phase| matched[phase] / all[phase].max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    /// 9x8 tiles of 12x12 pixels, in ten kinds of 6x6 random blocks each, 5 pixels from the left.
    fn tiles() -> IntegralImage {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let shades: Vec<u8> = (0..10 * 36).map(|_| random.next_u64() as u8).collect();
        let kinds: Vec<usize> = (0..11 * 8)
            .map(|_| random.next_u64() as usize % 10)
            .collect();
        let pixel = |index: usize| {
            let (x, y) = (index % 120 + 7, index / 120);
            let kind = kinds[y / 12 * 11 + x / 12];
            let shade = shades[kind * 36 + y % 12 / 2 * 6 + x % 12 / 2];
            Some(Rgb::new(shade, 90, 255 - shade))
        };
        IntegralImage::of(&Raster::new(120, (0..120 * 96).map(pixel).collect()))
    }

    #[test]
    fn whole_tiles_are_met_again_and_parts_of_two_are_not() {
        let repeats = Repeats::in_picture(&tiles(), [12.0; 2]).unwrap();
        let lattice = repeats.lattice();
        assert!(repeats.contrast() > 0.15, "{}", repeats.contrast());
        assert!((lattice.x.origin.rem_euclid(12.0) - 5.0).abs() <= 1.5);
        assert_eq!(repeats.periods_in_one(), [1, 1]);
    }

    #[test]
    fn at_a_wrong_pitch_nothing_is_met() {
        let repeats = Repeats::in_picture(&tiles(), [13.0; 2]).unwrap();
        assert!(repeats.contrast() < 0.05, "{}", repeats.contrast());
    }

    #[test]
    fn a_few_periods_are_none() {
        assert!(Repeats::in_picture(&tiles(), [100.0; 2]).is_none());
    }
}
