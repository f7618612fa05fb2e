//! A minimal console: no more than the cartridge needs.
//!
//! The processor is the crate `mos6502`; memory and controllers are the [`board`], and the ports of the PPU
//! lead to a [`picture`] that is drawn when somebody looks. An emulator of the whole console draws every dot of every
//! frame, and takes eight times as long over a movie. Two of those must agree with this one after every frame of the
//! tests' prints.
//!
//! Left out is what the cartridge leaves alone: the sound, which nothing depends on, scrolling, and whatever else
//! happens while a picture is being drawn.

mod board;
mod picture;

use mos6502::cpu::CPU;
use mos6502::instruction::Nmos6502;

use self::board::Board;
use super::cartridge::Memory;
use super::movie::Pads;
use super::screen::NesScreen;

/// A console with the cartridge inserted.
pub struct PlainConsole {
    // The console's own variant of the processor has no decimal mode, which the cartridge switches off before anything
    // else; in version 0.10 of the crate its subtraction leaves the carry wrong.
    processor: CPU<Board, Nmos6502>,
    /// Vertical blanks so far.
    blanks: u64,
}

impl PlainConsole {
    /// A console that has just been switched on.
    pub fn new() -> Self {
        let mut processor = CPU::new(Board::new(), Nmos6502);
        processor.reset();
        PlainConsole {
            processor,
            blanks: 0,
        }
    }

    /// Runs one frame with these buttons, from one vertical blank, in which the cartridge reads them, to the next.
    pub fn step(&mut self, pads: Pads) {
        self.processor.memory.hold(pads);
        self.run_frame(|_| ());
    }

    /// Runs one frame with a replay device at both ports, which presses the next buttons whenever the cartridge begins to
    /// read the controllers, and none when it has no more.
    pub fn step_latched(&mut self, latches: &mut impl Iterator<Item = Pads>) {
        self.run_frame(|board| {
            if board.take_latch() {
                board.hold(latches.next().unwrap_or_default());
            }
        });
    }

    /// `each` is called after every instruction.
    fn run_frame(&mut self, mut each: impl FnMut(&mut Board)) {
        /// Processor cycles of two frames.
        const TWO_FRAMES: u64 = 59_561;
        /// Those of a vertical blank: 20 lines of 341 dots, three of them in a cycle.
        const BLANK: u64 = 20 * 341 / 3;
        /// Those in which the processor comes to the routine of an interrupt.
        const INTERRUPT: u64 = 7;
        let start = self.blanks * TWO_FRAMES / 2;
        self.blanks += 1;
        let end = self.blanks * TWO_FRAMES / 2;
        if self.processor.memory.picture.begin_blank() {
            self.processor.cycles += INTERRUPT;
        }
        while self.processor.cycles < end {
            self.processor.single_step();
            let board = &mut self.processor.memory;
            each(board);
            self.processor.cycles += board.take_stall();
            if self.processor.cycles > start + BLANK {
                board.picture.end_blank();
            }
        }
    }

    /// The console's memory.
    pub fn memory(&self) -> Memory<'_> {
        Memory(self.processor.memory.ram())
    }

    /// The picture of the frame that was run last.
    pub fn screen(&self) -> NesScreen {
        self.processor.memory.picture.draw()
    }
}

impl Default for PlainConsole {
    fn default() -> Self {
        PlainConsole::new()
    }
}
