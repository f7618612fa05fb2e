//! Finds the playfield in a screenshot: of unknown size, somewhere in a window.

use crate::color::Rgb;
use crate::game::{Column, FieldSize, Row};
use crate::picture::{Bounds, Raster};
use crate::sprite::{Sprite, connected_components};

use super::looks::{Looks, Tolerance};
use super::{PrintedField, by_frequency, verify};

/// The largest difference per channel between colours that count as equal: scaling and lossy formats change colours a
/// little, but far less than the colours of a print differ.
const TOLERANCE: u8 = 24;

/// The same for the pixels of a cell, which is more generous since only a few colours are possible there.
pub const CELL_TOLERANCE: u8 = 48;

/// How much cells of one colour may differ, in windows that scale by nearest and bilinear pixels; tuned on a hundred
/// scales from 1 to 6 (`a_hundred_scales_verify`).
pub const SCALED: Tolerance = Tolerance {
    channel: CELL_TOLERANCE,
    shift: 1,
    margin: 0.125,
    share: 0.02,
    outliers: 0.1,
};

/// The smallest side of a cell in pixels: the middle of smaller ones would be less than a pixel of their own.
const LEAST_CELL: f64 = 3.0;

/// The aspect ratios (width by height) of cells: televisions stretch the console's pixels by 8:7.
const STRETCH: std::ops::RangeInclusive<f64> = 0.8..=1.3;

/// How many of the most common colours are tried as the colour of an empty cell.
const BACKGROUNDS: usize = 8;

/// The share of cells that must have a colour of the sprite or of an empty cell: a print with a tenth of its cells
/// wrong is still found, and most other rectangles are not taken for a field.
const LEAST_KNOWN: f64 = 0.9;

/// Why there is nothing to compare.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScreenshotError {
    /// Nothing in the screenshot has a frame and cells in the field's proportions.
    #[error(
        "no playfield of {field} cells was found: the screenshot must show the whole field with the \
         frame around it"
    )]
    NoField {
        /// The size that was looked for.
        field: FieldSize,
    },
}

/// A playfield found in a screenshot.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundField {
    /// The cells as they were read.
    pub printed: PrintedField,
    /// Left and upper edge of the field in pixels.
    pub origin: [f64; 2],
    /// Width and height of a cell in pixels.
    pub cell: [f64; 2],
}

/// Finds the playfield in a screenshot and reads its cells. It is recognized by its frame: within it the empty cells
/// form one connected area of a single colour, from edge to edge. The bounds of that area are the field, or the field
/// with the frame's innermost line if that looks like an empty cell. Of all candidates the one with the fewest wrong
/// cells is returned, of equals the one with the squarest cells.
///
/// The colour in the middle of a cell decides, and the cell must look like most of its colour: at most 2 % of its pixels,
/// an eighth of it along its edges not counted, may differ by more than [`CELL_TOLERANCE`] a channel from all that is within one pixel
/// there. The colour is replaced by the nearest colour of the sprite or of an empty cell,
/// if one is near enough.
///
/// Errors: [`ScreenshotError::NoField`].
pub fn find_field(
    screenshot: &Raster,
    sprite: &Sprite,
    field: FieldSize,
) -> Result<FoundField, ScreenshotError> {
    let mut best: Option<((usize, f64), FoundField)> = None;
    for ground in common_colors(screenshot) {
        for bounds in areas_of(screenshot, ground) {
            for (origin, cell) in places(bounds, field) {
                let found = read_cells(screenshot, sprite, ground, field, (origin, cell));
                let verdict = verify(sprite, &found.printed);
                let wrong = verdict.map_or(usize::MAX, |verdict| verdict.differences.len());
                let rank = (wrong, (cell[0] / cell[1]).ln().abs());
                let is_better = best.as_ref().is_none_or(|(least, _)| rank < *least);
                if is_better && is_known(&found.printed, sprite, ground) {
                    best = Some((rank, found));
                }
            }
        }
    }
    let (_, mut found) = best.ok_or(ScreenshotError::NoField { field })?;
    found.printed.odd = odd_cells(screenshot, &found);
    Ok(found)
}

/// The cells of a field that was found which look unlike the others of their colour.
fn odd_cells(screenshot: &Raster, found: &FoundField) -> Vec<(Column, Row)> {
    let side = found.cell[0].min(found.cell[1]) as usize;
    let sample = |(column, row): (Column, Row), (x, y): (usize, usize)| {
        let at = |axis: usize, cell: usize, point: usize| {
            let cells = cell as f64 + (point as f64 + 0.5) / side as f64;
            (found.origin[axis] + cells * found.cell[axis]) as usize
        };
        let (x, y) = (at(0, column.0, x), at(1, row.0, y));
        let (x, y) = (
            x.min(screenshot.width() - 1),
            y.min(screenshot.height() - 1),
        );
        screenshot.color(x, y).unwrap_or(Rgb::BLACK)
    };
    let looks = Looks {
        field: found.printed.size,
        cells: &found.printed.cells,
        side,
        sample,
    };
    looks.odd_cells(SCALED)
}

/// The most common colours, without those near to a more common one.
fn common_colors(screenshot: &Raster) -> Vec<Rgb> {
    let mut colors: Vec<Rgb> = Vec::new();
    for color in by_frequency(screenshot.pixels().iter().flatten().copied()) {
        if colors.len() == BACKGROUNDS {
            break;
        }
        if !colors.iter().any(|known| is_near(*known, color, TOLERANCE)) {
            colors.push(color);
        }
    }
    colors
}

fn is_near(a: Rgb, b: Rgb, tolerance: u8) -> bool {
    let pairs = a.channels().into_iter().zip(b.channels());
    pairs.into_iter().all(|(a, b)| a.abs_diff(b) <= tolerance)
}

/// The connected areas of a colour that may be the empty cells of a field.
fn areas_of(screenshot: &Raster, ground: Rgb) -> Vec<Bounds> {
    let pixel = |pixel: &Option<Rgb>| pixel.filter(|color| is_near(*color, ground, TOLERANCE));
    let pixels = screenshot.pixels().iter().map(pixel).collect();
    let areas = connected_components(&Raster::new(screenshot.width(), pixels), 0);
    areas.iter().map(|area| area.bounds).collect()
}

/// The origins and cell sizes that a field may have whose empty cells have these bounds. The innermost line of the frame
/// may be part of the area; it is one pixel of this program's pictures, whose cells have 4 to 16 of them.
fn places(bounds: Bounds, field: FieldSize) -> Vec<([f64; 2], [f64; 2])> {
    const LINES: [f64; 12] = [
        0.0,
        1.0 / 16.0,
        1.0 / 14.0,
        1.0 / 12.0,
        1.0 / 11.0,
        1.0 / 10.0,
        1.0 / 9.0,
        1.0 / 8.0,
        1.0 / 7.0,
        1.0 / 6.0,
        1.0 / 5.0,
        1.0 / 4.0,
    ];
    let place = |line: f64| {
        let cell = [
            bounds.width as f64 / (field.width() as f64 + 2.0 * line),
            bounds.height as f64 / (field.height() as f64 + 2.0 * line),
        ];
        let origin = [
            bounds.left as f64 + line * cell[0],
            bounds.top as f64 + line * cell[1],
        ];
        let is_field = cell[0].min(cell[1]) >= LEAST_CELL && STRETCH.contains(&(cell[0] / cell[1]));
        is_field.then_some((origin, cell))
    };
    LINES.into_iter().filter_map(place).collect()
}

fn read_cells(
    screenshot: &Raster,
    sprite: &Sprite,
    ground: Rgb,
    field: FieldSize,
    (origin, cell): ([f64; 2], [f64; 2]),
) -> FoundField {
    let expected: Vec<Rgb> = sprite.palette().iter().copied().chain([ground]).collect();
    let cells =
        (0..field.height()).flat_map(|row| (0..field.width()).map(move |column| [column, row]));
    let cells = cells.map(|place| {
        let at = [0, 1].map(|axis| origin[axis] + (place[axis] as f64 + 0.5) * cell[axis]);
        let color = middle(screenshot, at, cell);
        let near = expected
            .iter()
            .filter(|known| is_near(**known, color, CELL_TOLERANCE));
        let nearest = near.min_by_key(|known| distance(**known, color));
        nearest.copied().unwrap_or(color)
    });
    FoundField {
        printed: PrintedField {
            size: field,
            cells: cells.collect(),
            odd: Vec::new(),
            background: Some(ground),
            left: None,
            theme: None,
        },
        origin,
        cell,
    }
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    let pairs = a.channels().into_iter().zip(b.channels());
    pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// The colour in the middle of a cell: channel by channel the median of a fifth of it each way.
fn middle(screenshot: &Raster, at: [f64; 2], cell: [f64; 2]) -> Rgb {
    const SHARE: f64 = 0.2;
    let limits = [screenshot.width(), screenshot.height()];
    let range = |axis: usize| {
        let reach = SHARE * cell[axis] / 2.0;
        let last = limits[axis] as f64 - 1.0;
        let (from, to) = (at[axis] - reach, at[axis] + reach);
        from.clamp(0.0, last) as usize..=to.clamp(0.0, last) as usize
    };
    let pixels = range(1).flat_map(|y| range(0).map(move |x| (x, y)));
    let colors: Vec<[u8; 3]> = pixels
        .map(|(x, y)| screenshot.color(x, y).unwrap_or(Rgb::BLACK).channels())
        .collect();
    let median = |channel: usize| {
        let mut values: Vec<u8> = colors.iter().map(|color| color[channel]).collect();
        values.sort_unstable();
        values[values.len() / 2]
    };
    Rgb::new(median(0), median(1), median(2))
}

/// Whether nearly all cells have a colour of the picture or of an empty cell, and some do of each.
fn is_known(printed: &PrintedField, sprite: &Sprite, ground: Rgb) -> bool {
    let cells = &printed.cells;
    let empty = cells.iter().filter(|color| **color == ground).count();
    let drawn = cells
        .iter()
        .filter(|color| sprite.palette().contains(color))
        .count();
    (empty + drawn) as f64 >= LEAST_KNOWN * cells.len() as f64 && empty.min(drawn) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgb = Rgb::WHITE;
    const RED: Rgb = Rgb::new(200, 30, 30);
    const FRAME: Rgb = Rgb::new(90, 110, 180);
    const WINDOW: Rgb = Rgb::new(210, 214, 220);

    fn sprite() -> Sprite {
        let color = |letter| Some(if letter == 'w' { WHITE } else { RED });
        Sprite::from_diagram(
            ".ww.
wrrw
wrrw
.ww.",
            color,
        )
        .unwrap()
    }

    /// A field of 8x10 cells with the sprite on its floor from column 2 on, in a frame in a window. `cell` is the side of
    /// a cell in pixels; one cell may have another colour.
    fn screenshot(cell: f64, changed: Option<(usize, usize, Rgb)>) -> Raster {
        let (sprite, line) = (sprite(), cell / 8.0);
        let (left, top) = (31.0, 47.0);
        let size = [8.0 * cell + 2.0 * left, 10.0 * cell + 2.0 * top].map(|side| side as usize);
        let color = |x: usize, y: usize| {
            let (x, y) = (
                (x as f64 + 0.5 - left) / cell,
                (y as f64 + 0.5 - top) / cell,
            );
            let beyond = (-x).max(x - 8.0).max(-y).max(y - 10.0) * cell;
            if beyond > 3.0 * line {
                return WINDOW;
            }
            if beyond > line {
                return FRAME;
            }
            if beyond > 0.0 {
                return Rgb::BLACK;
            }
            let (column, row) = (x as usize, y as usize);
            if let Some((_, _, color)) = changed.filter(|at| (at.0, at.1) == (column, row)) {
                return color;
            }
            let inside = (2..6).contains(&column) && row >= 6;
            let pixel = inside.then(|| sprite.color(column - 2, row - 6)).flatten();
            pixel.unwrap_or(Rgb::BLACK)
        };
        Raster::from_fn(size[0], size[1], |x, y| Some(color(x, y)))
    }

    fn found(screenshot: &Raster) -> Result<FoundField, ScreenshotError> {
        find_field(screenshot, &sprite(), FieldSize::new(8, 10).unwrap())
    }

    #[test]
    fn a_field_of_any_size_is_found_in_its_frame() {
        for cell in [8.0, 10.4, 13.0, 20.0, 29.6, 48.0] {
            let field = found(&screenshot(cell, None)).unwrap();
            let verdict = verify(&sprite(), &field.printed).unwrap();
            assert!(verdict.is_exact(), "{cell}: {:?}", verdict.differences);
            assert!(
                (field.cell[0] / cell - 1.0).abs() < 0.03,
                "{cell}: {:?}",
                field.cell
            );
        }
    }

    #[test]
    fn one_changed_cell_is_named() {
        for (color, expected) in [(RED, Some(WHITE)), (Rgb::new(10, 200, 10), Some(WHITE))] {
            let field = found(&screenshot(11.3, Some((3, 6, color)))).unwrap();
            let verdict = verify(&sprite(), &field.printed).unwrap();
            let [difference] = verdict.differences[..] else {
                panic!("{:?}", verdict.differences)
            };
            assert_eq!((difference.column, difference.row), (Column(3), Row(6)));
            assert_eq!(
                (difference.expected, difference.found),
                (expected, Some(color))
            );
        }
    }

    #[test]
    fn without_a_field_nothing_is_guessed() {
        let plain = Raster::new(200, vec![Some(WINDOW); 200 * 200]);
        assert!(matches!(
            found(&plain),
            Err(ScreenshotError::NoField { .. })
        ));
    }
}
