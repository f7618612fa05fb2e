//! The coverings of a puzzle by whichever engine suits it.

use super::backtrack::Backtracker;
use super::links::{DancingLinks, ItemChoice, ObservedLinks};
use super::order::OptionOrder;
use super::pieces::Supply;
use super::regions::{RegionGuard, RegionRule};
use super::search::{CoverSearch, CoveringCount, count_on_all_cores};
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

/// How to search for coverings. The default finds them all, fast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverSettings {
    /// `None`: bits on plane and on small boards, links elsewhere and for a shuffled order.
    pub method: Option<Method>,
    /// For links: which cell or piece to branch on.
    pub choice: ItemChoice,
    /// For links: the order in which placements are tried.
    pub order: OptionOrder,
    /// Leave out all but one of the coverings that are images of each other.
    pub distinct: bool,
    /// Choices after which the search ends.
    pub limit: Option<u64>,
}

/// A method that does not work for this puzzle or these settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MethodError {
    /// A piece's placements through one cell touch more than 64 cells; dancing links have no such
    /// limit.
    #[error("the backtracker on bits needs pieces that reach over at most 64 cells of the board")]
    TooWide,
    /// A shuffled order was asked of the backtracker, which tries placements as they are numbered.
    #[error("the backtracker on bits tries placements in one order only")]
    NoOrder,
}

/// The coverings of a tiling's board, one after the other: an iterator of placement numbers.
pub struct Coverings<'a> {
    method: Method,
    search: Box<dyn CoverSearch>,
    filter: Filter<'a>,
}

/// Which solutions of a search are coverings, and of which placements.
struct Filter<'a> {
    tiling: &'a Tiling,
    symmetries: Option<Symmetries>,
    /// The placements that the search knows, by its own numbers, where it does not know all.
    numbers: Option<Vec<usize>>,
    /// Whether a covering may use too few of a piece, so that each must be looked at.
    may_use_too_few: bool,
}

impl<'a> Coverings<'a> {
    /// # Errors
    ///
    /// A forced method that does not work for this puzzle or these settings.
    pub fn new(tiling: &'a Tiling, settings: CoverSettings) -> Result<Self, MethodError> {
        let symmetries = settings.distinct.then(|| Symmetries::of(tiling));
        let restricted = symmetries
            .as_ref()
            .map(|symmetries| tiling.restricted(|placement| symmetries.may_be_in_first(placement)));
        let known = restricted.as_ref().map_or(tiling, |(known, _)| known);
        let (method, search) = search(known, settings)?;
        let filter = Filter {
            tiling,
            symmetries,
            numbers: restricted.map(|(_, numbers)| numbers),
            may_use_too_few: may_use_too_few(tiling),
        };
        Ok(Coverings {
            method,
            search,
            filter,
        })
    }

    /// Goes to the next covering; `false` when there is none any more.
    pub fn advance(&mut self) -> bool {
        self.filter.advance(&mut *self.search)
    }

    /// The placements of the covering that [`advance`](Self::advance) found.
    pub fn chosen(&self) -> Vec<usize> {
        self.filter.chosen(&*self.search)
    }

    /// Counts all coverings on all cores; a [limit](CoverSettings::limit) holds for each part of the search alone, so
    /// that whoever sets one had better count by [`advance`](Self::advance). `report` is told, from time to time and
    /// by any core, how many more were found.
    pub fn count_on_all_cores(self, report: impl Fn(u64) + Sync) -> CoveringCount {
        let Coverings { search, filter, .. } = self;
        count_on_all_cores(search, |part| filter.advance(part), report)
    }

    /// Placements chosen so far in all branches together.
    pub fn branches(&self) -> u64 {
        self.search.branches()
    }

    /// Whether the search ended at its limit, so that there may be more coverings.
    pub fn was_cut(&self) -> bool {
        self.search.was_cut()
    }

    /// The method that searches.
    pub fn method(&self) -> Method {
        self.method
    }
}

impl Filter<'_> {
    fn advance(&self, search: &mut dyn CoverSearch) -> bool {
        while search.advance() {
            if self.symmetries.is_none() && !self.may_use_too_few {
                return true;
            }
            let chosen = self.chosen(search);
            let is_first = self.symmetries.as_ref().is_none_or(|s| s.is_first(&chosen));
            if is_first && self.tiling.uses_supply(&chosen) {
                return true;
            }
        }
        false
    }

    fn chosen(&self, search: &dyn CoverSearch) -> Vec<usize> {
        let mut chosen = search.chosen();
        if let Some(numbers) = &self.numbers {
            chosen
                .iter_mut()
                .for_each(|number| *number = numbers[*number]);
        }
        chosen
    }
}

impl Iterator for Coverings<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        self.advance().then(|| self.chosen())
    }
}

/// The search that suits the tiling and the settings.
fn search(
    tiling: &Tiling,
    settings: CoverSettings,
) -> Result<(Method, Box<dyn CoverSearch>), MethodError> {
    let wants_order =
        settings.order != OptionOrder::Given || settings.choice != ItemChoice::Smallest;
    if settings.method == Some(Method::Bits) && wants_order {
        return Err(MethodError::NoOrder);
    }
    let limit = settings.limit.unwrap_or(u64::MAX);
    let suits_bits = match settings.method {
        Some(method) => method == Method::Bits,
        None => !wants_order && is_easy(tiling),
    };
    if suits_bits {
        match Backtracker::new(tiling) {
            Some(search) => return Ok((Method::Bits, Box::new(search.limited(limit)))),
            None if settings.method.is_some() => return Err(MethodError::TooWide),
            None => {}
        }
    }
    let (problem, CoverSettings { choice, order, .. }) = (tiling.problem(), settings);
    Ok(match order {
        OptionOrder::Given => {
            let links = DancingLinks::ordered(&problem, choice, order);
            (Method::Links, Box::new(links.limited(limit)))
        }
        // A shuffled search wanders: keep it from cutting off what nothing fills.
        OptionOrder::Shuffled { .. } => {
            let guard = RegionGuard::new(tiling, RegionRule::NoMultiple);
            let links = ObservedLinks::new(&problem, choice, order, guard);
            (Method::Links, Box::new(links.limited(limit)))
        }
    })
}

/// Whether it is enough to cover the first uncovered cell. In space that leaves so many gaps that
/// choosing well is worth its time.
fn is_easy(tiling: &Tiling) -> bool {
    /// Between the Soma cube (27 cells), where bits are faster, and the boxes of pentominoes (60 cells),
    /// where links are.
    const SMALL_BOX: usize = 32;
    tiling.puzzle().board().is_plane() || tiling.cell_count() <= SMALL_BOX
}

/// Whether a solution of the exact cover problem may leave limited pieces over. Where all are limited they
/// cannot be: their areas add up to the board's.
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
        let by_bits = found(CoverSettings::default());
        assert!(by_bits.len() > 100);
        for distinct in [
            CoverSettings {
                order: OptionOrder::Shuffled { seed: 5 },
                ..CoverSettings::default()
            },
            CoverSettings {
                method: Some(Method::Links),
                ..CoverSettings::default()
            },
            CoverSettings {
                choice: ItemChoice::First,
                ..CoverSettings::default()
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
        let coverings = Coverings::new(&all, CoverSettings::default()).unwrap();
        let expected = coverings.filter(|covering| squares(covering) == 2).count();
        assert!(expected > 0);
        let two = tiling("4x4", |name| match name {
            "O" => Supply::Times(2),
            _ => Supply::Any,
        });
        for method in [Method::Bits, Method::Links] {
            let settings = CoverSettings {
                method: Some(method),
                ..CoverSettings::default()
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
            let order = OptionOrder::Shuffled { seed };
            Coverings::new(
                &tiling,
                CoverSettings {
                    order,
                    ..CoverSettings::default()
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
