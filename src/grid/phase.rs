//! The phase of a lattice by epoch folding: where in a period the tiles are.
//!
//! What is on a tile differs from tile to tile, the gaps and frames between them do not. So the mean difference of
//! neighbouring periods, folded into one, is greatest in the middle of the tiles.

use std::f32::consts::TAU;

use super::integral::IntegralImage;
use super::windows::PARTS;

/// Differences are clipped to this, 0 to 255: a single window beside the board counts no more than a tile.
// Of 120 screenshots the phase was right for 102, 109, 111, 106 at 10, 30, 60, 200.
const CLIP: f32 = 60.0;

/// Where periods of a picture with the given pitch begin if tiles are in their middle, in pixels.
pub fn phase(image: &IntegralImage, pitch: [f64; 2]) -> [f64; 2] {
    let folded = folded(image, pitch);
    let middle = |axis: usize| {
        // The angle of the first harmonic.
        let (sine, cosine) =
            folded
                .iter()
                .enumerate()
                .fold((0.0, 0.0), |(sine, cosine), (at, value)| {
                    let part = [at % PARTS, at / PARTS][axis] as f32 + 0.5;
                    let (s, c) = (part / PARTS as f32 * TAU).sin_cos();
                    (sine + value * s, cosine + value * c)
                });
        f64::from(f32::atan2(sine, cosine) / TAU)
    };
    [0, 1].map(|axis| (middle(axis) - 0.5).rem_euclid(1.0) * pitch[axis])
}

/// The difference of two colours, clipped.
pub fn difference(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    (apart.sum::<f32>() / 3.0).min(CLIP)
}

/// How much each part of a period differs from the same part of the periods beside it, row by row.
fn folded(image: &IntegralImage, pitch: [f64; 2]) -> Vec<f32> {
    let sides = [image.width(), image.height()];
    let size = [0, 1].map(|axis| (sides[axis] as f64 / pitch[axis] * PARTS as f64) as usize);
    let end = [0, 1].map(|axis| size[axis] as f64 * pitch[axis] / PARTS as f64);
    let [columns, rows] = size;
    let parts = image.means([0.0, end[0]], [0.0, end[1]], size);
    let mut folded = vec![(0.0, 0.0f32); PARTS * PARTS];
    for y in 0..rows {
        for x in 0..columns {
            let at = y * columns + x;
            let (sum, count) = &mut folded[y % PARTS * PARTS + x % PARTS];
            if x + PARTS < columns {
                *sum += difference(&parts[at], &parts[at + PARTS]);
                *count += 1.0;
            }
            if y + PARTS < rows {
                *sum += difference(&parts[at], &parts[at + PARTS * columns]);
                *count += 1.0;
            }
        }
    }
    folded
        .into_iter()
        .map(|(sum, count)| sum / count.max(1.0))
        .collect()
}
