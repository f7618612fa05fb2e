//! The environment of a game: where pieces come from and how they are moved into place.

use super::options::{ChosenDrop, Fit};
use super::pieces::Pieces;
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
    /// The console plays, with a pilot at its buttons.
    Console {
        pieces: Pieces,
        console: Box<Console>,
    },
}

impl Environment {
    pub fn new(mut pieces: Pieces, field: FieldSize, rules: Option<Rules>) -> Self {
        let Some(rules) = rules else {
            let current = pieces.draw();
            pieces.wait(0);
            let next = pieces.draw();
            return Environment::Free {
                pieces,
                current,
                next,
            };
        };
        let mut console = Box::new(Console::new(field, rules));
        console.step(Buttons::NONE, &mut pieces);
        Environment::Console { pieces, console }
    }

    /// The piece to place and the one after it. Without a preview the second is the first again, as
    /// good a guess as any.
    pub fn upcoming(&self) -> [Tetromino; 2] {
        match self {
            Environment::Free { current, next, .. } => [*current, *next],
            Environment::Console { console, .. } => {
                let current = console.active().map_or(Tetromino::O, |piece| piece.piece());
                [current, console.next().unwrap_or(current)]
            }
        }
    }

    /// The drops that the pilot can fly now; `None` if every drop is possible.
    pub fn reachable(&self, fits: &[Fit]) -> Option<Vec<Fit>> {
        let Environment::Console { console, .. } = self else {
            return None;
        };
        let drops = reachable(console);
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
        match self {
            Environment::Free { .. } => Some(Vec::new()),
            Environment::Console { console, .. } => fly(console, drop).ok(),
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
            Environment::Console { pieces, console } => {
                for held in buttons {
                    console.step(*held, pieces);
                }
                // Without buttons the piece is still falling.
                while buttons.is_empty() && matches!(console.phase(), Phase::Falling(_)) {
                    console.step(Buttons::NONE, pieces);
                }
                while !console.is_over() && console.active().is_none() {
                    console.step(Buttons::NONE, pieces);
                }
            }
        }
    }

    /// Frames played so far; `None` without a console.
    pub fn frames(&self) -> Option<u64> {
        match self {
            Environment::Free { .. } => None,
            Environment::Console { console, .. } => Some(console.frame()),
        }
    }

    /// The console, where there is one.
    pub fn console(&self) -> Option<&Console> {
        match self {
            Environment::Free { .. } => None,
            Environment::Console { console, .. } => Some(console),
        }
    }
}
