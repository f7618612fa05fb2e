//! What is on the tiles: tetrominoes in the project's own look.

use super::Kind;
use crate::color::{DISTINCT_COLORS, Rgb};
use crate::game::Pose;
use crate::render::{Theme, mix};

/// The kinds that have a face of their own: so many ways a tetromino can lie, each in so many
/// colours, numbers without a common divisor.
pub const FACES: usize = Pose::COUNT * DISTINCT_COLORS.len();

/// The colour of a tile around its face.
pub const TILE: Rgb = Rgb::new(0xf2, 0xee, 0xe2);

/// The piece on a tile and its colour. Kinds that follow each other differ in both.
pub fn face(kind: Kind) -> (Pose, Rgb) {
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
    let pose = pose.expect("every pose is there once");
    (pose, DISTINCT_COLORS[index % DISTINCT_COLORS.len()])
}

/// A tile of `side` x `side` pixels, row by row from the top: a light stone with bevelled edges, on
/// it a tetromino of bricks.
pub fn draw_tile(kind: Kind, side: usize) -> Vec<Rgb> {
    let mut pixels = stone(side);
    let (pose, color) = face(kind);
    let cells = pose.cells().map(|(y, x)| (i32::from(y), i32::from(x)));
    let [top, left] = [0, 1].map(|axis| {
        let along = cells.iter().map(|cell| [cell.0, cell.1][axis]);
        along.min().expect("four cells")
    });
    let cells = cells.map(|(y, x)| ((y - top) as usize, (x - left) as usize));
    let size = |axis: fn(&(usize, usize)) -> usize| cells.iter().map(axis).max().unwrap_or(0) + 1;
    let (height, width) = (size(|cell| cell.0), size(|cell| cell.1));
    // The four cells of an I fit, and all pieces have bricks of one size.
    let brick = (side * 4 / 5 / 4).max(1);
    let tile = Theme::NES.tile(color, mix(color, Rgb::BLACK, 65), brick);
    let (y0, x0) = ((side - height * brick) / 2, (side - width * brick) / 2);
    for (y, x) in cells {
        for (row, line) in tile.chunks(brick).enumerate() {
            let start = (y0 + y * brick + row) * side + x0 + x * brick;
            pixels[start..start + brick].copy_from_slice(line);
        }
    }
    pixels
}

fn stone(side: usize) -> Vec<Rgb> {
    let edge = (side / 16).max(1);
    let (light, dark) = (mix(TILE, Rgb::WHITE, 70), mix(TILE, Rgb::BLACK, 35));
    let pixel = |index: usize| {
        let (x, y) = (index % side, index / side);
        match (x.min(y) < edge, x.max(y) >= side - edge) {
            (_, true) => dark,
            (true, false) => light,
            (false, false) => TILE,
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
            .map(|kind| face(Kind(kind)))
            .map(|(pose, color)| (pose.index(), color))
            .collect();
        assert_eq!(faces.len(), FACES);
        let tiles: HashSet<Vec<Rgb>> = (0..FACES as u16).map(|k| draw_tile(Kind(k), 24)).collect();
        assert_eq!(tiles.len(), FACES);
    }
}
