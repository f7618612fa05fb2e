//! One run of the beam search.
//!
//! A level holds the fields from which so many drops lead to the picture, so the first empty field
//! ends the run. Fields with equally many pixels left share a bucket: for these the scaffold cells
//! that were taken away are equally many, too, so their scores compare like with like, while a level
//! cut by score alone would keep only fields that have just got rid of their scaffold.

use std::array;
use std::cmp::Ordering;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::expand::{Limits, Visitor, expand};
use super::row::Row;
use super::score::Scorer;
use super::state::{NO_PARENT, State};
use super::target::Target;
use super::undrop::Opening;
use crate::game::{Column, Drop, Pose};

/// How wide a run searches, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    /// The most states kept with the same number of pixels left.
    pub bucket: usize,
    /// The most states kept in a level.
    pub level: usize,
    /// How much chance adds to a score at most.
    pub noise: i32,
    pub seed: u64,
    pub limits: Limits,
    /// The most lines.
    pub lines: u32,
}

impl BeamSettings {
    /// The most states that a part of a level keeps with the same number of pixels left: its share
    /// and something more, since the parts are not equally good.
    fn bucket_of_part(&self) -> usize {
        self.bucket.div_ceil(PARTS) + self.bucket / 8
    }
}

/// What a run came to.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The drops from the empty field to the picture.
    pub drops: Option<Vec<Drop>>,
    /// States that were expanded: the measure of work.
    pub expanded: u64,
}

/// How a kept state came about.
#[derive(Clone, Copy)]
struct Step {
    parent: u32,
    pose: u8,
    column: u8,
}

/// A level is expanded in so many parts, at the same time if there are as many cores. How many is
/// fixed, or the plan would depend on the machine.
const PARTS: usize = 2;

/// How much worse than the worst field that was kept of a level one of the next level may score. Most
/// levels are better than the last one, so what is worse would be found, kept for a while, and cut.
const SLACK: i32 = 500;

/// Searches back from the finished picture for the fewest drops. `is_cancelled` is asked once a
/// level.
pub(super) fn search<R: Row>(
    target: &Target<R>,
    openings: &[Opening],
    settings: &BeamSettings,
    is_cancelled: impl Fn() -> bool,
) -> Outcome {
    let scorer = Scorer::new(target);
    let mut history: Vec<Step> = Vec::new();
    let mut next = NextLevel::new(&scorer, openings, settings);
    let mut frontier = vec![State::finished(target)];
    let mut last = None;
    let width = target.field.width() as u32;
    let most_pieces = (target.pixels + width * settings.lines) / 4;
    for pieces in 1..=most_pieces {
        if frontier.is_empty() || is_cancelled() {
            break;
        }
        // What is more must go with lines that are too many.
        let most_cells = target.pixels + width * settings.lines - 4 * pieces;
        let first_parent = history.len();
        history.extend(frontier.iter().map(Step::to));
        last = next.fill(&frontier, first_parent, most_cells);
        if last.is_some() {
            break;
        }
        next.cut(&mut frontier);
    }
    Outcome {
        drops: last.map(|last| drops(&history, &last)),
        expanded: history.len() as u64,
    }
}

/// The level that comes next.
struct NextLevel<'a, R> {
    scorer: &'a Scorer<'a, R>,
    openings: &'a [Opening],
    settings: &'a BeamSettings,
    parts: [Level<R>; PARTS],
    /// The worst score that was kept of the level before, if some were not.
    limit: Option<i32>,
}

impl<'a, R: Row> NextLevel<'a, R> {
    fn new(scorer: &'a Scorer<'a, R>, openings: &'a [Opening], settings: &'a BeamSettings) -> Self {
        NextLevel {
            scorer,
            openings,
            settings,
            parts: array::from_fn(|_| Level::new(scorer.target.pixels)),
            limit: None,
        }
    }

    /// Finds the fields one drop before those of the frontier; gives the empty one if it is among
    /// them.
    fn fill(
        &mut self,
        frontier: &[State<R>],
        first_parent: usize,
        most_cells: u32,
    ) -> Option<State<R>> {
        if let Some(limit) = self.limit {
            let limit = limit.saturating_add(SLACK);
            let last = self.fill_up_to(limit, frontier, first_parent, most_cells);
            if last.is_some() || self.parts[0].len() >= self.settings.level / 2 {
                return last;
            }
        }
        self.fill_up_to(i32::MAX, frontier, first_parent, most_cells)
    }

    /// The same, but only with fields whose score is below the limit.
    fn fill_up_to(
        &mut self,
        limit: i32,
        frontier: &[State<R>],
        first_parent: usize,
        most_cells: u32,
    ) -> Option<State<R>> {
        let (scorer, openings, settings) = (self.scorer, self.openings, self.settings);
        let expand_part = |(part, next): (usize, &mut Level<R>)| {
            next.clear(limit);
            let mut collector = Collector {
                settings,
                scorer,
                parent: 0,
                next,
                empty_field: None,
            };
            for (place, state) in frontier.iter().enumerate().skip(part).step_by(PARTS) {
                collector.parent = (first_parent + place) as u32;
                let limits = &settings.limits;
                expand(state, scorer, openings, limits, most_cells, &mut collector);
            }
            collector.empty_field
        };
        let parts = self.parts.par_iter_mut().enumerate();
        let empty_fields: Vec<_> = parts.map(expand_part).collect();
        let (level, others) = self.parts.split_first_mut().expect("there are parts");
        for other in others {
            level.absorb(other, settings.bucket);
        }
        empty_fields.into_iter().flatten().next()
    }

    /// Moves what is worth keeping to the frontier.
    fn cut(&mut self, frontier: &mut Vec<State<R>>) {
        self.limit = self.parts[0].cut(self.settings, frontier);
    }
}

/// Puts the fields that are found into the next level.
struct Collector<'a, R> {
    settings: &'a BeamSettings,
    scorer: &'a Scorer<'a, R>,
    /// The place in the history of the state that is expanded.
    parent: u32,
    next: &'a mut Level<R>,
    /// The end of the search.
    empty_field: Option<State<R>>,
}

impl<R: Row> Visitor<R> for Collector<'_, R> {
    fn wants(&self, pixels: u16, score: i32) -> bool {
        self.next.takes(pixels, score)
    }

    fn visit(&mut self, mut state: State<R>) {
        state.parent = self.parent;
        if state.cells() == 0 {
            self.empty_field.get_or_insert(state);
            return;
        }
        let salt = match self.settings.limits.no_repeat {
            true => 1 + u64::from(state.pose),
            false => 0,
        };
        state.hash = state.fingerprint(salt);
        state.score += chance(state.hash, self.settings.seed, self.settings.noise);
        if self.next.is_new(&state)
            && let Some(floating) = self.scorer.floating(&state)
        {
            state.score += floating;
            self.next.keep(state, self.settings.bucket_of_part());
        }
    }
}

/// A number from 0 to `most` that depends on the field and the seed alone.
fn chance(hash: u64, seed: u64, most: i32) -> i32 {
    let mixed =
        (hash ^ seed.wrapping_mul(0xa076_1d64_78bd_642f)).wrapping_mul(0xe703_7ed1_a0b4_28db);
    (((mixed >> 40) * most as u64) >> 24) as i32
}

impl Step {
    fn to<R>(state: &State<R>) -> Self {
        Step {
            parent: state.parent,
            pose: state.pose,
            column: state.column,
        }
    }
}

/// Follows the steps back to the finished picture, which is forward in time.
fn drops<R: Row>(history: &[Step], last: &State<R>) -> Vec<Drop> {
    let mut drops = Vec::new();
    let mut step = Step::to(last);
    while step.parent != NO_PARENT {
        drops.push(Drop::new(
            Pose::ALL[step.pose as usize],
            Column(step.column.into()),
        ));
        step = history[step.parent as usize];
    }
    drops
}

/// The states from which equally many drops lead to the picture.
struct Level<R> {
    /// By the pixels that are left.
    buckets: Vec<Bucket<R>>,
    seen: FxHashSet<u64>,
    scores: Vec<i32>,
}

/// States with equally many pixels left.
struct Bucket<R> {
    states: Vec<State<R>>,
    /// A score that is too bad to be kept.
    threshold: i32,
}

impl<R: Row> Level<R> {
    fn new(pixels: u32) -> Self {
        let bucket = || Bucket {
            states: Vec::new(),
            threshold: i32::MAX,
        };
        Level {
            buckets: (0..=pixels).map(|_| bucket()).collect(),
            seen: FxHashSet::default(),
            scores: Vec::new(),
        }
    }

    /// Empties it for fields that score below the limit.
    fn clear(&mut self, limit: i32) {
        for bucket in &mut self.buckets {
            bucket.states.clear();
            bucket.threshold = limit;
        }
        self.seen.clear();
    }

    fn takes(&self, pixels: u16, score: i32) -> bool {
        score < self.buckets[pixels as usize].threshold
    }

    /// Whether the state is good enough and was not seen before.
    fn is_new(&mut self, state: &State<R>) -> bool {
        self.takes(state.pixels, state.score) && self.seen.insert(state.hash)
    }

    /// Keeps the state unless it is too bad. A bucket holds twice what it keeps and is cut back
    /// when it is full.
    fn keep(&mut self, state: State<R>, most: usize) {
        if !self.takes(state.pixels, state.score) {
            return;
        }
        let bucket = &mut self.buckets[state.pixels as usize];
        bucket.states.push(state);
        if bucket.states.len() >= 2 * most {
            bucket.keep_best(most);
            let scores = bucket.states.iter().map(|state| state.score);
            bucket.threshold = scores.fold(i32::MIN, i32::max);
        }
    }

    /// Takes the states of another part of the level, too.
    fn absorb(&mut self, other: &mut Self, most: usize) {
        for bucket in &mut other.buckets {
            for state in bucket.states.drain(..) {
                if self.is_new(&state) {
                    self.keep(state, most);
                }
            }
        }
    }

    fn len(&self) -> usize {
        let buckets = self.buckets.iter();
        buckets.map(|bucket| bucket.states.len()).sum()
    }

    /// The best of each bucket, and of those the best of the level; of each bucket the best ones
    /// first: what they lead to soon sets high thresholds. Gives the score from which on the level
    /// was cut, if it was.
    fn cut(&mut self, settings: &BeamSettings, best: &mut Vec<State<R>>) -> Option<i32> {
        self.scores.clear();
        for bucket in &mut self.buckets {
            bucket.keep_best(settings.bucket);
            self.scores
                .extend(bucket.states.iter().map(|state| state.score));
        }
        let limit = (settings.level < self.scores.len())
            .then(|| *self.scores.select_nth_unstable(settings.level).1);
        let is_kept = |state: &State<R>| limit.is_none_or(|limit| state.score < limit);
        best.clear();
        for bucket in &mut self.buckets {
            let begin = best.len();
            let states = bucket.states.drain(..);
            best.extend(states.filter(is_kept));
            best[begin..].sort_unstable_by(better);
        }
        limit
    }
}

impl<R: Row> Bucket<R> {
    fn keep_best(&mut self, most: usize) {
        if most < self.states.len() {
            self.states.select_nth_unstable_by(most, better);
            self.states.truncate(most);
        }
    }
}

fn better<R>(a: &State<R>, b: &State<R>) -> Ordering {
    (a.score, a.hash).cmp(&(b.score, b.hash))
}
