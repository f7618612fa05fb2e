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

/// The matrix that makes `long` numbers of `short` ones, and what is needed to find those again.
pub struct Enlargement {
    kernel: Kernel,
    short: usize,
    /// For each long number the first short one that it is made of, and the weights.
    rows: Vec<(usize, Vec<f32>)>,
    /// The Cholesky factor of the normal matrix: for each row the numbers left of its diagonal, then that.
    factor: Vec<[f32; BAND + 1]>,
}

/// How far from the diagonal the normal matrix is not zero: a long number is made of four short ones at most.
const BAND: usize = 4;

/// The brightest number.
const WHITE: f32 = 255.0;

/// How often numbers that were cut off are guessed anew; set by hand.
const GUESSES: usize = 8;

/// How far from black and white a number may be that was cut off there, since JPEG moves it. Tuned on 10 sprites of other
/// projects that were enlarged by cubics.
const NEAR: f32 = 6.0;

fn cut_off(values: &mut [f32]) {
    for value in values {
        *value = value.clamp(0.0, WHITE);
    }
}

/// Keeps the normal matrix regular where a short number is hardly seen.
const RIDGE: f64 = 1e-6;

impl Enlargement {
    pub fn new(short: usize, long: usize, kernel: Kernel) -> Enlargement {
        let step = short as f64 / long as f64;
        let rows: Vec<_> = (0..long)
            .map(|i| row((i as f64 + 0.5) * step - 0.5, short, kernel))
            .collect();
        let factor = cholesky(normal_matrix(short, &rows));
        let rows = rows.into_iter().map(|(first, weights)| {
            let weights = weights.into_iter().map(|weight| weight as f32);
            (first, weights.collect())
        });
        Enlargement {
            kernel,
            short,
            rows: rows.collect(),
            factor: (factor.iter().map(|row| row.map(|number| number as f32))).collect(),
        }
    }

    /// The picture, of `width` columns, that comes nearest to this one when it is enlarged downwards and [shown](Self::show).
    ///
    /// Cubics overshoot at edges. Where a number was cut off it may have been any beyond: so it is guessed anew again and
    /// again from what the others say (least squares of censored numbers).
    pub fn undo_shown(&self, shown: &[f32], width: usize) -> Vec<f32> {
        let mut small = self.undo(shown, width);
        if self.kernel != Kernel::Cubic {
            return small;
        }
        for _ in 0..GUESSES {
            cut_off(&mut small);
            let mut meant = self.apply(&small, width);
            for (meant, shown) in meant.iter_mut().zip(shown) {
                let is_cut =
                    *shown >= WHITE - NEAR && *meant > *shown || *shown <= NEAR && *meant < *shown;
                if !is_cut {
                    *meant = *shown;
                }
            }
            small = self.undo(&meant, width);
        }
        small
    }

    /// Enlarges a picture of `width` columns downwards; no number is below black or above white.
    pub fn show(&self, values: &[f32], width: usize) -> Vec<f32> {
        let mut shown = self.apply(values, width);
        cut_off(&mut shown);
        shown
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
    fn undo(&self, values: &[f32], width: usize) -> Vec<f32> {
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

/// Adds so many times a row to another.
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

/// What a long number at this place among the short ones is made of; at the edges the rest is as strong.
fn row(place: f64, short: usize, kernel: Kernel) -> (usize, Vec<f64>) {
    let first = (place - kernel.reach()).ceil().max(0.0) as usize;
    let last = ((place + kernel.reach()).floor() as usize).min(short - 1);
    let weights: Vec<f64> = (first..=last)
        .map(|pixel| kernel.weight(place - pixel as f64))
        .collect();
    let sum: f64 = weights.iter().sum();
    (first, weights.iter().map(|weight| weight / sum).collect())
}

/// The lower half of the product of the matrix with itself, a band beside the diagonal.
fn normal_matrix(short: usize, rows: &[(usize, Vec<f64>)]) -> Vec<[f64; BAND + 1]> {
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
                let down = Enlargement::new(20, 20 * factor, kernel);
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
        let blocks = Enlargement::new(2, 6, Kernel::Block).apply(&[1.0, 4.0], 1);
        assert_eq!(blocks, [1.0, 1.0, 1.0, 4.0, 4.0, 4.0]);
        let even = Enlargement::new(2, 4, Kernel::Block).apply(&[1.0, 4.0], 1);
        assert_eq!(even, [1.0, 1.0, 4.0, 4.0]);
        let lines = Enlargement::new(2, 4, Kernel::Linear).apply(&[0.0, 4.0], 1);
        assert_eq!(lines, [0.0, 1.0, 3.0, 4.0]);
    }
}
