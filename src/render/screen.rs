//! The screen of the game: backdrop, frame, field and panel, drawn cell by cell as they change.

use crate::color::Rgb;
use crate::game::{Column, Row, Tetromino};
use crate::picture::{Canvas, Layout, MAX_CANVAS_PIXELS, Palette, PaletteFull, Rect};
use crate::script::PrintScript;
use crate::sprite::Sprite;

use super::panel::{self, Panel};
use super::scene::Scene;
use super::theme::{Theme, mix};
use super::xray::Xray;
use super::{RenderError, RenderOptions};

/// Pixels of a picture at most, so that memory stays bounded (64 megapixels).
pub const MAX_PIXELS: usize = MAX_CANVAS_PIXELS;

/// Pixels from the picture's edge to the field, at scale 1.
const MARGIN: usize = 8;

/// What has been drawn so far, and how to draw what comes next.
#[derive(Clone, Debug)]
pub struct Screen {
    layout: Layout,
    canvas: Canvas,
    /// How a cell can look, by [`look`].
    tiles: [Vec<u8>; look::COUNT],
    /// The tile shown in each cell, row by row.
    shown: Vec<u8>,
    next: Vec<u8>,
    panel: Option<Panel>,
    xray: Option<Xray>,
}

impl Screen {
    /// The screen before the first piece, and its colours. `source` is shown in the panel.
    ///
    /// Errors: [`RenderError::TooLarge`], [`RenderError::TooManyColors`].
    pub fn new(
        script: &PrintScript,
        source: Option<&Sprite>,
        options: &RenderOptions,
    ) -> Result<(Screen, Palette), RenderError> {
        let theme = &options.theme;
        let xray = options.xray.then(|| Xray::of(script)).transpose()?;
        let dressed = source.map(|sprite| theme.dress_sprite(sprite, script));
        let (script, source) = (&*theme.dress(script), dressed.as_deref());
        let cell = options.cell.get();
        let size = script.field;
        let scale = (cell / 8).max(1);
        let margin = MARGIN * scale;
        let field = Rect::new(margin, margin, size.width() * cell, size.height() * cell);
        let contents = panel::Contents {
            script,
            source,
            theme,
        };
        let (mut width, mut inner_height) = (field.width + 2 * margin, field.height);
        if options.panel {
            width += panel::WIDTH * scale + margin;
            inner_height = inner_height.max(panel::least_height(&contents, scale));
        }
        let height = inner_height + 2 * margin;
        let most = usize::from(u16::MAX);
        if width > most || height > most || width * height > MAX_PIXELS {
            return Err(RenderError::TooLarge {
                width,
                height,
                cell,
            });
        }

        let mut palette = Palette::new();
        let tiles = tiles(script, theme, xray.is_some(), cell, &mut palette)?;
        let mut canvas = Canvas::new(width, height);
        draw_backdrop(&mut canvas, &mut palette, &theme.screen.backdrop, scale)?;
        draw_frame(&mut canvas, &mut palette, &theme.screen.frame, field, scale)?;
        for (y, x) in (0..size.height()).flat_map(|y| (0..size.width()).map(move |x| (y, x))) {
            let (x, y) = (field.x + x * cell, field.y + y * cell);
            canvas.blit(x, y, cell, &tiles[usize::from(look::EMPTY)]);
        }
        let mut panel = None;
        if options.panel {
            // The boxes are framed as the field is, and begin at the same height.
            let border = theme.screen.frame.len() * scale;
            let place = Rect::new(
                field.x + field.width + margin,
                margin - border,
                panel::WIDTH * scale,
                inner_height + 2 * border,
            );
            panel = Some(Panel::new(
                &mut canvas,
                &mut palette,
                place,
                scale,
                contents,
            )?);
        }
        let screen = Screen {
            layout: Layout {
                cell: cell as u32,
                origin_x: margin as u32,
                origin_y: margin as u32,
                field: size,
            },
            canvas,
            tiles,
            shown: vec![0; size.width() * size.height()],
            next: vec![0; size.width() * size.height()],
            panel,
            xray,
        };
        Ok((screen, palette))
    }

    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The picture so far, in indices of the palette that came with the screen.
    pub fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    pub fn canvas_mut(&mut self) -> &mut Canvas {
        &mut self.canvas
    }

    /// Draws a scene: only the cells and numbers that differ from what is shown.
    ///
    /// # Panics
    /// If the scene's field does not have the size of the script's.
    pub fn show(&mut self, scene: &Scene<'_>) {
        self.look_at(scene);
        let width = self.layout.field.width();
        for index in 0..self.next.len() {
            let look = self.next[index];
            if self.shown[index] != look {
                self.shown[index] = look;
                let (x, y) = self
                    .layout
                    .corner(Column(index % width), Row(index / width));
                let tile = &self.tiles[look as usize];
                self.canvas.blit(x, y, self.layout.cell as usize, tile);
            }
        }
        if let Some(panel) = &mut self.panel {
            panel.show(&mut self.canvas, &scene.tally);
        }
    }

    /// Notes in `next` which tile each cell of the scene has.
    fn look_at(&mut self, scene: &Scene<'_>) {
        let size = self.layout.field;
        assert_eq!(scene.field.size(), size);
        let width = size.width();
        if let Some(xray) = &mut self.xray {
            xray.advance(scene.tally.lines);
        }
        for (row, line) in self.next.chunks_exact_mut(width).enumerate() {
            let stays = self.xray.as_ref().is_none_or(|xray| xray.stays(Row(row)));
            for (look, cell) in line.iter_mut().zip(scene.field.row(Row(row))) {
                *look = cell.map_or(look::EMPTY, |piece| look::of(piece, stays));
            }
        }
        if let Some(wipe) = scene.wipe {
            for row in wipe.rows.iter() {
                let row = &mut self.next[row.0 * width..][..width];
                row.fill(look::FLASH);
                row[wipe.columns(width)].fill(look::EMPTY);
            }
        }
        if let Some(active) = scene.active {
            for (y, x) in active.pose.cells() {
                let stays = (self.xray.as_ref())
                    .is_none_or(|xray| xray.will_stay(scene.tally.total(), y.into()));
                let (y, x) = (active.row + i32::from(y), active.column + i32::from(x));
                let is_inside =
                    (0..size.height() as i32).contains(&y) && (0..width as i32).contains(&x);
                if is_inside {
                    let look = look::of(active.pose.piece(), stays);
                    self.next[y as usize * width + x as usize] = look;
                }
            }
        }
    }
}

/// The numbers of the looks that a cell can have.
mod look {
    use crate::game::Tetromino;

    pub const EMPTY: u8 = 0;
    const STAYING: u8 = 1;
    /// Seen through, a piece whose row will be cleared.
    const GOING: u8 = STAYING + 7;
    /// In a full row.
    pub const FLASH: u8 = GOING + 7;
    pub const COUNT: usize = FLASH as usize + 1;

    pub fn of(piece: Tetromino, stays: bool) -> u8 {
        let first = if stays { STAYING } else { GOING };
        first + piece.index() as u8
    }
}

/// The tiles of all looks. The most frequent pieces take the lowest indices of the palette.
fn tiles(
    script: &PrintScript,
    theme: &Theme,
    is_xray: bool,
    cell: usize,
    palette: &mut Palette,
) -> Result<[Vec<u8>; look::COUNT], PaletteFull> {
    let mut tiles = std::array::from_fn(|_| Vec::new());
    let empty = theme.empty_tile(script.background, cell);
    tiles[usize::from(look::EMPTY)] = indices(empty, palette)?;
    // The digits of the panel change as often as the cells.
    for color in panel::moving_colors(theme) {
        palette.index_of(color)?;
    }
    let flash = vec![theme.screen.flash; cell * cell];
    tiles[usize::from(look::FLASH)] = indices(flash, palette)?;
    let mut count = [0usize; 7];
    for drop in &script.drops {
        count[drop.piece().index()] += 1;
    }
    let mut pieces = Tetromino::ALL;
    pieces.sort_by_key(|piece| std::cmp::Reverse(count[piece.index()]));
    for piece in pieces {
        let tile = piece_tile(script, theme, piece, cell, palette)?;
        tiles[usize::from(look::of(piece, true))] = tile;
        if is_xray {
            let glass = glass(script.colors.of(piece), script.background, cell);
            tiles[usize::from(look::of(piece, false))] = indices(glass, palette)?;
        }
    }
    Ok(tiles)
}

/// A cell that will be cleared: a pane of dark glass in the piece's colour.
fn glass(color: Rgb, ground: Rgb, side: usize) -> Vec<Rgb> {
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

fn indices(tile: Vec<Rgb>, palette: &mut Palette) -> Result<Vec<u8>, PaletteFull> {
    tile.into_iter()
        .map(|color| palette.index_of(color))
        .collect()
}

/// The tile of a piece, `side` x `side` pixels.
pub(super) fn piece_tile(
    script: &PrintScript,
    theme: &Theme,
    piece: Tetromino,
    side: usize,
    palette: &mut Palette,
) -> Result<Vec<u8>, PaletteFull> {
    let gap = mix(script.background, Rgb::BLACK, 60);
    indices(theme.tile(script.colors.of(piece), gap, side), palette)
}

/// Dark bricks all over the picture.
fn draw_backdrop(
    canvas: &mut Canvas,
    palette: &mut Palette,
    colors: &[Rgb; 3],
    scale: usize,
) -> Result<(), PaletteFull> {
    let [joint, brick, lit] = colors.map(|color| palette.index_of(color));
    let (joint, brick, lit) = (joint?, brick?, lit?);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.fill(Rect::new(0, 0, width, height), joint);
    let (brick_width, brick_height) = (16 * scale, 8 * scale);
    for (course, y) in (0..height).step_by(brick_height).enumerate() {
        let shift = course % 2 * brick_width / 2;
        for right in (brick_width - shift..width + brick_width).step_by(brick_width) {
            let left = right.saturating_sub(brick_width);
            let right = (right - scale).min(width);
            let bottom = (y + brick_height - scale).min(height);
            if left < right {
                canvas.fill(Rect::new(left, y, right - left, bottom - y), lit);
                let inner_left = (left + scale).min(right);
                let inner_top = (y + scale).min(bottom);
                let inner = Rect::new(
                    inner_left,
                    inner_top,
                    right - inner_left,
                    bottom - inner_top,
                );
                canvas.fill(inner, brick);
            }
        }
    }
    Ok(())
}

/// A frame of three lines with round corners around `inside`, which is left as it is.
pub(super) fn draw_frame(
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
