//! The weights of the features: published sets, and files.

use serde::{Deserialize, Serialize};

use super::features::{Feature, Features};
use crate::parse::display_name;

/// A weight for each feature. The value of a placement is the weighted sum, and the largest value wins.
///
/// ```
/// use tetris_printer::player::{Feature, Weights};
///
/// let weights = Weights::parse(r#"{"holes": -4, "landing_height": -1.5}"#)?;
/// assert_eq!(weights.of(Feature::Holes), -4.0);
/// assert_eq!(weights.of(Feature::Wells), 0.0);
/// # Ok::<(), tetris_printer::player::WeightsError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    landing_height: f64,
    eroded_cells: f64,
    row_transitions: f64,
    column_transitions: f64,
    holes: f64,
    wells: f64,
    hole_depth: f64,
    rows_with_holes: f64,
    diversity: f64,
}

/// A set of weights that has been published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Pierre Dellacherie's, found by hand in 2003.
    #[default]
    Dellacherie,
    /// Those of a student's report on greedy search (Song Jinduo), based on a genetic algorithm's. It
    /// calls both larger and smaller values better; the first is right.
    Document,
    /// Thiery and Scherrer's of 2009, found by cross-entropy; with these their player won the
    /// Reinforcement Learning Competition of 2008.
    Bcts,
    /// Gabillon, Ghavamzadeh and Scherrer's of 2013 (Approximate dynamic programming finally performs well in the game
    /// of Tetris, NIPS), found by classification-based policy iteration on 10x20. On that field their player cleared
    /// 51 million lines a game on average.
    Dt20,
}

impl Preset {
    /// All sets, the oldest first.
    pub const ALL: [Preset; 4] = [
        Preset::Dellacherie,
        Preset::Document,
        Preset::Bcts,
        Preset::Dt20,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Dellacherie => "dellacherie",
            Preset::Document => "document",
            Preset::Bcts => "bcts",
            Preset::Dt20 => "dt-20",
        }
    }

    /// The set of a name.
    pub fn named(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Its weights.
    pub const fn weights(self) -> Weights {
        match self {
            Preset::Dellacherie => Weights::new([-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0]),
            Preset::Document => {
                Weights::new([-45.0, 34.0, -32.0, -93.0, -79.0, -34.0, 0.0, 0.0, 0.0])
            }
            Preset::Bcts => Weights::new([
                -12.63, 6.60, -9.22, -19.77, -13.08, -10.49, -1.61, -24.04, 0.0,
            ]),
            Preset::Dt20 => {
                Weights::new([-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89])
            }
        }
    }
}

display_name!(Preset);

/// Why a text does not contain valid weights.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// Broken JSON, or a name that is not a [`Feature`].
    #[error("not a file of weights, which looks like {{\"holes\": -4, \"wells\": -1}}: {0}")]
    Json(#[from] serde_json::Error),
    /// Weights that make all placements equal.
    #[error("all weights are 0, so that every placement is as good as any other")]
    AllZero,
    /// A number so large that rounding would hide the differences between placements.
    #[error("the weight {0} is out of range: write numbers from -1e9 to 1e9")]
    OutOfRange(f64),
}

impl Weights {
    const LARGEST: f64 = 1e9;

    /// Weights in the order of [`Feature::ALL`].
    pub const fn new(values: [f64; Feature::COUNT]) -> Self {
        Weights {
            landing_height: values[0],
            eroded_cells: values[1],
            row_transitions: values[2],
            column_transitions: values[3],
            holes: values[4],
            wells: values[5],
            hole_depth: values[6],
            rows_with_holes: values[7],
            diversity: values[8],
        }
    }

    /// Reads JSON: an object with a number for each [feature's name](Feature::name), 0 by default, or an
    /// object that contains such an object as `weights`, as the state of a tuning does.
    ///
    /// Errors: see [`WeightsError`].
    pub fn parse(json: &str) -> Result<Weights, WeightsError> {
        #[derive(Deserialize)]
        struct Holder {
            weights: Weights,
        }
        // Read as an object first, since serde would accept a list of numbers without names.
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json)?;
        let is_held = object.contains_key("weights");
        let value = serde_json::Value::Object(object);
        let weights = match is_held {
            true => Holder::deserialize(value)?.weights,
            false => Weights::deserialize(value)?,
        };
        let values = weights.values();
        if let Some(value) = values.iter().find(|value| value.abs() > Self::LARGEST) {
            return Err(WeightsError::OutOfRange(*value));
        }
        match values.iter().all(|value| *value == 0.0) {
            true => Err(WeightsError::AllZero),
            false => Ok(weights),
        }
    }

    /// The numbers in the order of [`Feature::ALL`].
    pub const fn values(&self) -> [f64; Feature::COUNT] {
        [
            self.landing_height,
            self.eroded_cells,
            self.row_transitions,
            self.column_transitions,
            self.holes,
            self.wells,
            self.hole_depth,
            self.rows_with_holes,
            self.diversity,
        ]
    }

    /// The weight of one feature.
    pub const fn of(&self, feature: Feature) -> f64 {
        self.values()[feature as usize]
    }

    /// Whether the features that look into holes have a weight.
    pub(super) fn are_deep(&self) -> bool {
        self.hole_depth != 0.0 || self.rows_with_holes != 0.0
    }

    /// The weights of the features that describe the move itself, not the field after it.
    pub(super) fn of_move(&self) -> Weights {
        Weights {
            landing_height: self.landing_height,
            eroded_cells: self.eroded_cells,
            ..Weights::default()
        }
    }

    /// The value of a placement.
    #[inline]
    pub fn value_of(&self, features: &Features) -> f64 {
        let products = (self.values().into_iter()).zip(features.values());
        products.map(|(weight, feature)| weight * feature).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_alone_or_from_what_holds_them() {
        let alone = Weights::parse(r#"{"holes": -4, "wells": -1}"#).unwrap();
        let held = Weights::parse(r#"{"step": 3, "weights": {"wells": -1, "holes": -4}}"#).unwrap();
        assert_eq!(alone, held);
        assert_eq!(
            alone.values(),
            [0.0, 0.0, 0.0, 0.0, -4.0, -1.0, 0.0, 0.0, 0.0]
        );
    }

    #[test]
    fn every_set_survives_its_own_file() {
        for preset in Preset::ALL {
            let weights = preset.weights();
            let json = serde_json::to_string(&weights).unwrap();
            assert_eq!(Weights::parse(&json).unwrap(), weights, "{preset}");
            for feature in Feature::ALL {
                assert!(json.contains(feature.name()), "{feature} in {json}");
            }
        }
    }

    #[test]
    fn what_is_no_set_of_weights_is_refused_with_the_reason() {
        for (json, reason) in [
            ("", "looks like"),
            ("[1, 2]", "looks like"),
            (r#"{"hole": 1}"#, "unknown field `hole`"),
            (r#"{"holes": "many"}"#, "invalid type"),
            (r#"{"holes": 0}"#, "all weights are 0"),
            (r#"{"holes": 1e300}"#, "out of range"),
        ] {
            let error = Weights::parse(json).unwrap_err().to_string();
            assert!(error.contains(reason), "{json}: {error}");
        }
    }

    #[test]
    fn a_value_is_the_sum_of_the_products() {
        let features = Features {
            landing_height: 2.5,
            holes: 3,
            ..Features::default()
        };
        let weights = Preset::Document.weights();
        assert_eq!(weights.value_of(&features), -45.0 * 2.5 - 79.0 * 3.0);
    }
}
