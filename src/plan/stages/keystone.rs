//! The piece that is dropped last, into the gap that is left for it.
//!
//! With a keystone any order from the bottom up is an order of play. The rows of scaffold from the keystone's lowest to
//! its highest lack its cells until the end: they do not clear before, and hold up everything that rests on scaffold. The
//! rows over them do clear, so that a keystone with a flat top finds its way free, whatever was laid across its gap.

use super::tile::Tile;
use crate::game::Pose;

/// A wall of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wall {
    Left,
    Right,
}

impl Wall {
    pub const BOTH: [Wall; 2] = [Wall::Left, Wall::Right];

    pub const fn opposite(self) -> Wall {
        match self {
            Wall::Left => Wall::Right,
            Wall::Right => Wall::Left,
        }
    }
}

/// A piece that stands at the wall with its foot in `row` and hooks its upper end over the next column, on which it
/// rests.
pub fn hooked(wall: Wall, row: usize, width: usize) -> Tile {
    let pose = match wall {
        Wall::Left => Pose::JRight,
        Wall::Right => Pose::LLeft,
    };
    tile(
        pose,
        wall,
        [(0, row), (0, row + 1), (0, row + 2), (1, row + 2)],
        width,
    )
}

/// A piece that lies over `row` with its end in the corner.
pub fn flat(wall: Wall, row: usize, width: usize) -> Tile {
    let pose = match wall {
        Wall::Left => Pose::LDown,
        Wall::Right => Pose::JDown,
    };
    tile(
        pose,
        wall,
        [(0, row), (0, row + 1), (1, row + 1), (2, row + 1)],
        width,
    )
}

/// The cells are given as columns from the wall, and rows.
fn tile(pose: Pose, wall: Wall, cells: [(usize, usize); 4], width: usize) -> Tile {
    let place = |(from_wall, row): (usize, usize)| match wall {
        Wall::Left => (row, from_wall),
        Wall::Right => (row, width - 1 - from_wall),
    };
    Tile {
        pose,
        cells: cells.map(place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::stages::outline::Outline;

    #[test]
    fn keystones_have_the_cells_of_their_poses() {
        for wall in Wall::BOTH {
            for mut tile in [hooked(wall, 0, 7), flat(wall, 0, 7)] {
                let outline = &Outline::all()[tile.pose.index()];
                let left = tile.cells.iter().map(|cell| cell.1).min().unwrap();
                let anchor = tile
                    .cells
                    .iter()
                    .filter(|cell| cell.1 == left)
                    .min()
                    .unwrap()
                    .0;
                let cells = outline.cells;
                let mut expected = cells.map(|cell| {
                    (
                        anchor.strict_add_signed(cell.up as isize),
                        left + cell.right,
                    )
                });
                expected.sort_unstable();
                tile.cells.sort_unstable();
                assert_eq!(tile.cells, expected, "{:?}", tile.pose);
            }
        }
    }
}
