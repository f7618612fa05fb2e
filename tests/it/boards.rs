//! The subcommand `link` through its binary.

use crate::support::{Desk, answer, in_repository};

fn run(arguments: &str, input: &str) -> (i32, String, String) {
    answer(in_repository(""), arguments, input)
}

#[test]
fn the_steps_of_a_board_are_printed_as_in_the_report() {
    let (code, out, err) = run("link -", "1 2 1\n0 2 0\n");
    assert_eq!((code, out.as_str()), (0, "2\n1 2 2 2\n1 1 1 3\n"));
    assert_eq!(
        err,
        "board     3x2: 4 tiles, 2 kinds\ncleared   in 2 steps by the three phases\n"
    );
    assert_eq!(
        run("link - -q", "[[1, 2, 1], [0, 2, 0]]"),
        (0, out, String::new())
    );
}

#[test]
fn the_report_tells_every_path() {
    let (code, out, _) = run("link - --json", "1 2 1\n0 2 0\n");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, report["answer"].as_str()), (0, Some("cleared")));
    assert_eq!(report["board"], serde_json::json!([[1, 2, 1], [0, 2, 0]]));
    let step = &report["steps"][1];
    assert_eq!(step["cells"], serde_json::json!([[1, 1], [1, 3]]));
    assert_eq!(step["path"], serde_json::json!([[1, 1], [1, 3]]));
}

#[test]
fn a_board_without_a_solution_is_proved_so() {
    let (code, out, err) = run("link -", "ab\nba\n");
    assert_eq!((code, out.as_str()), (1, ""));
    let expected = "error: the board cannot be cleared: whatever is taken, 4 tiles stay, such as the \
                    one at row 1, column 1\n";
    assert!(err.ends_with(expected), "{err}");
    let (code, out, _) = run("link - --json", "ab\nba\n");
    assert_eq!(code, 1);
    assert!(out.contains("\"answer\": \"stuck\""), "{out}");
}

#[test]
fn where_tiles_fall_other_boards_are_cleared() {
    let still = run("link - -q", "A B\nC C\nB A\n");
    assert_eq!(still.1, "3\n2 1 2 2\n1 1 3 2\n1 2 3 1\n");
    let (code, _, err) = run("link - --gravity", "A B\nC C\nB A\n");
    assert_eq!(code, 1);
    assert!(err.contains("every choice of pairs ends with tiles that cannot be linked"));
    let (_, made, _) = run("link --generate 10x6 --kinds 12 --seed 3 -q", "");
    let (code, out, err) = run("link - --gravity", &made);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("30\n"), "{out}");
}

#[test]
fn a_search_that_may_not_work_long_enough_is_undecided() {
    let (code, _, err) = run("link - --work 0", "adcb\ndabc\nabda\nccbd\n");
    assert_eq!(code, 1);
    assert!(err.contains("undecided: nothing is known"), "{err}");
    assert!(err.contains("try a larger --work"), "{err}");
}

#[test]
fn a_made_board_has_a_solution_and_comes_again() {
    let arguments = "link --generate 12x8 --kinds 20 --seed 1 -q";
    let (code, board, _) = run(arguments, "");
    assert_eq!(code, 0);
    assert_eq!(run(arguments, "").1, board);
    let (code, steps, err) = run("link -", &board);
    assert_eq!((code, steps.lines().next()), (0, Some("48")));
    assert!(err.contains("12x8: 96 tiles, 20 kinds"), "{err}");
}

#[test]
fn boards_that_are_none_say_why() {
    for (arguments, input, reason) in [
        (
            "link -",
            "1 1 1\n",
            "3 tiles of kind 1 cannot be paired off",
        ),
        ("link -", "1\n", "1 tile of kind 1 cannot be paired off"),
        (
            "link -",
            "1 1\n1\n",
            "row 2 of the board has 1 cell, the first one 2",
        ),
        ("link -", "", "it is empty"),
        ("link -", ".\n", "the board has no tile"),
        ("link --generate 3x3", "", "9 cells, an odd number"),
        ("link --generate 4x4 --kinds 9", "", "ask for 1 to 8 kinds"),
        ("link --generate 4", "", "write COLUMNSxROWS"),
        ("link", "", "required"),
        ("link no-such-file", "", "cannot read no-such-file"),
        (
            "link - --steps - --json",
            "1 1",
            "--json takes standard output",
        ),
    ] {
        let (code, out, err) = run(arguments, input);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
        assert!(err.contains(reason), "{arguments}: {err}");
    }
}

#[test]
fn a_board_and_its_solution_are_drawn() {
    let desk = Desk::new();
    let made = "link --generate 6x4 --kinds 5 --png board.png --gif solution.gif --steps steps.txt";
    let (code, out, err) = answer(&desk, made, "");
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.lines().count(), 4);
    let picture = desk.read("board.png");
    let board = tetris_printer::picture::decode_picture(&picture[..]).unwrap();
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
    let run = |arguments: &str| answer(&desk, arguments, "");
    let (code, board, err) =
        run("link --generate 10x8 --kinds 16 --seed 2 --tile 32 --png board.png");
    assert_eq!(code, 0, "{err}");
    let (code, out, err) = run("link board.png --json --explain reading.png");
    assert_eq!(code, 0, "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
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
    let figure = desk.read("reading.png");
    assert!(tetris_printer::picture::decode_picture(&figure[..]).is_ok());
}

#[test]
fn a_picture_without_a_board_is_refused() {
    let knight = "sprites/knight.png";
    let (code, out, err) = run(&format!("link {knight}"), "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("no grid of tiles"), "{err}");
    let (code, _, err) = run("link - --explain out.png", "1 1");
    assert_eq!(code, 2);
    assert!(
        err.contains("--explain is about how a picture is read"),
        "{err}"
    );
}

#[test]
fn the_next_pair_of_a_screenshot_comes_with_the_pixels_to_click_on() {
    let desk = Desk::new();
    let run = |arguments: &str| answer(&desk, arguments, "");
    let made =
        "link --generate 10x8 --kinds 16 --seed 2 --tile 32 --png board.png --matrix board.txt";
    assert_eq!(run(made).0, 0);
    let numbers = |line: &str| -> Vec<usize> {
        let words = line.split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    };
    let (code, pair, err) = run("link board.txt --next");
    assert_eq!(code, 0, "{err}");
    let (_, all, _) = run("link --play-from board.png");
    assert_eq!(all.lines().count(), 41);
    assert!(all.lines().skip(1).all(|line| numbers(line).len() == 8));
    let (code, out, err) = run("link --play-from board.png --next");
    assert_eq!((code, out.lines().count()), (0, 1), "{err}");
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
    let run = |arguments: &str| answer(&desk, arguments, "");
    let made = "link --generate 10x8 --kinds 16 --seed 2 --tile 32 --png board.png";
    assert_eq!(run(made).0, 0);
    let (code, out, err) = run("link board.png --grid 10x8 --crop 32,32,320,256 --json");
    assert_eq!(code, 0, "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let origin = report["grid"]["x"]["origin"].as_f64().unwrap();
    assert!((28.0..38.0).contains(&origin), "{origin}");
    let (code, _, err) = run("link board.png --crop 300,0,400,10");
    assert_eq!(code, 2);
    assert!(err.contains("300"), "{err}");
}

#[test]
fn what_was_read_of_a_refused_picture_is_written_and_can_be_mended() {
    let desk = Desk::new();
    let run = |arguments: &str| answer(&desk, arguments, "");
    // A board without its last column: kinds of which a tile is missing.
    let made = "link --generate 10x8 --kinds 16 --seed 2 --tile 32 --png board.png";
    assert_eq!(run(made).0, 0);
    let refused =
        "link board.png --grid 9x8 --crop 32,32,288,256 --matrix half.txt --explain how.png";
    let (code, out, err) = run(refused);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("cannot be paired off"), "{err}");
    assert!(err.contains("mend the text that --matrix writes"), "{err}");
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
    let (code, _, err) = answer(&desk, "link - --matrix again.txt", &mended.join("\n"));
    assert_ne!(code, 2, "{err}");
}

#[test]
fn a_pair_is_linked_or_not_and_says_why() {
    let board = "1 2 3\n2 0 4\n1 4 3\n";
    let (code, out, err) = run("link - --pair 2,1,1,2", board);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.starts_with("linked with 1 turn: 2,1 2,2 1,2\n"),
        "{out}"
    );
    assert!(out.contains("[2]─┘  4"), "{out}");
    let (_, out, _) = run("link - --pair 1,1,3,1 --json", board);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        report["path"],
        serde_json::json!([[1, 1], [1, 0], [3, 0], [3, 1]])
    );
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
        let (found, out, err) = run(&format!("link - --pair {pair}"), board);
        assert_eq!((found, out.as_str()), (code, ""), "{pair}: {err}");
        assert!(err.contains(reason), "{pair}: {err}");
    }
    let desk = Desk::new();
    let (code, _, err) = answer(&desk, "link - --pair 1,1,3,1 --png path.png", board);
    assert_eq!(code, 0, "{err}");
    assert_eq!(desk.picture("path.png").width(), 5 * 40);
}

#[test]
fn the_game_is_a_page() {
    let (code, page, err) = run("link --play -", "");
    assert_eq!(code, 0, "{err}");
    assert!(page.starts_with("<!doctype html>") && page.contains("\"board\":[["));
    let (_, page, _) = run("link - --play - -q", "7 7\n7 7\n");
    assert!(page.contains("\"board\":[[7,7],[7,7]]"));
}
