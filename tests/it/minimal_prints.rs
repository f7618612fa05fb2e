//! The minimal planner's promises: exact prints, the same on any number of threads. The planner itself does not replay its plans; every plan made here is proved.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::ThreadPoolBuilder;
use tetris_printer::color::Rgb;
use tetris_printer::game::{Column, FieldSize, PieceDrop, Tetromino};
use tetris_printer::plan::minimal::{
    CarrierMode, Effort, FirstPairs, MinimalRequest, Placement, plan_minimal,
};
use tetris_printer::plan::{Monitor, Picture, Plan, Progress};
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::{PrintedField, verify_beside};

use crate::support::sprite;

const FIELD: FieldSize = FieldSize::STANDARD;

fn request(carriers: CarrierMode) -> MinimalRequest {
    MinimalRequest {
        carriers,
        effort: Effort::Fast,
        seed: 3,
        ..MinimalRequest::default()
    }
}

/// A plan, proved by its replay.
fn plan(
    field: FieldSize,
    sprite: &Sprite,
    request: &MinimalRequest,
    monitor: &dyn Monitor,
) -> Plan {
    let picture = Picture::of(sprite).unwrap();
    let plan = plan_minimal(&picture, field, request, monitor).unwrap();
    let script = plan.to_script(sprite, Rgb::BLACK, |_| Rgb::WHITE);
    let printed = PrintedField::of_script(&script).unwrap();
    let verdict = verify_beside(sprite, &printed, request.free_columns).unwrap();
    assert!(verdict.is_exact(), "{:?}", script.sprite);
    plan
}

#[test]
fn prints_are_exact() {
    for name in ["frog", "gem", "snail"] {
        plan(FIELD, &sprite(name), &request(CarrierMode::Nes), &());
    }
}

#[test]
fn a_picture_stands_in_the_middle_where_that_costs_little() {
    let plan = |name: &str, placement| {
        let request = MinimalRequest {
            placement,
            ..MinimalRequest::default()
        };
        plan(FIELD, &sprite(name), &request, &())
    };
    let places = [
        ("heart", true),
        ("gem", true),
        ("key", true),
        ("skull", false),
    ];
    for (name, is_centred) in places {
        let cheapest = plan(name, Placement::Cheapest).drops.len();
        let placed = plan(name, Placement::Middle);
        assert!(100 * placed.drops.len() <= 105 * cheapest, "{name}");
        let middle = (FIELD.width() - Picture::of(&sprite(name)).unwrap().width()) / 2;
        assert_eq!(placed.left.0 == middle, is_centred, "{name}");
    }
}

/// Rings around some points, with gaps between them.
fn rings(width: usize, height: usize) -> Sprite {
    let centers = [(5, 14), (20, 4), (28, 13)];
    let letter = |x: usize, y: usize| {
        let squared = |(a, b): &(usize, usize)| a.abs_diff(x).pow(2) + b.abs_diff(y).pow(2);
        let nearest = centers.iter().map(squared).min();
        [b'a', b'b', b'c', b'.'][nearest.map_or(3, |near| near / 24 % 4)] as char
    };
    let line = |y| (0..width).map(|x| letter(x, y)).collect::<String>();
    let drawing: Vec<String> = (0..height).map(line).collect();
    let colors = |letter| Some(Rgb::new(letter as u8, 0, 0));
    Sprite::from_diagram(&drawing.join("\n"), colors).unwrap()
}

#[test]
fn a_large_picture_prints_on_a_wide_field() {
    let sprite = rings(36, 18);
    let field = "37x36".parse().unwrap();
    plan(field, &sprite, &request(CarrierMode::Nes), &());
}

#[test]
fn one_thread_and_two_find_the_same_plan() {
    let sprite = sprite("gem");
    let [one, two] = [1, 2].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let request = request(CarrierMode::Free);
        pool.unwrap()
            .install(|| plan(FIELD, &sprite, &request, &()))
    });
    assert_eq!(one, two);
}

#[test]
fn free_columns_hold_anything_and_the_picture_all_the_same() {
    let request = MinimalRequest {
        free_columns: 0b11,
        left: Some(Column(2)),
        ..request(CarrierMode::Nes)
    };
    plan(FIELD, &sprite("gem"), &request, &());
}

#[test]
fn no_piece_comes_twice_in_a_row_if_none_may() {
    let request = MinimalRequest {
        no_repeat: true,
        ..request(CarrierMode::Nes)
    };
    let plan = plan(FIELD, &sprite("gem"), &request, &());
    let piece = |drop: &PieceDrop| drop.pose.piece();
    assert!(plan.drops.is_sorted_by(|a, b| piece(a) != piece(b)));
}

#[test]
fn a_plan_begins_with_pieces_that_may_come_first() {
    let piece = |plan: &Plan, place: usize| plan.drops[place].pose.piece();
    for no_repeat in [false, true] {
        let usual = MinimalRequest {
            no_repeat,
            ..request(CarrierMode::Nes)
        };
        let free = plan(FIELD, &sprite("gem"), &usual, &());
        let first = (piece(&free, 0), piece(&free, 1));
        let all = Tetromino::ALL.map(|first| Tetromino::ALL.map(|second| (first, second)));
        let others = all.into_iter().flatten().filter(|pair| *pair != first);
        let first_pairs: FirstPairs = others.collect();
        let request = MinimalRequest {
            first_pairs,
            ..usual
        };
        let other = plan(FIELD, &sprite("gem"), &request, &());
        assert!(first_pairs.contains(piece(&other, 0), piece(&other, 1)));
        assert_eq!(other.drops.len(), free.drops.len());
    }
}

/// Its time is up after so many reports that the budget is spent and there is a plan.
struct Extension(AtomicUsize);

impl Monitor for Extension {
    fn on_progress(&self, progress: Progress) {
        if progress.done == progress.total && progress.pieces.is_some() {
            let _ = (self.0).fetch_update(Relaxed, Relaxed, |reports| reports.checked_sub(1));
        }
    }

    fn is_time_up(&self) -> bool {
        self.0.load(Relaxed) == 0
    }
}

#[test]
fn an_open_ended_search_goes_on_until_its_time_is_up() {
    let (sprite, mut request) = (sprite("heart"), request(CarrierMode::Nes));
    let within_budget = plan(FIELD, &sprite, &request, &());
    request.open_ended = true;
    let time = Extension(AtomicUsize::new(40));
    let plan = plan(FIELD, &sprite, &request, &time);
    assert!(time.is_time_up());
    assert!(plan.drops.len() <= within_budget.drops.len());
}
