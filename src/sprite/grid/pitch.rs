//! How far it is from tile to tile.

use super::echoes::find_echoes;
use super::lines::Direction;
use super::period::{LEAST_PITCH, find_periods};
use super::sums::Sums;

/// Periods of each axis that are tried with their multiples.
const PERIODS: usize = 5;
const MULTIPLES: [f64; 6] = [1.0, 2.0, 3.0, 4.0, 0.5, 8.0];

/// Distances along each axis after which patches come again that are tried.
const ECHOES: usize = 3;

/// Distances along both axes that are tried where tiles are not square.
const CLEAREST: usize = 3;

/// Tiles are not longer by more than this along one axis than along the other.
const LONGEST: f64 = 2.5;

/// Pitches along both axes that may be, rather square: the clear periods of what changes from line to
/// line, and the distances after which patches come again.
pub fn possible_pitches(sums: &Sums) -> Vec<[f64; 2]> {
    let directions = [Direction::X, Direction::Y];
    let periods = directions.map(|direction| periods_of_change(sums, direction));
    let echoes = directions.map(|direction| find_echoes(sums, direction, ECHOES));
    let multiples =
        (periods.iter().flatten()).flat_map(|pitch| MULTIPLES.map(|multiple| pitch * multiple));
    let square = multiples.chain(echoes.iter().flatten().copied());
    let oblong = [&periods, &echoes].into_iter().flat_map(|[of_x, of_y]| {
        let of_x = of_x.iter().take(CLEAREST);
        of_x.flat_map(|x| of_y.iter().take(CLEAREST).map(|y| [*x, *y]))
    });
    let shorter = sums.width().min(sums.height()) as f64;
    let mut pitches: Vec<[f64; 2]> = Vec::new();
    for pitch in square.map(|pitch| [pitch; 2]).chain(oblong) {
        let is_same = |a: f64, b: f64| (a / b).ln().abs() < SAME;
        let is_known =
            |known: &[f64; 2]| is_same(known[0], pitch[0]) && is_same(known[1], pitch[1]);
        let is_possible = |pitch: &f64| (LEAST_PITCH..=shorter).contains(pitch);
        let is_oblong = !(1.0 / LONGEST..=LONGEST).contains(&(pitch[0] / pitch[1]));
        if pitch.iter().all(is_possible) && !is_oblong && !pitches.iter().any(is_known) {
            pitches.push(pitch);
        }
    }
    pitches
}

/// Pitches whose logarithms differ by less are the same.
const SAME: f64 = 0.004;

/// The clearest periods of what changes from line to line.
fn periods_of_change(sums: &Sums, direction: Direction) -> Vec<f64> {
    let changes = sums.line_changes(direction);
    let roots: Vec<f32> = changes.iter().map(|change| change.sqrt()).collect();
    find_periods(&smoothed(&roots), PERIODS)
}

/// Without what comes from pixel to pixel of an enlarged picture: means over a few, twice.
fn smoothed(profile: &[f32]) -> Vec<f32> {
    const REACH: usize = 4;
    let mean = |profile: &[f32]| -> Vec<f32> {
        let window = |at: usize| {
            let end = (at + REACH.div_ceil(2)).min(profile.len());
            let window = &profile[at.saturating_sub(REACH / 2)..end];
            window.iter().sum::<f32>() / window.len() as f32
        };
        (0..profile.len()).map(window).collect()
    };
    mean(&mean(profile))
}
