//! What the processor reads and writes.

use mos6502::memory::Bus;

use super::picture::Picture;
use crate::nes::cartridge::ROM;
use crate::nes::movie::Pads;

/// The parts of a rom file in the iNES format.
const HEADER: usize = 16;
const PROGRAM: usize = 0x4000;

/// Cycles in which the processor stands still while the sprites are copied.
const COPYING: u64 = 513;

/// A bus that nobody drives keeps what was on it; these bits of a controller's port are never driven.
const OPEN_BUS: u8 = 0x40;

/// Memory, controllers, and the way to the picture.
pub struct Board {
    ram: [u8; 0x800],
    program: &'static [u8],
    pub picture: Picture,
    /// The buttons of both controllers, A in the highest bit.
    held: [u8; 2],
    /// What of them has not been read yet.
    left: [u8; 2],
    /// Whether the controllers take in what is held all the time.
    is_latching: bool,
    /// Whether they have begun to since somebody asked.
    has_latched: bool,
    /// Cycles to stand still.
    stall: u64,
}

impl Board {
    pub fn new() -> Self {
        let (program, tiles) = ROM[HEADER..].split_at(PROGRAM);
        Board {
            ram: [0; 0x800],
            program,
            picture: Picture::new(tiles),
            held: [0; 2],
            left: [0; 2],
            is_latching: false,
            has_latched: false,
            stall: 0,
        }
    }

    pub fn ram(&self) -> &[u8; 0x800] {
        &self.ram
    }

    /// Holds these buttons from now on.
    pub fn hold(&mut self, pads: Pads) {
        self.held = pads.map(|buttons| buttons.bits());
    }

    /// Whether the controllers have begun to take in what is held since the last call.
    pub fn take_latch(&mut self) -> bool {
        std::mem::take(&mut self.has_latched)
    }

    /// The cycles to stand still since the last call.
    pub fn take_stall(&mut self) -> u64 {
        std::mem::take(&mut self.stall)
    }

    /// The next button of a controller.
    fn read_controller(&mut self, port: usize) -> u8 {
        if self.is_latching {
            return OPEN_BUS | self.held[port] >> 7;
        }
        let bit = self.left[port] >> 7;
        self.left[port] = self.left[port] << 1 | 1;
        OPEN_BUS | bit
    }

    fn write_latch(&mut self, value: u8) {
        let is_latching = value & 1 != 0;
        self.has_latched |= is_latching && !self.is_latching;
        if self.is_latching && !is_latching {
            self.left = self.held;
        }
        self.is_latching = is_latching;
    }

    fn copy_sprites(&mut self, page: u8) {
        let start = usize::from(page) << 8 & 0x700;
        (self.picture.sprites).copy_from_slice(&self.ram[start..start + 0x100]);
        self.stall += COPYING;
    }
}

impl Bus for Board {
    fn get_byte(&mut self, address: u16) -> u8 {
        match address {
            0..=0x1fff => self.ram[usize::from(address & 0x7ff)],
            0x2000..=0x3fff => self.picture.read(address & 7),
            0x4016 | 0x4017 => self.read_controller(usize::from(address & 1)),
            0x8000.. => self.program[usize::from(address) & (PROGRAM - 1)],
            _ => 0,
        }
    }

    fn set_byte(&mut self, address: u16, value: u8) {
        match address {
            0..=0x1fff => self.ram[usize::from(address & 0x7ff)] = value,
            0x2000..=0x3fff => self.picture.write(address & 7, value),
            0x4014 => self.copy_sprites(value),
            0x4016 => self.write_latch(value),
            _ => {}
        }
    }

    fn nmi_pending(&mut self) -> bool {
        self.picture.interrupts()
    }
}
