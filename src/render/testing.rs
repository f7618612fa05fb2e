//! Scripts for the tests of this module, and films as drawings.

use super::scene::{FallingPiece, Film, Scene};
use crate::color::Rgb;
use crate::game::console::blanked_columns;
use crate::game::{Column, ColumnSet, FieldSize, PaintedPlayfield, PieceDrop, Pose, Tetromino};
use crate::script::{PieceColors, PrintScript};

/// Colours of the console.
fn color_of(piece: Tetromino) -> Rgb {
    match piece {
        Tetromino::I => Rgb::new(0x3c, 0xbc, 0xfc),
        Tetromino::J => Rgb::new(0x00, 0x58, 0xf8),
        Tetromino::L => Rgb::new(0xf8, 0x78, 0x58),
        Tetromino::O => Rgb::new(0xf8, 0xb8, 0x00),
        Tetromino::S => Rgb::new(0x58, 0xd8, 0x54),
        Tetromino::T => Rgb::new(0xd8, 0x00, 0xcc),
        Tetromino::Z => Rgb::new(0xf8, 0x38, 0x00),
    }
}

/// A script of these drops: pose and leftmost column.
pub fn script(width: u32, height: u32, drops: &[(Pose, usize)]) -> PrintScript {
    let drop = |&(pose, column): &(Pose, usize)| PieceDrop::new(pose, Column(column));
    let field = FieldSize::new(width, height).unwrap();
    PrintScript {
        colors: PieceColors::new(color_of),
        ..PrintScript::of_drops(field, drops.iter().map(drop).collect())
    }
}

/// A long game: each drop is the lowest, flattest of some that chance proposes.
pub fn long_script(width: u32, height: u32, drops: usize, seed: u32) -> PrintScript {
    let mut script = script(width, height, &[]);
    let mut field = PaintedPlayfield::new(script.field);
    let mut state = seed;
    let mut chance = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    for _ in 0..drops {
        let piece = Tetromino::ALL[chance(7)];
        let poses: Vec<Pose> = piece.poses().collect();
        let best = (0..40)
            .filter_map(|_| {
                let pose = poses[chance(poses.len())];
                let room = width as usize + 1 - pose.shape().width as usize;
                let drop = PieceDrop::new(pose, Column(chance(room)));
                let landing = field.playfield().landing(drop).ok()?;
                let mut after = field.clone();
                after.drop(drop).ok()?;
                let holes = holes(&after);
                Some((drop, (holes, usize::MAX - landing.row.0)))
            })
            .min_by_key(|(_, cost)| *cost);
        let Some((drop, _)) = best else { break };
        field.drop(drop).unwrap();
        script.drops.push(drop);
    }
    script
}

/// Empty cells below filled ones.
fn holes(field: &PaintedPlayfield) -> usize {
    let rows = field.playfield().rows();
    let mut covered = ColumnSet::EMPTY;
    let mut holes = 0;
    for row in rows {
        holes += (covered & !*row).count();
        covered |= *row;
    }
    holes
}

/// Every scene as a drawing: letters for cells, lower case for the active piece, `-` for wiped.
pub fn drawings(film: &dyn Film) -> Vec<String> {
    let mut drawings = Vec::new();
    film.play(&mut |scene| {
        drawings.push(drawing(scene));
        Ok(())
    })
    .unwrap();
    drawings
}

fn drawing(scene: &Scene<'_>) -> String {
    let size = scene.field.size();
    let mut cells: Vec<Vec<char>> = scene
        .field
        .to_string()
        .lines()
        .map(|line| line.chars().collect())
        .collect();
    if let Some(wipe) = scene.wipe {
        for row in wipe.rows.iter() {
            cells[row.0][blanked_columns(size.width(), wipe.steps)].fill('-');
        }
    }
    if let Some(FallingPiece { pose, row, column }) = scene.active {
        for (y, x) in pose.cells() {
            let (y, x) = (row + i32::from(y), (column + i32::from(x)) as usize);
            if let Ok(y) = usize::try_from(y) {
                cells[y][x] = pose.piece().letter().to_ascii_lowercase();
            }
        }
    }
    let lines: Vec<String> = cells
        .into_iter()
        .map(|line| line.into_iter().collect())
        .collect();
    lines.join("/")
}
