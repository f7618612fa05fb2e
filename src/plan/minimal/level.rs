//! A level of the beam search: the fields from which equally many drops lead to the picture, cut to
//! the beam width.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use super::row_bits::RowBits;
use super::state::State;

// A bucket keeps at most this part of the beam width. More and smaller buckets spread a level over
// more numbers of pixels, fewer and larger ones keep more of the best. Set by hand, together with
// few and wide runs; `tetris-printer bench sprites` shows the effect.
const BUCKETS: usize = 6;

/// The most states that a level keeps.
#[derive(Clone, Copy, Debug)]
pub struct BeamWidth(pub usize);

impl BeamWidth {
    /// The most states with the same number of pixels.
    pub fn of_bucket(self) -> usize {
        self.0.div_ceil(BUCKETS)
    }

    /// The most states with the same number of pixels that one of several parts of a level keeps:
    /// its share and something more, since the parts are not equally good.
    pub fn of_bucket_part(self, parts: usize) -> usize {
        self.of_bucket().div_ceil(parts) + self.of_bucket() / 8
    }
}

/// The states from which equally many drops lead to the picture.
pub struct Level<R> {
    /// By the number of pixels that remain.
    buckets: Vec<Bucket<R>>,
    seen: FxHashSet<u64>,
    scores: Vec<i32>,
}

/// States with equally many pixels.
struct Bucket<R> {
    states: Vec<State<R>>,
    /// A score that is too bad to be kept.
    threshold: i32,
}

impl<R: RowBits> Level<R> {
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

    pub fn accepts(&self, pixels: u16, score: i32) -> bool {
        score < self.buckets[pixels as usize].threshold
    }

    /// Whether the state is good enough and was not seen before.
    pub fn is_new(&mut self, state: &State<R>) -> bool {
        self.accepts(state.pixels, state.score) && self.seen.insert(state.hash)
    }

    /// Keeps the state unless it is too bad. A bucket may grow to twice its size before it is cut
    /// back to the best.
    pub fn keep(&mut self, state: State<R>, bucket_size: usize) {
        if !self.accepts(state.pixels, state.score) {
            return;
        }
        let bucket = &mut self.buckets[state.pixels as usize];
        bucket.states.push(state);
        if bucket.states.len() >= 2 * bucket_size {
            bucket.keep_best(bucket_size);
            let scores = bucket.states.iter().map(|state| state.score);
            bucket.threshold = scores.fold(i32::MIN, i32::max);
        }
    }

    /// Takes the states of another part of the level, too.
    pub fn absorb(&mut self, other: &mut Self, bucket_size: usize) {
        for bucket in &mut other.buckets {
            for state in bucket.states.drain(..) {
                if self.is_new(&state) {
                    self.keep(state, bucket_size);
                }
            }
        }
    }

    pub fn len(&self) -> usize {
        let buckets = self.buckets.iter();
        buckets.map(|bucket| bucket.states.len()).sum()
    }

    /// Moves the states that the level keeps to `selected`: the best of each bucket, and of those
    /// the best of the level. Those of a bucket come with the best first, since their children soon
    /// set high thresholds. Gives the score from which on the level was cut, if it was.
    pub fn select(&mut self, width: BeamWidth, selected: &mut Vec<State<R>>) -> Option<i32> {
        self.scores.clear();
        for bucket in &mut self.buckets {
            bucket.keep_best(width.of_bucket());
            self.scores
                .extend(bucket.states.iter().map(|state| state.score));
        }
        let limit =
            (width.0 < self.scores.len()).then(|| *self.scores.select_nth_unstable(width.0).1);
        let is_kept = |state: &State<R>| limit.is_none_or(|limit| state.score < limit);
        selected.clear();
        for bucket in &mut self.buckets {
            let begin = selected.len();
            let states = bucket.states.drain(..);
            selected.extend(states.filter(is_kept));
            selected[begin..].sort_unstable_by(better_first);
        }
        limit
    }
}

impl<R: RowBits> Bucket<R> {
    fn keep_best(&mut self, count: usize) {
        if count < self.states.len() {
            self.states.select_nth_unstable_by(count, better_first);
            self.states.truncate(count);
        }
    }
}

/// The hash decides between equal scores, so that the order of arrival does not matter.
fn better_first<R>(a: &State<R>, b: &State<R>) -> Ordering {
    (a.score, a.hash).cmp(&(b.score, b.hash))
}
