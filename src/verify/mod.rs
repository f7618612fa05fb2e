//! The judge: does a product of the printer show exactly the sprite?
//!
//! It trusts nobody: scripts are played by rules of its own, pictures are decoded by crates that know nothing of their
//! encoders, and what stands on the field in the end is compared cell by cell with the sprite. It knows no planner, no
//! game and no renderer. Pictures of this program say where their cells are; in a screenshot of any other the field is
//! searched for ([`find_field`]).

mod film;
mod looks;
mod picture;
mod replay;
mod screenshot;

pub use film::{BrokenFilm, FilmFlaw, pictures_of_script};
use looks::{Looks, Tolerance};
pub use picture::render_differences;
pub use replay::{BrokenRule, RefusedDrop};
pub use screenshot::{CELL_TOLERANCE, FoundField, ScreenshotError, find_field};

use crate::color::{ColorCounts, Rgb, ThemePalette};
use crate::game::{Column, FieldSize, Row};

use crate::picture::{Layout, Pixmap, ReadPrint, ReadPrintError, read_film};
use crate::script::PrintScript;
use crate::sprite::Sprite;

/// A printed field as it looks: the colour of each cell, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedField {
    size: FieldSize,
    cells: Vec<Rgb>,
    /// Cells that look unlike the others of their colour.
    odd: Vec<(Column, Row)>,
    /// The colour of an empty cell, where the source says it.
    background: Option<Rgb>,
    /// The field column of the image's column 0, where the source says it.
    left: Option<i32>,
    /// The colours that stand for those of the sprite, where the source says it.
    theme: Option<ThemePalette>,
}

impl PrintedField {
    /// What is left after playing a script. Errors: [`RefusedDrop`] if a drop breaks the rules.
    pub fn of_script(script: &PrintScript) -> Result<Self, RefusedDrop> {
        let field = replay::play(script)?;
        let color =
            |cell: &Option<_>| cell.map_or(script.background, |piece| script.colors.of(piece));
        let cells = field.iter().flatten().map(color).collect();
        Ok(PrintedField {
            size: script.field,
            cells,
            odd: Vec::new(),
            background: Some(script.background),
            left: script.sprite.map(|sprite| sprite.left),
            theme: None,
        })
    }

    /// What a PNG shows, or a GIF in its last frame. The pixel in its centre tells the colour of a cell; in all others it
    /// must look like most cells of this colour. Errors: see [`ReadPrintError`].
    pub fn of_picture(bytes: &[u8]) -> Result<Self, ReadPrintError> {
        Ok(PrintedField::of_print(&read_film(bytes, |_, _| {})?))
    }

    /// As [`of_picture`](Self::of_picture), of one that was read before.
    pub fn of_print(print: &ReadPrint) -> Self {
        PrintedField::of_pixels(&print.last, &print.layout)
    }

    /// What stands on the field of a screen whose empty cells have the colour `background`.
    pub fn of_screen(picture: &Pixmap, layout: &Layout, background: Rgb) -> Self {
        PrintedField {
            background: Some(background),
            ..PrintedField::of_pixels(picture, layout)
        }
    }

    fn of_pixels(picture: &Pixmap, layout: &Layout) -> Self {
        let size = layout.field;
        let color = |(x, y)| {
            let [r, g, b, _] = picture.pixel(x, y);
            Rgb::new(r, g, b)
        };
        let cells: Vec<Rgb> = (0..size.height())
            .flat_map(|row| (0..size.width()).map(move |column| (Column(column), Row(row))))
            .map(|(column, row)| color(layout.centre(column, row)))
            .collect();
        let looks = Looks {
            field: size,
            cells: &cells,
            side: layout.cell as usize,
            sample: |(column, row), (x, y)| {
                let (left, top) = layout.corner(column, row);
                color((left + x, top + y))
            },
        };
        PrintedField {
            size,
            odd: looks.odd_cells(Tolerance::NONE),
            cells,
            background: None,
            left: None,
            theme: layout.theme,
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> FieldSize {
        self.size
    }

    /// The colours that stand for those of the sprite, where the source says that it was drawn in others.
    pub fn theme(&self) -> Option<ThemePalette> {
        self.theme
    }

    /// Whether all cells look the same, as those of an empty field do.
    pub fn is_of_one_color(&self) -> bool {
        self.cells.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// What the cell at (`column`, `row`) looks like, an empty one included.
    pub fn color(&self, column: Column, row: Row) -> Rgb {
        self.cells[row.0 * self.size.width() + column.0]
    }
}

/// A cell that is not as the sprite wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its column on the field.
    pub column: Column,
    /// Its row on the field, from 0 at the top.
    pub row: Row,
    /// The sprite's colour there; `None` where the cell should be empty.
    pub expected: Option<Rgb>,
    /// The colour that is there; `None` if the cell is empty.
    pub found: Option<Rgb>,
}

/// What the judge has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The field column of the image's column 0.
    pub left: i32,
    /// The cells that were compared: the whole field but the free cells.
    pub cells: usize,
    /// From the top left, row by row.
    pub differences: Vec<Difference>,
    /// Cells of the right colour that do not look like the others of this colour, in the same order.
    pub odd: Vec<(Column, Row)>,
}

impl Verdict {
    /// Whether every cell is as the sprite wants it.
    pub fn is_exact(&self) -> bool {
        self.differences.is_empty() && self.odd.is_empty()
    }
}

/// Why nothing can be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// An empty field would be right, and so would any other.
    #[error("there is nothing to compare: every pixel of the sprite is transparent")]
    EmptySprite,
    /// No place on the field holds the sprite.
    #[error("the sprite is {width}x{height} pixels, more than the field's {field}")]
    TooLarge {
        /// Columns of the sprite.
        width: usize,
        /// Rows of the sprite.
        height: usize,
        /// The field that was to be compared.
        field: FieldSize,
    },
}

/// Compares a printed field with the sprite, whose lowest filled row stands on the floor. Where the
/// source does not say in which column it stands or what an empty cell looks like, the place with
/// the fewest differences counts.
///
/// Errors: see [`VerifyError`].
pub fn verify(sprite: &Sprite, printed: &PrintedField) -> Result<Verdict, VerifyError> {
    verify_beside(sprite, printed, 0)
}

/// As [`verify`], but in the columns of `free`, one bit per field column, cells in the sprite's rows that
/// are none of its pixels may hold anything.
///
/// Errors: see [`VerifyError`].
pub fn verify_beside(
    sprite: &Sprite,
    printed: &PrintedField,
    free: u64,
) -> Result<Verdict, VerifyError> {
    let bounds = sprite.bounds().ok_or(VerifyError::EmptySprite)?;
    let (width, height, field) = (bounds.width, bounds.height, printed.size);
    if width > field.width() || height > field.height() {
        return Err(VerifyError::TooLarge {
            width,
            height,
            field,
        });
    }
    let margin = bounds.left as i32;
    let verdict = match printed.left {
        Some(left) => compare(sprite, printed, left, free),
        None => (0..=(field.width() - width) as i32)
            .map(|column| compare(sprite, printed, column - margin, free))
            .min_by_key(|verdict| verdict.differences.len())
            .expect("a sprite that fits has a place"),
    };
    Ok(verdict)
}

fn compare(sprite: &Sprite, printed: &PrintedField, left: i32, free: u64) -> Verdict {
    let expected = |column, row| expected_color(sprite, printed.size, left, column, row);
    let rows = sprite.bounds().map_or(0, |bounds| bounds.height);
    let is_free = |column: Column, row: Row| {
        let is_beside = printed.size.height() - row.0 <= rows
            && free
                .checked_shr(column.0 as u32)
                .is_some_and(|rest| rest & 1 == 1);
        is_beside && expected(column, row).is_none()
    };
    let cells = || {
        let columns = 0..printed.size.width();
        let cells = (0..printed.size.height()).flat_map(move |row| {
            columns
                .clone()
                .map(move |column| (Column(column), Row(row)))
        });
        cells.filter(|(column, row)| !is_free(*column, *row))
    };
    let background = printed.background.unwrap_or_else(|| {
        let empty = cells().filter(|(column, row)| expected(*column, *row).is_none());
        most_common(empty.map(|(column, row)| printed.color(column, row)))
    });
    let differences: Vec<Difference> = cells()
        .filter_map(|(column, row)| {
            let expected = expected(column, row);
            let color = printed.color(column, row);
            let found = (color != background).then_some(color);
            (expected != found).then_some(Difference {
                column,
                row,
                expected,
                found,
            })
        })
        .collect();
    let is_odd = |(column, row): &(Column, Row)| {
        let is_wrong = |d: &Difference| (d.column, d.row) == (*column, *row);
        !is_free(*column, *row) && !differences.iter().any(is_wrong)
    };
    Verdict {
        left,
        cells: cells().count(),
        odd: printed.odd.iter().copied().filter(is_odd).collect(),
        differences,
    }
}

/// What the sprite wants in a cell of the field.
fn expected_color(
    sprite: &Sprite,
    field: FieldSize,
    left: i32,
    column: Column,
    row: Row,
) -> Option<Rgb> {
    let bounds = sprite.bounds()?;
    let x = usize::try_from(column.0 as i64 - i64::from(left))
        .ok()
        .filter(|x| *x < sprite.width())?;
    let above_floor = field.height() - 1 - row.0;
    let y = (bounds.top + bounds.height - 1).checked_sub(above_floor)?;
    sprite.color(x, y)
}

/// The colour that occurs most often, the first of equals; black if there is none.
fn most_common(colors: impl Iterator<Item = Rgb>) -> Rgb {
    let colors = ColorCounts::of(colors.map(Some)).by_frequency();
    colors.first().map_or(Rgb::BLACK, |(color, _)| *color)
}

#[cfg(test)]
mod tests;
