//! A board of cards, drawn for tests.

use crate::color::Rgb;
use crate::grid::{Axis, Grid, IntegralImage, Survey};
use crate::picture::Raster;

use super::reading::{Reading, read_surveyed};

/// Columns and rows of pixels from one card to the next.
const PITCH: usize = 24;

/// Wooden cards with a bar of their own on them but at `O`, which are blank; the ground at `.` and around the board.
pub fn drawn(board: &[&str]) -> (IntegralImage, Grid) {
    let [columns, rows] = [board[0].len(), board.len()];
    let [width, height] = [columns, rows].map(|count| (count + 2) * PITCH);
    let raster = Raster::from_fn(width, height, |x, y| {
        let place = |at: usize, count| (at / PITCH).checked_sub(1).filter(|at| *at < count);
        let place = place(x, columns).zip(place(y, rows));
        let place = place.map_or(b'.', |(column, row)| board[row].as_bytes()[column]);
        let [x, y] = [x % PITCH, y % PITCH];
        let is_barred = |kind: usize| {
            let [along, across] = if kind.is_multiple_of(2) {
                [x, y]
            } else {
                [y, x]
            };
            (7..17).contains(&along) && across.abs_diff(7 + 3 * (kind / 2)) < 2
        };
        Some(match place {
            b'.' => Rgb::new(30, 60, 90),
            _ if x == 0 || y == 0 => Rgb::BLACK,
            b'A'..b'O' if is_barred(usize::from(place - b'A')) => Rgb::BLACK,
            // Of wood.
            _ => Rgb::new(255, 250 - 2 * y as u8, 200 + 20 * (y / 4 % 2) as u8),
        })
    });
    let axis = |count| Axis {
        origin: PITCH as f64,
        pitch: PITCH as f64,
        tile: PITCH as f64,
        count,
    };
    let grid = Grid {
        x: axis(columns),
        y: axis(rows),
        confidence: 1.0,
    };
    (IntegralImage::of(&raster), grid)
}

/// Such a board read where the places of some letters were taken for empty.
pub fn read_without(board: &[&str], empty: &[u8]) -> (IntegralImage, Reading) {
    let (image, grid) = drawn(board);
    let places = board.concat();
    let tiles = places.bytes().map(|place| !empty.contains(&place));
    let tiles = tiles.collect();
    let reading = read_surveyed(&image, &Survey { grid, tiles }).expect("there are tiles");
    (image, reading)
}
