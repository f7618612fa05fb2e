//! The two directions of a picture, and its scan lines.

use super::integral::IntegralImage;

/// A direction in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From left to right: lines across it are columns.
    X,
    /// From top to bottom: lines across it are rows.
    Y,
}

impl Direction {
    /// The perpendicular one.
    pub fn other(self) -> Direction {
        match self {
            Direction::X => Direction::Y,
            Direction::Y => Direction::X,
        }
    }

    /// Orders an extent along this direction and one across it as x, y.
    pub fn sides<T>(self, along: T, across: T) -> [T; 2] {
        match self {
            Direction::X => [along, across],
            Direction::Y => [across, along],
        }
    }
}

impl IntegralImage {
    /// Pixels along a direction.
    pub fn length(&self, direction: Direction) -> usize {
        match direction {
            Direction::X => self.width(),
            Direction::Y => self.height(),
        }
    }

    /// The projection profile: the mean grey of each line across a direction, 0 to 255.
    pub fn line_means(&self, direction: Direction) -> Vec<f32> {
        let across = [0, self.length(direction.other())];
        let grey = |line| {
            let [x, y] = direction.sides([line, line + 1], across);
            self.mean(x, y).iter().sum::<f32>() / 3.0
        };
        (0..self.length(direction)).map(grey).collect()
    }
}
