//! The console's memory while the cartridge runs; the addresses are those of `memory.inc`.

use super::settings::CartridgeSettings;
use crate::game::{Column, Row};

/// The console's 2 KB of memory, while the cartridge runs.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a>(pub &'a [u8; 0x800]);

impl Memory<'_> {
    const ROWS_LOW: usize = 0x80;
    const ROWS_HIGH: usize = 0xaa;
    const PIECES: usize = 0x54;
    const LINES: usize = 0x59;

    /// Whether the cartridge has finished a frame and waits for the next one, or is loading a screen.
    pub fn is_settled(&self) -> bool {
        self.0[0x00] != 0 || self.0[0x01] != 0
    }

    /// Frames that were not ready in time, modulo 256; must stay 0.
    pub fn lag(&self) -> u8 {
        self.0[0x02]
    }

    /// Whether a game is on the screen.
    pub fn is_playing(&self) -> bool {
        self.0[0x04] == 2
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.is_playing() && self.0[0x05] == 5
    }

    /// Whether the game is paused.
    pub fn is_paused(&self) -> bool {
        self.0[0x06] != 0
    }

    /// All 16 bits of the random generator.
    pub fn generator(&self) -> u16 {
        u16::from_be_bytes([self.0[0x08], self.0[0x09]])
    }

    /// The pose (its place in [`Pose::ALL`](crate::game::Pose::ALL)), row and column of the falling
    /// piece, if there is one.
    pub fn falling(&self) -> Option<[u8; 3]> {
        let [pose, row, column] = [self.0[0x13], self.0[0x14], self.0[0x15]];
        (self.is_playing() && self.0[0x05] == 1).then_some([pose, row, column])
    }

    /// The settings of the game.
    pub fn settings(&self) -> Option<CartridgeSettings> {
        CartridgeSettings::from_values(std::array::from_fn(|place| self.0[0x40 + place]))
    }

    /// Pieces that have locked, as the panel counts them.
    pub fn pieces(&self) -> u32 {
        self.number(Self::PIECES)
    }

    /// Lines that have been cleared, as the panel counts them.
    pub fn lines(&self) -> u32 {
        self.number(Self::LINES)
    }

    /// The content of a cell: 0 if it is empty, else the number of its colour. Rows are found through
    /// pointers, since a line clear moves these instead of the cells.
    pub fn cell(&self, column: Column, row: Row) -> u8 {
        let (low, high) = (
            self.0[Self::ROWS_LOW + row.0],
            self.0[Self::ROWS_HIGH + row.0],
        );
        let address = usize::from(u16::from_be_bytes([high, low])) + column.0;
        self.0[address % self.0.len()]
    }

    fn number(&self, start: usize) -> u32 {
        let digits = self.0[start..start + 5].iter();
        digits.fold(0, |number, digit| 10 * number + u32::from(*digit))
    }
}
