//! How the game shows the styles of the pieces.

use crate::color::{ConsoleColor, Rgb};
use crate::game::TileStyle;

/// The level's two colours by its last digit, as measured: that of L and Z, and that of J and S.
const COLORS: [[u8; 2]; 10] = [
    [0x21, 0x12],
    [0x29, 0x1a],
    [0x24, 0x14],
    [0x2a, 0x12],
    [0x2b, 0x15],
    [0x22, 0x2b],
    [0x00, 0x16],
    [0x05, 0x13],
    [0x16, 0x12],
    [0x27, 0x16],
];

/// The main colour of a style at a level.
pub fn shown_color(style: TileStyle, level: u8) -> ConsoleColor {
    let [second, first] = COLORS[usize::from(level % 10)];
    let entry = match style {
        TileStyle::Rimmed => 0x30,
        TileStyle::Second => second,
        TileStyle::First => first,
    };
    ConsoleColor::new(entry).expect("the table has entries of six bits")
}

/// How far from these colours a level shows them, each in its style.
pub(super) fn distance(colors: &[(TileStyle, Rgb)], level: u8) -> f32 {
    let distances =
        (colors.iter()).map(|(style, color)| shown_color(*style, level).distance(*color));
    distances.sum()
}
