//! Uneven light on a board, from what equal tiles differ by.

use super::block::Block;
use crate::sprite::grid::median;

/// How light changes over a board: by factors, and by what is added, 0 to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    /// Along the columns and along the rows, from one side of the board to the other.
    factor: [f32; 2],
    shade: [f32; 2],
}

/// How often pairs that do not fit are given less weight, and blocks corrected.
const ROUNDS: usize = 4;

/// Equal blocks differ by so much at least.
const NOISE: f32 = 1.0;

/// A value in the middle of all.
const GREY: f32 = 128.0;

/// Brings blocks to the light in the middle of their board: `pairs` of them are equal but for some.
pub fn even_out(blocks: &mut [Block], pairs: &[[usize; 2]]) {
    let mut weights = vec![1.0; pairs.len()];
    for _ in 0..ROUNDS {
        let light = Light::between(blocks, pairs, &weights);
        for block in blocks.iter_mut() {
            light.take_from(block);
        }
        let apart: Vec<f32> = (pairs.iter())
            .map(|[a, b]| blocks[*a].distance(&blocks[*b]))
            .collect();
        let usual = median(apart.iter().copied()).map_or(NOISE, |usual| usual.max(NOISE));
        weights = (apart.iter())
            .map(|apart| 1.0 / (1.0 + (apart / usual).powi(4)))
            .collect();
    }
}

impl Light {
    /// What explains best that equal blocks differ: by least squares.
    fn between(blocks: &[Block], pairs: &[[usize; 2]], weights: &[f32]) -> Light {
        // A little against light that nothing tells of.
        const RIDGE: f64 = 1e-3;
        let mut sums = [[0.0f64; 5]; 4];
        for ([a, b], weight) in pairs.iter().zip(weights) {
            let (a, b) = (&blocks[*a], &blocks[*b]);
            let [x, y] = [0, 1].map(|axis| b.at[axis] - a.at[axis]);
            for (part, (from, to)) in a.parts.iter().zip(&b.parts).enumerate() {
                let is_shown =
                    |channel: &usize| a.is_shown(part, *channel) && b.is_shown(part, *channel);
                for channel in (0..3).filter(is_shown) {
                    let value = (from[channel] + to[channel]) / 2.0 / GREY;
                    let row = [
                        x * value,
                        y * value,
                        x,
                        y,
                        (to[channel] - from[channel]) / GREY,
                    ];
                    for (index, sums) in sums.iter_mut().enumerate() {
                        for (sum, entry) in sums.iter_mut().zip(row) {
                            *sum += f64::from(weight * row[index] * entry);
                        }
                    }
                }
            }
        }
        let total: f64 = (0..4).map(|index| sums[index][index]).sum();
        for (index, row) in sums.iter_mut().enumerate() {
            row[index] += RIDGE * total + f64::EPSILON;
        }
        let [x, y, right, down] = solved(sums).map(|value| value as f32);
        Light {
            factor: [x, y],
            shade: [right * GREY, down * GREY],
        }
    }

    fn take_from(&self, block: &mut Block) {
        let along = |by: [f32; 2]| by[0] * block.at[0] + by[1] * block.at[1];
        let (factor, shade) = ((1.0 + along(self.factor)).max(0.2), along(self.shade));
        for value in block.parts.iter_mut().flatten() {
            *value = (*value - shade) / factor;
        }
    }
}

/// The solution of four equations in four unknowns (Gauss and Jordan; what is on the diagonal is
/// more than nothing).
fn solved(mut rows: [[f64; 5]; 4]) -> [f64; 4] {
    for pivot in 0..4 {
        let row = rows[pivot].map(|entry| entry / rows[pivot][pivot]);
        rows[pivot] = row;
        for other in (0..4).filter(|other| *other != pivot) {
            let times = rows[other][pivot];
            for (entry, by) in rows[other].iter_mut().zip(row) {
                *entry -= times * by;
            }
        }
    }
    rows.map(|row| row[4])
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
            Block::new(at, parts.to_vec())
        };
        corners.into_iter().enumerate().map(block).collect()
    }

    #[test]
    fn equal_tiles_look_equal_again() {
        for (factor, shade) in [(0.4, 0.0), (0.0, 60.0), (-0.3, 20.0)] {
            let mut blocks = blocks(factor, shade);
            assert!(blocks[0].distance(&blocks[1]) > 15.0);
            even_out(&mut blocks, &[[0, 1], [2, 3]]);
            assert!(blocks[0].distance(&blocks[1]) < 2.0, "{factor} {shade}");
            assert!(blocks[0].distance(&blocks[2]) > 50.0, "{factor} {shade}");
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
