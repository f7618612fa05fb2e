//! The picture where it will stand on the field, as masks.

use super::row::Row;
use crate::game::{FieldSize, Tetromino};
use crate::plan::{Carriers, Picture};

/// A row of the picture on the field, with what the search asks of it.
#[derive(Clone, Debug)]
pub(super) struct TargetRow<R> {
    pub pixels: R,
    /// The pixels that each kind of piece may have left.
    pub by_piece: [R; 7],
    /// The pixels whose left neighbour has their colour.
    pub joined_left: R,
    /// The pixels whose upper neighbour has their colour.
    pub joined_up: R,
}

/// A picture at an offset, with carriers, on a field. Row 0 stands on the floor.
#[derive(Clone, Debug)]
pub(super) struct Target<R> {
    pub field: FieldSize,
    pub full_row: R,
    pub rows: Vec<TargetRow<R>>,
    pub pixels: u32,
}

impl<R: Row> Target<R> {
    pub fn new(picture: &Picture, field: FieldSize, carriers: &Carriers, left: usize) -> Self {
        let color = |x: usize, row: usize| {
            (x < picture.width() && row < picture.height())
                .then(|| picture.cell(x, row))
                .flatten()
        };
        let rows = (0..picture.height())
            .map(|row| {
                let mask = |holds: &dyn Fn(usize, u8) -> bool| {
                    let cells = picture.row(row).iter().enumerate();
                    R::from_mask(cells.fold(0, |mask, (x, cell)| {
                        let is_set = cell.is_some_and(|cell| holds(x, cell));
                        mask | u64::from(is_set) << (left + x)
                    }))
                };
                TargetRow {
                    pixels: mask(&|_, _| true),
                    by_piece: Tetromino::ALL
                        .map(|piece| mask(&|_, cell| carriers.color(piece) == Some(cell))),
                    joined_left: mask(&|x, cell| x > 0 && color(x - 1, row) == Some(cell)),
                    joined_up: mask(&|x, cell| color(x, row + 1) == Some(cell)),
                }
            })
            .collect();
        Target {
            field,
            full_row: R::from_mask(field.full_row()),
            rows,
            pixels: picture.pixel_count() as u32,
        }
    }
}
