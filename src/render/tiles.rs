//! What the field and the panel are both drawn with: tiles of pieces, and frames.

use super::theme::{Theme, mix};
use crate::color::Rgb;
use crate::game::Tetromino;
use crate::picture::{Canvas, Palette, PaletteFull, Rect};
use crate::script::PrintScript;

/// A cell that will be cleared, in an x-ray: a pane of dark glass in the piece's colour, `side` x
/// `side` pixels.
pub fn glass_tile(color: Rgb, ground: Rgb, side: usize) -> Vec<Rgb> {
    let (pane, rim) = (mix(ground, color, 18), mix(ground, color, 34));
    let edge = side.div_ceil(16);
    let is_rim = |i: usize| {
        let (x, y) = (i % side, i / side);
        side > 2 && (x < edge || y < edge)
    };
    (0..side * side)
        .map(|i| if is_rim(i) { rim } else { pane })
        .collect()
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
