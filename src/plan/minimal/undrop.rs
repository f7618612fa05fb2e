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

/// Drops that opened the field alike: of pieces of the same height, with the same rows cleared.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub height: usize,
    /// Which rows of the piece the drop cleared, a bit a row, from its lowest one.
    pub cleared: u8,
    /// How many it did not clear: these are rows of the field after the drop.
    pub kept: usize,
    pub undrops: Vec<Undrop>,
}

impl Opening {
    /// All drops.
    pub fn all() -> Vec<Opening> {
        let mut all = Vec::new();
        for height in 1..=4 {
            for cleared in 0..1_u8 << height {
                let poses = Pose::ALL.into_iter();
                let poses = poses.filter(|pose| pose.shape().height as usize == height);
                let undrops: Vec<_> = poses
                    .filter_map(|pose| Undrop::new(pose, cleared))
                    .collect();
                let count = cleared.count_ones();
                if !undrops.is_empty() {
                    all.push(Opening {
                        height,
                        cleared,
                        kept: height - count as usize,
                        undrops,
                    });
                }
            }
        }
        all
    }
}

/// A pose of an [`Opening`].
#[derive(Clone, Debug)]
pub(super) struct Undrop {
    pub pose: Pose,
    pub width: u32,
    /// The rows of the piece from its lowest one, bit 0 its leftmost column.
    pub rows: [u8; 4],
    /// How many cells each of them has.
    pub cells: [u8; 4],
    /// The highest cell that stayed of each column: it must be filled and nothing may stand on it,
    /// or the piece could not have come down.
    pub tops: Vec<Probe>,
    /// The other cells that stayed: they must be filled.
    pub covered: Vec<Probe>,
    /// In columns of which no cell stayed, from here upwards the field must be empty.
    pub open: Vec<Probe>,
    /// One row under any of these lies what the piece may rest on. Empty if it rests on a row that
    /// it cleared itself.
    pub supports: Vec<Probe>,
}

impl Undrop {
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
        let probe_at = |row: usize, column: u8| Probe {
            row: kept_below(row),
            column,
        };
        let (mut tops, mut covered, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for column in columns.clone() {
            let kept = |row: &usize| !is_cleared(*row) && rows[*row] >> column & 1 == 1;
            let mut kept = (0..height).rev().filter(kept);
            match kept.next() {
                Some(top) => tops.push(probe_at(top, column)),
                None => open.push(probe_at(shape.top[column as usize].into(), column)),
            }
            covered.extend(kept.map(|row| probe_at(row, column)));
        }
        let rests_on_cleared = columns.clone().any(|column| {
            let bottom = shape.bottom[column as usize] as usize;
            bottom > 0 && is_cleared(bottom - 1)
        });
        let supports = columns
            .clone()
            .filter(|_| !rests_on_cleared)
            .map(|column| probe_at(shape.bottom[column as usize].into(), column));
        Some(Undrop {
            pose,
            width: shape.width.into(),
            rows,
            cells: rows.map(|row| row.count_ones() as u8),
            tops,
            covered,
            open,
            supports: supports.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_row_must_not_lie_above_a_cell_that_came_down_past_it() {
        // The T's stem points down: its bar is the upper row, its arms rest on the lower one.
        assert!(Undrop::new(Pose::TDown, 0b10).is_some());
        let over_a_full_row = Undrop::new(Pose::TDown, 0b01).unwrap();
        assert!(over_a_full_row.supports.is_empty());
        // With the stem up, a full upper row would lie on the arms before they came.
        assert!(Undrop::new(Pose::TUp, 0b10).is_none());
    }

    #[test]
    fn probes_skip_the_rows_that_were_cleared() {
        // Of an upright I the two middle rows were cleared: its ends are neighbours now.
        let ends = Undrop::new(Pose::IVertical, 0b0110).unwrap();
        let probe = |row| Probe { row, column: 0 };
        assert_eq!((ends.tops, ends.covered), (vec![probe(1)], vec![probe(0)]));
        assert_eq!(ends.supports, vec![probe(0)]);
        assert!(ends.open.is_empty());
    }

    #[test]
    fn every_pose_may_clear_nothing() {
        let all = Opening::all();
        let plain = all.iter().filter(|opening| opening.cleared == 0);
        let undrops = plain.flat_map(|opening| &opening.undrops);
        let probes = undrops.map(|undrop| undrop.tops.len() + undrop.covered.len());
        assert_eq!(probes.collect::<Vec<_>>(), [4; Pose::COUNT]);
    }
}
