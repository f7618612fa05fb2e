//! What all searches have in common that find solutions one by one.

/// A depth-first search that stands still at every solution and goes on when it is asked to.
///
/// [`advance`](Self::advance) goes to the next solution and [`chosen`](Self::chosen) reads it;
/// [`solutions`](Self::solutions) is the iterator of both. Dropping a search ends it.
pub trait CoverSearch {
    /// Goes to the next solution; `false` when there is none any more.
    fn advance(&mut self) -> bool;

    /// The options chosen now: a solution after [`advance`](Self::advance) said so.
    fn chosen(&self) -> Vec<usize>;

    /// The same search, which ends after that many branches; see [`was_cut`](Self::was_cut).
    #[must_use]
    fn limited(self, branches: u64) -> Self
    where
        Self: Sized;

    /// The branches taken so far: options chosen, on all levels and in all attempts together.
    fn branches(&self) -> u64;

    /// Whether the search ended at its limit, so that there may be more solutions.
    fn was_cut(&self) -> bool;

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
