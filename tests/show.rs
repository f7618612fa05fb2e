//! What `print` and `replay` write besides GIFs and scripts, many prints at once, and what the
//! program tells shells and `man`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;
use tetris_printer::color::Rgb;
use tetris_printer::picture::{Raster, decode_picture, write_raster_png};
use tetris_printer::render::{Motion, Pace, RenderOptions, render_gif};
use tetris_printer::script::parse_script;
use tetris_printer::sprite::{ReadOptions, Sprite, read_sprite};

fn run(args: &[&str]) -> Output {
    let mut program = Command::new(cargo_bin!("tetris-printer"));
    program.args(args).stdin(Stdio::null()).output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line of an unsuccessful run.
fn error(args: &[&str], code: i32) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "one line: {text}");
    text
}

/// A folder with a small sprite of three colours.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(TempDir::new().unwrap());
        desk.draw("gem.png", "..11.. .1221. 122331 .1331. ..11..");
        desk
    }

    fn draw(&self, name: &str, drawing: &str) {
        let lines: Vec<&str> = drawing.split(' ').collect();
        let picture = Raster::from_fn(lines[0].len(), lines.len(), |x, y| {
            match lines[y].as_bytes()[x] {
                b'1' => Some(Rgb::new(40, 64, 168)),
                b'2' => Some(Rgb::new(248, 248, 248)),
                b'3' => Some(Rgb::new(240, 56, 40)),
                _ => None,
            }
        });
        let file = File::create(self.0.path().join(name)).unwrap();
        write_raster_png(&picture, file).unwrap();
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// What names are there, sorted.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Prints the gem on the field of the original game, in little time; returns the report.
    fn print(&self, more: &[&str]) -> Value {
        let sprite = self.path("gem.png");
        let first = ["print", &sprite, "--json"];
        serde_json::from_str(&stdout(&[&first, QUICK, more].concat())).unwrap()
    }
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
    let desk = Desk::new();
    let files = ["a.png", "p.svg", "p.html", "p.y4m", "frames"];
    let [apng, svg, html, y4m, frames] = files.map(|name| desk.path(name));
    let report = desk.print(&[
        "--apng", &apng, "--svg", &svg, "--html", &html, "--y4m", &y4m, "--frames", &frames,
    ]);
    let outputs = report["outputs"].as_array().unwrap();
    for output in outputs.iter().filter(|output| output["kind"] != "frames") {
        let written = fs::metadata(output["path"].as_str().unwrap())
            .unwrap()
            .len();
        assert_eq!(output["bytes"], written, "{output}");
    }
    let sprite = desk.path("gem.png");
    stdout(&["verify", &sprite, "--scale", "1", "--png", &apng]);
    let pictures = desk.names("frames");
    assert_eq!((pictures.len(), &*pictures[0]), (15, "00001.png"));
    let last = desk.path("frames/00015.png");
    stdout(&["verify", &sprite, "--scale", "1", "--png", &last]);
    let video = desk.read("p.y4m");
    assert!(video.starts_with(b"YUV4MPEG2 W"));
    let heads = video.windows(6).filter(|window| window == b"FRAME\n");
    assert_eq!(heads.count(), 15);
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
    let desk = Desk::new();
    let folder = desk.path("frames");
    fs::create_dir(&folder).unwrap();
    desk.print(&["--frames", &folder]);
    let told = error(
        &[
            &["print", &desk.path("gem.png"), "--frames", &folder],
            QUICK,
        ]
        .concat(),
        2,
    );
    assert!(told.contains("name a new folder"), "{told}");
}

#[test]
fn a_theme_in_its_own_colours_is_proved_in_them() {
    let desk = Desk::new();
    let theme = desk.path("dusk.toml");
    let colors = "pieces = ['#2e1f27', '#dd7230', '#854d27']\nfield = '#f4c95d'\n";
    fs::write(&theme, format!("cell = 'grid'\n{colors}")).unwrap();
    let (gif, png) = (desk.path("p.gif"), desk.path("p.png"));
    for look in ["gameboy", &theme] {
        let report = desk.print(&["--theme", look, "--gif", &gif, "--png", &png]);
        assert_eq!(report["verified"], true);
    }
    let seen = decode_picture(File::open(&png).unwrap()).unwrap();
    assert!(seen.pixels().contains(&Some(Rgb::new(0xdd, 0x72, 0x30))));
    assert!(!seen.pixels().contains(&Some(Rgb::new(240, 56, 40))));
    fs::write(&theme, "cell = 'round'").unwrap();
    let output = run(&["print", &desk.path("gem.png"), "--theme", &theme]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("not a theme: unknown variant `round`"),
        "{told}"
    );
}

#[test]
fn an_x_ray_ends_with_the_same_picture() {
    let desk = Desk::new();
    let gif = desk.path("p.gif");
    desk.print(&["--xray", "--gif", &gif]);
    stdout(&[
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
    let desk = Desk::new();
    let told = error(&["print", &desk.path("gem.png"), "--watch"], 2);
    assert!(told.contains("standard output is none"), "{told}");
}

#[test]
fn many_sprites_are_printed_and_one_that_fails_stops_none() {
    let desk = Desk::new();
    desk.draw("hat.png", "..11. .111. 22222");
    fs::write(desk.path("bad.png"), b"no picture").unwrap();
    let sprites = ["gem.png", "bad.png", "hat.png"].map(|name| desk.path(name));
    let [gem, bad, hat] = &sprites;
    let out = desk.path("out");
    let batch = [&["print", gem, bad, hat, "--out-dir", &out], QUICK].concat();
    let output = run(&batch);
    assert_eq!(output.status.code(), Some(2));
    let table = String::from_utf8(output.stdout).unwrap();
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
    let desk = Desk::new();
    let gem = desk.path("gem.png");
    assert!(error(&["print", &gem, &gem], 2).contains("--out-dir"));
    let told = error(&["print", &gem, &gem, "--out-dir", &desk.path("out")], 2);
    assert!(told.contains("the same files"), "{told}");
    assert!(!Path::new(&desk.path("out")).exists());
}

/// The scripts that the page of `--html` plays in a browser, too (`.ci/browser/print.sh`).
#[test]
fn the_committed_scripts_leave_the_committed_fields() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|kind| kind == "json"));
    let mut count = 0;
    for script in scripts {
        let field = stdout(&["replay", script.to_str().unwrap()]);
        let expected = fs::read_to_string(script.with_extension("txt")).unwrap();
        assert_eq!(field, expected, "{}", script.display());
        count += 1;
    }
    assert_eq!(count, 5);
}

/// The gallery is made by `.ci/gallery`; here its GIFs are drawn again from its scripts.
#[test]
fn the_gallery_is_up_to_date() {
    for name in ["knight", "frog"] {
        let picture = fs::read(in_repository(&format!("sprites/{name}.png"))).unwrap();
        let sprite = read_sprite(&picture[..], &ReadOptions::default()).unwrap();
        check_shown(name, name, Some(&sprite.sprite), &RenderOptions::default());
    }
    let xray = RenderOptions {
        xray: true,
        ..RenderOptions::default()
    };
    check_shown("frog-xray", "frog", None, &xray);
    let small = RenderOptions {
        panel: false,
        cell: "6".parse().unwrap(),
        motion: Motion::Lock,
        pace: Pace::Duration("12".parse().unwrap()),
        fps: "25".parse().unwrap(),
        ..xray
    };
    check_shown("heart", "heart", None, &small);
}

/// Fails unless `out/NAME.gif` is what the script gives.
fn check_shown(name: &str, script: &str, source: Option<&Sprite>, options: &RenderOptions) {
    let script = fs::read_to_string(in_repository(&format!("out/{script}.json"))).unwrap();
    let mut gif = Vec::new();
    render_gif(&parse_script(&script).unwrap(), source, options, &mut gif).unwrap();
    let shown = fs::read(in_repository(&format!("out/{name}.gif"))).unwrap();
    assert!(
        gif == shown,
        "out/{name}.gif: make the gallery again with .ci/gallery"
    );
}

fn in_repository(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

const COMMANDS: [&str; 13] = [
    "print",
    "replay",
    "verify",
    "patterns",
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
        let help = stdout(&[command, "--help"]);
        assert!(help.contains("Examples:\n  tetris-printer "), "{command}");
        let page = stdout(&["man", command]);
        assert!(
            page.contains(&format!("tetris\\-printer\\-{command}")),
            "{command}: {page}"
        );
    }
    let told = error(&["man", "bake"], 2);
    assert!(told.contains("no subcommand `bake`"), "{told}");
    let desk = Desk::new();
    stdout(&["man", "--out-dir", &desk.path("man")]);
    assert!(
        desk.names("man")
            .contains(&"tetris-printer-print.1".to_owned())
    );
}

#[test]
fn shells_learn_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}
