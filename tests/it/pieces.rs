//! How many pieces the planners take: who makes a planner worse hears of it here.

use std::collections::BTreeSet;

use rayon::prelude::*;
use tetris_printer::color::Rgb;
use tetris_printer::game::FieldSize;
use tetris_printer::plan::Picture;
use tetris_printer::plan::classic::{RealtimeOptions, plan_realtime};
use tetris_printer::plan::minimal::{
    CarrierMode, Effort, MinimalRequest, lower_bound, plan_minimal,
};
use tetris_printer::plan::stages::plan_stages;
use tetris_printer::sprite::Sprite;

use crate::support::{sprite, sprite_names};

const FIELD: FieldSize = FieldSize::STANDARD;

/// The seed of a print for which none is chosen.
const SEED: u64 = 1;

/// Every sample sprite, the most pieces that the default planner may take for it, and the lower bound.
const MINIMAL: [(&str, usize, usize); 29] = [
    ("alien", 87, 66),
    ("anchor", 138, 96),
    ("bird", 127, 85),
    ("castle", 175, 112),
    ("cat", 141, 120),
    ("crown", 102, 60),
    ("dragon", 172, 88),
    ("fish", 126, 63),
    ("frog", 133, 70),
    ("frog-4x", 133, 70),
    ("gem", 75, 54),
    ("ghost", 136, 94),
    ("heart", 54, 33),
    ("key", 162, 99),
    ("knight", 281, 134),
    ("lantern", 186, 165),
    ("lighthouse", 174, 132),
    ("moon-opaque", 74, 74),
    ("mushroom", 143, 80),
    ("penguin", 131, 89),
    ("potion", 188, 125),
    ("robot", 227, 122),
    ("rocket", 196, 133),
    ("skull", 82, 61),
    ("snail", 108, 66),
    ("spaceship", 127, 64),
    ("sword", 146, 125),
    ("tree", 198, 114),
    ("wizard", 265, 181),
];

/// The most pieces of the default planner where only J, T and L print.
const MINIMAL_CLASSIC: [(&str, usize); 4] =
    [("crown", 123), ("fish", 147), ("frog", 154), ("heart", 96)];

/// The most pieces of the planner `realtime`.
const REALTIME: [(&str, usize); 6] = [
    ("castle", 1099),
    ("dragon", 928),
    ("frog", 700),
    ("heart", 453),
    ("knight", 1520),
    ("lighthouse", 930),
];

/// The colours of dithered pictures, each a letter, and the most pieces that the planner for wide fields may take.
const DITHERED: [(&str, usize); 3] = [("abcd", 2399), (".abc", 1854), ("abcdef", 2659)];

fn picture(name: &str) -> Picture {
    Picture::of(&sprite(name)).unwrap()
}

/// Fails with every sprite that takes more pieces than it may.
fn check_all(allowed: &[(&str, usize)], pieces: impl Fn(&str) -> usize + Sync) {
    let worse = |(name, most): &(&str, usize)| {
        let pieces = pieces(name);
        (pieces > *most).then(|| format!("{name}: {pieces} pieces, not {most}\n"))
    };
    let worse: Vec<String> = allowed.par_iter().filter_map(worse).collect();
    assert!(worse.is_empty(), "{}", worse.concat());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unless it is optimized")]
fn the_default_planner_takes_no_more_pieces_than_it_did() {
    let pieces = |name: &str, carriers: CarrierMode| {
        let request = MinimalRequest {
            seed: SEED,
            carriers,
            ..MinimalRequest::default()
        };
        let plan = plan_minimal(&picture(name), FIELD, &request, &()).unwrap();
        plan.drops.len()
    };
    let allowed = MINIMAL.map(|(name, most, _)| (name, most));
    check_all(&allowed, |name| pieces(name, CarrierMode::Nes));
    check_all(&MINIMAL_CLASSIC, |name| pieces(name, CarrierMode::Classic));
}

#[test]
fn the_realtime_planner_takes_no_more_pieces_than_it_did() {
    let options = RealtimeOptions {
        seed: SEED,
        ..RealtimeOptions::default()
    };
    check_all(&REALTIME, |name| {
        let print = plan_realtime(&picture(name), FIELD, &options, &()).unwrap();
        print.to_plan(FIELD).drops.len()
    });
}

/// A slope from the first letter to the last, dithered in squares of four by four (Bayer's matrix).
fn dithered(letters: &str, width: usize, height: usize) -> Picture {
    const THRESHOLDS: [[usize; 4]; 4] =
        [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let letters: Vec<char> = letters.chars().collect();
    let steps = 16 * (letters.len() - 1);
    let letter = |x: usize, y: usize| {
        let brightness = (x + y) * steps / (width + height);
        letters[(brightness + THRESHOLDS[y % 4][x % 4]) / 16]
    };
    let row = |y| -> String { (0..width).map(|x| letter(x, y)).chain(['\n']).collect() };
    let drawing: String = (0..height).map(row).collect();
    let color = |letter: char| (letter != '.').then(|| Rgb::new(letter as u8, 100, 100));
    Picture::of(&Sprite::from_diagram(&drawing, color).unwrap()).unwrap()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unless it is optimized")]
fn the_planner_for_wide_fields_takes_no_more_pieces_than_it_did() {
    let field = FieldSize::new(65, 36).unwrap();
    check_all(&DITHERED, |letters| {
        let picture = dithered(letters, 64, 24);
        let plan = plan_stages(&picture, field, CarrierMode::Free, None, SEED, &()).unwrap();
        plan.drops.len()
    });
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

/// The pictures of one colour in at most four by four cells, without those that have an empty row, which no game can
/// leave, and those that are others moved or mirrored.
fn small_drawings() -> Vec<String> {
    let mut drawings = BTreeSet::new();
    for bits in 1..1_u32 << 16 {
        let row = |row: u32| (0..4).map(move |x| bits >> (4 * row + x) & 1 == 1);
        let columns = (0..4).filter(|x| (0..4).any(|y| row(y).nth(*x).unwrap()));
        let (left, right) = (columns.clone().min().unwrap(), columns.max().unwrap());
        let line = |y| -> String {
            let cells = row(y).skip(left).take(right - left + 1);
            cells.map(|is_set| if is_set { '#' } else { '.' }).collect()
        };
        let lines: Vec<String> = (0..4)
            .map(line)
            .skip_while(|line| !line.contains('#'))
            .collect();
        let mirrored: Vec<String> = lines
            .iter()
            .map(|line| line.chars().rev().collect())
            .collect();
        if lines.iter().all(|line| line.contains('#')) {
            drawings.insert(lines.join("\n").min(mirrored.join("\n")));
        }
    }
    drawings.into_iter().collect()
}

/// How many of the small pictures, of which every so many is planned, are printed with as few pieces as possible.
fn proved_to_be_shortest(step: usize) -> (usize, usize) {
    let drawings: Vec<String> = small_drawings().into_iter().step_by(step).collect();
    let request = MinimalRequest {
        effort: Effort::Fast,
        ..MinimalRequest::default()
    };
    let is_shortest = |drawing: &String| {
        let sprite = Sprite::from_diagram(drawing, |_| Some(Rgb::WHITE)).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        let plan = plan_minimal(&picture, FIELD, &request, &()).unwrap();
        let bound = lower_bound(&picture, FIELD, request.carriers).unwrap();
        assert!(bound.pieces <= plan.drops.len(), "{drawing}\n{bound:?}");
        plan.drops.len() == bound.pieces
    };
    let shortest = drawings.par_iter().filter(|drawing| is_shortest(drawing));
    (shortest.count(), drawings.len())
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unless it is optimized")]
fn most_small_pictures_are_proved_to_be_printed_with_the_fewest_pieces() {
    let (shortest, of) = proved_to_be_shortest(800);
    assert_eq!(of, 33);
    assert!(shortest >= 28, "{shortest}");
}

#[test]
#[ignore = "prints a table, in a quarter of an hour"]
fn one_in_twenty_small_pictures() {
    let (shortest, of) = proved_to_be_shortest(20);
    println!("{shortest} of {of} are printed with as few pieces as possible");
    assert!(100 * shortest >= 85 * of);
}

#[test]
fn every_sample_counts_and_the_readme_tells_their_sum() {
    assert_eq!(MINIMAL.map(|(name, ..)| name)[..], sprite_names()[..]);
    let sum: usize = MINIMAL.iter().map(|(_, pieces, _)| pieces).sum();
    let told = format!("| {},{:03} |", sum / 1000, sum % 1000);
    assert!(include_str!("../../README.md").contains(&told), "{told}");
}
