//! The rules of 1989 on the cartridge, with its generator dealing: from a print to a movie.

use super::cartridge::{CartridgeSettings, opening};
use super::chance::ChanceError;
use super::lookahead::{FlownPrint, NotFlown, Start, fly_print};
use super::model::Cartridge;
use super::orders::orders;
use super::recorder::{Dealing, RecordError, Recorder, Recording};
use crate::game::console::Buttons;
use crate::game::random::RandomDealer;
use crate::game::{Dealer, PieceDrop};
use crate::plan::minimal::FirstPairs;
use crate::script::PrintScript;

/// Frames of waiting on the setup screen that are looked at for the first two pieces: ten seconds.
const MOST_WAITS: usize = 600;
/// Starts that are tried at most.
const MOST_STARTS: usize = 32;
/// Orders of the first drops that are flown until the generator deals all the others, too.
const MOST_ORDERS: usize = 8;

/// The pieces that the cartridge's generator can deal first by the rules of 1989, where two of them are dealt at once.
pub fn first_pairs() -> FirstPairs {
    let mut waiting = RandomDealer::default();
    let pairs = (0..MOST_WAITS).filter_map(|_| {
        waiting.tick();
        let mut generator = RandomDealer::new(waiting.register().value());
        let first = generator.deal()?;
        generator.tick();
        Some((first, generator.deal()?))
    });
    pairs.collect()
}

/// Finds the moment for every drop. Few pairs of pieces can be dealt first, but other drops than the script's may come
/// first as well.
pub(super) fn record_lucky(
    script: &PrintScript,
    settings: &CartridgeSettings,
) -> Result<Recording, RecordError> {
    let starts: Vec<(usize, Start)> = (0..MOST_WAITS)
        .filter_map(|waits| Some((waits, start(settings, waits)?)))
        .collect();
    let own = std::iter::once(script.drops.clone());
    let orders = own.chain(orders(script.field, &script.drops));
    let begun = orders.filter_map(|drops| {
        let begins = |start: &&(usize, Start)| start.1.begins(&drops);
        let begun = starts.iter().filter(begins).take(MOST_STARTS).cloned();
        let begun: (Vec<usize>, Vec<Start>) = begun.unzip();
        (!begun.1.is_empty()).then_some((drops, begun))
    });
    let mut failure = NotFlown::NotDealt { number: 1 };
    for (drops, (waits, starts)) in begun.take(MOST_ORDERS) {
        match fly_print(&drops, &starts) {
            Ok(flown) => return Ok(recorded(settings, waits[flown.start], &flown)),
            Err(error) => failure = error,
        }
    }
    Err(refused(failure, &script.drops))
}

/// The game as its first piece enters after so many frames of waiting.
fn start(settings: &CartridgeSettings, waits: usize) -> Option<Start> {
    let mut model = Cartridge::default();
    for pads in opening(settings, waits) {
        model.step(pads);
    }
    let mut generator = model.generator().clone();
    model.step([Buttons::NONE; 2]);
    // The first two pieces are dealt in this frame, before the step that ends it.
    generator.deal();
    generator.tick();
    generator.deal();
    let game = model.game()?.console.clone();
    Some(Start { game, generator })
}

fn recorded(settings: &CartridgeSettings, waits: usize, flown: &FlownPrint) -> Recording {
    let mut recorder = Recorder::default();
    recorder.open(settings, waits);
    recorder.note_waited(flown.waited);
    recorder.press([Buttons::NONE; 2]);
    for buttons in &flown.frames {
        recorder.press([*buttons, Buttons::NONE]);
    }
    recorder.finish(Dealing::Chance)
}

fn refused(failure: NotFlown, drops: &[PieceDrop]) -> RecordError {
    match failure {
        NotFlown::Pilot(error) => error.into(),
        NotFlown::NotDealt { number } => RecordError::Chance(ChanceError {
            number,
            piece: drops[number.min(drops.len()) - 1].piece(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Tetromino;

    #[test]
    fn the_first_pairs_are_those_that_games_begin_with() {
        let settings = CartridgeSettings {
            is_random: true,
            ..CartridgeSettings::sample()
        };
        let begun = (0..MOST_WAITS).filter_map(|waits| {
            let game = start(&settings, waits)?.game;
            Some((game.active()?.piece(), game.next()?))
        });
        assert_eq!(first_pairs(), begun.collect());
        let all = Tetromino::ALL.map(|first| Tetromino::ALL.map(|second| (first, second)));
        let possible = all.into_iter().flatten();
        let possible = possible.filter(|(first, second)| first_pairs().contains(*first, *second));
        assert_eq!(possible.count(), 17);
    }
}
