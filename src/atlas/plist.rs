//! The property list of cocos2d: a dictionary for each frame, whose rectangle is written `{{x,y},{width,height}}`.

use super::xml::plain;
use super::{Atlas, AtlasError, AtlasSprite};
use crate::picture::Bounds;

pub fn parse(text: &str) -> Result<Atlas, AtlasError> {
    let mut atlas = Atlas {
        image: None,
        sprites: Vec::new(),
    };
    let mut name = String::new();
    for (key, value) in entries(text) {
        match key {
            "frame" | "textureRect" => atlas.sprites.push(sprite(&name, value)?),
            "rotated" | "textureRotated" if value.starts_with("<true") => {
                if let Some(sprite) = atlas.sprites.last_mut() {
                    turn(sprite);
                }
            }
            "realTextureFileName" | "textureFileName" => atlas.image = string(value).map(plain),
            key if value.starts_with("<dict") => name = plain(key),
            _ => {}
        }
    }
    Ok(atlas)
}

/// The keys, each with what stands behind it.
fn entries(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = text.split("<key>").skip(1);
    parts.filter_map(|part| {
        let (key, value) = part.split_once("</key>")?;
        Some((key, value.trim_start()))
    })
}

fn string(value: &str) -> Option<&str> {
    let (string, _) = value.strip_prefix("<string>")?.split_once("</string>")?;
    Some(string.trim())
}

fn sprite(name: &str, value: &str) -> Result<AtlasSprite, AtlasError> {
    let value = string(value).unwrap_or_default();
    let numbers = value.split(',').map(|number| {
        let number = number.trim_matches(|letter: char| matches!(letter, '{' | '}' | ' '));
        number.parse::<usize>().ok()
    });
    let numbers: Vec<Option<usize>> = numbers.collect();
    let [Some(left), Some(top), Some(width), Some(height)] = numbers[..] else {
        let reason = format!("`{value}` is not a rectangle, for {name}");
        return Err(AtlasError::Damaged(reason));
    };
    Ok(AtlasSprite {
        name: name.to_owned(),
        bounds: Bounds {
            left,
            top,
            width,
            height,
        },
        is_turned: false,
    })
}

/// The sides are those of the sprite as it was drawn.
fn turn(sprite: &mut AtlasSprite) {
    let Bounds { width, height, .. } = sprite.bounds;
    (sprite.bounds.width, sprite.bounds.height) = (height, width);
    sprite.is_turned = true;
}
