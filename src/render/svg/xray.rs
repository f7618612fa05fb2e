//! The x-ray of a finished print: what is left of each piece, and which cells have nothing below them.

use crate::game::{Column, FieldSize, Lock, Row, Tetromino};

/// A filled cell of the final field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remnant {
    pub column: Column,
    pub row: Row,
    /// The piece that left it.
    pub piece: Tetromino,
    /// Whether the cell to the right is of another piece.
    pub ends_at_right: bool,
    /// Whether the cell below is of another piece.
    pub ends_below: bool,
    /// Whether the cell below is empty.
    pub hangs: bool,
}

/// What is left at the end of the game of these locks, row by row.
pub fn remnants(locks: &[Lock], field: FieldSize) -> impl Iterator<Item = Remnant> + '_ {
    let (drops, width) = (drops_of_cells(locks, field), field.width());
    let cells = (0..drops.len()).flat_map(move |row| (0..width).map(move |column| (row, column)));
    cells.filter_map(move |(row, column)| {
        let drop = drops[row][column]?;
        let right = drops[row].get(column + 1).copied().flatten();
        let below = drops.get(row + 1).map(|line| line[column]);
        let is_other = |neighbor: Option<usize>| neighbor.is_some_and(|other| other != drop);
        Some(Remnant {
            column: Column(column),
            row: Row(row),
            piece: locks[drop].placement.pose.piece(),
            ends_at_right: is_other(right),
            ends_below: is_other(below.flatten()),
            hangs: below == Some(None),
        })
    })
}

/// The number of the drop that left each cell, by row and column.
fn drops_of_cells(locks: &[Lock], field: FieldSize) -> Vec<Vec<Option<usize>>> {
    let empty = vec![None; field.width()];
    let mut drops = vec![empty.clone(); field.height()];
    for (number, lock) in locks.iter().enumerate() {
        for (column, row) in lock.placement.cells() {
            drops[row.0][column.0] = Some(number);
        }
        for row in lock.cleared.iter() {
            drops.remove(row.0);
            drops.insert(0, empty.clone());
        }
    }
    drops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pose;
    use crate::render::played::PlayedScript;
    use crate::render::testing;

    /// The remnants of a game whose filled cells are those of the field that it leaves.
    fn remnants_of(width: u32, height: u32, drops: &[(Pose, usize)]) -> Vec<Remnant> {
        let script = testing::script(width, height, drops);
        let game = PlayedScript::new(&script).unwrap();
        let remnants: Vec<Remnant> = remnants(&game.locks, script.field).collect();
        assert_eq!(remnants.len(), game.field.playfield().cell_count());
        for &Remnant { column, row, .. } in &remnants {
            assert!(game.field.cell(column, row).is_some());
        }
        remnants
    }

    #[test]
    fn pieces_that_lost_a_row_are_still_told_apart() {
        let drops = [
            (Pose::IHorizontal, 0),
            (Pose::O, 4),
            (Pose::O, 6),
            (Pose::O, 0),
        ];
        let remnants = remnants_of(8, 6, &drops);
        let seams: Vec<_> = remnants
            .iter()
            .filter(|cell| cell.ends_at_right || cell.ends_below)
            .map(|cell| (cell.column.0, cell.row.0))
            .collect();
        assert_eq!(seams, [(5, 5)]);
        assert!(remnants.iter().all(|cell| !cell.hangs));
    }

    #[test]
    fn cells_above_an_empty_one_hang() {
        let hanging = |cell: &Remnant| cell.hangs.then_some((cell.column.0, cell.row.0));
        let remnants = remnants_of(4, 6, &[(Pose::TDown, 0)]);
        let hanging: Vec<_> = remnants.iter().filter_map(hanging).collect();
        assert_eq!(hanging, [(0, 4), (2, 4)]);
    }

    #[test]
    fn a_piece_on_another_ends_there() {
        let remnants = remnants_of(4, 6, &[(Pose::O, 0), (Pose::O, 1)]);
        let below: Vec<_> = remnants.iter().filter(|cell| cell.ends_below).collect();
        assert_eq!(below.len(), 1);
        assert_eq!((below[0].column, below[0].row), (Column(1), Row(3)));
    }
}
