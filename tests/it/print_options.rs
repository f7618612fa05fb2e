//! What `print` can be told about the field, the search and what may stand beside the picture.

use std::fs;
use std::process::{Output, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::support::{self, Desk, in_repository, printed, program, run, sprite_path, stdout};

/// What a print says as JSON, made fast.
fn report(args: &[&str]) -> Value {
    let fast = ["print", "--effort", "fast", "--json"];
    serde_json::from_str(&printed(&[&fast, args].concat())).unwrap()
}

fn text(args: &[&str]) -> String {
    printed(&[&["print", "--effort", "fast"], args].concat())
}

/// The one line of an unsuccessful run.
fn error(args: &[&str], code: i32) -> String {
    let output = run(&[&["print", "--effort", "fast"], args].concat());
    support::error(&output, code)
}

/// A folder with a picture.
struct Drawing {
    desk: Desk,
    name: String,
}

impl Drawing {
    fn new(drawing: &str) -> Drawing {
        let desk = Desk::new();
        let name = desk.draw("drawing.png", drawing);
        Drawing { desk, name }
    }

    fn path(&self, name: &str) -> String {
        self.desk.path(name)
    }
}

const SMALL: &str = "
    .00.
    0110
    0000";

#[test]
fn the_minimal_planner_is_the_default() {
    let heart = report(&[&sprite_path("heart")]);
    let says = |key: &str| heart[key].clone();
    assert_eq!(
        (says("planner"), says("carriers")),
        ("minimal".into(), "nes".into())
    );
    assert_eq!(
        (says("fallback"), says("interrupted")),
        (false.into(), false.into())
    );
}

#[test]
fn every_planner_reports_its_pieces_beside_the_bound() {
    for planner in ["tables", "realtime", "literal", "minimal"] {
        let heart = report(&[&sprite_path("heart"), "--planner", planner]);
        let (pieces, bound) = (&heart["pieces"], &heart["bound"]);
        let least = bound["pieces"].as_u64().unwrap();
        assert!(least > 0 && least <= pieces.as_u64().unwrap(), "{planner}");
        let ratio = pieces.as_f64().unwrap() / bound["pieces"].as_f64().unwrap();
        assert!((bound["ratio"].as_f64().unwrap() - ratio).abs() < 1e-9);
        assert_eq!(bound["optimal"], *pieces == bound["pieces"]);
    }
}

#[test]
fn a_plan_that_meets_the_bound_is_called_optimal() {
    let square = Drawing::new("0000 0000");
    let said = text(&[&square.name, "--scale", "1"]);
    assert!(
        said.contains("at least 2 pieces with these carriers: optimal"),
        "{said}"
    );
    let said = text(&[&square.name, "--scale", "1", "--planner", "tables"]);
    assert!(said.contains("these carriers: ratio "), "{said}");
}

#[test]
fn a_print_on_the_field_of_the_original_game() {
    let small = Drawing::new(SMALL);
    let png = small.path("out.png");
    let printed = report(&[&small.name, "--field", "10x20", "--png", &png]);
    assert_eq!(
        printed["field"],
        serde_json::json!({"width": 10, "height": 20})
    );
    assert!(
        run(&["verify", &small.name, "--png", &png])
            .status
            .success()
    );
}

#[test]
fn auto_is_the_smallest_good_field() {
    let small = Drawing::new(SMALL);
    let field = |args: &[&str]| report(args)["field"]["width"].clone();
    assert_eq!(field(&[&small.name, "--field", "auto"]), 9);
    assert_eq!(field(&[&small.name]), 21);
    let wide = Drawing::new(&"01".repeat(13));
    assert_eq!(field(&[&wide.name, "--scale", "1", "--field", "auto"]), 29);
}

#[test]
fn fields_that_do_not_fit_name_the_remedy() {
    let small = Drawing::new(SMALL);
    for (args, code, words) in [
        (
            &["--field", "2x20"][..],
            2,
            "4 to 256 columns wide and 4 to 512 rows high, not 2x20",
        ),
        (&["--field", "large"], 2, "auto chooses one"),
        (
            &["--field", "12x20", "--left", "9"],
            2,
            "choose --left 0 to --left 8",
        ),
        (&["--field", "12x20"], 1, "--field auto chooses"),
        (
            &["--field", "10x20", "--planner", "tables"],
            2,
            "choose --planner minimal",
        ),
    ] {
        let small = if code == 1 {
            Drawing::new("0")
        } else {
            Drawing::new(SMALL)
        };
        let said = error(&[&[small.name.as_str()], args].concat(), code);
        assert!(said.contains(words), "{args:?}: {said}");
    }
    let high = Drawing::new(&"0. .0 ".repeat(8));
    let said = error(&[&high.name, "--scale", "1", "--field", "9x12"], 2);
    assert!(said.contains("try --field auto"), "{said}");
    drop(small);
}

#[test]
fn free_columns_hold_anything_beside_the_picture() {
    let rows = Drawing::new(
        "
        0.00.0.0
        00.0.00.
        .000.0.0",
    );
    let (script, gif) = (rows.path("rows.json"), rows.path("rows.gif"));
    let free = ["--field", "10x20", "--free-columns", "0-1"];
    let outputs = ["--script", &script, "--gif", &gif];
    let printed = report(&[&[rows.name.as_str()], &free[..], &outputs].concat());
    assert_eq!(
        (&printed["free_columns"], &printed["position"]["left"]),
        (&"0-1".into(), &2.into())
    );
    assert_eq!(printed["bound"], Value::Null);
    let verify = ["verify", &rows.name, "--script", &script, "--gif", &gif];
    let judged = run(&[&verify[..], &free[2..]].concat());
    assert!(judged.status.success(), "{judged:?}");
    let said = text(&[&[rows.name.as_str()], &free[..], &["--dry-run"]].concat());
    assert!(said.contains("columns 0-1: their content"), "{said}");
}

#[test]
fn the_picture_stands_where_it_is_told_to() {
    let small = Drawing::new(SMALL);
    for left in ["0", "17"] {
        let printed = report(&[&small.name, "--left", left]);
        assert_eq!(printed["position"]["left"].to_string(), left);
    }
}

#[test]
fn an_empty_margin_may_stand_beside_the_field() {
    let margin = Drawing::new("...0.\n...00");
    let place = |left| [&margin.name, "--scale", "1", "--left", left];
    for left in ["-3", "16"] {
        assert_eq!(report(&place(left))["position"]["left"].to_string(), left);
    }
    for left in ["-4", "17"] {
        let said = error(&place(left), 2);
        assert!(said.contains("choose --left -3 to --left 16"), "{said}");
    }
}

#[test]
fn no_piece_comes_twice_in_a_row() {
    let small = Drawing::new(SMALL);
    let script = small.path("out.json");
    report(&[&small.name, "--no-repeat", "--script", &script]);
    let script: Value = serde_json::from_str(&fs::read_to_string(script).unwrap()).unwrap();
    let drops = script["drops"].as_array().unwrap();
    assert!(drops.len() > 1);
    assert!(
        drops
            .windows(2)
            .all(|pair| pair[0]["piece"] != pair[1]["piece"])
    );
}

#[test]
fn what_only_the_minimal_planner_knows_is_refused_for_others() {
    let small = Drawing::new(SMALL);
    for option in [
        &["--no-repeat"][..],
        &["--left", "3"],
        &["--free-columns", "0"],
    ] {
        let args = [&[small.name.as_str(), "--planner", "realtime"], option].concat();
        let said = error(&args, 2);
        assert!(
            said.contains("choose --planner minimal, or leave out"),
            "{said}"
        );
    }
    let said = error(&[&small.name, "--free-columns", "20-21"], 2);
    assert!(said.contains("the columns 0 to 20"), "{said}");
    let (blocks, script) = (["--format", "blocks", "--script"], small.path("out.txt"));
    let said = error(
        &[&[small.name.as_str()], &blocks[..], &[&script]].concat(),
        2,
    );
    assert!(said.contains("choose --planner realtime"), "{said}");
}

#[test]
fn a_dry_run_plans_and_writes_nothing() {
    let small = Drawing::new(SMALL);
    let gif = small.path("out.gif");
    let said = text(&[&small.name, "--dry-run", "--gif", &gif]);
    assert!(said.contains("a dry run: nothing was written"), "{said}");
    assert!(
        said.contains("pieces") && said.contains("shows the sprite exactly"),
        "{said}"
    );
    assert_eq!(small.desk.names(""), ["drawing.png"]);
}

/// Without its limit the best effort works for a minute.
#[test]
fn a_time_limit_is_kept() {
    let start = Instant::now();
    let best = [
        "print",
        &sprite_path("gem"),
        "--effort",
        "best",
        "--dry-run",
    ];
    printed(&[&best[..], &["--time-limit", "700ms"]].concat());
    let seconds = start.elapsed().as_secs_f64();
    assert!((0.7..10.0).contains(&seconds), "{seconds}");
    assert!(error(&[&sprite_path("gem"), "--time-limit", "soon"], 2).contains("write 30s"));
}

#[test]
fn more_than_three_colours_are_printed_with_free_carriers() {
    let colourful = Drawing::new(
        "
        0123450
        0123450
        1122334",
    );
    let printed = report(&[&colourful.name, "--scale", "1"]);
    assert_eq!(
        (&printed["carriers"], &printed["verified"]),
        (&"free".into(), &true.into())
    );
    let classic = error(
        &[&colourful.name, "--scale", "1", "--carriers", "classic"],
        2,
    );
    assert!(classic.contains("--carriers free"), "{classic}");
}

#[test]
fn where_the_search_finds_nothing_the_real_time_search_steps_in() {
    let args = [&sprite_path("frog"), "--time-limit", "1ms", "--dry-run"];
    let said = text(&args);
    assert!(said.contains("realtime stepped in"), "{said}");
    let none = error(&[&args[..], &["--no-repeat"]].concat(), 1);
    assert!(
        none.contains("no plan was found") && none.contains("--effort best"),
        "{none}"
    );
}

#[test]
fn a_field_that_the_console_cannot_play_is_printed_without_its_figures() {
    // At level 29 a piece has fallen before it is at the side.
    let small = Drawing::new("0000................0000");
    let args = [
        &small.name,
        "--scale",
        "1",
        "--field",
        "201x20",
        "--left",
        "0",
    ];
    let printed = report(&[&args[..], &["--level", "29"]].concat());
    assert_eq!(printed["verified"], true);
    assert!(printed["console_refusal"].is_string(), "{printed}");
    assert!(printed["console_frames"].is_null());
    let slow = report(&[&small.name, "--scale", "1", "--field", "29x20"]);
    assert!(slow["console_frames"].as_u64().unwrap() > 0, "{slow}");
}

/// What the program has to say when Ctrl-C comes after so many seconds.
#[cfg(unix)]
fn interrupted(args: &[&str], seconds: u64) -> Output {
    let child = program()
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(seconds));
    let id = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(kill.unwrap().success());
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_drawing_and_leaves_nothing() {
    let desk = Desk::new();
    let knight = in_repository("out/knight.json");
    let knight = knight.to_str().unwrap();
    for (option, name) in [("--gif", "out.gif"), ("--frames", "out")] {
        let out = desk.path(name);
        let output = interrupted(&["replay", knight, option, &out, "--cell", "64"], 2);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.starts_with("error: interrupted"), "{said}");
        assert_eq!(desk.names(""), [""; 0]);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_best_plan_so_far() {
    let desk = Desk::new();
    let png = desk.path("out.png");
    let frog = sprite_path("frog");
    let args = ["print", &frog, "--time-limit", "60s", "--png", &png];
    // On a busy machine the first plan may take a while.
    for seconds in [2, 8, 20] {
        let output = interrupted(&args, seconds);
        if output.status.success() {
            let said = stdout(&output);
            assert!(
                said.contains("interrupted: this is the best plan found so far"),
                "{said}"
            );
            assert!(run(&["verify", &frog, "--png", &png]).status.success());
            return;
        }
        assert!(String::from_utf8_lossy(&output.stderr).contains("before a plan was found"));
    }
    panic!("no plan in twenty seconds");
}

#[test]
fn the_bench_shows_the_ratio_to_the_bound() {
    let desk = Desk::new();
    fs::copy(sprite_path("heart"), desk.path("heart.png")).unwrap();
    let here = &desk.path("");
    let planners = [
        "bench",
        here,
        "--planners",
        "tables,minimal",
        "--effort",
        "fast",
    ];
    let table = printed(&planners);
    assert!(table.lines().next().unwrap().contains("x bound"), "{table}");
    let output = run(&[&planners[..], &["--json"]].concat());
    let bench: Value = serde_json::from_slice(&output.stdout).unwrap();
    for entry in bench["pictures"].as_array().unwrap() {
        let solved = &entry["solved"];
        assert!(solved["ratio"].as_f64().unwrap() >= 1.0, "{entry}");
        assert!(solved["bound"].as_u64().unwrap() > 0, "{entry}");
    }
}
