//! The console's picture.

use crate::color::{CONSOLE_PALETTE, ConsoleColor, Rgb};
use crate::game::{Column, Row};
use crate::picture::{Canvas, Layout, Palette, PaletteFull, Pixmap, write_png};
use crate::render::RenderError;

use super::cartridge::{FIELD, LAYOUT};

/// A picture of 256x240 pixels, each an entry of the console's colour table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NesScreen(Vec<u8>);

impl NesScreen {
    /// Columns of pixels.
    pub const WIDTH: usize = 256;
    /// Rows of pixels.
    pub const HEIGHT: usize = 240;

    /// A screen from its entries, row by row from the top; only their lower six bits count.
    ///
    /// # Panics
    /// Unless there are 256x240.
    pub fn new(entries: impl IntoIterator<Item = u8>) -> NesScreen {
        let entries: Vec<u8> = entries.into_iter().map(|entry| entry & 0x3f).collect();
        assert_eq!(entries.len(), NesScreen::WIDTH * NesScreen::HEIGHT);
        NesScreen(entries)
    }

    /// The entry of the palette at (x, y).
    pub fn entry(&self, x: usize, y: usize) -> u8 {
        self.0[y * NesScreen::WIDTH + x]
    }

    /// The first cell of the field whose pixels are not all of one colour.
    pub fn torn_cell(&self) -> Option<(Column, Row)> {
        let cells = (0..FIELD.height())
            .flat_map(|row| (0..FIELD.width()).map(move |column| (Column(column), Row(row))));
        cells.into_iter().find(|(column, row)| {
            let (x, y) = LAYOUT.corner(*column, *row);
            let side = LAYOUT.cell as usize;
            let pixels = (0..side * side).map(|at| self.entry(x + at % side, y + at / side));
            pixels.into_iter().any(|entry| entry != self.entry(x, y))
        })
    }

    /// The screen as an RGBA picture, as the verifier reads it.
    pub fn picture(&self) -> Pixmap {
        let pixel = |entry: &u8| {
            let Rgb { r, g, b } = CONSOLE_PALETTE[usize::from(*entry)];
            [r, g, b, 255]
        };
        Pixmap {
            width: NesScreen::WIDTH,
            height: NesScreen::HEIGHT,
            pixels: self.0.iter().map(pixel).collect(),
        }
    }

    /// Writes the screen as a PNG whose metadata says where its cells are.
    pub fn write_png(&self, layout: Layout, out: impl std::io::Write) -> Result<(), RenderError> {
        let entries = (0..).map_while(ConsoleColor::new);
        let paint = Paint::of(entries.filter(|entry| self.0.contains(&entry.entry())))?;
        let mut canvas = Canvas::new(NesScreen::WIDTH, NesScreen::HEIGHT);
        paint.draw(self, &mut canvas)?;
        Ok(write_png(&canvas, &paint.palette, &layout.into(), out)?)
    }
}

/// Entries of the console's colour table as the palette of a picture.
pub(super) struct Paint {
    pub palette: Palette,
    /// The palette index of each entry; [`Palette::TRANSPARENT`] for entries that are not in it.
    indices: [u8; 64],
}

impl Paint {
    /// The palette for pictures of these entries.
    pub fn of(entries: impl IntoIterator<Item = ConsoleColor>) -> Result<Paint, PaletteFull> {
        let mut palette = Palette::new();
        let mut indices = [Palette::TRANSPARENT; 64];
        for entry in entries {
            indices[usize::from(entry.entry())] = palette.index_of(entry.rgb())?;
        }
        Ok(Paint { palette, indices })
    }

    /// Errors: [`RenderError::Encode`] if the screen shows another entry.
    pub fn draw(&self, screen: &NesScreen, canvas: &mut Canvas) -> Result<(), RenderError> {
        let entries = screen.0.iter();
        let indices = entries.map(|entry| self.indices[usize::from(*entry)]);
        if indices.clone().any(|index| index == Palette::TRANSPARENT) {
            return Err(RenderError::Encode(
                "the console shows a colour that is not in the palette".into(),
            ));
        }
        canvas.repaint(indices);
        Ok(())
    }
}
