//! A user's own copy of the game, and what its memory and screen show.

use crate::color::Rgb;
use crate::game::{Column, FieldSize, PaintedPlayfield, Row, TileStyle};
use crate::nes::screen::NesScreen;
use crate::picture::{Layout, Pixmap};

/// A file that may be the game: a header of 16 bytes, the program, the graphics.
#[derive(Clone, Debug)]
pub struct GameCopy {
    bytes: Vec<u8>,
}

/// Why a file cannot be the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameCopyError {
    /// No header of the iNES format.
    #[error("not a game of the NES: name the .nes file of your own copy")]
    Header,
    /// The file ends before the program and the graphics that its header announces.
    #[error("the game is cut off: it has {found} bytes, and its header says {needed}")]
    Cut {
        /// Bytes of the file.
        found: usize,
        /// Bytes that it should have.
        needed: usize,
    },
}

impl GameCopy {
    /// Files are not read further than this, in bytes; the game has 49,168.
    pub const MOST_BYTES: u64 = 4 << 20;

    const HEADER: usize = 16;
    /// The first digits of the SHA-1 sum of the NTSC game, without its header.
    const KNOWN: &str = "fd9079cb";

    /// Looks at a file. Whether it is the game is told by [`is_known`](Self::is_known).
    pub fn new(bytes: Vec<u8>) -> Result<GameCopy, GameCopyError> {
        if bytes.len() < Self::HEADER || !bytes.starts_with(b"NES\x1a") {
            return Err(GameCopyError::Header);
        }
        let needed = Self::HEADER + (usize::from(bytes[4]) << 14) + (usize::from(bytes[5]) << 13);
        if bytes.len() < needed {
            let found = bytes.len();
            return Err(GameCopyError::Cut { found, needed });
        }
        Ok(GameCopy { bytes })
    }

    /// Whether it is the game that the model was measured on.
    pub fn is_known(&self) -> bool {
        self.sum().starts_with(Self::KNOWN)
    }

    /// The SHA-1 sum of the program and the graphics, in hexadecimal digits.
    pub fn sum(&self) -> String {
        crate::nes::sum_of_game(&self.bytes)
    }

    /// The file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The cells of the game's field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginalField(Vec<Option<TileStyle>>);

/// The rows from the top in which the next piece may hang over the field.
const ENTRY_ROWS: usize = 3;

impl OriginalField {
    /// Where the field begins in the console's memory, and how its cells are written there.
    const START: usize = 0x400;
    const EMPTY: u8 = 0xef;

    /// The places where the field may be on the screen, which depend on the lines that an emulator cuts off.
    const CORNERS: [(usize, usize); 2] = [(96, 48), (96, 40)];
    const CELL: usize = 8;

    /// Where the field is on the whole screen.
    pub const LAYOUT: Layout = Layout {
        cell: Self::CELL as u32,
        origin_x: Self::CORNERS[0].0 as u32,
        origin_y: Self::CORNERS[0].1 as u32,
        field: FieldSize::ORIGINAL,
        theme: None,
    };

    /// The field in the console's memory; `None` if something else is there.
    pub fn in_memory(ram: &[u8; 0x800]) -> Option<OriginalField> {
        let size = FieldSize::ORIGINAL;
        let cells = &ram[Self::START..Self::START + size.width() * size.height()];
        let style = |cell: &u8| match *cell {
            Self::EMPTY => Some(None),
            0x7b => Some(Some(TileStyle::Rimmed)),
            0x7c => Some(Some(TileStyle::Second)),
            0x7d => Some(Some(TileStyle::First)),
            _ => None,
        };
        let cells: Option<Vec<_>> = cells.iter().map(style).collect();
        cells.map(OriginalField)
    }

    /// The field as the game keeps it: of each cell the style alone.
    pub fn of(field: &PaintedPlayfield) -> OriginalField {
        let rows = (0..field.size().height()).flat_map(|row| field.row(Row(row)));
        OriginalField(rows.map(|cell| cell.map(|piece| piece.style())).collect())
    }

    /// The field with a pixel for each cell.
    pub fn picture(&self, color: impl Fn(Option<TileStyle>) -> Rgb) -> (Pixmap, Layout) {
        let pixel = |cell: &Option<TileStyle>| {
            let Rgb { r, g, b } = color(*cell);
            [r, g, b, 255]
        };
        let field = FieldSize::ORIGINAL;
        let picture = Pixmap {
            width: field.width(),
            height: field.height(),
            pixels: self.0.iter().map(pixel).collect(),
        };
        let layout = Layout {
            cell: 1,
            origin_x: 0,
            origin_y: 0,
            field,
            theme: None,
        };
        (picture, layout)
    }

    /// Whether the screen shows the filled cells, and no others, below the rows in which the next piece enters.
    pub fn is_on(&self, screen: &NesScreen) -> bool {
        let size = FieldSize::ORIGINAL;
        let cells = (ENTRY_ROWS..size.height())
            .flat_map(|row| (0..size.width()).map(move |column| (Column(column), Row(row))));
        Self::CORNERS.into_iter().any(|(left, top)| {
            cells.clone().all(|(column, row)| {
                let (x, y) = (left + Self::CELL * column.0, top + Self::CELL * row.0);
                let filled = self.0[row.0 * size.width() + column.0].is_some();
                is_drawn(screen, x, y) == filled
            })
        })
    }
}

/// Whether anything but the black of empty cells is drawn in a cell.
fn is_drawn(screen: &NesScreen, x: usize, y: usize) -> bool {
    let side = OriginalField::CELL;
    let mut pixels = (0..side * side).map(|at| screen.entry(x + at % side, y + at / side));
    pixels.any(|entry| !matches!(entry, 0x0d..=0x0f | 0x1d..=0x1f | 0x2e | 0x2f | 0x3e | 0x3f))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{PieceDrop, Pose};

    #[test]
    fn what_is_no_game_or_cut_off_is_refused_and_another_game_is_unknown() {
        let copy = |bytes: &[u8]| GameCopy::new(bytes.to_vec());
        assert_eq!(copy(b"").unwrap_err(), GameCopyError::Header);
        assert_eq!(copy(&[0; 100]).unwrap_err(), GameCopyError::Header);
        let rom = crate::nes::cartridge::ROM;
        let error = copy(&rom[..20_000]).unwrap_err().to_string();
        assert_eq!(
            error,
            "the game is cut off: it has 20000 bytes, and its header says 24592"
        );
        assert!(!copy(rom).unwrap().is_known());
    }

    #[test]
    fn the_memory_and_the_screen_show_the_same_cells() {
        let mut ram = [0; 0x800];
        assert_eq!(OriginalField::in_memory(&ram), None);
        ram[0x400..0x4c8].fill(0xef);
        (ram[0x4c7], ram[0x4c6]) = (0x7c, 0x7b);
        let field = OriginalField::in_memory(&ram).unwrap();
        let screen = |shift: usize| {
            let is_filled = move |x: usize, y: usize| {
                (160 + shift..176 + shift).contains(&x) && (200..208).contains(&y)
            };
            let pixels = (0..240).flat_map(move |y| {
                (0..256).map(move |x| if is_filled(x, y) { 0x30 } else { 0x0f })
            });
            NesScreen::new(pixels)
        };
        assert!(field.is_on(&screen(0)));
        assert!(!field.is_on(&screen(8)));
        let mut played = PaintedPlayfield::new(FieldSize::ORIGINAL);
        played.drop(PieceDrop::new(Pose::O, Column(8))).unwrap();
        for cell in [0x4bc, 0x4bd, 0x4c6, 0x4c7] {
            ram[cell] = 0x7b;
        }
        assert_eq!(
            OriginalField::in_memory(&ram),
            Some(OriginalField::of(&played))
        );
    }
}
