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
    let far = [Rgb::WHITE, Rgb::BLACK]
        .into_iter()
        .max_by(|a, b| a.contrast(ground).total_cmp(&b.contrast(ground)))
        .unwrap_or(Rgb::WHITE);
    let dim = (34..=100).map(|percent| mix(ground, color, percent));
    let mixed = (0..=100).map(|percent| mix(color, far, percent));
    let mut rims = dim.chain(mixed);
    rims.find(|rim| rim.contrast(ground) >= VISIBLE)
        .unwrap_or(far)
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
