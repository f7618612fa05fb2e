//! Where the picture stands on the field.

use crate::game::{Column, FieldSize};
use crate::plan::feasibility::Impossible;
use crate::print::PrintError;
use crate::sprite::Sprite;

/// The field column of the leftmost pixel when the image's column 0 stands in `left`.
pub fn column_of(sprite: &Sprite, field: FieldSize, left: i32) -> Result<Column, PrintError> {
    let bounds = sprite.bounds().ok_or(Impossible::Empty)?;
    // A picture that is too wide for the field is refused by every planner.
    let room = field.width().saturating_sub(bounds.width) as i64;
    let margin = bounds.left as i64;
    let column = i64::from(left) + margin;
    if (0..=room).contains(&column) {
        return Ok(Column(column as usize));
    }
    Err(PrintError::Beside {
        left,
        field,
        first: -margin,
        last: room - margin,
    })
}

/// The leftmost place beside the free columns, if there are any and there is room.
pub fn column_beside(sprite: &Sprite, field: FieldSize, free: u64) -> Option<Column> {
    if free == 0 {
        return None;
    }
    let room = field.width().checked_sub(sprite.width())?;
    let image = u64::MAX >> (64 - sprite.width().clamp(1, 64));
    let left = (0..=room).find(|left| free & image << left == 0)?;
    Some(Column(left + sprite.bounds()?.left))
}
