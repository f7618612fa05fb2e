//! What the head of a movie says about its print.

use super::palette::NesPalette;
use crate::color::Rgb;
use crate::sprite::Sprite;

/// Lines for [`write_movie`](super::write_movie): who made it, and which colours are shown as what.
pub fn movie_comments(sprite: &Sprite, colors: &NesPalette) -> Vec<String> {
    let (width, height) = (sprite.width(), sprite.height());
    let shown = colors.describe(sprite.palette());
    vec![
        format!("author tetris-printer {}", env!("CARGO_PKG_VERSION")),
        format!("title a sprite of {width}x{height} pixels, {shown}"),
    ]
}

impl NesPalette {
    /// What the colours of a sprite's palette are shown as, and how far from them that looks.
    pub fn describe(&self, palette: &[Rgb]) -> String {
        let mut text = format!("empty {}", self.backdrop);
        for (color, entry) in palette.iter().zip(self.colors) {
            let distance = entry.distance(*color);
            text += &format!(", {color} {entry} (distance {distance:.2})");
        }
        text
    }
}
