//! The eraser: which drops leave the empty field where a picture stands?
//!
//! # The problem
//!
//! Every row that holds a cell must clear, and only whole rows do. So pieces have to fill exactly what is empty in the
//! picture's rows, and perhaps in a few rows above them:
//!
//! ```text
//! width x lines = cells + 4 x pieces
//! ```
//!
//! On a field of odd width lines come in steps of four, so there are few numbers to try, from the picture's own rows up,
//! and for each of them the question is one of packing: do pieces that are dropped one by one fill so many rows without
//! a cell above them? When a row clears, what it covered becomes open, and rows that were apart touch.
//!
//! # The search
//!
//! A beam search forwards. All states of a level have as many cells left to fill, so they differ only in how hard these
//! are to fill: `Remains::difficulty`. Gaps of the picture that are left for the end, when nothing is free around
//! them any more, cannot be filled; so empty rows on top count as a resource to save up. What can never be
//! filled is dropped at once: a group of columns between full ones whose empty cells are no multiple of four.

mod error;
mod remains;
mod search;

pub use self::error::{EraseError, MOST_COLUMNS};
use self::remains::Remains;
use self::search::{BeamRun, find};
use super::{Monitor, Progress};
use crate::game::{PieceDrop, Playfield};

/// States that are kept for each number of pieces.
// For the 29 sprites of this repository and 25 icons by others: 100 leave 36 of them with more lines than the fewest
// conceivable, 30 leave 39, in a quarter of the time.
const BEAM_WIDTH: usize = 120;

/// How many runs, each with chances of its own, look for the fewest lines before more are allowed.
const RUNS: u64 = 2;

/// The drops that clear everything that stands on the field, as few as are found.
///
/// Errors: see [`EraseError`].
pub fn plan_erasure(
    field: &Playfield,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Vec<PieceDrop>, EraseError> {
    let (width, height) = (field.width(), field.height());
    if width > MOST_COLUMNS {
        return Err(EraseError::TooWide { width });
    }
    let rows = height - field.top();
    if rows == 0 {
        return Ok(Vec::new());
    }
    for lines in line_counts(field)? {
        for run in 0..RUNS {
            let start = Remains::of(field, lines);
            let beam = BeamRun {
                size: field.size(),
                width: BEAM_WIDTH,
                chance: seed.wrapping_mul(RUNS).wrapping_add(run),
            };
            if let Some(drops) = find(start, &beam, monitor)? {
                return Ok(drops);
            }
        }
        monitor.on_progress(Progress {
            done: (lines - rows) as u64,
            total: (height - rows) as u64,
            pieces: None,
        });
    }
    Err(EraseError::NotFound)
}

/// How many lines may clear until the field is empty, the fewest first.
fn line_counts(field: &Playfield) -> Result<impl Iterator<Item = usize> + use<>, EraseError> {
    let (width, height, cells) = (field.width(), field.height(), field.cell_count());
    let rows = height - field.top();
    let is_whole = move |lines: &usize| (width * lines - cells).is_multiple_of(4);
    let first = (rows..rows + 4)
        .find(is_whole)
        .ok_or(EraseError::Indivisible { cells, width })?;
    Ok((first..=height).filter(is_whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FieldSize;

    /// The drops that erase a drawing, played by the game.
    fn erased(drawing: &str) -> Result<usize, EraseError> {
        let mut field: Playfield = drawing.parse().unwrap();
        let drops = plan_erasure(&field, 1, &())?;
        for drop in &drops {
            field.drop(*drop).unwrap();
        }
        assert_eq!(field.cell_count(), 0, "{field}");
        Ok(drops.len())
    }

    #[test]
    fn what_stands_is_erased_with_as_few_pieces_as_its_rows_have_room_for() {
        let low = "......\n".repeat(5) + "##....";
        assert_eq!(erased(&low), Ok(1));
        assert_eq!(erased("....\n....\n....\n#..#\n#..#"), Ok(1));
        let arrow = ".....\n".repeat(5) + "..#..\n.###.\n##.##";
        assert_eq!(erased(&arrow), Ok(3));
    }

    #[test]
    fn a_gap_that_no_piece_fits_into_takes_more_lines() {
        // A hole of one cell with a floor and nothing free beside it: the row, and as many over it as whole pieces take.
        assert_eq!(erased(&(".....\n".repeat(8) + "##.##")), Ok(4));
    }

    #[test]
    fn an_empty_field_is_erased_already() {
        assert_eq!(erased(&"....\n".repeat(4)), Ok(0));
    }

    #[test]
    fn what_whole_pieces_cannot_complete_is_said_at_once() {
        let odd = "....\n....\n....\n....\n#...";
        let cells = 1;
        assert_eq!(
            erased(odd),
            Err(EraseError::Indivisible { cells, width: 4 })
        );
        let wide = Playfield::new(FieldSize::new(65, 20).unwrap());
        let refused = plan_erasure(&wide, 1, &());
        assert_eq!(refused, Err(EraseError::TooWide { width: 65 }));
    }

    #[test]
    fn no_room_to_turn_in_is_no_way() {
        assert_eq!(
            erased("....\n#..#\n#..#\n#..#\n#..#"),
            Err(EraseError::NotFound)
        );
    }

    #[test]
    fn the_same_seed_drops_the_same_pieces_whoever_watches() {
        let field: Playfield = ("..........\n".repeat(12)
            + "..##..##..\n.########.\n.#.####.#.\n...#..#...")
            .parse()
            .unwrap();
        let drops = |seed| plan_erasure(&field, seed, &()).unwrap();
        assert_eq!(drops(5), drops(5));
        struct Impatient;
        impl Monitor for Impatient {
            fn is_cancelled(&self) -> bool {
                true
            }
        }
        let cancelled = plan_erasure(&field, 5, &Impatient);
        assert_eq!(cancelled, Err(EraseError::Cancelled));
    }
}
