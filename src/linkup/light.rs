//! Uneven light on a board, estimated from the differences of equal tiles.

use super::block::Block;
use crate::grid::median;

/// How light changes over a board: a factor (contrast) and an offset (brightness, 0 to 255), each a polynomial.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    factor: [f32; TERMS],
    shade: [f32; TERMS],
}

/// The terms of a quadratic polynomial without the constant one.
const TERMS: usize = 5;

fn terms([x, y]: [f32; 2]) -> [f32; TERMS] {
    [x, y, x * x, x * y, y * y]
}

/// Unknowns: both polynomials.
const UNKNOWN: usize = 2 * TERMS;

/// Rounds of iteratively reweighted least squares.
const ROUNDS: usize = 4;

/// The least typical difference of equal blocks.
// Without it the pairs that happen to fit best would take all the weight.
const NOISE: f32 = 1.0;

/// The least contrast that light leaves.
// Dividing by less would blow up noise.
const MIN_FACTOR: f32 = 0.2;

/// The unit of brightness, so that all unknowns are of the same size.
const GREY: f32 = 128.0;

/// Brings blocks to the light in the middle of their board, given `pairs` of them most of which are equal.
pub fn even_out(blocks: &mut [Block], pairs: &[[usize; 2]]) {
    for _ in 0..ROUNDS {
        let apart: Vec<f32> = (pairs.iter())
            .map(|[a, b]| blocks[*a].ranges().distance(&blocks[*b].ranges()))
            .collect();
        let usual = median(apart.iter().copied()).map_or(NOISE, |usual| usual.max(NOISE));
        let weights: Vec<f32> = (apart.iter())
            .map(|apart| 1.0 / (1.0 + (apart / usual).powi(4)))
            .collect();
        let light = Light::between(blocks, pairs, &weights);
        for block in blocks.iter_mut() {
            light.remove_from(block);
        }
    }
}

impl Light {
    /// The light that explains best, by weighted least squares, that equal blocks differ.
    fn between(blocks: &[Block], pairs: &[[usize; 2]], weights: &[f32]) -> Light {
        // Regularization (ridge regression): light that no pair tells of is taken for even.
        const RIDGE: f64 = 1e-3;
        let mut sums = [[0.0f64; UNKNOWN + 1]; UNKNOWN];
        for ([a, b], weight) in pairs.iter().zip(weights) {
            let (a, b) = (&blocks[*a], &blocks[*b]);
            let (from, to) = (terms(a.at), terms(b.at));
            let apart: [f32; TERMS] = std::array::from_fn(|term| to[term] - from[term]);
            let shades = a.parts.iter().flatten().zip(b.parts.iter().flatten());
            let known = shades.filter(|(from, to)| from.is_known() && to.is_known());
            let moments = Moments::of(known.map(|(from, to)| {
                let value = (from.mean + to.mean) / 2.0 / GREY;
                [value, (to.mean - from.mean) / GREY]
            }));
            for row in 0..TERMS {
                let weighted = f64::from(weight * apart[row]);
                for column in 0..TERMS {
                    let product = weighted * f64::from(apart[column]);
                    sums[row][column] += product * moments.square;
                    sums[row][TERMS + column] += product * moments.value;
                    sums[TERMS + row][column] += product * moments.value;
                    sums[TERMS + row][TERMS + column] += product * moments.count;
                }
                sums[row][UNKNOWN] += weighted * moments.product;
                sums[TERMS + row][UNKNOWN] += weighted * moments.change;
            }
        }
        let total: f64 = (0..UNKNOWN).map(|index| sums[index][index]).sum();
        for (index, row) in sums.iter_mut().enumerate() {
            row[index] += RIDGE * total + f64::EPSILON;
        }
        let solution = solved(sums).map(|value| value as f32);
        Light {
            factor: std::array::from_fn(|term| solution[term]),
            shade: std::array::from_fn(|term| solution[TERMS + term] * GREY),
        }
    }

    fn remove_from(&self, block: &mut Block) {
        let terms = terms(block.at);
        let sum = |by: &[f32; TERMS]| -> f32 { by.iter().zip(terms).map(|(by, at)| by * at).sum() };
        let (factor, shade) = ((1.0 + sum(&self.factor)).max(MIN_FACTOR), sum(&self.shade));
        for value in block.parts.iter_mut().flatten() {
            *value = value.relit(|value| (value - shade) / factor);
        }
    }
}

/// Sums over values and how much each of them changes.
#[derive(Default)]
struct Moments {
    count: f64,
    value: f64,
    square: f64,
    change: f64,
    /// Of values times changes.
    product: f64,
}

impl Moments {
    fn of(values: impl Iterator<Item = [f32; 2]>) -> Moments {
        values.fold(Moments::default(), |sums, pair| {
            let [value, change] = pair.map(f64::from);
            Moments {
                count: sums.count + 1.0,
                value: sums.value + value,
                square: sums.square + value * value,
                change: sums.change + change,
                product: sums.product + value * change,
            }
        })
    }
}

/// The solution of a system of linear equations by Gauss-Jordan elimination; its diagonal must be positive.
fn solved<const N: usize, const M: usize>(mut rows: [[f64; M]; N]) -> [f64; N] {
    for pivot in 0..N {
        let row = rows[pivot].map(|entry| entry / rows[pivot][pivot]);
        rows[pivot] = row;
        for other in (0..N).filter(|other| *other != pivot) {
            let times = rows[other][pivot];
            for (entry, by) in rows[other].iter_mut().zip(row) {
                *entry -= times * by;
            }
        }
    }
    rows.map(|row| row[N])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four blocks of two kinds in the corners of a board, in light that falls from left to right.
    fn blocks(factor: f32, shade: f32) -> Vec<Block> {
        let kinds = [[200.0, 90.0, 40.0], [30.0, 120.0, 220.0]];
        let corners = [[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]];
        let block = |(index, at): (usize, [f32; 2])| {
            let light = |value: f32| value * (1.0 + factor * at[0]) + shade * at[0];
            let colors = [kinds[index / 2], [60.0, 70.0, 80.0]];
            let parts = [colors[0], colors[1], colors[1], colors[0]].map(|part| part.map(light));
            Block::flat(at, &parts)
        };
        corners.into_iter().enumerate().map(block).collect()
    }

    #[test]
    fn equal_tiles_look_equal_again() {
        for (factor, shade) in [(0.4, 0.0), (0.0, 60.0), (-0.3, 20.0)] {
            let mut blocks = blocks(factor, shade);
            let distance = |blocks: &[Block], other: usize| {
                blocks[0].ranges().distance(&blocks[other].ranges())
            };
            assert!(distance(&blocks, 1) > 15.0);
            even_out(&mut blocks, &[[0, 1], [2, 3]]);
            assert!(distance(&blocks, 1) < 2.0, "{factor} {shade}");
            assert!(distance(&blocks, 2) > 50.0, "{factor} {shade}");
        }
    }

    #[test]
    fn equations_are_solved() {
        let rows = [
            [2.0, 0.0, 0.0, 1.0, 4.0],
            [0.0, 1.0, 0.0, 0.0, 3.0],
            [1.0, 0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 4.0, 8.0],
        ];
        assert_eq!(solved(rows), [1.0, 3.0, -1.0, 2.0]);
    }
}
