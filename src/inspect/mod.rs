//! What a picture is as a sprite of an old console, and what a print of it costs at least.
//!
//! The console's picture is made of tiles of 8x8 pixels. Each area of 2x2 tiles uses one of four
//! palettes of three colours, and all of them share the backdrop: [`Hardware`].

mod hardware;

pub use hardware::{AREA, Hardware, PALETTE_COLORS, PALETTES, TILE};

use crate::color::{ConsoleColor, Rgb};
use crate::game::FieldSize;
use crate::plan::feasibility::Impossible;
use crate::plan::minimal::{Bound, CarrierMode, lower_bound};
use crate::plan::{Picture, PlanError};
use crate::sprite::Sprite;

/// A colour of a sprite beside those of the console.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorMatch {
    /// The sprite's colour.
    pub color: Rgb,
    /// Pixels that have it.
    pub pixels: usize,
    /// The entry of the console's palette that looks most like it.
    pub nearest: ConsoleColor,
    /// How different the two look: 0.02 is hardly seen, 0.2 is another colour.
    pub distance: f32,
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
    let matched = colors.map(|(&color, pixels)| {
        let (nearest, distance) = ConsoleColor::nearest(color);
        ColorMatch {
            color,
            pixels,
            nearest,
            distance,
        }
    });
    matched.collect()
}

/// The pieces that a print on a field takes at least, with the carriers that `print` chooses.
///
/// Errors: what stops the sprite from printing there. `Ok` is no promise: it means that nothing is
/// known to stop it.
pub fn least_cost(sprite: &Sprite, field: FieldSize) -> Result<Bound, PlanError> {
    let picture = Picture::of(sprite).ok_or(Impossible::Empty)?;
    let colors = picture.colors();
    let most = CarrierMode::Free.most_colors();
    if colors > most {
        // Of seven one must come in even runs, so fewer are the safe advice.
        return Err(PlanError::TooManyColors {
            colors,
            most: most - 1,
        });
    }
    let carriers = match colors <= CarrierMode::Nes.most_colors() {
        true => CarrierMode::Nes,
        false => CarrierMode::Free,
    };
    lower_bound(&picture, field, carriers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprite(drawing: &str) -> Sprite {
        Sprite::from_diagram(drawing, |letter| Some(Rgb::new(letter as u8, 0, 0))).unwrap()
    }

    #[test]
    fn colours_are_counted_and_matched() {
        let drawing = Sprite::from_diagram("wwk\n.w.", |letter| match letter {
            'w' => Some(Rgb::WHITE),
            _ => Some(Rgb::BLACK),
        });
        let colors = match_colors(&drawing.unwrap());
        assert_eq!((colors[0].pixels, colors[1].pixels), (3, 1));
        assert_eq!(colors[0].nearest, ConsoleColor::WHITE);
        assert_eq!(
            (colors[1].nearest, colors[1].distance),
            (ConsoleColor::BLACK, 0.0)
        );
    }

    #[test]
    fn a_sprite_that_prints_has_a_least_cost() {
        // 9 pixels and 3 lines of 21 are 72 cells.
        let bound = least_cost(&sprite("aaa\naaa\naaa"), FieldSize::STANDARD).unwrap();
        assert_eq!((bound.pieces, bound.lines), (18, 3));
    }

    #[test]
    fn what_stops_a_print_is_told() {
        let stops = |drawing: &str| least_cost(&sprite(drawing), FieldSize::STANDARD).unwrap_err();
        assert!(matches!(
            stops("..."),
            PlanError::Impossible(Impossible::Empty)
        ));
        assert!(matches!(
            stops("a.\n..\n.a"),
            PlanError::Impossible(Impossible::EmptyRow { row: 1 })
        ));
        let many = stops("abcd\nefgh");
        assert!(matches!(
            many,
            PlanError::TooManyColors { colors: 8, most: 6 }
        ));
        let wide = stops(&"a".repeat(22));
        assert!(matches!(
            wide,
            PlanError::Impossible(Impossible::TooLarge { .. })
        ));
    }
}
