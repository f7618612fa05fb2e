//! The phase of a lattice: where in a period the tiles are, from what pairs of equal tiles have around them.

use super::direction::Direction;
use super::fit::Pair;
use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};

/// Slices of a period.
const STEPS: usize = 32;

/// Slices that are looked at: a period, and half a period before and behind it.
const SLICES: usize = 2 * STEPS;

/// The middle of the period, which is within a tile.
const MIDDLE: std::ops::Range<usize> = STEPS * 3 / 4..STEPS * 5 / 4;

/// How many more pairs must be equal in the middle of a tile than where fewest are.
// Less is chance, and the phase stays as it was.
const MIN_RISE: f32 = 0.2;

/// A tile ends where the share of equal pairs has fallen by this share of the way to where fewest are.
// Lines of pixels at its edges may differ by resampling, so the first fall is not the end.
const FALL: f32 = 0.5;

/// Moves the axis along `direction` of a lattice of whole periods so that each is centred on a tile: equal tiles look
/// the same from gap to gap, and where their neighbours begin they do not. Tiles get the least length they may have.
pub fn centered(
    image: &IntegralImage,
    direction: Direction,
    lattice: &Lattice,
    pairs: &[Pair],
) -> Axis {
    let axis = lattice.along(direction);
    let equal = equal_pairs(image, direction, lattice, pairs);
    let within = equal[MIDDLE].iter().sum::<f32>() / MIDDLE.len() as f32;
    let without = equal.iter().copied().fold(1.0, f32::min);
    if within - without < MIN_RISE {
        return *axis;
    }
    let twice = symmetry(&equal, without);
    let is_inside = |at: &usize| equal[*at] >= within - FALL * (within - without);
    let behind = (twice / 2..SLICES).take_while(is_inside).count();
    let before = (0..twice / 2).rev().take_while(is_inside).count();
    let step = axis.pitch / STEPS as f64;
    // From gap to gap, each end of which is known to a step.
    let gap = ((before + behind + 2) as f64 * step - axis.pitch).max(0.0);
    axis.moved((twice as f64 / 2.0 - STEPS as f64) * step)
        .with_tile(axis.pitch - gap)
}

/// Twice the slice around which the shares are most symmetric.
fn symmetry(equal: &[f32], without: f32) -> usize {
    let at = |slice: Option<usize>| slice.and_then(|slice| equal.get(slice)).unwrap_or(&without);
    let asymmetry = |twice: &usize| -> f32 {
        let apart = (0..STEPS * 5 / 4).map(|by| {
            let (before, behind) = (((twice - 1) / 2).checked_sub(by), twice / 2 + by);
            (at(before) - at(Some(behind))).powi(2)
        });
        apart.sum()
    };
    let around = SLICES - STEPS / 2..=SLICES + STEPS / 2;
    let best = around.min_by(|a, b| asymmetry(a).total_cmp(&asymmetry(b)));
    best.unwrap_or(SLICES)
}

/// The most pairs that are compared: more tell no more.
const MAX_PAIRS: usize = 100;

/// The share of the way from noise to the typical difference below which slices are equal.
const EQUAL: f32 = 0.4;

/// The share of the pairs that are equal in each slice.
fn equal_pairs(
    image: &IntegralImage,
    direction: Direction,
    lattice: &Lattice,
    pairs: &[Pair],
) -> Vec<f32> {
    let some = pairs.iter().step_by(pairs.len().div_ceil(MAX_PAIRS).max(1));
    let some: Vec<[Vec<[f32; 3]>; 2]> = some
        .map(|pair| pair.map(|place| slices(image, direction, lattice, place)))
        .collect();
    let others = some.iter().cycle().skip(some.len() / 2);
    let unequal = some
        .iter()
        .zip(others)
        .map(|([a, _], [_, b])| differences(a, b));
    let usual = median(unequal.flatten());
    let apart: Vec<Vec<f32>> = some.iter().map(|[a, b]| differences(a, b)).collect();
    let noise = median(apart.iter().flat_map(|pair| pair[MIDDLE].iter().copied()));
    let limit = noise + EQUAL * (usual - noise);
    let share = |slice: usize| {
        let equal = apart.iter().filter(|pair| pair[slice] < limit).count();
        equal as f32 / apart.len().max(1) as f32
    };
    (0..SLICES).map(share).collect()
}

/// Pieces of a slice, and the share of its length left out at each end: the sides of a tile tell nothing along the
/// other axis.
const PIECES: usize = 6;
const MARGIN: f64 = 0.15;

/// The means of the pieces of each slice of a window and its surroundings.
fn slices(
    image: &IntegralImage,
    direction: Direction,
    lattice: &Lattice,
    (column, row): (usize, usize),
) -> Vec<[f32; 3]> {
    let [along, across] = direction.sides(lattice.x.span(column), lattice.y.span(row));
    let step = (along[1] - along[0]) / STEPS as f64;
    let slice = |index: usize| {
        let middle = along[0] + step * (index as f64 + 0.5 - STEPS as f64 / 2.0);
        let half = (step / 2.0).max(0.5);
        [middle - half, middle + half]
    };
    let cut = |piece: usize| {
        let share = MARGIN + (1.0 - 2.0 * MARGIN) * piece as f64 / PIECES as f64;
        across[0] + (across[1] - across[0]) * share
    };
    let pieces = (0..SLICES).flat_map(|index| (0..PIECES).map(move |piece| (index, piece)));
    let mean = |(index, piece): (usize, usize)| {
        let [x, y] = direction.sides(slice(index), [cut(piece), cut(piece + 1)]);
        image.area_mean(x, y)
    };
    pieces.map(mean).collect()
}

/// The differences of two windows slice by slice, without what all have in common: that is light.
fn differences(a: &[[f32; 3]], b: &[[f32; 3]]) -> Vec<f32> {
    let inside = PIECES * MIDDLE.start..PIECES * MIDDLE.end;
    let light: [f32; 3] = std::array::from_fn(|channel| {
        let apart = a[inside.clone()].iter().zip(&b[inside.clone()]);
        median(apart.map(|(a, b)| a[channel] - b[channel]))
    });
    let apart = |(a, b): (&[f32; 3], &[f32; 3])| -> f32 {
        let channels = (0..3).map(|channel| (a[channel] - b[channel] - light[channel]).abs());
        channels.sum()
    };
    let pieces: Vec<f32> = a.iter().zip(b).map(apart).collect();
    let slice = |pieces: &[f32]| pieces.iter().sum::<f32>() / PIECES as f32;
    pieces.chunks(PIECES).map(slice).collect()
}

/// 0 if there are no values.
fn median(values: impl Iterator<Item = f32>) -> f32 {
    super::median::median(values).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_plateau_is_found() {
        let mut equal = vec![0.1; SLICES];
        equal[12..50].fill(1.0);
        assert_eq!(symmetry(&equal, 0.1), 62);
        equal[50..53].fill(0.6);
        equal[9..12].fill(0.6);
        assert_eq!(symmetry(&equal, 0.1), 62);
    }

    #[test]
    fn the_median_of_nothing_is_nothing() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
        assert_eq!(median(std::iter::empty()), 0.0);
    }
}
