//! Tuning the weights by the noisy cross-entropy method (Szita and Lorincz, "Learning Tetris using
//! the noisy cross-entropy method", 2006).
//!
//! A generation draws candidates from one normal distribution per weight. Each candidate plays some
//! games, and the next generation is drawn from the mean and variance of the best tenth, plus noise
//! that keeps the variance from shrinking too soon.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::environment::Venue;
use super::features::Feature;
use super::game::{GameSettings, Goal};
use super::pieces::Generator;
use super::policy::Lookahead;
use super::series::play;
use super::stack::WIDEST;
use super::weights::{Weights, WeightsError};
use crate::game::FieldSize;
use crate::parallel;

/// How candidates are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningSettings {
    /// The field of their games.
    pub field: FieldSize,
    /// The generator that deals, in files by its name.
    #[serde(with = "generator_name")]
    pub random: Generator,
    /// The seed of candidates and games.
    pub seed: u64,
    /// Candidates of a generation, at least 10.
    pub population: u32,
    /// Games that each candidate plays; all candidates are dealt the same pieces.
    pub games: u32,
    /// Pieces after which a game is cut off.
    pub pieces: u64,
}

/// The results of one generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Mean lines of all candidates.
    pub mean_lines: f64,
    /// Mean lines of the best one.
    pub best_lines: f64,
}

/// A tuning between two generations: everything needed to resume it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    format: String,
    /// How candidates are evaluated.
    pub settings: TuningSettings,
    /// The mean of each weight: the best guess so far.
    pub weights: Weights,
    /// The variance of each weight, in the order of [`Feature::ALL`].
    #[serde(deserialize_with = "variances")]
    variance: [f64; Feature::COUNT],
    /// The generations so far.
    pub generations: Vec<Generation>,
}

/// Why a text is not the state of a tuning.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// Broken JSON, or fields that are missing.
    #[error("not the state of a tuning: {0}")]
    Json(#[from] serde_json::Error),
    /// JSON of another format; its name is given back.
    #[error("not the state of a tuning: its `format` is `{0}`, not `{FORMAT}`")]
    Format(String),
    /// Its weights are invalid.
    #[error("not the state of a tuning: {0}")]
    Weights(#[from] WeightsError),
    /// A number, named here, outside of its valid range.
    #[error("not the state of a tuning: {0} is out of range")]
    OutOfRange(&'static str),
}

/// States from before a feature was added go on with 0 for its weight and its variance.
fn variances<'de, D: Deserializer<'de>>(input: D) -> Result<[f64; Feature::COUNT], D::Error> {
    let given = Vec::<f64>::deserialize(input)?;
    if !(FIRST_FEATURES..=Feature::COUNT).contains(&given.len()) {
        return Err(D::Error::invalid_length(
            given.len(),
            &"a variance for each feature",
        ));
    }
    let mut variances = [0.0; Feature::COUNT];
    variances[..given.len()].copy_from_slice(&given);
    Ok(variances)
}

/// Features of the first version of the format.
const FIRST_FEATURES: usize = 8;

const FORMAT: &str = "tetris-tuning";

/// The most games that a candidate plays.
const MOST_GAMES: u32 = 1_000_000;
/// The Euclidean norm to which the first weights are scaled, since only their ratios matter. The norm
/// of the published BCTS weights is 39.
const LENGTH: f64 = 30.0;
/// The variance of each weight in the first generation, on the scale of [`LENGTH`].
const FIRST_VARIANCE: f64 = 20.0;

impl Tuning {
    /// A tuning before its first generation, starting from some weights.
    pub fn new(settings: TuningSettings, start: &Weights) -> Self {
        let values = start.values();
        let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
        Tuning {
            format: FORMAT.to_owned(),
            settings,
            weights: Weights::new(
                values.map(|value| value * LENGTH / length.max(f64::MIN_POSITIVE)),
            ),
            variance: [FIRST_VARIANCE; Feature::COUNT],
            generations: Vec::new(),
        }
    }

    /// Reads a state. Errors: see [`TuningError`].
    pub fn parse(json: &str) -> Result<Self, TuningError> {
        let tuning: Tuning = serde_json::from_str(json)?;
        if tuning.format != FORMAT {
            return Err(TuningError::Format(tuning.format));
        }
        Weights::parse(json)?;
        let settings = &tuning.settings;
        let is_variance = |value: &f64| (0.0..1e18).contains(value);
        if !tuning.variance.iter().all(is_variance) {
            return Err(TuningError::OutOfRange("a variance"));
        }
        if !(10..=10_000).contains(&settings.population) {
            return Err(TuningError::OutOfRange("the population"));
        }
        if settings.field.width() > WIDEST {
            return Err(TuningError::OutOfRange("the width of the field"));
        }
        if !(1..=MOST_GAMES).contains(&settings.games) || settings.pieces == 0 {
            return Err(TuningError::OutOfRange("the number of games or pieces"));
        }
        Ok(tuning)
    }

    /// The state as JSON, which [`Weights::parse`] reads as well.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).expect("a state is always JSON");
        json.push('\n');
        json
    }

    /// The state after one more generation, the same on any number of cores; `None` if `go_on`
    /// returns `false` before its end. `on_candidate` is called after each candidate has played.
    pub fn advanced(
        &self,
        go_on: &(impl Fn() -> bool + Sync),
        on_candidate: &(impl Fn() + Sync),
    ) -> Option<Tuning> {
        let candidates = self.candidates();
        let play_candidate = |weights: &Weights| {
            let lines = self.mean_lines(*weights, go_on);
            on_candidate();
            lines
        };
        let lines = parallel::map(&candidates, play_candidate);
        let lines: Vec<f64> = lines.into_iter().collect::<Option<_>>()?;
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|a, b| lines[*b].total_cmp(&lines[*a]).then(a.cmp(b)));
        let elite: Vec<[f64; Feature::COUNT]> = order[..candidates.len() / 10]
            .iter()
            .map(|index| candidates[*index].values())
            .collect();
        let mean = mean_of(&elite);
        let noise = self.noise();
        let mut next = self.clone();
        next.weights = Weights::new(mean);
        next.variance = std::array::from_fn(|i| {
            let squares: f64 = elite.iter().map(|one| (one[i] - mean[i]).powi(2)).sum();
            squares / elite.len() as f64 + noise
        });
        next.generations.push(Generation {
            mean_lines: lines.iter().sum::<f64>() / lines.len() as f64,
            best_lines: lines[order[0]],
        });
        Some(next)
    }

    /// The variance that is added. As in the paper it decreases with each generation, here to 0 after
    /// 50.
    fn noise(&self) -> f64 {
        (1.0 - self.generations.len() as f64 / 50.0).max(0.0)
    }

    fn candidates(&self) -> Vec<Weights> {
        let generation = self.generations.len() as u64;
        let seed = self.settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(generation));
        let mean = self.weights.values();
        let mut draw = |i: usize| mean[i] + self.variance[i].sqrt() * normal(&mut random);
        (0..self.settings.population)
            .map(|_| Weights::new(std::array::from_fn(&mut draw)))
            .collect()
    }

    fn mean_lines(&self, weights: Weights, go_on: &(impl Fn() -> bool + Sync)) -> Option<f64> {
        let TuningSettings {
            field,
            random,
            seed,
            games,
            pieces,
            ..
        } = self.settings;
        let settings = GameSettings {
            field,
            weights,
            lookahead: Lookahead::One,
            generator: random,
            goal: Goal {
                pieces: Some(pieces),
                ..Goal::default()
            },
            venue: Venue::Field,
        };
        let first = seed.wrapping_add(self.generations.len() as u64 * u64::from(games));
        let mut lines = 0;
        for game in 0..u64::from(games) {
            let played = play(&settings, first.wrapping_add(game), go_on);
            played.end?;
            lines += played.totals.lines;
        }
        Some(lines as f64 / f64::from(games))
    }
}

fn mean_of(all: &[[f64; Feature::COUNT]]) -> [f64; Feature::COUNT] {
    std::array::from_fn(|i| all.iter().map(|one| one[i]).sum::<f64>() / all.len() as f64)
}

/// A number of the standard normal distribution (Box and Muller).
fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let radius = (-2.0 * (1.0 - uniform()).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform()).cos()
}

/// A generator by its name.
mod generator_name {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::player::Generator;

    pub fn serialize<S: Serializer>(generator: &Generator, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(generator.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Generator, D::Error> {
        let name = String::deserialize(input)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::Preset;
    use super::*;

    fn tuning() -> Tuning {
        let settings = TuningSettings {
            field: FieldSize::new(6, 8).unwrap(),
            random: Generator::Uniform,
            seed: 4,
            population: 30,
            games: 4,
            pieces: 500,
        };
        Tuning::new(settings, &Weights::new([-1.0; Feature::COUNT]))
    }

    fn advanced(tuning: &Tuning) -> Tuning {
        tuning.advanced(&|| true, &|| ()).unwrap()
    }

    #[test]
    fn a_tuning_that_was_written_and_read_goes_on_as_if_nothing_had_been() {
        let first = advanced(&tuning());
        let read = Tuning::parse(&first.to_json()).unwrap();
        assert_eq!(read, first);
        assert_eq!(advanced(&read), advanced(&first));
        assert_eq!(Weights::parse(&first.to_json()).unwrap(), first.weights);
    }

    #[test]
    fn a_state_from_before_the_last_feature_goes_on_without_it() {
        let mut old: serde_json::Value = serde_json::from_str(&tuning().to_json()).unwrap();
        old["variance"]
            .as_array_mut()
            .unwrap()
            .truncate(FIRST_FEATURES);
        let weights = old["weights"].as_object_mut().unwrap();
        weights.remove("diversity").unwrap();
        let read = Tuning::parse(&old.to_string()).unwrap();
        assert_eq!(read.variance[FIRST_FEATURES..], [0.0]);
        assert_eq!(advanced(&read).generations.len(), 1);
        old["variance"] = [1.0; 3].into();
        assert!(Tuning::parse(&old.to_string()).is_err());
    }

    #[test]
    fn a_state_that_asks_for_too_much_is_refused() {
        for games in [0, MOST_GAMES + 1] {
            let mut state = tuning();
            state.settings.games = games;
            let error = Tuning::parse(&state.to_json()).unwrap_err();
            assert!(matches!(error, TuningError::OutOfRange(_)), "{games}");
        }
    }

    #[test]
    fn any_number_of_threads_comes_to_the_same() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let alone = pool.unwrap().install(|| advanced(&tuning()));
        assert_eq!(alone, advanced(&tuning()));
    }

    #[test]
    fn generations_get_better() {
        let mut tuning = tuning();
        for _ in 0..8 {
            tuning = advanced(&tuning);
        }
        let (first, last) = (tuning.generations[0], tuning.generations[7]);
        assert!(
            last.mean_lines > 1.3 * first.mean_lines,
            "{:?}",
            tuning.generations
        );
    }

    #[test]
    fn an_interrupted_generation_is_none() {
        assert_eq!(tuning().advanced(&|| false, &|| ()), None);
    }

    #[test]
    fn other_files_are_refused() {
        let weights = serde_json::to_string(&Preset::Bcts.weights()).unwrap();
        assert!(Tuning::parse(&weights).is_err());
        let other = tuning().to_json().replace(FORMAT, "something");
        let error = Tuning::parse(&other).unwrap_err().to_string();
        assert!(error.contains("`something`"), "{error}");
    }
}
