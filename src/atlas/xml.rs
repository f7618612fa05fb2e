//! The XML of Sparrow, Starling and TexturePacker: a `TextureAtlas` of elements that name a rectangle each.

use super::{Atlas, AtlasError, AtlasSprite};
use crate::picture::Bounds;

pub fn parse(text: &str) -> Result<Atlas, AtlasError> {
    let mut atlas = None;
    for tag in tags(text) {
        match (tag.name, &mut atlas) {
            ("TextureAtlas", None) => {
                atlas = Some(Atlas {
                    image: tag.value("imagePath"),
                    sprites: Vec::new(),
                });
            }
            ("SubTexture", Some(atlas)) => atlas.sprites.push(sub_texture(&tag)?),
            ("sprite", Some(atlas)) => atlas.sprites.push(generic_sprite(&tag)?),
            _ => {}
        }
    }
    let is_drawing = || tags(text).any(|tag| tag.name == "svg");
    match atlas {
        Some(atlas) => Ok(atlas),
        None if is_drawing() => Err(AtlasError::Drawing),
        None => Err(AtlasError::NoSprites),
    }
}

/// As Sparrow and Starling have it; the sides are those in the picture.
fn sub_texture(tag: &Tag<'_>) -> Result<AtlasSprite, AtlasError> {
    Ok(AtlasSprite {
        name: tag.value("name").unwrap_or_default(),
        bounds: tag.bounds(["x", "y", "width", "height"])?,
        is_turned: tag.value("rotated").is_some_and(|value| value == "true"),
    })
}

/// As TexturePacker's own form has it.
fn generic_sprite(tag: &Tag<'_>) -> Result<AtlasSprite, AtlasError> {
    let name = tag.value("n").unwrap_or_default();
    if tag.value("r").is_some_and(|value| value == "y") {
        return Err(AtlasError::Turned(name));
    }
    Ok(AtlasSprite {
        name,
        bounds: tag.bounds(["x", "y", "w", "h"])?,
        is_turned: false,
    })
}

/// An element's first tag: its name, and the rest up to its end.
struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
}

/// The first tags of all elements; comments, declarations and last tags are passed over.
fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let tag = rest.split_once('<')?.1;
            if let Some(comment) = tag.strip_prefix("!--") {
                rest = comment.split_once("-->")?.1;
                continue;
            }
            let (inside, after) = tag.split_once('>')?;
            rest = after;
            if !inside.starts_with(['?', '!', '/']) {
                let inside = inside.trim_end_matches('/');
                let (name, attributes) = inside
                    .split_once(char::is_whitespace)
                    .unwrap_or((inside, ""));
                return Some(Tag { name, attributes });
            }
        }
    })
}

impl Tag<'_> {
    /// The value of an attribute.
    fn value(&self, name: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            let (key, after) = rest.split_once('=')?;
            let after = after.trim_start();
            let quote = after
                .chars()
                .next()
                .filter(|quote| matches!(quote, '"' | '\''))?;
            let (value, after) = after[1..].split_once(quote)?;
            if key.trim() == name {
                return Some(plain(value));
            }
            rest = after;
        }
    }

    fn bounds(&self, names: [&str; 4]) -> Result<Bounds, AtlasError> {
        let number = |name: &str| {
            let value = self.value(name).unwrap_or_default();
            let damage =
                || AtlasError::Damaged(format!("`{value}` is not a number of pixels, for {name}"));
            value.parse::<usize>().map_err(|_| damage())
        };
        let [left, top, width, height] = names;
        Ok(Bounds {
            left: number(left)?,
            top: number(top)?,
            width: number(width)?,
            height: number(height)?,
        })
    }
}

/// A value without its entities.
pub fn plain(value: &str) -> String {
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let replace = |text: String, (entity, letter): (&str, &str)| text.replace(entity, letter);
    entities.into_iter().fold(value.to_owned(), replace)
}
