//! The minimal planner's promises: exact prints, the same on any number of threads.

use rayon::ThreadPoolBuilder;
use tetris_printer::color::Rgb;
use tetris_printer::game::FieldSize;
use tetris_printer::plan::minimal::{CarrierMode, Effort, MinimalRequest, plan_minimal};
use tetris_printer::plan::{Picture, Plan};
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::{PrintedField, verify};

use crate::support::sprite;

const FIELD: FieldSize = FieldSize::STANDARD;

fn plan(sprite: &Sprite, carriers: CarrierMode, threads: usize) -> Plan {
    plan_on(FIELD, sprite, carriers, threads)
}

fn plan_on(field: FieldSize, sprite: &Sprite, carriers: CarrierMode, threads: usize) -> Plan {
    let request = MinimalRequest {
        carriers,
        effort: Effort::Fast,
        seed: 3,
        ..MinimalRequest::default()
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    let picture = Picture::of(sprite).unwrap();
    pool.install(|| plan_minimal(&picture, field, &request, &()))
        .unwrap()
}

#[test]
fn prints_are_exact() {
    for name in ["frog", "gem", "snail"] {
        let sprite = sprite(name);
        let plan = plan(&sprite, CarrierMode::Nes, 2);
        let script = plan.to_script(&sprite, Rgb::BLACK, |_| Rgb::WHITE);
        let printed = PrintedField::of_script(&script).unwrap();
        assert!(verify(&sprite, &printed).unwrap().is_exact(), "{name}");
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
    let plan = plan_on("37x36".parse().unwrap(), &sprite, CarrierMode::Nes, 2);
    let script = plan.to_script(&sprite, Rgb::BLACK, |_| Rgb::WHITE);
    let printed = PrintedField::of_script(&script).unwrap();
    assert!(verify(&sprite, &printed).unwrap().is_exact());
}

#[test]
fn one_thread_and_two_find_the_same_plan() {
    let sprite = sprite("gem");
    let [one, two] = [1, 2].map(|threads| plan(&sprite, CarrierMode::Free, threads));
    assert_eq!(one, two);
}
