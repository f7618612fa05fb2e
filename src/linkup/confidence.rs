//! How likely a reading is right.

use super::reading::Reading;

/// The strength of a reading that is as likely right as wrong, and how fast certainty grows above it.
// Logistic regression, with the constant below, on the 101 of 117 generated screenshots in which a grid was found:
// mahjong tiles, emoji, icons and letters on plain, noisy and drawn grounds, half of them in the middle of play, a
// quarter with a selected tile. Of 45 readings that are at least 0.95 sure by it 44 are right; on
// 117 others, of other tiles, 43 of 45.
const EVEN_ODDS: f64 = 0.48;
const STEEPNESS: f64 = 13.3;

/// How much weaker a reading is in which a highlighted tile was joined with its kind.
// Half of them are wrong however clear they seem: where a tile may be joined, a guess that takes a whole kind for
// empty cells pairs up, too.
const HIGHLIGHTED: f64 = 0.24;

/// Fewer tiles than this may pair up by chance.
const FEW: f64 = 10.0;

/// Fewer kinds than this are those of a chessboard or of a striped wall.
const FEW_KINDS: f64 = 3.0;

/// How likely the reading is right in every place, 0 to 1. 0 if it cannot be: if a tile is left over.
pub fn confidence(reading: &Reading) -> f64 {
    match reading.board.check_pairs() {
        Err(_) => 0.0,
        Ok(()) => 1.0 / (1.0 + (-STEEPNESS * (strength(reading) - EVEN_ODDS)).exp()),
    }
}

/// What speaks for a reading, up to 1: kinds that are clearly apart, a clear grid, kinds of about the same size, many
/// tiles, and no highlighted ones.
fn strength(reading: &Reading) -> f64 {
    let cells = reading.board.cells_by_kind();
    let sizes = cells.iter().map(Vec::len).filter(|size| *size > 0);
    let tiles = sizes.clone().sum::<usize>() as f64;
    let kinds = sizes.clone().count() as f64;
    let usual = tiles / kinds.max(1.0);
    let evenness = usual / sizes.max().unwrap_or(1) as f64;
    let many = (tiles / FEW).min(1.0);
    let varied = (kinds / FEW_KINDS).min(1.0);
    let clear = f64::from(reading.pairing.clarity()) * reading.grid.confidence;
    let highlighted = if reading.strays.is_empty() {
        0.0
    } else {
        HIGHLIGHTED
    };
    clear * evenness.sqrt() * many * varied - highlighted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Axis, Grid};
    use crate::linkup::LinkCell;
    use crate::linkup::pairing::Pairing;

    fn reading(board: &str, clarity: f32, strays: Vec<LinkCell>) -> Reading {
        let board: crate::linkup::LinkBoard = board.parse().unwrap();
        let pairing = Pairing::of(&board, &vec![false; board.cells().count()], clarity);
        let grid = Grid {
            x: Axis::dividing(240, board.columns()),
            y: Axis::dividing(240, board.rows()),
            confidence: 0.95,
        };
        Reading {
            board,
            grid,
            pairing,
            score: pairing.score(),
            strays,
        }
    }

    const PAIRS: &str = "ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\n";

    #[test]
    fn clear_kinds_are_sure_but_not_unclear_ones_chessboards_and_leftovers() {
        assert!(confidence(&reading(PAIRS, 0.95, Vec::new())) > 0.95);
        assert!(confidence(&reading(PAIRS, 0.4, Vec::new())) < 0.5);
        let chessboard = "ABABAB\nBABABA\nABABAB\nBABABA\n";
        assert!(confidence(&reading(chessboard, 0.95, Vec::new())) < 0.9);
        let odd = PAIRS.replacen('A', "X", 1);
        assert_eq!(confidence(&reading(&odd, 0.95, Vec::new())), 0.0);
    }

    #[test]
    fn a_highlighted_tile_makes_a_reading_less_sure() {
        let highlighted = vec![LinkCell::new(0, 0)];
        let (without, with) = (
            confidence(&reading(PAIRS, 0.85, Vec::new())),
            confidence(&reading(PAIRS, 0.85, highlighted)),
        );
        assert!(without > 0.95 && with < 0.9, "{without} {with}");
    }
}
