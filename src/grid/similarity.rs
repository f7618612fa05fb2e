//! Self-similarity: how well the windows of a lattice match each other.

use super::descriptor::Descriptor;
use super::integral::IntegralImage;
use super::lattice::Lattice;
use super::median::median;

/// The share of a period, around its middle, that is compared: the rest may be gaps and frames.
pub const BODY: f64 = 0.8;

/// The least typical distance of windows.
// Where all windows look much alike, noise would otherwise decide which are equal.
const MIN_USUAL: f32 = 0.25;

/// The distance, as a share of what is typical, below which windows are equal: at least the first, up to the second
/// where all others differ by about as much.
// A fixed limit high enough for boards in noise merges tiles of one frame with different small icons.
const EQUAL: [f32; 2] = [0.45, 0.75];

/// Standard deviations below the typical distance that are a clear difference.
const CLEAR_DEVIATIONS: f32 = 5.0;

/// How many times the limit of equal windows makes a match worth nothing.
// A slope, not a step: blurred tiles still count a little.
const NO_MATCH: f32 = 1.55;

/// A window is plain that has less than this share of the contrast that a quarter of all exceed.
const FAINT_SHARE: f32 = 0.3;

/// The self-similarity matrix of the windows of a lattice.
pub struct SelfSimilarity {
    pub columns: usize,
    pub rows: usize,
    is_plain: Vec<bool>,
    /// Row by row; those of plain windows are 0 and mean nothing.
    distances: Vec<f32>,
    /// The typical distance of two windows.
    usual: f32,
    /// The share of that below which windows are equal.
    pub equal: f32,
}

/// A column and a row of a lattice.
pub type Place = (usize, usize);

/// The share of what is typical of some distances below which windows are equal.
pub fn equal_share(distances: &mut [f32]) -> f32 {
    let [least, most] = EQUAL;
    let count = distances.len();
    if count < 4 {
        return least;
    }
    let mut at = |rank: usize| *distances.select_nth_unstable_by(rank, f32::total_cmp).1;
    let (usual, low) = (at(count / 2), at(count / 4));
    // Fewer than a quarter are of equal windows, and a quarter of a normal distribution lies between its lower
    // quartile and its median, 0.674 standard deviations apart.
    let deviation = (usual - low) / 0.674;
    (1.0 - CLEAR_DEVIATIONS * deviation / usual.max(f32::MIN_POSITIVE)).clamp(least, most)
}

impl SelfSimilarity {
    /// The most windows that are compared: their number counts by its square.
    pub const MAX_WINDOWS: usize = 1200;

    /// Of all windows of a lattice.
    pub fn of(image: &IntegralImage, lattice: &Lattice) -> SelfSimilarity {
        let Lattice { x, y } = lattice;
        let places = (0..y.count).flat_map(|row| (0..x.count).map(move |column| (column, row)));
        let windows: Vec<Descriptor> = places
            .map(|(column, row)| Descriptor::of(image, x.span(column), y.span(row)))
            .collect();
        let count = windows.len();
        let is_plain = plain(&windows);
        let mut distances = vec![0.0; count * count];
        let mut all = Vec::new();
        let patterned: Vec<usize> = (0..count).filter(|window| !is_plain[*window]).collect();
        for (index, &a) in patterned.iter().enumerate() {
            for &b in &patterned[..index] {
                let distance = windows[a].distance(&windows[b]);
                distances[a * count + b] = distance;
                distances[b * count + a] = distance;
                all.push(distance);
            }
        }
        let equal = equal_share(&mut all);
        let usual = median(all.into_iter()).unwrap_or(f32::INFINITY);
        SelfSimilarity {
            columns: x.count,
            rows: y.count,
            is_plain,
            distances,
            usual: usual.max(MIN_USUAL),
            equal,
        }
    }

    pub fn is_plain(&self, place: Place) -> bool {
        self.is_plain[self.index(place)]
    }

    fn index(&self, (column, row): Place) -> usize {
        row * self.columns + column
    }

    /// All windows that are not plain.
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

    /// The distance of the nearest of others, as a share of what is typical.
    pub fn nearest(&self, place: Place, others: impl Iterator<Item = Place>) -> f32 {
        let others = others.filter(|other| *other != place);
        let distances = others.map(|other| self.distance(place, other));
        distances.fold(f32::INFINITY, f32::min) / self.usual
    }

    /// How well windows match their nearest neighbours on average: 1 if each has an equal one, 0 if the best match
    /// no better than any.
    pub fn quality(&self) -> f32 {
        let places: Vec<Place> = self.patterned().collect();
        if places.len() < 4 {
            return 0.0;
        }
        let matches = places.iter().map(|place| {
            let nearest = self.nearest(*place, places.iter().copied());
            (1.0 - nearest / (self.equal * NO_MATCH)).max(0.0)
        });
        matches.sum::<f32>() / places.len() as f32
    }

    /// Each window with its nearest neighbour, where those are equal.
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

    /// Of how many columns, and of how many rows, a tile may be made: each window then looks like none but those a
    /// multiple of that many columns or rows away.
    pub fn parts_of_a_tile(&self) -> [Vec<usize>; 2] {
        let places: Vec<Place> = self.patterned().collect();
        [0, 1].map(|axis| {
            let most = [self.columns, self.rows][axis];
            let parts = (2..=MAX_PARTS).filter(|parts| *parts < most);
            parts
                .filter(|parts| self.is_part(&places, axis, *parts))
                .collect()
        })
    }

    /// Whether windows find their equals whole multiples of `parts` away along an axis, and not elsewhere.
    fn is_part(&self, places: &[Place], axis: usize, parts: usize) -> bool {
        let along = |place: Place| [place.0, place.1][axis];
        let nearest = |place: Place, is_whole: bool| {
            let others = places.iter().copied().filter(|other| {
                let apart = along(place).abs_diff(along(*other));
                apart.is_multiple_of(parts) == is_whole
            });
            self.nearest(place, others)
        };
        let is_clear =
            |near: f32, far: f32| near < self.equal && far > UNEQUAL && near < CLEARLY_NEARER * far;
        let (mut whole, mut odd) = (0, 0);
        for &place in places {
            let (near, far) = (nearest(place, true), nearest(place, false));
            whole += usize::from(is_clear(near, far));
            odd += usize::from(is_clear(far, near));
        }
        // At least four witnesses, an eighth of all windows, and six for each one against it.
        whole >= 4 && 8 * whole > places.len() && 6 * odd < whole
    }
}

/// The most columns or rows of windows that a tile may be made of.
const MAX_PARTS: usize = 8;

/// The share of the typical distance below which windows may be equal and differ only by resampling.
// A picture enlarged by a fraction doubles other lines of pixels in every tile, in a pattern that repeats.
const UNEQUAL: f32 = 0.3;

/// A window is clearly nearer to one than to another at less than this share of the other distance.
const CLEARLY_NEARER: f32 = 0.65;

/// Which windows are plain, by their contrast beside that of the others.
fn plain(windows: &[Descriptor]) -> Vec<bool> {
    let mut contrasts: Vec<f32> = (windows.iter().map(|window| window.contrast)).collect();
    let quarter = contrasts.len() / 4;
    let high = match contrasts.is_empty() {
        true => 0.0,
        false => {
            *contrasts
                .select_nth_unstable_by(quarter, |a, b| b.total_cmp(a))
                .1
        }
    };
    let is_plain = |window: &Descriptor| window.is_plain() || window.contrast < FAINT_SHARE * high;
    windows.iter().map(is_plain).collect()
}

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
