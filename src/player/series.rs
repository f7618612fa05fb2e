//! Many games, and statistics of them.

use super::game::{GameSettings, GreedyGame, Totals};
use crate::game::End;
use crate::parallel;

/// The result of one game of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The seed of its pieces.
    pub seed: u64,
    /// The counts at its end.
    pub totals: Totals,
    /// Why it ended; `None` if it was interrupted.
    pub end: Option<End>,
}

/// Pieces between two calls of `go_on`: about a tenth of a second of play.
const PIECES_PER_CHECK: u32 = 1 << 16;

/// Plays a game to its end, or until `go_on` returns `false`.
pub fn play(settings: &GameSettings, seed: u64, go_on: &(impl Fn() -> bool + Sync)) -> GameResult {
    let mut game = GreedyGame::new(settings, seed);
    while game.end().is_none() && go_on() {
        for _ in 0..PIECES_PER_CHECK {
            if game.step().is_none() {
                break;
            }
        }
    }
    GameResult {
        seed,
        totals: game.totals(),
        end: game.end(),
    }
}

/// Plays games with consecutive seeds from `first` in parallel and returns the results in the order of
/// the seeds. `on_end` is called with each result as soon as it is known.
pub fn play_series(
    settings: &GameSettings,
    first: u64,
    games: u64,
    go_on: &(impl Fn() -> bool + Sync),
    on_end: &(impl Fn(&GameResult) + Sync),
) -> Vec<GameResult> {
    let seeds: Vec<u64> = (0..games).map(|game| first.wrapping_add(game)).collect();
    let play_one = |seed: &u64| {
        let played = play(settings, *seed, go_on);
        on_end(&played);
        played
    };
    parallel::map(&seeds, play_one)
}

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean of the sample.
    pub value: f64,
    /// Half the width of the interval; 0 for a single value.
    pub margin: f64,
}

impl Mean {
    /// The mean of a sample; its margin is 1.96 standard errors, as for a normal distribution.
    pub fn of(values: &[f64]) -> Mean {
        let count = values.len().max(1) as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|one| (one - value).powi(2)).sum();
        let variance = if count > 1.0 {
            squares / (count - 1.0)
        } else {
            0.0
        };
        Mean {
            value,
            margin: 1.96 * (variance / count).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_comes_with_its_margin() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(mean.value, 2.5);
        // The variance is 5/3, that of the mean a quarter of it.
        assert!((mean.margin - 1.96 * (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(
            Mean::of(&[7.0]),
            Mean {
                value: 7.0,
                margin: 0.0
            }
        );
    }
}
