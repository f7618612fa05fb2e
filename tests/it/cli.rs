//! The command line as a user meets it: streams, exit codes, and what errors say.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::{Desk, error, in_repository, program, run, sprite_path, stdout};

/// Prints the heart by the tables, which is done at once.
fn print_heart(outputs: &[&str]) -> Output {
    let heart = sprite_path("heart");
    run(&[&["print", &heart, "--planner", "tables"], outputs].concat())
}

/// Arguments that print a picture pixel by pixel by the classic planner.
fn by_realtime(picture: &str) -> [&str; 6] {
    ["print", picture, "--scale", "1", "--planner", "realtime"]
}

/// Fails unless all of this stands in a text.
#[track_caller]
fn check_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn a_sprite_becomes_files_that_verify() {
    let desk = Desk::new();
    let [gif, png, script] = ["out.gif", "out.png", "out.json"].map(|name| desk.path(name));
    let key = sprite_path("key");
    let printed = run(&[
        "print",
        &key,
        "--planner",
        "realtime",
        "--gif",
        &gif,
        "--png",
        &png,
        "--script",
        &script,
    ]);
    assert_eq!(printed.status.code(), Some(0), "{printed:?}");
    let told = ["8x16, 60 pixels", "realtime", "pieces", "lines", "frames"];
    let report = stdout(&printed);
    check_says(&report, &told);
    check_says(&report, &[&gif, "exactly"]);
    let verified = run(&[
        "verify", &key, "--gif", &gif, "--png", &png, "--script", &script,
    ]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    assert_eq!(stdout(&verified).matches("exactly").count(), 3);
    let other = run(&["verify", &sprite_path("heart"), "--png", &png, "--json"]);
    assert!(error(&other, 1).contains("differs from the sprite"));
    assert!(stdout(&other).contains("\"exact\": false"));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let outputs = |seed: &str| {
        let desk = Desk::new();
        let gif = desk.path("out.gif");
        let script = desk.path("out.json");
        let args = [
            "--planner",
            "realtime",
            "--seed",
            seed,
            "--gif",
            &gif,
            "--script",
            &script,
        ];
        assert!(
            run(&[&["print", &sprite_path("gem")], &args[..]].concat())
                .status
                .success()
        );
        (fs::read(gif).unwrap(), fs::read(script).unwrap())
    };
    let first = outputs("5");
    assert_eq!(first, outputs("5"));
    assert_ne!(first.1, outputs("6").1);
}

#[test]
fn an_output_on_stdout_stands_alone() {
    let script = print_heart(&["--script", "-"]);
    assert!(script.status.success());
    let json: serde_json::Value = serde_json::from_slice(&script.stdout).unwrap();
    assert_eq!(
        (&json["format"], &json["version"]),
        (&"tetris-print".into(), &1.into())
    );
    assert!(String::from_utf8_lossy(&script.stderr).contains("verified"));
    let quiet = print_heart(&["--gif", "-", "-q"]);
    assert!(quiet.stdout.starts_with(b"GIF89a") && quiet.stderr.is_empty());
    let clash = print_heart(&["--gif", "-", "--json"]);
    assert!(error(&clash, 2).contains("--json takes standard output"));
}

#[test]
fn a_report_as_json_is_one_document() {
    let desk = Desk::new();
    let png = desk.path("out.png");
    let printed = print_heart(&["--png", &png, "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(report["sprite"]["pixels"], 48);
    assert_eq!(report["layout"]["field"]["width"], 21);
    assert_eq!(
        (&report["verified"], &report["outputs"][0]["kind"]),
        (&true.into(), &"png".into())
    );
    let (pieces, lines) = (report["pieces"].as_u64(), report["lines"].as_u64());
    assert_eq!(4 * pieces.unwrap(), 48 + 21 * lines.unwrap());
}

#[test]
fn a_sprite_on_stdin_is_read() {
    let input = fs::File::open(sprite_path("heart")).unwrap();
    let output = program()
        .args(["print", "-", "--planner", "tables", "--script", "-"])
        .stdin(input)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn what_no_game_can_print_is_refused_with_the_row() {
    let desk = Desk::new();
    let name = desk.draw("gap.png", "..#.. ..... .###. .....");
    let gif = desk.path("gap.gif");
    let message = error(&run(&["print", &name, "--gif", &gif]), 1);
    assert!(message.contains("row 1 of the picture"), "{message}");
    assert!(!Path::new(&gif).exists());
    let empty = desk.draw("empty.png", "... ...");
    assert!(error(&run(&["print", &empty]), 1).contains("every pixel is transparent"));
}

#[test]
fn too_many_colours_name_the_remedy_and_the_remedy_works() {
    let desk = Desk::new();
    let name = desk.draw("five.png", "01234 01.34 01234");
    let classic = by_realtime(&name);
    let message = error(&run(&classic), 2);
    check_says(&message, &["5 colours", "--colors 3"]);
    check_says(&message, &["--planner minimal --carriers free"]);
    let merged = run(&[&classic[..], &["--colors", "3"]].concat());
    check_says(&stdout(&merged), &["3 colours (merged from 5)"]);
}

#[test]
fn a_sprite_too_large_says_what_fits() {
    let desk = Desk::new();
    let name = desk.draw("wide.png", "##.#.####.#.####.## ###.##.###.##.#####");
    let message = error(&run(&by_realtime(&name)), 2);
    check_says(&message, &["19 columns wide", "at most 17"]);
}

#[test]
fn the_fields_own_colour_cannot_be_the_sprites() {
    let desk = Desk::new();
    let name = desk.draw_in("black.png", "##.. ####", |_| [0; 3]);
    let chosen = run(&["print", &name, "--planner", "tables", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&chosen.stdout).unwrap();
    assert_ne!(report["background"], "#000000");
    let asked = run(&["print", &name, "--field-color", "#000000"]);
    assert!(error(&asked, 2).contains("choose another --field-color"));
}

#[test]
fn files_that_are_no_pictures_are_one_line_of_error() {
    let desk = Desk::new();
    let heart = fs::read(sprite_path("heart")).unwrap();
    let mut huge = heart.clone();
    huge[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    let cases: [(&str, &[u8]); 5] = [
        ("empty.png", b""),
        ("text.png", b"this is no picture"),
        ("truncated.png", &heart[..heart.len() / 2]),
        ("header.png", &heart[..20]),
        ("huge.png", &huge),
    ];
    for (name, bytes) in cases {
        let name = desk.write(name, bytes);
        let gif = desk.path("out.gif");
        let message = error(&run(&["print", &name, "--gif", &gif]), 2);
        assert!(message.contains(&name), "{message}");
        assert!(!Path::new(&gif).exists());
    }
    let missing = run(&["print", "no/such/file.png"]);
    assert!(error(&missing, 2).contains("no/such/file.png"));
    error(&run(&["print", &desk.path("")]), 2);
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_the_work() {
    let desk = Desk::new();
    let before = fs::read(sprite_path("heart")).unwrap();
    let name = desk.write("heart.png", &before);
    assert!(error(&run(&["print", &name, "--png", &name]), 2).contains("would overwrite it"));
    let nowhere = desk.path("no/out.gif");
    assert!(error(&run(&["print", &name, "--gif", &nowhere]), 2).contains("there is no folder"));
    let here = desk.path("");
    assert!(error(&run(&["print", &name, "--gif", &here]), 2).contains("it is a folder"));
    let out = desk.path("same");
    let twice = run(&["print", &name, "--gif", &out, "--png", &out]);
    assert!(error(&twice, 2).contains("two outputs go to"));
    assert_eq!(desk.read("heart.png"), before);
    assert_eq!(desk.names(""), ["heart.png"]);
}

#[test]
fn a_failed_run_leaves_existing_files_as_they_were() {
    let desk = Desk::new();
    let gap = desk.draw("gap.png", "#. .. ##");
    let gif = desk.path("out.gif");
    fs::write(&gif, "precious").unwrap();
    error(&run(&["print", &gap, "--gif", &gif]), 1);
    assert_eq!(fs::read_to_string(&gif).unwrap(), "precious");
    let replaced = print_heart(&["--gif", &gif]);
    assert!(replaced.status.success());
    assert!(fs::read(&gif).unwrap().starts_with(b"GIF89a"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_none() {
    let full = print_heart(&["--gif", "/dev/full"]);
    assert!(error(&full, 2).contains("cannot write /dev/full"));
    let device = fs::File::create("/dev/full").unwrap();
    let report = program()
        .args(["patterns"])
        .stdout(device)
        .output()
        .unwrap();
    assert_eq!(report.status.code(), Some(2));
    assert!(print_heart(&["--gif", "/dev/null"]).status.success());
    let mut child = program()
        .args(["patterns", "--platforms"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let closed = child.wait_with_output().unwrap();
    assert!(
        closed.status.success() && closed.stderr.is_empty(),
        "{closed:?}"
    );
}

#[test]
fn a_changed_cell_is_found_and_drawn() {
    let desk = Desk::new();
    let script = desk.path("out.json");
    assert!(print_heart(&["--script", &script]).status.success());
    let text = fs::read_to_string(&script).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let color = json["colors"]["T"].clone();
    json["colors"]["T"] = json["colors"]["J"].clone();
    json["colors"]["J"] = color;
    fs::write(&script, json.to_string()).unwrap();
    let diff = desk.path("diff.png");
    let judged = run(&[
        "verify",
        &sprite_path("heart"),
        "--script",
        &script,
        "--diff",
        &diff,
    ]);
    error(&judged, 1);
    assert!(stdout(&judged).contains("first at column"), "{judged:?}");
    assert_eq!(desk.picture("diff.png").width(), 21 * 12);
}

#[test]
fn a_script_is_replayed_without_its_sprite() {
    let desk = Desk::new();
    let script = desk.path("out.json");
    let png = desk.path("out.png");
    assert!(
        run(&[
            "print",
            &sprite_path("gem"),
            "--planner",
            "realtime",
            "--script",
            &script
        ])
        .status
        .success()
    );
    assert!(run(&["replay", &script, "--png", &png]).status.success());
    assert!(
        run(&["verify", &sprite_path("gem"), "--png", &png])
            .status
            .success()
    );
    let shown = stdout(&run(&["replay", &script]));
    assert_eq!(
        (shown.lines().count(), shown.lines().next()),
        (42, Some(&*".".repeat(21)))
    );
    let broken = desk.write("broken.json", r#"{"format": "chess", "version": 1}"#);
    assert!(error(&run(&["replay", &broken]), 2).contains("not a print script"));
}

#[test]
fn the_pattern_table_is_the_articles_with_its_slips_corrected() {
    let expected = "\
squares  rows  pieces  patterns
      1     3      16        15
      1     7      37         4
      2     2      11         3
      2     6      32       133
      3     5      27       455
      4     4      22       715
      5     3      17       462
      6     2      12        35
      6     6      33        49
      7     1       7         1
                      all 1,872

371 ways to drop a piece on 21 columns
";
    assert_eq!(stdout(&run(&["patterns"])), expected);
    let proof = stdout(&run(&[
        "patterns", "--layout", "3", "--rows", "3", "--prove",
    ]));
    assert_eq!(proof, "proved impossible: 1 of 1 claims\n");
    assert!(error(&run(&["patterns", "--layout", "3,4"]), 2).contains("stand apart"));
}

#[test]
fn the_tables_come_out_of_their_search_byte_by_byte() {
    let desk = Desk::new();
    let folder = desk.path("found");
    std::fs::create_dir(&folder).unwrap();
    stdout(&run(&["patterns", "--search", "--out", &folder, "-q"]));
    let names = (1..=7).map(|squares| format!("emitters{squares}.txt"));
    for name in names.chain(["platforms.txt".to_owned()]) {
        let found = desk.read(&format!("found/{name}"));
        let kept = std::fs::read(format!("src/plan/classic/patterns/{name}")).unwrap();
        assert!(found == kept, "{name} differs from what the search finds");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unless it is optimized")]
fn training_makes_weights_that_plan_and_says_what_they_are_worth() {
    let desk = Desk::new();
    let train = |name: &str| {
        let file = desk.path(name);
        let table = stdout(&run(&["train", "--quick", "--seed", "3", "--out", &file]));
        (table, desk.read(name))
    };
    let (table, file) = train("new.weights");
    for name in ["outlined", "blob", "portrait", "letters", "noise", "all"] {
        assert!(table.lines().any(|line| line.starts_with(name)), "{table}");
    }
    assert!(file.starts_with(b"tetris-printer weights 1\n# trained by"));
    let kept = std::fs::read("src/plan/minimal/weights/trained.weights").unwrap();
    assert!(file != kept, "something was learnt");
    assert!(
        train("again.weights").1 == file,
        "the same seed makes the same weights"
    );
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unless it is optimized")]
fn training_learns_from_the_pictures_of_a_folder() {
    let desk = Desk::new();
    for name in ["gem", "heart"] {
        fs::copy(sprite_path(name), desk.path(&format!("{name}.png"))).unwrap();
    }
    let (here, file) = (desk.path(""), desk.path("new.weights"));
    let folder = ["--pictures", &here, "--judge", &here];
    stdout(&run(
        &[&["train", "--quick", "--out", &file], &folder[..]].concat()
    ));
    let file = desk.read("new.weights");
    let title = String::from_utf8_lossy(&file[..200]).into_owned();
    assert!(title.contains("# on 2 pictures, searched"), "{title}");
}

#[test]
fn planners_are_compared_on_a_folder() {
    let desk = Desk::new();
    fs::copy(sprite_path("heart"), desk.path("heart.png")).unwrap();
    desk.write("bad.png", "no picture");
    let here = desk.path("");
    let table = stdout(&run(&["bench", &here, "--planners", "tables,realtime"]));
    check_says(&table, &["tables      1/1", "bad.png: cannot read"]);
    let json = run(&["bench", &here, "--planners", "tables", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(report["pictures"][0]["pixels"], 48);
    let narrow = [
        "bench",
        &here,
        "--planners",
        "tables,realtime",
        "--field",
        "5x42",
    ];
    let none = run(&narrow);
    let table = String::from_utf8(none.stdout).unwrap();
    assert!(
        none.status.code() == Some(1) && table.contains("heart.png by tables, realtime: "),
        "{table}"
    );
    assert!(error(&run(&["bench", "no/such/folder"]), 2).contains("no/such/folder"));
}

#[test]
fn the_readmes_first_command_names_files_that_exist() {
    let readme = fs::read_to_string(in_repository("README.md")).unwrap();
    let first = readme
        .lines()
        .find(|line| line.starts_with("cargo run"))
        .unwrap();
    let words = first
        .split_whitespace()
        .filter(|word| word.ends_with(".png"));
    let sprite = words.clone().next().unwrap();
    assert!(in_repository(sprite).is_file(), "{sprite}");
}

#[test]
fn the_minimal_planner_needs_a_fraction_of_the_pieces() {
    let pieces = |planner: &str| {
        let printed = run(&[
            "print",
            &sprite_path("frog"),
            "--planner",
            planner,
            "--effort",
            "fast",
            "--json",
        ]);
        let report: serde_json::Value = serde_json::from_slice(&printed.stdout).unwrap();
        assert_eq!(report["verified"], true, "{printed:?}");
        report["pieces"].as_u64().unwrap()
    };
    assert!(3 * pieces("minimal") < pieces("tables"));
}

#[test]
fn a_sprite_wider_than_the_field_does_not_fit() {
    let desk = Desk::new();
    let name = desk.draw("wide.png", &"#.".repeat(12));
    assert!(error(&run(&["print", &name, "--scale", "1"]), 2).contains("--field auto"));
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_yet_stays_a_link() {
    let desk = Desk::new();
    let file = desk.path("real.png");
    let link = desk.path("link.png");
    std::os::unix::fs::symlink("real.png", &link).unwrap();
    assert!(print_heart(&["--png", &link]).status.success());
    assert!(Path::new(&link).is_symlink() && Path::new(&file).is_file());
    let circle = desk.path("circle.png");
    std::os::unix::fs::symlink("circle.png", &circle).unwrap();
    let round = print_heart(&["--png", &circle]);
    assert!(error(&round, 2).contains("lead nowhere"));
}
