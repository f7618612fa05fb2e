//! Restarts: runs over assignments, offsets and noise, each of which must beat the best plan so
//! far.

use super::beam::RunOutcome;
use super::budget::{ScaledBudget, WorkBudget};
use super::ease::Ease;
use super::heats::{Heats, Ranking};
use super::row_bits::RowBits;
use super::run::{Run, SearchTask};
use super::unmove::UnmoveGroup;
use crate::plan::{Monitor, Plan, Progress};

/// Runs until the budget is spent, the monitor stops it, or the plan is as short as the bound.
pub fn improve<R: RowBits>(
    task: &SearchTask,
    budget: WorkBudget,
    monitor: &dyn Monitor,
) -> Option<Plan> {
    let groups = UnmoveGroup::all();
    let mut restarts = Restarts {
        task,
        budget: budget.scaled(task.picture, task.field),
        turns: turns(task),
        rankings: vec![None; task.offsets.len()],
        best: None,
        ease: None,
        expanded: 0,
        runs: 0,
    };
    let is_stopped = || monitor.is_cancelled() || monitor.is_time_up();
    while !is_stopped() && !restarts.is_done() {
        let keep_going = |expanded| {
            monitor.on_progress(restarts.progress(expanded));
            !is_stopped()
        };
        if let Some(heats) = restarts.next_heats() {
            let ranking = heats.rank::<R>(task, &groups, &keep_going);
            restarts.add_ranking(heats.offset, ranking);
            continue;
        }
        let run = restarts.next_run();
        let outcome = run.search::<R>(task, &groups, |history| keep_going(history.expanded));
        restarts.add(&run, outcome);
        monitor.on_progress(restarts.progress(0));
    }
    restarts.best
}

/// The indices of the offsets in the order in which runs take them: the preferred one again between the others, which
/// are rarely so much better.
fn turns(task: &SearchTask) -> Vec<usize> {
    let offsets = 0..task.offsets.len();
    let is_preferred = |offset: &usize| Some(task.offsets[*offset]) == task.preferred;
    let preferred = offsets.clone().find(is_preferred);
    let others = offsets.clone().filter(|offset| Some(*offset) != preferred);
    match preferred {
        Some(0) if offsets.len() > 1 => others.flat_map(|other| [0, other]).collect(),
        Some(preferred) if offsets.len() > 1 => {
            others.flat_map(|other| [other, preferred]).collect()
        }
        _ => offsets.collect(),
    }
}

/// The runs so far.
struct Restarts<'a> {
    task: &'a SearchTask<'a>,
    budget: ScaledBudget,
    /// The indices of the offsets in the order in which runs take them, over and over.
    turns: Vec<usize>,
    /// For each offset where heats were held, the assignments, the most promising one first.
    rankings: Vec<Option<Vec<usize>>>,
    best: Option<Plan>,
    /// How easily its run came to it.
    ease: Option<Ease>,
    expanded: u64,
    runs: u64,
}

impl Restarts<'_> {
    fn add(&mut self, run: &Run, outcome: RunOutcome) {
        self.runs += 1;
        self.expanded += outcome.expanded;
        let Some(drops) = outcome.drops else { return };
        let plan = run.plan(self.task, drops);
        let is_better = |best: &Plan| self.task.cost(&plan) < self.task.cost(best);
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some(plan);
            self.ease = outcome.ease;
        }
    }

    fn pieces(&self) -> Option<usize> {
        self.best.as_ref().map(|plan| plan.drops.len())
    }

    /// `expanded` states have been expanded in the current run.
    fn progress(&self, expanded: u64) -> Progress {
        let done = self.expanded + expanded;
        let is_late = self.best.is_none() && done > self.total();
        let total = if is_late {
            self.budget.patience
        } else {
            self.total()
        };
        Progress {
            done: done.min(total),
            total,
            pieces: self.pieces(),
        }
    }

    fn is_done(&self) -> bool {
        match self.pieces() {
            Some(_) if self.has_to_try_preferred() => false,
            Some(pieces) if pieces <= self.task.bound => true,
            Some(_) => !self.task.open_ended && self.expanded >= self.total(),
            None => self.expanded >= self.budget.patience,
        }
    }

    /// The states of all runs together once there is a plan; as long as there is none, at most.
    fn total(&self) -> u64 {
        match self.best {
            Some(_) => self.budget.total.of(self.ease),
            None => self.budget.total.easy,
        }
    }

    /// Whether there was no run at the preferred offset yet, though the effort compares places.
    fn has_to_try_preferred(&self) -> bool {
        let is_untried =
            |preferred| !(self.offsets_so_far()).any(|at| self.task.offsets[at] == preferred);
        self.budget.compares_places && self.task.preferred.is_some_and(is_untried)
    }

    /// The index of each run's offset.
    fn offsets_so_far(&self) -> impl Iterator<Item = usize> {
        self.turns.iter().copied().cycle().take(self.runs as usize)
    }

    /// The index of the offset at which the next run starts.
    fn next_offset(&self) -> usize {
        self.turns[self.runs as usize % self.turns.len()]
    }

    /// The heats that are to be held before the next run.
    fn next_heats(&self) -> Option<Heats> {
        let offset = self.next_offset();
        let is_ranked = self.rankings[offset].is_some() || self.task.assignments.len() == 1;
        let heat = self.budget.heat.filter(|_| !is_ranked)?;
        Some(Heats { offset, heat })
    }

    fn add_ranking(&mut self, offset: usize, ranking: Ranking) {
        self.expanded += ranking.expanded;
        self.rankings[offset] = Some(ranking.assignments);
    }

    fn next_run(&self) -> Run {
        let task = self.task;
        let offset = self.next_offset();
        let (rank, lines, patience) = match &self.best {
            // At each offset every assignment in turn.
            Some(best) => {
                let cost = task.cost(best);
                let too_many = cost.div_ceil(task.piece_cost(task.offsets[offset]));
                let rank = self.offsets_so_far().filter(|at| *at == offset).count();
                (rank, task.lines_below(too_many), 0)
            }
            // Another assignment each time, and as much work for the next one.
            None => (
                self.runs as usize,
                task.most_lines(),
                self.budget.patience / 2,
            ),
        };
        let rank = rank % task.assignments.len();
        let ranking = self.rankings[offset].as_ref();
        Run {
            number: self.runs,
            assignment: ranking.map_or(rank, |assignments| assignments[rank]),
            offset,
            beam_width: self.budget.beam_width,
            lines: lines as u32,
            patience,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::FieldSize;
    use crate::plan::Picture;
    use crate::plan::minimal::free_columns::FreeColumns;
    use crate::sprite::Sprite;

    fn turns_of(offsets: &[usize], preferred: Option<usize>) -> Vec<usize> {
        let field = FieldSize::STANDARD;
        let sprite = Sprite::from_diagram("a", |_| Some(Rgb::WHITE)).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        let free_columns = FreeColumns::new(&picture, field, 0, offsets, 0).unwrap();
        turns(&SearchTask {
            preferred,
            ..SearchTask::plain(&picture, &[], offsets, &free_columns)
        })
    }

    #[test]
    fn every_other_run_stands_at_the_preferred_offset() {
        assert_eq!(turns_of(&[10, 0, 20], Some(10)), [0, 1, 0, 2]);
        assert_eq!(turns_of(&[0, 10, 20], Some(10)), [0, 1, 2, 1]);
        assert_eq!(turns_of(&[0, 10, 20], None), [0, 1, 2]);
        assert_eq!(turns_of(&[10], Some(10)), [0]);
    }
}
