//! The cartridge from outside: the rom, what its memory holds, and the settings that it is sent.
//!
//! Its source is 6502 assembly, in the folder of this name.

mod memory;
mod settings;

pub use memory::Memory;
pub use settings::{SEND, Settings, opening, sent_by, sent_value};

use crate::game::console::Buttons;
use crate::game::random::RandomDealer;
use crate::game::{FieldSize, Tetromino};
use crate::picture::Layout;

/// The cartridge as emulators load it: a header of 16 bytes, 16 KB of program, 8 KB of tiles.
pub const ROM: &[u8; 24_592] = include_bytes!("cartridge/tetris-printer.nes");

/// The MD5 sum of the program and the tiles, in base 64: by this FM2 movies name their game.
pub const CHECKSUM: &str = "base64:i0fDRjayhXQOrRYU3EOo1w==";

/// The only field that it has.
pub const FIELD: FieldSize = FieldSize::STANDARD;

/// The colours that a piece may have, besides that of an empty cell.
pub const MOST_COLORS: usize = 3;

/// Where the cells are on the screen.
pub const LAYOUT: Layout = Layout {
    cell: 4,
    origin_x: 32,
    origin_y: 40,
    field: FIELD,
};

/// Frames that the cartridge looks away after Start while it draws another screen.
pub const LOADING_FRAMES: usize = 8;

/// The buttons of controller 2 that deal `piece`: A, B and Select are 4, 2 and 1 of its number,
/// 1 to 7 for T J Z O S L I.
pub fn dealt_by(piece: Tetromino) -> Buttons {
    Buttons::from_bits((kind_number(piece) as u8 + 1) << 5)
}

/// The piece that these buttons of controller 2 deal.
pub fn dealt_piece(buttons: Buttons) -> Option<Tetromino> {
    let number = usize::from(buttons.bits() >> 5).checked_sub(1)?;
    Some(RandomDealer::ORDER[number])
}

/// The place of a kind in the console's order.
fn kind_number(piece: Tetromino) -> usize {
    let number = RandomDealer::ORDER.iter().position(|kind| *kind == piece);
    number.expect("the order has all kinds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rom_is_a_plain_cartridge_of_16_and_8_kilobytes() {
        assert_eq!(&ROM[..8], b"NES\x1a\x01\x01\0\0");
    }

    #[test]
    fn controller_2_deals_every_piece() {
        for piece in Tetromino::ALL {
            assert_eq!(dealt_piece(dealt_by(piece)), Some(piece));
        }
        assert_eq!(dealt_by(Tetromino::I).to_string(), ".....SBA");
        assert_eq!(dealt_piece(Buttons::START), None);
    }
}
