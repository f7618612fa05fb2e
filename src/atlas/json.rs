//! The JSON of Aseprite, TexturePacker and what writes like them, and that of EaselJS.

use std::fmt;

use serde::Deserialize;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::{Atlas, AtlasError, AtlasSprite, easel};
use crate::picture::Bounds;

pub fn parse(text: &str) -> Result<Atlas, AtlasError> {
    let file: File =
        serde_json::from_str(text).map_err(|error| AtlasError::Damaged(error.to_string()))?;
    let first_image = file.images.first().and_then(Value::as_str);
    let (image, frames) = match (file.frames, file.textures) {
        (Some(frames), _) => (file.meta.image.or(first_image.map(str::to_owned)), frames),
        (None, textures) if textures.len() > 1 => {
            return Err(AtlasError::SeveralPictures(textures.len()));
        }
        (None, mut textures) => {
            let texture = textures.pop().ok_or(AtlasError::NoSprites)?;
            (Some(texture.image), texture.frames)
        }
    };
    match frames {
        Frames::Cells { width, height } => Err(AtlasError::Cells { width, height }),
        Frames::Listed { last_image, .. } if last_image > 0 => {
            Err(AtlasError::SeveralPictures(last_image + 1))
        }
        Frames::Listed { mut sprites, .. } => {
            easel::name(&mut sprites, &file.animations);
            Ok(Atlas { image, sprites })
        }
    }
}

#[derive(Deserialize)]
struct File {
    frames: Option<Frames>,
    #[serde(default)]
    meta: Meta,
    /// As Phaser has it, a list of pictures.
    #[serde(default)]
    textures: Vec<Texture>,
    /// As EaselJS has it; each a name.
    #[serde(default)]
    images: Vec<Value>,
    #[serde(default)]
    animations: Value,
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

enum Frames {
    /// By name or in a list, in the order of the file.
    Listed {
        sprites: Vec<AtlasSprite>,
        /// The highest number of a picture.
        last_image: usize,
    },
    /// All of one size, which is all that is said of them.
    Cells { width: u64, height: u64 },
}

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
        let (mut width, mut height) = (None, None);
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            match (name.as_str(), value.as_u64()) {
                ("width", Some(pixels)) => width = Some(pixels),
                ("height", Some(pixels)) => height = Some(pixels),
                _ if value.is_number() => {}
                _ => sprites.push(frame::<A::Error>(value)?.sprite(name)),
            }
        }
        Ok(match (width, height) {
            (Some(width), Some(height)) => Frames::Cells { width, height },
            _ => Frames::Listed {
                sprites,
                last_image: 0,
            },
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Frames, A::Error> {
        let mut sprites = Vec::new();
        let mut last_image = 0;
        while let Some(value) = list.next_element::<Value>()? {
            let Value::Array(numbers) = value else {
                let mut frame = frame::<A::Error>(value)?;
                let name = std::mem::take(&mut frame.filename);
                sprites.push(frame.sprite(name));
                continue;
            };
            let (bounds, image) = easel::frame(&numbers)
                .ok_or_else(|| A::Error::custom("a frame is not four numbers of pixels"))?;
            last_image = last_image.max(image);
            sprites.push(AtlasSprite {
                name: String::new(),
                bounds,
                is_turned: false,
            });
        }
        Ok(Frames::Listed {
            sprites,
            last_image,
        })
    }
}

fn frame<E: Error>(value: Value) -> Result<Frame, E> {
    Frame::deserialize(value).map_err(E::custom)
}
