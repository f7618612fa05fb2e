//! The features of a placement: nine numbers, by their published definitions.
//!
//! The first six are Pierre Dellacherie's, as described by Colin Fahey ("Tetris AI", 2003) and by
//! Christophe Thiery and Bruno Scherrer ("Building controllers for Tetris", ICGA Journal, 2009), who
//! added the others. This module counts them cell by cell, as a reference for readers and tests;
//! the player counts them on bits (see [`Stack`](super::stack::Stack)).

use serde::{Deserialize, Serialize};

use crate::game::{Column, Lock, Placement, Playfield, Row};
use crate::listed::listed;
use crate::parse::display_name;

listed! {
    /// The names of the features, in the order in which they are written.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Feature {
        /// See [`Features::landing_height`].
        LandingHeight,
        /// See [`Features::eroded_cells`].
        ErodedCells,
        /// See [`Features::row_transitions`].
        RowTransitions,
        /// See [`Features::column_transitions`].
        ColumnTransitions,
        /// See [`Features::holes`].
        Holes,
        /// See [`Features::wells`].
        Wells,
        /// See [`Features::hole_depth`].
        HoleDepth,
        /// See [`Features::rows_with_holes`].
        RowsWithHoles,
        /// See [`Features::diversity`].
        Diversity,
    }
}

impl Feature {
    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::LandingHeight => "landing_height",
            Feature::ErodedCells => "eroded_cells",
            Feature::RowTransitions => "row_transitions",
            Feature::ColumnTransitions => "column_transitions",
            Feature::Holes => "holes",
            Feature::Wells => "wells",
            Feature::HoleDepth => "hole_depth",
            Feature::RowsWithHoles => "rows_with_holes",
            Feature::Diversity => "diversity",
        }
    }
}

display_name!(Feature);

/// The features of one placement. All but the first two describe the field after its line clears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Features {
    /// Rows from the floor to the middle of the piece where it lands, before lines are cleared. A piece
    /// on the floor counts half its height less one half, so a lying I counts 0.
    pub landing_height: f64,
    /// Lines cleared times the cells of the piece that were cleared with them.
    pub eroded_cells: u32,
    /// Changes between filled and empty along the rows; the walls count as filled, so an empty row
    /// has two.
    pub row_transitions: u32,
    /// Changes between filled and empty along the columns; the floor counts as filled and what is
    /// above the field as empty, so an empty column has one.
    pub column_transitions: u32,
    /// Empty cells with a filled one somewhere above them.
    pub holes: u32,
    /// For each empty cell whose left and right neighbours are filled (or walls): this cell and the
    /// empty ones directly below it. So a well of depth d counts 1 + 2 + ... + d. Where it widens at
    /// its foot, the cells below its walls count, too, as in Dellacherie's own program.
    pub wells: u32,
    /// For each hole, the filled cells above it in its column.
    pub hole_depth: u32,
    /// Rows that have at least one hole.
    pub rows_with_holes: u32,
    /// How many of the steps -2, -1, 0, 1 and 2 there are from the height of a column to that of the next.
    pub diversity: u32,
}

impl Features {
    /// The features of a lock; `after` is the field after its line clears.
    pub fn of(lock: &Lock, after: &Playfield) -> Features {
        let Placement { pose, row, .. } = lock.placement;
        let height = pose.shape().height as usize;
        let bottom = after.height() - row.0 - height;
        let is_cleared = |row: Row| lock.cleared.iter().any(|cleared| cleared == row);
        let eroded = (lock.placement.cells())
            .filter(|(_, row)| is_cleared(*row))
            .count();
        let cells = Cells(after);
        Features {
            landing_height: bottom as f64 + (height as f64 - 1.0) / 2.0,
            eroded_cells: (lock.cleared.len() * eroded) as u32,
            row_transitions: cells.row_transitions(),
            column_transitions: cells.column_transitions(),
            holes: cells.holes().count() as u32,
            wells: cells.wells(),
            hole_depth: cells.hole_depth(),
            rows_with_holes: cells.rows_with_holes(),
            diversity: cells.diversity(),
        }
    }

    /// The numbers in the order of [`Feature::ALL`].
    pub fn values(&self) -> [f64; Feature::COUNT] {
        [
            self.landing_height,
            self.eroded_cells.into(),
            self.row_transitions.into(),
            self.column_transitions.into(),
            self.holes.into(),
            self.wells.into(),
            self.hole_depth.into(),
            self.rows_with_holes.into(),
            self.diversity.into(),
        ]
    }
}

/// A field with its walls and its floor, cell by cell; row 0 is at the top.
struct Cells<'a>(&'a Playfield);

impl Cells<'_> {
    fn is_filled(&self, column: i32, row: i32) -> bool {
        let (width, height) = (self.0.width() as i32, self.0.height() as i32);
        if column < 0 || column >= width || row >= height {
            return true;
        }
        row >= 0 && self.0.is_filled(Column(column as usize), Row(row as usize))
    }

    fn columns(&self) -> std::ops::Range<i32> {
        0..self.0.width() as i32
    }

    fn rows(&self) -> std::ops::Range<i32> {
        0..self.0.height() as i32
    }

    fn row_transitions(&self) -> u32 {
        let changes_in = |row| {
            let changes = (-1..self.columns().end)
                .filter(move |x| self.is_filled(*x, row) != self.is_filled(*x + 1, row));
            changes.count() as u32
        };
        self.rows().map(changes_in).sum()
    }

    fn column_transitions(&self) -> u32 {
        let changes_in = |column| {
            let changes = (-1..self.rows().end)
                .filter(move |y| self.is_filled(column, *y) != self.is_filled(column, *y + 1));
            changes.count() as u32
        };
        self.columns().map(changes_in).sum()
    }

    fn filled_above(&self, (column, row): (i32, i32)) -> u32 {
        (0..row).filter(|y| self.is_filled(column, *y)).count() as u32
    }

    fn holes(&self) -> impl Iterator<Item = (i32, i32)> {
        let cells = self
            .rows()
            .flat_map(|y| self.columns().map(move |x| (x, y)));
        cells.filter(|&(x, y)| !self.is_filled(x, y) && self.filled_above((x, y)) > 0)
    }

    fn hole_depth(&self) -> u32 {
        self.holes().map(|hole| self.filled_above(hole)).sum()
    }

    fn rows_with_holes(&self) -> u32 {
        let mut rows: Vec<i32> = self.holes().map(|(_, row)| row).collect();
        rows.dedup();
        rows.len() as u32
    }

    fn diversity(&self) -> u32 {
        let top = |x| self.rows().find(|y| self.is_filled(x, *y));
        let depths: Vec<i32> = self
            .columns()
            .map(|x| top(x).unwrap_or(self.rows().end))
            .collect();
        let is_there = |step: &i32| depths.windows(2).any(|pair| pair[0] - pair[1] == *step);
        (-2..=2).filter(is_there).count() as u32
    }

    fn wells(&self) -> u32 {
        let cells = self
            .rows()
            .flat_map(|y| self.columns().map(move |x| (x, y)));
        let is_empty = |x: i32, y: i32| !self.is_filled(x, y);
        cells
            .filter(|&(x, y)| is_empty(x, y) && !is_empty(x - 1, y) && !is_empty(x + 1, y))
            .map(|(x, y)| (y..).take_while(|below| is_empty(x, *below)).count() as u32)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{PieceDrop, Pose};

    /// Drops a piece on a field drawn as text.
    fn dropped(field: &str, pose: Pose, column: usize) -> (Features, String) {
        let mut field: Playfield = field.parse().unwrap();
        let lock = field.drop(PieceDrop::new(pose, Column(column))).unwrap();
        (Features::of(&lock, &field), field.to_string())
    }

    #[test]
    fn an_empty_row_has_two_transitions_and_a_column_one() {
        let (features, after) = dropped(
            "
            ....
            ....
            ....
            ....",
            Pose::O,
            1,
        );
        assert_eq!(after, "....\n....\n.##.\n.##.\n");
        let expected = Features {
            landing_height: 0.5,
            row_transitions: 2 + 2 + 4 + 4,
            column_transitions: 4,
            // Both gaps beside the O are two deep: 1 + 2 each.
            wells: 6,
            diversity: 3,
            ..Features::default()
        };
        assert_eq!(features, expected);
    }

    #[test]
    fn holes_lie_under_filled_cells_and_count_all_that_is_above_them() {
        let (features, after) = dropped(
            "
            ......
            ......
            ......
            ......
            .#....
            .#....
            #.....",
            Pose::IHorizontal,
            0,
        );
        assert_eq!(
            after,
            "......\n......\n......\n####..\n.#....\n.#....\n#.....\n"
        );
        let expected = Features {
            landing_height: 3.0,
            eroded_cells: 0,
            // From the top: three empty rows; the I; two rows `.#....`; the lowest row.
            row_transitions: 6 + 2 + 8 + 2,
            // By column: 3, 3, 3, 3, 1, 1.
            column_transitions: 3 + 3 + 3 + 3 + 1 + 1,
            // Two in column 0, one in column 1, three each in columns 2 and 3.
            holes: 9,
            // Column 0, two deep, between the wall and column 1.
            wells: 3,
            // One filled cell above each, but three above that of column 1.
            hole_depth: 2 + 3 + 6,
            rows_with_holes: 3,
            // Level, but for one step of four rows.
            diversity: 1,
        };
        assert_eq!(features, expected);
    }

    #[test]
    fn eroded_cells_are_lines_times_the_cells_of_the_piece_that_went() {
        let (features, after) = dropped(
            "
            .....
            .....
            ####.
            ###..
            ####.
            ####.",
            Pose::IVertical,
            4,
        );
        assert_eq!(after, ".....\n.....\n.....\n.....\n.....\n###.#\n");
        assert_eq!(features.eroded_cells, 3 * 3);

        let (features, after) = dropped(
            "
            .....
            .....
            .....
            .####
            .####
            .####",
            Pose::IVertical,
            0,
        );
        assert_eq!(after, ".....\n.....\n.....\n.....\n.....\n#....\n");
        assert_eq!(features.eroded_cells, 3 * 3);
        assert_eq!(features.landing_height, 1.5);
    }

    #[test]
    fn a_well_of_depth_three_counts_six_and_may_have_a_roof() {
        let (features, _) = dropped(
            "
            .......
            .......
            .......
            .......
            ##.#...
            ##.##..
            ##.##..",
            Pose::IVertical,
            6,
        );
        // Column 2 is three deep; column 5 two, beside the standing I.
        assert_eq!(features.wells, 6 + 3);

        let (roofed, after) = dropped(
            "
            .......
            .......
            .......
            .......
            ##.#...
            ##.##..
            ##.##..",
            Pose::IHorizontal,
            0,
        );
        assert_eq!(after.lines().nth(3), Some("####..."));
        assert_eq!((roofed.wells, roofed.holes), (6, 3));
    }

    #[test]
    fn a_well_that_widens_at_its_foot_counts_down_to_the_floor() {
        let (features, _) = dropped(
            "
            .....
            .....
            .....
            .....
            ##.#.
            ##...
            ##.#.",
            Pose::IVertical,
            4,
        );
        // In column 2, three, two and one; in column 3, none: above the gap is a roof, and the cell
        // left of it is empty.
        assert_eq!(features.wells, 3 + 1);
    }
}
