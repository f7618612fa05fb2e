//! What changes in the panel while the game goes on.

use super::NEXT_CELL;
use super::contents::Counter;
use crate::game::Tetromino;
use crate::picture::{Canvas, Rect};
use crate::render::font;

/// A number at a fixed place, right-aligned.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    x: usize,
    pub y: usize,
    /// Digits it has room for; a number that is too large shows as nines.
    digits: usize,
    shown: Option<usize>,
}

/// The counters in their box, and below them how a player's game ended.
#[derive(Clone, Debug)]
pub struct Counters {
    pub numbers: Vec<(Counter, Number)>,
    pub ending: Option<Ending>,
}

/// The place of the word that says how a player's game ended.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    pub x: usize,
    pub y: usize,
    /// Pieces of the whole game.
    pub pieces: usize,
    pub word: &'static str,
    pub is_shown: bool,
}

/// The place of the next piece, and what it shows.
#[derive(Clone, Debug)]
pub struct NextPiece {
    pub place: Rect,
    /// A cell of each piece, by [`Tetromino::index`].
    pub tiles: [Vec<u8>; 7],
    pub shown: Option<Tetromino>,
}

impl Ending {
    /// Shows the word once all pieces are placed.
    pub fn show(&mut self, canvas: &mut Canvas, scale: usize, colors: [u8; 2], placed: usize) {
        let is_over = placed == self.pieces;
        if self.is_shown == is_over {
            return;
        }
        self.is_shown = is_over;
        let color = colors[usize::from(!is_over)];
        font::write(canvas, (self.x, self.y), scale, color, self.word);
    }
}

impl NextPiece {
    pub fn show(
        &mut self,
        canvas: &mut Canvas,
        scale: usize,
        ground: u8,
        piece: Option<Tetromino>,
    ) {
        if self.shown == piece {
            return;
        }
        self.shown = piece;
        canvas.fill(self.place, ground);
        let Some(piece) = piece else { return };
        let shape = piece.spawn_pose().shape();
        let side = NEXT_CELL * scale;
        for (row, bits) in shape.rows.into_iter().enumerate() {
            for column in (0..4).filter(|column| bits >> column & 1 == 1) {
                let (x, y) = (self.place.x + column * side, self.place.y + row * side);
                canvas.blit(x, y, side, &self.tiles[piece.index()]);
            }
        }
    }
}

impl Number {
    pub fn new(x: usize, y: usize, digits: usize) -> Number {
        Number {
            x,
            y,
            digits,
            shown: None,
        }
    }

    pub fn show(&mut self, canvas: &mut Canvas, scale: usize, text: u8, ground: u8, value: usize) {
        if self.shown == Some(value) {
            return;
        }
        self.shown = Some(value);
        let width = self.digits * font::ADVANCE * scale;
        canvas.fill(
            Rect::new(self.x, self.y, width, font::ADVANCE * scale),
            ground,
        );
        let most = 10usize.pow(self.digits as u32) - 1;
        let digits = format!("{:03}", value.min(most));
        let left = self.x + width - digits.len() * font::ADVANCE * scale;
        font::write(canvas, (left, self.y), scale, text, &digits);
    }
}
