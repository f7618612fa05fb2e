//! The picture where it will stand on the field, as masks.

use super::around::Around;
use super::row_bits::{RowBits, full_mask};
use crate::game::{FieldSize, Tetromino};
use crate::plan::{Carriers, Picture};

/// A row of the picture on the field, with what the search asks of it.
#[derive(Clone, Debug)]
pub struct TargetRow<R> {
    pub pixels: R,
    /// The pixels that each kind of piece may have left.
    pub by_piece: [R; 7],
    /// The pixels whose left neighbour has their colour.
    pub joined_left: R,
    /// The pixels whose upper neighbour has their colour.
    pub joined_up: R,
    /// The pixels whose lower neighbour has their colour.
    pub joined_down: R,
}

/// A picture at an offset, with carriers, on a field. Row 0 stands on the floor.
#[derive(Clone, Debug)]
pub struct Target<R> {
    pub field: FieldSize,
    pub full_row: R,
    pub rows: Vec<TargetRow<R>>,
    pub pixels: u32,
}

impl<R: RowBits> Target<R> {
    /// `offset` is the field column of the picture's column 0. `free`: for each row of the picture,
    /// cells beside it that any piece may fill and one must.
    pub fn new(
        picture: &Picture,
        field: FieldSize,
        carriers: &Carriers,
        offset: usize,
        free: &[u64],
    ) -> Self {
        let free_above = |row: usize| free.get(row + 1).copied().unwrap_or(0);
        let mut rows: Vec<TargetRow<R>> = (0..picture.height())
            .map(|row| {
                let pixels = PlacedRow {
                    picture,
                    row,
                    offset,
                };
                pixels.target(carriers, free[row], free_above(row))
            })
            .collect();
        for row in 1..rows.len() {
            rows[row].joined_down = rows[row - 1].joined_up;
        }
        Target {
            field,
            full_row: R::from_mask(full_mask(field)),
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

impl<R: RowBits> TargetRow<R> {
    /// The pixels whose upper neighbour, and those whose lower neighbour, is there and has their
    /// colour.
    #[inline]
    pub fn joined_rows(&self, around: &Around<R>) -> (R, R) {
        let (mut up, mut down) = (R::EMPTY, R::EMPTY);
        if !around.is_scaffold_above() {
            up = around.cells & around.above & self.joined_up;
        }
        if !around.is_scaffold_below() {
            down = around.cells & around.below & self.joined_down;
        }
        (up, down)
    }
}

/// A row of a picture whose column 0 stands in the field's column `offset`.
struct PlacedRow<'a> {
    picture: &'a Picture,
    row: usize,
    offset: usize,
}

impl PlacedRow<'_> {
    /// All but [`TargetRow::joined_down`], which the row below knows.
    fn target<R: RowBits>(&self, carriers: &Carriers, free: u64, free_above: u64) -> TargetRow<R> {
        let left_neighbour = |x: usize| self.cell(x.checked_sub(1)?, 0);
        let joined_left = self.mask(|x, color| left_neighbour(x) == Some(color));
        let joined_up = self.mask(|x, color| self.cell(x, 1) == Some(color));
        TargetRow {
            pixels: R::from_mask(self.mask(|_, _| true) | free),
            by_piece: Tetromino::ALL.map(|piece| {
                R::from_mask(self.mask(|_, color| carriers.color(piece) == Some(color)) | free)
            }),
            joined_left: R::from_mask(joined_left | free & free << 1),
            joined_up: R::from_mask(joined_up | free & free_above),
            joined_down: R::EMPTY,
        }
    }

    /// The colour of the picture's column `x`, `above` rows above this one.
    fn cell(&self, x: usize, above: usize) -> Option<u8> {
        let row = self.row + above;
        (row < self.picture.height())
            .then(|| self.picture.cell(x, row))
            .flatten()
    }

    /// The field columns of the pixels for which `holds` is true of their column and colour.
    fn mask(&self, holds: impl Fn(usize, u8) -> bool) -> u64 {
        let cells = self.picture.row(self.row).iter().enumerate();
        cells.fold(0, |mask, (x, cell)| {
            let is_set = cell.is_some_and(|color| holds(x, color));
            mask | u64::from(is_set) << (self.offset + x)
        })
    }
}

/// The fewest lines with which so many cells are a multiple of four, if any number is.
pub fn missing_lines(cells: usize, width: usize) -> Option<usize> {
    (0..4).find(|lines| (cells + width * lines).is_multiple_of(4))
}
