//! One run of the beam search.
//!
//! A level holds the fields from which equally many drops lead to the picture, so the first empty
//! field ends the run. Fields with equally many pixels share a bucket: these have equally many
//! scaffold cells, too, so their scores compare like with like, while a level cut by score alone
//! would keep only fields that have just got rid of their scaffold.
//!
//! From a dead end, a level whose fields have no predecessor, the run backtracks some levels and
//! tries again with penalties.

use std::{array, mem};

use super::ease::Ease;
use super::expand::{Limits, RowLimits, Visitor, expand};
use super::first_pairs::FirstPairs;
use super::history::History;
use super::level::{BeamWidth, Level};
use super::penalties::Penalties;
use super::row_bits::RowBits;
use super::score::Scorer;
use super::state::{NO_PARENT, State};
use super::target::Target;
use super::unmove::UnmoveGroup;
use super::weights::Weights;
use crate::game::{PieceDrop, Tetromino};
use crate::parallel;

/// How wide a run searches, and where.
#[derive(Clone, Copy, Debug)]
pub struct BeamSettings {
    pub width: BeamWidth,
    /// The most that noise adds to a score.
    pub noise: i32,
    pub seed: u64,
    /// The most lines.
    pub lines: u32,
    /// The most fillers in a row: drops of which no pixel stays.
    pub fillers: u8,
    /// Never the same kind of piece twice in a row.
    pub no_repeat: bool,
    pub first_pairs: FirstPairs,
    /// The states that it may expand before it no longer backtracks from dead ends.
    pub patience: u64,
}

impl BeamSettings {
    /// Whether what may come before a field depends on the piece that comes next.
    fn depends_on_order(&self) -> bool {
        self.no_repeat || self.first_pairs != FirstPairs::ALL
    }
}

/// What a run came to.
#[derive(Debug)]
pub struct RunOutcome {
    /// The drops from the empty field to the picture.
    pub drops: Option<Vec<PieceDrop>>,
    /// The numbers of the steps that these drops were found by, from the last field to the first.
    pub steps: Vec<usize>,
    /// How easily it came to its end, if it came to one.
    pub ease: Option<Ease>,
    /// States that were expanded: the measure of work.
    pub expanded: u64,
}

/// The parts in which a level is expanded, in parallel where there are cores for it. Their number is
/// fixed, or the plan would depend on the machine.
const PARTS: usize = 2;

// How much worse than the worst field that a level kept a field of the next one may score. Most
// levels are better than the last one, so what is worse would be made, kept for a while, and cut. A
// smaller margin is faster, until too few fields are left and the level is expanded anew without
// one. Set by hand; `tetris-printer bench sprites` shows the time.
const LEVEL_MARGIN: i32 = 500;

/// Searches back from the finished picture for the fewest drops. `keep_going` is asked before a
/// level is expanded.
pub fn search<R: RowBits>(
    target: &Target<R>,
    weights: &Weights,
    groups: &[UnmoveGroup],
    settings: &BeamSettings,
    mut keep_going: impl FnMut(&History<R>) -> bool,
) -> RunOutcome {
    let mut history = History::new(target);
    let mut penalties = Penalties::none(target.rows.len());
    let (mut drops, mut steps, mut ease) = (None, Vec::new(), None);
    while history.expanded <= settings.patience {
        let scorer = Scorer::new(target, weights, &penalties);
        let mut beam = Beam::new(&scorer, groups, settings);
        match beam.search(&mut history, &mut keep_going) {
            BeamEnd::EmptyField(last) => {
                drops = Some(history.drops(&last));
                steps = history.steps_to(&last);
                ease = Ease::of(&history);
            }
            BeamEnd::GivenUp => {}
            BeamEnd::DeadEnd(fields) => {
                let failures = history.backtrack();
                penalties.add(&fields, failures);
                continue;
            }
        }
        break;
    }
    RunOutcome {
        drops,
        steps,
        ease,
        expanded: history.expanded,
    }
}

/// How a search ended.
enum BeamEnd<R> {
    EmptyField(State<R>),
    /// With these fields, which have no predecessor.
    DeadEnd(Vec<State<R>>),
    /// Too many drops, or cancelled.
    GivenUp,
}

/// A search with fixed penalties.
struct Beam<'a, R> {
    scorer: &'a Scorer<'a, R>,
    groups: &'a [UnmoveGroup],
    settings: &'a BeamSettings,
    /// The level that comes next.
    parts: [Level<R>; PARTS],
    /// The score from which on the level before was cut, if it was.
    limit: Option<i32>,
}

impl<'a, R: RowBits> Beam<'a, R> {
    fn new(
        scorer: &'a Scorer<'a, R>,
        groups: &'a [UnmoveGroup],
        settings: &'a BeamSettings,
    ) -> Self {
        Beam {
            scorer,
            groups,
            settings,
            parts: array::from_fn(|_| Level::new(scorer.target.pixels)),
            limit: None,
        }
    }

    /// Goes level by level from where the history ends.
    fn search(
        &mut self,
        history: &mut History<R>,
        keep_going: &mut impl FnMut(&History<R>) -> bool,
    ) -> BeamEnd<R> {
        let target = self.scorer.target;
        let most_cells = target.pixels + target.field.width() as u32 * self.settings.lines;
        let mut next = Vec::new();
        while 4 * history.depth < most_cells && keep_going(history) {
            let limits = Limits {
                rows: RowLimits::after_failures(history.failures(), target.field),
                // With more cells than these there would be too many lines.
                cells: most_cells - 4 * history.depth,
                fillers: self.settings.fillers,
                no_repeat: self.settings.no_repeat,
            };
            let first_parent = history.advance();
            let frontier = Frontier {
                states: &history.frontier,
                first_parent,
                limits,
            };
            if let Some(last) = self.expand(frontier) {
                return BeamEnd::EmptyField(last);
            }
            self.limit = self.parts[0].select(self.settings.width, &mut next);
            if next.is_empty() {
                return BeamEnd::DeadEnd(mem::take(&mut history.frontier));
            }
            mem::swap(&mut history.frontier, &mut next);
        }
        BeamEnd::GivenUp
    }

    /// Finds the predecessors of the frontier; gives the empty field if it is among them.
    fn expand(&mut self, frontier: Frontier<R>) -> Option<State<R>> {
        if let Some(limit) = self.limit {
            let last = self.expand_up_to(limit.saturating_add(LEVEL_MARGIN), frontier);
            if last.is_some() || self.parts[0].len() >= self.settings.width.0 / 2 {
                return last;
            }
        }
        self.expand_up_to(i32::MAX, frontier)
    }

    /// The same, but only predecessors whose score is below the limit.
    fn expand_up_to(&mut self, limit: i32, frontier: Frontier<R>) -> Option<State<R>> {
        let (scorer, groups, settings) = (self.scorer, self.groups, self.settings);
        let parts = self.parts.iter_mut().enumerate();
        let empty_fields = parallel::map(parts, |(part, next)| {
            next.clear(limit);
            let collector = Collector::new(scorer, settings, next);
            frontier.expand_part(part, groups, collector)
        });
        let (level, others) = self.parts.split_first_mut().expect("there are parts");
        for other in others {
            level.absorb(other, settings.width.of_bucket());
        }
        empty_fields.into_iter().flatten().next()
    }
}

/// The fields of a level, and how they may be expanded.
#[derive(Clone, Copy)]
struct Frontier<'a, R> {
    states: &'a [State<R>],
    /// The number of the step to the first of them.
    first_parent: usize,
    limits: Limits,
}

impl<R: RowBits> Frontier<'_, R> {
    /// Collects the predecessors of every [`PARTS`]th state; gives the empty field if it is among
    /// them.
    fn expand_part(
        &self,
        part: usize,
        groups: &[UnmoveGroup],
        mut collector: Collector<R>,
    ) -> Option<State<R>> {
        let scorer = collector.scorer;
        for (place, state) in self.states.iter().enumerate().skip(part).step_by(PARTS) {
            collector.parent = (self.first_parent + place) as u32;
            collector.second = (state.parent != NO_PARENT).then(|| state.piece());
            expand(state, scorer, groups, self.limits, &mut collector);
        }
        collector.empty_field
    }
}

/// Puts the fields that are found into the next level.
struct Collector<'a, R> {
    settings: &'a BeamSettings,
    scorer: &'a Scorer<'a, R>,
    /// The number of the step to the state that is expanded.
    parent: u32,
    /// The piece that drops onto that state next, unless it is the finished picture.
    second: Option<Tetromino>,
    next: &'a mut Level<R>,
    /// The end of the search.
    empty_field: Option<State<R>>,
}

impl<'a, R: RowBits> Collector<'a, R> {
    fn new(scorer: &'a Scorer<'a, R>, settings: &'a BeamSettings, next: &'a mut Level<R>) -> Self {
        Collector {
            settings,
            scorer,
            parent: 0,
            second: None,
            next,
            empty_field: None,
        }
    }
}

impl<R: RowBits> Collector<'_, R> {
    /// Whether a plan may begin with the drop on this empty field.
    fn may_begin(&self, empty: &State<R>) -> bool {
        let first_pairs = self.settings.first_pairs;
        (self.second).is_none_or(|second| first_pairs.contains(empty.piece(), second))
    }
}

impl<R: RowBits> Visitor<R> for Collector<'_, R> {
    fn accepts(&self, pixels: u16, score: i32) -> bool {
        self.next.accepts(pixels, score)
    }

    fn visit(&mut self, mut state: State<R>) {
        state.parent = self.parent;
        if state.cells() == 0 {
            if self.may_begin(&state) {
                self.empty_field.get_or_insert(state);
            }
            return;
        }
        let salt = match self.settings.depends_on_order() {
            true => 1 + u64::from(state.pose),
            false => 0,
        };
        state.hash = state.fingerprint(salt);
        state.score += noise(state.hash, self.settings.seed, self.settings.noise);
        if self.next.is_new(&state)
            && let Some(floating) = self.scorer.floating(&state)
        {
            state.score += floating;
            self.next
                .keep(state, self.settings.width.of_bucket_part(PARTS));
        }
    }
}

/// A number from 0 to `most` that depends on the field and the seed alone.
fn noise(hash: u64, seed: u64, most: i32) -> i32 {
    let mixed =
        (hash ^ seed.wrapping_mul(0xa076_1d64_78bd_642f)).wrapping_mul(0xe703_7ed1_a0b4_28db);
    (((mixed >> 40) * most as u64) >> 24) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::{FieldSize, PaintedPlayfield};
    use crate::plan::Picture;
    use crate::plan::minimal::carriers::{CarrierMode, assignments};
    use crate::plan::minimal::cover::Covers;
    use crate::sprite::Sprite;

    /// Many small places of three colours: narrow runs die on them.
    const OUTLINED: &str =
        "..a.a..\n.ababa.\n.a.aca.\n.abbba.\n.abbba.\n..aaa..\n.aabaa.\nabbabba\n.abbba.\n..aaa..";

    fn search_with(level: usize, patience: u64) -> RunOutcome {
        let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        let picture = Picture::of(&Sprite::from_diagram(OUTLINED, colors).unwrap()).unwrap();
        let mut covers = Covers::new(&picture);
        let carriers = assignments(&picture, CarrierMode::Nes, 0, &mut covers).unwrap()[0];
        let field = FieldSize::STANDARD;
        let free = vec![0; picture.height()];
        let target = Target::<u32>::new(&picture, field, &carriers, 7, &free);
        let settings = BeamSettings {
            width: BeamWidth(level),
            noise: 0,
            seed: 0,
            lines: 60,
            fillers: 26,
            no_repeat: false,
            first_pairs: FirstPairs::ALL,
            patience,
        };
        search(
            &target,
            Weights::trained(),
            &UnmoveGroup::all(),
            &settings,
            |_| true,
        )
    }

    #[test]
    fn a_run_gets_out_of_dead_ends() {
        let died = |level: &usize| search_with(*level, 0).drops.is_none();
        let level = (12..72).step_by(6).rfind(died).expect("narrow runs die");
        let patient = search_with(level, 300_000);
        let drops = patient.drops.expect("a way around the dead ends");
        let mut field = PaintedPlayfield::new(FieldSize::STANDARD);
        assert!(drops.iter().all(|drop| field.drop(*drop).is_ok()));
        let pixels = OUTLINED.chars().filter(char::is_ascii_lowercase).count();
        let cells = (0..42).flat_map(|row| field.row(crate::game::Row(row)));
        assert_eq!(cells.filter(|cell| cell.is_some()).count(), pixels);
    }
}
