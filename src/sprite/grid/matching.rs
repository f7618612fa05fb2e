//! How well the windows of a lattice are met again by equal ones.

use super::lattice::Lattice;
use super::look::Look;
use super::median::median;
use super::sums::Sums;

/// Windows, one a cell of a lattice, and how different every two look.
pub struct Matching {
    pub columns: usize,
    pub rows: usize,
    is_plain: Vec<bool>,
    /// Row by row; nothing is known of plain ones.
    distances: Vec<f32>,
    /// How different windows usually are.
    usual: f32,
    /// The share of that below which windows are equal.
    pub equal: f32,
}

/// A column and a row of a lattice.
pub type Place = (usize, usize);

/// Where all windows are much alike they are compared with this.
const LEAST_USUAL: f32 = 0.25;

/// Windows are equal that differ by less than this share of what is usual: at least the first, up to the second
/// where all others differ by about as much, so that only equal ones differ by clearly less.
const EQUAL: [f32; 2] = [0.45, 0.75];

/// So many standard deviations are clear.
const CLEAR: f32 = 5.0;

/// The share of what is usual below which differences are those of equal windows: of all differences.
pub fn equal_share(differences: &mut [f32]) -> f32 {
    let [least, most] = EQUAL;
    let count = differences.len();
    if count < 4 {
        return least;
    }
    let mut at = |rank: usize| *differences.select_nth_unstable_by(rank, f32::total_cmp).1;
    let (usual, low) = (at(count / 2), at(count / 4));
    // Fewer than a quarter are of equal windows. A quarter of a normal distribution is between the two.
    let deviation = (usual - low) / 0.674;
    (1.0 - CLEAR * deviation / usual.max(f32::MIN_POSITIVE)).clamp(least, most)
}

impl Matching {
    /// More windows than this are not compared.
    pub const MOST: usize = 1200;

    /// Of all windows of a lattice.
    pub fn of(sums: &Sums, lattice: &Lattice) -> Matching {
        let Lattice { x, y } = lattice;
        let places = (0..y.count).flat_map(|row| (0..x.count).map(move |column| (column, row)));
        let looks: Vec<Look> = places
            .map(|(column, row)| Look::of(sums, x.span(column), y.span(row)))
            .collect();
        let count = looks.len();
        let is_plain = plain(&looks);
        let mut distances = vec![0.0; count * count];
        let mut all = Vec::new();
        let patterned: Vec<usize> = (0..count).filter(|window| !is_plain[*window]).collect();
        for (index, &a) in patterned.iter().enumerate() {
            for &b in &patterned[..index] {
                let distance = looks[a].distance(&looks[b]);
                distances[a * count + b] = distance;
                distances[b * count + a] = distance;
                all.push(distance);
            }
        }
        let equal = equal_share(&mut all);
        let usual = median(all.into_iter()).unwrap_or(f32::INFINITY);
        Matching {
            columns: x.count,
            rows: y.count,
            is_plain,
            distances,
            usual: usual.max(LEAST_USUAL),
            equal,
        }
    }

    pub fn is_plain(&self, place: Place) -> bool {
        self.is_plain[self.index(place)]
    }

    fn index(&self, (column, row): Place) -> usize {
        row * self.columns + column
    }

    /// All windows with something to see.
    pub fn patterned(&self) -> impl Iterator<Item = Place> + '_ {
        let places = (0..self.is_plain.len()).filter(|index| !self.is_plain[*index]);
        places.map(|index| (index % self.columns, index / self.columns))
    }

    pub fn distance(&self, a: Place, b: Place) -> f32 {
        self.distances[self.index(a) * self.is_plain.len() + self.index(b)]
    }

    /// Whether two windows look the same.
    pub fn are_equal(&self, a: Place, b: Place) -> bool {
        self.distance(a, b) < self.equal * self.usual
    }

    /// How different the nearest of others is, as a share of what is usual.
    pub fn nearest(&self, place: Place, others: impl Iterator<Item = Place>) -> f32 {
        let others = others.filter(|other| *other != place);
        let distances = others.map(|other| self.distance(place, other));
        distances.fold(f32::INFINITY, f32::min) / self.usual
    }

    /// How well the windows are met by each other: 1 if there are equal ones of all, 0 if the best are
    /// no better than any.
    pub fn quality(&self) -> f32 {
        let places: Vec<Place> = self.patterned().collect();
        if places.len() < 4 {
            return 0.0;
        }
        let matches = places.iter().map(|place| {
            let nearest = self.nearest(*place, places.iter().copied());
            (1.0 - nearest / (self.equal * AT_ALL)).max(0.0)
        });
        matches.sum::<f32>() / places.len() as f32
    }

    /// Each window with the one that is most like it, where those are equal.
    pub fn pairs(&self) -> Vec<[Place; 2]> {
        let places: Vec<Place> = self.patterned().collect();
        let nearest = |place: &Place| {
            let others = places.iter().filter(|other| *other != place);
            let judged = others.map(|other| (self.distance(*place, *other), *other));
            let (_, other) = judged.min_by(|a, b| a.0.total_cmp(&b.0))?;
            self.are_equal(*place, other).then_some([*place, other])
        };
        places.iter().filter_map(nearest).collect()
    }

    /// Of how many columns, and of how many rows, a tile may be made: a window then looks like none but those
    /// that are a multiple of it away.
    pub fn parts_of_a_tile(&self) -> [Vec<usize>; 2] {
        let places: Vec<Place> = self.patterned().collect();
        let along = |axis: usize, place: Place| [place.0, place.1][axis];
        [0, 1].map(|axis| {
            let sees_whole = |parts: &usize| {
                let nearest = |place: Place, is_whole: bool| {
                    let others = places.iter().copied().filter(|other| {
                        let apart = along(axis, place).abs_diff(along(axis, *other));
                        apart.is_multiple_of(*parts) == is_whole
                    });
                    self.nearest(place, others)
                };
                let (mut whole, mut odd) = (0, 0);
                for &place in &places {
                    let (near, far) = (nearest(place, true), nearest(place, false));
                    let is_clear = |near: f32, far: f32| {
                        near < self.equal && far > UNEQUAL && near < CLEARLY * far
                    };
                    whole += usize::from(is_clear(near, far));
                    odd += usize::from(is_clear(far, near));
                }
                whole >= 4 && 8 * whole > places.len() && 6 * odd < whole
            };
            let most = [self.columns, self.rows][axis];
            let parts = (2..=8usize).filter(|parts| *parts < most);
            parts.filter(sees_whole).collect()
        })
    }
}

/// How much farther than equal windows those are that have nothing in common.
const AT_ALL: f32 = 1.55;

/// A window is plain that has less than this share of the contrast that a quarter of all have.
const FAINT: f32 = 0.3;

/// Which windows have hardly anything to see on them, measured by others.
fn plain(looks: &[Look]) -> Vec<bool> {
    let mut contrasts: Vec<f32> = (looks.iter().map(|look| look.contrast)).collect();
    let quarter = contrasts.len() / 4;
    let high = match contrasts.is_empty() {
        true => 0.0,
        false => {
            *contrasts
                .select_nth_unstable_by(quarter, |a, b| b.total_cmp(a))
                .1
        }
    };
    let is_plain = |look: &Look| look.is_plain() || look.contrast < FAINT * high;
    looks.iter().map(is_plain).collect()
}

/// Below this windows may be equal and differ only in how their pixels were enlarged, which comes again
/// every few tiles.
const UNEQUAL: f32 = 0.3;

/// A window is clearly nearer to one than to another that is so much as far from it.
const CLEARLY: f32 = 0.65;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_all_others_differ_by_about_as_much_less_tells_that_windows_are_equal() {
        let mut alike: Vec<f32> = (0..100).map(|at| 1.4 + 0.0004 * at as f32).collect();
        assert_eq!(equal_share(&mut alike), EQUAL[1]);
        let mut varied: Vec<f32> = (0..100).map(|at| 0.3 + 0.015 * at as f32).collect();
        assert_eq!(equal_share(&mut varied), EQUAL[0]);
        assert_eq!(equal_share(&mut [1.0, 1.0]), EQUAL[0]);
    }
}
