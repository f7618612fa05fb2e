//! Heats: narrow runs over the first part of the way, which show the assignment of colours that is worth a wide run.
//!
//! The assignment decides more than luck does: where six of them were each tried at three offsets, on 59 foreign
//! sprites, the number of pieces varied by 5 % from one to the next, at whatever offset; runs that differ in noise alone
//! vary by less than 1 %.

use std::sync::atomic::{AtomicU64, Ordering};

use super::level::BeamWidth;
use super::row_bits::RowBits;
use super::run::{Run, SearchTask};
use super::unmove::UnmoveGroup;
use crate::parallel;

/// How far a heat goes, and how wide.
#[derive(Clone, Copy, Debug)]
pub struct Heat {
    pub beam_width: BeamWidth,
    /// The number of drops that it takes back.
    pub levels: u32,
}

/// A heat for each assignment at one offset.
#[derive(Clone, Copy, Debug)]
pub struct Heats {
    /// An index into the task's offsets.
    pub offset: usize,
    pub heat: Heat,
}

/// What the heats came to.
#[derive(Debug)]
pub struct Ranking {
    /// Indices into the task's assignments, the most promising one first.
    pub assignments: Vec<usize>,
    /// States that were expanded.
    pub expanded: u64,
}

impl Heats {
    /// Ranks the assignments by what the fields of the heats' last levels score. Those that come to a dead end are last;
    /// of equals the first one stays first. `keep_going` is asked with the number of states that all
    /// heats have expanded.
    pub fn rank<R: RowBits>(
        &self,
        task: &SearchTask,
        groups: &[UnmoveGroup],
        keep_going: &(dyn Fn(u64) -> bool + Sync),
    ) -> Ranking {
        let expanded = AtomicU64::new(0);
        let add = |more| keep_going(expanded.fetch_add(more, Ordering::Relaxed) + more);
        let mut assignments: Vec<usize> = (0..task.assignments.len()).collect();
        let scores = parallel::map(assignments.iter().copied(), |assignment| {
            self.score::<R>(task, assignment, groups, &add)
        });
        assignments.sort_by_key(|assignment| {
            let score = scores[*assignment];
            (score.is_none(), score)
        });
        Ranking {
            assignments,
            expanded: expanded.into_inner(),
        }
    }

    /// The median score of the last level: it tells more than the best one, which is a matter of luck. `None` if the
    /// heat does not come so far. `add` is told what it expands and says whether to go on.
    fn score<R: RowBits>(
        &self,
        task: &SearchTask,
        assignment: usize,
        groups: &[UnmoveGroup],
        add: &dyn Fn(u64) -> bool,
    ) -> Option<i32> {
        let run = Run {
            number: 0,
            assignment,
            offset: self.offset,
            beam_width: self.heat.beam_width,
            lines: task.most_lines() as u32,
            patience: 0,
        };
        let (mut known, mut median) = (0, None);
        let outcome = run.search::<R>(task, groups, |history| {
            let more = history.expanded - known;
            known = history.expanded;
            if history.depth >= self.heat.levels {
                let scores = history.frontier.iter().map(|state| state.score);
                median = Some(median_of(scores.collect()));
            }
            add(more) && median.is_none()
        });
        // Nothing is better than a plan as short as this.
        outcome.drops.map_or(median, |_| Some(i32::MIN))
    }
}

/// Of at least one score.
fn median_of(mut scores: Vec<i32>) -> i32 {
    let middle = scores.len() / 2;
    *scores.select_nth_unstable(middle).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::FieldSize;
    use crate::plan::Picture;
    use crate::plan::minimal::carriers::{CarrierMode, assignments};
    use crate::plan::minimal::cover::Covers;
    use crate::plan::minimal::free_columns::FreeColumns;
    use crate::sprite::Sprite;

    const FIELD: FieldSize = FieldSize::STANDARD;
    const FISH: &str = "..aaaa...a\n.abbbba.aa\nabcbbbbaba\nabbbbbbbba\n.acccca.aa\n..aaaa...a";

    /// How heats over so many levels rank the six assignments.
    fn ranking(levels: u32, goes_on: bool) -> Ranking {
        let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        let picture = Picture::of(&Sprite::from_diagram(FISH, colors).unwrap()).unwrap();
        let mut covers = Covers::new(&picture);
        let assignments = assignments(&picture, CarrierMode::Nes, 0, &mut covers).unwrap();
        let offsets = [0, FIELD.width() - picture.width()];
        let free_columns = FreeColumns::new(&picture, FIELD, 0, &offsets, 0).unwrap();
        let task = SearchTask::plain(&picture, &assignments, &offsets, &free_columns);
        let beam_width = BeamWidth(30);
        let heat = Heat { beam_width, levels };
        let heats = Heats { offset: 1, heat };
        heats.rank::<u32>(&task, &UnmoveGroup::all(), &|_| goes_on)
    }

    fn sorted(mut assignments: Vec<usize>) -> Vec<usize> {
        assignments.sort_unstable();
        assignments
    }

    #[test]
    fn heats_rank_all_assignments_in_the_same_way_each_time() {
        let (one, other) = (ranking(20, true), ranking(20, true));
        assert_ne!(one.assignments, [0, 1, 2, 3, 4, 5]);
        assert_eq!(one.assignments, other.assignments);
        assert_eq!(one.expanded, other.expanded);
        assert_eq!(sorted(one.assignments), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn assignments_whose_heats_were_stopped_keep_their_order() {
        let stopped = ranking(20, false);
        assert_eq!(stopped.assignments, [0, 1, 2, 3, 4, 5]);
        assert!(stopped.expanded <= 12);
    }
}
