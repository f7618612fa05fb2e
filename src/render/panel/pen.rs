//! The boxes of the panel, and what is in them from the start.

use super::contents::Contents;
use super::measures::{
    COUNTER_GAP, GAP, LEGEND_CELL, LEGEND_HEIGHT, MINI_CELL, NEXT_CELL, NEXT_HEIGHT, PADDING,
    STATISTICS_HEIGHT, STATISTICS_LINE, WIDTH, box_height,
};
use super::numbers::{Counters, Ending, NextPiece, Number, Verdict};
use crate::color::Rgb;
use crate::game::Tetromino;
use crate::picture::{Canvas, Palette, PaletteFull, Rect};
use crate::render::font::{self, LINE};
use crate::render::theme::Theme;
use crate::render::tiles::{
    BORDER, draw_frame, full_tile, glass_tile, hanging_tile, indices, piece_tile,
};
use crate::script::PrintScript;
use crate::sprite::Sprite;

/// Draws the boxes of the panel, one below the other.
pub struct Pen<'a> {
    pub canvas: &'a mut Canvas,
    pub palette: &'a mut Palette,
    pub frame: [Rgb; 3],
    pub ground: u8,
    pub scale: usize,
    pub x: usize,
    /// The top of the next box.
    pub y: usize,
}

impl Pen<'_> {
    /// A framed box with room for `height` (at scale 1). Returns that room.
    pub fn open_box(&mut self, height: usize) -> Result<Rect, PaletteFull> {
        let scale = self.scale;
        let outer = Rect::new(self.x, self.y, WIDTH * scale, box_height(height) * scale);
        let inside = outer.shrunk(BORDER * scale);
        draw_frame(self.canvas, self.palette, &self.frame, inside, scale)?;
        self.canvas.fill(inside, self.ground);
        self.y += outer.height + GAP * scale;
        Ok(inside.shrunk(PADDING * scale))
    }

    /// The sprite in the middle of a place, as large as whole pixels allow; of one that is larger
    /// than the place every second, third ... pixel.
    pub fn draw_sprite(&mut self, sprite: &Sprite, place: Rect) -> Result<(), PaletteFull> {
        let (width, height) = (sprite.width().max(1), sprite.height().max(1));
        let zoom = (place.width / width).min(place.height / height).max(1);
        let step = width
            .div_ceil(place.width)
            .max(height.div_ceil(place.height));
        let columns = sprite.width().div_ceil(step);
        let rows = sprite.height().div_ceil(step);
        let left = place.x + (place.width - columns * zoom) / 2;
        let top = place.y + (place.height - rows * zoom) / 2;
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            if let Some(color) = sprite.color(x * step, y * step) {
                let color = self.palette.index_of(color)?;
                let pixel = Rect::new(left + x * zoom, top + y * zoom, zoom, zoom);
                self.canvas.fill(pixel, color);
            }
        }
        Ok(())
    }

    /// The labels of the counters, and the places of their numbers and of the word for how a game ended.
    pub fn draw_counters(&mut self, contents: &Contents<'_>) -> Result<Counters, PaletteFull> {
        let scale = self.scale;
        let inside = self.open_box(contents.counters_height())?;
        let label = self.palette.index_of(contents.theme.screen.label)?;
        let mut y = inside.y;
        let mut numbers = Vec::new();
        let mut verdict = None;
        for kind in contents.counters() {
            font::write(self.canvas, (inside.x, y), scale, label, kind.label());
            numbers.push((*kind, Number::new(inside.x, y + LINE * scale, 7)));
            verdict = contents.exact_cells.map(|cells| Verdict {
                x: inside.x,
                y,
                label: kind.label(),
                cells,
                is_shown: false,
            });
            y += (2 * LINE + COUNTER_GAP) * scale;
        }
        let ending = contents.ending().map(|(pieces, word)| Ending {
            x: inside.x,
            y,
            pieces,
            word,
            is_shown: false,
        });
        Ok(Counters {
            numbers,
            ending,
            verdict,
        })
    }

    /// A box for the next piece, empty yet.
    pub fn draw_next(&mut self, contents: &Contents<'_>) -> Result<NextPiece, PaletteFull> {
        let scale = self.scale;
        let inside = self.open_box(NEXT_HEIGHT)?;
        let label = self.palette.index_of(contents.theme.screen.label)?;
        font::write(self.canvas, (inside.x, inside.y), scale, label, "NEXT");
        let mut tiles = std::array::from_fn(|_| Vec::new());
        for piece in Tetromino::ALL {
            let side = NEXT_CELL * scale;
            let (script, theme) = (contents.script, contents.theme);
            tiles[piece.index()] = piece_tile(script, theme, piece, side, self.palette)?;
        }
        let (width, height) = (4 * NEXT_CELL * scale, 2 * NEXT_CELL * scale);
        let place = Rect::new(inside.x, inside.y + LINE * scale, width, height);
        Ok(NextPiece {
            place,
            tiles,
            shown: None,
        })
    }

    /// What the cells of an x-ray mean.
    pub fn draw_legend(
        &mut self,
        contents: &Contents<'_>,
        piece: Tetromino,
    ) -> Result<(), PaletteFull> {
        let (scale, side) = (self.scale, LEGEND_CELL * self.scale);
        let (script, theme) = (contents.script, contents.theme);
        let color = script.colors.of(piece);
        let stays = piece_tile(script, theme, piece, side, self.palette)?;
        let mut tile = |tile| indices(tile, self.palette);
        let entries = [
            (stays, "STAYS"),
            (tile(hanging_tile(color, side))?, "HANGS"),
            (tile(glass_tile(color, script.background, side))?, "GOES"),
            (tile(full_tile(theme.screen.flash, side))?, "FULL"),
        ];
        let inside = self.open_box(LEGEND_HEIGHT)?;
        let label = self.palette.index_of(theme.screen.label)?;
        for (line, (tile, word)) in entries.iter().enumerate() {
            let y = inside.y + line * LINE * scale;
            self.canvas.blit(inside.x, y, side, tile);
            let x = inside.x + side + 4 * scale;
            font::write(self.canvas, (x, y), scale, label, word);
        }
        Ok(())
    }

    /// A small picture of each piece, with its counter.
    pub fn draw_statistics(
        &mut self,
        script: &PrintScript,
        theme: &Theme,
    ) -> Result<[Number; 7], PaletteFull> {
        let scale = self.scale;
        let inside = self.open_box(STATISTICS_HEIGHT)?;
        let mut numbers = [Number::new(inside.x + 2 * font::ADVANCE * scale, 0, 5); 7];
        for piece in Tetromino::ALL {
            let top = inside.y + piece.index() * STATISTICS_LINE * scale;
            numbers[piece.index()].y = top;
            self.draw_piece(script, theme, piece, inside.x, top)?;
        }
        Ok(numbers)
    }

    /// A small piece as it spawns, its upper left corner at (x, y).
    fn draw_piece(
        &mut self,
        script: &PrintScript,
        theme: &Theme,
        piece: Tetromino,
        x: usize,
        y: usize,
    ) -> Result<(), PaletteFull> {
        let side = MINI_CELL * self.scale;
        let tile = piece_tile(script, theme, piece, side, self.palette)?;
        let shape = piece.spawn_pose().shape();
        let top = y + (2 - shape.height as usize) * side / 2;
        for (row, bits) in shape.rows.into_iter().enumerate() {
            for column in (0..4).filter(|column| bits >> column & 1 == 1) {
                self.canvas
                    .blit(x + column * side, top + row * side, side, &tile);
            }
        }
        Ok(())
    }
}
