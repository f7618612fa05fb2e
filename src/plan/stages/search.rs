//! The stages of a whole print, one upon the other: a beam search through how many rows are finished.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::alone::Pace;
use super::filling::Filler;
use super::moves::{Choice, Stages};
use super::outlook::outlook;
use super::standing::Standing;
use super::tree::{Move, NodeId, Tree, Try};
use crate::game::PieceDrop;
use crate::parallel;
use crate::plan::{Monitor, PlanError, Progress};

/// The beam width: of the standings with equally many rows finished, how many must lead to one more finished row before
/// the search moves on. As many are expanded at a time.
// Ten portraits of 40 to 56 rows took 1.05 pieces per pixel with 2, 1.07 with 4, 1.03 with 8, in proportionally more time.
const WIDTH: usize = 2;

/// Standings with equally many rows finished that are tried before patience is used; after them one success is enough.
const USUAL_TRIES: usize = 4 * WIDTH;

/// Standings that are tried beyond that, or farther back, before the next row is finished alone.
// Ten portraits took as many pieces with 40 as with 150, but for one that took 14 % fewer.
const PATIENCE: usize = 40;

/// The same right after a row that was finished alone: the next one is likely to be as bad. Set by hand.
const SHORT_PATIENCE: usize = 10;

/// Standings from which it is tried to finish a row alone by stages. A few are enough to find one with no other row begun;
/// where these stages do not exist, farther ones cost time in vain.
const MOST_BACK: usize = 8;

/// The search through the stages of a picture.
pub struct StageSearch<'a> {
    pub stages: Stages<'a>,
    pub seed: u64,
}

/// What was tried with as many rows finished.
#[derive(Clone, Copy, Default)]
struct Tries {
    tried: usize,
    /// From so many of these some row more was finished.
    fruitful: usize,
}

impl Tries {
    fn is_enough(self) -> bool {
        self.fruitful >= WIDTH || (self.fruitful > 0 && self.tried >= USUAL_TRIES)
    }
}

/// What came of trying a standing.
struct Outcome {
    moves: Vec<Move>,
    /// What is left to try.
    rest: Option<Try>,
}

/// The search under way.
struct Climb<'a> {
    search: &'a StageSearch<'a>,
    tree: Tree,
    /// By finished rows.
    tries: Vec<Tries>,
    /// The finished rows of the standings that are being tried.
    finished: usize,
    patience: usize,
    filler: Filler<'a>,
    rng: Xoshiro256PlusPlus,
}

impl StageSearch<'_> {
    /// The drops that print the picture. When the monitor cancels or its time is up, the rows that are left are finished
    /// one by one, as fast as it goes. Errors: [`PlanError::NotFound`], [`PlanError::Cancelled`].
    pub fn run(&self, monitor: &dyn Monitor) -> Result<Vec<PieceDrop>, PlanError> {
        let rows = self.stages.canvas.picture.height();
        let mut climb = Climb::new(self, rows);
        loop {
            monitor.on_progress(Progress {
                done: climb.finished as u64,
                total: rows as u64,
                pieces: None,
            });
            let is_hurried = monitor.is_time_up() || monitor.is_cancelled();
            if climb.is_at_end(is_hurried) {
                let end = climb.tree.end().ok_or(PlanError::NotFound)?;
                return Ok(climb.tree.into_drops(end));
            }
            let is_tried = !is_hurried && climb.try_next();
            if !is_tried && !climb.finish_row(is_hurried) {
                return Err(match monitor.is_cancelled() {
                    true => PlanError::Cancelled,
                    false => PlanError::NotFound,
                });
            }
        }
    }

    /// What comes of trying a standing.
    fn outcome(&self, from: &Standing, what: Try, rng: &mut Xoshiro256PlusPlus) -> Outcome {
        let mut moves = Vec::new();
        if what == Try::First {
            moves = self.stages.moves(from, Choice::InPart, rng);
            if !moves.is_empty() {
                let rest = Some(Try::Second);
                return Outcome { moves, rest };
            }
        }
        if !from.printed.is_empty() {
            moves = self.stages.moves(from, Choice::InPartAgain, rng);
        }
        moves.extend(self.stages.moves(from, Choice::AsAWhole, rng));
        Outcome { moves, rest: None }
    }
}

impl<'a> Climb<'a> {
    fn new(search: &'a StageSearch<'a>, rows: usize) -> Self {
        Climb {
            search,
            tree: Tree::new(rows),
            tries: vec![Tries::default(); rows + 1],
            finished: 0,
            patience: PATIENCE,
            filler: Filler::new(search.stages.canvas.width, &search.stages.outlines),
            rng: Xoshiro256PlusPlus::seed_from_u64(search.seed),
        }
    }

    /// Whether all rows are finished and nothing cheaper is looked for.
    fn is_at_end(&self, is_hurried: bool) -> bool {
        let rows = self.tries.len() - 1;
        self.tree.is_open(rows) && (is_hurried || self.next_level() == Some(rows))
    }

    /// How many rows are finished where the search goes on; `None` if nothing is left to try.
    fn next_level(&self) -> Option<usize> {
        let here = Some(self.finished)
            .filter(|finished| self.tree.is_open(*finished) && !self.tries[*finished].is_enough());
        let above = || (self.finished + 1..self.tries.len()).find(|next| self.tree.is_open(*next));
        here.or_else(above).or_else(|| self.tree.highest_open())
    }

    /// Tries the best standings that are left, if there are any and patience lasts.
    fn try_next(&mut self) -> bool {
        let next = self.next_level();
        let Some(next) = next.or_else(|| self.tree.reopen().then(|| self.next_level())?) else {
            return false;
        };
        let tries = self.tries[next];
        let is_stuck = tries.fruitful == 0 && tries.tried >= USUAL_TRIES;
        if next < self.finished || is_stuck || tries.is_enough() {
            let Some(rest) = self.patience.checked_sub(1) else {
                return false;
            };
            self.patience = rest;
        }
        self.finished = next;
        let nodes = self.tree.take(next, WIDTH);
        for (node, outcome) in self.outcomes(&nodes) {
            let is_fruitful = outcome.moves.iter().any(|found| found.to.finished > next);
            let tries = &mut self.tries[next];
            tries.tried += 1;
            tries.fruitful += usize::from(is_fruitful);
            self.tree.set_next_try(node, outcome.rest);
            for found in outcome.moves {
                let outlook = outlook(&self.search.stages.canvas, &found.to);
                self.tree.insert(node, found, outlook);
            }
        }
        true
    }

    /// Tries some nodes side by side. What is drawn by chance depends on the node alone, not on the threads.
    fn outcomes(&self, nodes: &[NodeId]) -> Vec<(NodeId, Outcome)> {
        let tries = nodes
            .iter()
            .filter_map(|node| Some((*node, self.tree.next_try(*node)?)));
        parallel::map(tries, |(node, what)| {
            let seed = self.search.seed.wrapping_add(node as u64);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let from = self.tree.standing(node);
            (node, self.search.outcome(from, what, &mut rng))
        })
    }

    /// Finishes a row alone, the highest that can be, and goes on from there. Returns whether there is such a row.
    fn finish_row(&mut self, is_hurried: bool) -> bool {
        let Climb {
            search,
            tree,
            filler,
            rng,
            ..
        } = self;
        let pace = if is_hurried {
            Pace::Hurried
        } else {
            Pace::Usual
        };
        let nodes = tree.with_one_row_begun();
        let by_stages = nodes.iter().take(MOST_BACK).find_map(|node| {
            let from = tree.standing(*node);
            // What was hurried in vain, or drawn badly, is worth a second try: pixel by pixel costs far more.
            let first = search.stages.finish_row(from, pace, rng);
            let row = first.or_else(|| search.stages.finish_row(from, Pace::Usual, rng))?;
            Some((*node, row))
        });
        let found = by_stages.or_else(|| {
            let mut rows = nodes.iter().map(|node| (*node, tree.standing(*node)));
            rows.find_map(|(node, from)| Some((node, search.stages.emit_row(from, filler)?)))
        });
        let Some((node, row)) = found else {
            return false;
        };
        self.finished = row.to.finished;
        self.tries[self.finished..].fill(Tries::default());
        self.patience = SHORT_PATIENCE;
        self.tree.settle(node, row);
        true
    }
}
