//! Manipulating the random generator by the cartridge's own rules, so that it deals the pieces of the script.
//!
//! The console's generator steps once per frame, and the player decides in which frame a piece is
//! drawn: when the piece before it is dropped. So the pilot delays each drop until the generator
//! would deal the piece wanted next. A piece that differs from the one before comes up after about
//! six frames. A repeated piece may never come up: whether it can depends on how many pieces have been
//! dealt and on three bits fixed by the draw before (see
//! [`RandomDealer`](crate::game::random::RandomDealer)). By the rules of 1989 a piece is dealt while another
//! one falls, and `lookahead` looks for the moment.

use super::cartridge::{CartridgeSettings, opening};
use super::model::Cartridge;
use crate::game::Tetromino;
use crate::game::console::{Buttons, Event};
use crate::game::pilot::{Steering, fly_by};
use crate::script::PrintScript;

/// The generator does not deal the right piece in time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the console's generator deals {} as piece {number} at no reachable moment", piece.letter())]
pub struct ChanceError {
    /// Counted from 1.
    pub number: usize,
    pub piece: Tetromino,
}

/// Finds how long to wait, by playing ahead on copies of the model.
pub(super) struct Chance<'a> {
    script: &'a PrintScript,
    steering: Steering,
}

impl<'a> Chance<'a> {
    /// The longest wait in frames: ten seconds, about a hundred times the usual wait.
    const MOST_FRAMES: usize = 600;

    pub fn new(script: &'a PrintScript, steering: Steering) -> Self {
        Chance { script, steering }
    }

    /// Frames to wait on the setup screen for the first piece.
    pub fn first_waits(&self, settings: &CartridgeSettings) -> Result<usize, ChanceError> {
        if self.script.drops.is_empty() {
            return Ok(0);
        }
        let is_right = |waits: &usize| {
            let mut model = Cartridge::default();
            let frames = opening(settings, *waits);
            frames.into_iter().for_each(|pads| model.step(pads));
            model.step([Buttons::NONE; 2]);
            is_as_wanted(&model, self.script, 0)
        };
        let mut waits = 0..Self::MOST_FRAMES;
        waits.find(is_right).ok_or_else(|| too_late(self.script, 0))
    }

    /// Frames to wait before dropping the piece that has just entered (`number` in the script, from
    /// 0), so that the piece dealt after it is the right one.
    pub fn waits(&self, model: &Cartridge, number: usize) -> Result<usize, ChanceError> {
        if number + 1 == self.script.drops.len() {
            return Ok(0);
        }
        let mut waiting = model.clone();
        for waits in 0..Self::MOST_FRAMES {
            let landed = self.fly(waiting.clone(), number);
            if landed.is_some_and(|model| is_as_wanted(&model, self.script, number + 1)) {
                return Ok(waits);
            }
            waiting.step([Buttons::NONE; 2]);
            let locked = |event: &Event| matches!(event, Event::Locked(_));
            let game = waiting
                .game()
                .expect("nobody presses Start while the pilot waits");
            if game.console.events().iter().any(locked) {
                break;
            }
        }
        Err(too_late(self.script, number + 1))
    }

    /// Flies the piece and returns the state in which the next one has entered.
    fn fly(&self, mut model: Cartridge, number: usize) -> Option<Cartridge> {
        let drop = self.script.drops[number];
        let presses = fly_by(&model.game()?.console, drop, self.steering).ok()?;
        let idle = std::iter::repeat_n(Buttons::NONE, Self::MOST_FRAMES);
        for buttons in presses.into_iter().chain(idle) {
            model.step([buttons, Buttons::NONE]);
            let events = model.game()?.console.events();
            if events
                .iter()
                .any(|event| matches!(event, Event::Spawned(_)))
            {
                return Some(model);
            }
        }
        None
    }
}

/// Whether piece `number` of the script has entered.
fn is_as_wanted(model: &Cartridge, script: &PrintScript, number: usize) -> bool {
    let falling = model.game().and_then(|game| game.console.active());
    falling.map(|piece| piece.piece()) == script.drops.get(number).map(|drop| drop.piece())
}

fn too_late(script: &PrintScript, number: usize) -> ChanceError {
    ChanceError {
        number: number + 1,
        piece: script.drops[number].piece(),
    }
}
