//! One game: pieces are dealt, placed and counted until an end is reached.

use super::environment::{Environment, Venue};
use super::options::{ChosenDrop, Fit};
use super::pieces::Generator;
use super::policy::{Lookahead, Policy};
use super::score::ScoreBudget;
use super::weights::Weights;
use crate::game::console::{Buttons, Console};
use crate::game::{End, FieldSize, PieceDrop, Tetromino, points};

/// What is played, how, and until when.
#[derive(Clone, Copy, Debug)]
pub struct GameSettings {
    /// The size of the field, at most [`WIDEST`](super::WIDEST) columns wide.
    pub field: FieldSize,
    /// What the player values.
    pub weights: Weights,
    /// How far it looks ahead.
    pub lookahead: Lookahead,
    /// Who deals.
    pub generator: Generator,
    /// When the game stops.
    pub goal: Goal,
    /// Where it is played.
    pub venue: Venue,
}

/// Where a game stops unless it overflows first; each part that is set can stop it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Exactly this score: placements that would overshoot it are refused. The score of the original is none that could be
    /// met so.
    pub target: Option<u64>,
    /// At least this many lines.
    pub lines: Option<u64>,
    /// Exactly this many pieces.
    pub pieces: Option<u64>,
}

impl Goal {
    /// Whether a game that ended like this has succeeded: only a target score can be missed.
    pub fn is_met(&self, end: End) -> bool {
        self.target.is_none() || end == End::Target
    }
}

/// The counts so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// [Points](crate::game::points) made; on the original its own score.
    pub score: u64,
}

/// A placement that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Which piece was dropped where.
    pub drop: PieceDrop,
    /// The row, from the floor, that its lowest cells came to rest on.
    pub row: u32,
    /// Lines that it cleared.
    pub lines: u32,
}

/// A running game. Pieces drop straight down in any orientation and column. A placement with a cell
/// above the field is not allowed, even if it clears lines, and the game is over when a piece has no
/// other. These are the rules of published results (Thiery and Scherrer, 2009).
///
/// On the console only the placements that the pilot can reach at the level are allowed. A piece that
/// can reach none falls unsteered, and the game is over when pieces can no longer enter.
#[derive(Clone, Debug)]
pub struct GreedyGame {
    field: FieldSize,
    policy: Policy,
    goal: Goal,
    environment: Environment,
    totals: Totals,
    end: Option<End>,
}

impl GreedyGame {
    /// A game before its first piece; the same seed plays the same game.
    ///
    /// # Panics
    /// If the field is wider than [`WIDEST`](super::WIDEST), or is not the original's, or the level not one of those
    /// that it starts at, where it is played on that.
    pub fn new(settings: &GameSettings, seed: u64) -> Self {
        let mut game = GreedyGame {
            field: settings.field,
            policy: Policy::new(settings.field, settings.weights, settings.lookahead),
            goal: settings.goal,
            environment: Environment::new(settings.venue, settings.field, settings.generator, seed),
            totals: Totals::default(),
            end: None,
        };
        game.end = game.reached();
        game
    }

    /// Places the next piece; `None` when the game has [ended](Self::end).
    pub fn step(&mut self) -> Option<PlayedMove> {
        if self.end.is_some() {
            return None;
        }
        match self.choose() {
            Ok((choice, buttons)) => Some(self.place(&choice, &buttons)),
            Err(end) => {
                self.end = Some(end);
                None
            }
        }
    }

    /// The placement to play and, on the console, its buttons; or why there is none.
    fn choose(&self) -> Result<(ChosenDrop, Vec<Buttons>), End> {
        let budget = match self.goal.target {
            Some(target) => ScoreBudget::new(target.saturating_sub(self.totals.score)),
            None => ScoreBudget::ENDLESS,
        };
        let [current, next] = self.environment.upcoming();
        let all = self.policy.options(current);
        let without_buttons = |fits: &[Fit]| match self.policy.choose(fits, next, budget) {
            Some(choice) => Ok((choice, Vec::new())),
            None => Err(self.dead_end(fits, next)),
        };
        let Some(mut fits) = self.environment.reachable(all) else {
            return without_buttons(all);
        };
        if fits.is_empty() {
            return without_buttons(&[self.environment.unsteered(self.field)]);
        }
        while let Some(choice) = self.policy.choose(&fits, next, budget) {
            match self.environment.buttons(choice.fit.drop) {
                Some(buttons) => return Ok((choice, buttons)),
                None => fits.retain(|fit| fit.drop != choice.fit.drop),
            }
        }
        Err(self.dead_end(&fits, next))
    }

    fn place(&mut self, choice: &ChosenDrop, buttons: &[Buttons]) -> PlayedMove {
        let lines = self.policy.place(choice);
        self.totals.pieces += 1;
        self.totals.lines += u64::from(lines);
        self.totals.score += points(lines);
        self.environment.advance(choice, buttons);
        if let (Some(_), Some(console)) = (self.pressed(), self.console()) {
            self.totals.score = console.score().into();
        }
        self.end = self.reached();
        PlayedMove {
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
        } else if self.console().is_some_and(Console::is_over) {
            Some(End::Overflow)
        } else {
            None
        }
    }

    /// Why none of these drops is possible.
    fn dead_end(&self, fits: &[Fit], next: Tetromino) -> End {
        match self.policy.choose(fits, next, ScoreBudget::ENDLESS) {
            Some(_) => End::Overshoot,
            None => End::Overflow,
        }
    }

    /// The counts so far.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Why the game has ended, or `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The piece that is placed next, and the one after it.
    pub fn upcoming(&self) -> [Tetromino; 2] {
        self.environment.upcoming()
    }

    /// Frames of the console so far, if the game is played on one.
    pub fn frames(&self) -> Option<u64> {
        self.environment.frames()
    }

    /// The buttons of every frame since power-on, if the game is played on the original.
    pub fn pressed(&self) -> Option<&[Buttons]> {
        self.environment.pressed()
    }

    /// The console that the game is played on.
    pub fn console(&self) -> Option<&Console> {
        self.environment.console()
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::Preset;
    use super::*;
    use crate::game::Playfield;
    use crate::game::console::Rules;

    fn settings(field: &str, goal: Goal) -> GameSettings {
        GameSettings {
            field: field.parse().unwrap(),
            weights: Preset::Dellacherie.weights(),
            lookahead: Lookahead::One,
            generator: Generator::Uniform,
            goal,
            venue: Venue::Field,
        }
    }

    fn pieces(count: u64) -> Goal {
        Goal {
            pieces: Some(count),
            ..Goal::default()
        }
    }

    /// A game on the console from this level.
    fn on_console(level: u8, field: &str, goal: Goal) -> GameSettings {
        let rules = Rules {
            level,
            ..Rules::default()
        };
        GameSettings {
            venue: Venue::Console(rules),
            ..settings(field, goal)
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
                let mut game = GreedyGame::new(&settings("10x20", target(score)), seed);
                while game.step().is_some() {}
                assert_eq!(game.end(), Some(End::Target), "target {score}, seed {seed}");
                assert_eq!(game.totals().score, score);
            }
        }
    }

    #[test]
    fn a_game_ends_at_its_goal_and_not_before() {
        let mut game = GreedyGame::new(&settings("10x20", pieces(100)), 1);
        assert_eq!(std::iter::from_fn(|| game.step()).count(), 100);
        assert_eq!((game.totals().pieces, game.end()), (100, Some(End::Pieces)));
    }

    #[test]
    fn a_game_on_a_tiny_field_overflows() {
        let mut game = GreedyGame::new(&settings("5x5", Goal::default()), 1);
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
            let settings = GameSettings {
                generator,
                ..settings(field, pieces(500))
            };
            let mut game = GreedyGame::new(&settings, 9);
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
                let settings = GameSettings {
                    lookahead,
                    ..settings("6x8", Goal::default())
                };
                let mut game = GreedyGame::new(&settings, seed);
                while game.step().is_some() {}
                game.totals().lines
            };
            (0..20).map(play).sum()
        };
        assert!(lines(Lookahead::Two) > 2 * lines(Lookahead::One));
    }

    #[test]
    fn the_console_holds_what_the_player_thinks_it_holds() {
        for level in [0, 18, 29] {
            let settings = GameSettings {
                generator: Generator::Console,
                ..on_console(level, "10x20", pieces(60))
            };
            let mut game = GreedyGame::new(&settings, 5);
            let mut field = Playfield::new(settings.field);
            while let Some(step) = game.step() {
                let Ok(lock) = field.drop(step.drop) else {
                    break;
                };
                assert_eq!(lock.cleared.len() as u32, step.lines, "level {level}");
                let console = game.console().unwrap();
                if !console.is_over() {
                    assert_eq!(console.field().playfield(), &field, "level {level}");
                }
            }
        }
    }

    #[test]
    fn a_game_on_the_original_is_played_by_the_buttons_that_are_kept() {
        use crate::nes::original::Original;
        let settings = GameSettings {
            venue: Venue::Original { level: 18 },
            ..settings("10x20", pieces(40))
        };
        let (mut game, mut other) = (GreedyGame::new(&settings, 0), GreedyGame::new(&settings, 1));
        while game.step().is_some() {}
        while other.step().is_some() {}
        assert_ne!(game.pressed(), other.pressed());
        let mut machine = Original::default();
        for buttons in game.pressed().unwrap() {
            machine.step(*buttons);
        }
        let (played, kept) = (machine.game().unwrap(), game.console().unwrap());
        assert_eq!((played.level(), played.lines()), (18, kept.lines()));
        assert_eq!(played.field(), kept.field());
        assert_eq!(u64::from(played.score()), game.totals().score);
    }

    #[test]
    fn a_fast_console_ends_games_that_a_slow_one_does_not() {
        let lines = |level| {
            let settings = on_console(level, "30x20", pieces(300));
            let mut game = GreedyGame::new(&settings, 5);
            while game.step().is_some() {}
            (game.end(), game.totals().lines)
        };
        assert_eq!(lines(0).0, Some(End::Pieces));
        assert_eq!(lines(29).0, Some(End::Overflow));
        assert!(lines(29).1 < lines(18).1);
    }
}
