//! When to drop each piece, so that the game's own generator deals the next ones.
//!
//! The generator steps once a frame, so the frame in which a piece enters decides which one is dealt then, and that
//! frame is chosen by when the piece before it locks: a soft drop begun sooner or later, or none, gives some dozens of
//! choices. Each of them is one state of the game after the drop, known in all that follows; a beam over these states
//! goes from drop to drop, so that what is lost by waiting here may be saved there.

use crate::game::console::{Buttons, Console, Event};
use crate::game::pilot::{AutopilotError, PilotError, flights};
use crate::game::random::RandomDealer;
use crate::game::{Dealer, PieceDrop, Tetromino};

/// Frames that a drop may be delayed: some six times the usual wait for a piece.
const MOST_DELAY: usize = 40;

/// Frames from a lock to the next entry, at most: an entry delay of 18, and a line clear of 11 steps of four frames.
const MOST_PAUSE: usize = 80;

/// States kept from drop to drop. Set by hand: two pictures print with it at every start level that was tried.
const BEAM: usize = 600;

/// The period of the clock, in frames, that the line clear animation keeps step with.
const CLOCK_PHASES: usize = 4;

/// A game as its first piece enters.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub game: Console,
    /// Before the step that it makes in every frame.
    pub generator: RandomDealer,
}

/// The buttons of a print.
#[derive(Clone, Debug)]
pub(super) struct FlownPrint {
    /// Which of the starts it begins with.
    pub start: usize,
    /// From the frame after the first piece's entry to the entry of the piece after the last drop.
    pub frames: Vec<Buttons>,
    /// Frames more than the shortest way of every piece takes.
    pub waited: usize,
}

/// Why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotFlown {
    /// A drop that no button brings into place.
    Pilot(AutopilotError),
    /// The generator deals this piece, counted from 1, in no frame that can be reached.
    NotDealt { number: usize },
}

/// The game as a piece enters, with the one after it dealt.
#[derive(Clone, Debug)]
struct State {
    /// The game's clock.
    frame: u64,
    generator: RandomDealer,
    /// Where the state before it is in its layer; of a first state, its start.
    parent: usize,
    flight: usize,
}

/// All ways to bring a piece into place.
struct Descents {
    /// The buttons until the lock, the shortest first.
    flights: Vec<Vec<Buttons>>,
    /// Frames from the lock to the next entry, by the clock's phase at the lock.
    delays: [usize; CLOCK_PHASES],
}

/// Flies the drops from one of the starts, all of which begin with the drops' first two pieces; the print that ends
/// soonest.
pub(super) fn fly_print(drops: &[PieceDrop], starts: &[Start]) -> Result<FlownPrint, NotFlown> {
    let mut states: Vec<State> = starts.iter().enumerate().map(State::begin).collect();
    let first = starts.first().ok_or(NotFlown::NotDealt { number: 1 })?;
    let mut game = first.game.clone();
    let mut layers = Vec::new();
    for (number, drop) in drops.iter().enumerate() {
        let wanted = drops.get(number + 2).map(|drop| drop.piece());
        let descents = Descents::new(&mut game, *drop, wanted).map_err(|error| {
            let number = number + 1;
            NotFlown::Pilot(AutopilotError { number, error })
        })?;
        let mut next = Vec::new();
        for (parent, state) in states.iter().enumerate() {
            next.extend(state.successors(parent, &descents, wanted));
        }
        if next.is_empty() {
            return Err(NotFlown::NotDealt { number: number + 3 });
        }
        next.sort_by_key(State::key);
        next.dedup_by_key(|state| state.key());
        next.truncate(BEAM);
        layers.push((std::mem::replace(&mut states, next), descents));
    }
    Ok(read_back(&states, &layers))
}

impl Start {
    /// Whether the first pieces are those of the drops.
    pub fn begins(&self, drops: &[PieceDrop]) -> bool {
        let falling = self.game.active().map(|piece| piece.piece());
        let wanted = drops.iter().map(|drop| Some(drop.piece()));
        let mut dealt = wanted.zip([falling, self.game.next()]);
        dealt.all(|(wanted, dealt)| wanted == dealt)
    }
}

impl State {
    fn begin((parent, start): (usize, &Start)) -> State {
        State {
            frame: start.game.frame(),
            generator: start.generator.clone(),
            parent,
            flight: 0,
        }
    }

    /// What the rest of the game depends on, the soonest first.
    fn key(&self) -> (u64, u16) {
        (self.frame, self.generator.register().value())
    }

    /// The states in which the next piece enters and the wanted one is dealt.
    fn successors(
        &self,
        parent: usize,
        descents: &Descents,
        wanted: Option<Tetromino>,
    ) -> impl Iterator<Item = State> {
        let flights = (0..descents.flights.len()).map(move |flight| {
            let frames = descents.frames(flight, self.frame);
            let mut generator = self.generator.clone();
            (0..frames).for_each(|_| generator.tick());
            let dealt = generator.deal();
            let state = State {
                frame: self.frame + frames as u64,
                generator,
                parent,
                flight,
            };
            (wanted.is_none() || dealt == wanted).then_some(state)
        });
        flights.flatten()
    }
}

impl Descents {
    /// The ways of the piece that has entered; afterwards the next one has, and `dealt` is shown.
    fn new(
        game: &mut Console,
        drop: PieceDrop,
        dealt: Option<Tetromino>,
    ) -> Result<Descents, PilotError> {
        let flights = flights(game, drop, MOST_DELAY)?;
        let first = flights.first().ok_or(PilotError::Blocked { drop })?;
        let mut delays = [0; CLOCK_PHASES];
        let mut after = game.clone();
        for (phase, delay) in delays.iter_mut().enumerate() {
            let frame = (phase + CLOCK_PHASES * first.len() - first.len()) as u64;
            after = game.clone().starting_at(frame);
            *delay = play_on(&mut after, first, dealt);
        }
        *game = after;
        Ok(Descents { flights, delays })
    }

    /// Frames from an entry at `frame` to the next one.
    fn frames(&self, flight: usize, frame: u64) -> usize {
        let flight = self.flights[flight].len();
        flight + self.delays[(frame as usize + flight) % CLOCK_PHASES]
    }
}

/// Locks the piece and plays on until the next one enters, at most as long as that can take; gives how long it took.
fn play_on(game: &mut Console, presses: &[Buttons], dealt: Option<Tetromino>) -> usize {
    let mut dealer = std::iter::repeat(dealt.unwrap_or(Tetromino::T));
    for buttons in presses {
        game.step(*buttons, &mut dealer);
    }
    let has_entered = |_: &usize| {
        let events = game.step(Buttons::NONE, &mut dealer);
        events
            .iter()
            .any(|event| matches!(event, Event::Spawned(_)))
    };
    (1..MOST_PAUSE).find(has_entered).unwrap_or(MOST_PAUSE)
}

/// The buttons that led to the first of the last states.
fn read_back(last: &[State], layers: &[(Vec<State>, Descents)]) -> FlownPrint {
    let mut state = &last[0];
    let (mut pieces, mut waited) = (Vec::new(), 0);
    for (states, descents) in layers.iter().rev() {
        let before = &states[state.parent];
        let mut presses = descents.flights[state.flight].clone();
        waited += presses.len() - descents.flights[0].len();
        let frames = descents.frames(state.flight, before.frame);
        presses.resize(frames, Buttons::NONE);
        pieces.push(presses);
        state = before;
    }
    pieces.reverse();
    FlownPrint {
        start: state.parent,
        frames: pieces.concat(),
        waited,
    }
}
