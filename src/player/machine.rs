//! What a player's buttons are pressed on.

use super::pieces::Pieces;
use crate::game::console::{Buttons, Console};
use crate::nes::original::{Opening, Original, opening};

/// A console and the player at its buttons.
#[derive(Clone, Debug)]
pub enum Machine {
    /// The game on any field, with pieces from any dealer.
    Console {
        pieces: Pieces,
        console: Box<Console>,
    },
    /// The original, which deals by itself, with all that was pressed since power-on.
    Original {
        machine: Box<Original>,
        pressed: Vec<Buttons>,
    },
}

impl Machine {
    /// The original with a game that has just begun.
    pub fn original(level: u8, waits: usize) -> Machine {
        let Opening { frames, machine } = opening(level, waits);
        Machine::Original {
            machine: Box::new(machine),
            pressed: frames,
        }
    }

    /// The game.
    pub fn console(&self) -> &Console {
        match self {
            Machine::Console { console, .. } => console,
            Machine::Original { machine, .. } => machine.game().expect("nobody resets the game"),
        }
    }

    /// Plays a frame.
    pub fn step(&mut self, buttons: Buttons) {
        match self {
            Machine::Console { pieces, console } => {
                console.step(buttons, pieces);
            }
            Machine::Original { machine, pressed } => {
                machine.step(buttons);
                pressed.push(buttons);
            }
        }
    }

    /// Frames played so far; on the original those since power-on.
    pub fn frames(&self) -> u64 {
        match self {
            Machine::Console { console, .. } => console.frame(),
            Machine::Original { pressed, .. } => pressed.len() as u64,
        }
    }
}
