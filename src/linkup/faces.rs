//! The faces of tiles: tetrominoes in the console's look.

use super::{Kind, LinkBoard};
use crate::color::{DISTINCT_COLORS, Rgb};
use crate::game::Pose;
use crate::render::{Theme, mix};

/// The kinds that have a face of their own: every tetromino pose in every colour, the numbers of which are coprime.
pub const FACES: usize = Pose::COUNT * DISTINCT_COLORS.len();

/// The colours of the tiles around their faces, coprime to both numbers again.
const STONES: [Rgb; 5] = [
    Rgb::new(0xf4, 0xf0, 0xe4),
    Rgb::new(0x59, 0x65, 0x7a),
    Rgb::new(0xe8, 0xcf, 0x9e),
    Rgb::new(0xb4, 0xd0, 0xe8),
    Rgb::new(0x7d, 0x53, 0x4a),
];

/// The board as it is shown: each of its kinds has a face of its own. Those numbered too high for one are numbered anew.
///
/// Errors: how many kinds there are, if more than [`FACES`].
pub fn with_faces(board: &LinkBoard) -> Result<LinkBoard, usize> {
    let kinds = board.kinds();
    match kinds.last() {
        Some(Kind(last)) if usize::from(*last) >= FACES => match kinds.len() {
            0..=FACES => Ok(board.renumbered()),
            count => Err(count),
        },
        Some(_) | None => Ok(board.clone()),
    }
}

/// What is on a tile. Kinds that follow each other differ in everything, and of the first sixty no two have
/// both colours in common.
pub struct Face {
    pub pose: Pose,
    /// Of the piece.
    pub color: Rgb,
    /// Of the tile around it.
    pub stone: Rgb,
}

impl Face {
    pub fn of(kind: Kind) -> Face {
        // Shapes that differ most come first.
        const ORDER: [Pose; 7] = [
            Pose::TDown,
            Pose::IHorizontal,
            Pose::O,
            Pose::LUp,
            Pose::JLeft,
            Pose::SHorizontal,
            Pose::ZVertical,
        ];
        let others = Pose::ALL.into_iter().filter(|pose| !ORDER.contains(pose));
        let index = usize::from(kind.0);
        let pose = ORDER.into_iter().chain(others).nth(index % Pose::COUNT);
        Face {
            pose: pose.expect("every pose is there once"),
            color: DISTINCT_COLORS[index % DISTINCT_COLORS.len()],
            stone: STONES[index % STONES.len()],
        }
    }

    /// The cells of its piece, row and column from the upper left corner, and its rows and columns.
    pub fn cells(&self) -> ([[usize; 2]; 4], [usize; 2]) {
        let cells = self.pose.cells().map(|(y, x)| [i32::from(y), i32::from(x)]);
        let along = |axis: usize| cells.iter().map(move |cell| cell[axis]);
        let least = [0, 1].map(|axis| along(axis).min().unwrap_or(0));
        let most = [0, 1].map(|axis| along(axis).max().unwrap_or(0));
        (
            cells.map(|cell| [0, 1].map(|axis| (cell[axis] - least[axis]) as usize)),
            [0, 1].map(|axis| (most[axis] - least[axis]) as usize + 1),
        )
    }
}

/// A tile of `side` x `side` pixels, row by row from the top: a stone with bevelled edges, on it a
/// tetromino of bricks.
pub fn draw_tile(kind: Kind, side: usize) -> Vec<Rgb> {
    let face = Face::of(kind);
    let mut pixels = stone(face.stone, side);
    let (cells, [height, width]) = face.cells();
    // Four fifths of the tile, but no brick is larger than those of a piece three long.
    let brick = (side * 4 / 5 / height.max(width).max(3)).max(1);
    let tile = Theme::NES.tile(face.color, mix(face.color, Rgb::BLACK, 65), brick);
    let (y0, x0) = ((side - height * brick) / 2, (side - width * brick) / 2);
    for [y, x] in cells {
        for (row, line) in tile.chunks(brick).enumerate() {
            let start = (y0 + y * brick + row) * side + x0 + x * brick;
            pixels[start..start + brick].copy_from_slice(line);
        }
    }
    pixels
}

fn stone(color: Rgb, side: usize) -> Vec<Rgb> {
    let edge = (side / 16).max(1);
    let (light, dark) = (mix(color, Rgb::WHITE, 70), mix(color, Rgb::BLACK, 35));
    let pixel = |index: usize| {
        let (x, y) = (index % side, index / side);
        match (x.min(y) < edge, x.max(y) >= side - edge) {
            (_, true) => dark,
            (true, false) => light,
            (false, false) => color,
        }
    };
    (0..side * side).map(pixel).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_faces_are_alike() {
        let faces: HashSet<(usize, Rgb)> = (0..FACES as u16)
            .map(|kind| Face::of(Kind(kind)))
            .map(|face| (face.pose.index(), face.color))
            .collect();
        assert_eq!(faces.len(), FACES);
        let tiles: HashSet<Vec<Rgb>> = (0..FACES as u16).map(|k| draw_tile(Kind(k), 24)).collect();
        assert_eq!(tiles.len(), FACES);
    }

    #[test]
    fn the_faces_of_a_board_differ_in_more_than_their_shape() {
        let colors: HashSet<(Rgb, Rgb)> = (0..60)
            .map(|kind| Face::of(Kind(kind)))
            .map(|face| (face.color, face.stone))
            .collect();
        assert_eq!(colors.len(), 60);
    }

    #[test]
    fn pieces_begin_in_their_corner() {
        for kind in 0..40 {
            let (cells, size) = Face::of(Kind(kind)).cells();
            for axis in 0..2 {
                let along = || cells.iter().map(|cell| cell[axis]);
                assert_eq!(along().min(), Some(0), "{kind}");
                assert_eq!(along().max(), Some(size[axis] - 1), "{kind}");
            }
        }
    }
}
