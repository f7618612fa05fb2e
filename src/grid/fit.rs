//! The exact pitch: from the subpixel shifts between equal tiles (Lucas and Kanade), by robust least squares.

use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};
use super::similarity::{Place, SelfSimilarity};

/// Two windows that look the same.
pub type Pair = [Place; 2];

/// The most by which the ends of a lattice move at once, as a share of its pitch.
// A larger correction is due to wrong pairs.
const MAX_CORRECTION: f64 = 0.3;

/// How often the pitch is corrected: each time the windows overlap better.
const ROUNDS: usize = 3;

/// How often the worse half of the shifts is left out and the slope fitted again.
const TRIMMINGS: usize = 3;

/// Cells of a window along each side, whose gradients are compared.
const CELLS: usize = 12;

/// The least determinant of the gradients as a share of its most.
// Below it all edges of a window run one way, and the shift along them is unknown (the aperture problem).
const MIN_DETERMINANT: f64 = 0.1;

/// Corrects the pitch of a lattice by its windows, which are this share of the pitch long.
pub fn stretched(image: &IntegralImage, mut lattice: Lattice, windows: f64) -> Lattice {
    for _ in 0..ROUNDS {
        let body = lattice.with_windows(windows);
        let shifts = Shifts::of(image, &body, &SelfSimilarity::of(image, &body).pairs());
        lattice.x = shifts.corrected(&lattice.x, 0);
        lattice.y = shifts.corrected(&lattice.y, 1);
    }
    lattice
}

/// By how many columns and rows the windows of each pair are apart, and by how many pixels they are shifted against
/// each other. Where the pitch is right there are no shifts.
struct Shifts(Vec<([f64; 2], [f64; 2])>);

impl Shifts {
    fn of(image: &IntegralImage, lattice: &Lattice, pairs: &[Pair]) -> Shifts {
        let window = |place: &Place| [lattice.x.span(place.0), lattice.y.span(place.1)];
        let shift = |[a, b]: &Pair| {
            let apart = [b.0 as f64 - a.0 as f64, b.1 as f64 - a.1 as f64];
            Some((apart, shift(image, window(a), window(b))?))
        };
        Shifts(pairs.iter().filter_map(shift).collect())
    }

    fn corrected(&self, axis: &Axis, along: usize) -> Axis {
        let shifts = (self.0.iter()).map(|(apart, shift)| (apart[along], shift[along]));
        let more = slope(shifts.filter(|(apart, _)| *apart != 0.0).collect());
        let ends = more * axis.count as f64 / 2.0;
        match ends.abs() < MAX_CORRECTION * axis.pitch {
            true => axis.stretched(ends),
            false => *axis,
        }
    }
}

/// The slope of a line through the origin by least trimmed squares: without the half of the points that fits worst.
fn slope(mut points: Vec<(f64, f64)>) -> f64 {
    let fit = |points: &[(f64, f64)]| {
        let sums = points.iter().fold((0.0, 0.0), |(both, square), (a, b)| {
            (both + a * b, square + a * a)
        });
        if sums.1 == 0.0 { 0.0 } else { sums.0 / sums.1 }
    };
    let mut slope = fit(&points);
    for _ in 0..TRIMMINGS {
        let off = |point: &(f64, f64)| (point.1 - slope * point.0).abs();
        points.sort_by(|a, b| off(a).total_cmp(&off(b)));
        slope = fit(&points[..points.len().div_ceil(2)]);
    }
    slope
}

/// How far the contents of a window `a` lie to the right and below in another of the same size: the shift by which
/// the gradients explain the difference best. `None` where that is unknown.
fn shift(image: &IntegralImage, a: [[f64; 2]; 2], b: [[f64; 2]; 2]) -> Option<[f64; 2]> {
    let [first, second] = [a, b].map(|[x, y]| image.part_means(x, y, CELLS));
    // A difference that all cells have in common is light.
    let light: [f64; 3] = std::array::from_fn(|channel| {
        let apart = first.iter().zip(&second);
        let sum: f32 = apart.map(|(a, b)| a[channel] - b[channel]).sum();
        f64::from(sum) / (CELLS * CELLS) as f64
    });
    let (mut xx, mut xy, mut yy, mut xt, mut yt) = (0.0f64, 0.0, 0.0, 0.0, 0.0);
    let inner = 1..CELLS - 1;
    for at in (inner.clone()).flat_map(|row| inner.clone().map(move |column| row * CELLS + column))
    {
        for channel in 0..3 {
            let mean = |at: usize| f64::from(first[at][channel] + second[at][channel]) / 2.0;
            let right = (mean(at + 1) - mean(at - 1)) / 2.0;
            let down = (mean(at + CELLS) - mean(at - CELLS)) / 2.0;
            let change = f64::from(first[at][channel] - second[at][channel]) - light[channel];
            xx += right * right;
            xy += right * down;
            yy += down * down;
            xt += right * change;
            yt += down * change;
        }
    }
    let determinant = xx * yy - xy * xy;
    if determinant <= MIN_DETERMINANT * xx * yy {
        return None;
    }
    let cell = |[start, end]: [f64; 2]| (end - start) / CELLS as f64;
    Some([
        (yy * xt - xy * yt) / determinant * cell(a[0]),
        (xx * yt - xy * xt) / determinant * cell(a[1]),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    #[test]
    fn half_of_the_points_may_be_wrong() {
        let mut points: Vec<(f64, f64)> =
            (1..8).map(|a| (f64::from(a), 0.5 * f64::from(a))).collect();
        points.extend([(3.0, 4.0), (5.0, -3.0), (2.0, 5.0)]);
        assert!((slope(points) - 0.5).abs() < 0.01);
        assert_eq!(slope(Vec::new()), 0.0);
    }

    #[test]
    fn a_shift_by_a_part_of_a_pixel_is_measured() {
        let wave = |x: usize, y: usize| {
            let at = (x as f64 * 0.3).sin() + (y as f64 * 0.25).cos();
            Some(Rgb::new((128.0 + 60.0 * at) as u8, 90, 90))
        };
        let pixels = (0..80 * 60).map(|index| wave(index % 80, index / 80));
        let image = IntegralImage::of(&Raster::new(80, pixels.collect()));
        let windows = [[10.0, 40.0], [10.0, 40.0]];
        let moved = [[9.4, 39.4], [9.2, 39.2]];
        let [x, y] = shift(&image, windows, moved).unwrap();
        assert!((x - 0.6).abs() < 0.1 && (y - 0.8).abs() < 0.1, "{x} {y}");
    }
}
