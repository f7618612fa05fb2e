//! The game frame by frame: buttons in, state and events out.
//!
//! Everything follows what is publicly known of the console's game of 1989 (its disassemblies and
//! the articles about them), but for any size of the field: order within a frame, gravity,
//! auto-repeat, lock without delay, rows checked one per frame, the line clear animation, the entry
//! delay. [`RuleSet::Cartridge`] is the print cartridge's simpler game.

mod buttons;
mod flight;
mod phase;
mod rules;
mod score;
#[cfg(test)]
mod tests;

use super::cell::FullRows;
use super::dealer::Dealer;
use super::painted::PaintedPlayfield;
use super::playfield::FieldSize;
use super::tetromino::Tetromino;

pub use buttons::Buttons;
pub use flight::ActivePiece;
pub(super) use flight::{Counters, Input, SteeringRules};
pub use phase::{Event, Phase};
pub use rules::{Region, RuleSet, Rules, blanked_columns, clear_steps, first_rise};

/// A running game.
#[derive(Clone, Debug)]
pub struct Console {
    rules: Rules,
    field: PaintedPlayfield,
    phase: Phase,
    counters: Counters,
    /// The buttons of the last frame.
    buttons: Buttons,
    next: Option<Tetromino>,
    frame: u64,
    level: u8,
    lines: u32,
    score: u32,
    statistics: [u32; 7],
    /// Whether the next piece is the first one of a new game, which hangs for a while.
    hangs_next: bool,
    events: Vec<Event>,
}

impl Console {
    /// Frames between the last row checked, or the last row cleared, and the next piece; part of the
    /// [entry delay](rules::entry_delay).
    const REDRAW_FRAMES: u8 = 4;
    /// The line clear animation steps in frames whose number is a multiple of this, so that on the
    /// original five steps take 17 to 20 frames.
    const FRAMES_PER_STEP: u64 = 4;
    /// The original counts six digits.
    const HIGHEST_SCORE: u32 = 999_999;

    /// A game on an empty field; its first frame brings in the first piece.
    pub fn new(size: FieldSize, rules: Rules) -> Self {
        Console {
            hangs_next: rules.set == RuleSet::Nes,
            ..Console::with_field(PaintedPlayfield::new(size), rules)
        }
    }

    /// A game that goes on from this field. Rows that are full already do not clear.
    pub fn with_field(field: PaintedPlayfield, rules: Rules) -> Self {
        Console {
            rules,
            field,
            phase: Phase::Spawning,
            counters: Counters::default(),
            buttons: Buttons::NONE,
            next: None,
            frame: 0,
            level: rules.level,
            lines: 0,
            score: 0,
            statistics: [0; 7],
            hangs_next: false,
            events: Vec::new(),
        }
    }

    /// The same game, counting its frames from `frame` on: the line clear animation keeps step with them.
    pub fn starting_at(self, frame: u64) -> Self {
        Console { frame, ..self }
    }

    /// Plays one frame and returns what happened in it.
    pub fn step(&mut self, buttons: Buttons, dealer: &mut impl Dealer) -> &[Event] {
        self.events.clear();
        match self.phase {
            Phase::Spawning => self.spawn(dealer),
            Phase::Falling(piece) => self.fly(piece, Input::new(buttons, self.buttons), dealer),
            Phase::Checking { frames: 1, full } => self.finish_check(full),
            Phase::Checking { frames, full } => {
                let frames = frames - 1;
                self.phase = Phase::Checking { frames, full };
            }
            Phase::Clearing { rows, step } => self.animate(rows, step),
            Phase::Entering { frames: 1 } => self.phase = Phase::Spawning,
            Phase::Entering { frames } => self.phase = Phase::Entering { frames: frames - 1 },
            Phase::Over => {}
        }
        self.buttons = buttons;
        self.frame += 1;
        dealer.tick();
        &self.events
    }

    /// A frame in which the game stands still, paused: only the buttons are remembered.
    pub fn rest(&mut self, buttons: Buttons) {
        self.events.clear();
        self.buttons = buttons;
    }

    fn spawn(&mut self, dealer: &mut impl Dealer) {
        let piece = match (self.rules.set, self.next.take()) {
            (RuleSet::Cartridge, _) => dealer.deal(),
            (RuleSet::Nes, None) => {
                let first = dealer.deal();
                if first.is_some() {
                    // A game's first two pieces are dealt in one frame, one generator step apart.
                    dealer.tick();
                    self.next = dealer.deal();
                }
                first
            }
            (RuleSet::Nes, next) => {
                self.next = dealer.deal();
                next
            }
        };
        let Some(piece) = piece else { return };
        self.statistics[piece.index()] += 1;
        self.counters = match std::mem::take(&mut self.hangs_next) {
            true => Counters::at_first_spawn(),
            false => self.counters.at_spawn(),
        };
        self.phase = Phase::Falling(ActivePiece::spawn(piece, self.field.size()));
        self.events.push(Event::Spawned(piece));
    }

    fn fly(&mut self, mut piece: ActivePiece, input: Input, dealer: &mut impl Dealer) {
        let steering_rules = self.steering_rules();
        let effect =
            (self.counters).advance(&mut piece, input, self.field.playfield(), &steering_rules);
        if effect.is_shifted {
            self.events.push(Event::Shifted);
        }
        if effect.is_turned {
            self.events.push(Event::Rotated);
        }
        if effect.fell > 0 {
            self.events.push(Event::Fell { rows: effect.fell });
        }
        if effect.is_down {
            self.lock(piece, dealer);
        } else {
            self.phase = Phase::Falling(piece);
        }
    }

    fn lock(&mut self, piece: ActivePiece, dealer: &mut impl Dealer) {
        if piece.collides(self.field.playfield()) {
            self.phase = Phase::Over;
            self.events.push(Event::GameOver);
            return;
        }
        let full = self.field.lock(piece.pose, piece.row, piece.column);
        self.events.push(Event::Locked(piece));
        match self.rules.set {
            RuleSet::Nes => {
                let delay = rules::entry_delay(self.field.size(), piece.row);
                let frames = delay - Self::REDRAW_FRAMES - 1;
                self.phase = Phase::Checking { frames, full };
            }
            RuleSet::Cartridge => {
                self.phase = Phase::Spawning;
                self.clear(full);
                self.spawn(dealer);
            }
        }
    }

    fn finish_check(&mut self, full: FullRows) {
        if full.is_empty() {
            self.enter_next(full);
        } else {
            self.phase = Phase::Clearing {
                rows: full,
                step: 0,
            };
        }
    }

    fn animate(&mut self, rows: FullRows, step: usize) {
        let step = step + usize::from(self.frame.is_multiple_of(Self::FRAMES_PER_STEP));
        if step == clear_steps(self.field.size().width()) {
            self.enter_next(rows);
        } else {
            self.phase = Phase::Clearing { rows, step };
        }
    }

    fn enter_next(&mut self, full: FullRows) {
        self.phase = Phase::Entering {
            frames: Self::REDRAW_FRAMES,
        };
        self.clear(full);
    }

    /// Takes full rows out of the field and counts them.
    fn clear(&mut self, full: FullRows) {
        if !full.is_empty() {
            self.field.clear(&full);
            self.events.push(Event::LinesCleared(full.len()));
            self.lines += full.len() as u32;
            let level = self.rules.level_after(self.lines as usize);
            if level > self.level {
                self.level = level;
                self.events.push(Event::LevelUp(level));
            }
        }
        let points = [0, 40, 100, 300, 1200][full.len()] * (u32::from(self.level) + 1);
        let pushed = score::with_soft_drop(self.score, self.counters.pushed);
        self.score = (pushed + points).min(Self::HIGHEST_SCORE);
    }
}

/// The state.
impl Console {
    /// The rules that the game was started with.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The field, without the falling piece. Full rows stay in it until they are cleared.
    pub fn field(&self) -> &PaintedPlayfield {
        &self.field
    }

    /// The phase that the next frame continues.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The falling piece.
    pub fn active(&self) -> Option<ActivePiece> {
        match self.phase {
            Phase::Falling(piece) => Some(piece),
            Phase::Spawning
            | Phase::Checking { .. }
            | Phase::Clearing { .. }
            | Phase::Entering { .. }
            | Phase::Over => None,
        }
    }

    /// The piece after the falling one; always `None` on the cartridge, which shows no preview.
    pub fn next(&self) -> Option<Tetromino> {
        self.next
    }

    /// Frames played, and those that [`starting_at`](Self::starting_at) counted before.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The level that sets the gravity now.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Rows cleared.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// 40, 100, 300 or 1,200 points times (level + 1) for one to four lines at once, and about a point for
    /// each row that a soft drop pushed the piece down before it locked: the original adds them as a plain number to the
    /// last two digits, and what that makes of these is not always the sum.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Pieces that have entered.
    pub fn pieces(&self) -> u32 {
        self.statistics.iter().sum()
    }

    /// Pieces that have entered, by kind, in the order of [`Tetromino::ALL`].
    pub fn statistics(&self) -> &[u32; 7] {
        &self.statistics
    }

    /// The buttons of the last frame.
    pub fn buttons(&self) -> Buttons {
        self.buttons
    }

    /// What happened in the last frame.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Whether the game is over: a piece overlapped the stack where it entered.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    pub(super) fn steering_rules(&self) -> SteeringRules {
        SteeringRules::new(&self.rules, self.level)
    }
}
