//! Whole prints on both emulators.

use std::fs::File;

use tetris_printer::color::{ConsoleColor, Rgb};
use tetris_printer::game::console::{RuleSet, Rules};
use tetris_printer::game::pilot::Steering;
use tetris_printer::nes::cartridge::FIELD;
use tetris_printer::nes::{Dealing, Order, Recording, ScreenColors, record};
use tetris_printer::plan::Picture;
use tetris_printer::plan::minimal::{CarrierMode, Effort, MinimalRequest, plan_minimal};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::{ReadOptions, Sprite, read_sprite};

use crate::witness::play;

fn sprite(path: &str) -> Sprite {
    let path = format!("{}/sprites/{path}", env!("CARGO_MANIFEST_DIR"));
    let read = read_sprite(File::open(path).unwrap(), &ReadOptions::default());
    read.unwrap().sprite
}

fn script(sprite: &Sprite) -> PrintScript {
    let request = MinimalRequest {
        carriers: CarrierMode::Nes,
        effort: Effort::Fast,
        ..MinimalRequest::default()
    };
    let picture = Picture::of(sprite).unwrap();
    let plan = plan_minimal(&picture, FIELD, &request, &()).unwrap();
    plan.to_script(sprite, Rgb::new(1, 2, 3), |_| Rgb::WHITE)
}

fn order(sprite: &Sprite) -> Order<'_> {
    Order {
        rules: Rules {
            set: RuleSet::Cartridge,
            ..Rules::default()
        },
        steering: Steering::Held,
        dealing: Dealing::Controller,
        palette: sprite.palette(),
        colors: ScreenColors::nearest(ConsoleColor::BLACK, sprite.palette()).unwrap(),
    }
}

fn check(script: &PrintScript, order: &Order<'_>) -> Recording {
    let recording = record(script, order).unwrap();
    assert_eq!(recording.field, replay_to_end(script).unwrap());
    let (_, screens) = play(&recording.movie);
    for screen in &screens {
        assert_eq!(screen.torn_cell(), None);
    }
    assert_eq!(screens[0], screens[1]);
    recording
}

#[test]
fn a_heart_is_printed_frame_for_frame_as_the_rules_have_it() {
    let sprite = sprite("heart.png");
    let script = script(&sprite);
    let recording = check(&script, &order(&sprite));
    assert!(
        recording.frames_per_piece() <= 6.0,
        "{}",
        recording.frames_per_piece()
    );
}

#[test]
#[ignore = "takes some minutes; .ci/cartridge runs it"]
fn all_sprites_are_printed_frame_for_frame() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/sprites");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    names.sort();
    for name in names {
        let sprite = sprite(name.to_str().unwrap());
        let script = script(&sprite);
        let held = check(&script, &order(&sprite));
        let taps = Order {
            steering: Steering::Taps,
            ..order(&sprite)
        };
        let taps = record(&script, &taps).unwrap();
        let chance = Order {
            dealing: Dealing::Chance,
            ..order(&sprite)
        };
        let chance = record(&script, &chance).map(|r| r.frames_per_piece());
        println!(
            "{name:?}: {} pieces, {:.2} held, {:.2} taps, {chance:?} by chance",
            held.locks.len(),
            held.frames_per_piece(),
            taps.frames_per_piece(),
        );
    }
}
