//! The beam search for the drops that fill what remains.

use std::hash::{BuildHasher, Hasher};

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::error::EraseError;
use super::remains::Remains;
use crate::game::{Column, FieldSize, PieceDrop, Pose};
use crate::parallel;
use crate::plan::Monitor;

/// How a run searches.
pub struct BeamRun {
    pub size: FieldSize,
    /// States that are kept for each number of pieces.
    pub width: usize,
    /// What decides between states that are as good as equal.
    pub chance: u64,
}

/// A state that could be kept: how to come to it, and how hard it would be to go on.
#[derive(Clone, Copy)]
struct Candidate {
    difficulty: i32,
    hash: u64,
    parent: usize,
    drop: PieceDrop,
}

/// A kept state's way back: its parent's place in the level before, and the drop that led here.
type Step = (usize, PieceDrop);

/// The drops after which nothing remains; `None` if this run found none.
///
/// Errors: [`EraseError::Cancelled`].
pub fn find(
    start: Remains,
    run: &BeamRun,
    monitor: &dyn Monitor,
) -> Result<Option<Vec<PieceDrop>>, EraseError> {
    let mut states = vec![start];
    let mut levels: Vec<Vec<Step>> = Vec::new();
    while !states.is_empty() {
        if monitor.is_cancelled() {
            return Err(EraseError::Cancelled);
        }
        let expand = |(parent, state): (usize, &Remains)| run.candidates(parent, state);
        let candidates = parallel::map(states.iter().enumerate(), expand);
        let kept = run.best(candidates.into_iter().flatten());
        levels.push(kept.iter().map(|kept| (kept.parent, kept.drop)).collect());
        let next = |kept: &Candidate| states[kept.parent].clone().after(kept.drop, run.size);
        let next: Vec<Remains> = kept.iter().filter_map(next).collect();
        if let Some(done) = next.iter().position(Remains::is_empty) {
            return Ok(Some(way_to(done, &levels)));
        }
        states = next;
    }
    Ok(None)
}

impl BeamRun {
    /// What a state leads to, as far as it can still be filled.
    fn candidates(&self, parent: usize, state: &Remains) -> Vec<Candidate> {
        let columns = self.size.width();
        let drops = Pose::ALL.into_iter().flat_map(|pose| {
            let places = 0..=columns - usize::from(pose.shape().width);
            places.map(move |column| PieceDrop::new(pose, Column(column)))
        });
        let mut next = state.clone();
        let candidate = |drop| {
            next.clone_from(state);
            if !next.drop(drop, self.size) || !next.can_be_filled(columns) {
                return None;
            }
            let hash = self.hash(&next);
            Some(Candidate {
                difficulty: next.difficulty(columns, hash),
                hash,
                parent,
                drop,
            })
        };
        drops.filter_map(candidate).collect()
    }

    fn hash(&self, state: &Remains) -> u64 {
        let mut hasher = FxBuildHasher.build_hasher();
        hasher.write_u64(self.chance);
        state.rows().iter().for_each(|row| hasher.write_u64(*row));
        hasher.finish()
    }

    /// The easiest ones, each state once, in an order that no thread decides.
    fn best(&self, candidates: impl Iterator<Item = Candidate>) -> Vec<Candidate> {
        let mut seen = FxHashSet::default();
        let mut kept: Vec<Candidate> = candidates.filter(|one| seen.insert(one.hash)).collect();
        let order = |one: &Candidate| (one.difficulty, one.hash);
        if kept.len() > self.width {
            kept.select_nth_unstable_by_key(self.width, order);
            kept.truncate(self.width);
        }
        kept.sort_unstable_by_key(order);
        kept
    }
}

/// The drops that lead to a state of the last level.
fn way_to(place: usize, levels: &[Vec<Step>]) -> Vec<PieceDrop> {
    let mut place = place;
    let back = levels.iter().rev().map(|level| {
        let (parent, drop) = level[place];
        place = parent;
        drop
    });
    let mut drops: Vec<PieceDrop> = back.collect();
    drops.reverse();
    drops
}
