//! The picture processing unit (PPU): its ports, its memory, and the picture that they amount to.

use crate::nes::screen::NesScreen;

/// The ports, as the cartridge's `hardware.inc` names them.
mod port {
    pub const CONTROL: u16 = 0;
    pub const MASK: u16 = 1;
    pub const STATUS: u16 = 2;
    pub const SCROLL: u16 = 5;
    pub const ADDRESS: u16 = 6;
    pub const DATA: u16 = 7;
}

/// Bits of [`port::CONTROL`]; its lowest two choose the screen.
mod control {
    pub const DOWN: u8 = 0x04;
    pub const SPRITE_TABLE: u8 = 0x08;
    pub const TEXT_TABLE: u8 = 0x10;
    pub const INTERRUPT: u8 = 0x80;
}

/// Bits of [`port::MASK`].
mod mask {
    pub const BACKGROUND: u8 = 0x08;
    pub const SPRITES: u8 = 0x10;
}

/// The side of a tile in pixels.
const TILE: usize = 8;
/// Tiles in a row of the screen.
const COLUMNS: usize = NesScreen::WIDTH / TILE;
/// Bytes of a table of 256 tiles.
const TABLE: usize = 0x1000;
/// The most sprites that a line shows.
const SPRITES_IN_A_LINE: usize = 8;

pub struct Picture {
    tiles: &'static [u8],
    /// Two screens of tile numbers and palette numbers, one above the other.
    screens: [u8; 0x800],
    palette: [u8; 32],
    /// Four bytes each: row, tile, look, column.
    pub sprites: [u8; 0x100],
    control: u8,
    mask: u8,
    address: u16,
    /// Whether the next byte of an address is its second one.
    is_second: bool,
    /// What the next read of the memory gives: reads lag one behind.
    read_ahead: u8,
    is_blank: bool,
}

/// A place in the memory.
enum Place {
    Tile(usize),
    Screen(usize),
    Palette(usize),
}

impl Picture {
    pub fn new(tiles: &'static [u8]) -> Self {
        Picture {
            tiles,
            screens: [0; 0x800],
            palette: [0; 32],
            sprites: [0; 0x100],
            control: 0,
            mask: 0,
            address: 0,
            is_second: false,
            read_ahead: 0,
            is_blank: false,
        }
    }

    /// Begins the vertical blank; returns whether that interrupts the processor.
    pub fn begin_blank(&mut self) -> bool {
        self.is_blank = true;
        self.interrupts()
    }

    pub fn end_blank(&mut self) {
        self.is_blank = false;
    }

    /// Whether the processor's line for interrupts is held.
    pub fn interrupts(&self) -> bool {
        self.is_blank && self.control & control::INTERRUPT != 0
    }

    pub fn read(&mut self, port: u16) -> u8 {
        match port {
            port::STATUS => {
                self.is_second = false;
                u8::from(std::mem::take(&mut self.is_blank)) << 7
            }
            port::DATA => {
                let byte = match self.place() {
                    Place::Tile(at) => self.tiles[at],
                    Place::Screen(at) => self.screens[at],
                    Place::Palette(at) => self.palette[at],
                };
                self.advance();
                std::mem::replace(&mut self.read_ahead, byte)
            }
            _ => 0,
        }
    }

    pub fn write(&mut self, port: u16, value: u8) {
        match port {
            port::CONTROL => self.control = value,
            port::MASK => self.mask = value,
            port::SCROLL => self.is_second = !self.is_second,
            port::ADDRESS => {
                let [high, low] = self.address.to_be_bytes();
                self.address = match self.is_second {
                    true => u16::from_be_bytes([high, value]),
                    false => u16::from_be_bytes([value & 0x3f, low]),
                };
                self.is_second = !self.is_second;
            }
            port::DATA => {
                match self.place() {
                    Place::Tile(_) => {}
                    Place::Screen(at) => self.screens[at] = value,
                    Place::Palette(at) => self.palette[at] = value,
                }
                self.advance();
            }
            _ => {}
        }
    }

    fn advance(&mut self) {
        let distance = match self.control & control::DOWN {
            0 => 1,
            _ => COLUMNS as u16,
        };
        self.address = self.address.wrapping_add(distance) & 0x3fff;
    }

    fn place(&self) -> Place {
        let at = usize::from(self.address);
        match at {
            0..0x2000 => Place::Tile(at),
            0x2000..0x3f00 => Place::Screen(on_screens(at)),
            // The sprites' palettes share their first colour with the background's.
            _ if at & 0x13 == 0x10 => Place::Palette(at & 0x0f),
            _ => Place::Palette(at & 0x1f),
        }
    }

    /// What is to be seen.
    pub fn draw(&self) -> NesScreen {
        NesScreen::new((0..NesScreen::HEIGHT).flat_map(|y| self.draw_line(y)))
    }

    fn draw_line(&self, y: usize) -> [u8; NesScreen::WIDTH] {
        // Colour 0 of every palette is the backdrop.
        let mut colors = [0; NesScreen::WIDTH];
        if self.mask & mask::BACKGROUND != 0 {
            for (x, color) in colors.iter_mut().enumerate() {
                *color = self.background(x, y);
            }
        }
        if self.mask & mask::SPRITES != 0 {
            self.draw_sprites(y, &mut colors);
        }
        colors.map(|color| match color & 3 {
            0 => self.palette[0],
            _ => self.palette[usize::from(color)],
        })
    }

    /// The place in the palette of a pixel of the background.
    fn background(&self, x: usize, y: usize) -> u8 {
        const PALETTE_NUMBERS: usize = 0x3c0;
        let screen = usize::from(self.control & 3) << 10;
        let (column, row) = (x / TILE, y / TILE);
        let byte = |at: usize| self.screens[on_screens(screen + at)];
        let look = byte(PALETTE_NUMBERS + row / 4 * (COLUMNS / 4) + column / 4);
        let palette = look >> (row / 2 % 2 * 4 + column / 2 % 2 * 2) & 3;
        let table = usize::from(self.control & control::TEXT_TABLE != 0);
        let color = self.tile_pixel(table, byte(row * COLUMNS + column), x % TILE, y % TILE);
        palette << 2 | color
    }

    /// Puts the sprites of a line over and under its background; of two the first in the list is seen.
    fn draw_sprites(&self, y: usize, colors: &mut [u8; NesScreen::WIDTH]) {
        let table = usize::from(self.control & control::SPRITE_TABLE != 0);
        let mut is_taken = [false; NesScreen::WIDTH];
        let sprites = self.sprites.chunks_exact(4).map(|sprite| {
            let &[above, tile, look, left] = sprite else {
                unreachable!("chunks of four");
            };
            (y.wrapping_sub(usize::from(above) + 1), tile, look, left)
        });
        let in_line = sprites.filter(|(row, ..)| *row < TILE);
        for (row, tile, look, left) in in_line.take(SPRITES_IN_A_LINE) {
            let (is_behind, is_mirrored) = (look & 0x20 != 0, look & 0x40 != 0);
            let row = if look & 0x80 != 0 {
                TILE - 1 - row
            } else {
                row
            };
            for (column, x) in (usize::from(left)..NesScreen::WIDTH).take(TILE).enumerate() {
                let column = if is_mirrored {
                    TILE - 1 - column
                } else {
                    column
                };
                let color = self.tile_pixel(table, tile, column, row);
                if color == 0 || std::mem::replace(&mut is_taken[x], true) {
                    continue;
                }
                if !is_behind || colors[x] & 3 == 0 {
                    colors[x] = 0x10 | (look & 3) << 2 | color;
                }
            }
        }
    }

    /// The colour number of a pixel of a tile.
    fn tile_pixel(&self, table: usize, tile: u8, x: usize, y: usize) -> u8 {
        let at = table * TABLE + usize::from(tile) * 2 * TILE + y;
        let bit = |byte: u8| byte >> (TILE - 1 - x) & 1;
        bit(self.tiles[at + TILE]) << 1 | bit(self.tiles[at])
    }
}

/// The cartridge has two screens one above the other, each of which stands twice in the memory, side by side.
fn on_screens(at: usize) -> usize {
    at & 0x3ff | at >> 1 & 0x400
}
