//! The differences between sprite and print as a picture.

use std::io::Write;

use super::{PrintedField, Verdict};
use crate::color::Rgb;
use crate::picture::{WritePictureError, write_rgb_png};

/// Side of a cell in pixels: enough for a frame and two halves.
const CELL: usize = 12;

/// The frame of a wrong cell; right cells are drawn pale, so that it stands out.
const MARK: Rgb = Rgb::new(255, 0, 0);

/// Draws the printed field as a PNG: right cells pale, wrong ones in a red frame, above its
/// diagonal what was expected and below it what was found.
pub fn render_differences(
    printed: &PrintedField,
    verdict: &Verdict,
    out: impl Write,
) -> Result<(), WritePictureError> {
    let (columns, rows) = (printed.size.width(), printed.size.height());
    let mut pixels = vec![Rgb::WHITE; columns * rows * CELL * CELL];
    let mut paint = |column: usize, row: usize, color: &dyn Fn(usize, usize) -> Rgb| {
        for y in 0..CELL {
            for x in 0..CELL {
                pixels[(row * CELL + y) * columns * CELL + column * CELL + x] = color(x, y);
            }
        }
    };
    for (index, color) in printed.cells.iter().enumerate() {
        paint(index % columns, index / columns, &|_, _| pale(*color));
    }
    let wrong = verdict.differences.iter().map(|difference| {
        let halves = (difference.expected, difference.found);
        ((difference.column, difference.row), halves)
    });
    let odd = verdict.odd.iter().map(|(column, row)| {
        let color = Some(printed.color(*column, *row));
        ((*column, *row), (color, color))
    });
    for ((column, row), (expected, found)) in wrong.chain(odd) {
        paint(column.0, row.0, &|x, y| {
            let is_frame = [x, y].iter().any(|at| *at < 2 || *at >= CELL - 2);
            let half = if x + y < CELL { expected } else { found };
            if is_frame {
                MARK
            } else {
                half.unwrap_or(Rgb::WHITE)
            }
        });
    }
    write_rgb_png(columns * CELL, rows * CELL, &pixels, out)
}

fn pale(color: Rgb) -> Rgb {
    let channel = |value: u8| 170 + value / 4;
    Rgb::new(channel(color.r), channel(color.g), channel(color.b))
}
