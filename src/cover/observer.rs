//! Hooks into a search: to count its work, to prune branches, to end it early.

/// A kind of work that a search does, as Wang, Zhan and Gao count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A field was written: a link, a size, a cell of a matrix, the choice itself.
    Assignment,
    /// A field was looked at to decide something: a size, an end of a list, a cell of a matrix.
    Comparison,
    /// An element was put (back) into a list or into a new matrix.
    Insertion,
    /// An element was taken out of a list, or thrown away with a matrix.
    Removal,
}

/// What a search tells about itself as it goes, and what it asks.
///
/// Every method has an empty default, and `()` observes nothing: such a search pays nothing for
/// being observed. The level of a search is the number of options it has chosen.
pub trait Observer {
    /// Asked before an option is chosen; `false` prunes the branch.
    fn allows(&mut self, _option: usize) -> bool {
        true
    }

    /// An option was chosen: the search is one level deeper.
    fn entered(&mut self, _option: usize) {}

    /// The option is about to be given back: the search is one level higher.
    fn left(&mut self, _option: usize) {}

    /// Work was done this many times.
    fn worked(&mut self, _work: Work, _times: u64) {}
}

impl Observer for () {}

/// Two observers, both of whom must allow a branch.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn allows(&mut self, option: usize) -> bool {
        self.0.allows(option) && self.1.allows(option)
    }

    fn entered(&mut self, option: usize) {
        self.0.entered(option);
        self.1.entered(option);
    }

    fn left(&mut self, option: usize) {
        self.0.left(option);
        self.1.left(option);
    }

    fn worked(&mut self, work: Work, times: u64) {
        self.0.worked(work, times);
        self.1.worked(work, times);
    }
}
