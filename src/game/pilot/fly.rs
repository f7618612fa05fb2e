//! Flying one piece: the buttons from now until it locks.

use super::route::{RouteSearch, Steering};
use crate::game::console::{
    ActivePiece, Buttons, Console, Counters, Input, RuleSet, SteeringRules,
};
use crate::game::{Column, GameError, PieceDrop, Tetromino};

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
    #[error("at level {level} gravity is too fast to bring {drop} into place")]
    TooFast {
        /// The level that was tried.
        level: u8,
        /// What was to be dropped.
        drop: PieceDrop,
        /// A level at which this drop can be flown.
        slower: u8,
    },
    /// The stack leaves no way to rotate and shift the piece at the top, however slowly it falls.
    #[error("the stack is in the way of {drop}, at any level")]
    Blocked {
        /// What was to be dropped.
        drop: PieceDrop,
    },
}

/// The buttons, one entry per frame, that lock the falling piece where `drop` comes to rest. The last
/// frame is the one that locks it.
///
/// The piece gets above its column as soon as it can while gravity alone moves it down; a soft drop
/// begins after the last shift. Errors: see [`PilotError`].
pub fn fly(console: &Console, drop: PieceDrop) -> Result<Vec<Buttons>, PilotError> {
    fly_by(console, drop, Steering::Held)
}

/// As [`fly`], with a choice of how the piece is shifted on the cartridge.
pub fn fly_by(
    console: &Console,
    drop: PieceDrop,
    steering: Steering,
) -> Result<Vec<Buttons>, PilotError> {
    // A soft drop while the piece still turns saves frames, but may take it past a narrow place.
    let approach = Approach::new(console, drop, steering)?;
    [approach.soonest, approach.moves.len()]
        .into_iter()
        .find_map(|from| approach.descend(from))
        .ok_or(PilotError::Blocked { drop })
}

/// As [`fly`], with a choice of the frame in which the piece locks: for each that a soft drop begun sooner or later
/// leads to, up to `frames` after the soonest, the buttons until then; the soonest first.
pub fn flights(
    console: &Console,
    drop: PieceDrop,
    frames: usize,
) -> Result<Vec<Vec<Buttons>>, PilotError> {
    let approach = Approach::new(console, drop, Steering::Held)?;
    let mut flights: Vec<Vec<Buttons>> = Vec::new();
    let mut latest = usize::MAX;
    // Where gravity is nearly as fast as a soft drop, this delays the lock by only a fraction of its own delay.
    for from in approach.soonest..=approach.moves.len() + 4 * frames {
        let Some(flight) = approach.descend(from) else {
            continue;
        };
        latest = latest.min(flight.len() + frames);
        // From here on the piece lands before the drop begins, or too late.
        let is_last = flight.len() <= from || from > latest;
        if flight.len() <= latest && flights.iter().all(|other| other.len() != flight.len()) {
            flights.push(flight);
        }
        if is_last {
            break;
        }
    }
    flights.sort_by_key(Vec::len);
    Ok(flights)
}

/// The way of a piece to the column above its place.
struct Approach<'a> {
    console: &'a Console,
    piece: ActivePiece,
    target: ActivePiece,
    moves: Vec<Buttons>,
    /// The first frame in which a soft drop may begin.
    soonest: usize,
}

impl<'a> Approach<'a> {
    fn new(console: &'a Console, drop: PieceDrop, steering: Steering) -> Result<Self, PilotError> {
        let piece = console.active().ok_or(PilotError::NoPiece)?;
        if piece.piece() != drop.piece() {
            let falling = piece.piece();
            return Err(PilotError::OtherPiece { drop, falling });
        }
        let target = ActivePiece::resting(console.field().playfield().landing(drop)?);
        let route = |rules| find_route(console, piece, target, rules, steering);
        let moves =
            route(console.steering_rules()).ok_or_else(|| too_fast(console, drop, route))?;
        let last_shift = moves
            .iter()
            .rposition(|buttons| buttons.intersects(Buttons::SIDEWAYS));
        let soonest = match console.rules().set {
            RuleSet::Nes => last_shift.map_or(0, |frame| frame + 1),
            RuleSet::Cartridge => moves.len().saturating_sub(1),
        };
        Ok(Approach {
            console,
            piece,
            target,
            moves,
            soonest,
        })
    }

    fn descend(&self, from: usize) -> Option<Vec<Buttons>> {
        descend(self.console, self.piece, &self.moves, from, self.target)
    }
}

/// The drops that the pilot can fly with the falling piece, by pose and then by column.
pub fn reachable(console: &Console) -> Vec<PieceDrop> {
    let Some(piece) = console.active() else {
        return Vec::new();
    };
    let mut wanted = possible_drops(console, piece.piece());
    let mut found = Vec::with_capacity(wanted.len());
    let mut search = RouteSearch::new(console, piece, console.steering_rules(), Steering::Held);
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
pub(super) fn possible_drops(console: &Console, piece: Tetromino) -> Vec<(PieceDrop, ActivePiece)> {
    let field = console.field().playfield();
    let drops = piece.poses().flat_map(|pose| {
        let columns = 0..=field.width() - pose.shape().width as usize;
        columns.map(move |column| PieceDrop::new(pose, Column(column)))
    });
    drops
        .filter_map(|drop| Some((drop, ActivePiece::resting(field.landing(drop).ok()?))))
        .collect()
}

fn find_route(
    console: &Console,
    piece: ActivePiece,
    target: ActivePiece,
    rules: SteeringRules,
    steering: Steering,
) -> Option<Vec<Buttons>> {
    let mut search = RouteSearch::new(console, piece, rules, steering);
    while !search.reaches(target) {
        if !search.advance() {
            return None;
        }
    }
    Some(search.route(target))
}

/// The error for a drop without a route; names a slower level if there is a route at one.
fn too_fast(
    console: &Console,
    drop: PieceDrop,
    route: impl Fn(SteeringRules) -> Option<Vec<Buttons>>,
) -> PilotError {
    let level = console.level();
    let is_slow_enough = |slower: &u8| {
        let rules = SteeringRules::new(console.rules(), *slower);
        *slower < level && route(rules).is_some()
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

/// The buttons until the lock if the drop begins in frame `from` of the moves; `None` if the piece
/// would not lock on the target.
fn descend(
    console: &Console,
    mut piece: ActivePiece,
    moves: &[Buttons],
    from: usize,
    target: ActivePiece,
) -> Option<Vec<Buttons>> {
    let (field, rules) = (console.field().playfield(), console.steering_rules());
    let mut counters = console.counters();
    let mut previous = console.buttons();
    let mut presses = Vec::with_capacity(2 * field.height() + moves.len());
    loop {
        let mut held = moves.get(presses.len()).copied().unwrap_or_default();
        if presses.len() >= from {
            held |= drop_button(rules.set, counters, previous);
        }
        let input = Input::new(held, previous);
        let effect = counters.advance(&mut piece, input, field, &rules);
        presses.push(held);
        if effect.is_down {
            return (piece == target).then_some(presses);
        }
        previous = held;
    }
}

/// The button that drops the piece, or none if it has to be released first.
fn drop_button(set: RuleSet, counters: Counters, previous: Buttons) -> Buttons {
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
