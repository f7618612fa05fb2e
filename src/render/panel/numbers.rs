//! What changes in the panel while the game goes on.

use super::contents::Counter;
use super::measures::NEXT_CELL;
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
    pub verdict: Option<Verdict>,
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

/// What stands instead of the last counter while the picture is complete.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub x: usize,
    pub y: usize,
    /// The label of the counter that it replaces.
    pub label: &'static str,
    pub cells: usize,
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

impl Verdict {
    const LABEL: &'static str = "EXACT";

    /// Takes the place of the counter, or gives it back. `colors` are those of labels, numbers and their ground.
    pub fn show(
        &mut self,
        canvas: &mut Canvas,
        scale: usize,
        colors: [u8; 3],
        counter: &mut Number,
        is_complete: bool,
    ) {
        if self.is_shown == is_complete {
            return;
        }
        self.is_shown = is_complete;
        let [label, text, ground] = colors;
        let (old, new) = match is_complete {
            true => (self.label, Verdict::LABEL),
            false => (Verdict::LABEL, self.label),
        };
        font::write(canvas, (self.x, self.y), scale, ground, old);
        font::write(canvas, (self.x, self.y), scale, label, new);
        counter.clear(canvas, scale, ground);
        if is_complete {
            counter.write(canvas, scale, text, &self.text(counter.digits));
        }
    }

    /// How many cells are equal, of how many if there is room for it.
    fn text(&self, room: usize) -> String {
        let cells = self.cells;
        Some(format!("{cells}/{cells}"))
            .filter(|both| both.len() <= room)
            .unwrap_or_else(|| cells.to_string())
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
        self.clear(canvas, scale, ground);
        self.shown = Some(value);
        let most = 10usize.pow(self.digits as u32) - 1;
        self.write(canvas, scale, text, &format!("{:03}", value.min(most)));
    }

    /// Leaves its place empty.
    fn clear(&mut self, canvas: &mut Canvas, scale: usize, ground: u8) {
        self.shown = None;
        let (width, height) = (self.digits * font::ADVANCE * scale, font::ADVANCE * scale);
        canvas.fill(Rect::new(self.x, self.y, width, height), ground);
    }

    fn write(&self, canvas: &mut Canvas, scale: usize, color: u8, text: &str) {
        let left = self.x + (self.digits - text.len()) * font::ADVANCE * scale;
        font::write(canvas, (left, self.y), scale, color, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_says_of_how_many_cells_it_speaks_where_there_is_room() {
        let text = |cells| {
            let verdict = Verdict {
                x: 0,
                y: 0,
                label: "LINES",
                cells,
                is_shown: false,
            };
            verdict.text(7)
        };
        assert_eq!(text(882), "882/882");
        assert_eq!(text(10_752), "10752");
    }
}
