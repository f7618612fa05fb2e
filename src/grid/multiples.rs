//! Distances that are multiples of a pitch.

/// How exactly distances between whole pixels are known, in pixels.
pub const EXACTNESS: f64 = 1.5;

/// How far a distance is from the nearest multiple of a pitch.
pub fn off(distance: f64, pitch: f64) -> f64 {
    (distance - (distance / pitch).round() * pitch).abs()
}

/// Whether a distance is a multiple of a pitch, as exactly as it is known.
pub fn is_multiple(distance: f64, pitch: f64) -> bool {
    off(distance, pitch) <= EXACTNESS
}

/// The pitch by least squares, given multiples of about that pitch; `None` if they are all about 0.
pub fn fitted(multiples: impl Iterator<Item = f64>, about: f64) -> Option<f64> {
    let terms = multiples.map(|distance| {
        let times = (distance / about).round();
        [distance * times, times * times]
    });
    let add = |sum: [f64; 2], term: [f64; 2]| [sum[0] + term[0], sum[1] + term[1]];
    let [products, squares] = terms.fold([0.0; 2], add);
    (squares > 0.0).then(|| products / squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pitch_that_multiples_fit_best_is_found_from_one_nearby() {
        let pitch = fitted([81.0, -119.0, 201.0].into_iter(), 41.0).unwrap();
        assert!((pitch - 40.0).abs() < 0.2, "{pitch}");
        assert_eq!(fitted([0.5, 0.0].into_iter(), 40.0), None);
        assert!(is_multiple(-81.0, 40.0) && !is_multiple(82.0, 40.0));
    }
}
