//! What comes again and again along an axis.

/// The smallest pitch that is looked for, in pixels.
pub const LEAST_PITCH: f64 = 8.0;

/// More periods than this along an axis are no board.
const MOST_PERIODS: f64 = 64.0;

/// Bins into which a period is folded: so many to twice as many.
const BINS: f64 = 16.0;

/// The clearest periods of a profile, in pixels and not always whole, the clearest first, at most
/// `most`. How clear one is: the ratio of what it explains to what it leaves, both by their degrees of
/// freedom.
///
/// For each pitch the profile is folded into one period, and the variance between the bins is compared
/// with that within them (an analysis of variance; astronomers call it epoch folding). A multiple of
/// the true pitch explains no more with more bins, a fraction less.
pub fn find_periods(profile: &[f32], most: usize) -> Vec<f64> {
    let length = profile.len() as f64;
    let mut periods: Vec<(f64, f64)> = Vec::new();
    let mut pitch = LEAST_PITCH.max(length / MOST_PERIODS);
    // Longer periods are folded from means of two, four, eight pixels.
    let (mut coarse, mut pixels) = (profile.to_vec(), 1.0);
    while pitch <= length / 2.0 {
        while pitch / pixels >= 2.0 * BINS {
            coarse = coarse
                .chunks(2)
                .map(|pair| pair.iter().sum::<f32>() / pair.len() as f32)
                .collect();
            pixels *= 2.0;
        }
        periods.push((clarity(&coarse, pitch / pixels), pitch));
        // Over the whole length the lines drift apart by a part of a bin.
        pitch += 0.5 * pixels * pitch / length;
    }
    clearest(periods, most)
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

fn clarity(profile: &[f32], pitch: f64) -> f64 {
    let bins = fold(profile, pitch);
    let count = profile.len() as f64;
    let mean = profile.iter().map(|value| f64::from(*value)).sum::<f64>() / count;
    let total: f64 = (profile.iter())
        .map(|value| (f64::from(*value) - mean).powi(2))
        .sum();
    let between: f64 = bins
        .iter()
        .map(|bin| bin.count * (bin.mean() - mean).powi(2))
        .sum();
    let free = count - bins.len() as f64;
    let within = (total - between).max(1e-9);
    (between / (bins.len() as f64 - 1.0)) / (within / free.max(1.0))
}

/// The values of a profile at one phase.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    sum: f64,
    count: f64,
}

impl Bin {
    fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }
}

/// The profile in bins of about a pixel by their place in a period.
fn fold(profile: &[f32], pitch: f64) -> Vec<Bin> {
    let mut bins = vec![Bin::default(); (pitch.round() as usize).max(2)];
    let count = bins.len() as f64;
    for (place, value) in profile.iter().enumerate() {
        let phase = (place as f64 / pitch).rem_euclid(1.0);
        let bin = &mut bins[((phase * count) as usize).min(count as usize - 1)];
        bin.sum += f64::from(*value);
        bin.count += 1.0;
    }
    bins
}
