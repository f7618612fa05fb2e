//! Steering chance: nobody deals, and yet the right pieces come.
//!
//! The console's random generator steps once a frame, and a piece is drawn from it at a moment that
//! the player chooses: on the cartridge when the piece before it is dropped. So a pilot who knows
//! the generator waits until the piece that would be drawn is the one that he wants. A piece other
//! than the one before comes after six frames or so. The same one again only comes at some numbers
//! of the pieces dealt: what is drawn for it depends on that number and on three bits that the draw
//! before has fixed.

use super::cartridge::{Settings, opening};
use super::model::Cartridge;
use crate::game::Tetromino;
use crate::game::console::{Buttons, Event, RuleSet};
use crate::game::pilot::{Steering, fly_by};
use crate::script::PrintScript;

/// The right piece does not come in time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the console's generator cannot deal {} as piece {number} in time: choose --planner minimal, \
     which repeats no piece, a lower --level or another --seed",
    piece.letter()
)]
pub struct ChanceError {
    /// Counted from 1.
    pub number: usize,
    pub piece: Tetromino,
}

/// The pilot's foresight.
pub(super) struct Chance<'a> {
    script: &'a PrintScript,
    steering: Steering,
}

impl<'a> Chance<'a> {
    /// The longest wait: ten seconds, some hundred times the usual one.
    const MOST_FRAMES: usize = 600;

    pub fn new(script: &'a PrintScript, steering: Steering) -> Self {
        Chance { script, steering }
    }

    /// Frames to wait on the setup screen for the first piece.
    pub fn first_waits(&self, settings: &Settings) -> Result<usize, ChanceError> {
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

    /// Frames to wait with the piece that has just entered, `number` of the script from 0, so that
    /// the one dealt after it is the right one.
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
            let game = waiting.game().expect("only the pilot leaves a game");
            if game.console.events().iter().any(locked) {
                break;
            }
        }
        Err(too_late(self.script, number + 1))
    }

    /// The game when the next piece has entered.
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

/// Whether piece `number` has entered and, where the next is shown, that is right as well.
fn is_as_wanted(model: &Cartridge, script: &PrintScript, number: usize) -> bool {
    let Some(game) = model.game() else {
        return false;
    };
    let console = &game.console;
    let falling = console.active().map(|piece| piece.piece());
    let is_next_right = match (console.rules().set, script.drops.get(number + 1)) {
        (RuleSet::Nes, Some(drop)) => console.next() == Some(drop.piece()),
        (RuleSet::Nes, None) | (RuleSet::Cartridge, _) => true,
    };
    falling == script.drops.get(number).map(|drop| drop.piece()) && is_next_right
}

fn too_late(script: &PrintScript, number: usize) -> ChanceError {
    ChanceError {
        number: number + 1,
        piece: script.drops[number].piece(),
    }
}
