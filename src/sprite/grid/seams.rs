//! Whether windows are parts of larger tiles: then what is beside equal ones is equal, too, but for
//! where tiles end.

use super::matching::{Matching, Place};

/// Parts of a tile along an axis that are looked for.
const PARTS: std::ops::RangeInclusive<usize> = 2..=4;

/// How often windows beside equal ones are equal within a tile, at least, and how much more often than
/// at its ends.
const LEAST_BOND: f32 = 0.03;
const STRONGER: f32 = 2.0;

/// Within tiles bonds are stronger by so many times what they are uncertain by.
const SURE: f32 = 4.0;

/// What bonds are uncertain by at least.
const UNCERTAIN: f32 = 0.02;

/// Whether tiles are made of several windows along an axis.
pub fn has_larger_tiles(matching: &Matching) -> bool {
    [0, 1].into_iter().any(|axis| {
        let bonds = bonds(matching, axis);
        PARTS.into_iter().any(|parts| has_seams(&bonds, parts))
    })
}

/// How often what comes behind windows of a line is equal, where those are: between each two lines along
/// an axis.
fn bonds(matching: &Matching, axis: usize) -> Vec<f32> {
    let count = [matching.columns, matching.rows][axis];
    let along = |place: Place| [place.0, place.1][axis];
    let next = |(column, row): Place| [(column + 1, row), (column, row + 1)][axis];
    let is_equal = |a: Place, b: Place| match [a, b].map(|place| matching.is_plain(place)) {
        [false, false] => matching.are_equal(a, b),
        plain => plain[0] == plain[1],
    };
    let places: Vec<Place> = (matching.patterned())
        .filter(|place| along(*place) + 1 < count)
        .collect();
    let bond = |line: usize| {
        let (mut equal, mut all) = (0.0, 0.0f32);
        for &place in places.iter().filter(|place| along(**place) == line) {
            let others = places.iter().filter(|other| **other != place);
            for &other in others.filter(|other| is_equal(place, **other)) {
                equal += f32::from(u8::from(is_equal(next(place), next(other))));
                all += 1.0;
            }
        }
        equal / all.max(1.0)
    };
    (0..count.saturating_sub(1)).map(bond).collect()
}

/// Whether every so many bonds one is weak.
fn has_seams(bonds: &[f32], parts: usize) -> bool {
    if bonds.len() < 2 * parts {
        return false;
    }
    (0..parts).any(|seam| {
        let of = |is_seam: bool| {
            let bonds = bonds.iter().enumerate();
            let bonds = bonds.filter(move |(index, _)| (index % parts == seam) == is_seam);
            Bonds::of(bonds.map(|(_, bond)| *bond))
        };
        let (weak, strong) = (of(true), of(false));
        let apart = strong.mean - weak.mean;
        strong.mean > LEAST_BOND.max(STRONGER * weak.mean)
            && apart * apart > SURE * SURE * (weak.uncertain + strong.uncertain)
    })
}

/// The mean of some bonds, and the square of what it is uncertain by.
struct Bonds {
    mean: f32,
    uncertain: f32,
}

impl Bonds {
    fn of(bonds: impl Iterator<Item = f32>) -> Bonds {
        let (sum, squares, count) = bonds
            .fold((0.0, 0.0, 0.0f32), |(sum, squares, count), bond| {
                (sum + bond, squares + bond * bond, count + 1.0)
            });
        let mean = sum / count;
        let spread = (squares / count - mean * mean).max(UNCERTAIN * UNCERTAIN);
        Bonds {
            mean,
            uncertain: spread / count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_third_bond_is_weak() {
        let bonds = [0.3, 0.05, 0.4, 0.35, 0.0, 0.3, 0.4, 0.1, 0.3];
        assert!(has_seams(&bonds, 3));
        assert!(!has_seams(&bonds, 2));
    }

    #[test]
    fn bonds_by_chance_have_no_seams() {
        for bonds in [
            [0.02, 0.03, 0.07, 0.04, 0.02, 0.0, 0.0, 0.02],
            [0.2, 0.25, 0.15, 0.2, 0.3, 0.2, 0.15, 0.2],
        ] {
            assert!(PARTS.into_iter().all(|parts| !has_seams(&bonds, parts)));
        }
    }
}
