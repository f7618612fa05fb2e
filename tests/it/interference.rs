//! What becomes of outputs while others are at work: other programs with the same output, a kill, a folder that goes
//! away.

use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Desk, error, program, sprite_path};

/// Starts a print of a sprite as the desk's `print.gif`.
fn start(desk: &Desk, sprite: &str) -> Child {
    let mut program = program();
    let output = desk.path("print.gif");
    program
        .args(["print", &sprite_path(sprite), "--gif", &output, "-q"])
        .spawn()
        .unwrap()
}

/// What a print of the sprite is if nobody interferes.
fn undisturbed(sprite: &str) -> Vec<u8> {
    let desk = Desk::new();
    assert!(start(&desk, sprite).wait().unwrap().success());
    desk.read("print.gif")
}

#[test]
fn of_two_programs_with_one_output_one_leaves_its_own() {
    let whole = ["heart", "gem"].map(undisturbed);
    let desk = Desk::new();
    for _ in 0..4 {
        let children = ["heart", "gem"].map(|sprite| start(&desk, sprite));
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        assert!(whole.contains(&desk.read("print.gif")));
        assert_eq!(desk.names("."), ["print.gif"]);
    }
}

#[test]
fn a_killed_program_leaves_nothing_half_written() {
    let start_time = Instant::now();
    let whole = undisturbed("heart");
    let duration = start_time.elapsed();
    let desk = Desk::new();
    for round in 0..12 {
        let mut child = start(&desk, "heart");
        sleep(duration * round / 12);
        child.kill().unwrap();
        child.wait().unwrap();
        if desk.names(".").iter().any(|name| name == "print.gif") {
            assert_eq!(desk.read("print.gif"), whole);
        }
    }
    assert!(start(&desk, "heart").wait().unwrap().success());
    assert_eq!(desk.read("print.gif"), whole);
    assert_eq!(desk.names("."), ["print.gif"], "leftovers are cleared away");
}

#[test]
fn a_folder_that_goes_away_is_one_line_of_error() {
    let desk = Desk::new();
    let folder = desk.path("gone");
    fs::create_dir(&folder).unwrap();
    let mut program = program();
    let mut child = program
        .args(["print", "-", "--gif", &format!("{folder}/print.gif")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Time to look at the folder; the program waits for its sprite then.
    sleep(Duration::from_millis(300));
    fs::remove_dir(&folder).unwrap();
    let sprite = fs::read(sprite_path("heart")).unwrap();
    child.stdin.take().unwrap().write_all(&sprite).unwrap();
    let text = error(&child.wait_with_output().unwrap(), 2);
    assert!(text.contains("gone"), "{text}");
    assert!(desk.names(".").is_empty());
}
