//! The layout for options that exclude many others: the options left are copied from level to level.
//!
//! An option is a mask of its items. Choosing one copies the options that share no item with it, and the copying notes
//! which items are covered once, twice and more often: nothing is ever undone, and no link is followed. It branches on
//! the same items as the lists do and tries options in the same order, but an item with one option left is no branch:
//! all of these are chosen at once.

use super::super::problem::Problem;
use super::super::search::CoverSearch;
use super::branches::Branches;
use super::census::{Seen, smallest};
use super::mask::{Mask, Place};

/// Options from which on a subtree is worth being written anew in fewer words: it costs a few nanoseconds an option
/// and item, and below this many the subtree is over before that is earned (measured on boxes of pentominoes).
const WORTH_NARROWING: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Choice<const W: usize> {
    items: Mask<W>,
    option: u32,
}

/// A state of the search that nobody has looked at.
#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    /// Its options in the arena.
    start: usize,
    end: usize,
    uncovered: Mask<W>,
    seen: Seen<W>,
}

/// A state, and what was tried there.
#[derive(Clone, Debug)]
struct Branching<const W: usize> {
    start: usize,
    end: usize,
    uncovered: Mask<W>,
    item: Place,
    /// The next option to try.
    cursor: usize,
    /// Choices before this branching.
    depth: usize,
}

enum Settled {
    Complete,
    DeadEnd,
    Open,
}

/// A search over masks of `W` words.
pub(super) struct Dense<const W: usize> {
    /// The options of all levels, one level after the other.
    arena: Vec<Choice<W>>,
    /// Where the search begins; none once it has begun.
    root: Option<Node<W>>,
    path: Vec<Branching<W>>,
    chosen: Vec<Choice<W>>,
    /// The subtree that is searched in fewer words.
    narrow: Option<Box<dyn CoverSearch>>,
    /// Items that may be covered several times, and how often they still may.
    shared: Mask<W>,
    left: Vec<u32>,
    branches: Branches,
}

/// A problem as masks.
pub(super) struct Masks {
    pub primary: Vec<usize>,
    /// Items that may be covered several times, and how often.
    pub shared: Vec<(usize, u32)>,
    pub options: Vec<(u32, Vec<usize>)>,
    pub items: usize,
}

impl Masks {
    /// The most words of a mask.
    pub const MAX_WORDS: usize = 6;

    /// The options of a problem in this order.
    pub fn of(problem: &Problem, order: &[u32]) -> Self {
        let items = |option: u32| {
            let items = problem.option(option as usize).iter();
            items.map(|&item| item as usize).collect()
        };
        let secondary = problem.primary_count()..problem.item_count();
        let shared = secondary.map(|item| (item, problem.capacity(item)));
        Masks {
            primary: (0..problem.primary_count()).collect(),
            shared: shared.filter(|&(_, times)| times > 1).collect(),
            options: order
                .iter()
                .map(|&option| (option, items(option)))
                .collect(),
            items: problem.item_count(),
        }
    }

    pub fn search(&self) -> Box<dyn CoverSearch> {
        match self.items.div_ceil(64) {
            0 | 1 => Box::new(self.dense::<1>()),
            2 => Box::new(self.dense::<2>()),
            3 => Box::new(self.dense::<3>()),
            4 => Box::new(self.dense::<4>()),
            5 => Box::new(self.dense::<5>()),
            _ => Box::new(self.dense::<{ Masks::MAX_WORDS }>()),
        }
    }

    fn dense<const W: usize>(&self) -> Dense<W> {
        let options = self.options.iter().map(|(option, items)| Choice {
            items: Mask::of(items.iter().copied()),
            option: *option,
        });
        let mut left = vec![0; self.items];
        for &(item, times) in &self.shared {
            left[item] = times;
        }
        let shared = Mask::of(self.shared.iter().map(|&(item, _)| item));
        let uncovered = Mask::of(self.primary.iter().copied());
        Dense::new(options.collect(), uncovered, shared, left)
    }
}

impl<const W: usize> Dense<W> {
    fn new(arena: Vec<Choice<W>>, uncovered: Mask<W>, shared: Mask<W>, left: Vec<u32>) -> Self {
        let mut seen = Seen::NOTHING;
        arena.iter().for_each(|choice| seen.note(choice.items));
        let root = Node {
            start: 0,
            end: arena.len(),
            uncovered,
            seen,
        };
        Dense {
            arena,
            root: Some(root),
            path: Vec::new(),
            chosen: Vec::new(),
            narrow: None,
            shared,
            left,
            branches: Branches::default(),
        }
    }

    /// Chooses all that is forced, then finds the item to branch on.
    #[inline(always)]
    fn settle(&mut self, mut node: Node<W>) -> Settled {
        loop {
            if node.uncovered.is_empty() {
                return Settled::Complete;
            }
            let Seen {
                once,
                twice,
                thrice,
            } = node.seen;
            if !node.uncovered.without(once).is_empty() {
                return Settled::DeadEnd;
            }
            let forced = node.uncovered.without(twice);
            if forced.is_empty() {
                let pairs = node.uncovered.without(thrice);
                let options = &self.arena[node.start..node.end];
                let item = pairs.first().or_else(|| {
                    smallest(node.uncovered, options.iter().map(|choice| choice.items))
                });
                self.path.extend(item.map(|item| Branching {
                    start: node.start,
                    end: node.end,
                    uncovered: node.uncovered,
                    item,
                    cursor: node.start,
                    depth: self.chosen.len(),
                }));
                return Settled::Open;
            }
            let Some(taken) = self.take_all(&node, forced) else {
                return Settled::DeadEnd;
            };
            // Nobody asks which options are left of a solution.
            if node.uncovered.without(taken).is_empty() {
                return Settled::Complete;
            }
            node = self.reduce(node, taken);
        }
    }

    /// Chooses the only options of these items; `None` when two of them exclude each other.
    #[inline(always)]
    fn take_all(&mut self, node: &Node<W>, forced: Mask<W>) -> Option<Mask<W>> {
        let depth = self.chosen.len();
        let (mut taken, mut clash) = (Mask::EMPTY, Mask::EMPTY);
        for &choice in &self.arena[node.start..node.end] {
            if choice.items.meets(forced) {
                clash = clash.or(taken.and(choice.items));
                taken = taken.or(choice.items);
                self.chosen.push(choice);
            }
        }
        let suffices = self.account_for(depth);
        (suffices && clash.without(self.shared).is_empty()).then_some(taken)
    }

    /// Books the choices after the first `depth`; `false` when there is too little left of an item, or of the branches
    /// allowed.
    #[inline(always)]
    fn account_for(&mut self, depth: usize) -> bool {
        let wanted = self.chosen.len() - depth;
        let allowed = self.branches.take(wanted as u64) as usize;
        self.chosen.truncate(depth + allowed);
        let mut suffices = allowed == wanted;
        if !self.shared.is_empty() {
            for choice in &self.chosen[depth..] {
                // What has nothing left is taken all the same: giving back makes up for it.
                for item in choice.items.and(self.shared).items() {
                    suffices &= self.left[item] > 0;
                    self.left[item] = self.left[item].wrapping_sub(1);
                }
            }
        }
        suffices
    }

    /// Gives back all choices after the first `depth`.
    #[inline(always)]
    fn give_back(&mut self, depth: usize) {
        if !self.shared.is_empty() {
            for choice in &self.chosen[depth..] {
                for item in choice.items.and(self.shared).items() {
                    self.left[item] = self.left[item].wrapping_add(1);
                }
            }
        }
        self.chosen.truncate(depth);
    }

    /// The items that no option may cover any more once `taken` are covered.
    #[inline(always)]
    fn blocked(&self, taken: Mask<W>) -> Mask<W> {
        let shared = taken.and(self.shared);
        if shared.is_empty() {
            return taken;
        }
        let used_up = shared.items().filter(|&item| self.left[item] == 0);
        taken.without(self.shared).or(Mask::of(used_up))
    }

    /// Throws the options out that share an item with those taken.
    #[inline(always)]
    fn reduce(&mut self, node: Node<W>, taken: Mask<W>) -> Node<W> {
        let blocked = self.blocked(taken);
        let options = &mut self.arena[node.start..node.end];
        let (mut seen, mut count) = (Seen::NOTHING, 0);
        for at in 0..options.len() {
            let choice = options[at];
            let stays = !choice.items.meets(blocked);
            options[count] = choice;
            count += usize::from(stays);
            seen.note(choice.items.if_true(stays));
        }
        let uncovered = node.uncovered.without(taken);
        Node {
            uncovered,
            seen,
            end: node.start + count,
            ..node
        }
    }

    /// The state after choosing the next option of the topmost branching; `None` when it has no more.
    #[inline(always)]
    fn branch(&mut self) -> Option<Node<W>> {
        let top = self.path.last_mut()?;
        let (start, end, depth) = (top.start, top.end, top.depth);
        let rest = &self.arena[top.cursor..end];
        let skipped = rest.iter().position(|choice| choice.items.has(top.item))?;
        let choice = rest[skipped];
        let top_uncovered = top.uncovered;
        let uncovered = top_uncovered.without(choice.items);
        top.cursor += skipped + 1;
        self.give_back(depth);
        self.chosen.push(choice);
        let is_allowed = self.account_for(depth);
        if !is_allowed || uncovered.is_empty() {
            // A dead end, or a solution.
            return Some(Node {
                start: end,
                end,
                uncovered: if is_allowed { uncovered } else { top_uncovered },
                seen: Seen::NOTHING,
            });
        }
        let blocked = self.blocked(choice.items);
        let needed = 2 * end - start;
        if self.arena.len() < needed {
            self.arena.resize(needed, choice);
        }
        let (before, after) = self.arena.split_at_mut(end);
        let before = &before[start..];
        let after = &mut after[..before.len()];
        let (mut seen, mut count) = (Seen::NOTHING, 0);
        for &choice in before {
            let stays = !choice.items.meets(blocked);
            after[count] = choice;
            count += usize::from(stays);
            seen.note(choice.items.if_true(stays));
        }
        Some(Node {
            start: end,
            end: end + count,
            uncovered,
            seen,
        })
    }

    /// The search below a state on its own.
    fn part(&mut self, node: Node<W>) -> Self {
        Dense {
            arena: self.arena[node.start..node.end].to_vec(),
            root: Some(Node {
                start: 0,
                end: node.end - node.start,
                ..node
            }),
            path: Vec::new(),
            chosen: self.chosen.clone(),
            narrow: None,
            shared: self.shared,
            left: self.left.clone(),
            branches: std::mem::take(&mut self.branches),
        }
    }

    /// The search below a state, in as few words as it needs; `None` if that is no gain.
    #[inline(always)]
    fn narrowed(&self, node: &Node<W>) -> Option<Box<dyn CoverSearch>> {
        if W == 1 || node.end - node.start < WORTH_NARROWING {
            return None;
        }
        let live = node.uncovered.or(node.seen.once);
        (live.len() <= 64 * (W - 1)).then(|| self.rewritten(node, live))
    }

    /// The search below a state over these items alone.
    fn rewritten(&self, node: &Node<W>, live: Mask<W>) -> Box<dyn CoverSearch> {
        let mut number = vec![0; 64 * W];
        for (place, item) in live.items().enumerate() {
            number[item] = place;
        }
        let renumbered = |items: Mask<W>| items.and(live).items().map(|item| number[item]);
        let options = self.arena[node.start..node.end].iter();
        let options = options.map(|choice| (choice.option, renumbered(choice.items).collect()));
        let shared = self.shared.and(live).items();
        let masks = Masks {
            primary: renumbered(node.uncovered).collect(),
            shared: shared.map(|item| (number[item], self.left[item])).collect(),
            options: options.collect(),
            items: live.len(),
        };
        let mut search = masks.search();
        search.limit(self.branches.left());
        search
    }

    /// The next solution of the subtree in fewer words.
    fn advance_narrow(&mut self) -> bool {
        let Some(search) = &mut self.narrow else {
            return false;
        };
        let found = search.advance();
        if !found {
            self.branches.add(search.branches(), search.was_cut());
            self.narrow = None;
        }
        found
    }
}

impl<const W: usize> CoverSearch for Dense<W> {
    fn advance(&mut self) -> bool {
        if let Some(root) = self.root.take()
            && let Settled::Complete = self.settle(root)
        {
            return true;
        }
        if self.advance_narrow() {
            return true;
        }
        while !self.branches.was_cut() {
            let Some(node) = self.branch() else {
                if self.path.pop().is_none() {
                    return false;
                }
                continue;
            };
            let found = match self.narrowed(&node) {
                Some(search) => {
                    self.narrow = Some(search);
                    self.advance_narrow()
                }
                None => matches!(self.settle(node), Settled::Complete),
            };
            if found {
                return true;
            }
        }
        false
    }

    fn chosen(&self) -> Vec<usize> {
        let own = self.chosen.iter().map(|choice| choice.option as usize);
        let below = self.narrow.as_ref().map(|search| search.chosen());
        own.chain(below.into_iter().flatten()).collect()
    }

    fn branches(&self) -> u64 {
        let below = self.narrow.as_ref().map_or(0, |search| search.branches());
        self.branches.taken() + below
    }

    fn limit(&mut self, branches: u64) {
        self.branches.limit(branches);
    }

    fn was_cut(&self) -> bool {
        self.branches.was_cut()
    }

    fn split(mut self: Box<Self>) -> Vec<Box<dyn CoverSearch>> {
        let Some(root) = self.root.take() else {
            return vec![self];
        };
        match self.settle(root) {
            Settled::Open => {}
            Settled::DeadEnd => return vec![self],
            Settled::Complete => {
                self.root = Some(Node {
                    uncovered: Mask::EMPTY,
                    ..root
                });
                return vec![self];
            }
        }
        let mut parts: Vec<Box<dyn CoverSearch>> = Vec::new();
        while let Some(node) = self.branch() {
            parts.push(Box::new(self.part(node)));
        }
        parts
    }
}
