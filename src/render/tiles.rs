//! What the field and the panel are both drawn with: tiles of pieces, and frames.

use super::theme::{Theme, mix};
use crate::color::Rgb;
use crate::game::Tetromino;
use crate::picture::{Canvas, Palette, PaletteFull, Rect};
use crate::script::PrintScript;

/// A cell that will be cleared, in an x-ray: a pane of dark glass in the piece's colour, `side` x
/// `side` pixels.
pub fn glass_tile(color: Rgb, ground: Rgb, side: usize) -> Vec<Rgb> {
    let (pane, rim) = (mix(ground, color, 24), rim_of(color, ground));
    let edge = side.div_ceil(16);
    let is_rim = |i: usize| {
        let (x, y) = (i % side, i / side);
        side > 2 && (x < edge || y < edge)
    };
    (0..side * side)
        .map(|i| if is_rim(i) { rim } else { pane })
        .collect()
}

/// What graphics need beside their ground to be seen (WCAG 2.1, 1.4.11).
const VISIBLE: f64 = 3.0;

/// The piece's colour, as dim as can be seen on the ground; a colour that cannot is mixed with white or black.
fn rim_of(color: Rgb, ground: Rgb) -> Rgb {
    let far = farthest(ground);
    let dim = (34..=100).map(|percent| mix(ground, color, percent));
    let mixed = (0..=100).map(|percent| mix(color, far, percent));
    let mut rims = dim.chain(mixed);
    rims.find(|rim| rim.contrast(ground) >= VISIBLE)
        .unwrap_or(far)
}

/// A cell that will stay and has nothing below it, in an x-ray: a bar in a plain square of the piece's colour, whose
/// centre is exactly that colour.
pub fn hanging_tile(color: Rgb, side: usize) -> Vec<Rgb> {
    marked(color, side, hanging_mark(side))
}

/// The bar in such a cell.
pub fn hanging_mark(side: usize) -> Rect {
    let inset = side / 4;
    Rect::new(inset, inset, side - 2 * inset, (side / 8).max(1))
}

/// A cell of a row about to be cleared, in an x-ray: a line runs through the row, so that it can be told from any
/// colour beside it.
pub fn full_tile(flash: Rgb, side: usize) -> Vec<Rgb> {
    let line = (side / 4).max(1);
    marked(flash, side, Rect::new(0, (side - line) / 2, side, line))
}

/// A plain square with a mark in it that is seen on any colour. Cells of fewer than 3 pixels have no room for one.
fn marked(color: Rgb, side: usize, mark: Rect) -> Vec<Rgb> {
    let ink = farthest(color);
    let is_marked = |i: usize| {
        let (x, y) = (i % side, i / side);
        side > 2
            && (mark.x..mark.x + mark.width).contains(&x)
            && (mark.y..mark.y + mark.height).contains(&y)
    };
    (0..side * side)
        .map(|i| if is_marked(i) { ink } else { color })
        .collect()
}

/// White or black, whichever is told more easily from a colour: its contrast is 4.5 at least.
pub fn farthest(color: Rgb) -> Rgb {
    match Rgb::WHITE.contrast(color) > Rgb::BLACK.contrast(color) {
        true => Rgb::WHITE,
        false => Rgb::BLACK,
    }
}

/// A tile's colours as indices of the palette.
pub fn indices(tile: Vec<Rgb>, palette: &mut Palette) -> Result<Vec<u8>, PaletteFull> {
    tile.into_iter()
        .map(|color| palette.index_of(color))
        .collect()
}

/// The tile of a piece, `side` x `side` pixels.
pub fn piece_tile(
    script: &PrintScript,
    theme: &Theme,
    piece: Tetromino,
    side: usize,
    palette: &mut Palette,
) -> Result<Vec<u8>, PaletteFull> {
    let gap = mix(script.background, Rgb::BLACK, 60);
    indices(theme.tile(script.colors.of(piece), gap, side), palette)
}

/// The width of a frame, at scale 1: a pixel for each of its lines.
pub const BORDER: usize = 3;

/// A frame of three lines with round corners around `inside`, which is left as it is.
pub fn draw_frame(
    canvas: &mut Canvas,
    palette: &mut Palette,
    colors: &[Rgb; 3],
    inside: Rect,
    scale: usize,
) -> Result<(), PaletteFull> {
    for (line, color) in colors.iter().enumerate() {
        let color = palette.index_of(*color)?;
        let border = (colors.len() - line) * scale;
        let outer = Rect::new(
            inside.x - border,
            inside.y - border,
            inside.width + 2 * border,
            inside.height + 2 * border,
        );
        let corner = if line == 0 { scale } else { 0 };
        let tall = Rect::new(
            outer.x,
            outer.y + corner,
            outer.width,
            outer.height - 2 * corner,
        );
        let wide = Rect::new(
            outer.x + corner,
            outer.y,
            outer.width - 2 * corner,
            outer.height,
        );
        canvas.fill(tall, color);
        canvas.fill(wide, color);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_can_be_seen_on_any_colour_and_leave_the_centre_alone() {
        for level in 0..=255 {
            let color = Rgb::new(level, 255 - level, level / 2);
            for side in [3, 4, 8, 16, 64] {
                let (hanging, full) = (hanging_tile(color, side), full_tile(color, side));
                assert_eq!(hanging[side / 2 * side + side / 2], color);
                for tile in [hanging, full] {
                    let mark = tile.iter().find(|pixel| **pixel != color).unwrap();
                    assert!(mark.contrast(color) >= 4.5, "{color} at {side}");
                }
            }
        }
    }

    #[test]
    fn the_rim_of_glass_can_be_seen_on_any_ground() {
        let colors = [0, 40, 90, 128, 200, 255].map(|grey| Rgb::new(grey, grey, grey));
        let colors = colors
            .into_iter()
            .chain([Rgb::new(0x28, 0x40, 0xa8), Rgb::new(0, 88, 0)]);
        let colors: Vec<Rgb> = colors.collect();
        for (color, ground) in colors
            .iter()
            .flat_map(|a| colors.iter().map(move |b| (*a, *b)))
        {
            let rim = glass_tile(color, ground, 8)[0];
            assert!(rim.contrast(ground) >= 3.0, "{color} on {ground}: {rim}");
        }
    }
}
