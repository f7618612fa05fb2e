//! The command line as a user meets it: streams, exit codes, and what errors say.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;
use tetris_printer::color::Rgb;
use tetris_printer::picture::{Raster, decode_picture, write_raster_png};

fn program() -> Command {
    Command::new(cargo_bin!("tetris-printer"))
}

fn run(args: &[&str]) -> Output {
    program().args(args).stdin(Stdio::null()).output().unwrap()
}

/// Prints the heart by the tables, which is done at once.
fn print_heart(outputs: &[&str]) -> Output {
    let heart = sprite("heart");
    run(&[&["print", &heart, "--planner", "tables"], outputs].concat())
}

fn sprite(name: &str) -> String {
    format!("{}/sprites/{name}.png", env!("CARGO_MANIFEST_DIR"))
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The one line that an unsuccessful run prints.
fn error(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "one line: {text}");
    assert!(text.starts_with("error: "), "{text}");
    text
}

fn path(folder: &TempDir, name: &str) -> (PathBuf, String) {
    let path = folder.path().join(name);
    let text = path.to_str().unwrap().to_owned();
    (path, text)
}

/// A black and white picture drawn with `#` and `.`, as a PNG with transparency.
fn png_of(drawing: &str, color: impl Fn(usize) -> [u8; 3]) -> Vec<u8> {
    let lines: Vec<&str> = drawing.split_whitespace().collect();
    let width = lines[0].len();
    let picture = Raster::from_fn(width, lines.len(), |x, y| {
        let [r, g, b] = color(y * width + x);
        (lines[y].as_bytes()[x] != b'.').then(|| Rgb::new(r, g, b))
    });
    let mut bytes = Vec::new();
    write_raster_png(&picture, &mut bytes).unwrap();
    bytes
}

#[test]
fn a_sprite_becomes_files_that_verify() {
    let folder = TempDir::new().unwrap();
    let [gif, png, script] = ["out.gif", "out.png", "out.json"].map(|name| path(&folder, name).1);
    let key = sprite("key");
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
    let report = stdout(&printed);
    for word in [
        "8x16, 60 pixels",
        "realtime",
        "pieces",
        "lines",
        "frames",
        &gif,
        "exactly",
    ] {
        assert!(report.contains(word), "{word} in {report}");
    }
    let verified = run(&[
        "verify", &key, "--gif", &gif, "--png", &png, "--script", &script,
    ]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    assert_eq!(stdout(&verified).matches("exactly").count(), 3);
    let other = run(&["verify", &sprite("heart"), "--png", &png, "--json"]);
    assert!(error(&other, 1).contains("differs from the sprite"));
    assert!(stdout(&other).contains("\"exact\": false"));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let outputs = |seed: &str| {
        let folder = TempDir::new().unwrap();
        let (gif, gif_name) = path(&folder, "out.gif");
        let (script, script_name) = path(&folder, "out.json");
        let args = [
            "--planner",
            "realtime",
            "--seed",
            seed,
            "--gif",
            &gif_name,
            "--script",
            &script_name,
        ];
        assert!(
            run(&[&["print", &sprite("gem")], &args[..]].concat())
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
    let folder = TempDir::new().unwrap();
    let (_, png) = path(&folder, "out.png");
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
    let bytes = fs::read(sprite("heart")).unwrap();
    let folder = TempDir::new().unwrap();
    let (file, _) = path(&folder, "in.png");
    fs::write(&file, bytes).unwrap();
    let input = fs::File::open(&file).unwrap();
    let output = program()
        .args(["print", "-", "--planner", "tables", "--script", "-"])
        .stdin(input)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn what_no_game_can_print_is_refused_with_the_row() {
    let folder = TempDir::new().unwrap();
    let (file, name) = path(&folder, "gap.png");
    fs::write(file, png_of("..#.. ..... .###. .....", |_| [200, 0, 0])).unwrap();
    let (gif, gif_name) = path(&folder, "gap.gif");
    let message = error(&run(&["print", &name, "--gif", &gif_name]), 1);
    assert!(message.contains("row 1 of the picture"), "{message}");
    assert!(!gif.exists());
    let (empty, empty_name) = path(&folder, "empty.png");
    fs::write(empty, png_of("... ...", |_| [0, 0, 0])).unwrap();
    assert!(error(&run(&["print", &empty_name]), 1).contains("every pixel is transparent"));
}

#[test]
fn too_many_colours_name_the_remedy_and_the_remedy_works() {
    let folder = TempDir::new().unwrap();
    let (file, name) = path(&folder, "five.png");
    fs::write(
        file,
        png_of("##### ##.## #####", |i| [40 * (i as u8 % 5), 90, 200]),
    )
    .unwrap();
    let classic = ["print", &name, "--scale", "1", "--planner", "realtime"];
    let message = error(&run(&classic), 2);
    assert!(
        message.contains("5 colours") && message.contains("--colors 3"),
        "{message}"
    );
    let merged = run(&[&classic[..], &["--colors", "3"]].concat());
    assert!(
        stdout(&merged).contains("3 colours (merged from 5)"),
        "{merged:?}"
    );
    assert!(message.contains("--planner minimal --carriers free"));
}

#[test]
fn a_sprite_too_large_says_what_fits() {
    let folder = TempDir::new().unwrap();
    let (file, name) = path(&folder, "wide.png");
    fs::write(
        file,
        png_of("##.#.####.#.####.## ###.##.###.##.#####", |_| [9, 9, 9]),
    )
    .unwrap();
    let realtime = ["print", &name, "--scale", "1", "--planner", "realtime"];
    let message = error(&run(&realtime), 2);
    assert!(
        message.contains("19 columns wide") && message.contains("at most 17"),
        "{message}"
    );
}

#[test]
fn the_fields_own_colour_cannot_be_the_sprites() {
    let folder = TempDir::new().unwrap();
    let (file, name) = path(&folder, "black.png");
    fs::write(file, png_of("##.. ####", |_| [0, 0, 0])).unwrap();
    let chosen = run(&["print", &name, "--planner", "tables", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&chosen.stdout).unwrap();
    assert_ne!(report["background"], "#000000");
    let asked = run(&["print", &name, "--field-color", "#000000"]);
    assert!(error(&asked, 2).contains("choose another --field-color"));
}

#[test]
fn files_that_are_no_pictures_are_one_line_of_error() {
    let folder = TempDir::new().unwrap();
    let heart = fs::read(sprite("heart")).unwrap();
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
        let (file, name) = path(&folder, name);
        fs::write(file, bytes).unwrap();
        let (gif, gif_name) = path(&folder, "out.gif");
        let message = error(&run(&["print", &name, "--gif", &gif_name]), 2);
        assert!(message.contains(&name), "{message}");
        assert!(!gif.exists());
    }
    let missing = run(&["print", "no/such/file.png"]);
    assert!(error(&missing, 2).contains("no/such/file.png"));
    error(&run(&["print", folder.path().to_str().unwrap()]), 2);
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_the_work() {
    let folder = TempDir::new().unwrap();
    let (file, name) = path(&folder, "heart.png");
    fs::copy(sprite("heart"), &file).unwrap();
    let before = fs::read(&file).unwrap();
    assert!(error(&run(&["print", &name, "--png", &name]), 2).contains("would overwrite it"));
    let nowhere = path(&folder, "no/out.gif").1;
    assert!(error(&run(&["print", &name, "--gif", &nowhere]), 2).contains("there is no folder"));
    let here = folder.path().to_str().unwrap();
    assert!(error(&run(&["print", &name, "--gif", here]), 2).contains("it is a folder"));
    let (_, out) = path(&folder, "same");
    let twice = run(&["print", &name, "--gif", &out, "--png", &out]);
    assert!(error(&twice, 2).contains("two outputs go to"));
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_failed_run_leaves_existing_files_as_they_were() {
    let folder = TempDir::new().unwrap();
    let (gap, gap_name) = path(&folder, "gap.png");
    fs::write(gap, png_of("#. .. ##", |_| [1, 2, 3])).unwrap();
    let (gif, gif_name) = path(&folder, "out.gif");
    fs::write(&gif, "precious").unwrap();
    error(&run(&["print", &gap_name, "--gif", &gif_name]), 1);
    assert_eq!(fs::read_to_string(&gif).unwrap(), "precious");
    let replaced = print_heart(&["--gif", &gif_name]);
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
    let folder = TempDir::new().unwrap();
    let (script, script_name) = path(&folder, "out.json");
    assert!(print_heart(&["--script", &script_name]).status.success());
    let text = fs::read_to_string(&script).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let color = json["colors"]["T"].clone();
    json["colors"]["T"] = json["colors"]["J"].clone();
    json["colors"]["J"] = color;
    fs::write(&script, json.to_string()).unwrap();
    let (diff, diff_name) = path(&folder, "diff.png");
    let judged = run(&[
        "verify",
        &sprite("heart"),
        "--script",
        &script_name,
        "--diff",
        &diff_name,
    ]);
    error(&judged, 1);
    assert!(stdout(&judged).contains("first at column"), "{judged:?}");
    let diff = decode_picture(fs::File::open(diff).unwrap()).unwrap();
    assert_eq!(diff.width(), 21 * 12);
}

#[test]
fn a_script_is_replayed_without_its_sprite() {
    let folder = TempDir::new().unwrap();
    let (_, script) = path(&folder, "out.json");
    let (_, png) = path(&folder, "out.png");
    assert!(
        run(&[
            "print",
            &sprite("gem"),
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
        run(&["verify", &sprite("gem"), "--png", &png])
            .status
            .success()
    );
    let shown = stdout(&run(&["replay", &script]));
    assert_eq!(
        (shown.lines().count(), shown.lines().next()),
        (42, Some(&*".".repeat(21)))
    );
    let (broken, broken_name) = path(&folder, "broken.json");
    fs::write(broken, "{\"format\": \"chess\", \"version\": 1}").unwrap();
    assert!(error(&run(&["replay", &broken_name]), 2).contains("not a print script"));
}

#[test]
fn every_example_of_the_help_is_understood() {
    for command in ["print", "replay", "verify", "patterns", "bench", "tile"] {
        let help = stdout(&run(&[command, "--help"]));
        assert!(help.contains("Examples:"), "{command}: {help}");
        let examples = help
            .lines()
            .filter(|line| line.starts_with("  tetris-printer "));
        assert!(examples.clone().count() > 0, "{command}");
        for example in examples {
            assert!(example.contains(command), "{example}");
        }
    }
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
fn planners_are_compared_on_a_folder() {
    let folder = TempDir::new().unwrap();
    fs::copy(sprite("heart"), folder.path().join("heart.png")).unwrap();
    fs::write(folder.path().join("bad.png"), "no picture").unwrap();
    let here = folder.path().to_str().unwrap();
    let table = stdout(&run(&["bench", here, "--planners", "tables,realtime"]));
    assert!(
        table.contains("tables      1/1") && table.contains("bad.png: cannot read"),
        "{table}"
    );
    let json = run(&["bench", here, "--planners", "tables", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(report["pictures"][0]["pixels"], 48);
    assert!(error(&run(&["bench", "no/such/folder"]), 2).contains("no/such/folder"));
}

#[test]
fn the_readmes_first_command_names_files_that_exist() {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let first = readme
        .lines()
        .find(|line| line.starts_with("cargo run"))
        .unwrap();
    let words = first
        .split_whitespace()
        .filter(|word| word.ends_with(".png"));
    let sprite = words.clone().next().unwrap();
    assert!(
        Path::new(env!("CARGO_MANIFEST_DIR")).join(sprite).is_file(),
        "{sprite}"
    );
}

#[test]
fn the_minimal_planner_needs_a_fraction_of_the_pieces() {
    let pieces = |planner: &str| {
        let printed = run(&[
            "print",
            &sprite("frog"),
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
    let folder = TempDir::new().unwrap();
    let (file, name) = path(&folder, "wide.png");
    fs::write(file, png_of(&"#.".repeat(12), |_| [9, 9, 9])).unwrap();
    assert!(error(&run(&["print", &name, "--scale", "1"]), 2).contains("--field auto"));
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_yet_stays_a_link() {
    let folder = TempDir::new().unwrap();
    let (file, _) = path(&folder, "real.png");
    let (link, link_name) = path(&folder, "link.png");
    std::os::unix::fs::symlink("real.png", &link).unwrap();
    assert!(print_heart(&["--png", &link_name]).status.success());
    assert!(link.is_symlink() && file.is_file());
    let (circle, circle_name) = path(&folder, "circle.png");
    std::os::unix::fs::symlink("circle.png", &circle).unwrap();
    let round = print_heart(&["--png", &circle_name]);
    assert!(error(&round, 2).contains("lead nowhere"));
}
