//! The search over the lists, reporting every step to an observer.

use super::super::observer::{Observer, Work};
use super::super::order::OptionOrder;
use super::super::problem::Problem;
use super::super::search::CoverSearch;
use super::choice::ItemChoice;
use super::lists::Lists;

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

/// All solutions of a problem, by Knuth's Algorithm X with the lists of the article, under the eyes of an observer.
/// Options are listed in the order in which they were chosen.
pub struct ObservedLinks<O: Observer = ()> {
    pub(super) lists: Lists,
    choice: ItemChoice,
    /// The node chosen on each level.
    path: Vec<u32>,
    next: Next,
    observer: O,
    branches: u64,
    limit: u64,
}

impl<O: Observer> ObservedLinks<O> {
    /// A search that branches on `choice`, tries the options of an item in `order` and tells `observer`.
    pub fn new(problem: &Problem, choice: ItemChoice, order: OptionOrder, observer: O) -> Self {
        ObservedLinks {
            lists: Lists::new(problem, &order.permutation(problem.option_count())),
            choice,
            path: Vec::new(),
            next: Next::Descend,
            observer,
            branches: 0,
            limit: u64::MAX,
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

impl<O: Observer + Send + 'static> CoverSearch for ObservedLinks<O> {
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

    fn limit(&mut self, branches: u64) {
        self.limit = branches;
    }

    fn branches(&self) -> u64 {
        self.branches
    }

    fn was_cut(&self) -> bool {
        self.next == Next::Cut
    }

    /// One observer sees the whole search.
    fn split(self: Box<Self>) -> Vec<Box<dyn CoverSearch>> {
        vec![self]
    }
}
