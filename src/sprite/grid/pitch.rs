//! How far it is from tile to tile.

use super::echoes::Echoes;

/// The smallest pitch that is looked for, in pixels.
pub const LEAST_PITCH: f64 = 8.0;

/// Pitches that are tried: square ones and others.
const SQUARE: usize = 8;
const OBLONG: usize = 4;

/// Tiles are not longer by more than this along one axis than along the other.
const LONGEST: f64 = 2.5;

/// Pitches along both axes that may be: those at whose multiples the picture comes again.
pub fn possible_pitches(echoes: &Echoes) -> Vec<[f64; 2]> {
    let pitches = echoes.pitches(SQUARE, OBLONG);
    let is_possible = |[x, y]: &[f64; 2]| (1.0 / LONGEST..=LONGEST).contains(&(x / y));
    pitches.into_iter().filter(is_possible).collect()
}

/// Of pitches with how clear each is, the clearest first, at most `most`, without those that are about
/// the same as a clearer one.
pub fn clearest(mut pitches: Vec<(f64, f64)>, most: usize) -> Vec<f64> {
    pitches.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best: Vec<f64> = Vec::new();
    for (_, pitch) in pitches {
        let is_new = |known: &f64| (known / pitch - 1.0).abs() > 0.03;
        if best.len() < most && best.iter().all(is_new) {
            best.push(pitch);
        }
    }
    best
}
