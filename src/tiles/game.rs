//! Files of games, told by their headers.

use std::ops::Range;

use super::TileLayout;

/// A game's file that says what console it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// An iNES or NES 2.0 file.
    Nes,
    /// A cartridge of the Game Boy, or of its successor with colours.
    GameBoy,
}

/// Where the tiles of a game are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a rom of their own, here.
    Known(Range<usize>),
    /// Somewhere in here.
    Among(Range<usize>),
}

const NES_HEADER: usize = 16;
const NES_TRAINER: usize = 512;

impl Game {
    /// The game of a file, by its header.
    pub fn of(file: &[u8]) -> Option<Game> {
        if file.len() >= NES_HEADER && file.starts_with(b"NES\x1a") {
            return Some(Game::Nes);
        }
        is_game_boy(file).then_some(Game::GameBoy)
    }

    /// How its console holds tiles.
    pub const fn layout(self) -> TileLayout {
        match self {
            Game::Nes => TileLayout::Nes,
            Game::GameBoy => TileLayout::GameBoy,
        }
    }

    /// Where its tiles are; a file that is cut off has fewer than its header says.
    pub(super) fn place(self, file: &[u8]) -> Place {
        match self {
            Game::Nes => nes_place(file),
            Game::GameBoy => Place::Among(GAME_BOY_HEADER.end.min(file.len())..file.len()),
        }
    }
}

fn nes_place(file: &[u8]) -> Place {
    let is_version_2 = file[7] & 0x0c == 0x08;
    let upper = if is_version_2 { file[9] } else { 0 };
    let trainer = if file[6] & 4 != 0 { NES_TRAINER } else { 0 };
    let program = rom_size(file[4], upper & 15, 16 << 10);
    let tiles = rom_size(file[5], upper >> 4, 8 << 10);
    let within = |at: usize| at.min(file.len());
    let start = within(NES_HEADER + trainer);
    let end = within(start.saturating_add(program));
    match tiles {
        0 => Place::Among(start..end),
        size => Place::Known(end..within(end.saturating_add(size))),
    }
}

/// The bytes of a rom, from the two parts of its size as NES 2.0 has them, in units or as a power of two.
fn rom_size(lower: u8, upper: u8, unit: usize) -> usize {
    match upper {
        15 => {
            let power = 1_usize
                .checked_shl(u32::from(lower >> 2))
                .unwrap_or(usize::MAX);
            power.saturating_mul(usize::from(lower & 3) * 2 + 1)
        }
        upper => (usize::from(upper) << 8 | usize::from(lower)) * unit,
    }
}

const GAME_BOY_HEADER: Range<usize> = 0x100..0x150;

/// The header carries a checksum of itself, and says how large the cartridge is.
fn is_game_boy(file: &[u8]) -> bool {
    if file.len() < GAME_BOY_HEADER.end {
        return false;
    }
    let sum = file[0x134..0x14d]
        .iter()
        .fold(0_u8, |sum, byte| sum.wrapping_sub(*byte).wrapping_sub(1));
    let size = file[0x148];
    sum == file[0x14d] && size <= 8 && file.len() <= 0x8000 << size
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::nes::cartridge::ROM;

    /// A cartridge of the Game Boy of 32 KB, zeros but for its header.
    pub fn game_boy() -> Vec<u8> {
        let mut file = vec![0; 0x8000];
        file[0x134..0x138].copy_from_slice(b"TEST");
        // 25 bytes, each less one.
        let sum = b"TEST"
            .iter()
            .fold(25_u8, |sum, byte| sum.wrapping_add(*byte));
        file[0x14d] = sum.wrapping_neg();
        file
    }

    #[test]
    fn a_file_that_ends_within_the_header_is_no_cartridge() {
        let file = game_boy();
        assert_eq!(Game::of(&file), Some(Game::GameBoy));
        for end in 0..GAME_BOY_HEADER.end {
            assert_eq!(Game::of(&file[..end]), None, "{end}");
        }
    }

    #[test]
    fn the_tiles_of_a_cartridge_follow_its_program() {
        assert_eq!(Game::of(&ROM[..]), Some(Game::Nes));
        assert_eq!(Game::Nes.place(&ROM[..]), Place::Known(16_400..24_592));
        let mut with_trainer = ROM.to_vec();
        with_trainer[6] |= 4;
        assert_eq!(Game::Nes.place(&with_trainer), Place::Known(16_912..24_592));
    }

    #[test]
    fn a_board_without_a_tile_rom_has_them_in_its_program() {
        let mut file = ROM.to_vec();
        file[5] = 0;
        assert_eq!(Game::Nes.place(&file), Place::Among(16..16_400));
    }

    #[test]
    fn sizes_of_the_second_version_may_be_powers() {
        assert_eq!(rom_size(2, 1, 8 << 10), 258 * 8192);
        assert_eq!(rom_size(13 << 2 | 1, 15, 1), 3 << 13);
        assert_eq!(rom_size(255, 15, 1), usize::MAX);
        let mut file = ROM.to_vec();
        (file[7], file[9], file[4]) = (8, 0x0f, 255);
        assert_eq!(Game::Nes.place(&file), Place::Known(24_592..24_592));
    }

    #[test]
    fn a_header_of_the_game_boy_is_told_by_its_checksum() {
        let mut file = game_boy();
        assert_eq!(Game::of(&file), Some(Game::GameBoy));
        assert_eq!(Game::GameBoy.place(&file), Place::Among(0x150..0x8000));
        file[0x140] = 1;
        assert_eq!(Game::of(&file), None);
        assert_eq!(Game::of(b"NES\x1a"), None);
    }
}
