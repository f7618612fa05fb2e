//! The axes of a picture, and its scan lines.

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

impl Sums {
    pub fn length(&self, direction: Direction) -> usize {
        match direction {
            Direction::X => self.width(),
            Direction::Y => self.height(),
        }
    }

    /// The mean grey of each scan line, 0 to 255: the report's figure.
    pub fn line_means(&self, direction: Direction) -> Vec<f32> {
        let across = [0, self.length(direction.other())];
        let grey = |line| {
            let [x, y] = direction.sides([line, line + 1], across);
            self.mean(x, y).iter().sum::<f32>() / 3.0
        };
        (0..self.length(direction)).map(grey).collect()
    }
}
