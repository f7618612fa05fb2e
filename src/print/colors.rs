//! The colours of what is not in the sprite: empty cells, and pieces that never stay.

use super::PrintError;
use super::outline::{FIELD_COLORS, hidden_outline};
use crate::color::Rgb;
use crate::game::Tetromino;
use crate::plan::Plan;
use crate::sprite::Sprite;

/// A piece that shares its style with no carrier.
const IDLE: Rgb = Rgb::new(0x80, 0x80, 0x88);

/// The colour of an empty cell, which no pixel of these sprites has; if nobody asks for one, their outlines should be
/// seen on it.
///
/// Errors: [`PrintError::FieldColorTaken`], [`PrintError::NoFieldColor`].
pub fn field_color(asked: Option<Rgb>, sprites: &[Sprite]) -> Result<Rgb, PrintError> {
    let is_free = |color: &Rgb| {
        !sprites
            .iter()
            .any(|sprite| sprite.palette().contains(color))
    };
    match asked {
        Some(color) if is_free(&color) => Ok(color),
        Some(color) => Err(PrintError::FieldColorTaken(color)),
        None => {
            let mut free = FIELD_COLORS.into_iter().filter(is_free);
            let first = free.next().ok_or(PrintError::NoFieldColor)?;
            let hidden = hidden_outline(sprites, first);
            Ok(hidden.and_then(|hidden| hidden.clearer).unwrap_or(first))
        }
    }
}

/// The colour of a piece that never stays: that of the carriers which share its style on the console.
pub fn filler_color(plan: &Plan, sprite: &Sprite, piece: Tetromino) -> Rgb {
    let index = plan.carriers.color(piece.style().printing_piece());
    index.map_or(IDLE, |index| sprite.palette()[usize::from(index)])
}
