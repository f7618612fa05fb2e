//! Boxes that are drawn around the sprites of a sheet, one around each, which are no part of them.

use super::lines::{edge, most_common};
use crate::color::Rgb;
use crate::picture::{Bounds, Raster};

/// Fewer are sprites that happen to have a frame. The numbers of this file were set by hand; of 480 sheets seven of two
/// packages turn on them.
const FEWEST: usize = 4;

/// The share of all sprites that are in boxes at least, and ...
const MOST: f64 = 0.7;

/// ... the share of boxes that are open at least.
const OPEN: f64 = 0.67;

/// Smaller ones are outlines.
const LEAST_SIDE: usize = 8;

/// How much of what is next to an open box inside is empty at least; a card or a brick is filled.
const EMPTY_INSIDE: f64 = 0.5;

/// Sprites without the boxes around them, if most are in boxes. Empty boxes are left out, unless most are empty. The
/// background is transparent by now.
pub fn without_boxes(cut: Vec<(Bounds, Raster)>) -> Vec<(Bounds, Raster)> {
    let mut boxes: Vec<Option<DrawnBox>> =
        cut.iter().map(|(_, piece)| DrawnBox::of(piece)).collect();
    let open: Vec<Option<Rgb>> = (boxes.iter().flatten())
        .filter(|drawn| drawn.is_open)
        .map(|drawn| Some(drawn.color))
        .collect();
    // What fills its box is in one of the same colour.
    let usual = most_common(open.iter().copied());
    for drawn in &mut boxes {
        drawn.take_if(|drawn| !drawn.is_open && Some(drawn.color) != usual);
    }
    let drawn = boxes.iter().flatten().count();
    let filled = (boxes.iter().flatten()).filter(|drawn| drawn.is_filled);
    let are_most = drawn as f64 >= MOST * cut.len() as f64;
    let are_open = open.len() as f64 >= OPEN * drawn as f64;
    if drawn < FEWEST || !are_most || !are_open || 2 * filled.count() <= drawn {
        return cut;
    }
    let pieces = cut.into_iter().zip(boxes);
    let inside = pieces.filter_map(|((bounds, piece), drawn)| match drawn {
        Some(DrawnBox {
            within, is_filled, ..
        }) => is_filled.then(|| (within.inside(bounds), piece.crop(within))),
        None => Some((bounds, piece)),
    });
    inside.collect()
}

/// A box of one colour around all that a piece shows.
struct DrawnBox {
    color: Rgb,
    within: Bounds,
    /// Whether it shows anything within.
    is_filled: bool,
    /// Whether much of what is next to its lines is empty.
    is_open: bool,
}

impl DrawnBox {
    fn of(piece: &Raster) -> Option<DrawnBox> {
        let mut bounds = piece.bounds()?;
        let color = piece.color(bounds.left, bounds.top)?;
        let is_line = |pixel| pixel == Some(color);
        let mut lines = 0;
        while bounds.width.min(bounds.height) >= LEAST_SIDE && edge(piece, bounds).all(is_line) {
            lines += 1;
            bounds = Bounds {
                left: bounds.left + 1,
                top: bounds.top + 1,
                width: bounds.width - 2,
                height: bounds.height - 2,
            };
        }
        let next = || edge(piece, bounds);
        let empty = next().filter(Option::is_none).count();
        (lines > 0).then(|| DrawnBox {
            color,
            within: bounds,
            is_filled: piece.crop(bounds).bounds().is_some(),
            is_open: empty as f64 >= EMPTY_INSIDE * next().count() as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Rgb = Rgb::new(90, 90, 250);

    /// A piece of 12x14 pixels with a box one pixel within it, and in its middle a sprite of so many pixels' width.
    fn piece(sprite: usize, filling: Option<Rgb>) -> (Bounds, Raster) {
        let raster = Raster::from_fn(12, 14, |x, y| {
            let within = x.min(y).min(11_usize.abs_diff(x)).min(13_usize.abs_diff(y));
            match within {
                0 => None,
                1 => Some(LINE),
                _ if x.abs_diff(6) * 2 < sprite && y.abs_diff(7) < 4 => Some(Rgb::BLACK),
                _ => filling,
            }
        });
        let bounds = Bounds {
            left: 24,
            top: 30,
            width: 12,
            height: 14,
        };
        (bounds, raster)
    }

    #[test]
    fn boxes_around_most_sprites_are_taken_away_with_those_that_are_empty() {
        let pieces = vec![
            piece(3, None),
            piece(0, None),
            piece(5, None),
            piece(6, None),
        ];
        let inside = without_boxes(pieces);
        assert_eq!(inside.len(), 3);
        for (bounds, raster) in inside {
            assert_eq!((bounds.left, bounds.top, bounds.size()), (26, 32, (8, 10)));
            assert!(
                raster
                    .pixels()
                    .iter()
                    .flatten()
                    .all(|color| *color == Rgb::BLACK)
            );
        }
    }

    #[test]
    fn what_fills_a_box_is_taken_out_of_it_if_most_others_are_open() {
        let full = piece(4, Some(Rgb::WHITE));
        let inside = without_boxes([vec![piece(3, None); 3], vec![full]].concat());
        let sizes = inside.iter().map(|(bounds, _)| bounds.size());
        assert!(sizes.eq([(8, 10); 4]));
    }

    #[test]
    fn frames_of_cards_and_few_or_empty_frames_are_sprites() {
        let white = Some(Rgb::WHITE);
        for pieces in [
            vec![piece(4, white); 6],
            vec![piece(4, None); 3],
            vec![piece(0, None); 6],
        ] {
            assert_eq!(without_boxes(pieces.clone()), pieces);
        }
    }
}
