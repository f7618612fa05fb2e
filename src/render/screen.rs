//! The screen of the game: backdrop, frame, field and panel, drawn cell by cell as they change.

use std::cmp::Reverse;

use crate::color::Rgb;
use crate::game::console::blanked_columns;
use crate::game::{Column, Row, Tetromino};
use crate::picture::{Canvas, Layout, MAX_CANVAS_PIXELS, Palette, PaletteFull, Rect};
use crate::script::PrintScript;
use crate::sprite::Sprite;

use super::error::RenderError;
use super::options::RenderOptions;
use super::panel::{self, Panel};
use super::played::PlayedScript;
use super::scene::Scene;
use super::theme::Theme;
use super::tiles::{draw_frame, glass_tile, indices, piece_tile};
use super::xray::Xray;

/// Pixels of a picture at most, so that memory stays bounded (64 megapixels).
pub const MAX_PIXELS: usize = MAX_CANVAS_PIXELS;

/// Pixels from the picture's edge to the field, at scale 1.
const MARGIN: usize = 8;

/// The picture so far, and the tiles to draw what comes next.
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
    /// The screen before the first piece of a game, and its colours. `source` is shown in the panel.
    ///
    /// Errors: [`RenderError::TooLarge`], [`RenderError::TooManyColors`].
    pub fn new(
        game: &PlayedScript<'_>,
        source: Option<&Sprite>,
        options: &RenderOptions,
    ) -> Result<(Screen, Palette), RenderError> {
        let theme = &options.theme;
        let xray = options.xray.then(|| Xray::of(game));
        let source = source.map(|sprite| theme.recolor_sprite(sprite, game.script));
        let (script, source) = (&*theme.recolor_script(game.script), source.as_deref());
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
        let looks = looks_by_frequency(game, xray.clone());
        let tiles = tiles(script, theme, &looks, cell, &mut palette)?;
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
                theme: theme.palette,
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

    pub fn into_canvas(self) -> Canvas {
        self.canvas
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
                row[blanked_columns(width, wipe.steps)].fill(look::EMPTY);
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
    /// In an x-ray, a piece whose row will be cleared.
    const GOING: u8 = STAYING + 7;
    /// In a full row.
    pub const FLASH: u8 = GOING + 7;
    pub const COUNT: usize = FLASH as usize + 1;

    pub fn of(piece: Tetromino, stays: bool) -> u8 {
        let first = if stays { STAYING } else { GOING };
        first + piece.index() as u8
    }
}

/// A piece, and whether its cell will stay.
type PieceLook = (Tetromino, bool);

/// The looks that pieces can have, those of most cells first.
fn looks_by_frequency(game: &PlayedScript<'_>, xray: Option<Xray>) -> Vec<PieceLook> {
    let fates: &[bool] = if xray.is_some() {
        &[true, false]
    } else {
        &[true]
    };
    let mut counts = [0usize; look::COUNT];
    let mut count = |(piece, stays): PieceLook| counts[usize::from(look::of(piece, stays))] += 1;
    let (mut xray, mut lines) = (xray, 0);
    for lock in &game.locks {
        for (_, row) in lock.placement.cells() {
            let stays = xray.as_ref().is_none_or(|xray| xray.stays(row));
            count((lock.placement.pose.piece(), stays));
        }
        lines += lock.cleared.len();
        if let Some(xray) = &mut xray {
            xray.advance(lines);
        }
    }
    let mut looks: Vec<PieceLook> = (Tetromino::ALL.into_iter())
        .flat_map(|piece| fates.iter().map(move |stays| (piece, *stays)))
        .collect();
    looks.sort_by_key(|(piece, stays)| Reverse(counts[usize::from(look::of(*piece, *stays))]));
    looks
}

/// The tiles of all looks. The first of `looks` take the lowest indices of the palette: the fewer
/// bits an index takes in most frames of a GIF, the smaller it is.
fn tiles(
    script: &PrintScript,
    theme: &Theme,
    looks: &[PieceLook],
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
    for &(piece, stays) in looks {
        let tile = match stays {
            true => piece_tile(script, theme, piece, cell, palette)?,
            false => {
                let glass = glass_tile(script.colors.of(piece), script.background, cell);
                indices(glass, palette)?
            }
        };
        tiles[usize::from(look::of(piece, stays))] = tile;
    }
    Ok(tiles)
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
