//! The places of a lattice, and which of them show a pattern that repeats elsewhere.

use super::integral::IntegralImage;
use super::lattice::Lattice;
use super::windows::{PARTS, Parts};

/// Parts at each end of a side that are left out where patterns are compared: frames and shadows of neighbours reach
/// there.
// Of 120 screenshots 85 had the right board among the guesses with 2, 71 where the whole card was compared.
pub const RIM: usize = 2;

/// The contrast, as a standard deviation of 0 to 255, below which a place shows no pattern.
const PLAIN: f32 = 6.0;

/// The greatest distance of equal patterns: so much, and this share of their contrast.
// Less loses tiles in noise and in JPEGs; of 120 screenshots 100 had the right board among the guesses, 99 with 2.5 and
// 0.2.
const EQUAL: f32 = 4.0;
const EQUAL_SHARE: f32 = 0.3;

/// The places of a lattice, row by row.
pub struct Places {
    columns: usize,
    parts: Vec<Parts>,
    /// How much there is to see within its rim.
    contrast: Vec<f32>,
    /// Whether the same is to be seen in another column, and in another row.
    repeated: Vec<[bool; 2]>,
    /// Some pairs of places that show the same.
    equal: Vec<[usize; 2]>,
}

/// A rectangle of places, as half-open ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub columns: [usize; 2],
    pub rows: [usize; 2],
}

impl Places {
    /// The pattern of a place is what it shows apart from `rim` parts at each of its sides.
    pub fn of(image: &IntegralImage, lattice: &Lattice, rim: usize) -> Places {
        let columns = lattice.x.count;
        let places =
            (0..lattice.y.count).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let parts =
            |(column, row)| image.part_means(lattice.x.span(column), lattice.y.span(row), PARTS);
        let parts: Vec<Parts> = places.map(parts).collect();
        let patterns: Vec<Vec<f32>> = parts.iter().map(|parts| pattern(parts, rim)).collect();
        let contrast: Vec<f32> = patterns.iter().map(|pattern| contrast(pattern)).collect();
        let (repeated, equal) = repeated(&patterns, &contrast, columns);
        Places {
            columns,
            parts,
            contrast,
            repeated,
            equal,
        }
    }

    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// Places in a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The mean colours of the parts of all places.
    pub fn all_parts(&self) -> &[Parts] {
        &self.parts
    }

    /// The mean colours of the parts of a place, row by row.
    pub fn parts(&self, place: usize) -> &[[f32; 3]] {
        &self.parts[place]
    }

    /// The mean difference of two places, 0 to 255.
    pub fn apart(&self, one: usize, other: usize) -> f32 {
        let numbers = |place: usize| self.parts[place].iter().flatten();
        let pairs = numbers(one).zip(numbers(other));
        pairs.map(|(a, b)| (a - b).abs()).sum::<f32>() / (3 * PARTS * PARTS) as f32
    }

    /// How much there is to see on a place: a standard deviation of 0 to 255.
    pub fn contrast(&self, place: usize) -> f32 {
        self.contrast[place]
    }

    /// Whether a place shows no pattern.
    pub fn is_plain(&self, place: usize) -> bool {
        self.contrast[place] < PLAIN
    }

    /// Whether a place shows a pattern that another one shows, too.
    pub fn is_repeated(&self, place: usize) -> bool {
        self.repeated[place].contains(&true)
    }

    /// The share of equal places that some places and the others are told apart in, 0 to 1.
    pub fn torn(&self, some: &[bool]) -> f32 {
        let torn = (self.equal.iter()).filter(|[a, b]| some[*a] != some[*b]);
        torn.count() as f32 / self.equal.len().max(1) as f32
    }

    /// The same in another line along an axis: in another column, or in another row.
    pub fn is_repeated_across(&self, place: usize, axis: usize) -> bool {
        self.repeated[place][axis]
    }

    /// The smallest rectangle around those of some places that count along each axis; `None` if none does.
    pub fn bounds(&self, places: &[bool], counts: impl Fn(usize, usize) -> bool) -> Option<Bounds> {
        let reach = |axis: usize| {
            let found = (0..places.len()).filter(|place| places[*place] && counts(*place, axis));
            let lines = found.map(|place| [place % self.columns, place / self.columns][axis]);
            Some([lines.clone().min()?, lines.max()? + 1])
        };
        Some(Bounds {
            columns: reach(0)?,
            rows: reach(1)?,
        })
    }

    /// The places of a rectangle, row by row.
    pub fn within(&self, bounds: Bounds) -> impl Iterator<Item = usize> + Clone + use<> {
        let columns = self.columns;
        let [top, bottom] = bounds.rows;
        let [left, right] = bounds.columns;
        (top..bottom).flat_map(move |row| (left..right).map(move |column| row * columns + column))
    }

    /// Whether each place is in a rectangle.
    pub fn mask(&self, bounds: Bounds) -> Vec<bool> {
        let mut inside = vec![false; self.count()];
        self.within(bounds).for_each(|place| inside[place] = true);
        inside
    }
}

/// The colours within the rim, channel by channel.
fn pattern(parts: &[[f32; 3]], rim: usize) -> Vec<f32> {
    let inside = rim..PARTS - rim;
    let places = inside
        .clone()
        .flat_map(|y| inside.clone().map(move |x| y * PARTS + x));
    (0..3)
        .flat_map(|channel| places.clone().map(move |at| parts[at][channel]))
        .collect()
}

/// The standard deviation of a pattern's channels.
fn contrast(pattern: &[f32]) -> f32 {
    let channels = pattern.chunks(pattern.len() / 3);
    let variances = channels.map(|values| variance(values.iter().copied()));
    (variances.sum::<f32>() / 3.0).sqrt()
}

/// The mean square of how far some values are from their mean.
pub fn variance(values: impl ExactSizeIterator<Item = f32> + Clone) -> f32 {
    let count = values.len() as f32;
    let mean = values.clone().sum::<f32>() / count;
    values.map(|value| (value - mean).powi(2)).sum::<f32>() / count
}

/// Whether each pattern has an equal one in another column, and in another row, and the pairs that tell so.
fn repeated(
    patterns: &[Vec<f32>],
    contrast: &[f32],
    columns: usize,
) -> (Vec<[bool; 2]>, Vec<[usize; 2]>) {
    let mut equal = Vec::new();
    let mut repeated = vec![[false; 2]; patterns.len()];
    let shown: Vec<usize> = (0..patterns.len())
        .filter(|place| contrast[*place] >= PLAIN)
        .collect();
    for (index, a) in shown.iter().copied().enumerate() {
        for b in shown[index + 1..].iter().copied() {
            let across = [a % columns != b % columns, a / columns != b / columns];
            let is_known = |axis: usize| !across[axis] || repeated[a][axis] && repeated[b][axis];
            if is_known(0) && is_known(1) {
                continue;
            }
            let squares = patterns[a]
                .iter()
                .zip(&patterns[b])
                .map(|(a, b)| (a - b).powi(2));
            let apart = (squares.sum::<f32>() / patterns[a].len() as f32).sqrt();
            if apart < EQUAL + EQUAL_SHARE * contrast[a].min(contrast[b]) {
                equal.push([a, b]);
                for place in [a, b] {
                    repeated[place] = [0, 1].map(|axis| repeated[place][axis] || across[axis]);
                }
            }
        }
    }
    (repeated, equal)
}
