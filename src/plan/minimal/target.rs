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
    /// `free`: for each row of the picture, cells beside it that any piece may fill and one must.
    pub fn new(
        picture: &Picture,
        field: FieldSize,
        carriers: &Carriers,
        left: usize,
        free: &[u64],
    ) -> Self {
        let color = |x: usize, row: usize| {
            (x < picture.width() && row < picture.height())
                .then(|| picture.cell(x, row))
                .flatten()
        };
        let rows: Vec<TargetRow<R>> = (0..picture.height())
            .map(|row| {
                let mask = |holds: &dyn Fn(usize, u8) -> bool| {
                    let cells = picture.row(row).iter().enumerate();
                    cells.fold(0, |mask, (x, cell)| {
                        let is_set = cell.is_some_and(|cell| holds(x, cell));
                        mask | u64::from(is_set) << (left + x)
                    })
                };
                let free_above = free.get(row + 1).copied().unwrap_or(0);
                let joined_left = mask(&|x, cell| x > 0 && color(x - 1, row) == Some(cell));
                let joined_up = mask(&|x, cell| color(x, row + 1) == Some(cell));
                TargetRow {
                    pixels: R::from_mask(mask(&|_, _| true) | free[row]),
                    by_piece: Tetromino::ALL.map(|piece| {
                        let carried = mask(&|_, cell| carriers.color(piece) == Some(cell));
                        R::from_mask(carried | free[row])
                    }),
                    joined_left: R::from_mask(joined_left | free[row] & free[row] << 1),
                    joined_up: R::from_mask(joined_up | free[row] & free_above),
                }
            })
            .collect();
        Target {
            field,
            full_row: R::from_mask(field.full_row()),
            pixels: rows.iter().map(|row| row.pixels.count()).sum(),
            rows,
        }
    }

    /// What lies under a row of the picture: pixels, or the floor.
    pub fn below(&self, row: usize) -> R {
        match row.checked_sub(1) {
            Some(row) => self.rows[row].pixels,
            None => self.full_row,
        }
    }
}

/// The fewest lines with which so many cells are a multiple of four, if any number is.
pub(super) fn missing_lines(cells: usize, width: usize) -> Option<usize> {
    (0..4).find(|lines| (cells + width * lines).is_multiple_of(4))
}
