//! What most tests need: the program, the sprites of this repository, and a folder to work in.

#[path = "../../../src/picture/decode/aseprite/handmade.rs"]
#[allow(dead_code)]
pub mod aseprite;
mod desk;
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use tetris_printer::sprite::{ReadOptions, Sprite, read_sprite};

pub use desk::Desk;
pub use program::{Answer, PROGRAM, answer, error, printed, program, run, stdout};

/// A file of this repository.
pub fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The path of one of the sample sprites, as an argument.
pub fn sprite_path(name: &str) -> String {
    let path = in_repository(&format!("sprites/{name}.png"));
    path.into_os_string().into_string().unwrap()
}

/// One of the sample sprites.
pub fn sprite(name: &str) -> Sprite {
    let bytes = fs::read(sprite_path(name)).unwrap();
    let read = read_sprite(&bytes[..], &ReadOptions::default());
    read.unwrap().sprite
}

/// The names of all sample sprites, sorted.
pub fn sprite_names() -> Vec<String> {
    let files = fs::read_dir(in_repository("sprites")).unwrap();
    let name = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let paths = files.map(|file| file.unwrap().path());
    let mut names: Vec<String> = paths.filter(|path| path.is_file()).map(name).collect();
    names.sort();
    names
}
