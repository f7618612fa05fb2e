//! Where the weights come from: one command searches, fits, and writes the file that the planner
//! reads.
//!
//! ```text
//! tetris-printer train --out src/plan/minimal/weights/trained.weights
//! ```
//!
//! * `pictures` draws sprites with a seed.
//! * `comparison` searches widely for plans of them, and compares each field on the way of a plan
//!   with others that the search held to be as good.
//! * `fit` is the regression that makes the fields on the way rank before the others.
//! * `trial` plans pictures that were not trained on, with the old weights and with the new ones.
//!
//! The built-in weights were trained this way twice: first on drawings, then with `--pictures` on 441 sprites and tiles
//! of ten free games that Debian packages, with searches that ranked by the weights before them. On 113 others of the same
//! games the second training saves 1.2 % of the pieces with nes carriers. Those that the first began with came from
//! regressions of the same kind outside of this program; on 68 pictures of another package it saved 2.2 % with nes carriers
//! and 0.2 % with classic ones. On 152 sprites of other packages both trainings and a wider beam together save no more than
//! 0.7 %: train on pictures like those that you print.
//!
//! # To add a feature
//!
//! 1. Name it in `Feature` of `weights.rs`, and count it in `score.rs` with
//!    `self.times(NewFeature, cells)`. A table of patterns is named in `patterns.rs`. What the file
//!    of weights does not name counts nothing, so nothing has changed yet.
//! 2. `cargo run --release -- train --out new.weights` (a quarter of an hour or more of processor
//!    time; `--quick` shows in half a minute that it works). Its table shows the pieces per pixel before
//!    and after; with `--judge FOLDER` on pictures of your own. `--pictures FOLDER` trains on your
//!    own, too.
//! 3. If they are fewer, put the file in the place of `weights/trained.weights` and build again.
//!    `cargo test` tells which samples take more pieces than they did.

mod comparison;
mod counter;
mod fit;
mod pictures;
mod trial;

use self::comparison::{Comparison, Lesson};
use self::counter::Counter;
use self::fit::fit;
use self::pictures::{Kind, draw};
pub use self::trial::{Judged, Pieces};
use self::trial::{MODES, judge};
use super::carriers::{CarrierMode, assignments};
use super::cover::Covers;
use super::level::BeamWidth;
use super::offsets;
use super::target::Target;
use super::weights::Weights;
use crate::game::FieldSize;
use crate::parallel;
use crate::plan::{Monitor, Picture, PlanError};

/// How much is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingSize {
    /// Pictures of each kind to train on; every fifth of them decides when to stop.
    pub pictures: usize,
    /// The beam width of the searches.
    pub width: usize,
    /// The most fields that one is compared with.
    pub others: usize,
    /// How often the regression goes through all comparisons.
    pub passes: usize,
    /// Pictures of each kind to judge by.
    pub judged: usize,
}

impl TrainingSize {
    /// A quarter of an hour or more of processor time.
    pub const FULL: TrainingSize = TrainingSize {
        pictures: 40,
        width: 1_200,
        others: 24,
        passes: 8,
        judged: 8,
    };

    /// Some seconds, to see that it works: it makes no better weights.
    pub const QUICK: TrainingSize = TrainingSize {
        pictures: 2,
        width: 100,
        others: 8,
        passes: 2,
        judged: 1,
    };
}

/// What is trained.
#[derive(Clone, Debug)]
pub struct TrainingRequest {
    /// How much.
    pub size: TrainingSize,
    /// What pictures are drawn with; the same seed makes the same weights.
    pub seed: u64,
    /// Pictures to train on, instead of drawn ones.
    pub pictures: Vec<Picture>,
    /// Pictures to judge by, with the name of what they are, instead of drawn ones.
    pub judged: Vec<(String, Picture)>,
}

/// What has come out.
#[derive(Clone, Debug)]
pub struct Training {
    /// The file of weights.
    pub file: Vec<u8>,
    /// Fields of plans that were compared with others.
    pub comparisons: usize,
    /// Log loss (cross-entropy) in nats per comparison, on every fifth picture, which is held out:
    /// with the old weights, and with the new ones.
    pub loss: [f64; 2],
    /// Pieces with the old weights and with the new ones.
    pub judged: Vec<Judged>,
}

/// Trains new weights, which the planner does not use until they are built into it.
///
/// Errors: [`PlanError::Cancelled`].
pub fn train(request: &TrainingRequest, monitor: &dyn Monitor) -> Result<Training, PlanError> {
    let TrainingRequest { size, seed, .. } = *request;
    let pictures: Vec<Picture> = match request.pictures.is_empty() {
        true => (drawn(size.pictures, seed).into_iter())
            .map(|(_, picture)| picture)
            .collect(),
        false => request.pictures.clone(),
    };
    let judged = match request.judged.is_empty() {
        true => named(drawn(size.judged, !seed)),
        false => request.judged.clone(),
    };
    let counter = Counter::new(monitor, pictures.len() + 2 * judged.len());
    let lessons = parallel::map(pictures.iter().enumerate(), |(index, picture)| {
        let lesson = Lesson {
            width: BeamWidth(size.width),
            seed: index as u64,
            others: size.others,
        };
        counter.count(|| learned(&lesson, picture, MODES[index % MODES.len()]))
    });
    let (mut seen, mut unseen) = (Vec::new(), Vec::new());
    for (index, lessons) in lessons.into_iter().enumerate() {
        let set = if index % 5 == 4 {
            &mut unseen
        } else {
            &mut seen
        };
        set.extend(lessons.unwrap_or_default());
    }
    counter.check()?;
    let old = Weights::trained();
    let fit = fit(old, &seen, &unseen, size.passes, seed);
    let mut new = fit.weights;
    let judged = judge([old, &new], judged, &counter);
    counter.check()?;
    let comparisons = seen.len() + unseen.len();
    let loss = [fit.loss_before, fit.loss_after];
    new.about = about(request, comparisons, loss, &judged);
    Ok(Training {
        file: new.to_bytes(),
        comparisons,
        loss,
        judged,
    })
}

/// `count` pictures of each kind.
fn drawn(count: usize, seed: u64) -> Vec<(Kind, Picture)> {
    let seeds = (0..count as u64).map(|number| seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
    seeds
        .flat_map(|seed| Kind::ALL.map(|kind| (kind, draw(kind, seed))))
        .collect()
}

fn named(pictures: Vec<(Kind, Picture)>) -> Vec<(String, Picture)> {
    let pictures = pictures.into_iter();
    pictures
        .map(|(kind, picture)| (kind.name().to_owned(), picture))
        .collect()
}

fn learned(lesson: &Lesson, picture: &Picture, mode: CarrierMode) -> Vec<Comparison> {
    let mut covers = Covers::new(picture);
    let Ok(assignments) = assignments(picture, mode, 0, &mut covers) else {
        return Vec::new();
    };
    let Ok(offsets) = offsets(picture, FieldSize::STANDARD, None) else {
        return Vec::new();
    };
    let free = vec![0; picture.height()];
    let target = Target::new(
        picture,
        FieldSize::STANDARD,
        &assignments[0],
        offsets[0],
        &free,
    );
    lesson.comparisons(&target, Weights::trained())
}

/// What the file says of itself.
fn about(
    request: &TrainingRequest,
    comparisons: usize,
    loss: [f64; 2],
    judged: &[Judged],
) -> Vec<String> {
    let TrainingSize {
        pictures,
        width,
        others,
        passes,
        ..
    } = request.size;
    let trained_on = match request.pictures.len() {
        0 => format!("{pictures} drawings of each kind"),
        count => format!("{count} pictures"),
    };
    let trained = [
        format!(
            "trained by tetris-printer {} train --seed {}",
            env!("CARGO_PKG_VERSION"),
            request.seed
        ),
        format!("on {trained_on}, searched {width} wide; {passes} passes"),
        format!("over {comparisons} fields with up to {others} others"),
        format!(
            "loss on drawings not fitted to: {:.4}, now {:.4}",
            loss[0], loss[1]
        ),
        "pieces per pixel on pictures that were not trained on:".to_owned(),
    ];
    let judged = judged.iter().map(Judged::to_string);
    trained.into_iter().chain(judged).collect()
}
