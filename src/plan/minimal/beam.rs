//! One run of the beam search.
//!
//! A level holds the fields from which so many drops lead to the picture, so the first empty field
//! ends the run. Fields with equally many pixels left share a bucket: for these the scaffold cells
//! that were taken away are equally many, too, so their scores compare like with like, while a level
//! cut by score alone would keep only fields that have just got rid of their scaffold.

use std::cmp::Ordering;
use std::mem;

use rustc_hash::FxHashSet;

use super::expand::{Limits, expand};
use super::row::Row;
use super::score::Scorer;
use super::state::{NO_PARENT, State};
use super::target::Target;
use super::undrop::Undrop;
use crate::game::{Column, Drop, Pose};

/// How wide a run searches, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    /// The most states kept with the same number of pixels left.
    pub bucket: usize,
    /// The most states kept in a level.
    pub level: usize,
    /// How much chance adds to a score at most.
    pub noise: f32,
    pub seed: u64,
    pub limits: Limits,
    /// The most lines.
    pub lines: u32,
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

/// Searches back from the finished picture for the fewest drops. `is_cancelled` is asked once a
/// level.
pub(super) fn search<R: Row>(
    target: &Target<R>,
    undrops: &[Undrop],
    settings: &BeamSettings,
    is_cancelled: impl Fn() -> bool,
) -> Outcome {
    let scorer = Scorer::new(target);
    let mut history: Vec<Step> = Vec::new();
    let mut level = Level::new(target.pixels);
    let mut next = Level::new(target.pixels);
    level.offer(State::finished(target), settings.bucket);
    let width = target.field.width() as u32;
    let most_pieces = (target.pixels + width * settings.lines) / 4;
    for pieces in 1..=most_pieces {
        // What is more must go with lines that are too many.
        let most_cells = target.pixels + width * settings.lines - 4 * pieces;
        level.cut(settings);
        if level.is_empty() || is_cancelled() {
            break;
        }
        next.clear();
        let mut empty_field = None;
        for state in level.states() {
            let parent = history.len() as u32;
            history.push(Step {
                parent: state.parent,
                pose: state.pose,
                column: state.column,
            });
            expand(
                state,
                target,
                undrops,
                &settings.limits,
                most_cells,
                |mut child| {
                    child.parent = parent;
                    if child.cells() == 0 {
                        empty_field.get_or_insert(child);
                        return;
                    }
                    child.score = scorer.score(&child);
                    // Most are refused before they are looked at closely.
                    if !next.takes(&child) {
                        return;
                    }
                    let salt = if settings.limits.no_repeat {
                        1 + u64::from(child.pose)
                    } else {
                        0
                    };
                    child.hash = child.fingerprint(salt);
                    child.score += settings.noise * chance(child.hash, settings.seed);
                    if next.takes(&child)
                        && let Some(floating) = scorer.floating(&child)
                    {
                        child.score += floating;
                        next.offer(child, settings.bucket);
                    }
                },
            );
        }
        if let Some(last) = empty_field {
            let drops = Some(drops(&history, &last));
            return Outcome {
                drops,
                expanded: history.len() as u64,
            };
        }
        mem::swap(&mut level, &mut next);
    }
    Outcome {
        drops: None,
        expanded: history.len() as u64,
    }
}

/// A number from 0 to 1 that depends on the field and the seed alone.
fn chance(hash: u64, seed: u64) -> f32 {
    let mixed =
        (hash ^ seed.wrapping_mul(0xa076_1d64_78bd_642f)).wrapping_mul(0xe703_7ed1_a0b4_28db);
    (mixed >> 40) as f32 / (1 << 24) as f32
}

/// Follows the steps back to the finished picture, which is forward in time.
fn drops<R: Row>(history: &[Step], last: &State<R>) -> Vec<Drop> {
    let mut drops = Vec::new();
    let mut step = Step {
        parent: last.parent,
        pose: last.pose,
        column: last.column,
    };
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
    scores: Vec<f32>,
}

/// States with equally many pixels left.
struct Bucket<R> {
    states: Vec<State<R>>,
    /// A score that is too bad to be kept.
    threshold: f32,
}

impl<R: Row> Level<R> {
    fn new(pixels: u32) -> Self {
        let bucket = || Bucket {
            states: Vec::new(),
            threshold: f32::INFINITY,
        };
        Level {
            buckets: (0..=pixels).map(|_| bucket()).collect(),
            seen: FxHashSet::default(),
            scores: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for bucket in &mut self.buckets {
            bucket.states.clear();
            bucket.threshold = f32::INFINITY;
        }
        self.seen.clear();
    }

    fn is_empty(&self) -> bool {
        self.buckets.iter().all(|bucket| bucket.states.is_empty())
    }

    fn states(&self) -> impl Iterator<Item = &State<R>> {
        self.buckets.iter().flat_map(|bucket| &bucket.states)
    }

    fn takes(&self, state: &State<R>) -> bool {
        state.score < self.buckets[state.pixels as usize].threshold
    }

    /// Keeps the state unless it is known or too bad. A bucket holds twice what it keeps and is
    /// cut back when it is full.
    fn offer(&mut self, state: State<R>, most: usize) {
        if !self.takes(&state) || !self.seen.insert(state.hash) {
            return;
        }
        let bucket = &mut self.buckets[state.pixels as usize];
        bucket.states.push(state);
        if bucket.states.len() >= 2 * most {
            bucket.keep_best(most);
            let scores = bucket.states.iter().map(|state| state.score);
            bucket.threshold = scores.fold(f32::NEG_INFINITY, f32::max);
        }
    }

    /// Keeps the best of each bucket, and of those the best of the level, the best ones first: what
    /// they lead to soon sets high thresholds.
    fn cut(&mut self, settings: &BeamSettings) {
        self.scores.clear();
        for bucket in &mut self.buckets {
            bucket.keep_best(settings.bucket);
            self.scores
                .extend(bucket.states.iter().map(|state| state.score));
        }
        if settings.level < self.scores.len() {
            let (_, limit, _) = self
                .scores
                .select_nth_unstable_by(settings.level, f32::total_cmp);
            let limit = *limit;
            for bucket in &mut self.buckets {
                bucket.states.retain(|state| state.score < limit);
            }
        }
        for bucket in &mut self.buckets {
            bucket.states.sort_unstable_by(better);
        }
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
    a.score.total_cmp(&b.score).then(a.hash.cmp(&b.hash))
}
