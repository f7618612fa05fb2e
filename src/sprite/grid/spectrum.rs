//! How much a picture is equal to itself when it is moved.
//!
//! That is its autocorrelation: the Fourier transform of its power spectrum (Wiener and Khinchin). The spectrum is
//! made even first, so that all frequencies count the same: what is large and smooth, as light and areas of one
//! colour, is equal to itself at all distances and would hide the rest.

use rayon::prelude::*;
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

/// Values at all distances along two axes, row by row. Distances to the left stand at the end of a row, those
/// upwards in the last rows.
pub struct Correlation {
    pub columns: usize,
    pub values: Vec<f32>,
}

/// The autocorrelation of a picture of so many columns, whose channels are around 0, with an even spectrum. Where
/// the picture has nothing in common with itself the values are around 0, too; their unit is any.
pub fn autocorrelation(channels: &[Vec<f32>], columns: usize) -> Correlation {
    let rows = channels[0].len() / columns;
    let [wide, high] = [columns, rows].map(padded);
    let mut planner = FftPlanner::new();
    let mut power = vec![0.0; wide * high];
    for channel in channels {
        let mut values = vec![Complex::default(); wide * high];
        for (row, line) in values.chunks_mut(wide).zip(channel.chunks(columns)) {
            for (entry, value) in row.iter_mut().zip(line) {
                entry.re = *value;
            }
        }
        for (sum, value) in power
            .iter_mut()
            .zip(transformed(values, wide, &mut planner))
        {
            *sum += value.norm_sqr();
        }
    }
    // It stands column by column, and the next transform turns it back.
    let even = evened(&power, high).into_iter();
    let even = even.map(|value| Complex::new(value, 0.0)).collect();
    let values = transformed(even, high, &mut planner).into_iter();
    Correlation {
        columns: wide,
        values: values.map(|value| value.re).collect(),
    }
}

/// A length of small factors, of which half is empty: there is nothing beside the picture.
fn padded(length: usize) -> usize {
    (2 * length).next_multiple_of(64)
}

/// The Fourier transform of values row by row, column by column.
fn transformed(
    mut values: Vec<Complex<f32>>,
    columns: usize,
    planner: &mut FftPlanner<f32>,
) -> Vec<Complex<f32>> {
    let rows = values.len() / columns;
    let (along_rows, along_columns) = (
        planner.plan_fft_forward(columns),
        planner.plan_fft_forward(rows),
    );
    values
        .par_chunks_mut(columns)
        .for_each(|row| along_rows.process(row));
    let mut turned = turned(&values, columns);
    turned
        .par_chunks_mut(rows)
        .for_each(|column| along_columns.process(column));
    turned
}

/// Values row by row, column by column.
fn turned<T: Copy + Send + Sync>(values: &[T], columns: usize) -> Vec<T> {
    let column = |first: usize| values[first..].iter().step_by(columns).copied();
    (0..columns).flat_map(column).collect()
}

/// Frequencies on each side of one that have about the same power but for what comes from echoes.
const NEAR: usize = 2;

/// Values by what they are around their place on average: the last ones are beside the first.
fn evened(values: &[f32], columns: usize) -> Vec<f32> {
    let rows = values.len() / columns;
    let along_rows = turned(&means(values, columns), columns);
    let around = turned(&means(&along_rows, rows), rows);
    let even = |(value, around): (&f32, f32)| value / around.max(f32::MIN_POSITIVE);
    values.iter().zip(around).map(even).collect()
}

/// The mean of what is near each value in its row.
fn means(values: &[f32], columns: usize) -> Vec<f32> {
    let near = 2 * NEAR + 1;
    let mean = |row: &[f32], at: usize| {
        let places = (0..near).map(|by| row[(at + by + columns - NEAR) % columns]);
        places.sum::<f32>() / near as f32
    };
    let row = |row: &[f32]| -> Vec<f32> { (0..columns).map(|at| mean(row, at)).collect() };
    values.chunks(columns).flat_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a picture of 40x30 pixels, of which those at these places are 1.
    fn at(places: &[(usize, usize)], right: usize, down: usize) -> f32 {
        let mut values = vec![0.0; 40 * 30];
        for (x, y) in places {
            values[y * 40 + x] = 1.0;
        }
        let correlation = autocorrelation(&[values], 40);
        correlation.values[down * correlation.columns + right]
    }

    #[test]
    fn two_equal_places_are_found_at_their_distance() {
        let places = [(3, 4), (20, 15)];
        let echo = at(&places, 17, 11);
        for (right, down) in [(17, 10), (16, 11), (11, 17), (8, 5)] {
            assert!(at(&places, right, down) < 0.5 * echo);
        }
    }

    #[test]
    fn what_is_even_has_the_same_value_everywhere() {
        assert_eq!(evened(&[3.0; 35], 7), [1.0; 35]);
        assert_eq!(evened(&[0.0; 35], 7), [0.0; 35]);
        assert_eq!(turned(&[1, 2, 3, 4, 5, 6], 3), [1, 4, 2, 5, 3, 6]);
    }
}
