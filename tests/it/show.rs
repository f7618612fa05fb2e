//! What `print` and `replay` write besides GIFs and scripts, many prints at once, and what the
//! program tells shells and `man`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tetris_printer::color::Rgb;

use crate::support::{Desk, error, in_repository, printed, run, stdout};

/// A folder with a small sprite of three colours.
fn with_gem() -> Desk {
    let desk = Desk::new();
    desk.draw("gem.png", "..11.. .1221. 122331 .1331. ..11..");
    desk
}

/// Prints the gem on the field of the original game, in little time; returns the report.
fn print_gem(desk: &Desk, more: &[&str]) -> Value {
    let gem = desk.path("gem.png");
    let first = ["print", &gem, "--json"];
    serde_json::from_str(&printed(&[&first, QUICK, more].concat())).unwrap()
}

const QUICK: &[&str] = &[
    "--scale",
    "1",
    "--field",
    "10x20",
    "--effort",
    "fast",
    "--duration",
    "1",
    "--hold",
    "0.5",
    "--fps",
    "10",
];

#[test]
fn a_print_is_written_in_every_form() {
    let desk = with_gem();
    let files = ["a.png", "p.svg", "p.html", "p.txt", "p.y4m", "frames"];
    let [apng, svg, html, fumen, y4m, frames] = files.map(|name| desk.path(name));
    let report = print_gem(
        &desk,
        &[
            "--apng", &apng, "--svg", &svg, "--html", &html, "--fumen", &fumen, "--y4m", &y4m,
            "--frames", &frames,
        ],
    );
    let outputs = report["outputs"].as_array().unwrap();
    for output in outputs.iter().filter(|output| output["kind"] != "frames") {
        let written = fs::metadata(output["path"].as_str().unwrap())
            .unwrap()
            .len();
        assert_eq!(output["bytes"], written, "{output}");
    }
    let sprite = desk.path("gem.png");
    printed(&["verify", &sprite, "--scale", "1", "--png", &apng]);
    let pictures = desk.names("frames");
    assert_eq!((pictures.len(), &*pictures[0]), (15, "00001.png"));
    let last = desk.path("frames/00015.png");
    printed(&["verify", &sprite, "--scale", "1", "--png", &last]);
    let video = desk.read("p.y4m");
    assert!(video.starts_with(b"YUV4MPEG2 W"));
    let heads = video.windows(6).filter(|window| window == b"FRAME\n");
    assert_eq!(heads.count(), 15);
    assert!(
        desk.read("p.txt")
            .starts_with(b"https://fumen.zui.jp/?v115@")
    );
    let drawing = String::from_utf8(desk.read("p.svg")).unwrap();
    let pixels = report["sprite"]["pixels"].as_u64().unwrap() as usize;
    assert_eq!(drawing.matches("<use").count(), pixels + 1);
    assert!(
        String::from_utf8(desk.read("p.html"))
            .unwrap()
            .contains("\"name\":\"gem\"")
    );
}

#[test]
fn frames_go_into_a_new_or_an_empty_folder_only() {
    let desk = with_gem();
    let folder = desk.path("frames");
    fs::create_dir(&folder).unwrap();
    print_gem(&desk, &["--frames", &folder]);
    let again = ["print", &desk.path("gem.png"), "--frames", &folder];
    let told = error(&run(&[&again, QUICK].concat()), 2);
    assert!(told.contains("name a new folder"), "{told}");
}

#[test]
fn a_theme_in_its_own_colours_is_proved_in_them() {
    let desk = with_gem();
    let theme = desk.path("dusk.toml");
    let colors = "pieces = ['#2e1f27', '#dd7230', '#854d27']\nfield = '#f4c95d'\n";
    fs::write(&theme, format!("cell = 'grid'\n{colors}")).unwrap();
    let (gif, png) = (desk.path("p.gif"), desk.path("p.png"));
    for look in ["gameboy", &theme] {
        let report = print_gem(&desk, &["--theme", look, "--gif", &gif, "--png", &png]);
        assert_eq!(report["verified"], true);
    }
    let drawn = desk.picture("gem.png").color(2, 0);
    let seen = desk.picture("p.png");
    assert!(seen.pixels().contains(&Some(Rgb::new(0xdd, 0x72, 0x30))));
    assert!(drawn.is_some() && !seen.pixels().contains(&drawn));
    fs::write(&theme, "cell = 'round'").unwrap();
    let told = error(
        &run(&["print", &desk.path("gem.png"), "--theme", &theme]),
        2,
    );
    assert!(
        told.contains("not a theme: unknown variant `round`"),
        "{told}"
    );
}

#[test]
fn an_x_ray_ends_with_the_same_picture() {
    let desk = with_gem();
    let gif = desk.path("p.gif");
    print_gem(&desk, &["--xray", "--gif", &gif]);
    printed(&[
        "verify",
        &desk.path("gem.png"),
        "--scale",
        "1",
        "--gif",
        &gif,
    ]);
}

#[test]
fn what_is_no_terminal_shows_no_game() {
    let desk = with_gem();
    let told = error(&run(&["print", &desk.path("gem.png"), "--watch"]), 2);
    assert!(told.contains("standard output is not one"), "{told}");
}

#[test]
fn many_sprites_are_printed_and_one_that_fails_stops_none() {
    let desk = with_gem();
    desk.draw("hat.png", "..11. .111. 22222");
    desk.write("bad.png", "no picture");
    let sprites = ["gem.png", "bad.png", "hat.png"].map(|name| desk.path(name));
    let [gem, bad, hat] = &sprites;
    let out = desk.path("out");
    let batch = [&["print", gem, bad, hat, "--out-dir", &out], QUICK].concat();
    let output = run(&batch);
    assert_eq!(output.status.code(), Some(2));
    let table = stdout(&output);
    assert!(
        table.contains("3 sprites: 2 printed, 0 skipped, 1 failed"),
        "{table}"
    );
    let written = [
        "gem.gif", "gem.json", "gem.png", "hat.gif", "hat.json", "hat.png",
    ];
    assert_eq!(desk.names("out"), written);
    fs::remove_file(desk.path("out/hat.gif")).unwrap();
    let again = run(&[&batch[..], &["--skip-existing", "--json"]].concat());
    let report: Value = serde_json::from_slice(&again.stdout).unwrap();
    let results = [0, 1, 2].map(|i| report["sprites"][i]["result"].as_str().unwrap());
    assert_eq!(results, ["skipped", "failed", "printed"]);
    assert_eq!(desk.names("out"), written);
}

#[test]
fn a_batch_says_what_it_needs() {
    let desk = with_gem();
    let gem = desk.path("gem.png");
    assert!(error(&run(&["print", &gem, &gem]), 2).contains("--out-dir"));
    let told = error(
        &run(&["print", &gem, &gem, "--out-dir", &desk.path("out")]),
        2,
    );
    assert!(told.contains("is named twice"), "{told}");
    assert!(!Path::new(&desk.path("out")).exists());
}

/// The scripts that the page of `--html` plays in a browser, too (`.ci/browser/print.sh`).
#[test]
fn the_committed_scripts_leave_the_committed_fields() {
    let files = fs::read_dir(in_repository("tests/it/scripts"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|kind| kind == "json"));
    let mut count = 0;
    for script in scripts {
        let field = printed(&["replay", script.to_str().unwrap()]);
        let expected = fs::read_to_string(script.with_extension("txt")).unwrap();
        assert_eq!(field, expected, "{}", script.display());
        count += 1;
    }
    assert_eq!(count, 5);
}

const COMMANDS: [&str; 14] = [
    "print",
    "replay",
    "verify",
    "patterns",
    "train",
    "bench",
    "tile",
    "play",
    "rom",
    "sheet",
    "inspect",
    "link",
    "completions",
    "man",
];

#[test]
fn every_command_has_examples_and_a_manual_page() {
    for command in COMMANDS {
        let help = printed(&[command, "--help"]);
        assert!(help.contains("Examples:\n  tetris-printer "), "{command}");
        let page = printed(&["man", command]);
        assert!(
            page.contains(&format!("tetris\\-printer\\-{command}")),
            "{command}: {page}"
        );
    }
    let told = error(&run(&["man", "bake"]), 2);
    assert!(told.contains("no subcommand `bake`"), "{told}");
    let desk = with_gem();
    printed(&["man", "--out-dir", &desk.path("man")]);
    assert!(
        desk.names("man")
            .contains(&"tetris-printer-print.1".to_owned())
    );
}

#[test]
fn shells_learn_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn a_theme_with_fewer_colours_than_the_sprite_says_so() {
    let desk = with_gem();
    desk.write("one.toml", "pieces = [\"#000000\"]\nfield = \"#ffffff\"\n");
    let told = |theme: &str| {
        let picture = ["print", "gem.png", "--effort", "glance", "--dry-run"];
        desk.printed(&[&picture[..], &["--theme", theme]].concat())
    };
    assert!(told("one.toml").contains("the theme draws the 3 colours of the sprite in 1"));
    assert!(!told("gameboy").contains("warning"));
}
