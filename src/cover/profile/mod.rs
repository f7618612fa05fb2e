//! Counting coverings without listing them: dynamic programming over the profile.
//!
//! After the first uncovered cell has been covered again and again, all that matters of the past
//! is which later cells are covered, and how often each limited piece was used: the *profile*, one
//! word of bits. The counter walks along the strip of cells and keeps, for each profile, in how
//! many ways it comes about (the broken-profile method; compare the transfer matrices of
//! statistical physics).
//!
//! A step needs no hashing and no sorting. With the profiles in rising order, laying one piece on
//! all of them adds one constant to each and so keeps the order; the next layer is the merge of one
//! such stream a placement (see [`step`]). Blocks of profiles that share their high bits are
//! merged by adding into a small array, and ranges of blocks are merged by several threads, whose
//! number changes nothing in the result.

mod forecast;
mod layer;
mod step;

use num_bigint::BigUint;

use super::frontier::Frontier;
use super::pieces::Supply;
use super::tiling::Tiling;
use layer::Layer;
use step::Transition;

/// A forecast may be wrong by a third; beyond twice the memory allowed there is no doubt.
const MARGIN: usize = 2;

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountProgress {
    /// Cells of the strip behind the frontier, of `cells`.
    pub cell: usize,
    /// Cells of the whole strip.
    pub cells: usize,
    /// Profiles at this point.
    pub profiles: usize,
}

/// Why nothing was counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// A profile, which is the covered cells and the pieces used so far, fits no word.
    #[error(
        "counting without listing needs a profile of at most 63 bits, and this puzzle's is longer"
    )]
    ProfileTooLong,
    /// The memory needed will be more than allowed, as counts on narrower boards tell.
    #[error(
        "counting this board takes about {} MB of profiles, and {} MB are allowed",
        needed >> 20, limit >> 20
    )]
    TooLarge {
        /// Bytes that the count will take.
        needed: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// The memory needed is more than allowed; the work so far is lost.
    #[error("the profiles outgrew the {} MB that are allowed at cell {cell} of {cells}", limit >> 20)]
    OutOfMemory {
        /// Bytes allowed.
        limit: usize,
        /// Cells of the strip that were behind the frontier.
        cell: usize,
        /// Cells of the whole strip.
        cells: usize,
    },
}

/// Counts the coverings of a tiling's board.
#[derive(Clone, Debug)]
pub struct ProfileCounter {
    frontier: Frontier,
    usage: Usage,
    memory: usize,
    /// Bytes that the count will take at most, where that can be told.
    forecast: usize,
}

impl ProfileCounter {
    /// Memory that a count may use unless told otherwise, in bytes: enough for 12x22 tetrominoes, the largest board of
    /// the article.
    pub const DEFAULT_MEMORY: usize = 1450 << 20;

    /// Layers of profiles that take as much memory as a count does: the next layer is built beside the last, about as
    /// large, and what the allocator cannot use again is half of both.
    const LAYERS: usize = 3;

    /// # Errors
    ///
    /// [`CountError::ProfileTooLong`] when window and usage fit no word.
    pub fn new(tiling: &Tiling) -> Result<Self, CountError> {
        let frontier = Frontier::new(tiling).ok_or(CountError::ProfileTooLong)?;
        let usage = Usage::new(tiling, frontier.span()).ok_or(CountError::ProfileTooLong)?;
        Ok(ProfileCounter {
            frontier,
            usage,
            memory: ProfileCounter::DEFAULT_MEMORY,
            forecast: forecast::largest_layer(tiling)
                .map_or(0, |bytes| (bytes * ProfileCounter::LAYERS as f64) as usize),
        })
    }

    /// The same counter with another limit of memory, in bytes.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        ProfileCounter { memory, ..self }
    }

    /// The number of coverings. `report` is told after every cell.
    ///
    /// # Errors
    ///
    /// [`CountError::TooLarge`] at once where the limit cannot suffice, [`CountError::OutOfMemory`] as soon as a layer of
    /// profiles passes it.
    pub fn count(&self, mut report: impl FnMut(CountProgress)) -> Result<BigUint, CountError> {
        let (needed, limit) = (self.forecast, self.memory);
        if needed > limit.saturating_mul(MARGIN) {
            return Err(CountError::TooLarge { needed, limit });
        }
        let cells = self.frontier.cells();
        let mut layer = Layer::of_one(self.usage.start);
        for cell in 0..cells {
            layer = step::step(layer, &self.moves(cell), self.frontier.span());
            report(CountProgress {
                cell: cell + 1,
                cells,
                profiles: layer.len(),
            });
            if layer.bytes() > self.memory / ProfileCounter::LAYERS {
                return Err(CountError::OutOfMemory {
                    limit: self.memory,
                    cell: cell + 1,
                    cells,
                });
            }
        }
        Ok(layer.count_of(self.usage.goal))
    }

    /// The ways to cover `cell`.
    fn moves(&self, cell: usize) -> Vec<Transition> {
        (0..self.frontier.pieces())
            .flat_map(|piece| self.frontier.range(cell, piece).map(move |at| (piece, at)))
            .map(|(piece, at)| {
                let mask = self.frontier.footprints()[at].mask;
                let Field { unit, guard } = self.usage.fields[piece];
                Transition {
                    forbidden: mask,
                    added: mask + unit,
                    guard,
                }
            })
            .collect()
    }
}

/// The bits above the window that count how often the limited pieces were used.
#[derive(Clone, Debug)]
struct Usage {
    fields: Vec<Field>,
    /// Nothing used yet, nothing covered.
    start: u64,
    /// Every limited piece used as often as it must be, nothing covered beyond the end.
    goal: u64,
}

/// The field of one piece: it starts so that one use too many sets the guard bit.
#[derive(Clone, Copy, Debug, Default)]
struct Field {
    /// What one use adds.
    unit: u64,
    /// The bit that must stay 0.
    guard: u64,
}

impl Usage {
    /// None when the fields do not fit into the bits above `span`, of which the topmost stays free.
    fn new(tiling: &Tiling, span: u32) -> Option<Usage> {
        let (mut start, mut goal, mut shift) = (0, 0, span);
        let mut fields = Vec::new();
        for piece in tiling.puzzle().pieces() {
            let Supply::Times(times) = piece.supply else {
                fields.push(Field::default());
                continue;
            };
            // The smallest power of two above `times` values below the guard.
            let bits = u32::BITS - times.leading_zeros();
            if shift + bits + 1 > 63 {
                return None;
            }
            let (unit, guard) = (1u64 << shift, 1u64 << (shift + bits));
            start += guard - unit * (u64::from(times) + 1);
            goal += guard - unit;
            fields.push(Field { unit, guard });
            shift += bits + 1;
        }
        (shift <= 63).then_some(Usage {
            fields,
            start,
            goal,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Board, PieceSet, Puzzle};

    fn count(size: &str, set: PieceSet, supply: Supply) -> String {
        let board: Board = size.parse().unwrap();
        let tiling = Tiling::new(Puzzle::of_set(board, set, supply).unwrap()).unwrap();
        let counter = ProfileCounter::new(&tiling).unwrap();
        counter.count(|_| ()).unwrap().to_string()
    }

    #[test]
    fn dominoes_cover_a_chessboard_in_as_many_ways_as_kasteleyn_says() {
        assert_eq!(count("8x8", PieceSet::Dominoes, Supply::Any), "12988816");
    }

    #[test]
    fn tetrominoes_cover_squares_in_known_numbers_of_ways() {
        assert_eq!(count("6x6", PieceSet::Tetrominoes, Supply::Any), "178939");
        assert_eq!(
            count("8x8", PieceSet::Tetrominoes, Supply::Any),
            "19077209438"
        );
    }

    #[test]
    fn counts_that_outgrow_a_word_go_on() {
        // 2 x n dominoes: the Fibonacci numbers; number 301 has 63 digits.
        let fibonacci = "359579325206583560961765665172189099052367214309267232255589801";
        assert_eq!(count("2x300", PieceSet::Dominoes, Supply::Any), fibonacci);
    }

    #[test]
    fn limited_pieces_are_counted_too() {
        assert_eq!(count("3x20", PieceSet::Pentominoes, Supply::Times(1)), "8");
        assert_eq!(
            count("5x8", PieceSet::Tetrominoes, Supply::Times(2)),
            "3106"
        );
        assert_eq!(count("4x5", PieceSet::Tetrominoes, Supply::Times(1)), "0");
        assert_eq!(count("3x3x3", PieceSet::Soma, Supply::Times(1)), "11520");
    }

    #[test]
    fn a_board_that_is_too_wide_is_refused_before_the_first_cell() {
        let counter = |size: &str| {
            let puzzle = Puzzle::of_set(size.parse().unwrap(), PieceSet::Tetrominoes, Supply::Any);
            ProfileCounter::new(&Tiling::new(puzzle.unwrap()).unwrap()).unwrap()
        };
        let refused = counter("14x22").count(|_| panic!("it has begun"));
        assert!(matches!(refused, Err(CountError::TooLarge { .. })));
        // 12x22 takes 1.3 GB.
        let needed = counter("12x22").forecast >> 20;
        assert!((900..2 * 1450).contains(&needed), "{needed} MB");
    }

    #[test]
    fn a_count_that_would_need_too_much_memory_ends_with_an_error() {
        let puzzle = Puzzle::of_set("8x8".parse().unwrap(), PieceSet::Tetrominoes, Supply::Any);
        let tiling = Tiling::new(puzzle.unwrap()).unwrap();
        let counter = ProfileCounter::new(&tiling).unwrap().with_memory(1 << 16);
        let error = counter.count(|_| ()).unwrap_err();
        assert!(
            matches!(error, CountError::OutOfMemory { cells: 64, .. }),
            "{error}"
        );
    }
}
