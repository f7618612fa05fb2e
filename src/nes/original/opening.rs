//! From power-on to the first piece of a game.

use super::Original;
use crate::game::console::Buttons;
use crate::nes::lookahead::Start;

/// A game that has just begun.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The buttons from power-on to the frame in which the first piece enters.
    pub frames: Vec<Buttons>,
    /// The game after them.
    pub machine: Original,
}

/// The levels that a game can start at.
pub const LEVELS: std::ops::RangeInclusive<u8> = 0..=19;

/// Frames from Start in the menu of levels to the first piece.
const PREPARATION: usize = 4;

/// Somebody at the first controller.
#[derive(Clone, Debug, Default)]
struct Player {
    frames: Vec<Buttons>,
    machine: Original,
}

impl Player {
    /// From power-on to the menu of levels, with the cursor where it is needed.
    fn in_the_menu(level: u8, resets: usize) -> Player {
        let mut player = Player::default();
        player.go_to_levels(266);
        for _ in 0..resets {
            player.start(0);
            player.wait(1);
            player.press(Original::RESET);
            player.go_to_levels(258);
        }
        player.choose(level % 10);
        player
    }

    fn opening(self) -> Opening {
        Opening {
            frames: self.frames,
            machine: self.machine,
        }
    }

    fn press(&mut self, buttons: Buttons) {
        self.frames.push(buttons);
        self.machine.step(buttons);
    }

    fn wait(&mut self, frames: usize) {
        (0..frames).for_each(|_| self.press(Buttons::NONE));
    }

    fn tap(&mut self, buttons: Buttons) {
        self.press(buttons);
        self.press(Buttons::NONE);
    }

    /// To the menu of levels from the legal screen, which takes Start after `legal` more frames.
    fn go_to_levels(&mut self, legal: usize) {
        // Frames until each screen takes its Start.
        for frames in [legal, 4, 3] {
            self.wait(frames);
            self.press(Buttons::START);
        }
        self.wait(4);
    }

    /// Puts the cursor on a level of 0 to 9.
    fn choose(&mut self, level: u8) {
        let rows = |level| level / 5;
        let (from, to) = (self.machine.cursor(), level);
        if rows(from) != rows(to) {
            self.tap(match rows(to) {
                0 => Buttons::UP,
                _ => Buttons::DOWN,
            });
        }
        let direction = match from % 5 < to % 5 {
            true => Buttons::RIGHT,
            false => Buttons::LEFT,
        };
        (0..(from % 5).abs_diff(to % 5)).for_each(|_| self.tap(direction));
    }

    /// From the menu of levels to the frame in which the first piece enters.
    fn start(&mut self, level: u8) {
        let held = match level {
            ..10 => Buttons::NONE,
            10.. => Buttons::A,
        };
        self.press(held);
        self.press(held | Buttons::START);
        self.wait(PREPARATION);
    }
}

/// The game at one of the [`LEVELS`] after so many frames of waiting in their menu: with each of them the generator
/// deals other pieces.
pub fn opening(level: u8, waits: usize) -> Opening {
    let mut player = Player::in_the_menu(level, 0);
    player.wait(waits);
    player.start(level);
    player.opening()
}

/// Every way to begin a game at `level` after resetting an earlier one `resets` times, the soonest first.
pub(super) fn openings(level: u8, resets: usize) -> impl Iterator<Item = Opening> {
    let mut player = Player::in_the_menu(level, resets);
    std::iter::from_fn(move || {
        let mut started = player.clone();
        started.start(level);
        player.wait(1);
        Some(started.opening())
    })
}

impl Opening {
    /// The game, with its generator.
    pub(super) fn to_start(&self) -> Option<Start> {
        Some(Start {
            game: self.machine.game()?.clone(),
            generator: self.machine.generator().clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_level_is_reached_with_and_without_a_reset() {
        for level in LEVELS {
            for resets in [0, 1] {
                let opening = openings(level, resets).next().unwrap();
                let game = opening.machine.game().unwrap();
                assert_eq!(game.level(), level);
                let dealt = opening.machine.generator().spawn_count();
                assert_eq!(usize::from(dealt), 2 + 2 * resets);
            }
        }
    }

    #[test]
    fn few_pairs_begin_a_game_and_a_reset_brings_others() {
        let pairs = |resets| -> BTreeSet<String> {
            let openings = openings(0, resets).take(3000);
            let pairs = openings.filter_map(|opening| {
                let game = opening.machine.game()?;
                Some((game.active()?.piece(), game.next()?))
            });
            pairs
                .map(|(a, b)| format!("{}{}", a.letter(), b.letter()))
                .collect()
        };
        let (first, second) = (pairs(0), pairs(1));
        let measured = "IS IT JI JZ LS LT OL OO OT OZ SI SO TJ TL ZI ZJ ZL";
        assert_eq!(
            first.iter().cloned().collect::<Vec<_>>().join(" "),
            measured
        );
        assert_eq!(second.len(), 23);
        assert!(second.difference(&first).count() > 12);
    }
}
