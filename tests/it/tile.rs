//! The subcommand `tile` through its binary.

use serde_json::{Value, json};

use crate::support::{Answer, Desk, answer, in_repository};

/// Runs `tile` with arguments separated by blanks and standard input.
fn tile_with(arguments: &str, input: &str) -> Answer {
    answer(in_repository(""), &format!("tile {arguments}"), input)
}

fn tile(arguments: &str) -> Answer {
    tile_with(arguments, "")
}

/// Standard output of a run that ends well.
fn printed(arguments: &str) -> String {
    let answer = tile(arguments);
    assert_eq!(answer.err, "", "{arguments}");
    answer.printed()
}

fn report(arguments: &str) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

fn first_line(arguments: &str) -> String {
    printed(arguments)
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn the_count_stands_alone_on_the_first_line() {
    assert_eq!(printed("6x6"), "178939\n");
    assert_eq!(printed("6x6 --pieces IOTS"), "1409\n");
    assert_eq!(printed("8x8"), "19077209438\n");
    assert_eq!(printed("5x8 --times 2"), "3106\n");
    assert_eq!(printed("5x8 --times 2 --copies-differ"), "99392\n");
    assert_eq!(printed("--puzzle pentominoes-8x8 --distinct"), "65\n");
    assert_eq!(printed("--puzzle soma --distinct"), "240\n");
}

#[test]
fn every_method_counts_the_same() {
    for method in ["auto", "links", "bits", "profile", "matrix"] {
        assert_eq!(
            printed(&format!("4x6 --method {method}")),
            "2003\n",
            "{method}"
        );
        let once = format!("3x3x3 --set soma --once --method {method}");
        if !matches!(method, "matrix") {
            assert_eq!(printed(&once), "11520\n", "{method}");
        }
    }
    assert_eq!(printed("4x6 --choice first"), "2003\n");
}

#[test]
fn nothing_to_count_is_no_error_and_has_a_reason() {
    for (arguments, reason) in [
        ("4x5 --once", "chessboard"),
        ("5x5", "25 cells"),
        ("4x6 --once", "20 cells together and the board has 24"),
        ("2x2 --pieces I", "no piece can cover"),
        ("6x6 --pieces L", "every other row"),
        ("6x6 --pieces S --explain", "dead end"),
    ] {
        let out = printed(arguments);
        let mut lines = out.lines();
        assert_eq!(lines.next(), Some("0"), "{arguments}");
        let because = lines.next().unwrap();
        assert!(
            because.starts_with("because ") && because.contains(reason),
            "{because}"
        );
    }
    let drawing = "x.x.\n.x.x\nx.x.\n.x.x\nx.x.\n";
    assert!(printed("4x5 --once --explain").ends_with(drawing));
}

#[test]
fn coverings_are_listed_as_drawings_or_by_their_cells() {
    assert_eq!(
        printed("4x2 --pieces O --list 5"),
        "1\n\n┌───────┬───────┐\n│ O   O │ O   O │\n│       │       │\n│ O   O │ O   O │\n└───────┴───────┘\n"
    );
    assert_eq!(
        printed("4x2 --pieces O --list 5 --cells"),
        "1\n\n1 2 5 6\n3 4 7 8\n"
    );
    assert_eq!(
        printed("2x2 --set dominoes --list 9 --no-count")
            .matches("│ I │ I │")
            .count(),
        2
    );
}

#[test]
fn a_seed_finds_the_same_covering_again() {
    let random = |seed| printed(&format!("12x22 --random --no-count --list 1 --seed {seed}"));
    assert_eq!(random(1), random(1));
    assert_ne!(random(1), random(2));
}

#[test]
fn the_articles_table_is_printed_side_by_side() {
    let out = printed("6x6 --pieces IOTS --stats");
    let row = |level: usize| {
        let line = out.lines().nth(3 + level).unwrap().split_whitespace();
        line.map(|number| number.parse().unwrap())
            .collect::<Vec<u64>>()
    };
    assert_eq!(first_line("6x6 --pieces IOTS --stats"), "1409");
    assert!(out.lines().nth(3).unwrap().contains("plain matrix"));
    for (level, branches) in (1..).zip([7, 29, 82, 241, 651, 1510, 2974, 4070, 1409]) {
        assert_eq!(row(level + 1)[..3], [level as u64, branches, branches]);
    }
}

#[test]
fn the_comparison_keeps_its_columns_whatever_is_branched_on() {
    let heading = |arguments| printed(arguments).lines().nth(3).unwrap().to_owned();
    let smallest = heading("6x6 --pieces IOTS --stats");
    assert!(
        smallest.ends_with("plain matrix, first column"),
        "{smallest}"
    );
    assert_eq!(
        heading("6x6 --pieces IOTS --stats --choice first"),
        smallest
    );
    let large = printed("10x10 --pieces IO --stats --max-branches 50");
    assert!(large.contains("plain matrix left out: the plain matrix is for small boards"));
}

#[test]
fn the_articles_matrix_is_printed_and_solved_again() {
    let matrix = printed("6x6 --pieces IOTS --print-matrix");
    let row = format!("1111{}", "0".repeat(32));
    assert_eq!(
        (matrix.lines().count(), matrix.lines().next()),
        (221, Some(&row[..]))
    );
    let solved = tile_with("--matrix -", &matrix);
    assert_eq!(solved.err, "");
    assert_eq!(solved.printed(), "1409\n");
    let once = printed("4x5 --once --print-matrix");
    assert!(
        once.lines()
            .all(|row| row.len() == 25 && row.matches('1').count() == 5),
        "{once}"
    );
    assert!(once.lines().next().unwrap().ends_with("10000"));
    assert_eq!(tile_with("--matrix -", &once).printed(), "0\n");
    tile("5x8 --times 2 --print-matrix").check_refusal(2, "once or any number of times");
}

#[test]
fn a_matrix_of_ones_own_is_solved() {
    let knuth = "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n";
    for arguments in ["", "--method matrix", "--choice first", "--random --seed 3"] {
        let solved = tile_with(&format!("--matrix - --list 9 {arguments}"), knuth);
        assert_eq!(solved.printed(), "1\n1 4 5\n", "{arguments}");
    }
    let report = tile_with("--matrix - --list 1 --json", knuth).report();
    assert_eq!(report["solutions"], json!([[1, 4, 5]]));
    let out = tile_with("--matrix - --stats", knuth).printed();
    assert!(
        out.starts_with("1\n") && out.contains("plain matrix, first column"),
        "{out}"
    );
    let cut = tile_with("--matrix - --max-branches 1", knuth);
    assert_eq!(cut.code, 1);
    assert!(cut.err.contains("there may be more"), "{}", cut.err);
    for (text, remedy) in [
        ("012", "0s and 1s"),
        ("", "it is empty"),
        ("\n", "no row"),
        ("01\n1", "first row has 2"),
    ] {
        tile_with("--matrix -", text).check_error(2, remedy);
    }
}

#[test]
fn a_search_that_is_cut_says_so() {
    let cut = tile("6x6 --method links --max-branches 1000");
    assert_eq!(cut.code, 1);
    assert!(cut.out.trim().parse::<u64>().unwrap() < 178_939);
    assert!(cut.err.contains("there may be more"), "{}", cut.err);
    let out = printed("12x22 --stats --max-branches 2000");
    assert!(
        out.starts_with("Every search was cut after 2000 branches"),
        "{out}"
    );
}

#[test]
fn the_report_is_json() {
    let impossible = report("4x5 --once --json");
    assert_eq!(impossible["count"], "0");
    assert!(
        impossible["because"]
            .as_str()
            .unwrap()
            .contains("chessboard")
    );
    let possible = report("4x2 --pieces O --list 1 --json");
    assert_eq!(possible["coverings"][0][0]["cells"], json!([1, 2, 5, 6]));
}

#[test]
fn the_example_in_the_help_is_a_puzzle() {
    let help = printed("--help");
    let text = help.split("An example:\n\n").nth(1).unwrap();
    let (text, rest) = text.split_once("\nThe same in JSON:\n\n").unwrap();
    let json = rest.split_once("\nExamples:").unwrap().0;
    let [one, other] = [text, json].map(|puzzle| tile_with("--puzzle - --list 1", puzzle));
    assert_eq!(one.err, other.err);
    let covering = one.printed();
    assert_eq!(covering, other.printed());
    assert_ne!(covering.lines().next(), Some("0"));
}

#[test]
fn pictures_are_written_whole_or_not_at_all() {
    let desk = Desk::new();
    let [png, svg] = ["six.png", "six.svg"].map(|name| desk.path(name));
    printed(&format!("--puzzle soma --list 4 --png {png} --svg {svg}"));
    let image = desk.picture("six.png");
    assert_eq!(
        (image.width(), image.height()),
        ((2 * 12 + 1) * 24, (2 * 4 + 1) * 24)
    );
    assert!(std::fs::read_to_string(&svg).unwrap().ends_with("</svg>\n"));
    let impossible = tile(&format!("4x5 --once --png {png}"));
    assert_eq!(impossible.code, 1);
    let told = impossible.err.contains("no picture was written");
    assert!(told, "{}", impossible.err);
    assert_eq!(desk.picture("six.png"), image);
    let svg = printed("4x2 --pieces O --svg -");
    assert!(
        svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
}

#[test]
fn a_solid_is_drawn_in_space() {
    let desk = Desk::new();
    let png = desk.path("soma.png");
    printed(&format!(
        "--puzzle soma --no-count --png {png} --isometric --cell 20"
    ));
    // Seven cells aside for each view and one around; three across, three layers and two lifts of two down.
    let image = desk.picture("soma.png");
    assert_eq!((image.width(), image.height()), (15 * 20, 12 * 20));
    tile("--puzzle soma --isometric").check_refusal(2, "--png");
}

#[test]
fn the_page_to_play_is_one_file() {
    let page = printed("--play -");
    assert!(page.starts_with("<!doctype html>") && page.contains("pentominoes-6x10"));
    assert!(printed("4x6 --play -").contains("\"tetrominoes on 4x6\""));
    assert!(printed("2x2x3 --set dominoes --play -").contains("\"dominoes on 2x2x3\""));
    tile("13x12 --play -").check_refusal(2, "at most 144 cells, not of 156");
}

#[test]
fn input_that_makes_no_sense_is_refused_in_one_line() {
    for (arguments, remedy) in [
        ("", "required"),
        ("6", "COLUMNSxROWS"),
        ("0x5", "at least one"),
        ("1000x1000", "at most 4096 cells"),
        ("99999999999999999999x2", "at most 4096 cells"),
        ("6x6 --pieces Q", "it has I, O, T, S, L"),
        ("6x6 --set hexominoes", "pentominoes"),
        ("6x6 --times 0", "say 1 to"),
        ("3x3x3 --one-sided", "leave out --one-sided"),
        ("--puzzle nope", "--puzzles"),
        ("30x30 --method profile", "--no-count --list 1"),
        ("12x12 --memory 1", "--memory"),
        ("14x22", "allow more --memory"),
        ("10x10x10 --set pentominoes --method bits", "--method links"),
        ("20x20 --method matrix", "--method links"),
        ("6x6 --list 1 --png x.png --cell 1", "6 to 256"),
    ] {
        tile(arguments).check_error(2, remedy);
    }
    let apart = tile_with("--puzzle -", "board: 4x4\npiece a:\n#.\n.#");
    apart.check_error(2, "falls apart");
    let no_piece = r#"{"board": "4x4", "pieces": [{}]}"#;
    tile_with("--puzzle -", no_piece).check_error(2, "JSON");
}
