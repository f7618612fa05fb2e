//! The pilot: which buttons bring the falling piece where a drop wants it.
//!
//! A piece is turned the shorter way and shifted by taps, a column every two frames (the console's
//! auto-repeat is never sooner) or, on the cartridge, by a held button; both go on at the same time
//! and around what stands in the way. Then it is dropped, hard on the cartridge and else softly.

mod search;

use super::console::{
    ActivePiece, Buttons, Console, Counters, Dealer, Input, Pace, Phase, RuleSet,
};
use super::{GameError, PieceDrop, Tetromino};
use search::Search;

/// How a piece is shifted on the cartridge; the console's game is always played by taps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steering {
    /// Left or Right is held: a column a frame.
    #[default]
    Held,
    /// Left or Right is pressed and let go of: a column every two frames, as a thumb can do it.
    Taps,
}

/// Why a piece cannot be flown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PilotError {
    /// The console waits between two pieces, or the game is over: nothing can be steered now.
    #[error("no piece is falling")]
    NoPiece,
    /// Another kind of piece is falling than the one to be dropped: it was dealt wrong.
    #[error("{drop} is wanted, but {} is falling", falling.letter())]
    OtherPiece {
        /// What was to be dropped.
        drop: PieceDrop,
        /// The kind that falls instead.
        falling: Tetromino,
    },
    /// The drop itself breaks the rules of the game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The piece would lock before the buttons have brought it to its column.
    #[error(
        "at level {level} gravity is too fast to bring {drop} into place: try --level {slower}"
    )]
    TooFast {
        /// The level that was tried.
        level: u8,
        /// What was to be dropped.
        drop: PieceDrop,
        /// A level at which this drop can be flown.
        slower: u8,
    },
    /// A piece that turns and shifts at the top comes into conflict with the stack, however slowly
    /// it falls.
    #[error("the stack is in the way of {drop}, at any level")]
    Blocked {
        /// What was to be dropped.
        drop: PieceDrop,
    },
}

/// The buttons, a frame each, that lock the falling piece where `drop` rests if it falls straight
/// down from the top. The last frame is that of the lock.
///
/// The way sideways is the soonest there is by gravity alone; a soft drop begins after the last
/// shift. Errors: see [`PilotError`].
pub fn fly(console: &Console, drop: PieceDrop) -> Result<Vec<Buttons>, PilotError> {
    fly_by(console, drop, Steering::Held)
}

/// As [`fly`], with another hand at the buttons.
pub fn fly_by(
    console: &Console,
    drop: PieceDrop,
    steering: Steering,
) -> Result<Vec<Buttons>, PilotError> {
    let piece = console.active().ok_or(PilotError::NoPiece)?;
    if piece.piece() != drop.piece() {
        let falling = piece.piece();
        return Err(PilotError::OtherPiece { drop, falling });
    }
    let target = ActivePiece::resting(console.field().playfield().landing(drop)?);
    let route = |pace| find_route(console, piece, target, pace, steering);
    let moves = route(console.pace()).ok_or_else(|| too_fast(console, drop, route))?;
    let last_shift = moves
        .iter()
        .rposition(|buttons| buttons.intersects(Buttons::SIDEWAYS));
    let soonest = match console.rules().set {
        RuleSet::Nes => last_shift.map_or(0, |frame| frame + 1),
        RuleSet::Cartridge => moves.len().saturating_sub(1),
    };
    // A soft drop while the piece still turns saves frames, but may take it past a narrow place.
    [soonest, moves.len()]
        .into_iter()
        .find_map(|from| descend(console, piece, &moves, from, target))
        .ok_or(PilotError::Blocked { drop })
}

/// The drops that the pilot can fly with the falling piece, by pose and then by column.
pub fn reachable(console: &Console) -> Vec<PieceDrop> {
    let Some(piece) = console.active() else {
        return Vec::new();
    };
    let mut wanted = possible_drops(console, piece.piece());
    let mut found = Vec::with_capacity(wanted.len());
    let mut search = Search::new(console, piece, console.pace(), Steering::Held);
    loop {
        wanted.retain(|(drop, target)| {
            let is_reached = search.reaches(*target);
            if is_reached {
                found.push(*drop);
            }
            !is_reached
        });
        if wanted.is_empty() || !search.advance() {
            break;
        }
    }
    found.sort_by_key(|drop| (drop.pose, drop.column));
    found
}

/// Every drop of a piece that the field takes, and where its piece comes to rest.
fn possible_drops(console: &Console, piece: Tetromino) -> Vec<(PieceDrop, ActivePiece)> {
    let field = console.field().playfield();
    let drops = piece.poses().flat_map(|pose| {
        let columns = 0..=field.width() - pose.shape().width as usize;
        columns.map(move |column| PieceDrop::new(pose, super::Column(column)))
    });
    drops
        .filter_map(|drop| Some((drop, ActivePiece::resting(field.landing(drop).ok()?))))
        .collect()
}

fn find_route(
    console: &Console,
    piece: ActivePiece,
    target: ActivePiece,
    pace: Pace,
    steering: Steering,
) -> Option<Vec<Buttons>> {
    let mut search = Search::new(console, piece, pace, steering);
    while !search.reaches(target) {
        if !search.advance() {
            return None;
        }
    }
    Some(search.route(target))
}

/// Names a slower level, if there is a route at one.
fn too_fast(
    console: &Console,
    drop: PieceDrop,
    route: impl Fn(Pace) -> Option<Vec<Buttons>>,
) -> PilotError {
    let level = console.level();
    let is_slow_enough = |slower: &u8| {
        let pace = Pace::new(console.rules(), *slower);
        *slower < level && route(pace).is_some()
    };
    match [18, 9, 0].into_iter().find(is_slow_enough) {
        Some(slower) => PilotError::TooFast {
            level,
            drop,
            slower,
        },
        None => PilotError::Blocked { drop },
    }
}

/// The buttons until the lock if the piece is sent down in frame `from` of its moves; `None` if it
/// does not lock on the target then.
fn descend(
    console: &Console,
    mut piece: ActivePiece,
    moves: &[Buttons],
    from: usize,
    target: ActivePiece,
) -> Option<Vec<Buttons>> {
    let (field, pace) = (console.field().playfield(), console.pace());
    let mut counters = console.counters();
    let mut previous = console.buttons();
    let mut presses = Vec::with_capacity(2 * field.height() + moves.len());
    loop {
        let mut held = moves.get(presses.len()).copied().unwrap_or_default();
        if presses.len() >= from {
            held |= way_down(pace.set, counters, previous);
        }
        let input = Input::new(held, previous);
        let motion = counters.advance(&mut piece, input, field, &pace);
        presses.push(held);
        if motion.is_down {
            return (piece == target).then_some(presses);
        }
        previous = held;
    }
}

/// The button that sends the piece down, or none if it must be let go of first.
fn way_down(set: RuleSet, counters: Counters, previous: Buttons) -> Buttons {
    let (button, goes_on) = match set {
        RuleSet::Nes => (Buttons::DOWN, counters.soft_drop > 0),
        RuleSet::Cartridge => (Buttons::UP, false),
    };
    if previous.contains(button) && !goes_on {
        Buttons::NONE
    } else {
        button
    }
}

/// A drop of a list that could not be flown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("drop {number}: {error}")]
pub struct AutopilotError {
    /// Counted from 1.
    pub number: usize,
    /// Why it could not.
    pub error: PilotError,
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

    /// The same pilot with another hand at the buttons.
    pub fn steering_by(self, steering: Steering) -> Self {
        Autopilot { steering, ..self }
    }

    /// The buttons of the next frame, for who plays it himself. Errors: as [`step`](Self::step).
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

    /// Tells the pilot that somebody else has dealt his next piece.
    pub fn see_dealt(&mut self) {
        self.dealt += 1;
    }

    /// Plays one frame and returns the buttons that were down in it; [`Console::events`] has what
    /// happened. Errors: the drop that the pilot cannot fly; no frame is played then.
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
        self.see_dealt();
        Some(piece)
    }
}

#[cfg(test)]
mod tests;
