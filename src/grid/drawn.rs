//! Boards drawn for tests.

use super::Grid;
use super::integral::IntegralImage;
use super::lattice::Axis;
use crate::color::Rgb;
use crate::picture::Raster;

/// Pixels from one place to the next.
const PITCH: usize = 24;

/// What is around a board, and where a row has a `.`.
const GROUND: Rgb = Rgb::new(30, 60, 90);

/// A board given by its rows, with a place of the ground on each side. A place has so many pixels of gap before its tile;
/// its letter and the column and row of a pixel in it say the colour.
pub fn board(
    rows: &[&str],
    gap: usize,
    color: impl Fn(u8, [usize; 2]) -> Rgb,
) -> (IntegralImage, Grid) {
    let counts = [rows[0].len(), rows.len()];
    let [width, height] = counts.map(|count| (count + 2) * PITCH);
    let raster = Raster::from_fn(width, height, |x, y| {
        let place = |at: usize, count| (at / PITCH).checked_sub(1).filter(|at| *at < count);
        let place = place(x, counts[0]).zip(place(y, counts[1]));
        let letter = place.map_or(b'.', |(column, row)| rows[row].as_bytes()[column]);
        Some(match letter {
            b'.' => GROUND,
            letter => color(letter, [x % PITCH, y % PITCH]),
        })
    });
    let [x, y] = counts.map(|count| Axis {
        origin: (PITCH + gap) as f64,
        pitch: PITCH as f64,
        tile: (PITCH - gap) as f64,
        count,
    });
    let confidence = 1.0;
    (IntegralImage::of(&raster), Grid { x, y, confidence })
}

/// Plain squares in a colour for each letter.
pub fn squares(rows: [&str; 4]) -> (IntegralImage, Grid) {
    const GAP: usize = 4;

    board(&rows, GAP, |letter, [x, y]| match x.min(y) {
        ..GAP => GROUND,
        _ => Rgb::new(40 * (letter - b'A'), 250, 30 * (letter - b'A')),
    })
}

/// Solid bodies of wood with a bar of their own on them but at `O`, which are blank. They show so many pixels of their sides
/// right and below where a row has a `.`.
pub fn solid(rows: &[&str], depth: usize) -> (IntegralImage, Grid) {
    const RIGHT: u8 = 1;
    const BELOW: u8 = 2;

    let is_tile = |row: Option<usize>, column: Option<usize>| {
        let place = row.zip(column);
        place.is_some_and(|(row, column)| rows[row].as_bytes()[column] != b'.')
    };
    let letter = |(row, column): (usize, usize)| match rows[row].as_bytes()[column] {
        b'.' => {
            let is_right = is_tile(Some(row), column.checked_sub(1));
            let is_below = is_tile(row.checked_sub(1), Some(column));
            let shown = RIGHT * u8::from(is_right) + BELOW * u8::from(is_below);
            char::from(b'0' + shown)
        }
        letter => char::from(letter),
    };
    let letters = |row: usize| {
        (0..rows[row].len())
            .map(|column| letter((row, column)))
            .collect()
    };
    let lettered: Vec<String> = (0..rows.len()).map(letters).collect();
    let lettered: Vec<&str> = lettered.iter().map(String::as_str).collect();
    board(&lettered, 0, |letter, [x, y]| match letter {
        b'0'..=b'3' if (letter - b'0') & RIGHT != 0 && x < depth => Rgb::new(120, 90, 40),
        b'0'..=b'3' if (letter - b'0') & BELOW != 0 && y < depth => Rgb::new(100, 70, 30),
        b'0'..=b'3' => GROUND,
        b'A'..b'O' if (6..18).contains(&x) && y / 4 == usize::from(letter - b'A') + 1 => Rgb::BLACK,
        _ => Rgb::new(240, 230, 200),
    })
}
