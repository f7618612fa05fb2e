//! The examples of the README and of `--help`, as a reader would type them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tetris_printer::color::Rgb;
use tetris_printer::picture::Raster;

use crate::support::{Desk, PROGRAM, in_repository, sprite_names};

const README: &str = include_str!("../../README.md");

/// Every command line that begins with the program's name, without what is said about it.
fn examples() -> Vec<String> {
    let mut lines = in_code_blocks(README);
    lines.extend(in_sentences(README));
    lines.extend(commands().iter().flat_map(|command| in_help(command)));
    lines.sort();
    lines.dedup();
    assert!(lines.len() > 80, "{lines:?}");
    lines
}

/// A comment begins with `#` between blanks: `sheet.png#12` is none.
fn in_code_blocks(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| is_example(line));
    lines
        .map(|line| line.split(" # ").next().unwrap().trim().to_owned())
        .collect()
}

/// In a table the bar of a pipe is written `\|`.
fn in_sentences(text: &str) -> Vec<String> {
    let prose: Vec<&str> = text.split("```").step_by(2).collect();
    let prose = prose.concat().replace('\n', " ");
    let code = prose
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| is_example(code));
    code.map(|code| code.replace("\\|", "|")).collect()
}

/// What follows after some blanks is said about the example.
fn in_help(command: &str) -> Vec<String> {
    let output = run(Path::new("."), &format!("tetris-printer {command} --help"));
    let help = String::from_utf8(output.stdout).unwrap();
    let lines = help.split("Examples:\n").nth(1).unwrap_or_default().lines();
    let lines = lines.map(str::trim).filter(|line| is_example(line));
    lines
        .map(|line| line.split("   ").next().unwrap().to_owned())
        .collect()
}

fn is_example(text: &str) -> bool {
    text.starts_with("tetris-printer ") && !text.ends_with("FOLDER") && !text.contains("...")
}

fn commands() -> Vec<String> {
    let output = run(Path::new("."), "tetris-printer --help");
    let help = String::from_utf8(output.stdout).unwrap();
    let list = help
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let names = list
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// Runs a line in a shell that finds the program, in a folder that is also its home.
fn run(folder: &Path, line: &str) -> Output {
    let program = Path::new(PROGRAM);
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", line])
        .env("PATH", path)
        .env("HOME", folder);
    shell.current_dir(folder).output().unwrap()
}

/// An example that conflicts with itself fails at once; of the others some work for minutes, so each is
/// stopped after a second's work.
#[test]
fn every_example_is_understood() {
    let desk = desk();
    set_up(&desk);
    let refused = |line: &String| {
        let first = line
            .split(" | ")
            .next()
            .unwrap()
            .split(" > ")
            .next()
            .unwrap();
        // The weights that stand in for a tuning's state cannot be tuned further.
        let first = first.replace("--tune state.json", "--tune $(mktemp -d)/state.json");
        let output = run(desk.as_ref(), &format!("ulimit -t 1; {first} >/dev/null"));
        let told = String::from_utf8_lossy(&output.stderr);
        // Nobody's copy of the game is here.
        let needs_copy = line.contains("--game ") && told.contains("No such file");
        let is_refused = matches!(output.status.code(), Some(1 | 2))
            && !told.contains("in a terminal")
            && !needs_copy;
        is_refused.then(|| format!("{line}: {told}\n"))
    };
    let refused: String = examples().iter().filter_map(refused).collect();
    assert!(refused.is_empty(), "{refused}");
}

/// Examples that need more than a folder and some minutes.
const LEFT_OUT: [&str; 11] = [
    "--game ",
    "--watch",
    "ffmpeg",
    "fceux",
    "man -l",
    "bench sprites",
    "--games 1",
    "--lines 5000000",
    "--time-limit",
    "--tune",
    "train --out",
];

/// Make what examples read that no other example makes.
const SETTING_UP: [&str; 7] = [
    "tetris-printer tile 6x6 --pieces IOTS --print-matrix > rows.txt",
    "tetris-printer link --generate 12x8 --kinds 20 --seed 1 --png board.png --matrix board.txt -q",
    "tetris-printer replay knight.json --theme gameboy --gif green.gif",
    "tetris-printer print sprites/knight.png --movie knight.fm2",
    "tetris-printer print sprites/knight.png --movie print.fm2",
    "tetris-printer print sprites/cat.png sprites/frog.png --effort glance --gif film.gif --script film.json",
    "tetris-printer print rows.png --field 10x20 --free-columns 0-1 --script rows.json",
];

#[test]
#[ignore = "takes some minutes"]
fn every_example_works() {
    let desk = desk();
    set_up(&desk);
    let is_left_out = |line: &String| LEFT_OUT.iter().any(|part| line.contains(part));
    let lines = examples().into_iter().filter(|line| !is_left_out(line));
    let failed = lines.filter_map(|line| {
        let output = run(desk.as_ref(), &line);
        let told = String::from_utf8_lossy(&output.stderr);
        (!output.status.success()).then(|| format!("{line}: {told}\n"))
    });
    let failed: String = failed.collect();
    assert!(failed.is_empty(), "{failed}");
}

fn set_up(desk: &Desk) {
    for line in SETTING_UP {
        let output = run(desk.as_ref(), line);
        assert!(output.status.success(), "{line}: {output:?}");
    }
}

/// A folder with everything that the examples name.
fn desk() -> Desk {
    let desk = Desk::new();
    let shells = [
        ".zfunc",
        ".config/fish/completions",
        ".local/share/bash-completion/completions",
    ];
    for folder in ["sprites/sheets", "tiles", "out"].into_iter().chain(shells) {
        fs::create_dir_all(desk.path(folder)).unwrap();
    }
    let copy = |from: &str, to: &str| fs::copy(in_repository(from), desk.path(to)).unwrap();
    for name in sprite_names() {
        let path = format!("sprites/{name}.png");
        copy(&path, &path);
    }
    for (from, to) in [
        ("sprites/knight.png", "sprite.png"),
        ("sprites/dragon.png", "scene.png"),
        ("out/knight.png", "emulator.png"),
        ("out/knight.png", "knight.png"),
        ("out/knight.json", "knight.json"),
        ("out/knight.gif", "knight.gif"),
        ("out/knight.json", "print.json"),
        ("out/knight.gif", "print.gif"),
        ("out/frog.json", "out/frog.json"),
        ("out/knight.gif", "out/knight.gif"),
        ("out/knight-nes.png", "out/knight-nes.png"),
        (
            "sprites/sheets/creatures.png",
            "sprites/sheets/creatures.png",
        ),
        (
            "sprites/sheets/creatures.json",
            "sprites/sheets/creatures.json",
        ),
        ("src/nes/cartridge/tetris-printer.nes", "tetris-printer.nes"),
    ] {
        copy(from, to);
    }
    desk.write("state.json", r#"{"holes": -4, "wells": -1}"#);
    draw_hero(&desk);
    draw_sheet(&desk);
    desk.animate("walk.gif");
    copy("src/nes/cartridge/tetris-printer.nes", "game.nes");
    desk.write("game.sfc", [0, 0, 255, 126, 60, 24, 7, 0].repeat(0x4000));
    desk.write("atlas.json", ATLAS);
    desk
}

/// Names two sprites of the sheet.
const ATLAS: &str = r#"{"meta": {"image": "sheet.png"}, "frames": {
    "walk": {"frame": {"x": 0, "y": 0, "w": 10, "h": 20}}, "run": {"frame": {"x": 16, "y": 24, "w": 10, "h": 20}}}}"#;

/// The knight before a background of its own colour.
fn draw_hero(desk: &Desk) {
    let knight = desk.picture("sprites/knight.png");
    let hero = Raster::from_fn(knight.width(), knight.height(), |x, y| {
        knight.color(x, y).or(Some(Rgb::new(255, 0, 255)))
    });
    desk.save("hero.png", &hero);
}

/// A sheet of 4x4 sprites in cells of 16x24 pixels, under three names, and a picture in rows.
fn draw_sheet(desk: &Desk) {
    let colors = [(40, 64, 168), (248, 248, 248), (240, 56, 40)];
    let colors = colors.map(|(r, g, b)| Rgb::new(r, g, b));
    let block = |x: usize, y: usize| x % 16 < 10 && y % 24 < 20;
    let paint = |is_set: bool, kind: usize| is_set.then(|| colors[kind % 3]);
    let sheet = Raster::from_fn(64, 96, |x, y| paint(block(x, y), x / 16 + y / 24));
    for name in ["sheet.png", "sprites.png", "tiles.png"] {
        desk.save(name, &sheet);
    }
    let rows = Raster::from_fn(8, 6, |x, y| paint((x + y) % 5 > 0, y / 3));
    desk.save("rows.png", &rows);
}
