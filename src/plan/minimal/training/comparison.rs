//! What a search teaches: which fields of a level a plan came from, and which only looked as good.

use super::super::beam::{BeamSettings, search};
use super::super::first_pairs::FirstPairs;
use super::super::history::History;
use super::super::level::BeamWidth;
use super::super::patterns;
use super::super::penalties::Penalties;
use super::super::run::most_fillers;
use super::super::score::Scorer;
use super::super::state::State;
use super::super::surface::Surface;
use super::super::target::Target;
use super::super::unmove::UnmoveGroup;
use super::super::weights::{Feature, Weights};

/// Features and patterns: the coordinates of the regression. Patterns come after the features.
pub const COORDINATES: usize = Feature::COUNT + patterns::COUNT;

/// What a field has of each coordinate, or how much more than another one. Only what is not zero, in
/// their order.
pub type Sparse = Vec<(u32, f32)>;

/// A field that leads to a plan and others of its level with as many pixels, which the search kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// By how much the others differ from the field that leads to the plan.
    pub others: Vec<Sparse>,
}

/// How a search teaches.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    pub width: BeamWidth,
    pub seed: u64,
    /// The most fields that one is compared with.
    pub others: usize,
}

/// The fields that a run went through.
#[derive(Default)]
struct Record {
    /// For each level, the number of the step to the first field, and the fields.
    levels: Vec<(usize, Vec<State<u32>>)>,
}

impl Record {
    fn note(&mut self, history: &History<u32>) {
        // After a dead end it goes on from an earlier level.
        self.levels.truncate(history.depth as usize);
        self.levels
            .push((history.next_step(), history.frontier.clone()));
    }
}

impl Lesson {
    /// Searches, and compares each field on the way of the plan; nothing if no plan is found.
    pub fn comparisons(&self, target: &Target<u32>, weights: &Weights) -> Vec<Comparison> {
        let settings = self.settings(target);
        let mut record = Record::default();
        let outcome = search(target, weights, &UnmoveGroup::all(), &settings, |history| {
            record.note(history);
            true
        });
        let (units, penalties) = (units(), Penalties::none(target.rows.len()));
        let scorer = |unit| Scorer::new(target, unit, &penalties);
        let meter = Meter {
            scorers: units.iter().map(scorer).collect(),
        };
        let levels = record.levels.iter().rev().zip(outcome.steps);
        levels
            .filter_map(|((first, fields), step)| self.compare(&meter, fields, step - first))
            .collect()
    }

    fn settings(&self, target: &Target<u32>) -> BeamSettings {
        /// Lines that a plan of a training picture may take at most for each pixel, and states for which a
        /// search may go on, for each of its width.
        const LINES_A_PIXEL: u32 = 1;
        const PATIENCE: u64 = 2_000;

        BeamSettings {
            width: self.width,
            noise: 0,
            seed: self.seed,
            lines: LINES_A_PIXEL * target.pixels,
            fillers: most_fillers(target.field),
            no_repeat: false,
            first_pairs: FirstPairs::ALL,
            patience: PATIENCE * self.width.0 as u64,
        }
    }

    /// The field of a level that the plan came from, compared with others; `None` if there are none.
    fn compare(
        &self,
        meter: &Meter<'_>,
        fields: &[State<u32>],
        chosen: usize,
    ) -> Option<Comparison> {
        let chosen = &fields[chosen];
        let mut others: Vec<&State<u32>> = fields
            .iter()
            .filter(|field| field.pixels == chosen.pixels && field.hash != chosen.hash)
            .collect();
        // A sample that depends on the fields alone.
        others.sort_unstable_by_key(|field| field.hash);
        others.truncate(self.others);
        let measured = meter.measure(chosen);
        let others = others.into_iter();
        let others: Vec<Sparse> = others
            .map(|field| difference(&meter.measure(field), &measured))
            .collect();
        (!others.is_empty()).then_some(Comparison { others })
    }
}

/// The weight with which a feature is measured: the score rounds parts of a missing line.
const UNIT: i32 = 1_000;

/// For each feature weights with which nothing else counts.
fn units() -> Vec<Weights> {
    let unit = |feature: Feature| {
        let mut weights = Weights::zero();
        weights.features[feature as usize] = UNIT;
        weights
    };
    Feature::ALL.into_iter().map(unit).collect()
}

/// Measures what scores are made of. A score is the sum of the features times their weights, so a
/// feature is the score where its weight alone is not zero.
struct Meter<'a> {
    scorers: Vec<Scorer<'a, u32>>,
}

impl Meter<'_> {
    fn measure(&self, field: &State<u32>) -> Sparse {
        let mut sparse: Sparse = Vec::new();
        for (coordinate, scorer) in (0..).zip(&self.scorers) {
            let score = score(field, scorer);
            if score != 0 {
                sparse.push((coordinate, score as f32 / UNIT as f32));
            }
        }
        let scorer = &self.scorers[0];
        let mut numbers = Vec::new();
        Surface::new(field, scorer).visit_patterns(scorer, |number| {
            numbers.push(patterns::representative(number));
        });
        numbers.sort_unstable();
        for same in numbers.chunk_by(|a, b| a == b) {
            let coordinate = Feature::COUNT + same[0];
            sparse.push((coordinate as u32, same.len() as f32));
        }
        sparse
    }
}

/// The score of a field but for its patterns, which weigh nothing here.
fn score(field: &State<u32>, scorer: &Scorer<u32>) -> i32 {
    let surface = Surface::new(field, scorer);
    surface.score(field, scorer) + scorer.floating(field).unwrap_or(0)
}

/// What `a` has more than `b`.
fn difference(a: &Sparse, b: &Sparse) -> Sparse {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut sparse = Vec::new();
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(a), Some(b)) => a.0.min(b.0),
            (Some(only), None) | (None, Some(only)) => only.0,
            (None, None) => return sparse,
        };
        let of = |(_, value): &(u32, f32)| *value;
        let more = a.next_if(|a| a.0 == next).map_or(0.0, of);
        let less = b.next_if(|b| b.0 == next).map_or(0.0, of);
        if more != less {
            sparse.push((next, more - less));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FieldSize;
    use crate::plan::minimal::carriers::{CarrierMode, assignments};
    use crate::plan::minimal::cover::Covers;
    use crate::plan::minimal::training::pictures::{Kind, draw};

    const LESSON: Lesson = Lesson {
        width: BeamWidth(60),
        seed: 1,
        others: 4,
    };

    fn target() -> Target<u32> {
        let picture = draw(Kind::Blob, 3);
        let mut covers = Covers::new(&picture);
        let carriers = assignments(&picture, CarrierMode::Nes, 0, &mut covers).unwrap()[0];
        let free = vec![0; picture.height()];
        Target::new(&picture, FieldSize::STANDARD, &carriers, 0, &free)
    }

    #[test]
    fn measures_times_weights_are_the_score() {
        let target = target();
        let (units, penalties) = (units(), Penalties::none(target.rows.len()));
        let meter = Meter {
            scorers: (units.iter())
                .map(|unit| Scorer::new(&target, unit, &penalties))
                .collect(),
        };
        let trained = Weights::trained();
        let scorer = Scorer::new(&target, trained, &penalties);
        let weight = |coordinate: usize| match coordinate.checked_sub(Feature::COUNT) {
            None => f64::from(trained.features[coordinate]),
            Some(pattern) => f64::from(trained.patterns[pattern]),
        };
        let mut seen = 0;
        let mut record = Record::default();
        let settings = LESSON.settings(&target);
        search(
            &target,
            trained,
            &UnmoveGroup::all(),
            &settings,
            |history| {
                record.note(history);
                true
            },
        );
        for field in record
            .levels
            .iter()
            .flat_map(|(_, fields)| fields.iter().step_by(20))
        {
            let measured = meter.measure(field);
            let sum: f64 = (measured.iter())
                .map(|(at, value)| weight(*at as usize) * f64::from(*value))
                .sum();
            // Of up to three missing lines parts are rounded.
            assert!(
                (sum - f64::from(score(field, &scorer))).abs() < 4.0,
                "{field:?}"
            );
            seen += 1;
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn a_plan_is_compared_level_by_level() {
        let target = target();
        let comparisons = LESSON.comparisons(&target, Weights::trained());
        assert!(comparisons.len() > target.pixels as usize / 4);
        assert!(
            comparisons
                .iter()
                .all(|one| (1..=4).contains(&one.others.len()))
        );
        assert_eq!(comparisons, LESSON.comparisons(&target, Weights::trained()));
    }

    #[test]
    fn what_two_have_alike_is_no_difference() {
        let (a, b) = (vec![(1, 2.0), (3, 1.0)], vec![(1, 2.0), (2, 4.0), (3, 0.5)]);
        assert_eq!(difference(&a, &b), [(2, -4.0), (3, 0.5)]);
    }
}
