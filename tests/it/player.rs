//! The subcommand `play` through its binary.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::support::{self, Desk, program, stdout};

fn run(command: &str) -> Output {
    program().args(command.split_whitespace()).output().unwrap()
}

fn play(arguments: &str) -> Output {
    run(&format!("play {arguments}"))
}

fn json(arguments: &str) -> Value {
    serde_json::from_slice(&play(&format!("{arguments} --json")).stdout).unwrap()
}

fn error(arguments: &str, code: i32) -> String {
    let output = play(arguments);
    assert!(output.stdout.is_empty());
    support::error(&output, code)
}

#[test]
fn a_target_is_reached_exactly_and_its_path_leads_there() {
    let report = json("--target 50 --seed 3");
    assert_eq!(
        (&report["score"], &report["success"]),
        (&50.into(), &true.into())
    );
    let lines = report["path"].as_array().unwrap().iter();
    let points: u64 = lines
        .map(|step| match step["lines"].as_u64().unwrap() {
            0 => 0,
            n => n * (n - 1) + 1,
        })
        .sum();
    assert_eq!(points, 50);
}

#[test]
fn small_fields_reach_their_targets_too() {
    let report = json("--target 50 --field 6x12 --games 40 --seed 900");
    assert!(report["failures"].as_u64().unwrap() <= 1, "{report}");
    // The best placement alone reaches 9 of 40.
    let report = json("--target 50 --field 4x8 --games 40 --seed 900");
    assert!(report["failures"].as_u64().unwrap() <= 24, "{report}");
}

#[test]
fn the_script_of_a_game_says_what_it_was_played_for() {
    let output = play("--target 50 --seed 3 --script - -q");
    let script: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(
        script["game"],
        serde_json::json!({"target": 50, "end": "target"})
    );
}

#[test]
fn a_target_that_is_missed_is_exit_code_1() {
    let output = play("--target 500 --field 5x6");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("failure: ended by overflow before the target of 500"));
}

#[test]
fn the_script_of_a_game_is_replayed_to_its_field() {
    let desk = Desk::new();
    let path = |name: &str| desk.path(name);
    // The game is played until it overflows, so its script needs a higher field.
    let (script, gif, png, steps) = (path("g.json"), path("g.gif"), path("g.png"), path("p.json"));
    let output = play(&format!(
        "--field 7x7 --seed 3 --script {script} --gif {gif} --png {png} --path {steps}"
    ));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let replayed = run(&format!("replay {script}"));
    assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
    assert!(stdout(&replayed).lines().count() == 11);
    assert!(fs::read(&gif).unwrap().starts_with(b"GIF89a"));
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let steps: Value = serde_json::from_slice(&fs::read(&steps).unwrap()).unwrap();
    let script: Value = serde_json::from_slice(&fs::read(&script).unwrap()).unwrap();
    let (steps, drops) = (
        steps.as_array().unwrap(),
        script["drops"].as_array().unwrap(),
    );
    assert_eq!(steps.len(), drops.len());
    for (step, drop) in steps.iter().zip(drops) {
        assert_eq!(step["piece"], drop["piece"]);
        assert_eq!(step["orientation"], drop["orientation"]);
    }
}

#[test]
fn the_path_as_text_is_all_that_stdout_gets() {
    let output = play("--pieces 3 --path -");
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.starts_with("piece orientation column row lines\n"));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("ended by pieces")
    );
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let games = "--games 8 --field 8x8 --pieces 500 --seed 5";
    let alone = program()
        .args(["play", "--json"])
        .args(games.split_whitespace())
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&alone.stdout).unwrap();
    assert_eq!(json(games), report);
    assert_eq!(report["games"], 8);
}

#[test]
fn a_console_game_counts_its_frames() {
    let report = json("--console --level 18 --random console --pieces 20");
    assert_eq!(report["pieces"], 20);
    assert!(report["frames"].as_u64().unwrap() > 20 * 18);
}

#[test]
fn a_tuning_goes_on_where_it_stopped_and_its_state_serves_as_weights() {
    let desk = Desk::new();
    let path = |name: &str| desk.path(name);
    let (parts, whole) = (path("parts.json"), path("whole.json"));
    let tune = |file: &str, generations: u32| {
        let output = play(&format!(
            "--tune {file} --generations {generations} --population 10 --games 2 --field 6x8 \
             --pieces 100"
        ));
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    };
    tune(&parts, 1);
    tune(&parts, 2);
    tune(&whole, 3);
    assert_eq!(fs::read(&parts).unwrap(), fs::read(&whole).unwrap());
    assert_eq!(json(&format!("--weights {whole} --pieces 9"))["pieces"], 9);
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    for (arguments, reason) in [
        ("--weights /dev/null", "it is empty"),
        ("--weights README.md", "not a file of weights"),
        (
            "--weights nobody",
            "dellacherie, document, bcts, dt-20 or a file",
        ),
        ("--path - --json", "write the other outputs to files"),
        ("--tune README.md", "not the state of a tuning"),
        (
            "--tune no/folder/state.json",
            "there is no folder no/folder",
        ),
        ("--weights Cargo.toml --path Cargo.toml", "is the input"),
        ("--watch", "in a terminal"),
    ] {
        let text = error(arguments, 2);
        assert!(text.contains(reason), "{arguments}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}
