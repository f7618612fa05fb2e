//! Two planners side by side in one film.

use std::fs;

use tetris_printer::picture::{Pixmap, read_film};
use tetris_printer::script::parse_script;

use crate::support::{Desk, error, sprite_path, stdout};

/// Films of a second, so that tests are quick.
const SHORT: [&str; 4] = ["--duration", "1", "--fps", "10"];

const VERSUS: [&str; 4] = ["--effort", "glance", "--versus", "realtime"];

fn print(desk: &Desk, more: &[&str]) -> std::process::Output {
    let heart = sprite_path("heart");
    desk.run(&[&["print", &heart], &VERSUS[..], &SHORT, more].concat())
}

fn printed(desk: &Desk, more: &[&str]) -> String {
    let output = print(desk, more);
    assert_eq!(output.status.code(), Some(0), "{more:?}: {output:?}");
    stdout(&output)
}

/// Its frames, and the script of both games.
fn read(film: &[u8]) -> (Vec<Pixmap>, [usize; 2]) {
    let mut frames = Vec::new();
    let print = read_film(film, |frame, _| frames.push(frame.clone())).unwrap();
    let origin = print.origin.unwrap();
    let both: serde_json::Value = serde_json::from_str(&origin).unwrap();
    let pieces = |json: &str| parse_script(json).unwrap().drops.len();
    (
        frames,
        [pieces(&both["rival"].to_string()), pieces(&origin)],
    )
}

/// The left half of a picture, or the right one.
fn half(picture: &Pixmap, number: usize) -> Vec<[u8; 4]> {
    let side = picture.width / 2;
    let rows = picture.pixels.chunks(picture.width);
    rows.flat_map(|row| &row[number * side..][..side])
        .copied()
        .collect()
}

#[test]
fn the_shorter_game_holds_its_picture_while_the_other_goes_on() {
    let desk = Desk::new();
    let report = printed(&desk, &["--gif", "versus.gif", "--poster", "first"]);
    let (frames, [rival, own]) = read(&desk.read("versus.gif"));
    assert!(report.contains(&format!("versus    realtime: {rival} pieces")));
    assert!(rival > 4 * own, "{rival} {own}");
    let last = frames.last().unwrap();
    let seen = |number: usize| {
        let is_done = |frame: &&Pixmap| half(frame, number) == half(last, number);
        frames.iter().rev().take_while(is_done).count()
    };
    assert!(seen(1) > frames.len() / 2, "it is done soon");
    assert!(seen(0) < 4, "it needs the whole film");
}

#[test]
fn both_games_are_judged_by_every_pixel() {
    let desk = Desk::new();
    let heart = sprite_path("heart");
    for file in ["versus.gif", "versus.webp", "versus.apng"] {
        printed(&desk, &["-o", file]);
        let judged = desk.printed(&["verify", &heart, "--gif", file]);
        assert!(judged.contains("every pixel of "), "{judged}");
    }
    let other = desk.run(&["verify", &sprite_path("frog"), "--gif", "versus.gif"]);
    assert!(error(&other, 1).contains("differs"));

    // A colour that only the rival's side has: that of a piece which it lets go.
    let gif = desk.read("versus.gif");
    let scratched = [
        // Somewhere in the pixels of the first frame, and in those of the last ones.
        gif.len() / 20,
        gif.len() * 9 / 10,
    ];
    for place in scratched {
        let mut wrong = gif.clone();
        wrong[place] ^= 4;
        fs::write(desk.path("wrong.gif"), wrong).unwrap();
        let judged = desk.run(&["verify", &heart, "--gif", "wrong.gif"]);
        assert_ne!(judged.status.code(), Some(0), "{place}");
    }
}

#[test]
fn it_is_drawn_in_every_form_of_a_film() {
    let desk = Desk::new();
    let heart = sprite_path("heart");
    for more in [
        "--canvas 640x360 --caption HEART",
        "--boomerang",
        "--xray --cell 4",
        "--no-panel --theme gameboy",
        "--field 21x20 --cell 2",
    ] {
        let more: Vec<&str> = more.split(' ').collect();
        printed(&desk, &[&["--gif", "film.gif"], &more[..]].concat());
        desk.printed(&["verify", &heart, "--gif", "film.gif"]);
    }
    printed(&desk, &["--frames", "frames"]);
    assert!(desk.names("frames").len() > 10);
    printed(&desk, &["--y4m", "film.y4m"]);
    assert!(desk.read("film.y4m").starts_with(b"YUV4MPEG2"));
    let alone = desk.printed(&["replay", "film.gif", "--gif", "alone.gif"]);
    assert!(alone.contains("pieces"), "{alone}");
}

#[test]
fn what_shows_one_game_is_refused() {
    let desk = Desk::new();
    for (more, told) in [
        ("--png a.png", "does not show two games"),
        ("--html a.html", "does not show two games"),
        ("--gif a.gif --script a.json", "does not show two games"),
        ("--gif a.gif --motion path", "leave out --motion"),
        ("--gif a.gif --planner realtime", "name another planner"),
    ] {
        let more: Vec<&str> = more.split(' ').collect();
        let refused = error(&print(&desk, &more), 2);
        assert!(refused.contains(told), "{refused}");
    }
    let frog = sprite_path("frog");
    let two = error(&print(&desk, &[&frog, "--gif", "a.gif"]), 2);
    assert!(two.contains("name one"), "{two}");
    assert!(desk.names("").is_empty());
}
