//! The command line.

mod tile;

use std::process::ExitCode;

use clap::Parser;

/// Prints pixel art by playing Tetris.
#[derive(Debug, Parser)]
#[command(version)]
enum Command {
    Tile(tile::Args),
}

/// Parses the arguments and runs the subcommand.
pub fn run() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Tile(args) => tile::run(&args),
    }
}
