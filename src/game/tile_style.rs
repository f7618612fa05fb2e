//! Which pieces the console draws with the same tile.

use super::tetromino::Tetromino;

/// A tile of the original game. It has three for seven pieces, so pieces that share one look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileStyle {
    /// J and S: the first of the level's two colours.
    First,
    /// T, O and I: white with a rim in the first colour.
    Rimmed,
    /// L and Z: the second of the level's two colours.
    Second,
}

impl Tetromino {
    /// The tile that the console draws the piece with.
    pub const fn style(self) -> TileStyle {
        match self {
            Tetromino::J | Tetromino::S => TileStyle::First,
            Tetromino::T | Tetromino::O | Tetromino::I => TileStyle::Rimmed,
            Tetromino::L | Tetromino::Z => TileStyle::Second,
        }
    }
}

impl TileStyle {
    /// The piece that stands for the style in the article's method, which prints with J, T and L only.
    pub const fn printing_piece(self) -> Tetromino {
        match self {
            TileStyle::First => Tetromino::J,
            TileStyle::Rimmed => Tetromino::T,
            TileStyle::Second => Tetromino::L,
        }
    }
}
