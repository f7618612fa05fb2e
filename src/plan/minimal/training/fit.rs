//! The regression: weights that rank the fields that lead to plans above the others.
//!
//! A conditional logistic regression: within a comparison, the probability of a field falls
//! exponentially with its score (a softmax), and the weights maximize the likelihood of the fields that
//! led to the plans. They are found by stochastic gradient descent with AdaGrad's step sizes (Duchi,
//! Hazan and Singer, "Adaptive subgradient methods for online learning and stochastic optimization",
//! 2011), starting from the weights of the search, so that a pattern that was never seen keeps its
//! weight. The weights after the pass that does best on held-out comparisons are kept.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::patterns;
use super::super::weights::{Feature, Weights};
use super::comparison::{COORDINATES, Comparison, Sparse};

/// Softmax temperatures: differences of scores that change a probability by a factor of e; the likeliest is taken.
const TEMPERATURES: [f64; 6] = [300.0, 600.0, 1_200.0, 2_400.0, 4_800.0, 9_600.0];

// The learning rate, in temperatures. A fifth of it had not converged after eight passes, five times
// as much did worse on held-out comparisons.
const STEP: f64 = 0.02;

/// What came out.
#[derive(Clone, Debug)]
pub struct Fit {
    pub weights: Weights,
    /// Log loss (cross-entropy) on held-out comparisons, in nats per comparison.
    pub loss_before: f64,
    pub loss_after: f64,
}

/// Fits weights to comparisons, with these to begin with.
pub fn fit(
    start: &Weights,
    seen: &[Comparison],
    unseen: &[Comparison],
    passes: usize,
    seed: u64,
) -> Fit {
    let mut model = Model::new(start, unseen);
    let loss_before = model.loss(unseen);
    let mut best = (loss_before, model.weights.clone());
    let mut order: Vec<usize> = (0..seen.len()).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..passes {
        shuffle(&mut order, &mut rng);
        for index in &order {
            model.learn(&seen[*index]);
        }
        let loss = model.loss(unseen);
        if loss < best.0 {
            best = (loss, model.weights.clone());
        }
    }
    let (loss_after, weights) = best;
    Fit {
        weights: rounded(start, &weights, model.temperature),
        loss_before,
        loss_after,
    }
}

/// Weights in temperatures.
struct Model {
    temperature: f64,
    weights: Vec<f64>,
    /// For each coordinate the squares of all steps that were asked for.
    squares: Vec<f64>,
}

impl Model {
    fn new(start: &Weights, comparisons: &[Comparison]) -> Model {
        let patterns = start.patterns.iter().map(|weight| f64::from(*weight));
        let weights: Vec<f64> = (start.features.iter().map(|weight| f64::from(*weight)))
            .chain(patterns)
            .collect();
        let models = TEMPERATURES.map(|temperature| Model {
            temperature,
            weights: weights.iter().map(|weight| weight / temperature).collect(),
            squares: vec![1.0; COORDINATES],
        });
        let mut models: Vec<(f64, Model)> = (models.into_iter())
            .map(|model| (model.loss(comparisons), model))
            .collect();
        models.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        models.swap_remove(0).1
    }

    /// How likely each of the others is beside the right one.
    fn odds(&self, comparison: &Comparison) -> Vec<f64> {
        let score = |other: &Sparse| -> f64 {
            let terms = other.iter();
            terms
                .map(|(at, value)| self.weights[*at as usize] * f64::from(*value))
                .sum()
        };
        let odds = comparison.others.iter();
        odds.map(|other| (-score(other)).min(50.0).exp()).collect()
    }

    /// On average; 0 without comparisons.
    fn loss(&self, comparisons: &[Comparison]) -> f64 {
        let loss = |comparison| self.odds(comparison).iter().sum::<f64>().ln_1p();
        comparisons.iter().map(loss).sum::<f64>() / comparisons.len().max(1) as f64
    }

    /// Takes a step down the slope of a comparison's loss.
    fn learn(&mut self, comparison: &Comparison) {
        let odds = self.odds(comparison);
        let all = 1.0 + odds.iter().sum::<f64>();
        let mut slopes: Vec<(u32, f64)> = (comparison.others.iter().zip(odds))
            .flat_map(|(other, odds)| {
                let slope = move |(at, value): &(u32, f32)| (*at, odds / all * f64::from(*value));
                other.iter().map(slope)
            })
            .collect();
        slopes.sort_by_key(|(at, _)| *at);
        for same in slopes.chunk_by(|a, b| a.0 == b.0) {
            let at = same[0].0 as usize;
            let slope: f64 = same.iter().map(|(_, slope)| slope).sum();
            self.squares[at] += slope * slope;
            self.weights[at] += STEP * slope / self.squares[at].sqrt();
        }
    }
}

fn shuffle(order: &mut [usize], rng: &mut Xoshiro256PlusPlus) {
    for place in (1..order.len()).rev() {
        order.swap(place, (rng.next_u64() % (place as u64 + 1)) as usize);
    }
}

/// The same weights as whole numbers in the unit of the old ones, since noise, penalties and pruning
/// margins have that unit.
fn rounded(start: &Weights, weights: &[f64], temperature: f64) -> Weights {
    let (features, patterns) = weights.split_at(Feature::COUNT);
    let old = || start.features.iter().map(|weight| f64::from(*weight));
    let along: f64 = old().zip(features).map(|(old, new)| old * new).sum();
    let unit = match along > 0.0 {
        true => old().map(|old| old * old).sum::<f64>() / along,
        false => temperature,
    };
    let mut rounded = Weights::zero();
    for (weight, new) in rounded.features.iter_mut().zip(features) {
        *weight = (unit * new).round() as i32;
    }
    for (number, weight) in rounded.patterns.iter_mut().enumerate() {
        *weight = (unit * patterns[patterns::representative(number)]).round() as i16;
    }
    rounded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comparisons in which the right field has less of the first coordinate, and of a pattern.
    fn lessons(count: usize) -> Vec<Comparison> {
        let pattern = Feature::COUNT as u32;
        let other = |index: usize| vec![(0, 1.0 + (index % 3) as f32), (1, 1.0), (pattern, 1.0)];
        let lesson = |index| Comparison {
            others: vec![other(index), vec![(1, -1.0), (pattern, 2.0)]],
        };
        (0..count).map(lesson).collect()
    }

    #[test]
    fn what_leads_to_plans_is_preferred() {
        let mut start = Weights::zero();
        start.features[0] = 300;
        let fit = fit(&start, &lessons(400), &lessons(50), 4, 1);
        assert!(fit.loss_after < fit.loss_before / 2.0, "{fit:?}");
        assert!(fit.weights.features[0] > 0 && fit.weights.patterns[0] > 0);
        let unseen = &fit.weights.patterns[1..];
        assert!(unseen.iter().all(|weight| *weight == 0));
    }

    #[test]
    fn what_helps_nothing_that_was_not_seen_is_not_taken() {
        let mut start = Weights::zero();
        start.features[..2].copy_from_slice(&[300, 40]);
        let against: Vec<Comparison> = (lessons(50).into_iter())
            .map(|lesson| Comparison {
                others: (lesson.others.into_iter())
                    .map(|other| other.into_iter().map(|(at, value)| (at, -value)).collect())
                    .collect(),
            })
            .collect();
        let fit = fit(&start, &lessons(50), &against, 2, 1);
        assert_eq!(fit.weights.features, start.features);
    }
}
