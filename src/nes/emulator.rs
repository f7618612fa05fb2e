//! An emulator of the whole console, which runs any game.

use tetanes_core::input::JoypadBtnState;
use tetanes_core::prelude::*;
use tetanes_core::video::VideoFilter;

use super::cartridge::{Memory, ROM};
use super::movie::Pads;
use super::screen::NesScreen;

/// A console with a game inserted.
pub struct Emulator(ControlDeck);

/// The emulator has stopped with an error.
#[derive(Debug, thiserror::Error)]
#[error("the emulator stops: {0}")]
pub struct EmulatorError(#[from] tetanes_core::control_deck::Error);

impl Emulator {
    /// A console with the cartridge that has just been switched on.
    pub fn new() -> Result<Self, EmulatorError> {
        Emulator::with_game(ROM)
    }

    /// A console with any game, as a file in the iNES format, that has just been switched on.
    pub fn with_game(game: &[u8]) -> Result<Self, EmulatorError> {
        let config = Config::default()
            .with_region(NesRegion::Ntsc)
            .with_ram_state(RamState::AllZeros)
            .with_filter(VideoFilter::Pixellate)
            .with_headless_mode(HeadlessMode::NO_AUDIO)
            .with_sram_dir(None);
        let mut deck = ControlDeck::with_config(config);
        deck.load_rom("game", &mut &*game)?;
        Ok(Emulator(deck))
    }

    /// Runs one frame with these buttons. The cartridge reads them in the vertical blank and then
    /// plays its frame, which may not be finished when this returns: see [`settle`](Self::settle).
    pub fn step(&mut self, pads: Pads) -> Result<(), EmulatorError> {
        self.hold(pads);
        while self.0.clock_frame()? == Clocked::Continue {}
        Ok(())
    }

    /// Runs one frame with a replay device at both ports, which presses the next buttons whenever the game begins to
    /// read the controllers, and none when it has no more.
    pub fn step_latched(
        &mut self,
        latches: &mut impl Iterator<Item = Pads>,
    ) -> Result<(), EmulatorError> {
        loop {
            let is_high = self.0.joypad(Player::One).strobe;
            let clocked = (self.0)
                .clock_frame_until(|bus| bus.input.joypad(Player::One).strobe != is_high)?;
            match clocked {
                Clocked::Stopped if !is_high => self.hold(latches.next().unwrap_or_default()),
                Clocked::Stopped | Clocked::Continue => {}
                Clocked::Complete | Clocked::Idle => return Ok(()),
            }
        }
    }

    fn hold(&mut self, pads: Pads) {
        for (player, buttons) in [Player::One, Player::Two].into_iter().zip(pads) {
            // The order in which the bits leave the controller, A first.
            let held = u16::from(buttons.bits().reverse_bits());
            let joypad = self.0.joypad_mut(player);
            joypad.buttons = JoypadBtnState::from_bits_truncate(held);
        }
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

    /// The console's memory, while it runs the cartridge.
    pub fn memory(&self) -> Memory<'_> {
        Memory(self.ram())
    }

    /// The console's 2 KB of memory, whatever the game.
    pub fn ram(&self) -> &[u8; 0x800] {
        self.0.wram()
    }

    /// Whether the frames from now on are drawn, as they are at first: without pictures a game runs faster.
    pub fn set_drawing(&mut self, is_drawing: bool) {
        self.0.set_headless_mode(match is_drawing {
            true => HeadlessMode::NO_AUDIO,
            false => HeadlessMode::NO_AUDIO | HeadlessMode::NO_VIDEO,
        });
    }

    /// The picture of the last complete frame that was drawn.
    pub fn screen(&self) -> NesScreen {
        NesScreen::new(self.0.frame_buffer_raw().iter().map(|entry| *entry as u8))
    }
}
