//! Prints on the game of 1989 itself, as far as they can be tested without it.

use tetris_printer::nes::cartridge::ROM;

use crate::support::{Desk, error};

const BOAT: &str = "...aa...
                    ..aaaa..
                    ...aa...
                    bbbbbbbb
                    .bbbbbb.";

#[test]
fn a_print_is_made_from_the_model_and_says_so() {
    let desk = Desk::new();
    let boat = desk.draw("boat.png", BOAT);
    let print = [
        "print", &boat, "--for", "original", "--level", "5", "--effort", "glance",
    ];
    let report = desk.printed(&[&print[..], &["--movie", "a.fm2"]].concat());
    assert!(report.contains("the original prints it in"), "{report}");
    assert!(report.contains("by its model: --game FILE plays it on your own copy"));
    let again = desk.printed(&[&print[..], &["--movie", "b.fm2"]].concat());
    assert_eq!(report.replace("a.fm2", "b.fm2"), again);
    assert_eq!(desk.read("a.fm2"), desk.read("b.fm2"));
}

#[test]
fn fceux_gets_a_blank_frame_more() {
    let desk = Desk::new();
    let boat = desk.draw("boat.png", BOAT);
    let frames = |player: &str| {
        let print = [
            "print", &boat, "--for", player, "--effort", "glance", "--movie", "m.fm2",
        ];
        desk.printed(&print);
        let movie = String::from_utf8(desk.read("m.fm2")).unwrap();
        let lines = movie.lines().filter(|line| line.starts_with('|'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let (console, fceux) = (frames("original"), frames("fceux"));
    assert_eq!(fceux[0], "|0|........|........||");
    assert_eq!(fceux[1..], console);
}

#[test]
fn a_file_that_is_not_the_game_leaves_no_movie() {
    let desk = Desk::new();
    let boat = desk.draw("boat.png", BOAT);
    desk.write("cartridge.nes", ROM);
    desk.write("cut.nes", &ROM[..9000]);
    desk.write("text.nes", "no game");
    for (game, code, told) in [
        (
            "cartridge.nes",
            1,
            "cartridge.nes is an unknown file, not the known NTSC game",
        ),
        ("cut.nes", 2, "the game is cut off: it has 9000 bytes"),
        ("text.nes", 2, "not a game of the NES"),
        ("missing.nes", 2, "cannot read missing.nes"),
    ] {
        let print = [
            "print", &boat, "--game", game, "--effort", "glance", "--movie", "m.fm2",
        ];
        let text = error(&desk.run(&print), code);
        assert!(text.contains(told), "{text}");
        assert!(!desk.as_ref().join("m.fm2").exists());
    }
}

#[test]
fn what_the_original_does_not_have_is_refused() {
    let desk = Desk::new();
    let boat = desk.draw("boat.png", BOAT);
    for (option, value, told) in [
        ("--rom", "a.nes", "are about the cartridge"),
        ("--deal", "console", "are about the cartridge"),
        (
            "--field",
            "21x40",
            "the original's field is 10x20: leave out --field",
        ),
        (
            "--level",
            "20",
            "the original starts at levels 0 to 19: choose another --level",
        ),
        ("--rules", "cartridge", "leave out --rules"),
    ] {
        let print = [
            "print", &boat, "--for", "original", "--movie", "m.fm2", option, value,
        ];
        let text = error(&desk.run(&print), 2);
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn movies_are_written_for_bizhawk_and_for_replay_devices_too() {
    let desk = Desk::new();
    let boat = desk.draw("boat.png", BOAT);
    let movie = |name: &str| {
        desk.printed(&[
            "print", &boat, "--for", "original", "--effort", "glance", "--movie", name,
        ]);
        desk.read(name)
    };
    let frames = String::from_utf8(movie("m.fm2")).unwrap();
    let frames = frames.lines().filter(|line| line.starts_with('|')).count();
    assert!(movie("m.bk2").starts_with(b"PK"));
    // Two bytes at each of two latches, but not in the few frames in which the game draws its screens.
    let latched = movie("m.r08").len() / 4;
    assert!(
        (frames - 8..frames).contains(&latched),
        "{latched} of {frames}"
    );
}

#[test]
fn the_greedy_player_plays_the_original_from_power_on() {
    let desk = Desk::new();
    let play = [
        "play", "--for", "original", "--level", "18", "--pieces", "30",
    ];
    let report = desk.printed(&[&play[..], &["--movie", "g.fm2"]].concat());
    assert!(report.contains("original  level 18, "), "{report}");
    assert!(report.contains("by its model: --game FILE"), "{report}");
    let movie = String::from_utf8(desk.read("g.fm2")).unwrap();
    assert!(
        movie.contains("\ncomment title a game from level 18, level 18, lines "),
        "{movie}"
    );
    let endless = desk.printed(&["play", "--for", "original", "--movie", "e.r08"]);
    assert!(endless.contains("with 1,000 pieces"), "{endless}");
    let series = desk.printed(&[
        "play", "--for", "original", "--games", "2", "--pieces", "20",
    ]);
    assert!(series.contains("console pieces, seeds from 0"), "{series}");
    desk.write("cartridge.nes", ROM);
    let text = error(
        &desk.run(&[
            "play",
            "--game",
            "cartridge.nes",
            "--pieces",
            "9",
            "--movie",
            "n.fm2",
        ]),
        1,
    );
    assert!(text.contains("cartridge.nes is an unknown file"), "{text}");
    assert!(!desk.as_ref().join("n.fm2").exists());
}

#[test]
fn what_the_original_cannot_play_is_refused() {
    Desk::new().check_refusals(&[
        ("play --movie g.fm2", "add --for original"),
        ("play --for original --field 8x8", "leave out --field"),
        ("play --for original --level 20", "choose another --level"),
        ("play --for original --random bag", "leave out --random"),
        (
            "play --for original --target 50",
            "--target counts points of its own",
        ),
        (
            "play --for original --seed 70000",
            "choose seeds below 65536",
        ),
        ("play --for original --region pal", "leave out --region pal"),
    ]);
}

/// Nothing of the game is here, so this needs a copy of whoever runs the tests.
#[test]
fn a_print_is_exact_on_a_copy_if_there_is_one() {
    let Some(game) = std::env::var_os("TETRIS_PRINTER_GAME") else {
        eprintln!(
            "LEFT OUT: TETRIS_PRINTER_GAME names no copy of the game, so NO PRINT WAS PLAYED ON IT"
        );
        return;
    };
    let game = game.to_str().unwrap();
    let desk = Desk::new();
    let boat = desk.draw("boat.png", BOAT);
    for level in ["0", "5", "9"] {
        desk.printed(&[
            "print", &boat, "--game", game, "--level", level, "--movie", level,
        ]);
        desk.printed(&["verify", &boat, "--game", game, "--movie", level]);
        desk.printed(&["play", "--game", game, "--level", level, "--pieces", "300"]);
    }
    for movie in ["m.bk2", "m.r08"] {
        desk.printed(&["print", &boat, "--game", game, "--movie", movie]);
        desk.printed(&["verify", &boat, "--game", game, "--movie", movie]);
    }
    let play = ["play", "--game", game, "--level", "19", "--pieces", "300"];
    desk.printed(&[&play[..], &["--movie", "g.r08"]].concat());
}
