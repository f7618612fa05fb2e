//! Where a search branches.

/// Which of the items left a search branches on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ItemChoice {
    /// The item with the fewest options left, the leftmost of several: Knuth's S heuristic, elsewhere
    /// known as minimum remaining values (MRV). Few branches.
    #[default]
    Smallest,
    /// The leftmost item: no time spent on choosing.
    First,
}
