//! The search over dancing links: one solution after the other.

use super::super::observer::{Observer, Work};
use super::super::order::OptionOrder;
use super::super::problem::Problem;
use super::super::search::CoverSearch;
use super::lists::Lists;

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

/// Where the search goes on when it is asked for the next solution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Down: choose an item of what is left.
    Descend,
    /// Back: give the last option back and try the one below it.
    Retreat,
    /// Nowhere: all branches were tried.
    Done,
    /// Nowhere: the limit was reached.
    Cut,
}

/// All solutions of a problem, by Knuth's Algorithm X with dancing links. Options are listed in the order
/// in which they were chosen.
pub struct DancingLinks<O: Observer = ()> {
    pub(super) lists: Lists,
    choice: ItemChoice,
    /// The node chosen on each level.
    path: Vec<u32>,
    next: Next,
    observer: O,
    branches: u64,
    limit: u64,
}

impl DancingLinks {
    /// The fastest search: the smallest item first, options in the order in which they were added.
    pub fn new(problem: &Problem) -> Self {
        DancingLinks::ordered(problem, ItemChoice::default(), OptionOrder::default())
    }

    /// A search that branches on `choice` and tries the options of an item in `order`.
    pub fn ordered(problem: &Problem, choice: ItemChoice, order: OptionOrder) -> Self {
        DancingLinks {
            lists: Lists::new(problem, order),
            choice,
            path: Vec::new(),
            next: Next::Descend,
            observer: (),
            branches: 0,
            limit: u64::MAX,
        }
    }
}

impl<O: Observer> DancingLinks<O> {
    /// The same search from its beginning under the eyes of `observer`.
    #[must_use]
    pub fn observed_by<P: Observer>(self, observer: P) -> DancingLinks<P> {
        DancingLinks {
            lists: self.lists,
            choice: self.choice,
            path: self.path,
            next: self.next,
            observer,
            branches: self.branches,
            limit: self.limit,
        }
    }

    /// The observer of this search, to ask it what it has seen.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Chooses an item of those left and its first option; `false` when all items are covered.
    fn descend(&mut self) -> bool {
        let Some(item) = self.choose() else {
            self.next = Next::Retreat;
            return false;
        };
        self.lists.cover(item, &mut self.observer);
        self.try_from(self.lists.below(item), item);
        true
    }

    /// Gives the last option back and tries those below it.
    fn retreat(&mut self) {
        let Some(node) = self.path.pop() else {
            self.next = Next::Done;
            return;
        };
        self.observer.left(self.lists.option_of(node));
        self.lists.uncommit(node, &mut self.observer);
        self.try_from(self.lists.below(node), self.lists.item_of(node));
    }

    /// Chooses the first option from `node` on in the covered item's list that is allowed; when
    /// there is none, uncovers the item and turns back.
    fn try_from(&mut self, mut node: u32, item: u32) {
        while node != item {
            let option = self.lists.option_of(node);
            self.observer.worked(Work::Comparison, 1);
            if self.observer.allows(option) {
                if self.branches == self.limit {
                    self.next = Next::Cut;
                    return;
                }
                self.branches += 1;
                self.observer.worked(Work::Assignment, 1);
                self.lists.commit(node, &mut self.observer);
                self.observer.entered(option);
                self.path.push(node);
                self.next = Next::Descend;
                return;
            }
            node = self.lists.below(node);
        }
        self.observer.worked(Work::Comparison, 1);
        self.lists.uncover(item, &mut self.observer);
        self.next = Next::Retreat;
    }

    /// The item to branch on; none when all are covered.
    fn choose(&mut self) -> Option<u32> {
        self.observer.worked(Work::Comparison, 1);
        let mut uncovered = self.lists.uncovered();
        match self.choice {
            ItemChoice::First => uncovered.next(),
            ItemChoice::Smallest => self.lists.sizes.smallest(uncovered, &mut self.observer),
        }
    }
}

impl<O: Observer> CoverSearch for DancingLinks<O> {
    fn advance(&mut self) -> bool {
        loop {
            match self.next {
                Next::Descend => {
                    if !self.descend() {
                        return true;
                    }
                }
                Next::Retreat => self.retreat(),
                Next::Done | Next::Cut => return false,
            }
        }
    }

    fn chosen(&self) -> Vec<usize> {
        self.path
            .iter()
            .map(|&node| self.lists.option_of(node))
            .collect()
    }

    fn limited(self, branches: u64) -> Self {
        DancingLinks {
            limit: branches,
            ..self
        }
    }

    fn branches(&self) -> u64 {
        self.branches
    }

    fn was_cut(&self) -> bool {
        self.next == Next::Cut
    }
}
