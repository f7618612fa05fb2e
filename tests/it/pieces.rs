//! How many pieces the planners take: who makes a planner worse hears of it here.

use rayon::prelude::*;
use tetris_printer::game::FieldSize;
use tetris_printer::plan::Picture;
use tetris_printer::plan::classic::{RealtimeOptions, plan_realtime};
use tetris_printer::plan::minimal::{CarrierMode, MinimalRequest, lower_bound, plan_minimal};

use crate::support::{sprite, sprite_names};

const FIELD: FieldSize = FieldSize::STANDARD;

/// The seed of a print for which none is chosen.
const SEED: u64 = 1;

/// Every sample sprite, the most pieces that the default planner may take for it, and the lower bound.
const MINIMAL: [(&str, usize, usize); 29] = [
    ("alien", 87, 45),
    ("anchor", 180, 33),
    ("bird", 127, 43),
    ("castle", 196, 70),
    ("cat", 162, 57),
    ("crown", 102, 60),
    ("dragon", 172, 67),
    ("fish", 126, 63),
    ("frog", 154, 70),
    ("frog-4x", 154, 70),
    ("gem", 75, 33),
    ("ghost", 157, 73),
    ("heart", 54, 33),
    ("key", 162, 36),
    ("knight", 239, 92),
    ("lantern", 228, 60),
    ("lighthouse", 195, 90),
    ("moon-opaque", 95, 32),
    ("mushroom", 143, 59),
    ("penguin", 152, 68),
    ("potion", 251, 41),
    ("robot", 248, 80),
    ("rocket", 196, 91),
    ("skull", 82, 61),
    ("snail", 108, 66),
    ("spaceship", 148, 43),
    ("sword", 146, 41),
    ("tree", 198, 93),
    ("wizard", 265, 97),
];

/// The most pieces of the planner `realtime`.
const REALTIME: [(&str, usize); 6] = [
    ("castle", 1099),
    ("dragon", 928),
    ("frog", 700),
    ("heart", 453),
    ("knight", 1520),
    ("lighthouse", 930),
];

fn picture(name: &str) -> Picture {
    Picture::of(&sprite(name)).unwrap()
}

/// Fails with every sprite that takes more pieces than it may.
fn check_all<'a>(counts: impl ParallelIterator<Item = (&'a str, usize, usize)>) {
    let worse = counts.filter(|(_, pieces, most)| pieces > most);
    let worse: Vec<String> = worse
        .map(|(name, pieces, most)| format!("{name}: {pieces} pieces, not {most}\n"))
        .collect();
    assert!(worse.is_empty(), "{}", worse.concat());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unless it is optimized")]
fn the_default_planner_takes_no_more_pieces_than_it_did() {
    let pieces = |name| {
        let request = MinimalRequest {
            seed: SEED,
            ..MinimalRequest::default()
        };
        let plan = plan_minimal(&picture(name), FIELD, &request, &()).unwrap();
        plan.drops.len()
    };
    check_all(
        MINIMAL
            .into_par_iter()
            .map(|(name, most, _)| (name, pieces(name), most)),
    );
}

#[test]
fn the_realtime_planner_takes_no_more_pieces_than_it_did() {
    let pieces = |name| {
        let options = RealtimeOptions {
            seed: SEED,
            ..RealtimeOptions::default()
        };
        let print = plan_realtime(&picture(name), FIELD, &options, &()).unwrap();
        print.to_plan(FIELD).drops.len()
    };
    check_all(
        REALTIME
            .into_par_iter()
            .map(|(name, most)| (name, pieces(name), most)),
    );
}

#[test]
fn the_lower_bound_is_no_lower_than_it_was_and_below_every_plan() {
    for (name, pieces, least) in MINIMAL {
        let bound = lower_bound(&picture(name), FIELD, CarrierMode::Nes).unwrap();
        assert!(
            (least..=pieces).contains(&bound.pieces),
            "{name}: {bound:?}"
        );
    }
}

#[test]
fn every_sample_counts_and_the_readme_tells_their_sum() {
    assert_eq!(MINIMAL.map(|(name, ..)| name)[..], sprite_names()[..]);
    let sum: usize = MINIMAL.iter().map(|(_, pieces, _)| pieces).sum();
    let told = format!("| {},{:03} |", sum / 1000, sum % 1000);
    assert!(include_str!("../../README.md").contains(&told), "{told}");
}
