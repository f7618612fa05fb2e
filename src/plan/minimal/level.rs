//! A level of the beam search: the fields from which equally many drops lead to the picture, as many
//! of them as it keeps.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use super::row::Row;
use super::state::State;

/// A level keeps so many times more states than one of its buckets.
const BUCKETS: usize = 6;

/// The most states that a level keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most(pub usize);

impl Most {
    /// The most states with the same number of pixels left.
    pub fn bucket(self) -> usize {
        self.0.div_ceil(BUCKETS)
    }

    /// The most states that one of several parts of a level keeps with the same number of pixels left:
    /// its share and something more, since the parts are not equally good.
    pub fn bucket_of_part(self, parts: usize) -> usize {
        self.bucket().div_ceil(parts) + self.bucket() / 8
    }
}

/// The states from which equally many drops lead to the picture.
pub(super) struct Level<R> {
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
    pub fn new(pixels: u32) -> Self {
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
    pub fn clear(&mut self, limit: i32) {
        for bucket in &mut self.buckets {
            bucket.states.clear();
            bucket.threshold = limit;
        }
        self.seen.clear();
    }

    pub fn takes(&self, pixels: u16, score: i32) -> bool {
        score < self.buckets[pixels as usize].threshold
    }

    /// Whether the state is good enough and was not seen before.
    pub fn is_new(&mut self, state: &State<R>) -> bool {
        self.takes(state.pixels, state.score) && self.seen.insert(state.hash)
    }

    /// Keeps the state unless it is too bad. A bucket holds twice what it keeps and is cut back
    /// when it is full.
    pub fn keep(&mut self, state: State<R>, most: usize) {
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
    pub fn absorb(&mut self, other: &mut Self, most: usize) {
        for bucket in &mut other.buckets {
            for state in bucket.states.drain(..) {
                if self.is_new(&state) {
                    self.keep(state, most);
                }
            }
        }
    }

    pub fn len(&self) -> usize {
        let buckets = self.buckets.iter();
        buckets.map(|bucket| bucket.states.len()).sum()
    }

    /// The best of each bucket, and of those the best of the level; of each bucket the best ones
    /// first: what they lead to soon sets high thresholds. Gives the score from which on the level
    /// was cut, if it was.
    pub fn cut(&mut self, most: Most, best: &mut Vec<State<R>>) -> Option<i32> {
        self.scores.clear();
        for bucket in &mut self.buckets {
            bucket.keep_best(most.bucket());
            self.scores
                .extend(bucket.states.iter().map(|state| state.score));
        }
        let limit =
            (most.0 < self.scores.len()).then(|| *self.scores.select_nth_unstable(most.0).1);
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
