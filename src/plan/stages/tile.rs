//! A piece of a cover.

use crate::game::{Column, PieceDrop, Pose};

/// A piece of a cover: its cells as rows of the stage and columns.
#[derive(Clone, Debug)]
pub struct Tile {
    pub pose: Pose,
    pub cells: [(usize, usize); 4],
}

impl Tile {
    /// How it is dropped.
    pub fn to_drop(&self) -> PieceDrop {
        let column = self.cells.iter().map(|(_, column)| *column).min();
        PieceDrop::new(self.pose, Column(column.unwrap_or_default()))
    }

    /// Its cells that are the lowest of their columns.
    pub fn lowest(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let is_lowest = |(row, column): &(usize, usize)| {
            row.checked_sub(1)
                .is_none_or(|below| !self.cells.contains(&(below, *column)))
        };
        self.cells.iter().copied().filter(is_lowest)
    }
}
