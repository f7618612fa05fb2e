//! The pictures of the README: `.ci/gallery` makes them, and here its commands are run again.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use tetris_printer::picture::{Raster, decode_picture, read_gif_frames};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::parse_script;

use crate::support::{Desk, in_repository, sprite_names};

/// The program may find a better way to write a GIF, but none that takes more than a hundredth more.
const MOST_GROWTH: f64 = 1.01;

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unless it is optimized")]
fn the_gallery_is_up_to_date() {
    let desk = made_again();
    let shown = fs::read_dir(in_repository("out")).unwrap();
    let mut shown: Vec<String> = shown
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    shown.sort();
    assert_eq!(desk.names("out"), shown);
    let differ: Vec<String> = shown
        .into_iter()
        .filter(|name| !is_same(name, &desk.read(&format!("out/{name}"))))
        .collect();
    assert!(differ.is_empty(), "run .ci/gallery for {differ:?}");
}

/// A folder in which the commands of `.ci/gallery` were run.
fn made_again() -> Desk {
    let desk = Desk::new();
    for folder in ["sprites", "out"] {
        fs::create_dir(desk.path(folder)).unwrap();
    }
    for name in sprite_names()
        .iter()
        .map(|name| format!("sprites/{name}.png"))
    {
        fs::copy(in_repository(&name), desk.path(&name)).unwrap();
    }
    let script = fs::read_to_string(in_repository(".ci/gallery")).unwrap();
    let commands = script
        .lines()
        .filter_map(|line| line.strip_prefix("tetris-printer "));
    for command in commands {
        desk.printed(&command.split_whitespace().collect::<Vec<_>>());
    }
    desk
}

/// Whether a file shows what the one in `out/` shows.
fn is_same(name: &str, made: &[u8]) -> bool {
    let path = in_repository("out").join(name);
    let shown = fs::read(&path).unwrap();
    match Path::new(name).extension().unwrap().to_str().unwrap() {
        "gif" => {
            let grew = made.len() as f64 > MOST_GROWTH * shown.len() as f64;
            !grew && frames(made) == frames(&shown)
        }
        "png" => pixels(made) == pixels(&shown),
        "json" => game(made) == game(&shown),
        other => panic!("how is a file .{other} compared?"),
    }
}

/// What is seen of a GIF, as a hash of each frame's pixels, and for how long.
fn frames(gif: &[u8]) -> Vec<(u64, u16)> {
    let mut frames = Vec::new();
    read_gif_frames(gif, |picture, delay| {
        let mut hasher = DefaultHasher::new();
        picture.pixels.hash(&mut hasher);
        frames.push((hasher.finish(), delay));
    })
    .unwrap();
    frames
}

fn pixels(png: &[u8]) -> Raster {
    decode_picture(png).unwrap()
}

/// The pieces of a script, and the field that they leave.
fn game(script: &[u8]) -> (usize, String) {
    let script = parse_script(std::str::from_utf8(script).unwrap()).unwrap();
    (
        script.drops.len(),
        replay_to_end(&script).unwrap().to_string(),
    )
}
