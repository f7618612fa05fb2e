//! Finds the playfield in a screenshot: of unknown size, somewhere in a window, in the colours of its screen.

mod frame;
mod scan_lines;
mod shades;

use crate::color::Rgb;
use crate::game::{Column, FieldSize, Row};
use crate::picture::Raster;
use crate::sprite::Sprite;

use self::frame::{Place, TOLERANCES, places};
use self::scan_lines::without_scan_lines;
use self::shades::{Shades, Stand, match_shades, median, stands};
use super::PrintedField;
use super::looks::{Looks, Tolerance};

pub use shades::CELL_TOLERANCE;

/// How much cells of one colour may differ, in windows that scale by nearest and bilinear pixels; tuned on a hundred
/// scales from 1 to 6 (`a_hundred_scales_verify`).
pub const SCALED: Tolerance = Tolerance {
    channel: CELL_TOLERANCE,
    shift: 1,
    margin: 0.125,
    share: 0.02,
    outliers: 0.1,
};

// These three are set by hand, on 80 generated looks of emulators and televisions, half of them with a wrong cell.

/// The share of a cell along its edges that does not count on a television, whose pixels run into each other.
const BLURRED_MARGIN: f64 = 0.3;

/// More cells than this that look unlike others of their colour are the work of the screen, not scratches.
const MOST_SCRATCHED: usize = 4;

/// The places whose cells are compared with each other, those with the fewest wrong cells.
const LIKELY_PLACES: usize = 12;

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
    /// The sprite in the colours that it has in the screenshot.
    pub sprite: Sprite,
    /// Which of the palettes these are.
    pub palette: usize,
    /// Left and upper edge of the field in pixels.
    pub origin: [f64; 2],
    /// Width and height of a cell in pixels.
    pub cell: [f64; 2],
}

/// Finds the playfield in a screenshot and reads its cells. It is recognized by its frame: within it the empty cells
/// form one connected area of a single colour, from edge to edge, or the frame is one cell wide as the cartridge's is.
/// Scan lines are evened out. Of all candidates the one with the fewest wrong cells is returned, of equals the one with
/// the squarest cells.
///
/// `palettes` are the colours in which the sprite may be shown, those of each theme or console; each has as many as
/// [`Sprite::palette`], in its order. The screen may dim or tint them: each channel by a factor of its own.
///
/// The colour in the middle of a cell decides, and the cell must look like most of its colour: at most 2 % of its pixels,
/// an eighth of it along its edges not counted, may differ by more than [`CELL_TOLERANCE`] a channel from all that is
/// within one pixel there. Where a screen blurs many cells, only the middle of them is compared in this way.
///
/// Errors: [`ScreenshotError::NoField`].
pub fn find_field(
    screenshot: &Raster,
    sprite: &Sprite,
    palettes: &[Vec<Rgb>],
    field: FieldSize,
) -> Result<FoundField, ScreenshotError> {
    let search = Search {
        stands: stands(sprite, field),
        palettes,
        field,
    };
    let mut best = search.best_in(screenshot, 1);
    for (period, picture) in without_scan_lines(screenshot) {
        let least = best.as_ref().map_or(usize::MAX, |best| best.shades.wrong);
        if least == 0 {
            break;
        }
        let found = search.best_in(&picture, period);
        best = found.filter(|found| found.shades.wrong < least).or(best);
    }
    let best = best.ok_or(ScreenshotError::NoField { field })?;
    Ok(best.found(sprite, field))
}

/// What is looked for.
struct Search<'a> {
    stands: Vec<Stand>,
    palettes: &'a [Vec<Rgb>],
    field: FieldSize,
}

/// A playfield as it was read in one place.
struct Reading {
    place: Place,
    left: i32,
    shades: Shades,
    odd: Vec<(Column, Row)>,
}

impl Search<'_> {
    /// The reading with the fewest wrong cells of a picture in which so many rows have become one: only cells of twice
    /// their height keep a middle of their own.
    fn best_in(&self, picture: &Raster, rows: usize) -> Option<Reading> {
        let least = if rows == 1 { 0.0 } else { 2.0 * rows as f64 };
        let mut readings: Vec<Reading> = Vec::new();
        for tolerance in TOLERANCES {
            if readings.iter().all(|reading| reading.shades.wrong > 0) {
                let places = places(picture, self.field, least, tolerance).into_iter();
                readings.extend(places.filter_map(|place| self.read(picture, place)));
            }
        }
        readings.sort_by(|a, b| {
            let order = a.shades.wrong.cmp(&b.shades.wrong);
            order.then(a.place.stretch().total_cmp(&b.place.stretch()))
        });
        readings.truncate(LIKELY_PLACES);
        // Beside the right place a wrong cell may be missed, but then parts of others are seen in its stead. A single
        // fault may be a scratch, which another place would hide.
        let faults = |reading: &Reading| {
            let odd = reading.odd_cells(picture, self.field, SCALED.margin).len();
            (reading.shades.wrong + odd).saturating_sub(1)
        };
        let mut best = readings.into_iter().min_by_key(faults)?;
        best.odd = best.odd_cells(picture, self.field, SCALED.margin);
        if best.odd.len() > MOST_SCRATCHED {
            best.odd = best.odd_cells(picture, self.field, BLURRED_MARGIN);
        }
        Some(best)
    }

    fn read(&self, picture: &Raster, place: Place) -> Option<Reading> {
        let field = self.field;
        let cells =
            (0..field.height()).flat_map(|row| (0..field.width()).map(move |column| [column, row]));
        let cells: Vec<Rgb> = cells.map(|cell| middle(picture, place, cell)).collect();
        let readings = self.stands.iter().filter_map(|stand| {
            Some(Reading {
                place,
                left: stand.left,
                shades: match_shades(&cells, stand, self.palettes)?,
                odd: Vec::new(),
            })
        });
        readings.min_by_key(|reading| reading.shades.wrong)
    }
}

impl Reading {
    /// The cells that look unlike the others of their colour, but for this share along their edges.
    fn odd_cells(&self, picture: &Raster, field: FieldSize, margin: f64) -> Vec<(Column, Row)> {
        let Place { origin, cell } = self.place;
        let side = cell[0].min(cell[1]) as usize;
        let sample = |(column, row): (Column, Row), (x, y): (usize, usize)| {
            let at = |axis: usize, number: usize, point: usize| {
                let cells = number as f64 + (point as f64 + 0.5) / side as f64;
                (origin[axis] + cells * cell[axis]) as usize
            };
            let (x, y) = (at(0, column.0, x), at(1, row.0, y));
            let (x, y) = (x.min(picture.width() - 1), y.min(picture.height() - 1));
            picture.color(x, y).unwrap_or(Rgb::BLACK)
        };
        let looks = Looks {
            field,
            cells: &self.shades.cells,
            side,
            sample,
        };
        looks.odd_cells(Tolerance { margin, ..SCALED })
    }

    fn found(self, sprite: &Sprite, field: FieldSize) -> FoundField {
        let shades = self.shades;
        let shade = |color: Rgb| {
            let index = sprite.palette().iter().position(|known| *known == color);
            index.map_or(color, |index| shades.colors[index])
        };
        FoundField {
            sprite: sprite.recolored(shade),
            palette: shades.palette,
            printed: PrintedField {
                size: field,
                cells: shades.cells,
                odd: self.odd,
                background: Some(shades.ground),
                left: Some(self.left),
                theme: None,
            },
            origin: self.place.origin,
            cell: self.place.cell,
        }
    }
}

/// The colour in the middle of a cell: the median of a fifth of it each way.
fn middle(picture: &Raster, Place { origin, cell }: Place, number: [usize; 2]) -> Rgb {
    const SHARE: f64 = 0.2;
    let limits = [picture.width(), picture.height()];
    let range = |axis: usize| {
        let at = origin[axis] + (number[axis] as f64 + 0.5) * cell[axis];
        let reach = SHARE * cell[axis] / 2.0;
        let last = limits[axis] as f64 - 1.0;
        (at - reach).clamp(0.0, last) as usize..=(at + reach).clamp(0.0, last) as usize
    };
    let pixels = range(1).flat_map(|y| range(0).map(move |x| (x, y)));
    let colors: Vec<Rgb> = pixels
        .map(|(x, y)| picture.color(x, y).unwrap_or(Rgb::BLACK))
        .collect();
    median(&colors).unwrap_or(Rgb::BLACK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::verify;

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
        find_field(
            screenshot,
            &sprite(),
            &[sprite().palette().to_vec()],
            FieldSize::new(8, 10).unwrap(),
        )
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
