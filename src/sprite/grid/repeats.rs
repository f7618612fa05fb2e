//! Which places of a picture are met again a whole number of periods away.

use super::lattice::{Axis, Lattice};
use super::matching::equal_share;
use super::mesh::{Mesh, SIDE};
use super::sums::Sums;

/// Parts of a period along each axis, at each of which windows begin. A window is a part shorter than a
/// period, so that some are within a tile wherever that begins.
const PARTS: usize = SIDE + 1;

/// Periods along each axis that are looked at, in the middle.
const SAMPLE: [usize; 2] = [14, 12];

/// How well windows may be met by chance, times the root of their number.
const CHANCE: f32 = 0.8;

/// How well the windows at each place in a period are met by others.
pub struct Repeats {
    /// Where the parts are.
    mesh: Lattice,
    /// 0 to 1, row by row.
    met: [f32; PARTS * PARTS],
}

impl Repeats {
    /// Anywhere in a picture, with such a pitch; `None` if there is no room for a few periods.
    pub fn anywhere(sums: &Sums, [x, y]: [f64; 2]) -> Option<Repeats> {
        Repeats::on(
            sums,
            Lattice {
                x: parts([0.0, sums.width() as f64], x, SAMPLE[0]),
                y: parts([0.0, sums.height() as f64], y, SAMPLE[1]),
            },
        )
    }

    /// Among the windows of a lattice; `None` if it has only a few.
    pub fn among(sums: &Sums, lattice: &Lattice) -> Option<Repeats> {
        let within = |axis: &Axis, most: usize| {
            let end = axis.origin + axis.pitch * axis.count as f64;
            parts([axis.origin, end], axis.pitch, most)
        };
        Repeats::on(
            sums,
            Lattice {
                x: within(&lattice.x, SAMPLE[0]),
                y: within(&lattice.y, SAMPLE[1]),
            },
        )
    }

    fn on(sums: &Sums, mesh: Lattice) -> Option<Repeats> {
        let has_room = mesh.x.count.min(mesh.y.count) >= 2 * PARTS;
        (has_room && mesh.count() >= 6 * PARTS * PARTS).then(|| Repeats {
            met: met(&Mesh::of(sums, &mesh)),
            mesh,
        })
    }

    fn at(&self, column: usize, row: usize) -> f32 {
        self.met[row % PARTS * PARTS + column % PARTS]
    }

    /// The place in a period around which windows are met best.
    fn best(&self) -> [usize; 2] {
        let around = |[column, row]: &[usize; 2]| {
            let beside = [[1, 0], [PARTS - 1, 0], [0, 1], [0, PARTS - 1]];
            let beside = beside.map(|[right, down]| self.at(column + right, row + down));
            2.0 * self.at(*column, *row) + beside.iter().sum::<f32>()
        };
        let places = (0..PARTS * PARTS).map(|place| [place % PARTS, place / PARTS]);
        let best = places.max_by(|a, b| around(a).total_cmp(&around(b)));
        best.unwrap_or_default()
    }

    /// The number of periods.
    fn periods(&self) -> f32 {
        self.mesh.count() as f32 / (PARTS * PARTS) as f32
    }

    /// How much better windows at the best place are met than those anywhere, without what may be
    /// chance: up to 1.
    pub fn contrast(&self) -> f32 {
        let [column, row] = self.best();
        let usual = self.met.iter().sum::<f32>() / self.met.len() as f32;
        self.at(column, row) - usual - CHANCE / self.periods().sqrt()
    }

    /// How sure it is that windows are met: the contrast of many tells more.
    pub fn clarity(&self) -> f32 {
        self.contrast() * self.periods().sqrt()
    }

    /// Into how many columns and rows a period can be cut so that windows are met in each as well as in
    /// another: then it is several periods.
    pub fn periods_in_one(&self) -> [usize; 2] {
        let [column, row] = self.best();
        let least = 0.8 * self.at(column, row);
        let is_met = |axis: usize, part: usize| match axis {
            0 => self.at(column + part, row) > least,
            _ => self.at(column, row + part) > least,
        };
        [0, 1].map(|axis| {
            let all = |count: &usize| (1..*count).all(|part| is_met(axis, part * PARTS / count));
            [3, 2].into_iter().find(all).unwrap_or(1)
        })
    }

    /// The lattice of the windows that are met best: whole periods, each around one of them.
    pub fn lattice(&self) -> Lattice {
        let [column, row] = self.best();
        let before = (PARTS - SIDE) as f64 / 2.0;
        let periods = |mesh: &Axis, place: usize| Axis {
            origin: mesh.origin + mesh.pitch * (place as f64 - before),
            pitch: mesh.pitch * PARTS as f64,
            tile: mesh.pitch * PARTS as f64,
            count: (mesh.count - place + PARTS - SIDE) / PARTS,
        };
        Lattice {
            x: periods(&self.mesh.x, column),
            y: periods(&self.mesh.y, row),
        }
    }
}

/// The parts of periods between two places, or those of the middle ones. They stick out a little, so that
/// what begins at the first place is whole.
fn parts([start, end]: [f64; 2], pitch: f64, most: usize) -> Axis {
    let part = pitch / PARTS as f64;
    let count = (((end - start) / part) as usize + 1).min(most * PARTS);
    Axis {
        origin: (start + end - part * count as f64) / 2.0,
        pitch: part,
        tile: part,
        count,
    }
}

/// How well the windows at each place in a period are met.
fn met(mesh: &Mesh) -> [f32; PARTS * PARTS] {
    let windows = mesh.windows();
    let count = windows.is_plain.len();
    let mut nearest = vec![f32::INFINITY; count];
    let mut some = Vec::new();
    // The sum and the number of what all others are apart.
    let mut apart_of = vec![[0.0f32; 2]; count];
    let (columns, rows) = (mesh.columns / PARTS, mesh.rows / PARTS);
    for down in 0..rows {
        let first = if down == 0 { 1 } else { 1 - columns as isize };
        for right in first..columns as isize {
            mesh.compare(
                &windows,
                right * PARTS as isize,
                down * PARTS,
                |pair, apart| {
                    let tells = !pair.iter().any(|window| windows.is_plain[*window]);
                    if tells && pair[0].is_multiple_of(SAMPLED) {
                        some.push(apart.sqrt());
                    }
                    for window in pair {
                        nearest[window] = nearest[window].min(apart);
                        if tells {
                            apart_of[window][0] += apart;
                            apart_of[window][1] += 1.0;
                        }
                    }
                },
            );
        }
    }
    let equal = equal_share(&mut some);
    let mut met = [0.0; PARTS * PARTS];
    let mut all = [0.0f32; PARTS * PARTS];
    for (window, nearest) in nearest.iter().enumerate() {
        let (column, row) = (window % windows.columns, window / windows.columns);
        let place = row % PARTS * PARTS + column % PARTS;
        let [sum, others] = apart_of[window];
        all[place] += 1.0;
        if !windows.is_plain[window] && others > 0.0 {
            let usual = (sum / others).max(LEAST_USUAL);
            met[place] += (1.0 - (nearest / usual).sqrt() / equal).max(0.0);
        }
    }
    std::array::from_fn(|place| met[place] / all[place].max(1.0))
}

/// Of so many windows one is looked at for what is usual.
const SAMPLED: usize = 31;

/// Where all windows are much alike they are compared with this.
const LEAST_USUAL: f32 = 0.1;

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    /// 9x8 tiles of 12x12 pixels, in ten kinds of 6x6 random blocks each, 5 pixels from the left.
    fn tiles() -> Sums {
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
        Sums::of(&Raster::new(120, (0..120 * 96).map(pixel).collect()))
    }

    #[test]
    fn whole_tiles_are_met_again_and_parts_of_two_are_not() {
        let repeats = Repeats::anywhere(&tiles(), [12.0; 2]).unwrap();
        let lattice = repeats.lattice();
        assert!(repeats.contrast() > 0.15, "{}", repeats.contrast());
        assert!((lattice.x.origin.rem_euclid(12.0) - 5.0).abs() <= 1.5);
        assert_eq!(repeats.periods_in_one(), [1, 1]);
    }

    #[test]
    fn at_a_wrong_pitch_nothing_is_met() {
        let repeats = Repeats::anywhere(&tiles(), [13.0; 2]).unwrap();
        assert!(repeats.contrast() < 0.05, "{}", repeats.contrast());
    }

    #[test]
    fn a_few_periods_are_none() {
        assert!(Repeats::anywhere(&tiles(), [100.0; 2]).is_none());
    }
}
