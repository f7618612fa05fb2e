//! The cartridge from outside: the rom, its memory layout, and the protocol of its controllers.
//!
//! Its source is 6502 assembly, in the folder of this name.

mod controllers;
mod memory;
mod settings;

pub use controllers::{SEND, dealt_by, dealt_piece, sent_by, sent_value};
pub use memory::Memory;
pub use settings::{CartridgeSettings, LOADING_FRAMES, opening};

use crate::game::FieldSize;
use crate::picture::Layout;

/// The cartridge as emulators load it: a header of 16 bytes, 16 KB of program, 8 KB of tiles.
pub const ROM: &[u8; 24_592] = include_bytes!("cartridge/tetris-printer.nes");

/// The MD5 sum of the program and the tiles, in base 64: FM2 movies identify their game by it.
pub const CHECKSUM: &str = "base64:xTKwJX1zB82D/bdoS/Jp+Q==";

/// The size of its playfield, which cannot be changed.
pub const FIELD: FieldSize = FieldSize::STANDARD;

/// Where the cells are on the screen.
pub const LAYOUT: Layout = Layout {
    cell: 4,
    origin_x: 32,
    origin_y: 40,
    field: FIELD,
    theme: None,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rom_is_a_plain_cartridge_of_16_and_8_kilobytes() {
        assert_eq!(&ROM[..8], b"NES\x1a\x01\x01\0\0");
    }
}
