//! The environment of a game: where pieces come from and how they are moved into place.

use super::machine::Machine;
use super::options::{ChosenDrop, Fit};
use super::pieces::{Generator, Pieces};
use crate::game::console::{Buttons, Console, Phase, Rules};
use crate::game::pilot::{fly, reachable};
use crate::game::{Column, FieldSize, PieceDrop, Tetromino};

/// The two kinds of game.
#[derive(Clone, Debug)]
pub enum Environment {
    /// Every drop is possible, and nothing takes time.
    Free {
        pieces: Pieces,
        current: Tetromino,
        next: Tetromino,
    },
    /// A console plays, with a pilot at its buttons.
    Console(Machine),
}

/// Where a game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Venue {
    /// On a field alone: every drop is possible, and nothing takes time.
    #[default]
    Field,
    /// On the console by these rules, frame by frame.
    Console(Rules),
    /// On the [game of 1989](crate::nes::original) from power-on. It deals the pieces itself: the seed is the number of
    /// frames that are waited in its menu of levels.
    Original {
        /// The level from 0 to 19 that the game starts at.
        level: u8,
    },
}

impl Environment {
    pub fn new(venue: Venue, field: FieldSize, generator: Generator, seed: u64) -> Self {
        let mut pieces = generator.dealer(seed);
        match venue {
            Venue::Field => {
                let current = pieces.draw();
                pieces.wait(0);
                let next = pieces.draw();
                Environment::Free {
                    pieces,
                    current,
                    next,
                }
            }
            Venue::Console(rules) => {
                let mut console = Box::new(Console::new(field, rules));
                console.step(Buttons::NONE, &mut pieces);
                Environment::Console(Machine::Console { pieces, console })
            }
            Venue::Original { level } => {
                Environment::Console(Machine::original(level, seed as usize))
            }
        }
    }

    /// The piece to place and the one after it. Without a preview the second is the first again, as
    /// good a guess as any.
    pub fn upcoming(&self) -> [Tetromino; 2] {
        match self {
            Environment::Free { current, next, .. } => [*current, *next],
            Environment::Console(machine) => {
                let console = machine.console();
                let current = console.active().map_or(Tetromino::O, |piece| piece.piece());
                [current, console.next().unwrap_or(current)]
            }
        }
    }

    /// The drops that the pilot can fly now; `None` if every drop is possible.
    pub fn reachable(&self, fits: &[Fit]) -> Option<Vec<Fit>> {
        let drops = reachable(self.console()?);
        let is_reachable = |fit: &&Fit| drops.contains(&fit.drop);
        Some(fits.iter().filter(is_reachable).copied().collect())
    }

    /// The drop of the piece if no button is pressed.
    pub fn unsteered(&self, field: FieldSize) -> Fit {
        let pose = self.upcoming()[0].spawn_pose();
        let left = field.width() / 2 - pose.shape().origin_column as usize;
        Fit::new(PieceDrop::new(pose, Column(left)))
    }

    /// The buttons that play a drop; `None` if the pilot finds no route.
    pub fn buttons(&self, drop: PieceDrop) -> Option<Vec<Buttons>> {
        match self.console() {
            None => Some(Vec::new()),
            Some(console) => fly(console, drop).ok(),
        }
    }

    /// Plays the piece, with these buttons, until the next one has entered.
    pub fn advance(&mut self, choice: &ChosenDrop, buttons: &[Buttons]) {
        match self {
            Environment::Free {
                pieces,
                current,
                next,
            } => {
                *current = *next;
                pieces.wait(choice.row);
                *next = pieces.draw();
            }
            Environment::Console(machine) => {
                for held in buttons {
                    machine.step(*held);
                }
                // Without buttons the piece is still falling.
                while buttons.is_empty() && matches!(machine.console().phase(), Phase::Falling(_)) {
                    machine.step(Buttons::NONE);
                }
                while !machine.console().is_over() && machine.console().active().is_none() {
                    machine.step(Buttons::NONE);
                }
            }
        }
    }

    /// Frames played so far; `None` without a console.
    pub fn frames(&self) -> Option<u64> {
        match self {
            Environment::Free { .. } => None,
            Environment::Console(machine) => Some(machine.frames()),
        }
    }

    /// The console, where there is one.
    pub fn console(&self) -> Option<&Console> {
        match self {
            Environment::Free { .. } => None,
            Environment::Console(machine) => Some(machine.console()),
        }
    }

    /// All that was pressed since power-on, on the original.
    pub fn pressed(&self) -> Option<&[Buttons]> {
        match self {
            Environment::Console(Machine::Original { pressed, .. }) => Some(pressed),
            Environment::Free { .. } | Environment::Console(Machine::Console { .. }) => None,
        }
    }
}
