//! Prints pixel art by playing Tetris.

pub mod color;
pub mod cover;
pub mod game;
pub mod plan;
pub mod script;
pub mod sprite;
