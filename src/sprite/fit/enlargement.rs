//! Enlarging along one axis, and undoing it by least squares.

/// How a pixel spreads when a picture is enlarged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Each becomes a block.
    Block,
    /// Straight from one to the next.
    Linear,
    /// By Keys's cubics (a = -0.5), as image libraries do.
    Cubic,
}

impl Kernel {
    pub const ALL: [Kernel; 3] = [Kernel::Block, Kernel::Linear, Kernel::Cubic];

    /// How far it reaches, in pixels of the small picture.
    fn reach(self) -> f64 {
        match self {
            Kernel::Block => 0.5,
            Kernel::Linear => 1.0,
            Kernel::Cubic => 2.0,
        }
    }

    /// How much of a pixel is seen at a distance from its middle.
    fn weight(self, distance: f64) -> f64 {
        let x = distance.abs();
        match self {
            // The middle between two blocks belongs to the right one.
            Kernel::Block => f64::from(u8::from((-0.5..0.5).contains(&-distance))),
            Kernel::Linear => (1.0 - x).max(0.0),
            Kernel::Cubic if x < 1.0 => (1.5 * x - 2.5) * x * x + 1.0,
            Kernel::Cubic if x < 2.0 => ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0,
            Kernel::Cubic => 0.0,
        }
    }
}

/// How finely a channel is stored beside the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    Full,
    /// One number for two pixels, as JPEG stores differences of colour; readers draw a straight line from one to the next.
    Halved,
}

/// The matrix that makes `long` numbers of `short` ones, and what is needed to find those again.
pub struct Enlargement {
    short: usize,
    /// For each long number the first short one that it is made of, and the weights.
    rows: Vec<(usize, Vec<f32>)>,
    /// The Cholesky factor of the normal matrix: for each row the numbers left of its diagonal, then that.
    factor: Vec<[f32; BAND + 1]>,
    /// The normal matrix, in parts of what an even row becomes.
    normal: Band,
}

/// A symmetric matrix with nothing far from its diagonal.
#[derive(Clone, Debug)]
pub struct Band(Vec<[f32; BAND + 1]>);

impl Band {
    /// The unit matrix.
    pub fn unit(size: usize) -> Band {
        let mut row = [0.0; BAND + 1];
        row[BAND] = 1.0;
        Band(vec![row; size])
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn of_itself(&self, i: usize) -> f32 {
        self.0[i][BAND]
    }

    /// The columns of a row in which there is something, and what.
    pub fn near(&self, i: usize) -> impl Iterator<Item = (usize, f32)> {
        let columns = i.saturating_sub(BAND)..(i + BAND + 1).min(self.0.len());
        let entries = columns.map(move |j| (j, self.0[i.max(j)][BAND - i.abs_diff(j)]));
        entries.filter(|(_, entry)| *entry != 0.0)
    }
}

/// How far from the diagonal the normal matrix is not zero: a long number is made of eight short ones at most.
const BAND: usize = 8;

/// Keeps the normal matrix regular where a short number is hardly seen.
const RIDGE: f64 = 1e-6;

impl Enlargement {
    pub fn new(short: usize, long: usize, kernel: Kernel, sampling: Sampling) -> Enlargement {
        let rows = match sampling {
            Sampling::Full => rows(short, long, kernel),
            Sampling::Halved => halved(&rows(short, long, kernel)),
        };
        let normal = normal_matrix(short, &rows);
        let part = short as f64 / long as f64;
        let band = normal
            .iter()
            .map(|row| row.map(|number| (number * part) as f32));
        let band = Band(band.collect());
        let factor = cholesky(normal);
        let rows = rows.into_iter().map(|(first, weights)| {
            let weights = weights.into_iter().map(|weight| weight as f32);
            (first, weights.collect())
        });
        Enlargement {
            short,
            rows: rows.collect(),
            factor: (factor.iter().map(|row| row.map(|number| number as f32))).collect(),
            normal: band,
        }
    }

    pub fn normal(&self) -> &Band {
        &self.normal
    }

    /// Enlarges a picture of `width` columns downwards; each row is as one number of the matrix's.
    pub fn apply(&self, values: &[f32], width: usize) -> Vec<f32> {
        let mut out = vec![0.0; self.rows.len() * width];
        for (line, (first, weights)) in out.chunks_exact_mut(width).zip(&self.rows) {
            let shown = values[first * width..].chunks_exact(width);
            for (weight, shown) in weights.iter().zip(shown) {
                add(line, *weight, shown);
            }
        }
        out
    }

    /// The picture, of `width` columns, that comes nearest to this one when it is enlarged downwards.
    pub fn undo(&self, values: &[f32], width: usize) -> Vec<f32> {
        let mut out = vec![0.0; self.short * width];
        for (line, (first, weights)) in values.chunks_exact(width).zip(&self.rows) {
            let sums = out[first * width..].chunks_exact_mut(width);
            for (weight, sums) in weights.iter().zip(sums) {
                add(sums, *weight, line);
            }
        }
        self.solve(&mut out, width);
        out
    }

    /// Solves for the short numbers by the factor: forwards, then backwards.
    fn solve(&self, sums: &mut [f32], width: usize) {
        for i in 0..self.short {
            let (known, rest) = sums.split_at_mut(i * width);
            for j in i.saturating_sub(BAND)..i {
                add(
                    &mut rest[..width],
                    -self.factor[i][BAND - (i - j)],
                    &known[j * width..][..width],
                );
            }
            scale(&mut rest[..width], self.factor[i][BAND].recip());
        }
        for i in (0..self.short).rev() {
            let (rest, known) = sums.split_at_mut(i * width);
            scale(&mut known[..width], self.factor[i][BAND].recip());
            for j in i.saturating_sub(BAND)..i {
                add(
                    &mut rest[j * width..][..width],
                    -self.factor[i][BAND - (i - j)],
                    &known[..width],
                );
            }
        }
    }
}

/// Adds a multiple of a row to another.
fn add(sums: &mut [f32], times: f32, row: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += times * value;
    }
}

fn scale(row: &mut [f32], times: f32) {
    for value in row {
        *value *= times;
    }
}

/// The first short number that a long one is made of, and the weights.
type Row = (usize, Vec<f64>);

fn rows(short: usize, long: usize, kernel: Kernel) -> Vec<Row> {
    let step = short as f64 / long as f64;
    (0..long)
        .map(|i| row((i as f64 + 0.5) * step - 0.5, short, kernel))
        .collect()
}

/// What a long number at this place among the short ones is made of; at the edges the rest is as strong.
fn row(place: f64, short: usize, kernel: Kernel) -> Row {
    let first = (place - kernel.reach()).ceil().max(0.0) as usize;
    let last = ((place + kernel.reach()).floor() as usize).min(short - 1);
    let weights: Vec<f64> = (first..=last)
        .map(|pixel| kernel.weight(place - pixel as f64))
        .collect();
    let sum: f64 = weights.iter().sum();
    (first, weights.iter().map(|weight| weight / sum).collect())
}

/// Of two neighbours each the mean, enlarged again.
fn halved(whole: &[Row]) -> Vec<Row> {
    let means: Vec<Row> = whole
        .chunks(2)
        .map(|pair| mixed(pair.iter().map(|row| (1.0 / pair.len() as f64, row))))
        .collect();
    let again = rows(means.len(), 2 * means.len(), Kernel::Linear);
    let mixed = again
        .into_iter()
        .map(|(first, weights)| mixed(weights.into_iter().zip(&means[first..])));
    mixed.take(whole.len()).collect()
}

fn mixed<'a>(parts: impl Iterator<Item = (f64, &'a Row)> + Clone) -> Row {
    let first = parts.clone().map(|(_, row)| row.0).min().unwrap_or(0);
    let mut sums = Vec::new();
    for (times, (start, weights)) in parts {
        let end = start - first + weights.len();
        sums.resize(sums.len().max(end), 0.0);
        for (sum, weight) in sums[start - first..].iter_mut().zip(weights) {
            *sum += times * weight;
        }
    }
    (first, sums)
}

/// The lower half of the product of the matrix with itself, a band beside the diagonal.
fn normal_matrix(short: usize, rows: &[Row]) -> Vec<[f64; BAND + 1]> {
    let mut matrix = vec![[0.0; BAND + 1]; short];
    for (first, weights) in rows {
        for (i, a) in weights.iter().enumerate() {
            for (j, b) in weights[..=i].iter().enumerate() {
                matrix[first + i][BAND - (i - j)] += a * b;
            }
        }
    }
    for row in &mut matrix {
        row[BAND] += RIDGE;
    }
    matrix
}

fn cholesky(mut matrix: Vec<[f64; BAND + 1]>) -> Vec<[f64; BAND + 1]> {
    for i in 0..matrix.len() {
        for j in i.saturating_sub(BAND)..=i {
            let shared = i.saturating_sub(BAND)..j;
            let known: f64 = shared
                .filter(|k| j - k <= BAND)
                .map(|k| matrix[i][BAND - (i - k)] * matrix[j][BAND - (j - k)])
                .sum();
            let rest = matrix[i][BAND - (i - j)] - known;
            matrix[i][BAND - (i - j)] = match i == j {
                true => rest.max(RIDGE).sqrt(),
                false => rest / matrix[j][BAND],
            };
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_enlarged_is_found_again() {
        let small: Vec<f32> = (0..40).map(|i| ((i * 37) % 101) as f32).collect();
        for kernel in Kernel::ALL {
            for factor in [2, 3, 4, 9] {
                let down = Enlargement::new(20, 20 * factor, kernel, Sampling::Full);
                let large = down.apply(&small, 2);
                assert_eq!(large.len(), 40 * factor);
                let again = down.undo(&large, 2);
                let far = small.iter().zip(&again).map(|(a, b)| (a - b).abs());
                assert!(far.fold(0.0, f32::max) < 0.01, "{kernel:?} {factor}");
            }
        }
    }

    #[test]
    fn blocks_are_even_and_lines_straight() {
        let blocks = Enlargement::new(2, 6, Kernel::Block, Sampling::Full).apply(&[1.0, 4.0], 1);
        assert_eq!(blocks, [1.0, 1.0, 1.0, 4.0, 4.0, 4.0]);
        let even = Enlargement::new(2, 4, Kernel::Block, Sampling::Full).apply(&[1.0, 4.0], 1);
        assert_eq!(even, [1.0, 1.0, 4.0, 4.0]);
        let lines = Enlargement::new(2, 4, Kernel::Linear, Sampling::Full).apply(&[0.0, 4.0], 1);
        assert_eq!(lines, [0.0, 1.0, 3.0, 4.0]);
    }
}
