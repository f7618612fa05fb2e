//! One run of the beam search.
//!
//! A level holds the fields from which so many drops lead to the picture, so the first empty field
//! ends the run. Fields with equally many pixels left share a bucket: for these the scaffold cells
//! that were taken away are equally many, too, so their scores compare like with like, while a level
//! cut by score alone would keep only fields that have just got rid of their scaffold.
//!
//! Where a level comes to nothing, the run retreats some levels and tries again with penalties.

use std::{array, mem};

use rayon::prelude::*;

use super::expand::{Limits, OpenRows, Visitor, expand};
use super::level::{Level, Most};
use super::penalties::Penalties;
use super::row::Row;
use super::score::Scorer;
use super::state::State;
use super::target::Target;
use super::trail::Trail;
use super::undrop::Opening;
use crate::game::PieceDrop;

/// How wide a run searches, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    pub most: Most,
    /// How much chance adds to a score at most.
    pub noise: i32,
    pub seed: u64,
    /// The most lines.
    pub lines: u32,
    /// The most drops in a row of which no pixel stays.
    pub stall: u8,
    /// Never the same kind of piece twice in a row.
    pub no_repeat: bool,
    /// It retreats from dead ends until it has expanded so many states.
    pub patience: u64,
}

/// What a run came to.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The drops from the empty field to the picture.
    pub drops: Option<Vec<PieceDrop>>,
    /// States that were expanded: the measure of work.
    pub expanded: u64,
}

/// A level is expanded in so many parts, at the same time if there are as many cores. How many is
/// fixed, or the plan would depend on the machine.
const PARTS: usize = 2;

/// How much worse than the worst field that was kept of a level one of the next level may score. Most
/// levels are better than the last one, so what is worse would be found, kept for a while, and cut.
const SLACK: i32 = 500;

/// Searches back from the finished picture for the fewest drops. `goes_on` is told once a level
/// how many states were expanded.
pub(super) fn search<R: Row>(
    target: &Target<R>,
    openings: &[Opening],
    settings: &BeamSettings,
    goes_on: impl Fn(u64) -> bool,
) -> Outcome {
    let mut trail = Trail::new(target);
    let mut penalties = Penalties::none(target.rows.len());
    let mut drops = None;
    while trail.expanded <= settings.patience {
        let scorer = Scorer::new(target, &penalties);
        let mut next = NextLevel::new(&scorer, openings, settings);
        match next.go_on(&mut trail, &goes_on) {
            End::Empty(last) => drops = Some(trail.drops(&last)),
            End::GivenUp => {}
            End::Dead(fields) => {
                let deaths = trail.retreat();
                penalties.add(&fields, deaths);
                continue;
            }
        }
        break;
    }
    Outcome {
        drops,
        expanded: trail.expanded,
    }
}

/// How a search ended.
enum End<R> {
    /// With the empty field.
    Empty(State<R>),
    /// With these fields, from which no drop can be taken back.
    Dead(Vec<State<R>>),
    /// Too many drops, or cancelled.
    GivenUp,
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

    /// Goes back level by level from where the trail ends.
    fn go_on(&mut self, trail: &mut Trail<R>, goes_on: impl Fn(u64) -> bool) -> End<R> {
        let target = self.scorer.target;
        let most_cells = target.pixels + target.field.width() as u32 * self.settings.lines;
        let mut next = Vec::new();
        while 4 * trail.drops_back < most_cells && goes_on(trail.expanded) {
            let limits = Limits {
                rows: OpenRows::after_deaths(trail.deaths(), target.field),
                // What is more must go with lines that are too many.
                cells: most_cells - 4 * trail.drops_back,
                stall: self.settings.stall,
                no_repeat: self.settings.no_repeat,
            };
            let first_parent = trail.step();
            if let Some(last) = self.fill(&trail.frontier, first_parent, limits) {
                return End::Empty(last);
            }
            self.cut(&mut next);
            if next.is_empty() {
                return End::Dead(mem::take(&mut trail.frontier));
            }
            mem::swap(&mut trail.frontier, &mut next);
        }
        End::GivenUp
    }

    /// Finds the fields one drop before those of the frontier; gives the empty one if it is among
    /// them.
    fn fill(
        &mut self,
        frontier: &[State<R>],
        first_parent: usize,
        limits: Limits,
    ) -> Option<State<R>> {
        if let Some(limit) = self.limit {
            let limit = limit.saturating_add(SLACK);
            let last = self.fill_up_to(limit, frontier, first_parent, limits);
            if last.is_some() || self.parts[0].len() >= self.settings.most.0 / 2 {
                return last;
            }
        }
        self.fill_up_to(i32::MAX, frontier, first_parent, limits)
    }

    /// The same, but only with fields whose score is below the limit.
    fn fill_up_to(
        &mut self,
        limit: i32,
        frontier: &[State<R>],
        first_parent: usize,
        limits: Limits,
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
                expand(state, scorer, openings, limits, &mut collector);
            }
            collector.empty_field
        };
        let parts = self.parts.par_iter_mut().enumerate();
        let empty_fields: Vec<_> = parts.map(expand_part).collect();
        let (level, others) = self.parts.split_first_mut().expect("there are parts");
        for other in others {
            level.absorb(other, settings.most.bucket());
        }
        empty_fields.into_iter().flatten().next()
    }

    /// Moves what is worth keeping to the frontier.
    fn cut(&mut self, frontier: &mut Vec<State<R>>) {
        self.limit = self.parts[0].cut(self.settings.most, frontier);
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
        let salt = match self.settings.no_repeat {
            true => 1 + u64::from(state.pose),
            false => 0,
        };
        state.hash = state.fingerprint(salt);
        state.score += chance(state.hash, self.settings.seed, self.settings.noise);
        if self.next.is_new(&state)
            && let Some(floating) = self.scorer.floating(&state)
        {
            state.score += floating;
            self.next
                .keep(state, self.settings.most.bucket_of_part(PARTS));
        }
    }
}

/// A number from 0 to `most` that depends on the field and the seed alone.
fn chance(hash: u64, seed: u64, most: i32) -> i32 {
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

    fn search_with(level: usize, patience: u64) -> Outcome {
        let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        let picture = Picture::of(&Sprite::from_diagram(OUTLINED, colors).unwrap()).unwrap();
        let mut covers = Covers::new(&picture);
        let carriers = assignments(&picture, CarrierMode::Nes, 0, &mut covers).unwrap()[0];
        let field = FieldSize::STANDARD;
        let free = vec![0; picture.height()];
        let target = Target::<u32>::new(&picture, field, &carriers, 7, &free);
        let settings = BeamSettings {
            most: Most(level),
            noise: 0,
            seed: 0,
            lines: 60,
            stall: 26,
            no_repeat: false,
            patience,
        };
        search(&target, &Opening::all(), &settings, |_| true)
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
