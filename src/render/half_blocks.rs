//! The field in a terminal: two rows of cells a line, by half blocks in 24-bit colour.

use std::fmt::Write as _;

use super::scene::ActivePiece;
use crate::color::Rgb;
use crate::game::{Column, PaintedPlayfield, Row};
use crate::script::PrintScript;

/// A line of text for every two rows of the field from row `from` down, the falling piece included;
/// each cell is one letter wide. Colours are named where they change; the lines end with the
/// terminal's own.
pub fn half_blocks(
    script: &PrintScript,
    field: &PaintedPlayfield,
    active: Option<ActivePiece>,
    from: usize,
) -> Vec<String> {
    let color = |column: usize, row: usize| -> Rgb {
        let is_active = |piece: &ActivePiece| {
            (piece.pose.cells().into_iter()).any(|(y, x)| {
                let (y, x) = (piece.row + i32::from(y), piece.column + i32::from(x));
                (x, y) == (column as i32, row as i32)
            })
        };
        if let Some(piece) = active.as_ref().filter(|piece| is_active(piece)) {
            return script.colors.of(piece.pose.piece());
        }
        if row >= field.size().height() {
            return script.background;
        }
        let cell = field.cell(Column(column), Row(row));
        cell.map_or(script.background, |piece| script.colors.of(piece))
    };
    let line = |top: usize| {
        let mut line = String::new();
        let mut last = None;
        for column in 0..field.size().width() {
            let pair = [top, top + 1].map(|row| color(column, row).channels());
            if last.replace(pair) != Some(pair) {
                let [[r, g, b], [lr, lg, lb]] = pair;
                // Writing to a string never fails.
                let _ = write!(line, "\x1b[38;2;{r};{g};{b};48;2;{lr};{lg};{lb}m");
            }
            line.push('▀');
        }
        line + "\x1b[0m"
    };
    (from..field.size().height()).step_by(2).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pose;
    use crate::render::testing;

    #[test]
    fn a_letter_is_one_cell_above_another() {
        let script = testing::script(4, 4, &[]);
        let field: PaintedPlayfield = "....\n....\nT...\nTT..".parse().unwrap();
        let active = ActivePiece {
            pose: Pose::O,
            row: 0,
            column: 3,
        };
        let lines = half_blocks(&script, &field, Some(active), 0);
        let both = |upper: Rgb, lower: Rgb, count: usize| {
            let ([r, g, b], [lr, lg, lb]) = (upper.channels(), lower.channels());
            format!("\x1b[38;2;{r};{g};{b};48;2;{lr};{lg};{lb}m") + &"▀".repeat(count)
        };
        let (t, o, empty) = (script.colors.t, script.colors.o, script.background);
        let upper = both(empty, empty, 2) + &both(o, o, 2);
        let lower = both(t, t, 1) + &both(empty, t, 1) + &both(empty, empty, 2);
        assert_eq!(lines, [upper + "\x1b[0m", lower + "\x1b[0m"]);
    }
}
