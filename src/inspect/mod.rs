//! Analyses a picture as sprite data of an old console.
//!
//! The console's picture is made of tiles of 8x8 pixels. Each area of 2x2 tiles uses one of four
//! palettes of three colours, and all palettes share the backdrop: see [`Hardware`].

mod hardware;

pub use hardware::{AREA, Hardware, PALETTE_COLORS, PALETTES, TILE};

use crate::color::{ConsoleMatch, Rgb, match_console};
use crate::sprite::Sprite;

/// A colour of a sprite and the console's colour that it was, see [`match_console`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorMatch {
    /// The sprite's colour.
    pub color: Rgb,
    /// How many pixels have it.
    pub pixels: usize,
    /// Its entry in the console's colour table.
    pub console: ConsoleMatch,
}

/// The colours of a sprite in the order of its palette.
pub fn match_colors(sprite: &Sprite) -> Vec<ColorMatch> {
    let mut pixels = vec![0; sprite.palette().len()];
    for y in 0..sprite.height() {
        for index in (0..sprite.width()).filter_map(|x| sprite.pixel(x, y)) {
            pixels[usize::from(index)] += 1;
        }
    }
    let colors = sprite.palette().iter().zip(pixels);
    let matched = colors.zip(match_console(sprite.palette()));
    let matched = matched.map(|((&color, pixels), console)| ColorMatch {
        color,
        pixels,
        console,
    });
    matched.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::ConsoleColor;

    #[test]
    fn colours_are_counted_and_matched() {
        let drawing = Sprite::from_diagram("wwk\n.w.", |letter| match letter {
            'w' => Some(Rgb::WHITE),
            _ => Some(Rgb::BLACK),
        });
        let colors = match_colors(&drawing.unwrap());
        assert_eq!((colors[0].pixels, colors[1].pixels), (3, 1));
        assert_eq!(colors[0].console.entry, ConsoleColor::WHITE);
        assert_eq!(
            (colors[1].console.entry, colors[1].console.distance),
            (ConsoleColor::BLACK, 0.0)
        );
    }
}
