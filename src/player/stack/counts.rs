//! The features of a field, counted column by column.

use crate::player::bits::Bits;
use crate::player::features::Features;

/// The features of the field, or the share of one column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub row_transitions: i32,
    pub column_transitions: i32,
    pub holes: i32,
    pub wells: i32,
    pub hole_depth: i32,
}

impl Counts {
    /// The counts without any column. The left wall is counted like a column because of its right
    /// edge, but its upper end is not a transition.
    pub const START: Counts = Counts {
        row_transitions: 0,
        column_transitions: -1,
        holes: 0,
        wells: 0,
        hole_depth: 0,
    };

    #[inline]
    pub fn add(&mut self, other: Counts) {
        self.row_transitions += other.row_transitions;
        self.column_transitions += other.column_transitions;
        self.holes += other.holes;
        self.wells += other.wells;
        self.hole_depth += other.hole_depth;
    }

    #[inline]
    pub fn subtract(&mut self, other: Counts) {
        self.row_transitions -= other.row_transitions;
        self.column_transitions -= other.column_transitions;
        self.holes -= other.holes;
        self.wells -= other.wells;
        self.hole_depth -= other.hole_depth;
    }
}

#[inline]
pub fn holes_of<B: Bits>(column: B) -> B {
    B::below(column.length()).without(column)
}

/// The share of one column's cells, and its holes.
#[inline(always)]
pub fn count_column<B: Bits, const DEEP: bool>(column: B) -> (Counts, B) {
    let holes = holes_of(column);
    let mut counts = Counts {
        // Each filled cell is compared with what is below it; the floor is filled.
        column_transitions: (column ^ (column.up() | B::below(1))).count() as i32,
        holes: holes.count() as i32,
        ..Counts::default()
    };
    if DEEP {
        let mut holes = holes;
        while holes != B::NONE {
            let row = holes.lowest();
            counts.hole_depth += column.without(B::below(row)).count() as i32;
            holes = holes.without(B::rows(row, 1));
        }
    }
    (counts, holes)
}

/// The share of one column, its wells and its right edge included, and its holes.
#[inline]
pub fn count_between<B: Bits, const DEEP: bool>(
    left: B,
    column: B,
    right: B,
    full: B,
) -> (Counts, B) {
    let (mut counts, holes) = count_column::<B, DEEP>(column);
    counts.row_transitions = (column ^ right).count() as i32;
    let mut deeper = (left & right & full).without(column);
    while deeper != B::NONE {
        counts.wells += deeper.count() as i32;
        deeper = deeper.down().without(column);
    }
    (counts, holes)
}

#[inline]
pub fn features_of<const DEEP: bool>(
    landing_height: f64,
    eroded: u32,
    counts: Counts,
    hole_rows: u32,
) -> Features {
    Features {
        landing_height,
        eroded_cells: eroded,
        row_transitions: counts.row_transitions as u32,
        column_transitions: counts.column_transitions as u32,
        holes: counts.holes as u32,
        wells: counts.wells as u32,
        hole_depth: if DEEP { counts.hole_depth as u32 } else { 0 },
        rows_with_holes: if DEEP { hole_rows } else { 0 },
        diversity: 0,
    }
}
