//! The article's comparison: the same search by the plain matrix, by links, and by links that leave
//! hopeless branches out.

use std::ops::ControlFlow;

use super::links::{ItemChoice, ObservedLinks};
use super::matrix::{MatrixError, search_matrix};
use super::observer::Observer;
use super::order::OptionOrder;
use super::problem::Problem;
use super::regions::{RegionGuard, RegionRule};
use super::search::CoverSearch;
use super::stats::SearchStats;
use super::tiling::Tiling;

/// What one of the searches found and cost.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The search in words, as a table shows it.
    pub method: &'static str,
    /// Coverings found, images of each other counted one by one.
    pub coverings: u64,
    /// Whether the search ended at the limit of branches.
    pub was_cut: bool,
    /// What it cost, level by level.
    pub work: SearchStats,
}

/// The searches side by side.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Those that ran, in the order of a table's columns.
    pub measured: Vec<Measurement>,
    /// Why the plain matrix is not among them.
    pub without_matrix: Option<MatrixError>,
}

/// Runs the searches that suit the puzzle, each for at most `limit` branches: the plain matrix and the links, both
/// branching on `choice`, the links again with each rule that refuses hopeless regions, and the article's algorithm 1,
/// which is the plain matrix with its first column. Every step of the matrix copies it whole.
pub fn compare(tiling: &Tiling, choice: ItemChoice, limit: u64) -> Comparison {
    let problem = tiling.problem();
    let guarded = [
        ("links, regions not too small", RegionRule::TooSmall),
        ("links, regions a multiple", RegionRule::NoMultiple),
    ]
    .map(|(method, rule)| {
        let guard = RegionGuard::new(tiling, rule);
        by_links(method, &problem, choice, limit, guard)
    });
    side_by_side(&problem, choice, limit, guarded)
}

/// As [`compare`], for a problem without a board, whose regions cannot be hopeless.
pub fn compare_problem(problem: &Problem, choice: ItemChoice, limit: u64) -> Comparison {
    side_by_side(problem, choice, limit, [])
}

fn side_by_side(
    problem: &Problem,
    choice: ItemChoice,
    limit: u64,
    guarded: impl IntoIterator<Item = Measurement>,
) -> Comparison {
    let first_column = "plain matrix, first column";
    let chosen = by_matrix("plain matrix", problem, choice, limit);
    let first = match choice {
        ItemChoice::First => chosen.clone().map(|chosen| Measurement {
            method: first_column,
            ..chosen
        }),
        _ => by_matrix(first_column, problem, ItemChoice::First, limit),
    };
    let without_matrix = first.as_ref().err().cloned();
    let links = by_links("links", problem, choice, limit, ());
    let measured = (chosen.into_iter().chain([links]))
        .chain(guarded)
        .chain(first);
    Comparison {
        measured: measured.collect(),
        without_matrix,
    }
}

fn by_links(
    method: &'static str,
    problem: &Problem,
    choice: ItemChoice,
    limit: u64,
    guard: impl Observer + Send + 'static,
) -> Measurement {
    let observer = (guard, SearchStats::new());
    let search = ObservedLinks::new(problem, choice, OptionOrder::Given, observer);
    let mut search = search.limited(limit);
    let coverings = search.count_rest();
    Measurement {
        method,
        coverings,
        was_cut: search.was_cut(),
        work: search.observer().1.clone(),
    }
}

/// Prunes every branch once the quota is used up.
struct Quota {
    left: u64,
    was_cut: bool,
}

impl Observer for Quota {
    fn allows(&mut self, _option: usize) -> bool {
        self.was_cut |= self.left == 0;
        self.left > 0
    }

    fn entered(&mut self, _option: usize) {
        self.left -= 1;
    }
}

fn by_matrix(
    method: &'static str,
    problem: &Problem,
    choice: ItemChoice,
    limit: u64,
) -> Result<Measurement, MatrixError> {
    let mut coverings = 0;
    let quota = Quota {
        left: limit,
        was_cut: false,
    };
    let mut observer = (quota, SearchStats::new());
    let visit = |_: &[usize]| {
        coverings += 1;
        ControlFlow::Continue(())
    };
    search_matrix(problem, choice, &mut observer, visit)?;
    let (quota, work) = observer;
    Ok(Measurement {
        method,
        coverings,
        was_cut: quota.was_cut,
        work,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Freedom, PieceSet, Puzzle, Supply};

    fn article() -> Tiling {
        let pieces = PieceSet::Tetrominoes.pieces(Freedom::Free).into_iter();
        let pieces = pieces.filter(|piece| piece.name != "L");
        let pieces = pieces.map(|piece| piece.with_supply(Supply::Any)).collect();
        let board = "6x6".parse().unwrap();
        Tiling::new(Puzzle::new("article", board, pieces, Freedom::Free).unwrap()).unwrap()
    }

    fn branches(measured: &Measurement) -> Vec<u64> {
        let levels = measured.work.levels()[1..].iter();
        levels.map(|level| level.branches).collect()
    }

    #[test]
    fn the_articles_table_of_branches_comes_out() {
        let measured = compare(&article(), ItemChoice::Smallest, u64::MAX).measured;
        let table = [7, 29, 82, 241, 651, 1510, 2974, 4070, 1409];
        assert_eq!(branches(&measured[0]), table, "plain matrix");
        assert_eq!(branches(&measured[1]), table, "links");
        assert!(measured.iter().all(|m| m.coverings == 1409 && !m.was_cut));
        let totals: Vec<u64> = measured.iter().map(|m| m.work.total().branches).collect();
        assert!(totals[1] > totals[2] && totals[2] > totals[3], "{totals:?}");
    }

    #[test]
    fn the_matrix_with_the_first_column_assigns_more_than_the_links() {
        let measured = compare(&article(), ItemChoice::First, u64::MAX).measured;
        assert_eq!(measured[0].method, "plain matrix");
        assert_eq!(measured[4].method, "plain matrix, first column");
        assert_eq!(measured[4].work, measured[0].work);
        assert_eq!(branches(&measured[0]), branches(&measured[1]));
        let assignments = |m: &Measurement| m.work.total().assignments;
        assert!(assignments(&measured[0]) > assignments(&measured[1]));
    }

    #[test]
    fn a_board_too_large_for_the_matrix_says_why_it_is_left_out() {
        let board = "10x10".parse().unwrap();
        let puzzle = Puzzle::of_set(board, PieceSet::Tetrominoes, Supply::Any).unwrap();
        let compared = compare(&Tiling::new(puzzle).unwrap(), ItemChoice::First, 10);
        assert_eq!(compared.without_matrix, Some(MatrixError::TooLarge));
        assert_eq!(compared.measured.len(), 3);
    }

    #[test]
    fn a_limit_cuts_every_search() {
        for measured in compare(&article(), ItemChoice::Smallest, 100).measured {
            assert!(measured.was_cut, "{}", measured.method);
            assert_eq!(measured.work.total().branches, 100, "{}", measured.method);
        }
    }
}
