//! The subcommand `link` through its binary.

use serde_json::json;

use crate::support::{Answer, Desk, answer, in_repository};

/// The command that makes the board of most pictures here.
const MADE: &str = "link --generate 10x8 --kinds 16 --seed 2 --tile 32 --png board.png";

fn run(arguments: &str, input: &str) -> Answer {
    answer(in_repository(""), arguments, input)
}

#[test]
fn the_steps_of_a_board_are_printed_as_in_the_report() {
    let told = run("link -", "1 2 1\n0 2 0\n");
    assert_eq!(
        told.err,
        "board     3x2: 4 tiles, 2 kinds\ncleared   in 2 steps by the three phases\n"
    );
    let quiet = run("link - -q", "[[1, 2, 1], [0, 2, 0]]");
    assert_eq!(quiet.err, "");
    for answer in [told, quiet] {
        assert_eq!(answer.printed(), "2\n1 2 2 2\n1 1 1 3\n");
    }
}

#[test]
fn the_report_tells_every_path() {
    let report = run("link - --json", "1 2 1\n0 2 0\n").report();
    assert_eq!(report["answer"], "cleared");
    assert_eq!(report["board"], json!([[1, 2, 1], [0, 2, 0]]));
    let step = &report["steps"][1];
    assert_eq!(step["cells"], json!([[1, 1], [1, 3]]));
    assert_eq!(step["path"], json!([[1, 1], [1, 3]]));
}

#[test]
fn a_board_without_a_solution_is_proved_so() {
    let told = run("link -", "ab\nba\n");
    let expected = "error: the board cannot be cleared: whatever is taken, 4 tiles stay, such as the \
                    one at row 1, column 1\n";
    told.check_refusal(1, expected);
    assert!(told.err.ends_with(expected), "{}", told.err);
    let report = run("link - --json", "ab\nba\n");
    assert_eq!(report.code, 1);
    assert!(
        report.out.contains("\"answer\": \"stuck\""),
        "{}",
        report.out
    );
}

#[test]
fn where_tiles_fall_other_boards_are_cleared() {
    let board = "A B\nC C\nB A\n";
    let still = run("link - -q", board).printed();
    assert_eq!(still, "3\n2 1 2 2\n1 1 3 2\n1 2 3 1\n");
    let stuck = "every choice of pairs ends with tiles that cannot be linked";
    run("link - --gravity", board).check_refusal(1, stuck);
    let made = run("link --generate 10x6 --kinds 12 --seed 3 -q", "").printed();
    let steps = run("link - --gravity", &made).printed();
    assert!(steps.starts_with("30\n"), "{steps}");
}

#[test]
fn a_search_that_may_not_work_long_enough_is_undecided() {
    let undecided = run("link - --work 0", "adcb\ndabc\nabda\nccbd\n");
    undecided.check_refusal(1, "undecided: nothing is known");
    undecided.check_refusal(1, "try a larger --work");
}

#[test]
fn a_made_board_has_a_solution_and_comes_again() {
    let arguments = "link --generate 12x8 --kinds 20 --seed 1 -q";
    let board = run(arguments, "").printed();
    assert_eq!(run(arguments, "").printed(), board);
    let cleared = run("link -", &board);
    let told = cleared.err.contains("12x8: 96 tiles, 20 kinds");
    assert!(told, "{}", cleared.err);
    assert_eq!(cleared.printed().lines().next(), Some("48"));
}

#[test]
fn boards_that_are_none_say_why() {
    for (board, reason) in [
        ("1 1 1\n", "3 tiles of kind 1 cannot be paired off"),
        ("1\n", "1 tile of kind 1 cannot be paired off"),
        ("1 1\n1\n", "row 2 of the board has 1 cell, the first one 2"),
        ("", "it is empty"),
        (".\n", "the board has no tile"),
    ] {
        run("link -", board).check_refusal(2, reason);
    }
    let clash = run("link - --steps - --json", "1 1");
    clash.check_refusal(2, "--json takes standard output");
    Desk::new().check_refusals(&[
        ("link --generate 3x3", "9 cells, an odd number"),
        ("link --generate 4x4 --kinds 9", "ask for 1 to 8 kinds"),
        ("link --generate 4", "write COLUMNSxROWS"),
        ("link", "required"),
        ("link no-such-file", "cannot read no-such-file"),
    ]);
}

#[test]
fn a_board_and_its_solution_are_drawn() {
    let desk = Desk::new();
    let made = "link --generate 6x4 --kinds 5 --png board.png --gif solution.gif --steps steps.txt";
    assert_eq!(desk.answer(made).printed().lines().count(), 4);
    let board = desk.picture("board.png");
    assert_eq!((board.width(), board.height()), (8 * 40, 6 * 40));
    let gif = desk.read("solution.gif");
    let mut frames = 0;
    tetris_printer::picture::read_gif_frames(&gif, |_, _| frames += 1).unwrap();
    // The board, then a path and the board without its tiles for each of the 12 pairs.
    assert_eq!(frames, 25);
    let steps = String::from_utf8(desk.read("steps.txt")).unwrap();
    assert_eq!(steps.lines().next(), Some("12"));
}

#[test]
fn a_board_is_read_from_its_picture_and_solved() {
    let desk = Desk::new();
    let board = desk.answer(MADE).printed();
    let report = desk.answer("link board.png --json --explain reading.png");
    let report = report.report();
    assert_eq!(report["grid"]["x"]["count"], 10);
    assert_eq!(report["answer"], "cleared");
    // Kinds are numbered as they appear; equal tiles stay equal, others differ.
    let written: Vec<&str> = board.split_whitespace().collect();
    let read = report["board"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap());
    let read: Vec<u64> = read.map(|kind| kind.as_u64().unwrap()).collect();
    for a in 0..read.len() {
        for b in 0..a {
            assert_eq!(
                read[a] == read[b],
                written[a] == written[b],
                "cells {a} and {b}"
            );
        }
    }
    desk.picture("reading.png");
    let told = desk.answer("link board.png").err;
    let confidence = report["confidence"].as_f64().unwrap();
    let rounded = format!("{:.2}", (100.0 * confidence).floor() / 100.0);
    assert!(
        told.contains(&format!("with a confidence of {rounded}")),
        "{told}"
    );
}

#[test]
fn a_picture_without_a_board_is_refused() {
    let refused = run("link sprites/knight.png", "");
    refused.check_refusal(2, "no grid of tiles");
    let remedy = "name its columns and rows if they have more than 600 places";
    refused.check_refusal(2, remedy);
    let explained = run("link - --explain out.png", "1 1");
    explained.check_refusal(2, "--explain is about how a picture is read");
}

#[test]
fn how_a_picture_is_read_is_asked_for_with_a_picture() {
    let made = "link --play page.html";
    let options = [
        "--explain how.png",
        "--grid 12x8",
        "--crop 0,0,9,9",
        "--confidence 0.5",
    ];
    let desk = Desk::new();
    for option in options {
        let refused = desk.answer(&format!("{made} {option}"));
        refused.check_refusal(2, "BOARD|--play-from <PICTURE>");
    }
    desk.answer(MADE).printed();
    desk.answer(&format!("{made} board.png {}", options[0]))
        .printed();
    desk.picture("how.png");
}

#[test]
fn the_next_pair_of_a_screenshot_comes_with_the_pixels_to_click_on() {
    let desk = Desk::new();
    desk.answer(&format!("{MADE} --matrix board.txt")).printed();
    let numbers = |line: &str| -> Vec<usize> {
        let words = line.split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    };
    let pair = desk.answer("link board.txt --next").printed();
    let all = desk.answer("link --play-from board.png").printed();
    assert_eq!(all.lines().count(), 41);
    assert!(all.lines().skip(1).all(|line| numbers(line).len() == 8));
    let out = desk.answer("link --play-from board.png --next").printed();
    assert_eq!(out.lines().count(), 1, "{out}");
    let found = numbers(&out);
    assert_eq!(found[..4], numbers(&pair));
    // A lane as wide as a tile is around the board.
    for (cell, at) in found[..4].chunks(2).zip(found[4..].chunks(2)) {
        assert_eq!([at[1] / 32, at[0] / 32], cell, "{out}");
    }
}

#[test]
fn a_board_of_known_size_is_read_from_a_part_of_a_picture() {
    let desk = Desk::new();
    desk.answer(MADE).printed();
    let report = desk.answer("link board.png --grid 10x8 --crop 32,32,320,256 --json");
    let report = report.report();
    let origin = report["grid"]["x"]["origin"].as_f64().unwrap();
    assert!((28.0..38.0).contains(&origin), "{origin}");
    let beside = desk.answer("link board.png --crop 300,0,400,10");
    beside.check_refusal(2, "300");
}

#[test]
fn what_was_read_of_a_refused_picture_is_written_and_can_be_mended() {
    let desk = Desk::new();
    desk.answer(MADE).printed();
    // A board without its last column: kinds of which a tile is missing.
    let refused = desk.answer(
        "link board.png --grid 9x8 --crop 32,32,288,256 --matrix half.txt --explain how.png",
    );
    refused.check_refusal(2, "cannot be paired off");
    refused.check_refusal(2, "mend the text that --matrix writes");
    assert_eq!(desk.picture("how.png").bounds().map(|_| ()), Some(()));
    let matrix = String::from_utf8(desk.read("half.txt")).unwrap();
    assert!(matrix.contains('?'), "{matrix}");
    // Without the doubtful tiles all kinds are even again, so that the text is a board.
    let words = |line: &str| -> Vec<String> {
        let words = line.split_whitespace();
        words
            .map(|word| if word.ends_with('?') { "0" } else { word }.to_owned())
            .collect()
    };
    let mended: Vec<String> = matrix.lines().map(|line| words(line).join(" ")).collect();
    let again = answer(&desk, "link - --matrix again.txt", &mended.join("\n"));
    assert_ne!(again.code, 2, "{}", again.err);
}

#[test]
fn a_pair_is_linked_or_not_and_says_why() {
    let board = "1 2 3\n2 0 4\n1 4 3\n";
    let linked = run("link - --pair 2,1,1,2", board);
    assert_eq!(linked.err, "");
    let out = linked.printed();
    assert!(
        out.starts_with("linked with 1 turn: 2,1 2,2 1,2\n"),
        "{out}"
    );
    assert!(out.contains("[2]─┘  4"), "{out}");
    let report = run("link - --pair 1,1,3,1 --json", board).report();
    assert_eq!(report["path"], json!([[1, 1], [1, 0], [3, 0], [3, 1]]));
    for (pair, code, reason) in [
        (
            "1,1,1,2",
            1,
            "not linked: the tiles at row 1, column 1 and row 1, column 2 are not equal",
        ),
        (
            "1,1,2,2",
            1,
            "not linked: there is no tile at row 2, column 2",
        ),
        ("1,1,1,1", 2, "name two tiles"),
        ("1,1,4,1", 2, "3x3 cells"),
        ("0,1,1,1", 2, "like 1,2,4,3"),
        ("1,1,1", 2, "like 1,2,4,3"),
    ] {
        run(&format!("link - --pair {pair}"), board).check_refusal(code, reason);
    }
    let desk = Desk::new();
    answer(&desk, "link - --pair 1,1,3,1 --png path.png", board).printed();
    assert_eq!(desk.picture("path.png").width(), 5 * 40);
}

#[test]
fn the_game_is_a_page() {
    let page = run("link --play -", "").printed();
    assert!(page.starts_with("<!doctype html>") && page.contains("\"board\":[["));
    let page = run("link - --play - -q", "7 7\n7 7\n").printed();
    assert!(page.contains("\"board\":[[7,7],[7,7]]"));
}
