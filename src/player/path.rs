//! The path of a game, i.e. its placements, as text, as JSON, and as a print script.

use std::io::{self, Write};

use serde::Serialize;

use super::game::PlayedMove;
use crate::color::Rgb;
use crate::game::{FieldSize, Orientation, Tetromino};
use crate::replay::replay_to_end;
use crate::script::{PieceColors, PlayersGame, PrintScript};

/// A placement as it is written to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PathStep {
    /// The kind of piece.
    pub piece: Tetromino,
    /// The way it points.
    pub orientation: Orientation,
    /// The cell around which it rotates.
    pub centre: Centre,
    /// Lines that it cleared.
    pub lines: u32,
}

/// A cell of the field; row 0 is at the top. The row is negative where a piece reaches above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Centre {
    /// From the left, from 0.
    pub column: i32,
    /// From the top, from 0.
    pub row: i32,
}

impl PathStep {
    /// A move as a step of the path on a field.
    pub fn new(step: &PlayedMove, field: FieldSize) -> Self {
        let pose = step.drop.pose;
        let shape = pose.shape();
        let top = field.height() as i32 - step.row as i32 - i32::from(shape.height);
        PathStep {
            piece: pose.piece(),
            orientation: pose.orientation(),
            centre: Centre {
                column: step.drop.column.0 as i32 + i32::from(shape.origin_column),
                row: top + i32::from(shape.origin_row),
            },
            lines: step.lines,
        }
    }
}

/// Writes one line per placement: piece, orientation, the centre's column and row, lines.
pub fn write_path(steps: &[PathStep], mut out: impl Write) -> io::Result<()> {
    writeln!(out, "piece orientation column row lines")?;
    for step in steps {
        let Centre { column, row } = step.centre;
        writeln!(
            out,
            "{:<5} {:<11} {column:>6} {row:>3} {:>5}",
            step.piece.letter(),
            step.orientation.name(),
            step.lines
        )?;
    }
    Ok(())
}

/// Extra rows of a script's field if the stack came too close to the top: a script needs two empty
/// rows there, the player's game does not.
pub const HEADROOM: u32 = 4;

/// The game as a print script. If the game's field is too low for the rules of scripts, the script's
/// is [`HEADROOM`] rows higher; the placements are the same.
pub fn script_of(
    moves: &[PlayedMove],
    field: FieldSize,
    name: &str,
    seed: u64,
    game: PlayersGame,
) -> PrintScript {
    let mut script = PrintScript {
        colors: PieceColors::new(color_of),
        planner: name.to_owned(),
        seed: Some(seed),
        game: Some(game),
        program: concat!("tetris-printer ", env!("CARGO_PKG_VERSION")).to_owned(),
        ..PrintScript::of_drops(field, moves.iter().map(|step| step.drop).collect())
    };
    if replay_to_end(&script).is_err() {
        let height = field.height() as u32 + HEADROOM;
        script.field = FieldSize::new(field.width() as u32, height).unwrap_or(field);
    }
    script
}

/// The usual colours of the pieces, from the console's palette.
const fn color_of(piece: Tetromino) -> Rgb {
    match piece {
        Tetromino::I => Rgb::new(0x3c, 0xbc, 0xfc),
        Tetromino::J => Rgb::new(0x00, 0x58, 0xf8),
        Tetromino::L => Rgb::new(0xfc, 0x74, 0x60),
        Tetromino::O => Rgb::new(0xf8, 0xb8, 0x00),
        Tetromino::S => Rgb::new(0x58, 0xd8, 0x54),
        Tetromino::T => Rgb::new(0xd8, 0x00, 0xcc),
        Tetromino::Z => Rgb::new(0xf8, 0x38, 0x00),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, PieceDrop, Pose};

    #[test]
    fn a_path_names_the_cell_that_a_piece_turns_around() {
        let step = PlayedMove {
            drop: PieceDrop::new(Pose::TUp, Column(3)),
            row: 0,
            lines: 0,
        };
        let steps = [PathStep::new(&step, FieldSize::ORIGINAL)];
        let mut text = Vec::new();
        write_path(&steps, &mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "piece orientation column row lines\nT     up               4  19     0\n"
        );
        let json = serde_json::to_string(&steps).unwrap();
        assert_eq!(
            json,
            r#"[{"piece":"T","orientation":"up","centre":{"column":4,"row":19},"lines":0}]"#
        );
    }

    #[test]
    fn a_stack_up_to_the_top_gets_a_higher_field() {
        let standing = |row| PlayedMove {
            drop: PieceDrop::new(Pose::IVertical, Column(0)),
            row,
            lines: 0,
        };
        let moves = [standing(0), standing(4)];
        let field = FieldSize::new(4, 8).unwrap();
        assert_eq!(
            script_of(&moves[..1], field, "", 0, PlayersGame::default()).field,
            field
        );
        // The second I reaches the top; the field takes it, but no piece could follow.
        assert_eq!(
            script_of(&moves, field, "", 0, PlayersGame::default()).field,
            field
        );
        let high = [
            standing(0),
            standing(4),
            PlayedMove {
                drop: PieceDrop::new(Pose::IVertical, Column(1)),
                ..standing(0)
            },
        ];
        let script = script_of(&high, field, "", 0, PlayersGame::default());
        assert_eq!(script.field.to_string(), "4x12");
        assert!(replay_to_end(&script).is_ok());
    }
}
