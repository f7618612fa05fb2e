//! The doubly linked lists of a problem: one of the items, and one of each item's options.

use super::super::observer::{Observer, Work};
use super::super::problem::Problem;
use super::sizes::Sizes;

/// A node of the array that holds everything: an item's header (index 1 to the number of items), a
/// member of an option, or a spacer between two options. The members of an option stand side by side, so
/// that they need no links to the left and right.
///
/// 32 bits a link keep a middling problem in the cache, and 16 bytes a node never straddle two of its
/// lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Node {
    /// The header's index; 0 marks a spacer.
    item: u32,
    /// The node above in the item's list. A spacer's: the first member of the option before it.
    up: u32,
    /// The node below. A spacer's: the last member of the option after it.
    down: u32,
    /// The number of a member's option.
    option: u32,
}

/// What a header knows besides its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    /// The neighbours among the primary items that are still to be covered; 0 is the root.
    left: u32,
    right: u32,
    /// How often the item may still be covered.
    capacity: u32,
}

/// The lists of a problem. Items are named by the index of their header, members by their node's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lists {
    headers: Vec<Header>,
    pub sizes: Sizes,
    nodes: Vec<Node>,
}

impl Lists {
    /// With the options in this order.
    pub fn new(problem: &Problem, order: &[u32]) -> Self {
        let items = problem.item_count();
        let node_count = items + problem.member_count() + problem.option_count() + 2;
        let mut lists = Lists {
            headers: headers(problem),
            sizes: Sizes::new(items, problem.primary_count()),
            nodes: Vec::with_capacity(node_count),
        };
        lists.nodes.extend((0..=items as u32).map(|item| Node {
            item,
            up: item,
            down: item,
            option: 0,
        }));
        lists.nodes.push(Node::default());
        for &option in order {
            lists.append(option, problem.option(option as usize));
        }
        lists.sizes.complete();
        lists
    }

    /// Puts an option's members at the bottom of their items' lists, and a spacer behind them.
    fn append(&mut self, option: u32, items: &[u32]) {
        let spacer = self.nodes.len() - 1;
        self.nodes[spacer].down = (spacer + items.len()) as u32;
        for &item in items {
            let (item, node) = (item + 1, self.nodes.len() as u32);
            let up = std::mem::replace(&mut self.nodes[item as usize].up, node);
            self.nodes[up as usize].down = node;
            self.nodes.push(Node {
                item,
                up,
                down: item,
                option,
            });
            self.sizes.count(item);
        }
        self.nodes.push(Node {
            up: spacer as u32 + 1,
            ..Node::default()
        });
    }

    /// The item of a member.
    pub fn item_of(&self, node: u32) -> u32 {
        self.nodes[node as usize].item
    }

    /// The number of the option that a member belongs to.
    pub fn option_of(&self, node: u32) -> usize {
        self.nodes[node as usize].option as usize
    }

    /// The node below in the item's list; the item itself after its last member.
    pub fn below(&self, node: u32) -> u32 {
        self.nodes[node as usize].down
    }

    /// The primary items that are still to be covered, from the left.
    pub fn uncovered(&self) -> impl Iterator<Item = u32> {
        let next = |&item: &u32| Some(self.headers[item as usize].right);
        std::iter::successors(Some(self.headers[0].right), next).take_while(|&item| item != 0)
    }

    /// The next member of the option, the first after the last.
    fn right(&self, node: u32) -> u32 {
        let next = self.nodes[node as usize + 1];
        if next.item == 0 { next.up } else { node + 1 }
    }

    /// The member before, the last before the first.
    fn left(&self, node: u32) -> u32 {
        let previous = self.nodes[node as usize - 1];
        if previous.item == 0 {
            previous.down
        } else {
            node - 1
        }
    }

    /// Takes an item off the list of those to be covered, and every option that covers it out of
    /// all other lists.
    pub fn cover(&mut self, item: u32, observer: &mut impl Observer) {
        let Header { left, right, .. } = self.headers[item as usize];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
        self.sizes.leave(item);
        observer.worked(Work::Assignment, 2);
        observer.worked(Work::Removal, 1);
        let mut node = self.nodes[item as usize].down;
        while node != item {
            observer.worked(Work::Comparison, 1);
            self.hide(node, observer);
            node = self.nodes[node as usize].down;
        }
        observer.worked(Work::Comparison, 1);
    }

    /// Undoes [`cover`](Self::cover), in the opposite order.
    pub fn uncover(&mut self, item: u32, observer: &mut impl Observer) {
        let mut node = self.nodes[item as usize].up;
        while node != item {
            observer.worked(Work::Comparison, 1);
            self.unhide(node, observer);
            node = self.nodes[node as usize].up;
        }
        let Header { left, right, .. } = self.headers[item as usize];
        self.headers[left as usize].right = item;
        self.headers[right as usize].left = item;
        self.sizes.enter(item);
        observer.worked(Work::Comparison, 1);
        observer.worked(Work::Assignment, 2);
        observer.worked(Work::Insertion, 1);
    }

    /// Takes the other members of a member's option out of their lists.
    fn hide(&mut self, start: u32, observer: &mut impl Observer) {
        let mut node = self.right(start);
        while node != start {
            let Node { item, up, down, .. } = self.nodes[node as usize];
            self.nodes[up as usize].down = down;
            self.nodes[down as usize].up = up;
            self.sizes.decrement(item);
            observer.worked(Work::Comparison, 1);
            observer.worked(Work::Assignment, 3);
            observer.worked(Work::Removal, 1);
            node = self.right(node);
        }
    }

    /// Undoes [`hide`](Self::hide).
    fn unhide(&mut self, start: u32, observer: &mut impl Observer) {
        let mut node = self.left(start);
        while node != start {
            let Node { item, up, down, .. } = self.nodes[node as usize];
            self.nodes[up as usize].down = node;
            self.nodes[down as usize].up = node;
            self.sizes.increment(item);
            observer.worked(Work::Comparison, 1);
            observer.worked(Work::Assignment, 3);
            observer.worked(Work::Insertion, 1);
            node = self.left(node);
        }
    }

    /// Covers the other items of a member's option: the option is chosen. An item of greater
    /// capacity is only counted, until it is used up.
    pub fn commit(&mut self, start: u32, observer: &mut impl Observer) {
        let mut node = self.right(start);
        while node != start {
            let item = self.nodes[node as usize].item;
            self.headers[item as usize].capacity -= 1;
            if self.headers[item as usize].capacity == 0 {
                self.cover(item, observer);
            }
            node = self.right(node);
        }
    }

    /// Undoes [`commit`](Self::commit).
    pub fn uncommit(&mut self, start: u32, observer: &mut impl Observer) {
        let mut node = self.left(start);
        while node != start {
            let item = self.nodes[node as usize].item;
            if self.headers[item as usize].capacity == 0 {
                self.uncover(item, observer);
            }
            self.headers[item as usize].capacity += 1;
            node = self.left(node);
        }
    }
}

/// The root and the headers. The primary items stand in a ring with the root; a secondary item is
/// a ring of its own, so that covering it needs no special case.
fn headers(problem: &Problem) -> Vec<Header> {
    let primary = problem.primary_count() as u32;
    let header = |index: u32| Header {
        left: match index {
            0 => primary,
            1.. if index <= primary => index - 1,
            _ => index,
        },
        right: match index {
            _ if index < primary => index + 1,
            _ if index == primary => 0,
            _ => index,
        },
        capacity: match index {
            0 => 0,
            _ => problem.capacity(index as usize - 1),
        },
    };
    (0..=problem.item_count() as u32).map(header).collect()
}
