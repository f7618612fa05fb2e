//! Candidate pitches: the distance from one tile to the next.

/// The smallest pitch that is looked for, in pixels.
// Smaller tiles show hardly anything, while dithering and hatching repeat at such distances.
pub const MIN_PITCH: f64 = 8.0;

/// Pitches that differ by less than this share belong to one peak.
const PEAK_WIDTH: f64 = 0.03;

/// The strongest of pitches given with their strength, at most `count`, strongest first; weaker ones within the same
/// peak are suppressed.
pub fn strongest(mut pitches: Vec<(f64, f64)>, count: usize) -> Vec<f64> {
    pitches.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best: Vec<f64> = Vec::new();
    for (_, pitch) in pitches {
        let is_new = |known: &f64| (known / pitch - 1.0).abs() > PEAK_WIDTH;
        if best.len() < count && best.iter().all(is_new) {
            best.push(pitch);
        }
    }
    best
}
