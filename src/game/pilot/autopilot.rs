//! Flying a whole list of drops.

use super::fly::{PilotError, fly_by};
use super::route::Steering;
use crate::game::console::{Buttons, Console, Phase};
use crate::game::{Dealer, PieceDrop, Tetromino};

/// A drop of the list that cannot be flown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("drop {number}: {error}")]
pub struct AutopilotError {
    /// Counted from 1.
    pub number: usize,
    /// Why it cannot.
    pub error: PilotError,
}

impl AutopilotError {
    /// The same of a longer list, in which so many drops come before.
    pub fn after(self, drops: usize) -> AutopilotError {
        AutopilotError {
            number: self.number + drops,
            ..self
        }
    }
}

/// Plays a list of drops: deals their pieces and flies them.
#[derive(Clone, Debug)]
pub struct Autopilot<'a> {
    drops: &'a [PieceDrop],
    dealt: usize,
    flown: usize,
    presses: std::vec::IntoIter<Buttons>,
    steering: Steering,
}

impl<'a> Autopilot<'a> {
    /// A pilot for these drops, in this order, on a console that has not dealt a piece yet.
    pub fn new(drops: &'a [PieceDrop]) -> Self {
        Autopilot {
            drops,
            dealt: 0,
            flown: 0,
            presses: Vec::new().into_iter(),
            steering: Steering::Held,
        }
    }

    /// The same pilot with another way of shifting pieces on the cartridge.
    pub fn steering_by(self, steering: Steering) -> Self {
        Autopilot { steering, ..self }
    }

    /// The buttons of the next frame, for callers that step the console themselves. Errors: as
    /// [`step`](Self::step).
    pub fn press(&mut self, console: &Console) -> Result<Buttons, AutopilotError> {
        if self.presses.as_slice().is_empty() && console.active().is_some() {
            self.take_off(console)?;
        }
        Ok(self.presses.next().unwrap_or_default())
    }

    /// The piece that the pilot deals next.
    pub fn next_piece(&self) -> Option<Tetromino> {
        self.drops.get(self.dealt).map(|drop| drop.piece())
    }

    /// Tells the pilot that another dealer has dealt its [`next_piece`](Self::next_piece).
    pub fn note_dealt(&mut self) {
        self.dealt += 1;
    }

    /// Plays one frame and returns the buttons that were down in it; [`Console::events`] has what
    /// happened. Errors: the drop that cannot be flown; no frame is played then.
    pub fn step(&mut self, console: &mut Console) -> Result<Buttons, AutopilotError> {
        let buttons = self.press(console)?;
        console.step(buttons, self);
        Ok(buttons)
    }

    /// Whether the last drop has locked and all that follows from it has happened.
    pub fn is_done(&self, console: &Console) -> bool {
        let is_last = self.flown == self.drops.len();
        console.is_over() || (is_last && console.phase() == Phase::Spawning)
    }

    fn take_off(&mut self, console: &Console) -> Result<(), AutopilotError> {
        let Some(drop) = self.drops.get(self.flown) else {
            return Ok(());
        };
        self.flown += 1;
        let number = self.flown;
        let presses = fly_by(console, *drop, self.steering)
            .map_err(|error| AutopilotError { number, error })?;
        self.presses = presses.into_iter();
        Ok(())
    }
}

impl Dealer for Autopilot<'_> {
    fn deal(&mut self) -> Option<Tetromino> {
        let piece = self.next_piece()?;
        self.note_dealt();
        Some(piece)
    }
}
