//! The field in a terminal: two rows of cells a line, by half blocks.

use std::fmt::Write as _;

use super::scene::FallingPiece;
use crate::color::Rgb;
use crate::game::{Column, FullRows, PaintedPlayfield, Row};
use crate::script::PrintScript;

/// The colours that a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorDepth {
    /// 24 bits.
    #[default]
    True,
    /// The table of 256 colours that terminals agree on.
    Indexed,
    /// None: filled or not.
    Plain,
}

/// What is seen of a game.
#[derive(Clone, Copy, Debug)]
pub struct Glance<'a> {
    /// What is locked.
    pub field: &'a PaintedPlayfield,
    /// The piece that falls.
    pub active: Option<FallingPiece>,
    /// Rows about to be cleared, which flash.
    pub flash: FullRows,
    /// Rows above this one are out of sight.
    pub from: usize,
}

/// A line of text for every two rows of the field in the script's colours; each cell is one letter
/// wide. Colours are named where they change; the lines end with the terminal's own.
pub fn half_blocks(script: &PrintScript, glance: &Glance<'_>, depth: ColorDepth) -> Vec<String> {
    let size = glance.field.size();
    let line = |top: usize| {
        let mut line = String::new();
        let mut last = None;
        for column in 0..size.width() {
            let pair = [top, top + 1].map(|row| glance.color(script, column, row));
            if depth == ColorDepth::Plain {
                line.push(match pair.map(|color| color != script.background) {
                    [true, true] => '█',
                    [true, false] => '▀',
                    [false, true] => '▄',
                    [false, false] => ' ',
                });
                continue;
            }
            if last.replace(pair) != Some(pair) {
                let [upper, lower] = pair.map(|color| depth.code(color));
                // Writing to a string never fails.
                let _ = write!(line, "\x1b[38;{upper};48;{lower}m");
            }
            line.push('▀');
        }
        match depth {
            ColorDepth::Plain => line,
            ColorDepth::True | ColorDepth::Indexed => line + "\x1b[0m",
        }
    };
    (glance.from..size.height()).step_by(2).map(line).collect()
}

impl Glance<'_> {
    fn color(&self, script: &PrintScript, column: usize, row: usize) -> Rgb {
        let is_active = |piece: &FallingPiece| {
            (piece.pose.cells().into_iter()).any(|(y, x)| {
                let (y, x) = (piece.row + i32::from(y), piece.column + i32::from(x));
                (x, y) == (column as i32, row as i32)
            })
        };
        if self.flash.iter().any(|flashing| flashing == Row(row)) {
            return Rgb::WHITE;
        }
        if let Some(piece) = self.active.as_ref().filter(|piece| is_active(piece)) {
            return script.colors.of(piece.pose.piece());
        }
        if row >= self.field.size().height() {
            return script.background;
        }
        let cell = self.field.cell(Column(column), Row(row));
        cell.map_or(script.background, |piece| script.colors.of(piece))
    }
}

impl ColorDepth {
    /// A colour as the end of the order that chooses it.
    fn code(self, color: Rgb) -> String {
        match self {
            ColorDepth::Indexed => format!("5;{}", indexed(color)),
            ColorDepth::True | ColorDepth::Plain => {
                let [r, g, b] = color.channels();
                format!("2;{r};{g};{b}")
            }
        }
    }
}

/// The nearest colour of the table: a cube of six steps a channel from 16 on, then 24 grays.
fn indexed(color: Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |other: [u8; 3]| -> u32 {
        let channels = color.channels().into_iter().zip(other);
        channels.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let step = |value: u8| {
        (0..6)
            .min_by_key(|step| STEPS[*step].abs_diff(value))
            .unwrap_or(0)
    };
    let [r, g, b] = color.channels().map(step);
    let cube = (16 + 36 * r + 6 * g + b, [r, g, b].map(|step| STEPS[step]));
    let gray = |i: usize| (232 + i, [8 + 10 * i as u8; 3]);
    let nearest = (0..24).map(gray).fold(cube, |best, gray| {
        if distance(gray.1) < distance(best.1) {
            gray
        } else {
            best
        }
    });
    nearest.0 as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pose;
    use crate::render::testing;

    fn field() -> PaintedPlayfield {
        "....\n....\nT...\nTT..".parse().unwrap()
    }

    fn glance(field: &PaintedPlayfield) -> Glance<'_> {
        Glance {
            field,
            active: Some(FallingPiece {
                pose: Pose::O,
                row: 0,
                column: 3,
            }),
            flash: FullRows::default(),
            from: 0,
        }
    }

    #[test]
    fn a_letter_is_one_cell_above_another() {
        let script = testing::script(4, 4, &[]);
        let lines = half_blocks(&script, &glance(&field()), ColorDepth::True);
        let both = |upper: Rgb, lower: Rgb, count: usize| {
            let ([r, g, b], [lr, lg, lb]) = (upper.channels(), lower.channels());
            format!("\x1b[38;2;{r};{g};{b};48;2;{lr};{lg};{lb}m") + &"▀".repeat(count)
        };
        let (t, o, empty) = (script.colors.t, script.colors.o, script.background);
        let upper = both(empty, empty, 2) + &both(o, o, 2);
        let lower = both(t, t, 1) + &both(empty, t, 1) + &both(empty, empty, 2);
        assert_eq!(lines, [upper + "\x1b[0m", lower + "\x1b[0m"]);
    }

    #[test]
    fn a_terminal_without_colours_shows_what_is_filled() {
        let script = testing::script(4, 4, &[]);
        let lines = half_blocks(&script, &glance(&field()), ColorDepth::Plain);
        assert_eq!(lines, ["  ██", "█▄  "]);
    }

    #[test]
    fn the_nearest_of_the_256_colours_is_taken() {
        let colors = [
            [255, 255, 255],
            [0, 0, 0],
            [255, 0, 0],
            [100, 140, 170],
            [60, 60, 60],
        ];
        let indices = colors.map(|[r, g, b]| indexed(Rgb::new(r, g, b)));
        assert_eq!(indices, [231, 16, 196, 67, 237]);
        let script = testing::script(4, 4, &[]);
        let lines = half_blocks(&script, &glance(&field()), ColorDepth::Indexed);
        assert!(
            lines[0].starts_with("\x1b[38;5;16;48;5;16m▀▀\x1b[38;5;214;48;5;214m"),
            "{lines:?}"
        );
    }
}
