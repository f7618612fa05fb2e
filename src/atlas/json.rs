//! The JSON of Aseprite, TexturePacker and what writes like them.

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess, Visitor};

use super::{Atlas, AtlasError, AtlasSprite};
use crate::picture::Bounds;

pub fn parse(text: &str) -> Result<Atlas, AtlasError> {
    let file: File =
        serde_json::from_str(text).map_err(|error| AtlasError::Damaged(error.to_string()))?;
    let (image, frames) = match (file.frames, file.textures) {
        (Some(frames), _) => (file.meta.image, frames),
        (None, textures) if textures.len() > 1 => {
            return Err(AtlasError::SeveralPictures(textures.len()));
        }
        (None, mut textures) => {
            let texture = textures.pop().ok_or(AtlasError::NoSprites)?;
            (Some(texture.image), texture.frames)
        }
    };
    Ok(Atlas {
        image,
        sprites: frames.0,
    })
}

#[derive(Deserialize)]
struct File {
    frames: Option<Frames>,
    #[serde(default)]
    meta: Meta,
    /// As Phaser has it, a list of pictures.
    #[serde(default)]
    textures: Vec<Texture>,
}

#[derive(Default, Deserialize)]
struct Meta {
    image: Option<String>,
}

#[derive(Deserialize)]
struct Texture {
    image: String,
    frames: Frames,
}

#[derive(Deserialize)]
struct Frame {
    #[serde(default)]
    filename: String,
    frame: Rectangle,
    #[serde(default)]
    rotated: bool,
}

/// Turned or not, the sides are those of the sprite as it was drawn.
#[derive(Deserialize)]
struct Rectangle {
    x: usize,
    y: usize,
    w: usize,
    h: usize,
}

impl Frame {
    fn sprite(self, name: String) -> AtlasSprite {
        let Rectangle { x, y, w, h } = self.frame;
        let (width, height) = if self.rotated { (h, w) } else { (w, h) };
        AtlasSprite {
            name,
            bounds: Bounds {
                left: x,
                top: y,
                width,
                height,
            },
            is_turned: self.rotated,
        }
    }
}

/// Frames by name or in a list, in the order of the file.
struct Frames(Vec<AtlasSprite>);

impl<'de> Deserialize<'de> for Frames {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Frames, D::Error> {
        deserializer.deserialize_any(FramesVisitor)
    }
}

struct FramesVisitor;

impl<'de> Visitor<'de> for FramesVisitor {
    type Value = Frames;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("frames by name or in a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Frames, A::Error> {
        let mut sprites = Vec::new();
        while let Some((name, frame)) = map.next_entry::<String, Frame>()? {
            sprites.push(frame.sprite(name));
        }
        Ok(Frames(sprites))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Frames, A::Error> {
        let mut sprites = Vec::new();
        while let Some(mut frame) = list.next_element::<Frame>()? {
            let name = std::mem::take(&mut frame.filename);
            sprites.push(frame.sprite(name));
        }
        Ok(Frames(sprites))
    }
}
