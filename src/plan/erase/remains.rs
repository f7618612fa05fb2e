//! What remains to be filled, and how hard that looks.

use crate::game::{FieldSize, PieceDrop, Playfield};

/// The rows that are still to clear, as they are filled so far.
#[derive(Debug, PartialEq, Eq)]
pub struct Remains {
    /// From the floor up to the highest row that holds a cell; one bit per column.
    rows: Vec<u64>,
    /// The rows that are still to clear, empty ones on top included.
    lines: usize,
}

/// What makes a state hard to fill; a state is compared only with others that have as many cells left to fill.
// Found by random search for fewer pieces, on the fields that half of this repository's sprites and half of 50 icons by
// others leave (`@hackernoon/pixel-icon-library`), and validated on the other half.
mod weight {
    /// A change between filled and empty from one cell of a row to the next, walls being filled.
    pub const ROW_EDGE: i32 = 100;
    /// The same from one row to the next, the floor being filled.
    pub const COLUMN_EDGE: i32 = 56;
    /// An empty cell with a filled one somewhere above it.
    pub const COVERED: i32 = 98;
    /// An empty cell between two filled ones.
    pub const SINGLE: i32 = 100;
    /// An empty row on top makes it so much easier: it gives the others room.
    pub const ROOM: i32 = 800;
    /// What chance may add at most.
    pub const CHANCE: u64 = 50;
}

impl Clone for Remains {
    fn clone(&self) -> Self {
        Remains {
            rows: self.rows.clone(),
            lines: self.lines,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.rows.clone_from(&source.rows);
        self.lines = source.lines;
    }
}

impl Remains {
    /// What stands on a field, of which so many lines are to clear.
    pub fn of(field: &Playfield, lines: usize) -> Remains {
        let rows = field.rows()[field.top()..].iter().rev();
        Remains {
            rows: rows.map(|row| row.mask_from(0)).collect(),
            lines,
        }
    }

    /// From the floor up, without empty rows on top.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// Whether every line has cleared.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// The state after a drop; `None` if it is not allowed.
    pub fn after(mut self, drop: PieceDrop, size: FieldSize) -> Option<Remains> {
        self.drop(drop, size).then_some(self)
    }

    /// Drops a piece and clears the rows that it fills. Returns whether it rests within the rows that are to clear; where
    /// it does not, what is left here is of no use.
    pub fn drop(&mut self, drop: PieceDrop, size: FieldSize) -> bool {
        let shape = drop.pose.shape();
        let (left, height) = (drop.column.0, usize::from(shape.height));
        let lowest = (0..usize::from(shape.width))
            .map(|x| {
                self.column_height(left + x)
                    .saturating_sub(shape.bottom[x].into())
            })
            .max()
            .unwrap_or(0);
        let top = lowest + height;
        // Pieces turn in the two top rows of the field.
        if top > self.lines.min(size.height()) || self.rows.len() + 2 > size.height() {
            return false;
        }
        if self.rows.len() < top {
            self.rows.resize(top, 0);
        }
        let full = size.full_row().mask_from(0);
        let piece = shape.rows[..height].iter().rev();
        for (row, mask) in self.rows[lowest..].iter_mut().zip(piece) {
            *row |= mask << left;
        }
        for row in (lowest..top).rev() {
            if self.rows[row] == full {
                self.rows.remove(row);
                self.lines -= 1;
            }
        }
        while self.rows.last() == Some(&0) {
            self.rows.pop();
        }
        true
    }

    /// The rows from the floor to the highest filled cell of a column.
    fn column_height(&self, column: usize) -> usize {
        let highest = self.rows.iter().rposition(|row| row >> column & 1 == 1);
        highest.map_or(0, |row| row + 1)
    }

    /// Whether the empty cells between columns that are full are multiples of four: no piece reaches over a full column.
    pub fn can_be_filled(&self, columns: usize) -> bool {
        if self.rows.len() < self.lines {
            return true;
        }
        let full = full_row(columns);
        let mut open = full & !self.rows.iter().fold(full, |all, row| all & row);
        while open != 0 {
            let lowest = open & open.wrapping_neg();
            let group = open & !open.wrapping_add(lowest);
            let empty: u32 = self
                .rows
                .iter()
                .map(|row| (!row & group).count_ones())
                .sum();
            if !empty.is_multiple_of(4) {
                return false;
            }
            open &= !group;
        }
        true
    }

    /// How hard it looks to fill what is left; `hash` is what chance draws from.
    pub fn difficulty(&self, columns: usize, hash: u64) -> i32 {
        let room = self.lines - self.rows.len();
        let chance = (hash >> 32) % weight::CHANCE;
        // Empty rows have an edge at either wall.
        let mut sum = chance as i32 + room as i32 * (2 * weight::ROW_EDGE - weight::ROOM);
        let wall = 1 << (columns - 1);
        let full = full_row(columns);
        let (mut above, mut covering) = ((room > 0).then_some(0), 0);
        for row in self.rows.iter().rev().copied().chain([full]) {
            let empty = !row & full;
            let (left, right) = (row << 1 | 1, row >> 1 | wall);
            let row_edges = ((row ^ left) & full).count_ones() + u32::from(row & wall == 0);
            let column_edges = above.map_or(0, |above: u64| (row ^ above).count_ones());
            sum += weight::ROW_EDGE * row_edges as i32
                + weight::COLUMN_EDGE * column_edges as i32
                + weight::COVERED * (covering & empty).count_ones() as i32
                + weight::SINGLE * (empty & left & right).count_ones() as i32;
            (above, covering) = (Some(row), covering | row);
        }
        sum
    }
}

fn full_row(columns: usize) -> u64 {
    u64::MAX >> (u64::BITS as usize - columns)
}
