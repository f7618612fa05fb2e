//! A board of cards, drawn for tests.

use crate::color::Rgb;
use crate::grid::{Axis, Grid, IntegralImage, Survey, drawn::board};
use crate::picture::Raster;

use super::reading::{Reading, read_surveyed};
use super::scene::Scene;

/// Wooden cards with a bar of their own on them but at `O`, which are blank; the ground at `.` and around the board.
pub fn drawn(rows: &[&str]) -> (Scene, Grid) {
    let (image, grid) = board(rows, 0, color);
    (image.into(), grid)
}

/// The same without a margin.
pub fn drawn_alone(rows: &[&str]) -> (Scene, Grid) {
    const SIDE: usize = 24;

    let counts = [rows[0].len(), rows.len()];
    let [width, height] = counts.map(|count| count * SIDE);
    let raster = Raster::from_fn(width, height, |x, y| {
        let letter = rows[y / SIDE].as_bytes()[x / SIDE];
        Some(color(letter, [x % SIDE, y % SIDE]))
    });
    let grid = Grid {
        x: Axis::dividing(width, counts[0]),
        y: Axis::dividing(height, counts[1]),
        confidence: 1.0,
    };
    (IntegralImage::of(&raster).into(), grid)
}

/// Of a pixel of a card.
fn color(letter: u8, [x, y]: [usize; 2]) -> Rgb {
    let is_barred = |kind: usize| {
        let [along, across] = if kind.is_multiple_of(2) {
            [x, y]
        } else {
            [y, x]
        };
        (7..17).contains(&along) && across.abs_diff(7 + 3 * (kind / 2)) < 2
    };
    match letter {
        _ if x == 0 || y == 0 => Rgb::BLACK,
        b'A'..b'O' if is_barred(usize::from(letter - b'A')) => Rgb::BLACK,
        // Of wood.
        _ => Rgb::new(255, 250 - 2 * y as u8, 200 + 20 * (y / 4 % 2) as u8),
    }
}

/// Such a board read where the places of some letters were taken for empty.
pub fn read_without(board: &[&str], empty: &[u8]) -> (Scene, Reading) {
    let (scene, grid) = drawn(board);
    let places = board.concat();
    let tiles = places.bytes().map(|place| !empty.contains(&place));
    let tiles = tiles.collect();
    let reading = read_surveyed(&scene, &Survey { grid, tiles }).expect("there are tiles");
    (scene, reading)
}
