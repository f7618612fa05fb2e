//! A drop seen backwards: a piece leaves the field upwards, and the rows that it had cleared are
//! full again.
//!
//! For each pose and each set of its rows that the drop may have cleared, the conditions on the
//! field after the drop are worked out once, so that the search can test all columns at a time.

use crate::game::{Pose, Shape};

/// Where a condition looks: the field's row so many above the piece's lowest kept row, at the
/// column so many to the right of the piece's leftmost one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probe {
    pub row: u8,
    pub column: u8,
}

/// A pose and which of its rows were cleared by the drop.
#[derive(Clone, Debug)]
pub(super) struct Undrop {
    pub pose: Pose,
    pub width: u32,
    pub height: usize,
    /// The rows of the piece from its lowest one, bit 0 its leftmost column.
    pub rows: [u8; 4],
    /// Which of these rows the drop cleared, a bit a row.
    pub cleared: u8,
    /// How many it did not clear: these are rows of the field after the drop.
    pub kept: usize,
    /// The cells that stayed: they must be filled.
    pub cells: Vec<Probe>,
    /// From these cells upwards the column must be empty, or the piece could not have come down.
    pub open: Vec<Probe>,
    /// One row under any of these lies what the piece may rest on. Empty if it rests on a row that
    /// it cleared itself.
    pub supports: Vec<Probe>,
}

impl Undrop {
    /// All drops that clear at most `most_cleared` rows.
    pub fn all(most_cleared: u32) -> Vec<Undrop> {
        let mut all = Vec::new();
        for pose in Pose::ALL {
            for cleared in 0..1_u8 << pose.shape().height {
                if cleared.count_ones() <= most_cleared {
                    all.extend(Undrop::new(pose, cleared));
                }
            }
        }
        all
    }

    /// `None` if the cleared rows would have been in the piece's way.
    fn new(pose: Pose, cleared: u8) -> Option<Undrop> {
        let shape: &Shape = pose.shape();
        let height = shape.height as usize;
        let mut rows = [0; 4];
        for (row, mask) in shape.rows[..height].iter().rev().enumerate() {
            rows[row] = *mask as u8;
        }
        let is_cleared = |row: usize| cleared >> row & 1 == 1;
        let kept_below = |row: usize| (0..row).filter(|row| !is_cleared(*row)).count() as u8;
        let columns = 0..shape.width;
        // A full row above the piece's cell in a column holds a cell there.
        let blocks = |column: u8| (shape.top[column as usize] as usize..height).any(is_cleared);
        if columns.clone().any(blocks) {
            return None;
        }
        let cells = (0..height)
            .filter(|row| !is_cleared(*row))
            .flat_map(|row| columns.clone().map(move |column| (row, column)))
            .filter(|(row, column)| rows[*row] >> column & 1 == 1)
            .map(|(row, column)| Probe {
                row: kept_below(row),
                column,
            })
            .collect();
        let probe_at = |row: u8, column: u8| Probe {
            row: kept_below(row as usize),
            column,
        };
        let open = columns
            .clone()
            .map(|column| probe_at(shape.top[column as usize], column));
        let rests_on_cleared = columns.clone().any(|column| {
            let bottom = shape.bottom[column as usize] as usize;
            bottom > 0 && is_cleared(bottom - 1)
        });
        let supports = columns
            .clone()
            .filter(|_| !rests_on_cleared)
            .map(|column| probe_at(shape.bottom[column as usize], column));
        Some(Undrop {
            pose,
            width: shape.width.into(),
            height,
            rows,
            cleared,
            kept: height - cleared.count_ones() as usize,
            cells,
            open: open.collect(),
            supports: supports.collect(),
        })
    }
}
