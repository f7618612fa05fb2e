//! The poses as the sweep sees them: from the lowest cell of the leftmost column.

use super::tile::Tile;
use crate::game::Pose;

/// A pose, its cells counted from its anchor: the lowest cell of its leftmost column.
#[derive(Clone, Debug)]
pub struct Outline {
    pub pose: Pose,
    pub cells: [OutlineCell; 4],
}

/// A cell of a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutlineCell {
    /// Columns to the right of the anchor.
    pub right: usize,
    /// Rows above the anchor, negative below.
    pub up: i32,
    /// Whether it is the lowest of its column, which can rest on something.
    pub is_lowest: bool,
}

impl Outline {
    /// All poses.
    pub fn all() -> Vec<Outline> {
        Pose::ALL.map(Outline::of).into()
    }

    /// The piece with its anchor at a cell; `None` if it would reach below row 0.
    pub fn at(&self, row: usize, column: usize) -> Option<Tile> {
        let mut cells = [(0, 0); 4];
        for (place, cell) in cells.iter_mut().zip(&self.cells) {
            *place = (
                row.checked_add_signed(cell.up as isize)?,
                column + cell.right,
            );
        }
        Some(Tile {
            pose: self.pose,
            cells,
        })
    }

    fn of(pose: Pose) -> Outline {
        let shape = pose.shape();
        let (width, height) = (usize::from(shape.width), usize::from(shape.height));
        let is_filled =
            |right: usize, row: usize| row < height && shape.rows[row] >> right & 1 == 1;
        let lowest = (0..height).rev().find(|row| is_filled(0, *row));
        let anchor = lowest.unwrap_or_default() as i32;
        let mut cells = [OutlineCell::default(); 4];
        let places = (0..width).flat_map(|right| (0..height).map(move |row| (right, row)));
        let filled = places.filter(|(right, row)| is_filled(*right, *row));
        for (cell, (right, row)) in cells.iter_mut().zip(filled) {
            *cell = OutlineCell {
                right,
                up: anchor - row as i32,
                is_lowest: !is_filled(right, row + 1),
            };
        }
        Outline { pose, cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_is_told_from_the_lowest_cell_on_the_left() {
        let outline = Outline::of(Pose::SVertical);
        let cells = outline
            .cells
            .map(|cell| (cell.right, cell.up, cell.is_lowest));
        assert_eq!(
            cells,
            [(0, 1, false), (0, 0, true), (1, 0, false), (1, -1, true)]
        );
    }
}
