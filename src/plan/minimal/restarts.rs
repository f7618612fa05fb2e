//! Restarts: runs over assignments, offsets and noise, each of which must beat the best plan so
//! far.

use super::beam::RunOutcome;
use super::budget::{ScaledBudget, WorkBudget};
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
        rankings: vec![None; task.offsets.len()],
        best: None,
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

/// The runs so far.
struct Restarts<'a> {
    task: &'a SearchTask<'a>,
    budget: ScaledBudget,
    /// For each offset where heats were held, the assignments, the most promising one first.
    rankings: Vec<Option<Vec<usize>>>,
    best: Option<Plan>,
    expanded: u64,
    runs: u64,
}

impl Restarts<'_> {
    fn add(&mut self, run: &Run, outcome: RunOutcome) {
        self.runs += 1;
        self.expanded += outcome.expanded;
        let plan = outcome.drops.map(|drops| run.plan(self.task, drops));
        let best = self.best.take().into_iter().chain(plan);
        // Of equals the first.
        self.best = best.min_by_key(|plan| self.task.cost(plan));
    }

    fn pieces(&self) -> Option<usize> {
        self.best.as_ref().map(|plan| plan.drops.len())
    }

    /// `expanded` states have been expanded in the current run.
    fn progress(&self, expanded: u64) -> Progress {
        let done = self.expanded + expanded;
        let is_late = self.best.is_none() && done > self.budget.total;
        let total = if is_late {
            self.budget.patience
        } else {
            self.budget.total
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
            Some(_) => !self.task.open_ended && self.expanded >= self.budget.total,
            None => self.expanded >= self.budget.patience,
        }
    }

    /// Whether there was no run at the preferred offset yet, though the effort compares places.
    fn has_to_try_preferred(&self) -> bool {
        let tried = &self.task.offsets[..self.task.offsets.len().min(self.runs as usize)];
        let is_untried = |preferred| !tried.contains(&preferred);
        self.budget.compares_places && self.task.preferred.is_some_and(is_untried)
    }

    /// The index of the offset at which the next run starts.
    fn next_offset(&self) -> usize {
        self.runs as usize % self.task.offsets.len()
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
        let number = self.runs as usize;
        let offset = self.next_offset();
        let (rank, lines, patience) = match &self.best {
            // Every offset for each assignment in turn.
            Some(best) => {
                let cost = task.cost(best);
                let too_many = cost.div_ceil(task.piece_cost(task.offsets[offset]));
                let rank = number / task.offsets.len();
                (rank, task.lines_below(too_many), 0)
            }
            // Another assignment each time, and as much work for the next one.
            None => (number, task.most_lines(), self.budget.patience / 2),
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
