//! The coverings of a puzzle by whichever engine suits it.

use super::backtrack::Backtracker;
use super::links::{Choice, Search};
use super::order::Order;
use super::pieces::Supply;
use super::regions::{RegionGuard, RegionRule};
use super::symmetry::Symmetries;
use super::tiling::Tiling;

/// A way to find coverings one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Dancing links: any puzzle, few branches.
    Links,
    /// The backtracker on bits: fast branches, boards on which no piece reaches over 64 cells.
    Bits,
}

/// How coverings are searched. The default finds them all, fast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// None: bits on plane and on small boards, links elsewhere and for a shuffled order.
    pub method: Option<Method>,
    /// For links: which cell or piece to branch on.
    pub choice: Choice,
    /// For links: the order in which placements are tried.
    pub order: Order,
    /// Leave out all but one of the coverings that are images of each other.
    pub distinct: bool,
    /// Choices after which the search ends.
    pub limit: Option<u64>,
}

/// A method that cannot be had for this puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MethodError {
    /// A piece's placements through one cell touch more than 64 cells; dancing links have no such
    /// limit.
    #[error(
        "the backtracker on bits needs pieces that reach over at most 64 cells of the board: \
         take --method links"
    )]
    TooWide,
    /// A shuffled order was asked of the backtracker, which tries placements as they are numbered.
    #[error("the backtracker on bits knows no other order: take --method links")]
    NoOrder,
}

/// The coverings of a tiling's board, one after the other: an iterator of placement numbers.
pub struct Coverings<'a> {
    tiling: &'a Tiling,
    engine: Engine,
    symmetries: Option<Symmetries>,
    /// The placements that the engine knows, by its own numbers, where it does not know all.
    numbers: Option<Vec<usize>>,
    /// Whether a covering may use too few of a piece, so that each must be looked at.
    may_use_too_few: bool,
    chosen: Vec<usize>,
}

/// The engines stand side by side once; the size of the largest is no loss.
enum Engine {
    Links(Box<Search>),
    Guarded(Box<Search<RegionGuard>>),
    Bits(Box<Backtracker>),
}

impl<'a> Coverings<'a> {
    /// # Errors
    ///
    /// A forced method that does not do for this puzzle or these settings.
    pub fn new(tiling: &'a Tiling, settings: Settings) -> Result<Self, MethodError> {
        let symmetries = settings.distinct.then(|| Symmetries::of(tiling));
        let restricted = symmetries
            .as_ref()
            .map(|symmetries| tiling.restricted(|placement| symmetries.may_be_in_first(placement)));
        let known = restricted.as_ref().map_or(tiling, |(known, _)| known);
        let engine = Engine::new(known, settings)?;
        Ok(Coverings {
            tiling,
            engine,
            symmetries,
            numbers: restricted.map(|(_, numbers)| numbers),
            may_use_too_few: may_use_too_few(tiling),
            chosen: Vec::new(),
        })
    }

    /// Goes to the next covering; `false` when there is none any more.
    pub fn advance(&mut self) -> bool {
        while self.engine.advance() {
            if self.symmetries.is_none() && !self.may_use_too_few {
                return true;
            }
            self.copy_chosen();
            let chosen = &self.chosen;
            let is_first = self.symmetries.as_ref().is_none_or(|s| s.is_first(chosen));
            if is_first && self.tiling.uses_supply(chosen) {
                return true;
            }
        }
        false
    }

    /// The placements of the covering that [`advance`](Self::advance) found.
    pub fn chosen(&mut self) -> &[usize] {
        self.copy_chosen();
        &self.chosen
    }

    fn copy_chosen(&mut self) {
        self.engine.copy_chosen(&mut self.chosen);
        if let Some(numbers) = &self.numbers {
            self.chosen
                .iter_mut()
                .for_each(|number| *number = numbers[*number]);
        }
    }

    /// Placements chosen so far in all branches together.
    pub fn branches(&self) -> u64 {
        match &self.engine {
            Engine::Links(search) => search.branches(),
            Engine::Guarded(search) => search.branches(),
            Engine::Bits(search) => search.branches(),
        }
    }

    /// Whether the search ended at its limit, so that there may be more coverings.
    pub fn was_cut(&self) -> bool {
        match &self.engine {
            Engine::Links(search) => search.was_cut(),
            Engine::Guarded(search) => search.was_cut(),
            Engine::Bits(search) => search.was_cut(),
        }
    }

    /// The method that searches.
    pub fn method(&self) -> Method {
        match &self.engine {
            Engine::Links(_) | Engine::Guarded(_) => Method::Links,
            Engine::Bits(_) => Method::Bits,
        }
    }
}

impl Iterator for Coverings<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        self.advance().then(|| self.chosen().to_vec())
    }
}

impl Engine {
    fn new(tiling: &Tiling, settings: Settings) -> Result<Self, MethodError> {
        let wants_order = settings.order != Order::Given || settings.choice != Choice::Smallest;
        let limit = settings.limit.unwrap_or(u64::MAX);
        if settings.method == Some(Method::Bits) && wants_order {
            return Err(MethodError::NoOrder);
        }
        let is_for_bits = match settings.method {
            Some(method) => method == Method::Bits,
            None => !wants_order && is_easy(tiling),
        };
        if is_for_bits {
            match Backtracker::new(tiling) {
                Some(search) => return Ok(Engine::Bits(Box::new(search.limited(limit)))),
                None if settings.method.is_some() => return Err(MethodError::TooWide),
                None => {}
            }
        }
        let search = Search::ordered(&tiling.problem(), settings.choice, settings.order);
        let search = search.limited(limit);
        Ok(match settings.order {
            Order::Given => Engine::Links(Box::new(search)),
            // A shuffled search wanders: keep it from cutting off what nothing fills.
            Order::Shuffled { .. } => {
                let guard = RegionGuard::new(tiling, RegionRule::NoMultiple);
                Engine::Guarded(Box::new(search.watched(guard)))
            }
        })
    }

    fn advance(&mut self) -> bool {
        match self {
            Engine::Links(search) => search.advance(),
            Engine::Guarded(search) => search.advance(),
            Engine::Bits(search) => search.advance(),
        }
    }

    fn copy_chosen(&self, chosen: &mut Vec<usize>) {
        chosen.clear();
        match self {
            Engine::Links(search) => chosen.extend(search.chosen()),
            Engine::Guarded(search) => chosen.extend(search.chosen()),
            Engine::Bits(search) => chosen.extend(search.chosen()),
        }
    }
}

/// Whether it is enough to cover the first uncovered cell. In space that leaves so many gaps that
/// choosing well is worth its time.
fn is_easy(tiling: &Tiling) -> bool {
    const SMALL_BOX: usize = 32;
    tiling.puzzle().board().is_plane() || tiling.cell_count() <= SMALL_BOX
}

/// Where every piece is limited, or once at most, the areas see to it that all are used up.
fn may_use_too_few(tiling: &Tiling) -> bool {
    let pieces = tiling.puzzle().pieces();
    pieces.iter().any(|piece| piece.supply == Supply::Any)
        && pieces.iter().any(|piece| piece.supply != Supply::Any)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{PieceSet, Puzzle};

    fn tiling(size: &str, supply: impl Fn(&str) -> Supply) -> Tiling {
        let board = size.parse().unwrap();
        let puzzle = Puzzle::of_set(board, PieceSet::Tetrominoes, Supply::Any).unwrap();
        let pieces = puzzle.pieces().iter().cloned().map(|piece| {
            let supply = supply(&piece.name);
            piece.with_supply(supply)
        });
        let board = puzzle.board().clone();
        let puzzle = Puzzle::new("", board, pieces.collect(), puzzle.freedom()).unwrap();
        Tiling::new(puzzle).unwrap()
    }

    #[test]
    fn every_method_finds_the_same_coverings() {
        let tiling = tiling("4x6", |_| Supply::Any);
        let found = |settings| {
            let mut all: Vec<Vec<usize>> = Coverings::new(&tiling, settings).unwrap().collect();
            all.iter_mut().for_each(|covering| covering.sort_unstable());
            all.sort_unstable();
            all
        };
        let by_bits = found(Settings::default());
        assert!(by_bits.len() > 100);
        for distinct in [
            Settings {
                order: Order::Shuffled { seed: 5 },
                ..Settings::default()
            },
            Settings {
                method: Some(Method::Links),
                ..Settings::default()
            },
            Settings {
                choice: Choice::First,
                ..Settings::default()
            },
        ] {
            assert_eq!(found(distinct), by_bits, "{distinct:?}");
        }
    }

    #[test]
    fn a_limited_piece_among_unlimited_ones_is_used_exactly_so_often() {
        let all = tiling("4x4", |_| Supply::Any);
        let squares = |covering: &Vec<usize>| {
            let pieces = covering
                .iter()
                .map(|&number| all.placements()[number].piece);
            pieces
                .filter(|&piece| all.puzzle().pieces()[piece].name == "O")
                .count()
        };
        let coverings = Coverings::new(&all, Settings::default()).unwrap();
        let expected = coverings.filter(|covering| squares(covering) == 2).count();
        assert!(expected > 0);
        let two = tiling("4x4", |name| match name {
            "O" => Supply::Times(2),
            _ => Supply::Any,
        });
        for method in [Method::Bits, Method::Links] {
            let settings = Settings {
                method: Some(method),
                ..Settings::default()
            };
            assert_eq!(
                Coverings::new(&two, settings).unwrap().count(),
                expected,
                "{method:?}"
            );
        }
    }

    #[test]
    fn a_seed_gives_the_same_covering_again_and_another_seed_another() {
        let tiling = tiling("12x22", |_| Supply::Any);
        let first = |seed| {
            let order = Order::Shuffled { seed };
            Coverings::new(
                &tiling,
                Settings {
                    order,
                    ..Settings::default()
                },
            )
            .unwrap()
            .next()
        };
        assert!(first(1).is_some());
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
    }
}
