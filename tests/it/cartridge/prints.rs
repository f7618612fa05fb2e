//! Whole prints on the plain console and in both emulators.

use rayon::prelude::*;
use tetris_printer::color::{ConsoleColor, Rgb};
use tetris_printer::game::console::{RuleSet, Rules};
use tetris_printer::game::pilot::Steering;
use tetris_printer::game::{Column, PieceDrop, Pose};
use tetris_printer::nes::cartridge::{CHECKSUM, FIELD};
use tetris_printer::nes::model::Cartridge;
use tetris_printer::nes::{
    Dealing, Movie, NesPalette, NesScreen, Recording, RecordingOptions, record,
};
use tetris_printer::plan::Picture;
use tetris_printer::plan::minimal::{CarrierMode, Effort, MinimalRequest, plan_minimal};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;

use crate::support::{sprite, sprite_names};

use super::witness::{NesSim, play, play_on_all};

pub fn script(sprite: &Sprite) -> PrintScript {
    planned(sprite, false)
}

pub fn script_without_repeats(sprite: &Sprite) -> PrintScript {
    planned(sprite, true)
}

fn planned(sprite: &Sprite, no_repeat: bool) -> PrintScript {
    let request = MinimalRequest {
        carriers: CarrierMode::Nes,
        effort: Effort::Fast,
        no_repeat,
        ..MinimalRequest::default()
    };
    let picture = Picture::of(sprite).unwrap();
    let plan = plan_minimal(&picture, FIELD, &request, &()).unwrap();
    plan.to_script(sprite, Rgb::new(1, 2, 3), |_| Rgb::WHITE)
}

pub fn order(sprite: &Sprite) -> RecordingOptions<'_> {
    RecordingOptions {
        rules: Rules {
            set: RuleSet::Cartridge,
            ..Rules::default()
        },
        steering: Steering::Held,
        dealing: Dealing::Controller,
        palette: sprite.palette(),
        colors: NesPalette::nearest(ConsoleColor::BLACK, sprite.palette()).unwrap(),
    }
}

/// Records a script and plays it, on the plain console and in both emulators.
fn check(script: &PrintScript, order: &RecordingOptions<'_>) -> Recording {
    let (recording, screen) = play_recording(script, order, play_on_all);
    assert_eq!(screen.torn_cell(), None);
    recording
}

fn play_recording(
    script: &PrintScript,
    order: &RecordingOptions<'_>,
    play: impl Fn(&Movie) -> (Cartridge, NesScreen),
) -> (Recording, NesScreen) {
    let recording = record(script, order).unwrap();
    assert_eq!(recording.field, replay_to_end(script).unwrap());
    let (_, screen) = play(&recording.movie);
    (recording, screen)
}

/// A small picture of three colours.
fn flower() -> Sprite {
    let color = |letter| Some(Rgb::new(letter as u8, 0, 200));
    Sprite::from_diagram(".aa.\nabba\n.aa.\n..c.\n.cc.", color).unwrap()
}

/// A script that drops these pieces, each with its leftmost cell in the column.
fn dropping(drops: &[(Pose, usize)]) -> PrintScript {
    let drop = |(pose, column): &(Pose, usize)| PieceDrop::new(*pose, Column(*column));
    PrintScript::of_drops(FIELD, drops.iter().map(drop).collect())
}

/// I pieces that lie in a row, from these columns on.
fn flat(columns: &[usize]) -> Vec<(Pose, usize)> {
    columns
        .iter()
        .map(|column| (Pose::IHorizontal, *column))
        .collect()
}

#[test]
fn rows_that_clear_leave_the_others_hanging() {
    let mut drops = flat(&[0, 4, 8, 12, 16]);
    drops.extend(flat(&[1, 5, 9, 13]));
    drops.extend(flat(&[0, 4, 8, 12, 16]));
    drops.extend([(Pose::TUp, 4), (Pose::IVertical, 20)]);
    let recording = check(&dropping(&drops), &order(&flower()));
    let rows = recording.field.to_string();
    let expected = "\
.....................
.....T...............
....TTT.............I
.IIIIIIIIIIIIIIII...I
";
    assert!(rows.ends_with(expected), "{rows}");
}

#[test]
fn the_rules_of_the_console_clear_after_a_while() {
    let rules = Rules {
        set: RuleSet::Nes,
        level: 29,
        ..Rules::default()
    };
    let mut drops = flat(&[0, 4, 8, 12, 16]);
    drops.push((Pose::IVertical, 20));
    let flower = flower();
    let order = RecordingOptions {
        rules,
        ..order(&flower)
    };
    let recording = check(&dropping(&drops), &order);
    assert_eq!(recording.field.playfield().cell_count(), 3);
}

#[test]
fn four_rows_at_once_from_the_very_top_are_no_frame_late() {
    let mut drops = flat(&[0, 4, 8, 12, 16].repeat(4));
    drops.push((Pose::IVertical, 20));
    drops.extend(flat(&[0, 4, 8, 12, 16].repeat(4)));
    drops.extend([(Pose::IVertical, 20), (Pose::O, 7)]);
    let recording = check(&dropping(&drops), &order(&flower()));
    assert_eq!(recording.field.playfield().cell_count(), 4);
}

#[test]
fn a_movie_names_its_game_by_the_sum_of_the_rom() {
    assert_eq!(
        CHECKSUM,
        format!("base64:{}", base64(&NesSim::new().checksum()))
    );
}

/// Base 64, as far as a sum needs it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let byte = |at: usize| u32::from(bytes.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |at: usize| match at > bytes.len() {
            true => '=',
            false => DIGITS[(bits >> (18 - 6 * at) & 63) as usize] as char,
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[test]
fn a_flower_by_chance_takes_a_few_frames_more() {
    let sprite = flower();
    let script = script_without_repeats(&sprite);
    let dealt = record(&script, &order(&sprite)).unwrap();
    let chance = RecordingOptions {
        dealing: Dealing::Chance,
        ..order(&sprite)
    };
    let recording = check(&script, &chance);
    let more = recording.frames_per_piece() - dealt.frames_per_piece();
    assert!(more <= 8.0, "{more}");
}

#[test]
fn a_flower_is_printed_frame_for_frame_as_the_rules_have_it() {
    let sprite = flower();
    let script = script(&sprite);
    let recording = check(&script, &order(&sprite));
    assert!(
        recording.frames_per_piece() <= 6.0,
        "{}",
        recording.frames_per_piece()
    );
}

#[test]
fn a_piece_that_the_generator_cannot_repeat_is_named() {
    let flower = flower();
    let chance = RecordingOptions {
        dealing: Dealing::Chance,
        ..order(&flower)
    };
    let script = dropping(&flat(&[0, 4, 8, 12]));
    let error = record(&script, &chance).unwrap_err().to_string();
    assert_eq!(
        error,
        "the console's generator deals I as piece 4 at no reachable moment"
    );
}

#[test]
#[ignore = "takes some minutes; .ci/witnesses runs it"]
fn all_sprites_are_printed_frame_for_frame() {
    sprite_names().into_par_iter().for_each(|name| {
        let sprite = sprite(&name);
        let script = script(&sprite);
        let held = check(&script, &order(&sprite)).frames_per_piece();
        let steering = Steering::Taps;
        let taps = RecordingOptions {
            steering,
            ..order(&sprite)
        };
        let taps = record(&script, &taps).unwrap().frames_per_piece();
        assert!(
            held <= 6.0 && taps <= 12.0,
            "{name}: {held} held, {taps} tapped"
        );
        let (script, dealing) = (script_without_repeats(&sprite), Dealing::Chance);
        let dealt = record(&script, &order(&sprite)).unwrap().frames_per_piece();
        let chance = RecordingOptions {
            dealing,
            ..order(&sprite)
        };
        let (recording, _) = play_recording(&script, &chance, play);
        let more = recording.frames_per_piece() - dealt;
        assert!(more <= 8.0, "{name}: {more} more by chance");
        println!("{name}: {held:.2} frames a piece, {taps:.2} by taps, {more:.2} more by chance");
    });
}
