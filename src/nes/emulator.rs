//! An emulated console that runs the rom.

use tetanes_core::input::JoypadBtnState;
use tetanes_core::prelude::*;
use tetanes_core::video::VideoFilter;

use super::cartridge::{Memory, ROM};
use super::movie::Pads;
use super::screen::NesScreen;

/// A console with the cartridge inserted.
pub struct Emulator(ControlDeck);

/// The emulator has stopped with an error.
#[derive(Debug, thiserror::Error)]
#[error("the emulator stops: {0}")]
pub struct EmulatorError(#[from] tetanes_core::control_deck::Error);

impl Emulator {
    /// A console that has just been switched on.
    pub fn new() -> Result<Self, EmulatorError> {
        let config = Config::default()
            .with_region(NesRegion::Ntsc)
            .with_ram_state(RamState::AllZeros)
            .with_filter(VideoFilter::Pixellate)
            .with_headless_mode(HeadlessMode::NO_AUDIO)
            .with_sram_dir(None);
        let mut deck = ControlDeck::with_config(config);
        deck.load_rom("tetris-printer", &mut &ROM[..])?;
        Ok(Emulator(deck))
    }

    /// Runs one frame with these buttons. The cartridge reads them in the vertical blank and then
    /// plays its frame, which may not be finished when this returns: see [`settle`](Self::settle).
    pub fn step(&mut self, pads: Pads) -> Result<(), EmulatorError> {
        for (player, buttons) in [Player::One, Player::Two].into_iter().zip(pads) {
            // The order in which the bits leave the controller, A first.
            let held = u16::from(buttons.bits().reverse_bits());
            let joypad = self.0.joypad_mut(player);
            joypad.buttons = JoypadBtnState::from_bits_truncate(held);
        }
        while self.0.clock_frame()? == Clocked::Continue {}
        Ok(())
    }

    /// Runs until the cartridge has played its frame, but no longer than a frame takes.
    pub fn settle(&mut self) -> Result<(), EmulatorError> {
        // A frame has 29,780 processor cycles, and an instruction takes at least two of them.
        const INSTRUCTIONS: usize = 15_000;
        for _ in 0..INSTRUCTIONS {
            if self.memory().is_settled() {
                break;
            }
            self.0.clock_instr()?;
        }
        Ok(())
    }

    /// The console's memory.
    pub fn memory(&self) -> Memory<'_> {
        Memory(self.0.wram())
    }

    /// The picture of the last complete frame.
    pub fn screen(&self) -> NesScreen {
        NesScreen::new(self.0.frame_buffer_raw().iter().map(|entry| *entry as u8))
    }
}
