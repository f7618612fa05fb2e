//! Prints pixel art by playing Tetris.

pub mod cli;
pub mod color;
pub mod game;
pub mod plan;
pub mod render;
pub mod replay;
pub mod script;
pub mod sprite;
pub mod verify;
