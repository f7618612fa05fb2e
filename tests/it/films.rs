//! Films under any name: what `-o` writes, and what it refuses.

use std::fs;

use tetris_printer::picture::Raster;

use crate::support::{Desk, error, in_repository, program, sprite, sprite_path, stdout};

/// Two sprites in different colours, and a third one.
fn cast(desk: &Desk) -> [String; 3] {
    [
        desk.draw("arrow.png", ".a. aaa b.b"),
        desk.draw("step.png", "c.. cc. ccc"),
        desk.draw("bar.png", "aabb"),
    ]
}

/// Prints the cast with more options as a script, a GIF and a page; gives it and the report.
fn print_cast(desk: &Desk, more: &[&str]) -> ([String; 3], String) {
    let cast = cast(desk);
    let sprites = cast.each_ref().map(String::as_str);
    let outputs = ["-o", "film.json", "-o", "film.gif", "-o", "film.html"];
    let report = desk.printed(&[&["print"], &sprites[..], &outputs, more, SHORT].concat());
    (cast, report)
}

/// Script and GIF of the film show the three sprites in this order and in no other.
fn check_products(desk: &Desk, sprites: &[String; 3]) {
    let sprites = sprites.each_ref().map(String::as_str);
    let products = ["--script", "film.json", "--gif", "film.gif"];
    let judged = desk.printed(&[&["verify"], &sprites[..], &products].concat());
    let exact = judged.matches("shows the sprite exactly").count();
    assert_eq!(exact, 6, "{judged}");
    let [first, second, third] = sprites;
    let swapped = desk.run(&["verify", second, first, third, "--script", "film.json"]);
    assert!(error(&swapped, 1).contains("differs"));
}

#[test]
fn several_sprites_are_printed_and_erased_in_one_game() {
    let desk = Desk::new();
    let (sprites, report) = print_cast(&desk, &["--xray"]);
    assert!(
        report.contains("3 pictures in one game on 9x20"),
        "{report}"
    );
    assert!(
        report.contains("verified  every picture is exact"),
        "{report}"
    );

    check_products(&desk, &sprites);
    let [arrow, _, bar] = &sprites;
    let fewer = desk.run(&["verify", arrow, bar, "--script", "film.json"]);
    assert!(error(&fewer, 2).contains("prints 3 sprites: name as many"));

    desk.printed(&[&["replay", "film.json", "--gif", "again.gif"], SHORT].concat());
    desk.printed(&["verify", bar, "--gif", "again.gif"]);
    let green = [
        "replay",
        "film.json",
        "--theme",
        "gameboy",
        "--html",
        "green.html",
    ];
    desk.printed(&green);
    let page = String::from_utf8(desk.read("green.html")).unwrap();
    let red = |letter: char| (letter as u8).wrapping_mul(30);
    assert!(page.contains(r#""earlier":[{"printed""#));
    assert!(!page.contains(&format!("#{:02x}63{:02x}", red('c'), 255 - red('c'))));
}

#[test]
fn an_animation_becomes_a_film_of_its_frames() {
    let desk = Desk::new();
    let walk = desk.animate("walk.gif");
    let report = desk.printed(&["print", &walk, "--script", "film.json"]);
    assert!(report.contains("2 pictures in one game"), "{report}");
    assert!(report.contains("walk.gif#3"), "{report}");
    let third = format!("{walk}#3");
    desk.printed(&["verify", &third, "--script", "film.json"]);
    desk.printed(&["print", &third, "--script", "third.json"]);
    let silent = desk.run(&["print", &walk]);
    assert!(error(&silent, 2).contains("walk.gif#1 is one frame"));
}

#[test]
fn a_film_with_cuts_is_a_flip_book_of_prints() {
    let desk = Desk::new();
    let (sprites, report) = print_cast(&desk, &["--between", "cut"]);
    assert!(
        report.contains("3 pictures with cuts between them"),
        "{report}"
    );
    assert!(!report.contains("erase"), "{report}");
    check_products(&desk, &sprites);
    desk.printed(&[
        "replay",
        "film.json",
        "--motion",
        "console",
        "-o",
        "again.gif",
    ]);
    let [arrow, _, bar] = &sprites;
    desk.printed(&["verify", bar, "--gif", "again.gif"]);
    let alone = desk.run(&["print", arrow, "--between", "cut", "-o", "alone.gif"]);
    assert!(error(&alone, 2).contains("leave it out"));
}

#[test]
fn the_same_film_has_the_same_bytes() {
    let desk = Desk::new();
    let [arrow, step, _] = cast(&desk);
    let film = |name: &str| {
        desk.printed(&["print", &arrow, &step, "--script", name]);
        desk.read(name)
    };
    assert_eq!(film("a.json"), film("b.json"));
}

#[test]
fn what_a_film_cannot_be_is_told_with_its_remedy() {
    let desk = Desk::new();
    let [arrow, step, _] = cast(&desk);
    let blank = desk.draw("blank.png", "... ...");
    for (args, code, told) in [
        (
            &[arrow.as_str(), &step][..],
            2,
            "one film with --gif film.gif; --out-dir FOLDER prints",
        ),
        (&[&arrow, &blank, "--gif", "f.gif"], 1, "blank.png"),
        (
            &[&arrow, &step, "--gif", "f.gif", "--no-repeat"],
            2,
            "leave out --no-repeat",
        ),
        (
            &[&arrow, &step, "--movie", "f.fm2", "--field", "21x42"],
            2,
            "make a movie of each",
        ),
        (
            &[&arrow, &arrow, "--between", "cut", "--movie", "f.fm2"],
            2,
            "make a movie of each",
        ),
    ] {
        let message = error(&desk.run(&[&["print"], args].concat()), code);
        assert!(message.contains(told), "{args:?}: {message}");
    }
    assert_eq!(
        desk.names("."),
        ["arrow.png", "bar.png", "blank.png", "step.png"]
    );
}

fn script() -> String {
    in_repository("out/heart.json").to_str().unwrap().to_owned()
}

const SHORT: &[&str] = &["--duration", "1", "--fps", "10"];

fn replayed(desk: &Desk, more: &[&str]) -> std::process::Output {
    desk.run(&[&["replay", &script()], more, SHORT].concat())
}

#[test]
fn the_ending_of_a_name_says_what_is_written() {
    let desk = Desk::new();
    let names = [
        "a.gif", "a.webp", "a.apng", "a.PNG", "a.svg", "a.html", "a.y4m",
    ];
    let outputs = names.iter().flat_map(|name| ["-o", name]);
    let output = replayed(&desk, &outputs.collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let heads: [&[u8]; 7] = [
        b"GIF89a", b"RIFF", b"\x89PNG", b"\x89PNG", b"<svg", b"<!", b"YUV4",
    ];
    for (name, head) in names.iter().zip(heads) {
        assert!(desk.read(name).starts_with(head), "{name}");
    }
    for picture in ["a.gif", "a.webp", "a.apng", "a.PNG"] {
        desk.printed(&["verify", &sprite_path("heart"), "--gif", picture]);
    }
}

/// Replays a print with wrong arguments, each of which has to be told with its remedy and to write nothing.
fn check_refused(cases: &[(&[&str], &str)]) {
    let desk = Desk::new();
    for (args, told) in cases {
        let message = error(&replayed(&desk, args), 2);
        assert!(message.contains(told), "{args:?}: {message}");
    }
    assert!(desk.names(".").is_empty());
}

#[test]
fn a_name_that_promises_something_else_is_refused() {
    check_refused(&[
        (&["--gif", "a.mp4"], "end it in .gif"),
        (&["--gif", "a.png"], "end it in .gif"),
        (&["-o", "a.jpg"], "end it in gif, apng"),
        (&["-o", "a"], "no ending"),
        (&["-o", "a.gif", "-o", "b.gif"], "leave one out"),
        (&["-o", "a.gif", "--gif", "b.gif"], "leave one out"),
        (&["-o", "a.fm2"], "`print` does"),
    ]);
}

#[test]
fn a_picture_says_which_theme_it_was_drawn_in() {
    let desk = Desk::new();
    replayed(
        &desk,
        &[
            "--theme",
            "gameboy",
            "-o",
            "green.gif",
            "-o",
            "green.webp",
            "-o",
            "green.png",
        ],
    );
    for (option, name) in [
        ("--gif", "green.gif"),
        ("--gif", "green.webp"),
        ("--png", "green.png"),
    ] {
        desk.printed(&["verify", &sprite_path("heart"), option, name]);
        let other = desk.run(&["verify", &sprite_path("key"), option, name]);
        assert_eq!(other.status.code(), Some(1), "{other:?}");
    }
    let as_nes = [
        "verify",
        &sprite_path("heart"),
        "--theme",
        "nes",
        "--gif",
        "green.gif",
    ];
    assert_eq!(desk.run(&as_nes).status.code(), Some(1));
}

#[test]
fn a_video_needs_an_ffmpeg_and_says_so_before_any_work() {
    let desk = Desk::new();
    let output = program()
        .current_dir(&desk)
        .env("PATH", desk.as_ref())
        .args(["print", &sprite_path("knight"), "-o", "film.mp4"])
        .output();
    let message = error(&output.unwrap(), 2);
    assert!(message.contains("install it"), "{message}");
}

#[test]
fn the_page_takes_the_look_the_x_ray_and_the_pace() {
    let desk = Desk::new();
    desk.printed(&["replay", &script(), "--duration", "1", "-o", "plain.html"]);
    let look = [
        "replay",
        &script(),
        "--theme",
        "gameboy",
        "--xray",
        "--duration",
        "9",
        "-o",
        "green.html",
    ];
    desk.printed(&look);
    let [plain, green] = ["plain.html", "green.html"].map(|name| desk.read(name));
    let [plain, green] = [plain, green].map(|page| String::from_utf8(page).unwrap());
    assert!(plain.contains("\"xray\":false,\"pace\":54.0"));
    assert!(green.contains("\"xray\":true,\"pace\":6.0"));
    assert_ne!(background(&plain), background(&green));
}

fn background(page: &str) -> &str {
    let start = page.find("\"background\":\"").unwrap();
    &page[start..start + 22]
}

#[test]
fn the_first_frame_is_the_finished_print_unless_the_field_is_asked_for() {
    let desk = Desk::new();
    let first = |poster: &[&str]| {
        replayed(
            &desk,
            &[poster, &["-o", "film.gif", "-o", "still.png"]].concat(),
        );
        // Of an animation the first frame is decoded.
        desk.picture("film.gif") == desk.picture("still.png")
    };
    assert!(first(&[]) && first(&["--poster", "last"]) && !first(&["--poster", "first"]));
}

#[test]
fn a_film_that_runs_back_and_forth_begins_and_ends_with_the_print() {
    let desk = Desk::new();
    replayed(&desk, &["-o", "plain.gif", "-o", "still.png"]);
    let both = [
        "--boomerang",
        "-o",
        "film.gif",
        "-o",
        "film.apng",
        "-o",
        "film.webp",
        "-o",
        "film.y4m",
    ];
    assert_eq!(replayed(&desk, &both).status.code(), Some(0));
    for film in ["film.gif", "film.apng", "film.webp"] {
        desk.printed(&["verify", &sprite_path("heart"), "--gif", film]);
    }
    assert!(desk.picture("film.gif") == desk.picture("still.png"));
    let frames = |name: &str| frames_of(&desk.read(name));
    let (plain, film) = (frames("plain.gif"), frames("film.gif"));
    // Without the poster of the plain film, whose first frame is the last one of the other's way back.
    let plain = &plain[1..];
    let back: Vec<_> = plain.iter().rev().collect();
    assert!(film[..plain.len()].iter().eq(back));
    assert!(film[plain.len() - 1..].iter().eq(plain));
    let poster = replayed(&desk, &["--boomerang", "--poster", "first", "-o", "a.gif"]);
    assert!(error(&poster, 2).contains("--poster"));
}

/// What is seen of an animation, frame by frame.
fn frames_of(gif: &[u8]) -> Vec<Vec<[u8; 4]>> {
    let mut frames = Vec::new();
    tetris_printer::picture::read_film(gif, |frame, _| frames.push(frame.pixels.clone())).unwrap();
    frames
}

#[test]
fn a_print_fills_the_canvas_that_it_is_for() {
    let desk = Desk::new();
    let caption = ["--caption", "54 pieces, 1 heart!"];
    for canvas in ["400x400", "270x480", "240x300"] {
        let size = ["--canvas", canvas, "-o", "film.gif", "-o", "still.png"];
        let made = replayed(&desk, &[&size[..], &caption].concat());
        assert_eq!(made.status.code(), Some(0), "{made:?}");
        for name in ["film.gif", "still.png"] {
            let picture = desk.picture(name);
            assert_eq!(format!("{}x{}", picture.width(), picture.height()), canvas);
            desk.printed(&["verify", &sprite_path("heart"), "--gif", name]);
        }
    }
}

#[test]
fn what_no_canvas_and_no_caption_can_do_is_told_with_its_remedy() {
    check_refused(&[
        (&["--canvas", "30x30", "-o", "a.gif"], "try --canvas "),
        (&["--canvas", "9000x9000", "-o", "a.gif"], "up to 8192x8192"),
        (
            &["--canvas", "400x400", "--cell", "8", "-o", "a.gif"],
            "--cell",
        ),
        (&["--canvas", "400x400", "-o", "a.html"], "leave them out"),
        (&["--caption", "heart", "-o", "a.svg"], "leave them out"),
        (
            &["--caption", "ça va", "-o", "a.gif"],
            "the font has no `ç`",
        ),
        (&["--caption", "", "-o", "a.gif"], "at least one letter"),
        (
            &[
                "--caption",
                "this is a good deal too long for it",
                "-o",
                "a.gif",
            ],
            "shorten it, or make the picture wider with --cell",
        ),
    ]);
}

#[test]
fn an_outline_that_is_lost_on_the_field_is_told_with_a_field_that_shows_it() {
    let desk = Desk::new();
    let dark = |letter| {
        if letter == 'e' {
            [20, 12, 28]
        } else {
            [216, 40, 0]
        }
    };
    let sprite = desk.draw_in("ring.png", ".ee. eaae .ee.", dark);
    let print =
        |more: &[&str]| desk.printed(&[&["print", &sprite, "--script", "a.json"], more].concat());
    assert!(!print(&[]).contains("warning"));
    let told = print(&["--field-color", "#000000"]);
    let remedy = "--field-color '#484850' shows it";
    assert!(
        told.contains("(#140c1c)") && told.contains(remedy),
        "{told}"
    );
    assert!(!print(&["--field-color", "#484850"]).contains("warning"));
}

#[test]
fn speed_one_is_that_of_the_console_whatever_is_shown_of_a_piece() {
    let desk = Desk::new();
    let seconds = |motion: &str| {
        let said = [
            "replay",
            &script(),
            "--speed",
            "20",
            "--hold",
            "0",
            "--poster",
            "first",
        ];
        let output = desk.printed(&[&said[..], &["--motion", motion, "-o", "film.gif"]].concat());
        let told = output.rsplit(", ").next().unwrap();
        told.trim().trim_end_matches(" s)").parse::<f64>().unwrap()
    };
    let console = seconds("console");
    for motion in ["lock", "path"] {
        assert!((seconds(motion) - console).abs() < 0.2, "{motion}");
    }
}

/// An ffmpeg that knows the encoders and keeps what it is given.
#[cfg(unix)]
#[test]
fn a_video_is_what_ffmpeg_makes_of_the_raw_frames() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let listing = "case \"$*\" in *-encoders*) echo ' V libx264 H.264'; exit;; esac";
    let keep = "for last; do :; done; cat > \"$last\"";
    let ffmpeg = desk.write("ffmpeg", format!("#!/bin/sh\n{listing}\n{keep}\n"));
    fs::set_permissions(&ffmpeg, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", desk.as_ref().display());
    let run = |name: &str| {
        let mut program = program();
        program.current_dir(&desk).env("PATH", &path);
        program.args(["replay", &script(), "-o", name]).args(SHORT);
        program.output().unwrap()
    };
    let made = run("film.mp4");
    assert!(stdout(&made).contains("film.mp4 ("), "{made:?}");
    assert!(desk.read("film.mp4").starts_with(b"YUV4MPEG2 W"));
    let message = error(&run("film.webm"), 2);
    assert!(message.contains("no encoder libvpx-vp9"), "{message}");
}

/// A GIF whose bytes from `head` on are changed, the first time that they occur after `start`.
fn tampered(gif: &[u8], start: usize, head: &[u8], change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut gif = gif.to_vec();
    let mut places = gif[start..].windows(head.len());
    let place = start + places.position(|bytes| bytes == head).unwrap();
    change(&mut gif[place..]);
    gif
}

#[test]
fn a_film_is_judged_by_every_pixel_of_every_frame_and_by_what_it_says_of_itself() {
    let desk = Desk::new();
    let (sprite, film) = (sprite_path("heart"), "film.gif");
    desk.printed(&["print", &sprite, "-o", film]);
    let gif = desk.read(film);
    let judged = desk.printed(&["verify", &sprite, "--gif", film]);
    assert!(
        judged.contains("882 cells compared; every pixel of "),
        "{judged}"
    );
    let middle = gif.len() / 2;
    let delay = &[0x21, 0xf9, 4][..];
    for (wrong, told) in [
        (
            tampered(&gif, 13, &gif[13..16], |colors| colors[0] ^= 1),
            "frame 1 is not as",
        ),
        (
            tampered(&gif, middle, delay, |head| head[4] ^= 1),
            "ms, where its script gives",
        ),
        (
            tampered(&gif, 0, b"NETSCAPE2.0", |head| head[13] = 7),
            "more or less often",
        ),
        (
            tampered(&gif, 0, b"origin_y\":8", |head| head[10] = b'7'),
            "",
        ),
    ] {
        fs::write(desk.path("wrong.gif"), wrong).unwrap();
        let judged = desk.run(&["verify", &sprite, "--gif", "wrong.gif"]);
        assert_eq!(judged.status.code(), Some(1), "{told}");
        assert!(stdout(&judged).contains(told), "{judged:?}");
    }
    let foreign = tampered(&gif, 0, b"tetris-print-origin", |head| head[0] = b'x');
    fs::write(desk.path("foreign.gif"), foreign).unwrap();
    let judged = desk.printed(&["verify", &sprite, "--gif", "foreign.gif"]);
    assert!(judged.contains("nothing around them"), "{judged}");
}

#[test]
fn a_film_is_its_own_script() {
    let desk = Desk::new();
    replayed(&desk, &["-o", "a.gif"]);
    desk.printed(&[
        "replay",
        "a.gif",
        "-o",
        "b.gif",
        "--duration",
        "1",
        "--fps",
        "10",
    ]);
    assert_eq!(desk.read("a.gif"), desk.read("b.gif"));
}

#[test]
fn sprites_of_a_film_are_as_large_as_beside_each_other_if_there_is_room() {
    let desk = Desk::new();
    // Alone it is taken for one of 8x8 pixels that was enlarged.
    let heart = sprite("heart");
    let coarse = Raster::from_fn(16, 16, |x, y| heart.color(x / 2, y / 2));
    desk.save("coarse.png", &coarse);
    let width_beside = |other: &str| {
        let report = desk.printed(&[
            "print",
            "coarse.png",
            other,
            "--script",
            "film.json",
            "--json",
        ]);
        desk.printed(&["verify", "coarse.png", other, "--script", "film.json"]);
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        report["pictures"][0]["sprite"]["width"].clone()
    };
    assert_eq!(width_beside(&sprite_path("ghost")), 16);
    // A frog of 64x56 pixels, and half of that, are too large for the usual field.
    assert_eq!(width_beside(&sprite_path("frog-4x")), 8);
}

#[test]
fn the_frames_of_an_animation_are_read_at_one_scale() {
    let desk = Desk::new();
    // Alone the first frame would be a picture of 2x2 pixels, enlarged twice.
    desk.animate_frames("walk.gif", &["1100 1100 1111 1111", "0100 1110 1111 0110"]);
    let report = desk.printed(&["print", "walk.gif", "--dry-run", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    for picture in report["pictures"].as_array().unwrap() {
        assert_eq!(picture["sprite"]["width"], 4, "{picture}");
    }
}

#[test]
fn a_film_is_verified_with_all_of_its_sprites_and_nothing_else_with_several() {
    let desk = Desk::new();
    let walk = desk.animate("walk.gif");
    desk.printed(
        &[
            &["print", &walk, "--script", "film.json", "--gif", "film.gif"],
            SHORT,
        ]
        .concat(),
    );
    // The sprites are told as to `print`: by the animation, or frame by frame.
    for sprites in [&["walk.gif"][..], &["walk.gif#1", "walk.gif#3"]] {
        let judged = desk.printed(&[&["verify"], sprites, &["--gif", "film.gif"]].concat());
        assert!(
            judged.contains("film.gif, picture 2 of 2: shows"),
            "{judged}"
        );
    }
    let swapped = ["walk.gif#3", "walk.gif#1", "--script", "film.json"];
    let told = error(&desk.run(&[&["verify"], &swapped[..]].concat()), 1);
    assert!(
        told.contains("film.json, picture 1 of 2, differs"),
        "{told}"
    );
    let last = desk.printed(&["verify", "walk.gif#3", "--gif", "film.gif"]);
    assert!(last.contains("film.gif, picture 2 of 2: shows"), "{last}");
    for (wrong, reason) in [
        (
            "walk.gif --screenshot film.gif",
            "name its last sprite alone",
        ),
        ("walk.gif --movie film.json", "name its last sprite alone"),
    ] {
        let judged = desk.answer(&format!("verify {wrong}"));
        judged.check_error(2, reason);
    }
}

#[test]
fn one_by_one_each_frame_is_a_print_of_its_own() {
    let desk = Desk::new();
    let walk = desk.animate("walk.gif");
    let one_by_one = ["--out-dir", "prints", "--formats", "png"];
    desk.printed(&[&["print", &walk], &one_by_one[..]].concat());
    for (frame, picture) in [("walk.gif#1", "walk-1.png"), ("walk.gif#3", "walk-3.png")] {
        desk.printed(&["verify", frame, "--png", &format!("prints/{picture}")]);
    }
}
