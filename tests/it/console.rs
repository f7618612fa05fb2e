//! The console's side of the command line: `print --movie` and its companions, `rom`, and
//! `verify --movie`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tetris_printer::nes::cartridge::ROM;
use tetris_printer::nes::{parse_bk2, parse_movie};

use crate::support::{Desk, error, sprite_path};

/// A folder with a sprite of these colours, a column each.
fn with_sprite(colors: &[[u8; 3]]) -> Desk {
    let desk = Desk::new();
    let letters = ["01.3", "0.23", ".12."].map(|line| &line[..colors.len()]);
    let color = |letter: char| match letter.to_digit(10) {
        Some(column) => colors[column as usize],
        None => [0; 3],
    };
    desk.draw_in("sprite.png", &letters.join(" "), color);
    desk
}

const RED: [u8; 3] = [0xd8, 0x28, 0];
const BLUE: [u8; 3] = [0x10, 0x30, 0xc8];
const WHITE: [u8; 3] = [0xfc; 3];
const PRINT: [&str; 4] = ["print", "sprite.png", "--effort", "fast"];

#[test]
fn a_print_becomes_a_movie_that_is_verified() {
    let desk = with_sprite(&[RED, BLUE, WHITE, RED]);
    let outputs = [
        "--movie",
        "p.fm2",
        "--rom",
        "p.nes",
        "--nes-png",
        "p.png",
        "--nes-gif",
        "p.gif",
    ];
    let report = desk.printed(&[&PRINT[..], &outputs, &["--json"]].concat());
    let report: Value = serde_json::from_str(&report).unwrap();
    let movie = &report["movie"];
    assert_eq!(movie["backdrop"], "$0f");
    assert_eq!(movie["colors"].as_array().unwrap().len(), 3);
    assert!(movie["frames_per_piece"].as_f64().unwrap() <= 6.0);
    assert_eq!(movie["played"], true);
    let read = parse_movie(&fs::read_to_string(desk.path("p.fm2")).unwrap()).unwrap();
    assert_eq!(movie["frames"], read.frames.len());
    assert_eq!(fs::read(desk.path("p.nes")).unwrap(), ROM);
    for picture in ["p.png", "p.gif"] {
        let picture = desk.picture(picture);
        assert_eq!((picture.width(), picture.height()), (256, 240));
    }
    let told = desk.printed(&["verify", "sprite.png", "--movie", "p.fm2"]);
    assert!(
        told.contains("p.fm2: shows the sprite exactly (882 cells"),
        "{told}"
    );
}

#[test]
fn a_movie_is_written_as_its_ending_says_and_played_from_each_format() {
    let desk = with_sprite(&[RED, BLUE, WHITE, RED]);
    for name in ["p.fm2", "p.bk2", "p.r08"] {
        desk.printed(&[&PRINT[..], &["--movie", name]].concat());
        desk.printed(&["verify", "sprite.png", "--movie", name]);
    }
    let frames = parse_movie(&fs::read_to_string(desk.path("p.fm2")).unwrap()).unwrap();
    assert_eq!(parse_bk2(&desk.read("p.bk2")).unwrap(), frames);
    assert_eq!(desk.read("p.r08").len(), 2 * frames.frames.len());
    // A latch is lost: all that follows comes too soon.
    let mut latches = desk.read("p.r08");
    let lost = (latches.len() / 2) & !1;
    latches.drain(lost..lost + 2);
    desk.write("lost.r08", latches);
    let cut = desk.run(&["verify", "sprite.png", "--movie", "lost.r08"]);
    assert_eq!(cut.status.code(), Some(1), "{cut:?}");
}

#[test]
fn a_batch_has_a_movie_of_each_sprite() {
    let desk = with_sprite(&[RED, BLUE]);
    fs::copy(desk.path("sprite.png"), desk.path("other.png")).unwrap();
    let batch = [
        "print",
        "sprite.png",
        "other.png",
        "--effort",
        "fast",
        "--out-dir",
        "out",
    ];
    desk.printed(&[&batch[..], &["--formats", "fm2"]].concat());
    assert_eq!(desk.names("out"), ["other.fm2", "sprite.fm2"]);
    desk.printed(&["verify", "sprite.png", "--movie", "out/other.fm2"]);
    let said = error(
        &desk.run(&[&batch[..], &["--formats", "fm2,r08"]].concat()),
        2,
    );
    assert!(said.contains("name one of fm2, bk2 and r08"), "{said}");
}

#[test]
fn a_movie_of_another_sprite_is_found_out() {
    let desk = with_sprite(&[RED, BLUE, WHITE, RED]);
    desk.printed(
        &[
            &PRINT[..],
            &["--movie", "p.fm2", "--nes-palette", "0f,11,27,30"],
        ]
        .concat(),
    );
    let said = error(&desk.run(&["verify", "sprite.png", "--movie", "p.fm2"]), 1);
    assert!(
        said.contains("(a movie made with --nes-palette is judged with it)"),
        "{said}"
    );
    desk.printed(&[
        "verify",
        "sprite.png",
        "--movie",
        "p.fm2",
        "--nes-palette",
        "0f,11,27,30",
    ]);
    let movie = fs::read_to_string(desk.path("p.fm2")).unwrap();
    let frames = movie.matches("\n|0|").count();
    let shorter: Vec<&str> = movie
        .lines()
        .take(movie.lines().count() - frames / 2)
        .collect();
    fs::write(desk.path("half.fm2"), shorter.join("\n")).unwrap();
    let palette = ["--nes-palette", "0f,11,27,30"];
    let verify = ["verify", "sprite.png", "--movie", "half.fm2"];
    let cut = desk.run(&[&verify[..], &palette].concat());
    assert_eq!(cut.status.code(), Some(1), "{cut:?}");
}

#[test]
fn the_console_deals_for_some_frames_more() {
    let desk = with_sprite(&[RED, BLUE, RED]);
    let args = ["--movie", "p.fm2", "--deal", "console", "--json"];
    let report: Value = serde_json::from_str(&desk.printed(&[&PRINT[..], &args].concat())).unwrap();
    let more = report["movie"]["chance"]["frames_more_per_piece"]
        .as_f64()
        .unwrap();
    assert!(more <= 8.0, "{more}");
    let told = desk.printed(&[&PRINT[..], &["--movie", "p.fm2", "--taps"]].concat());
    assert!(
        told.contains("console   the cartridge prints it in "),
        "{told}"
    );
}

#[test]
fn a_plan_begins_with_what_the_console_deals_wherever_the_picture_stands() {
    let desk = Desk::new();
    let anchor = sprite_path("anchor");
    for left in ["0", "2", "5"] {
        let report = desk.printed(&[
            "print", &anchor, "--effort", "glance", "--rules", "nes", "--deal", "console",
            "--left", left, "--movie", "p.fm2",
        ]);
        assert!(
            report.contains("its generator deals every piece"),
            "{report}"
        );
    }
}

#[test]
fn what_the_cartridge_cannot_do_is_refused_with_the_remedy() {
    let desk = with_sprite(&[RED, BLUE, WHITE, [9, 90, 9]]);
    for (more, told) in [
        (
            vec!["--nes-png", "p.png"],
            "the cartridge shows 3 besides that of the empty field: try --colors 3",
        ),
        (
            vec!["--colors", "3", "--field", "20x42", "--movie", "p.fm2"],
            "plan it with --field 21x42",
        ),
        (
            vec!["--region", "pal", "--movie", "p.fm2"],
            "leave out --region pal",
        ),
        (vec!["--taps"], "add --movie FILE"),
        (
            vec![
                "--colors",
                "3",
                "--nes-palette",
                "0f,30",
                "--movie",
                "p.fm2",
            ],
            "write 4, first that of",
        ),
        (
            vec![
                "--colors",
                "3",
                "--nes-palette",
                "0f,30,20,16",
                "--movie",
                "p.fm2",
            ],
            "show the same colour",
        ),
        (
            vec!["--nes-palette", "blue", "--movie", "p.fm2"],
            "like 0f,30,16,12",
        ),
    ] {
        let said = error(&desk.run(&[&PRINT[..], &more].concat()), 2);
        assert!(said.contains(told), "{said}");
        assert!(
            !Path::new(&desk.path("p.fm2")).exists() && !Path::new(&desk.path("p.png")).exists()
        );
    }
    fs::write(desk.path("p.txt"), "version 2\n").unwrap();
    let said = error(&desk.run(&["verify", "sprite.png", "--movie", "p.txt"]), 2);
    assert!(said.contains("not an FM2 movie"), "{said}");
    fs::write(desk.path("idle.fm2"), "version 3\n|0|........|........||\n").unwrap();
    let said = error(
        &desk.run(&["verify", "sprite.png", "--movie", "idle.fm2"]),
        2,
    );
    assert!(
        said.contains("the movie starts no game on the cartridge"),
        "{said}"
    );
}

#[test]
fn the_cartridge_is_written_to_a_file_or_to_stdout() {
    let desk = with_sprite(&[RED]);
    assert!(
        desk.printed(&["rom", "game.nes"])
            .contains("rom       game.nes (24 kB)")
    );
    assert_eq!(fs::read(desk.path("game.nes")).unwrap(), ROM);
    assert_eq!(desk.run(&["rom", "-"]).stdout, ROM);
}
