//! How far it is from tile to tile.

use rayon::prelude::*;

use super::lattice::Axis;
use super::lines::Direction;
use super::matching::Matching;
use super::period::{LEAST_PITCH, find_periods};
use super::sums::Sums;

/// A lattice of windows that are met again.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub x: Axis,
    pub y: Axis,
    /// How much better the windows are met than those of a wrong pitch.
    pub contrast: f32,
}

/// Periods of each axis that are tried, with their multiples, where tiles are square, and where they
/// are not.
const PERIODS: usize = 8;
const CLEAREST: usize = 3;
const MULTIPLES: [f64; 6] = [1.0, 2.0, 3.0, 4.0, 0.5, 6.0];

/// Windows along each axis that are compared.
const SAMPLE: usize = 12;

/// Places of a window in a period that are tried along each axis, and its length as a share of the
/// period: some place is within a tile, wherever that begins.
const PLACES: usize = 3;
const WINDOW: f64 = 0.5;

/// The pitches whose windows are met best, best first.
pub fn find_pitches(sums: &Sums, most: usize) -> Vec<Candidate> {
    let mut met: Vec<(f32, Axis, Axis)> = pitches(sums)
        .into_par_iter()
        .filter_map(|pitch| best_place(sums, pitch))
        .collect();
    met.sort_by(|a, b| b.0.total_cmp(&a.0));
    met.truncate(5 * most);
    let mut found: Vec<Candidate> = (met.into_par_iter())
        .map(|(quality, x, y)| {
            let wrong = [1.07, 0.93].map(|off| {
                best_place(sums, [x.pitch * off, y.pitch * off]).map_or(0.0, |best| best.0)
            });
            let contrast = quality - (wrong[0] + wrong[1]) / 2.0;
            Candidate { x, y, contrast }
        })
        .collect();
    found.sort_by(|a, b| b.contrast.total_cmp(&a.contrast));
    found.truncate(most);
    found
}

/// Pitches along both axes that may be: the clear periods of what changes from line to line.
fn pitches(sums: &Sums) -> Vec<[f64; 2]> {
    let clear = [Direction::X, Direction::Y].map(|direction| {
        let changes = sums.line_changes(direction);
        let roots: Vec<f32> = changes.iter().map(|change| change.sqrt()).collect();
        let periods = find_periods(&smoothed(&roots), PERIODS).into_iter();
        periods.map(|period| period.pitch).collect::<Vec<f64>>()
    });
    let shorter = sums.width().min(sums.height()) as f64;
    let mut pitches: Vec<[f64; 2]> = Vec::new();
    let mut add = |pitch: [f64; 2]| {
        let is_known = |known: &[f64; 2]| {
            let pairs = known.iter().zip(pitch);
            pairs.into_iter().all(|(a, b)| (a / b).ln().abs() < 0.004)
        };
        let is_possible = pitch
            .iter()
            .all(|pitch| (LEAST_PITCH..=shorter).contains(pitch));
        if is_possible && !pitches.iter().any(is_known) {
            pitches.push(pitch);
        }
    };
    for pitch in clear.iter().flatten() {
        for factor in MULTIPLES {
            add([pitch * factor; 2]);
        }
    }
    for x in clear[0].iter().take(CLEAREST) {
        for y in clear[1].iter().take(CLEAREST) {
            if (0.4..=2.5).contains(&(x / y)) {
                add([*x, *y]);
            }
        }
    }
    pitches
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

/// Where in a period windows are met best, and how well.
fn best_place(sums: &Sums, [pitch_x, pitch_y]: [f64; 2]) -> Option<(f32, Axis, Axis)> {
    let places = (0..PLACES * PLACES).map(|place| (place % PLACES, place / PLACES));
    let judged = places.filter_map(|(column, row)| {
        let axis = |length, pitch, place| {
            let phase = pitch * place as f64 / PLACES as f64;
            Axis::along(length, pitch, pitch * WINDOW, phase)
        };
        let x = axis(sums.width(), pitch_x, column);
        let y = axis(sums.height(), pitch_y, row);
        let (few_x, few_y) = (x.middle(SAMPLE), y.middle(SAMPLE));
        if few_x.count * few_y.count < 6 {
            return None;
        }
        Some((Matching::of(sums, &few_x, &few_y).quality(), x, y))
    });
    judged.max_by(|a, b| a.0.total_cmp(&b.0))
}
