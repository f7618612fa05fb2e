//! What all searches have in common that find solutions one by one.

use crate::parallel;

/// A depth-first search that stands still at every solution and goes on when it is asked to.
///
/// [`advance`](Self::advance) goes to the next solution and [`chosen`](Self::chosen) reads it;
/// [`solutions`](Self::solutions) is the iterator of both. Dropping a search ends it.
pub trait CoverSearch: Send {
    /// Goes to the next solution; `false` when there is none any more.
    fn advance(&mut self) -> bool;

    /// The options chosen now: a solution after [`advance`](Self::advance) said so.
    fn chosen(&self) -> Vec<usize>;

    /// Ends the search after that many branches; see [`was_cut`](Self::was_cut).
    fn limit(&mut self, branches: u64);

    /// The branches taken so far: options chosen, on all levels and in all attempts together.
    fn branches(&self) -> u64;

    /// Whether the search ended at its limit, so that there may be more solutions.
    fn was_cut(&self) -> bool;

    /// The searches below the options of the first branching: one after the other they find what this one finds. The
    /// search itself where it has no branching, or has begun.
    fn split(self: Box<Self>) -> Vec<Box<dyn CoverSearch>>;

    /// The same search, with a [`limit`](Self::limit).
    #[must_use]
    fn limited(mut self, branches: u64) -> Self
    where
        Self: Sized,
    {
        self.limit(branches);
        self
    }

    /// The solutions that are left, counted one by one.
    fn count_rest(&mut self) -> u64 {
        std::iter::from_fn(|| self.advance().then_some(1)).sum()
    }

    /// The solutions that are left, each the numbers of its options.
    fn solutions(&mut self) -> impl Iterator<Item = Vec<usize>>
    where
        Self: Sized,
    {
        std::iter::from_fn(move || self.advance().then(|| self.chosen()))
    }
}

/// How many solutions there are, and what it took to know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoveringCount {
    /// Solutions found.
    pub coverings: u64,
    /// Options chosen in all branches together.
    pub branches: u64,
}

/// Counts on all cores how often `advance` goes on. `report` is told, from time to time and by any core, how many more
/// were found.
pub(super) fn count_on_all_cores(
    search: Box<dyn CoverSearch>,
    advance: impl Fn(&mut dyn CoverSearch) -> bool + Sync,
    report: impl Fn(u64) + Sync,
) -> CoveringCount {
    /// Solutions after which a core reports.
    const REPORTED: u64 = 1024;
    let counts = parallel::map(split_up(search), |mut part| {
        let mut coverings = 0;
        while advance(&mut *part) {
            coverings += 1;
            if coverings % REPORTED == 0 {
                report(REPORTED);
            }
        }
        report(coverings % REPORTED);
        CoveringCount {
            coverings,
            branches: part.branches(),
        }
    });
    let sum = |number: fn(&CoveringCount) -> u64| counts.iter().map(number).sum();
    CoveringCount {
        coverings: sum(|count| count.coverings),
        branches: sum(|count| count.branches),
    }
}

/// Splits a search into parts that are short enough to keep all cores busy to the end. How many there are depends on
/// the problem alone.
pub(super) fn split_up(search: Box<dyn CoverSearch>) -> Vec<Box<dyn CoverSearch>> {
    /// The longest part is then about a hundredth of the search (measured on pentominoes).
    const ENOUGH: usize = 512;
    let mut parts = vec![search];
    loop {
        let before = parts.len();
        parts = parts.into_iter().flat_map(|part| part.split()).collect();
        if parts.len() >= ENOUGH || parts.len() <= before {
            return parts;
        }
    }
}
