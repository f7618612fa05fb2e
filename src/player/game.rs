//! A game of the player: pieces are dealt, placed, and counted until an end is reached.

use super::pieces::{Generator, Pieces};
use super::score::{Budget, points};
use super::search::{Choice, Lookahead, Mind};
use super::weights::Weights;
use crate::game::{Drop, FieldSize, Tetromino};

/// What is played, how, and until when.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The size of the field.
    pub field: FieldSize,
    /// What the player likes.
    pub weights: Weights,
    /// How far it looks.
    pub lookahead: Lookahead,
    /// Who deals.
    pub generator: Generator,
    /// When the game has gone on long enough.
    pub goal: Goal,
}

/// Where a game stops that does not overflow before; every part that is set can stop it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Exactly so many points: placements that would overshoot are refused.
    pub target: Option<u64>,
    /// At least so many lines.
    pub lines: Option<u64>,
    /// So many pieces.
    pub pieces: Option<u64>,
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The target score is reached exactly.
    Target,
    /// The lines are cleared.
    Lines,
    /// The pieces are placed.
    Pieces,
    /// Every placement of the piece has a cell above the field.
    Overflow,
    /// Every placement that stays inside the field would overshoot the target.
    Overshoot,
}

impl End {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            End::Target => "target",
            End::Lines => "lines",
            End::Pieces => "pieces",
            End::Overflow => "overflow",
            End::Overshoot => "overshoot",
        }
    }

    /// Whether a game of this goal has succeeded: a target must be reached, the other ends are
    /// ends like any.
    pub const fn is_success(self, goal: &Goal) -> bool {
        goal.target.is_none() || matches!(self, End::Target)
    }
}

/// What has been counted so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// [Points](super::points) made.
    pub score: u64,
}

/// A placement of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which piece was dropped where.
    pub drop: Drop,
    /// The row, from the floor, that its lowest cells came to rest on.
    pub row: u32,
    /// Lines that it cleared.
    pub lines: u32,
}

/// A running game. Pieces drop straight down in any orientation and column; a placement with a cell
/// above the field is none, even if it clears lines, and when a piece has no other the game is over.
/// These are the rules of published results (Thiery and Scherrer, 2009).
#[derive(Clone, Debug)]
pub struct Game {
    mind: Mind,
    goal: Goal,
    pieces: Pieces,
    current: Tetromino,
    next: Tetromino,
    totals: Totals,
    end: Option<End>,
}

impl Game {
    /// Before the first piece; the same seed plays the same game.
    pub fn new(settings: &Settings, seed: u64) -> Self {
        let mut pieces = settings.generator.dealer(seed);
        let current = pieces.draw();
        pieces.wait(0);
        let next = pieces.draw();
        let mut game = Game {
            mind: Mind::new(settings.field, settings.weights, settings.lookahead),
            goal: settings.goal,
            pieces,
            current,
            next,
            totals: Totals::default(),
            end: None,
        };
        game.end = game.reached();
        game
    }

    /// Places the next piece; `None` when the game has [ended](Self::end).
    pub fn step(&mut self) -> Option<Move> {
        if self.end.is_some() {
            return None;
        }
        let budget = match self.goal.target {
            Some(target) => Budget::new(target - self.totals.score),
            None => Budget::ENDLESS,
        };
        let Some(choice) = self.mind.choose(self.current, self.next, budget) else {
            self.end = Some(self.dead_end());
            return None;
        };
        Some(self.place(&choice))
    }

    fn place(&mut self, choice: &Choice) -> Move {
        let lines = self.mind.place(choice);
        self.totals.pieces += 1;
        self.totals.lines += u64::from(lines);
        self.totals.score += points(lines);
        self.current = self.next;
        self.pieces.wait(choice.row);
        self.next = self.pieces.draw();
        self.end = self.reached();
        Move {
            drop: choice.fit.drop,
            row: choice.row,
            lines,
        }
    }

    /// Which end of the goal is reached, if any.
    fn reached(&self) -> Option<End> {
        let is_reached = |most: Option<u64>, count| most.is_some_and(|most| count >= most);
        if is_reached(self.goal.target, self.totals.score) {
            Some(End::Target)
        } else if is_reached(self.goal.lines, self.totals.lines) {
            Some(End::Lines)
        } else if is_reached(self.goal.pieces, self.totals.pieces) {
            Some(End::Pieces)
        } else {
            None
        }
    }

    /// Why the piece has no placement.
    fn dead_end(&self) -> End {
        let free = self.mind.choose(self.current, self.next, Budget::ENDLESS);
        match free {
            Some(_) => End::Overshoot,
            None => End::Overflow,
        }
    }

    /// What has been counted so far.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Why the game has ended, or `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The piece that is placed next, and the one after it.
    pub fn upcoming(&self) -> [Tetromino; 2] {
        [self.current, self.next]
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::Preset;
    use super::*;
    use crate::game::Playfield;

    fn settings(field: &str, goal: Goal) -> Settings {
        Settings {
            field: field.parse().unwrap(),
            weights: Preset::Dellacherie.weights(),
            lookahead: Lookahead::One,
            generator: Generator::Uniform,
            goal,
        }
    }

    fn target(score: u64) -> Goal {
        Goal {
            target: Some(score),
            ..Goal::default()
        }
    }

    #[test]
    fn every_target_is_reached_exactly() {
        for score in 1..=60 {
            for seed in 0..20 {
                let mut game = Game::new(&settings("10x20", target(score)), seed);
                while game.step().is_some() {}
                assert_eq!(game.end(), Some(End::Target), "target {score}, seed {seed}");
                assert_eq!(game.totals().score, score);
            }
        }
    }

    #[test]
    fn a_game_ends_at_its_goal_and_not_before() {
        let goal = Goal {
            pieces: Some(100),
            ..Goal::default()
        };
        let mut game = Game::new(&settings("10x20", goal), 1);
        assert_eq!(std::iter::from_fn(|| game.step()).count(), 100);
        assert_eq!((game.totals().pieces, game.end()), (100, Some(End::Pieces)));
    }

    #[test]
    fn a_game_on_a_tiny_field_overflows() {
        let mut game = Game::new(&settings("5x5", Goal::default()), 1);
        while game.step().is_some() {}
        assert_eq!(game.end(), Some(End::Overflow));
    }

    #[test]
    fn the_moves_are_those_of_the_game_itself() {
        for (field, generator) in [
            ("10x20", Generator::Uniform),
            ("7x90", Generator::Bag),
            ("64x20", Generator::Console),
        ] {
            let goal = Goal {
                pieces: Some(500),
                ..Goal::default()
            };
            let settings = Settings {
                generator,
                ..settings(field, goal)
            };
            let mut game = Game::new(&settings, 9);
            let mut field = Playfield::new(settings.field);
            while let Some(step) = game.step() {
                let lock = field.drop(step.drop).unwrap();
                let height = u32::from(step.drop.pose.shape().height);
                let row = field.height() as u32 - lock.placement.row.0 as u32 - height;
                assert_eq!((row, lock.cleared.len() as u32), (step.row, step.lines));
            }
        }
    }

    #[test]
    fn looking_at_the_next_piece_lasts_longer() {
        let lines = |lookahead| -> u64 {
            let play = |seed| {
                let settings = Settings {
                    lookahead,
                    ..settings("6x8", Goal::default())
                };
                let mut game = Game::new(&settings, seed);
                while game.step().is_some() {}
                game.totals().lines
            };
            (0..20).map(play).sum()
        };
        assert!(lines(Lookahead::Two) > 2 * lines(Lookahead::One));
    }
}
