//! How far a print has come between two stages.

use super::stage::{Canvas, Stage, StageRow};
use super::tile::Tile;
use crate::game::ColumnSet;

/// Rows from the floor that are finished, and what is printed of the next ones. There is no scaffold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    pub finished: usize,
    /// The columns that are printed of the rows above the finished ones.
    pub printed: Vec<ColumnSet>,
}

impl Standing {
    /// The picture's row that is next to be begun.
    pub fn next_row(&self) -> usize {
        self.finished + self.printed.len()
    }

    /// The stage of these rows from here.
    pub fn stage(&self, canvas: &Canvas<'_>, rows: Vec<StageRow>) -> Stage {
        canvas.stage(self.finished, rows, |row, column| {
            let printed = self.printed.get(row - self.finished);
            printed.is_some_and(|columns| columns.contains(column))
        })
    }

    /// What the tiles of a stage lead to.
    pub fn after(&self, canvas: &Canvas<'_>, stage: &Stage, tiles: &[Tile]) -> Standing {
        let mut printed = self.printed.clone();
        let top = stage.rows.iter().filter_map(|row| row.picture_row()).max();
        printed.resize(
            top.map_or(0, |top| top + 1 - self.finished),
            ColumnSet::EMPTY,
        );
        for (row, column) in tiles.iter().flat_map(|tile| tile.cells) {
            if let Some(row) = stage.rows[row].picture_row() {
                printed[row - self.finished].insert(column);
            }
        }
        let is_finished = |(index, columns): &(usize, &ColumnSet)| {
            let row = self.finished + index;
            (0..canvas.width)
                .all(|column| canvas.color(row, column).is_none() || columns.contains(column))
        };
        let finished = printed.iter().enumerate().take_while(is_finished).count();
        printed.drain(..finished);
        while printed.last().is_some_and(|columns| columns.is_empty()) {
            printed.pop();
        }
        Standing {
            finished: self.finished + finished,
            printed,
        }
    }
}
