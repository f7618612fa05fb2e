//! Sheets: many sprites in one picture.

use rustc_hash::FxHashMap;

use super::background::remove_background;
use super::components::connected_components;
use super::counts::ColorCounts;
use super::read::interpret_raster;
use super::{Background, ReadOptions, ReadSprite, SpriteError};
use crate::color::Rgb;
use crate::picture::{Bounds, Raster};

/// How a sheet is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Along the lines between its cells if there are any, else as [`Cut::Components`].
    Auto {
        /// Transparent pixels that may lie between parts of one sprite, as for `Components`.
        gap: usize,
    },
    /// Into connected components, see [`connected_components`].
    Components {
        /// Transparent pixels that may lie between parts of one sprite.
        gap: usize,
    },
    /// Into cells of one size.
    Cells(Cells),
}

/// Cells of one size, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Columns of a cell.
    pub width: usize,
    /// Rows of a cell.
    pub height: usize,
    /// Pixels before the first column and the first row.
    pub margin: usize,
    /// Pixels between two cells.
    pub spacing: usize,
}

/// A sprite of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetSprite {
    /// Where it is on the sheet.
    pub bounds: Bounds,
    /// Its pixels; what is around it is transparent.
    pub raster: Raster,
    /// The index of the first sprite with the same pixels: its own if there is none before it.
    pub first_equal: usize,
}

/// The sprites of a sheet in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Those that show something, row by row.
    pub sprites: Vec<SheetSprite>,
    /// The colour that was made transparent.
    pub background: Option<Rgb>,
    /// The cells that it was cut into; `None` if it was cut into connected components.
    pub cells: Option<Cells>,
    /// Columns and rows of pixels.
    pub size: (usize, usize),
}

impl Sheet {
    /// Whether it was not cut at all, like a sheet of tiles without lines or gaps.
    pub fn is_one_whole(&self) -> bool {
        let is_whole =
            |sprite: &SheetSprite| (sprite.bounds.width, sprite.bounds.height) == self.size;
        self.cells.is_none() && self.sprites.len() == 1 && is_whole(&self.sprites[0])
    }
}

/// The pixels that parts of a shape on a sheet may be apart, unless somebody asks for others.
pub const DEFAULT_GAP: usize = 1;

/// Reads one sprite of a sheet, by its number from 1.
///
/// Errors: those of [`cut_sheet`] and of [`interpret_raster`], and [`SpriteError::NoSuchSprite`].
pub fn sprite_of_sheet(
    picture: Raster,
    number: usize,
    gap: usize,
    options: &ReadOptions,
) -> Result<ReadSprite, SpriteError> {
    let sheet = cut_sheet(picture, options.background, Cut::Auto { gap })?;
    let count = sheet.sprites.len();
    let mut pieces = sheet.sprites.into_iter();
    let piece = number.checked_sub(1).and_then(|index| pieces.nth(index));
    let piece = piece.ok_or(SpriteError::NoSuchSprite { number, count })?;
    let options = options.of_cut_sprite();
    Ok(ReadSprite {
        background: sheet.background,
        ..interpret_raster(piece.raster, &options)?
    })
}

/// The most sprites that a sheet is cut into: noise has hundreds of thousands of components.
pub(super) const MAX_SPRITES: usize = 10_000;

/// Cuts a sheet. Cells that are empty are left out.
///
/// Errors: [`SpriteError::NoSuchBackground`], [`SpriteError::NoSprites`],
/// [`SpriteError::TooManySprites`].
pub fn cut_sheet(
    mut raster: Raster,
    background: Background,
    cut: Cut,
) -> Result<Sheet, SpriteError> {
    let lines = match cut {
        Cut::Auto { .. } => drawn_cells(&raster),
        Cut::Components { .. } | Cut::Cells(_) => None,
    };
    let (cells, gap) = match (cut, lines) {
        (Cut::Cells(cells), _) => (Some(cells), 0),
        (_, Some((cells, color))) => {
            raster.recolor(|pixel| (pixel != color).then_some(pixel));
            (Some(cells), 0)
        }
        (Cut::Auto { gap } | Cut::Components { gap }, None) => (None, gap),
    };
    let removed = match (background, lines) {
        // The lines, now transparent, say nothing of what is between them.
        (Background::Auto, Some(_)) => most_common(&raster).map(Background::Color),
        (background, _) => Some(background),
    };
    let background = removed.map_or(Ok(None), |removed| remove_background(&mut raster, removed))?;
    let cut: Vec<(Bounds, Raster)> = match cells {
        Some(cells) => cut_cells(&raster, cells),
        None => connected_components(&raster, gap)
            .iter()
            .map(|component| (component.bounds, component.cut_from(&raster)))
            .collect(),
    };
    match cut.len() {
        0 => return Err(SpriteError::NoSprites),
        count if count > MAX_SPRITES => return Err(SpriteError::TooManySprites { count }),
        _ => {}
    }
    Ok(Sheet {
        sprites: numbered(cut),
        background,
        cells,
        size: (raster.width(), raster.height()),
    })
}

fn cut_cells(raster: &Raster, cells: Cells) -> Vec<(Bounds, Raster)> {
    let starts = |size: usize, length: usize| {
        let starts = (cells.margin..length).step_by(size.saturating_add(cells.spacing));
        starts.filter(move |start| size <= length - start)
    };
    let rows = starts(cells.height, raster.height());
    let bounds = rows.flat_map(|top| {
        starts(cells.width, raster.width()).map(move |left| Bounds {
            left,
            top,
            width: cells.width,
            height: cells.height,
        })
    });
    let cut = bounds.map(|bounds| (bounds, raster.crop(bounds)));
    cut.filter(|(_, cell)| cell.bounds().is_some()).collect()
}

fn numbered(cut: Vec<(Bounds, Raster)>) -> Vec<SheetSprite> {
    let mut known = FxHashMap::default();
    let mut sprites = Vec::with_capacity(cut.len());
    for (number, (bounds, raster)) in cut.into_iter().enumerate() {
        let pixels = (raster.width(), raster.pixels().to_vec());
        sprites.push(SheetSprite {
            bounds,
            first_equal: *known.entry(pixels).or_insert(number),
            raster,
        });
    }
    sprites
}

fn most_common(raster: &Raster) -> Option<Rgb> {
    let counts = ColorCounts::of(raster.pixels());
    let most = counts.entries().iter().max_by_key(|(_, count)| *count);
    most.map(|(color, _)| *color)
}

/// The cells between lines of one colour that are drawn all across the picture at equal distances, around
/// the outer cells, too, or not, and that colour; `None` if there are no such lines.
fn drawn_cells(raster: &Raster) -> Option<(Cells, Rgb)> {
    let is_plain = |row: &&[Option<Rgb>]| row.iter().all(|pixel| *pixel == row[0]);
    let color = (*raster.rows().find(is_plain)?.first()?)?;
    let is_line = |mut pixels: Box<dyn Iterator<Item = Option<Rgb>> + '_>| {
        pixels.all(|pixel| pixel == Some(color))
    };
    let rows: Vec<bool> = (raster.rows())
        .map(|row| is_line(Box::new(row.iter().copied())))
        .collect();
    let columns: Vec<bool> = (0..raster.width())
        .map(|x| is_line(Box::new(raster.rows().map(move |row| row[x]))))
        .collect();
    let (width, spacing) = between_lines(&columns)?;
    let (height, spacing_y) = between_lines(&rows)?;
    let is_framed = columns[0];
    // Else it is the background, which happens to be empty all across at equal distances.
    let inside = raster.pixels().iter().enumerate().filter(|(index, _)| {
        let (x, y) = (index % raster.width(), index / raster.width());
        !columns[x] && !rows[y]
    });
    let inside = ColorCounts::of(inside.map(|(_, pixel)| pixel));
    let most = inside.entries().iter().max_by_key(|(_, count)| *count)?.0;
    let is_grid = color != most && spacing == spacing_y && is_framed == rows[0];
    let cells = Cells {
        width,
        height,
        margin: if is_framed { spacing } else { 0 },
        spacing,
    };
    is_grid.then_some((cells, color))
}

/// The size of the cells between lines, and the lines' thickness, if all are equal, lines stand at both
/// ends or at none, and there is more than one cell.
fn between_lines(is_line: &[bool]) -> Option<(usize, usize)> {
    let stretches: Vec<(bool, usize)> = is_line
        .chunk_by(|a, b| a == b)
        .map(|stretch| (stretch[0], stretch.len()))
        .collect();
    let size = |wanted: bool| {
        let mut sizes = stretches.iter().filter(|(is_line, _)| *is_line == wanted);
        let first = sizes.next()?.1;
        sizes.all(|(_, size)| *size == first).then_some(first)
    };
    let is_even = stretches.first()?.0 == stretches.last()?.0;
    (is_even && stretches.len() >= 5).then_some((size(false)?, size(true)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{color, drawing, raster};

    fn cut(text: &str, cut: Cut) -> Sheet {
        cut_sheet(raster(text), Background::Auto, cut).unwrap()
    }

    fn drawings(sheet: &Sheet) -> Vec<String> {
        let sprites = sheet.sprites.iter();
        sprites
            .map(|sprite| drawing(&sprite.raster).replace('\n', " "))
            .collect()
    }

    #[test]
    fn shapes_are_cut_out_of_an_opaque_sheet_and_equal_ones_told() {
        let sheet = cut(
            "ooooooooo
             oabooaboo
             obaoobaob
             ooooooooo",
            Cut::Auto { gap: 0 },
        );
        assert_eq!(sheet.background, Some(color('o')));
        assert_eq!(drawings(&sheet), ["ab ba", "ab ba", "b"]);
        let equal: Vec<usize> = sheet
            .sprites
            .iter()
            .map(|sprite| sprite.first_equal)
            .collect();
        assert_eq!(equal, [0, 0, 2]);
    }

    #[test]
    fn drawn_lines_make_cells() {
        let sheet = cut(
            "xxxxxxx
             xaoxoox
             xooxobx
             xxxxxxx
             xooxaax
             xooxaax
             xxxxxxx",
            Cut::Auto { gap: 1 },
        );
        assert_eq!(drawings(&sheet), ["a. ..", ".. .b", "aa aa"]);
        assert_eq!(sheet.background, Some(color('o')));
        let cells = sheet.cells.unwrap();
        assert_eq!((cells.width, cells.height, cells.spacing), (2, 2, 1));
        let last = sheet.sprites[2].bounds;
        assert_eq!((last.left, last.top), (4, 4));
    }

    #[test]
    fn lines_only_between_cells_make_cells_too() {
        let sheet = cut(
            "abxoaxbb
             aaxbbxoa
             xxxxxxxx
             bbxaoxab
             baxoaxbb
             xxxxxxxx
             aaxbbxoa
             bbxbaxaa",
            Cut::Auto { gap: 1 },
        );
        assert_eq!(sheet.sprites.len(), 9);
        let cells = sheet.cells.unwrap();
        assert_eq!((cells.width, cells.margin, cells.spacing), (2, 0, 1));
    }

    #[test]
    fn cells_are_cut_as_asked_for() {
        let cells = Cells {
            width: 2,
            height: 1,
            margin: 0,
            spacing: 1,
        };
        let sheet = cut("a..b. ..... .c.d.", Cut::Cells(cells));
        assert_eq!(drawings(&sheet), ["a.", "b.", ".c", "d."]);
    }

    #[test]
    fn a_sheet_without_sprites_is_refused() {
        let error = cut_sheet(raster("..."), Background::Auto, Cut::Auto { gap: 1 });
        assert!(matches!(error, Err(SpriteError::NoSprites)));
    }
}
