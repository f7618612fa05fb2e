//! A board of plain squares, drawn for tests.

use super::Grid;
use super::integral::IntegralImage;
use super::lattice::Axis;
use crate::color::Rgb;
use crate::picture::Raster;

/// Pixels from one square to the next.
const PITCH: usize = 24;

const GROUND: Rgb = Rgb::new(30, 60, 90);

/// Plain squares in a colour for each letter, with a place of the ground on each side.
pub fn squares(board: [&str; 4]) -> (IntegralImage, Grid) {
    let [columns, rows] = [board[0].len(), board.len()];
    let [width, height] = [columns, rows].map(|count| (count + 2) * PITCH);
    let raster = Raster::from_fn(width, height, |x, y| {
        let place = |at: usize, count| (at / PITCH).checked_sub(1).filter(|at| *at < count);
        let letter = place(x, columns).zip(place(y, rows));
        let letter = letter.map_or(b'.', |(column, row)| board[row].as_bytes()[column]);
        let is_gap = x % PITCH < 4 || y % PITCH < 4;
        Some(match letter {
            b'.' => GROUND,
            _ if is_gap => GROUND,
            _ => Rgb::new(40 * (letter - b'A'), 250, 30 * (letter - b'A')),
        })
    });
    let axis = |count| Axis {
        origin: PITCH as f64 + 4.0,
        pitch: PITCH as f64,
        tile: PITCH as f64 - 4.0,
        count,
    };
    let grid = Grid {
        x: axis(columns),
        y: axis(rows),
        confidence: 1.0,
    };
    (IntegralImage::of(&raster), grid)
}
