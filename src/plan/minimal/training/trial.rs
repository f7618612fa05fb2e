//! Whether new weights are better: pieces on pictures that were not trained on.

use std::fmt;

use super::super::weights::Weights;
use super::super::{MinimalRequest, plan_with};
use super::counter::Counter;
use crate::game::FieldSize;
use crate::parallel;
use crate::plan::minimal::carriers::CarrierMode;
use crate::plan::{Picture, Plan};

/// Pictures are planned with the one and the other in turn.
pub const MODES: [CarrierMode; 2] = [CarrierMode::Nes, CarrierMode::Classic];

/// The pictures of a kind, planned with the default effort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// What kind of pictures.
    pub name: String,
    /// How many were found by both.
    pub pictures: usize,
    /// Their pixels.
    pub pixels: usize,
    /// With the old weights.
    pub before: Pieces,
    /// With the new ones.
    pub after: Pieces,
}

/// What pictures take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The pieces of the pictures that were found by both.
    pub pieces: usize,
    /// Pictures for which no plan was found.
    pub not_found: usize,
}

impl Judged {
    /// Pieces a pixel, before and after.
    pub fn ratios(&self) -> [f64; 2] {
        let pixels = self.pixels.max(1) as f64;
        [self.before, self.after].map(|pieces| pieces.pieces as f64 / pixels)
    }

    fn add(&mut self, pixels: usize, pieces: [Option<usize>; 2]) {
        let [before, after] = pieces;
        self.before.not_found += usize::from(before.is_none());
        self.after.not_found += usize::from(after.is_none());
        if let (Some(before), Some(after)) = (before, after) {
            self.pictures += 1;
            self.pixels += pixels;
            self.before.pieces += before;
            self.after.pieces += after;
        }
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = self.ratios();
        let Judged { name, pictures, .. } = self;
        write!(
            f,
            "{name}: {before:.3}, now {after:.3} ({pictures} pictures)"
        )?;
        match (self.before.not_found, self.after.not_found) {
            (0, 0) => Ok(()),
            (before, after) => write!(f, ", not found: {before}, now {after}"),
        }
    }
}

/// Plans all pictures with the old and the new weights. A line for each name, in the order in which
/// the names come, and one for all.
pub fn judge(
    weights: [&Weights; 2],
    pictures: Vec<(String, Picture)>,
    counter: &Counter,
) -> Vec<Judged> {
    let planned = parallel::map(pictures.iter().enumerate(), |(index, (_, picture))| {
        let request = MinimalRequest {
            carriers: MODES[index % MODES.len()],
            seed: 1,
            ..MinimalRequest::default()
        };
        let pieces = |plan: Plan| plan.drops.len();
        weights.map(|weights| {
            let plan = || plan_with(weights, picture, FieldSize::STANDARD, &request, &());
            counter.count(plan)?.ok().map(pieces)
        })
    });
    let mut judged: Vec<Judged> = Vec::new();
    for name in pictures
        .iter()
        .map(|(name, _)| name.as_str())
        .chain(["all"])
    {
        if judged.iter().any(|known| known.name == name) {
            continue;
        }
        let mut line = Judged {
            name: name.to_owned(),
            pictures: 0,
            pixels: 0,
            before: Pieces::default(),
            after: Pieces::default(),
        };
        let of_name = |(other, _): &&(String, Picture)| other == name || name == "all";
        for (picture, pieces) in pictures.iter().zip(&planned) {
            if of_name(&picture) {
                line.add(picture.1.pixel_count(), *pieces);
            }
        }
        judged.push(line);
    }
    judged
}
