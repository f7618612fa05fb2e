//! The retrograde move, or unmove: a piece leaves the field upwards, and the lines that its drop
//! had cleared are full again.
//!
//! For each pose and each set of its rows that the drop may have cleared, the conditions on the
//! field after the drop are worked out once, so that
//! [`Surface::columns`](super::surface::Surface::columns) can test all columns at a time.

use crate::game::{Pose, Shape};

/// Where a condition looks: rows above the piece's lowest kept row, and columns to the right of the
/// piece's leftmost one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    pub row: u8,
    pub column: u8,
}

/// The unmoves of pieces of the same height that restore the same rows.
#[derive(Clone, Debug)]
pub struct UnmoveGroup {
    pub height: usize,
    /// Which rows of the piece the drop cleared, one bit per row, from its lowest one.
    pub cleared: u8,
    /// How many it did not clear: these are rows of the field after the drop.
    pub kept: usize,
    pub unmoves: Vec<Unmove>,
}

impl UnmoveGroup {
    /// All unmoves there are.
    pub fn all() -> Vec<UnmoveGroup> {
        let by_height =
            (1..=4).flat_map(|height| (0..1_u8 << height).map(move |set| (height, set)));
        by_height
            .map(|(height, cleared)| UnmoveGroup::new(height, cleared))
            .filter(|group| !group.unmoves.is_empty())
            .collect()
    }

    fn new(height: usize, cleared: u8) -> UnmoveGroup {
        let poses = Pose::ALL.into_iter();
        let poses = poses.filter(|pose| pose.shape().height as usize == height);
        UnmoveGroup {
            height,
            cleared,
            kept: height - cleared.count_ones() as usize,
            unmoves: poses
                .filter_map(|pose| Unmove::new(pose, cleared))
                .collect(),
        }
    }
}

/// A pose that leaves the field.
#[derive(Clone, Debug)]
pub struct Unmove {
    pub pose: Pose,
    pub width: u32,
    /// The rows of the piece from its lowest one, bit 0 its leftmost column.
    pub rows: [u8; 4],
    /// How many cells each of them has.
    pub cells: [u8; 4],
    /// The highest kept cell of each column: it must be filled and nothing may stand on it,
    /// or the piece could not have come down.
    pub tops: Vec<Probe>,
    /// The other kept cells: they must be filled.
    pub covered: Vec<Probe>,
    /// In columns of which no cell was kept, the field must be empty from here upwards.
    pub must_be_empty: Vec<Probe>,
    /// One row under any of these lies what the piece may rest on. Empty if it rests on a row that
    /// it cleared itself.
    pub supports: Vec<Probe>,
}

impl Unmove {
    /// `None` if the cleared rows would have been in the piece's way.
    fn new(pose: Pose, cleared: u8) -> Option<Unmove> {
        let landed = Landed::new(pose, cleared);
        if landed.is_blocked() {
            return None;
        }
        let mut unmove = Unmove {
            pose,
            width: landed.shape.width.into(),
            rows: landed.rows,
            cells: landed.rows.map(|row| row.count_ones() as u8),
            tops: Vec::new(),
            covered: Vec::new(),
            must_be_empty: Vec::new(),
            supports: landed.supports(),
        };
        for column in 0..landed.shape.width {
            let mut kept = landed.kept_cells(column);
            match kept.next() {
                Some(top) => unmove.tops.push(top),
                None => unmove.must_be_empty.push(landed.over(column)),
            }
            unmove.covered.extend(kept);
        }
        Some(unmove)
    }
}

/// A piece where it has come to rest, and the rows of it that are about to clear.
struct Landed {
    shape: &'static Shape,
    /// From the lowest one.
    rows: [u8; 4],
    cleared: u8,
}

impl Landed {
    fn new(pose: Pose, cleared: u8) -> Landed {
        let shape = pose.shape();
        let mut rows = [0; 4];
        for (row, mask) in shape.rows[..shape.height as usize].iter().rev().enumerate() {
            rows[row] = *mask as u8;
        }
        Landed {
            shape,
            rows,
            cleared,
        }
    }

    fn is_cleared(&self, row: usize) -> bool {
        self.cleared >> row & 1 == 1
    }

    /// Whether a full row above the piece's cells in a column would have stopped it: the row holds
    /// a cell there.
    fn is_blocked(&self) -> bool {
        let height = self.shape.height as usize;
        let mut tops = self.shape.top[..self.shape.width as usize].iter();
        tops.any(|top| (*top as usize..height).any(|row| self.is_cleared(row)))
    }

    /// Where a cell of the piece is once the cleared rows are gone.
    fn probe(&self, row: usize, column: u8) -> Probe {
        let kept_below = (0..row).filter(|row| !self.is_cleared(*row)).count();
        Probe {
            row: kept_below as u8,
            column,
        }
    }

    /// The cells of a column that stay, the highest one first.
    fn kept_cells(&self, column: u8) -> impl Iterator<Item = Probe> + '_ {
        (0..self.shape.height as usize)
            .rev()
            .filter(move |row| !self.is_cleared(*row) && self.rows[*row] >> column & 1 == 1)
            .map(move |row| self.probe(row, column))
    }

    /// The lowest cell over the piece in a column.
    fn over(&self, column: u8) -> Probe {
        self.probe(self.shape.top[column as usize].into(), column)
    }

    /// The lowest cell of each column; none if one of them stands on a row that clears, which is
    /// support enough.
    fn supports(&self) -> Vec<Probe> {
        let lowest =
            (0..self.shape.width).map(|column| (self.shape.bottom[column as usize], column));
        let rests_on_cleared =
            |(bottom, _): (u8, u8)| bottom > 0 && self.is_cleared(bottom as usize - 1);
        if lowest.clone().any(rests_on_cleared) {
            return Vec::new();
        }
        lowest
            .map(|(bottom, column)| self.probe(bottom.into(), column))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_row_must_not_lie_above_a_cell_that_came_down_past_it() {
        // The T's stem points down: its bar is the upper row, its arms rest on the lower one.
        assert!(Unmove::new(Pose::TDown, 0b10).is_some());
        let over_a_full_row = Unmove::new(Pose::TDown, 0b01).unwrap();
        assert!(over_a_full_row.supports.is_empty());
        // With the stem up, a full upper row would lie on the arms before they came.
        assert!(Unmove::new(Pose::TUp, 0b10).is_none());
    }

    #[test]
    fn probes_skip_the_rows_that_were_cleared() {
        // Of an upright I the two middle rows were cleared: its ends are neighbours now.
        let ends = Unmove::new(Pose::IVertical, 0b0110).unwrap();
        let probe = |row| Probe { row, column: 0 };
        assert_eq!((ends.tops, ends.covered), (vec![probe(1)], vec![probe(0)]));
        assert_eq!(ends.supports, vec![probe(0)]);
        assert!(ends.must_be_empty.is_empty());
    }

    #[test]
    fn every_pose_may_clear_nothing() {
        let all = UnmoveGroup::all();
        let plain = all.iter().filter(|group| group.cleared == 0);
        let unmoves = plain.flat_map(|group| &group.unmoves);
        let probes = unmoves.map(|unmove| unmove.tops.len() + unmove.covered.len());
        assert_eq!(probes.collect::<Vec<_>>(), [4; Pose::COUNT]);
    }
}
