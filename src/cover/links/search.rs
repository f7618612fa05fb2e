//! The search over dancing links: one solution after the other.

use super::super::order::Order;
use super::super::problem::Problem;
use super::super::watch::Watch;
use super::Links;

/// Which of the items left a search branches on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The item with the fewest options left, the leftmost of several: few branches.
    #[default]
    Smallest,
    /// The leftmost item: no time spent on choosing.
    First,
}

/// Where the search goes on when it is asked for the next solution.
#[derive(Clone, Copy)]
enum Next {
    /// Down: choose an item of what is left.
    Descend,
    /// Back: give the last option back and try the one below it.
    Retreat,
    /// Nowhere: all branches were tried.
    Stop,
}

/// All solutions of a problem, one after the other.
///
/// An iterator of solutions, each the numbers of the chosen options in the order of choice;
/// [`advance`](Self::advance) goes on without copying them out. Dropping it ends the search.
pub struct Search<W: Watch = ()> {
    pub(super) links: Links,
    choice: Choice,
    /// The node chosen on each level.
    path: Vec<u32>,
    next: Next,
    watch: W,
    branches: u64,
    limit: u64,
}

impl Search {
    /// The fastest search: the smallest item first, options in the order in which they were added.
    pub fn new(problem: &Problem) -> Self {
        Search::ordered(problem, Choice::default(), Order::default())
    }

    /// A search that branches on `choice` and tries the options of an item in `order`.
    pub fn ordered(problem: &Problem, choice: Choice, order: Order) -> Self {
        Search {
            links: Links::new(problem, order),
            choice,
            path: Vec::new(),
            next: Next::Descend,
            watch: (),
            branches: 0,
            limit: u64::MAX,
        }
    }
}

impl<W: Watch> Search<W> {
    /// The same search from its beginning under the eyes of `watch`.
    #[must_use]
    pub fn watched<V: Watch>(self, watch: V) -> Search<V> {
        Search {
            links: self.links,
            choice: self.choice,
            path: self.path,
            next: self.next,
            watch,
            branches: self.branches,
            limit: self.limit,
        }
    }

    /// The same search, which ends after that many choices; see [`was_cut`](Self::was_cut).
    #[must_use]
    pub fn limited(self, branches: u64) -> Self {
        Search {
            limit: branches,
            ..self
        }
    }

    /// Goes to the next solution; `false` when there is none any more.
    pub fn advance(&mut self) -> bool {
        loop {
            match self.next {
                Next::Descend => match self.choose() {
                    None => {
                        self.next = Next::Retreat;
                        return true;
                    }
                    Some(item) => {
                        self.links.cover(item, &mut self.watch);
                        let first = self.links.nodes[item as usize].down;
                        self.try_from(first, item);
                    }
                },
                Next::Retreat => match self.path.pop() {
                    None => self.next = Next::Stop,
                    Some(node) => {
                        self.watch.left(self.links.option_of(node));
                        self.links.uncommit(node, &mut self.watch);
                        let item = self.links.nodes[node as usize].item;
                        let below = self.links.nodes[node as usize].down;
                        self.try_from(below, item);
                    }
                },
                Next::Stop => return false,
            }
        }
    }

    /// Chooses the first option from `node` on in the covered item's list that is allowed; when
    /// there is none, uncovers the item and turns back.
    fn try_from(&mut self, mut node: u32, item: u32) {
        while node != item {
            let option = self.links.option_of(node);
            self.watch.compared(1);
            if self.watch.allows(option) {
                if self.branches == self.limit {
                    self.next = Next::Stop;
                    return;
                }
                self.branches += 1;
                self.links.commit(node, &mut self.watch);
                self.watch.assigned(1);
                self.watch.entered(option);
                self.path.push(node);
                self.next = Next::Descend;
                return;
            }
            node = self.links.nodes[node as usize].down;
        }
        self.watch.compared(1);
        self.links.uncover(item, &mut self.watch);
        self.next = Next::Retreat;
    }

    /// The item to branch on; none when all are covered.
    fn choose(&mut self) -> Option<u32> {
        self.watch.compared(1);
        let leftmost = self.links.uncovered().next()?;
        match self.choice {
            Choice::First => Some(leftmost),
            Choice::Smallest => {
                let uncovered = self.links.uncovered();
                self.links.sizes.smallest(uncovered, &mut self.watch)
            }
        }
    }

    /// The options chosen now, in the order of choice: a solution after
    /// [`advance`](Self::advance) said so.
    pub fn chosen(&self) -> impl ExactSizeIterator<Item = usize> {
        self.path.iter().map(|&node| self.links.option_of(node))
    }

    /// The solutions that are left, counted one by one.
    pub fn count_rest(&mut self) -> u64 {
        let mut count = 0;
        while self.advance() {
            count += 1;
        }
        count
    }

    /// The options chosen so far in all branches together.
    pub fn branches(&self) -> u64 {
        self.branches
    }

    /// Whether the search ended at its limit, so that there may be more solutions.
    pub fn was_cut(&self) -> bool {
        matches!(self.next, Next::Stop) && !self.path.is_empty()
    }

    /// The watcher of this search, to ask it what it has seen.
    pub fn watch(&self) -> &W {
        &self.watch
    }
}

impl<W: Watch> Iterator for Search<W> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        self.advance().then(|| self.chosen().collect())
    }
}
