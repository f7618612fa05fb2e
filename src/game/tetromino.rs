//! The seven tetrominoes in the console's nineteen orientations.

use serde::{Deserialize, Serialize};

use super::cell::{Column, Row};
use crate::listed::listed;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tetromino {
    /// Four in a row.
    I,
    /// Three in a row with a cell below its right end, as it enters.
    J,
    /// Three in a row with a cell below its left end, as it enters.
    L,
    /// The square.
    O,
    /// Two and two, the lower ones further left.
    S,
    /// Three in a row with a cell below its middle, as it enters.
    T,
    /// Two and two, the lower ones further right.
    Z,
}

impl Tetromino {
    /// All kinds, in alphabetical order; a kind's place in it is its [`index`](Self::index).
    pub const ALL: [Tetromino; 7] = [
        Tetromino::I,
        Tetromino::J,
        Tetromino::L,
        Tetromino::O,
        Tetromino::S,
        Tetromino::T,
        Tetromino::Z,
    ];

    /// 0 to 6, for tables with one entry per kind.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter in scripts and diagrams.
    pub const fn letter(self) -> char {
        match self {
            Tetromino::I => 'I',
            Tetromino::J => 'J',
            Tetromino::L => 'L',
            Tetromino::O => 'O',
            Tetromino::S => 'S',
            Tetromino::T => 'T',
            Tetromino::Z => 'Z',
        }
    }

    /// The kind with a (capital) letter, if there is one.
    pub fn from_letter(letter: char) -> Option<Tetromino> {
        Tetromino::ALL
            .into_iter()
            .find(|piece| piece.letter() == letter)
    }

    /// The pose in which the piece enters.
    pub const fn spawn_pose(self) -> Pose {
        match self {
            Tetromino::I => Pose::IHorizontal,
            Tetromino::J => Pose::JDown,
            Tetromino::L => Pose::LDown,
            Tetromino::O => Pose::O,
            Tetromino::S => Pose::SHorizontal,
            Tetromino::T => Pose::TDown,
            Tetromino::Z => Pose::ZHorizontal,
        }
    }

    /// The piece's poses, in the console's order.
    pub fn poses(self) -> impl Iterator<Item = Pose> {
        Pose::ALL
            .into_iter()
            .filter(move |pose| pose.piece() == self)
    }
}

/// The way a piece points. T, J and L point where their stem or foot points in the console's tables;
/// I, S and Z are horizontal or vertical; O is horizontal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// The stem or foot of a T, J or L points up.
    Up,
    /// The stem or foot of a T, J or L points to the right.
    Right,
    /// The stem or foot of a T, J or L points down: how they enter.
    Down,
    /// The stem or foot of a T, J or L points to the left.
    Left,
    /// A lying I, S or Z, or the O: how they enter.
    Horizontal,
    /// A standing I, S or Z.
    Vertical,
}

impl Orientation {
    /// What it is called in scripts: its name in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Orientation::Up => "up",
            Orientation::Right => "right",
            Orientation::Down => "down",
            Orientation::Left => "left",
            Orientation::Horizontal => "horizontal",
            Orientation::Vertical => "vertical",
        }
    }
}

/// A direction of rotation, as seen on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Up becomes right: button A.
    Clockwise,
    /// Up becomes left: button B.
    Counterclockwise,
}

listed! {
    /// A piece in one of its orientations: the nineteen entries of the console's orientation table,
    /// in its order, so that `pose as u8` is the console's orientation id (0x00 to 0x12).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Pose {
        /// `.#.` over `###`
        TUp,
        /// `#.` over `##` over `#.`
        TRight,
        /// `###` over `.#.`: how T enters.
        TDown,
        /// `.#` over `##` over `.#`
        TLeft,
        /// `.#` over `.#` over `##`
        JLeft,
        /// `#..` over `###`
        JUp,
        /// `##` over `#.` over `#.`
        JRight,
        /// `###` over `..#`: how J enters.
        JDown,
        /// `##.` over `.##`: how Z enters.
        ZHorizontal,
        /// `.#` over `##` over `#.`
        ZVertical,
        /// `##` over `##`, the only pose of O.
        O,
        /// `.##` over `##.`: how S enters.
        SHorizontal,
        /// `#.` over `##` over `.#`
        SVertical,
        /// `#.` over `#.` over `##`
        LRight,
        /// `###` over `#..`: how L enters.
        LDown,
        /// `##` over `.#` over `.#`
        LLeft,
        /// `..#` over `###`
        LUp,
        /// `#` over `#` over `#` over `#`
        IVertical,
        /// `####`: how I enters.
        IHorizontal,
    }
}

impl Pose {
    /// Its place in [`Pose::ALL`]: the console's orientation id.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind of piece.
    pub const fn piece(self) -> Tetromino {
        TABLE[self as usize].piece
    }

    /// The way it points.
    pub const fn orientation(self) -> Orientation {
        TABLE[self as usize].orientation
    }

    /// The pose of `piece` with this orientation, if it has one.
    pub fn new(piece: Tetromino, orientation: Orientation) -> Option<Pose> {
        piece.poses().find(|pose| pose.orientation() == orientation)
    }

    /// The four cells as (rows down, columns right) from the piece's origin.
    pub const fn cells(self) -> [(i8, i8); 4] {
        TABLE[self as usize].cells
    }

    /// The cells of a piece with its origin at (`row`, `column`), but for those above or left of the
    /// field.
    pub(super) fn cells_at(self, row: Row, column: Column) -> impl Iterator<Item = (Column, Row)> {
        self.cells().into_iter().filter_map(move |(y, x)| {
            let column = column.0.checked_add_signed(x.into())?;
            let row = row.0.checked_add_signed(y.into())?;
            Some((Column(column), Row(row)))
        })
    }

    /// The pose after one press of A (clockwise) or B (counterclockwise).
    pub const fn turned(self, turn: Turn) -> Pose {
        match turn {
            Turn::Clockwise => TABLE[self as usize].clockwise,
            Turn::Counterclockwise => TABLE[self as usize].counterclockwise,
        }
    }

    /// The pose in its bounding box.
    pub const fn shape(self) -> &'static Shape {
        &SHAPES[self as usize]
    }
}

/// The cells of a pose in their bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Columns of the bounding box, 1 to 4.
    pub width: u8,
    /// Rows of the bounding box, 1 to 4.
    pub height: u8,
    /// The box's rows from the top; bit 0 is the box's leftmost column.
    pub rows: [u64; 4],
    /// For each column of the box, the empty cells under its lowest filled cell.
    pub bottom: [u8; 4],
    /// For each column of the box, the rows from the box's floor to the top of its highest filled
    /// cell.
    pub top: [u8; 4],
    /// The origin's column seen from the box's leftmost one.
    pub origin_column: i8,
    /// The origin's row seen from the box's top one.
    pub origin_row: i8,
}

struct Entry {
    piece: Tetromino,
    orientation: Orientation,
    cells: [(i8, i8); 4],
    clockwise: Pose,
    counterclockwise: Pose,
}

const fn entry(
    piece: Tetromino,
    orientation: Orientation,
    cells: [(i8, i8); 4],
    clockwise: Pose,
    counterclockwise: Pose,
) -> Entry {
    Entry {
        piece,
        orientation,
        cells,
        clockwise,
        counterclockwise,
    }
}

#[rustfmt::skip]
const TABLE: [Entry; Pose::COUNT] = {
    use Orientation::*;
    use Tetromino::*;
    [
        entry(T, Up,         [(0, -1), (0, 0), (0, 1), (-1, 0)],   Pose::TRight,      Pose::TLeft),
        entry(T, Right,      [(-1, 0), (0, 0), (0, 1), (1, 0)],    Pose::TDown,       Pose::TUp),
        entry(T, Down,       [(0, -1), (0, 0), (0, 1), (1, 0)],    Pose::TLeft,       Pose::TRight),
        entry(T, Left,       [(-1, 0), (0, -1), (0, 0), (1, 0)],   Pose::TUp,         Pose::TDown),
        entry(J, Left,       [(-1, 0), (0, 0), (1, -1), (1, 0)],   Pose::JUp,         Pose::JDown),
        entry(J, Up,         [(-1, -1), (0, -1), (0, 0), (0, 1)],  Pose::JRight,      Pose::JLeft),
        entry(J, Right,      [(-1, 0), (-1, 1), (0, 0), (1, 0)],   Pose::JDown,       Pose::JUp),
        entry(J, Down,       [(0, -1), (0, 0), (0, 1), (1, 1)],    Pose::JLeft,       Pose::JRight),
        entry(Z, Horizontal, [(0, -1), (0, 0), (1, 0), (1, 1)],    Pose::ZVertical,   Pose::ZVertical),
        entry(Z, Vertical,   [(-1, 1), (0, 0), (0, 1), (1, 0)],    Pose::ZHorizontal, Pose::ZHorizontal),
        entry(O, Horizontal, [(0, -1), (0, 0), (1, -1), (1, 0)],   Pose::O,           Pose::O),
        entry(S, Horizontal, [(0, 0), (0, 1), (1, -1), (1, 0)],    Pose::SVertical,   Pose::SVertical),
        entry(S, Vertical,   [(-1, 0), (0, 0), (0, 1), (1, 1)],    Pose::SHorizontal, Pose::SHorizontal),
        entry(L, Right,      [(-1, 0), (0, 0), (1, 0), (1, 1)],    Pose::LDown,       Pose::LUp),
        entry(L, Down,       [(0, -1), (0, 0), (0, 1), (1, -1)],   Pose::LLeft,       Pose::LRight),
        entry(L, Left,       [(-1, -1), (-1, 0), (0, 0), (1, 0)],  Pose::LUp,         Pose::LDown),
        entry(L, Up,         [(-1, 1), (0, -1), (0, 0), (0, 1)],   Pose::LRight,      Pose::LLeft),
        entry(I, Vertical,   [(-2, 0), (-1, 0), (0, 0), (1, 0)],   Pose::IHorizontal, Pose::IHorizontal),
        entry(I, Horizontal, [(0, -2), (0, -1), (0, 0), (0, 1)],   Pose::IVertical,   Pose::IVertical),
    ]
};

const SHAPES: [Shape; Pose::COUNT] = {
    let mut shapes = [shape_of(TABLE[0].cells); Pose::COUNT];
    let mut i = 1;
    while i < Pose::COUNT {
        shapes[i] = shape_of(TABLE[i].cells);
        i += 1;
    }
    shapes
};

const fn shape_of(cells: [(i8, i8); 4]) -> Shape {
    let (mut top, mut left, mut bottom, mut right) = (0, 0, 0, 0);
    let mut i = 0;
    while i < 4 {
        let (y, x) = cells[i];
        top = if y < top { y } else { top };
        bottom = if y > bottom { y } else { bottom };
        left = if x < left { x } else { left };
        right = if x > right { x } else { right };
        i += 1;
    }
    let mut shape = Shape {
        width: (right - left + 1) as u8,
        height: (bottom - top + 1) as u8,
        rows: [0; 4],
        bottom: [4; 4],
        top: [0; 4],
        origin_column: -left,
        origin_row: -top,
    };
    i = 0;
    while i < 4 {
        let (row, column) = ((cells[i].0 - top) as usize, (cells[i].1 - left) as usize);
        let above_floor = shape.height - 1 - row as u8;
        shape.rows[row] |= 1 << column;
        if above_floor < shape.bottom[column] {
            shape.bottom[column] = above_floor;
        }
        if above_floor + 1 > shape.top[column] {
            shape.top[column] = above_floor + 1;
        }
        i += 1;
    }
    shape
}

#[cfg(test)]
mod tests;
