//! What a file with sprites holds.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::input::read_text;
use super::target::Target;
use tetris_printer::atlas::Atlas;
use tetris_printer::picture::{MAX_BYTES, Raster, decode_frames, decode_picture, decode_tags};
use tetris_printer::tiles::TileFile;

/// More frames do not become a film: their prints would take minutes to plan, and as long to watch.
pub const MOST_FRAMES: usize = 64;

pub enum Held {
    /// A picture's bytes, which may be those of an animation.
    Picture(Vec<u8>),
    /// Tiles of a game.
    Tiles(TileFile),
    /// Names of sprites, and the picture that they are in.
    Atlas(Atlas, Raster),
}

/// Reads an atlas, and the picture that it names or that has its own name.
pub fn open_atlas(file: &Target, bytes: Vec<u8>) -> anyhow::Result<Held> {
    let text = String::from_utf8(bytes).context("it is not text")?;
    let atlas = Atlas::parse(&text)?;
    let path = picture_of(file, &atlas)?;
    let decode = || anyhow::Ok(decode_picture(File::open(&path)?)?);
    let picture = decode().with_context(|| format!("its picture {}", path.display()))?;
    Ok(Held::Atlas(atlas, picture))
}

/// The picture that an atlas is about, if the file is one.
pub fn picture_beside(file: &Target) -> Option<Target> {
    let Target::File(path) = file else {
        return None;
    };
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    if !matches!(ending.as_str(), "json" | "xml" | "plist") || !path.is_file() {
        return None;
    }
    let atlas = Atlas::parse(&read_text(file, MAX_BYTES).ok()?).ok()?;
    picture_of(file, &atlas).ok().map(Target::File)
}

/// Where the picture of an atlas is: at the place that it names, else beside it.
fn picture_of(file: &Target, atlas: &Atlas) -> anyhow::Result<PathBuf> {
    let atlas_path = match file {
        Target::Stream => Path::new("-"),
        Target::File(path) => path,
    };
    let folder = atlas_path.parent().unwrap_or(Path::new(""));
    let named = atlas.image.as_ref().map(Path::new);
    let places = [
        named.map(|image| folder.join(image)),
        named
            .and_then(Path::file_name)
            .map(|image| folder.join(image)),
        Some(atlas_path.with_extension("png")),
    ];
    let found = places
        .iter()
        .flatten()
        .find(|place| place.is_file())
        .cloned();
    found.ok_or_else(|| match &atlas.image {
        Some(image) => anyhow!("its picture {image} is not beside it: put it there"),
        None => anyhow!(
            "it names no picture: put one beside it under its own name with the ending .png"
        ),
    })
}

/// The frames of an animation, at most so many; `None` if the bytes are a still picture or damaged.
pub fn frames(bytes: &[u8], most: usize) -> Option<Vec<Raster>> {
    let frames = decode_frames(bytes, most.max(2)).ok()?;
    (frames.len() > 1).then_some(frames)
}

/// The frames, from 1, that a part of an animation names: one by its number, or those of a tag.
pub fn frames_named(bytes: &[u8], part: &str) -> Option<std::ops::RangeInclusive<usize>> {
    let tags = decode_tags(bytes).unwrap_or_default();
    let tag = tags.into_iter().find(|tag| tag.name == part);
    let number = || part.parse().ok().map(|number| number..=number);
    tag.map(|tag| tag.first..=tag.last).or_else(number)
}
