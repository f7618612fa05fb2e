//! Dancing links: lists that forget an element and take it back in place (Hitotumatu and Noshita
//! 1979; Knuth, Dancing Links, 2000), in the layout of Knuth's Algorithm X (The Art of Computer
//! Programming 4B, 7.2.2.1).

mod search;
mod sizes;
#[cfg(test)]
mod tests;

pub use search::{Choice, Search};

use super::order::Order;
use super::problem::Problem;
use super::watch::Watch;
use sizes::Sizes;

/// A node: an item's header (1 to the number of items), a member of an option, or a spacer between
/// two options. 32 bits a link keep the whole of a middling problem in the cache.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The header's index. A spacer's: `SPACER` plus the number of the option after it.
    item: u32,
    /// The node above in the item's list. A spacer's: the first member of the option before it.
    up: u32,
    /// The node below. A spacer's: the last member of the option after it.
    down: u32,
}

/// Set in the `item` of a spacer.
const SPACER: u32 = 1 << 31;

impl Node {
    fn is_spacer(self) -> bool {
        self.item >= SPACER
    }
}

/// What a header knows besides its list.
#[derive(Clone, Copy)]
struct Header {
    /// The neighbours among the primary items that are still to be covered; 0 is the root.
    left: u32,
    right: u32,
    /// How often the item may still be covered.
    capacity: u32,
}

/// The lists of a problem.
#[derive(Clone)]
struct Links {
    headers: Vec<Header>,
    sizes: Sizes,
    nodes: Vec<Node>,
}

impl Links {
    fn new(problem: &Problem, order: Order) -> Self {
        let items = problem.item_count();
        let node_count = items + problem.member_count() + problem.option_count() + 2;
        let mut links = Links {
            headers: headers(problem),
            sizes: Sizes::new(items, problem.primary_count()),
            nodes: Vec::with_capacity(node_count),
        };
        links.nodes.extend((0..=items as u32).map(|item| Node {
            item,
            up: item,
            down: item,
        }));
        links.nodes.push(Node::default());
        for option in order.permutation(problem.option_count()) {
            links.append(option, problem.option(option as usize));
        }
        links.nodes[node_count - 1].item = SPACER;
        links.sizes.complete();
        links
    }

    /// Puts an option's members at the bottom of their items' lists.
    fn append(&mut self, option: u32, items: &[u32]) {
        let spacer = self.nodes.len() - 1;
        self.nodes[spacer].item = SPACER + option;
        self.nodes[spacer].down = (spacer + items.len()) as u32;
        for &item in items {
            let (header, node) = (item + 1, self.nodes.len() as u32);
            let up = std::mem::replace(&mut self.nodes[header as usize].up, node);
            self.nodes[up as usize].down = node;
            self.nodes.push(Node {
                item: header,
                up,
                down: header,
            });
            self.sizes.count(header);
        }
        self.nodes.push(Node {
            up: spacer as u32 + 1,
            ..Node::default()
        });
    }

    /// The number of the option that a node belongs to.
    fn option_of(&self, node: u32) -> usize {
        let mut spacer = node as usize - 1;
        while !self.nodes[spacer].is_spacer() {
            spacer -= 1;
        }
        (self.nodes[spacer].item - SPACER) as usize
    }

    /// The primary items that are still to be covered, from the left.
    fn uncovered(&self) -> impl Iterator<Item = u32> {
        let next = |&item: &u32| Some(self.headers[item as usize].right);
        std::iter::successors(Some(self.headers[0].right), next).take_while(|&item| item != 0)
    }

    /// Takes an item off the list of those to be covered, and every option that covers it out of
    /// all other lists.
    fn cover(&mut self, item: u32, watch: &mut impl Watch) {
        let Header { left, right, .. } = self.headers[item as usize];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
        self.sizes.leave(item);
        watch.assigned(2);
        watch.removed(1);
        let mut node = self.nodes[item as usize].down;
        while node != item {
            watch.compared(1);
            self.hide(node, watch);
            node = self.nodes[node as usize].down;
        }
        watch.compared(1);
    }

    /// Undoes [`cover`](Self::cover), in the opposite order.
    fn uncover(&mut self, item: u32, watch: &mut impl Watch) {
        let mut node = self.nodes[item as usize].up;
        while node != item {
            watch.compared(1);
            self.unhide(node, watch);
            node = self.nodes[node as usize].up;
        }
        let Header { left, right, .. } = self.headers[item as usize];
        self.headers[left as usize].right = item;
        self.headers[right as usize].left = item;
        self.sizes.enter(item);
        watch.compared(1);
        watch.assigned(2);
        watch.inserted(1);
    }

    /// Takes the other members of a node's option out of their lists.
    fn hide(&mut self, start: u32, watch: &mut impl Watch) {
        let mut at = start as usize + 1;
        while at != start as usize {
            let node @ Node { item, up, down } = self.nodes[at];
            if node.is_spacer() {
                at = up as usize;
                continue;
            }
            self.nodes[up as usize].down = down;
            self.nodes[down as usize].up = up;
            self.sizes.decrement(item);
            watch.compared(1);
            watch.assigned(3);
            watch.removed(1);
            at += 1;
        }
    }

    /// Undoes [`hide`](Self::hide).
    fn unhide(&mut self, start: u32, watch: &mut impl Watch) {
        let mut at = start as usize - 1;
        while at != start as usize {
            let node @ Node { item, up, down } = self.nodes[at];
            if node.is_spacer() {
                at = down as usize;
                continue;
            }
            self.nodes[up as usize].down = at as u32;
            self.nodes[down as usize].up = at as u32;
            self.sizes.increment(item);
            watch.compared(1);
            watch.assigned(3);
            watch.inserted(1);
            at -= 1;
        }
    }

    /// Covers the other items of a node's option: the option is chosen. An item of greater
    /// capacity is only counted, until it is used up.
    fn commit(&mut self, start: u32, watch: &mut impl Watch) {
        let mut at = start as usize + 1;
        while at != start as usize {
            let node @ Node { item, up, .. } = self.nodes[at];
            if node.is_spacer() {
                at = up as usize;
                continue;
            }
            self.headers[item as usize].capacity -= 1;
            if self.headers[item as usize].capacity == 0 {
                self.cover(item, watch);
            }
            at += 1;
        }
    }

    /// Undoes [`commit`](Self::commit).
    fn uncommit(&mut self, start: u32, watch: &mut impl Watch) {
        let mut at = start as usize - 1;
        while at != start as usize {
            let node @ Node { item, down, .. } = self.nodes[at];
            if node.is_spacer() {
                at = down as usize;
                continue;
            }
            if self.headers[item as usize].capacity == 0 {
                self.uncover(item, watch);
            }
            self.headers[item as usize].capacity += 1;
            at -= 1;
        }
    }
}

/// The root and the headers. The primary items stand in a ring with the root; a secondary item is
/// a ring of its own, so that covering it needs no special case.
fn headers(problem: &Problem) -> Vec<Header> {
    let primary = problem.primary_count() as u32;
    let capacity = |index: u32| {
        index
            .checked_sub(1)
            .map_or(0, |item| problem.capacity(item as usize))
    };
    (0..=problem.item_count() as u32)
        .map(|index| {
            let in_ring = index <= primary;
            let left = index.checked_sub(1).unwrap_or(primary);
            let right = if index == primary { 0 } else { index + 1 };
            Header {
                left: if in_ring { left } else { index },
                right: if in_ring { right } else { index },
                capacity: capacity(index),
            }
        })
        .collect()
}
