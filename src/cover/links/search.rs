//! The search for all solutions, in the layout that suits the problem.

use super::super::order::OptionOrder;
use super::super::problem::Problem;
use super::super::search::{CoverSearch, CoveringCount, count_on_all_cores};
use super::choice::ItemChoice;
use super::dense::Masks;
use super::observed::ObservedLinks;
use super::sparse::Sparse;

/// All solutions of a problem, by Knuth's Algorithm X. Options are listed in the order in which they were
/// chosen.
///
/// The solutions come in the order of [`ObservedLinks`], which searches by the lists that gave the algorithm its
/// name. Nobody looks on here, and so the lists give way to what is several times as fast: masks of items where
/// options exclude many others, bits of options where they exclude few. Items that come to a single option are then
/// chosen together, so that a solution may name its options in another order.
pub struct DancingLinks {
    layout: Box<dyn CoverSearch>,
}

impl DancingLinks {
    /// The fastest search: the smallest item first, options in the order in which they were added.
    pub fn new(problem: &Problem) -> Self {
        DancingLinks::ordered(problem, ItemChoice::default(), OptionOrder::default())
    }

    /// A search that branches on `choice` and tries the options of an item in `order`.
    pub fn ordered(problem: &Problem, choice: ItemChoice, order: OptionOrder) -> Self {
        let layout = match choice {
            ItemChoice::Smallest => by_smallest(problem, order),
            ItemChoice::First => None,
        };
        DancingLinks {
            layout: layout
                .unwrap_or_else(|| Box::new(ObservedLinks::new(problem, choice, order, ()))),
        }
    }
}

impl DancingLinks {
    /// Counts all solutions on all cores; limits are not kept. `report` is told, from time to time and by any core,
    /// how many more were found.
    pub fn count_on_all_cores(self, report: impl Fn(u64) + Sync) -> CoveringCount {
        count_on_all_cores(self.layout, |part| part.advance(), report)
    }
}

/// `None` when the problem is too large for anything but lists.
fn by_smallest(problem: &Problem, order: OptionOrder) -> Option<Box<dyn CoverSearch>> {
    let order = order.permutation(problem.option_count());
    if suits_masks(problem) {
        return Some(Masks::of(problem, &order).search());
    }
    Some(Box::new(Sparse::new(problem, &order)?))
}

/// Whether copying the options that are left costs less than taking out those that are excluded, both guessed in
/// machine instructions for the whole problem. In the course of a search the former become fewer much faster than the
/// latter: tuned on polyominoes, latin squares and queens, where masks are faster, and on sudokus, where they are not.
fn suits_masks(problem: &Problem) -> bool {
    const ADVANTAGE: u64 = 10;
    let words = problem.item_count().div_ceil(64).max(1);
    let options = problem.option_count().max(1) as u64;
    let mut sizes = vec![0u64; problem.item_count()];
    for &item in problem.options().flatten() {
        sizes[item as usize] += 1;
    }
    let excluded = sizes.iter().map(|size| size * size).sum::<u64>() / options;
    let members = problem.member_count() as u64 / options;
    let copying = options * (4 + 8 * words as u64);
    let taking_out = 200 + problem.item_count() as u64 / 2 + excluded * (6 * members + 6);
    words <= Masks::MAX_WORDS && copying < ADVANTAGE * taking_out
}

impl CoverSearch for DancingLinks {
    fn advance(&mut self) -> bool {
        self.layout.advance()
    }

    fn chosen(&self) -> Vec<usize> {
        self.layout.chosen()
    }

    fn limit(&mut self, branches: u64) {
        self.layout.limit(branches);
    }

    fn branches(&self) -> u64 {
        self.layout.branches()
    }

    fn was_cut(&self) -> bool {
        self.layout.was_cut()
    }

    fn split(self: Box<Self>) -> Vec<Box<dyn CoverSearch>> {
        self.layout.split()
    }
}
