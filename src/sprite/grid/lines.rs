//! What changes from one scan line to the next.

use super::sums::Sums;

/// An axis of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along the columns.
    X,
    /// Along the rows.
    Y,
}

impl Direction {
    pub fn other(self) -> Direction {
        match self {
            Direction::X => Direction::Y,
            Direction::Y => Direction::X,
        }
    }

    /// Which of an extent along this axis and one across it belongs to the columns, and which to the
    /// rows.
    pub fn sides<T>(self, along: T, across: T) -> [T; 2] {
        match self {
            Direction::X => [along, across],
            Direction::Y => [across, along],
        }
    }
}

/// Scan lines are compared piece by piece, so many pieces to a line: long edges count, noise and what
/// is on the tiles evens out.
const PIECES: usize = 96;

impl Sums {
    pub fn length(&self, direction: Direction) -> usize {
        match direction {
            Direction::X => self.width(),
            Direction::Y => self.height(),
        }
    }

    /// The means of a piece of a scan line, `across` to it.
    fn piece(&self, direction: Direction, line: usize, across: [usize; 2]) -> [f32; 3] {
        let [x, y] = direction.sides([line, line + 1], across);
        self.mean(x, y)
    }

    /// The mean grey of each scan line, 0 to 255: the report's figure.
    pub fn line_means(&self, direction: Direction) -> Vec<f32> {
        let across = [0, self.length(direction.other())];
        let grey = |line| self.piece(direction, line, across).iter().sum::<f32>() / 3.0;
        (0..self.length(direction)).map(grey).collect()
    }

    /// How much each scan line differs from the one before: the mean over pieces of the line of the
    /// largest change of a channel. Entry 0 is 0.
    pub fn line_changes(&self, direction: Direction) -> Vec<f32> {
        let size = self.length(direction.other());
        let pieces = PIECES.min(size.div_ceil(3)).max(1);
        let cut = |index: usize| size * index / pieces;
        let mut changes = vec![0.0; self.length(direction)];
        for piece in 0..pieces {
            let across = [cut(piece), cut(piece + 1)];
            let mut before = self.piece(direction, 0, across);
            for (line, change) in changes.iter_mut().enumerate().skip(1) {
                let now = self.piece(direction, line, across);
                let largest = now.iter().zip(before).map(|(a, b)| (a - b).abs());
                *change += largest.fold(0.0, f32::max) / pieces as f32;
                before = now;
            }
        }
        changes
    }
}
