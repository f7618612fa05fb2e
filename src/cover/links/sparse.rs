//! The layout for options that exclude few others, as those of a sudoku: the options left are one bit each.
//!
//! The options that a choice excludes are found by words of 64, and each of them takes one off the numbers of its
//! items. These numbers and bits are copied from level to level, so that nothing is undone. An item with one option
//! left is noticed when the last but one goes, and chosen before the search branches again.

use super::super::problem::Problem;
use super::super::search::CoverSearch;
use super::branches::Branches;

/// Added to an item's number of options while it is covered, so that it is not branched on.
const COVERED: i16 = 0x4000;
/// Added to the number of an item that nobody has to cover.
const OPTIONAL: i16 = 0x2000;

/// A state, and what was tried there.
#[derive(Clone, Debug)]
struct Branching {
    /// Choices before this branching.
    depth: usize,
    /// Where its options that were not tried begin in `rest`.
    rest: usize,
}

/// A search over bits of options.
#[derive(Clone, Debug)]
pub(super) struct Sparse {
    /// Words of a set of options.
    words: usize,
    items: usize,
    /// Where each option begins in `members`, and where the last one ends.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// The number of each option in the problem.
    numbers: Vec<u32>,
    /// The options of each item, a set each.
    options: Vec<u64>,
    /// By level: the options left, and the number of options of every item.
    alive: Vec<u64>,
    sizes: Vec<i16>,
    /// Items that came to one option.
    forced: Vec<u32>,
    /// How often an item may still be covered.
    capacity: Vec<u32>,
    chosen: Vec<u32>,
    path: Vec<Branching>,
    rest: Vec<u64>,
    has_begun: bool,
    branches: Branches,
}

impl Sparse {
    /// 64 MB of sets; more are left to the lists.
    const MAX_WORDS: usize = 1 << 23;

    /// `None` for a problem whose sets would be too large.
    pub fn new(problem: &Problem, order: &[u32]) -> Option<Self> {
        let (items, words) = (problem.item_count(), order.len().div_ceil(64));
        if items * words > Sparse::MAX_WORDS {
            return None;
        }
        let mut sizes = vec![0i16; items];
        sizes[problem.primary_count()..].fill(OPTIONAL);
        let mut starts = Vec::with_capacity(order.len() + 1);
        let mut members = Vec::with_capacity(problem.member_count());
        let mut options = vec![0; items * words];
        for (place, &option) in order.iter().enumerate() {
            starts.push(members.len() as u32);
            members.extend_from_slice(problem.option(option as usize));
            for &item in problem.option(option as usize) {
                let item = item as usize;
                options[item * words + place / 64] |= 1 << (place % 64);
                sizes[item] += 1;
                if sizes[item] & (OPTIONAL - 1) == OPTIONAL - 1 {
                    return None;
                }
            }
        }
        starts.push(members.len() as u32);
        let mut alive = vec![u64::MAX; words];
        if let (Some(last), tail @ 1..) = (alive.last_mut(), order.len() % 64) {
            *last = (1 << tail) - 1;
        }
        let forced = (0..problem.primary_count()).filter(|&item| sizes[item] == 1);
        Some(Sparse {
            words,
            items,
            starts,
            members,
            numbers: order.to_vec(),
            options,
            alive,
            forced: forced.map(|item| item as u32).collect(),
            sizes,
            capacity: (0..items).map(|item| problem.capacity(item)).collect(),
            chosen: Vec::new(),
            path: Vec::new(),
            rest: Vec::new(),
            has_begun: false,
            branches: Branches::default(),
        })
    }

    /// The options of an item that are left after `depth` choices.
    fn left(&self, depth: usize, item: usize) -> impl Iterator<Item = u64> {
        let alive = &self.alive[depth * self.words..][..self.words];
        let own = &self.options[item * self.words..][..self.words];
        alive.iter().zip(own).map(|(alive, own)| alive & own)
    }

    /// Gives back all choices after the first `depth`.
    fn give_back(&mut self, depth: usize) {
        for &option in &self.chosen[depth..] {
            for &item in members(&self.starts, &self.members, option as usize) {
                self.capacity[item as usize] += 1;
            }
        }
        self.chosen.truncate(depth);
    }

    /// Chooses an option; `false` when an item is left without any, or the search is cut.
    fn choose(&mut self, option: usize) -> bool {
        if self.branches.take(1) == 0 {
            return false;
        }
        let depth = self.chosen.len();
        self.chosen.push(option as u32);
        let (before, after) = next_level(&mut self.alive, depth, self.words);
        let (sizes_before, sizes) = next_level(&mut self.sizes, depth, self.items);
        sizes.copy_from_slice(sizes_before);
        after.fill(0);
        for &item in members(&self.starts, &self.members, option) {
            let item = item as usize;
            self.capacity[item] -= 1;
            if self.capacity[item] == 0 {
                sizes[item] += COVERED;
                let own = &self.options[item * self.words..][..self.words];
                after.iter_mut().zip(own).for_each(|(all, own)| *all |= own);
            }
        }
        let mut is_possible = true;
        for (word, (after, &before)) in after.iter_mut().zip(&*before).enumerate() {
            let mut excluded = before & *after;
            *after = before & !excluded;
            while excluded != 0 {
                let option = word * 64 + excluded.trailing_zeros() as usize;
                excluded &= excluded - 1;
                for &item in members(&self.starts, &self.members, option) {
                    let size = &mut sizes[item as usize];
                    *size -= 1;
                    if *size == 1 {
                        self.forced.push(item);
                    }
                    is_possible &= *size != 0;
                }
            }
            if !is_possible {
                return false;
            }
        }
        true
    }

    /// Chooses all that is forced, then finds the item to branch on; whether this is a solution.
    fn settle(&mut self) -> bool {
        while let Some(item) = self.forced.pop() {
            let depth = self.chosen.len();
            let item = item as usize;
            // It may have been covered since.
            if self.sizes[depth * self.items + item] == 1 {
                let left = self.left(depth, item);
                if !first(left).is_some_and(|option| self.choose(option)) {
                    return false;
                }
            }
        }
        let depth = self.chosen.len();
        let Some((item, size)) = smallest(&self.sizes[depth * self.items..][..self.items]) else {
            return true;
        };
        if size > 0 {
            let rest = self.rest.len();
            self.path.push(Branching { depth, rest });
            for word in 0..self.words {
                let own = self.options[item * self.words + word];
                self.rest.push(own & self.alive[depth * self.words + word]);
            }
        }
        false
    }

    /// Goes on with an option of the topmost branching that was not tried yet; `None` when there is none.
    fn branch(&mut self) -> Option<usize> {
        let &Branching { depth, rest } = self.path.last()?;
        let option = first(self.rest[rest..].iter().copied())?;
        self.rest[rest + option / 64] &= !(1 << (option % 64));
        self.give_back(depth);
        self.forced.clear();
        Some(option)
    }

    fn pop(&mut self) -> bool {
        let popped = self.path.pop();
        if let Some(Branching { rest, .. }) = popped {
            self.rest.truncate(rest);
        }
        popped.is_some()
    }
}

impl CoverSearch for Sparse {
    fn advance(&mut self) -> bool {
        if !std::mem::replace(&mut self.has_begun, true) && self.settle() {
            return true;
        }
        while !self.branches.was_cut() {
            match self.branch() {
                Some(option) => {
                    if self.choose(option) && self.settle() {
                        return true;
                    }
                }
                None => {
                    if !self.pop() {
                        return false;
                    }
                }
            }
        }
        false
    }

    fn chosen(&self) -> Vec<usize> {
        let chosen = self.chosen.iter();
        chosen
            .map(|&option| self.numbers[option as usize] as usize)
            .collect()
    }

    fn branches(&self) -> u64 {
        self.branches.taken()
    }

    fn limit(&mut self, branches: u64) {
        self.branches.limit(branches);
    }

    fn was_cut(&self) -> bool {
        self.branches.was_cut()
    }

    fn split(self: Box<Self>) -> Vec<Box<dyn CoverSearch>> {
        if self.has_begun {
            return vec![self];
        }
        let mut trunk = (*self).clone();
        if trunk.settle() || trunk.path.is_empty() {
            return vec![self];
        }
        let mut parts: Vec<Box<dyn CoverSearch>> = Vec::new();
        while let Some(option) = trunk.branch() {
            if trunk.choose(option) {
                let mut part = trunk.clone();
                part.path.clear();
                part.rest.clear();
                trunk.branches = Branches::default();
                parts.push(Box::new(part));
            }
        }
        // What is left are the branches that came to nothing.
        trunk.has_begun = true;
        trunk.path.clear();
        parts.push(Box::new(trunk));
        parts
    }
}

fn members<'a>(starts: &[u32], members: &'a [u32], option: usize) -> &'a [u32] {
    &members[starts[option] as usize..starts[option + 1] as usize]
}

/// What was noted after `depth` choices, and the room for what is after one more.
fn next_level<T: Copy + Default>(
    levels: &mut Vec<T>,
    depth: usize,
    length: usize,
) -> (&mut [T], &mut [T]) {
    let needed = (depth + 2) * length;
    if levels.len() < needed {
        levels.resize(needed, T::default());
    }
    levels[depth * length..needed].split_at_mut(length)
}

/// The first option of a set.
fn first(words: impl Iterator<Item = u64>) -> Option<usize> {
    let mut words = words.enumerate();
    let (word, bits) = words.find(|&(_, bits)| bits != 0)?;
    Some(word * 64 + bits.trailing_zeros() as usize)
}

/// The leftmost of the smallest sizes that are below [`OPTIONAL`].
fn smallest(sizes: &[i16]) -> Option<(usize, i16)> {
    /// Sizes whose minimum is taken at once.
    const RUN: usize = 32;
    let minimum = |run: &[i16]| run.iter().copied().fold(OPTIONAL, i16::min);
    let runs = sizes.chunks(RUN).map(minimum).enumerate();
    let (run, size) = runs.min_by_key(|&(_, size)| size)?;
    let place = sizes[run * RUN..].iter().position(|&other| other == size)?;
    (size < OPTIONAL).then_some((run * RUN + place, size))
}
