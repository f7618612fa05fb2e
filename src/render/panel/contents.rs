//! What the panel tells about a game.

use super::measures::COUNTER_GAP;
use crate::game::Tetromino;
use crate::render::font::LINE;
use crate::render::scene::Tally;
use crate::render::theme::Theme;
use crate::script::{PlayersGame, PrintScript};
use crate::sprite::Sprite;

/// What the panel tells about.
pub struct Contents<'a> {
    pub script: &'a PrintScript,
    /// Pieces until the game is over; the script may be an excerpt.
    pub pieces: usize,
    pub source: Option<&'a Sprite>,
    pub theme: &'a Theme,
    /// Of an x-ray: the piece whose cells the legend shows.
    pub legend: Option<Tetromino>,
    /// Cells that were compared with the source and are all equal to it when the picture is complete.
    pub exact_cells: Option<usize>,
}

impl Contents<'_> {
    /// Whether somebody plays for points: a script that prints nothing is such a game.
    pub fn is_players_game(&self) -> bool {
        self.source.is_none() && self.script.sprite.is_none()
    }

    pub fn counters(&self) -> &'static [Counter] {
        match (self.is_players_game(), self.game().target) {
            (true, Some(_)) => Counter::WITH_A_TARGET,
            (true, None) => Counter::OF_A_PLAYER,
            (false, _) => Counter::OF_A_PRINT,
        }
    }

    pub fn game(&self) -> PlayersGame {
        self.script.game.unwrap_or_default()
    }

    /// The height inside the box of the counters, with a line for how the game ended.
    pub fn counters_height(&self) -> usize {
        let end = self.is_players_game() && self.game().end.is_some();
        counters_height(self.counters()) + if end { COUNTER_GAP + LINE } else { 0 }
    }

    /// How a player's game ended, and after how many pieces.
    pub fn ending(&self) -> Option<(usize, &'static str)> {
        let PlayersGame { target, end } = self.game();
        let end = end.filter(|_| self.is_players_game())?;
        Some((self.pieces, end.word(target.is_some())))
    }
}

/// A number that has a label.
#[derive(Clone, Copy, Debug)]
pub enum Counter {
    Pieces,
    Lines,
    Score,
    Level,
    /// The score to be reached.
    Target,
}

impl Counter {
    const OF_A_PRINT: &[Counter] = &[Counter::Pieces, Counter::Lines];
    const OF_A_PLAYER: &[Counter] = &[
        Counter::Score,
        Counter::Lines,
        Counter::Level,
        Counter::Pieces,
    ];
    const WITH_A_TARGET: &[Counter] = &[
        Counter::Target,
        Counter::Score,
        Counter::Lines,
        Counter::Level,
        Counter::Pieces,
    ];

    pub const fn label(self) -> &'static str {
        match self {
            Counter::Pieces => "PIECES",
            Counter::Lines => "LINES",
            Counter::Score => "SCORE",
            Counter::Level => "LEVEL",
            Counter::Target => "TARGET",
        }
    }

    pub fn of(self, tally: &Tally, target: u64) -> usize {
        match self {
            Counter::Target => target as usize,
            Counter::Pieces => tally.total(),
            Counter::Lines => tally.lines,
            Counter::Score => tally.score as usize,
            Counter::Level => tally.level,
        }
    }
}

/// The height inside the box of these counters.
pub const fn counters_height(counters: &[Counter]) -> usize {
    counters.len() * (2 * LINE + COUNTER_GAP) - COUNTER_GAP
}
