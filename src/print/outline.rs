//! Outlines that can hardly be told from the field.

use serde::Serialize;

use crate::color::{Lab, Rgb};
use crate::sprite::Sprite;

/// The colours that an empty cell may have, the best first: black as on the console, then the least conspicuous.
pub const FIELD_COLORS: [Rgb; 4] = [
    Rgb::BLACK,
    Rgb::new(0x10, 0x20, 0x48),
    Rgb::new(0x48, 0x48, 0x50),
    Rgb::new(0xe8, 0xe8, 0xe0),
];

/// The contrast and the distance below which two colours look alike. By eye, on the darkest colours of palettes that
/// are in common use: `#1a1c2c` is lost on black, and black is seen on the second of [`FIELD_COLORS`].
const ALIKE: (f64, f32) = (1.3, 0.25);

/// The part of an outline that may be lost: one in this many pixels.
const FEW: usize = 10;

/// A warning that the outline of a sprite nearly looks like the field around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HiddenOutline {
    /// Of the outline.
    pub color: Rgb,
    /// Of the field.
    pub field: Rgb,
    /// A colour of the field on which the outline is seen, if there is one.
    pub clearer: Option<Rgb>,
}

/// The first of these sprites whose outline can hardly be told from the field.
pub fn hidden_outline(sprites: &[Sprite], field: Rgb) -> Option<HiddenOutline> {
    let color = sprites
        .iter()
        .find_map(|sprite| lost_color(sprite, field))?;
    let is_taken = |color: &Rgb| {
        sprites
            .iter()
            .any(|sprite| sprite.palette().contains(color))
    };
    let mut free = FIELD_COLORS.into_iter().filter(|color| !is_taken(color));
    let shows = |field: &Rgb| {
        sprites
            .iter()
            .all(|sprite| lost_color(sprite, *field).is_none())
    };
    Some(HiddenOutline {
        color,
        field,
        clearer: free.find(shows),
    })
}

/// A colour of the outline that looks like the field, if much of the outline does.
fn lost_color(sprite: &Sprite, field: Rgb) -> Option<Rgb> {
    let outline = outline(sprite);
    let lost = outline.iter().filter(|color| look_alike(**color, field));
    (lost.clone().count() * FEW >= outline.len()).then(|| lost.copied().next())?
}

/// The colours of the pixels beside which nothing is.
fn outline(sprite: &Sprite) -> Vec<Rgb> {
    let (width, height) = (sprite.width(), sprite.height());
    let color = |x: usize, y: usize| match x < width && y < height {
        true => sprite.color(x, y),
        false => None,
    };
    let is_inner = |x: usize, y: usize| {
        let beside = [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ];
        beside.into_iter().all(|(x, y)| color(x, y).is_some())
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let outer = pixels.filter(|(x, y)| !is_inner(*x, *y));
    outer.filter_map(|(x, y)| sprite.color(x, y)).collect()
}

fn look_alike(one: Rgb, other: Rgb) -> bool {
    let (contrast, distance) = ALIKE;
    one.contrast(other) < contrast && Lab::from(one).distance(other.into()) < distance
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(text: &str) -> Rgb {
        text.parse().unwrap()
    }

    fn ring(edge: &str, inside: &str) -> Sprite {
        let color = |letter| Some(rgb(if letter == 'e' { edge } else { inside }));
        Sprite::from_diagram(".ee.\neiie\n.ee.", color).unwrap()
    }

    fn hidden(edge: &str, inside: &str, field: &str) -> Option<HiddenOutline> {
        hidden_outline(&[ring(edge, inside)], rgb(field))
    }

    #[test]
    fn an_outline_that_looks_like_the_field_is_found_with_a_colour_that_shows_it() {
        for (edge, field, clearer) in [
            ("#140c1c", "#000000", "#484850"),
            ("#1a1c2c", "#000000", "#484850"),
            ("#202020", "#000000", "#484850"),
            ("#ffffff", "#e8e8e0", "#000000"),
            ("#484850", "#505058", "#000000"),
        ] {
            let found = hidden(edge, "#d82800", field).unwrap();
            assert_eq!((found.color, found.field), (rgb(edge), rgb(field)));
            assert_eq!(found.clearer, Some(rgb(clearer)), "{edge}");
        }
    }

    #[test]
    fn what_can_be_seen_is_not_complained_about() {
        assert_eq!(hidden("#d82800", "#080808", "#000000"), None);
        assert_eq!(hidden("#0000a8", "#ffffff", "#000000"), None);
        for pair in FIELD_COLORS.windows(2) {
            assert!(!look_alike(pair[0], pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn a_few_dark_pixels_do_not_matter() {
        let color = |letter| Some(rgb(if letter == 'e' { "#080808" } else { "#d82800" }));
        let few = Sprite::from_diagram("eiiiiiiiiiii", color).unwrap();
        let many = Sprite::from_diagram("eeiiiiiiiiii", color).unwrap();
        assert_eq!(hidden_outline(&[few], Rgb::BLACK), None);
        assert!(hidden_outline(&[many], Rgb::BLACK).is_some());
    }
}
