//! `rom`: the cartridge as a file.

use std::process::ExitCode;

use clap::Args;

use super::kind::Kind;
use super::output::{Target, check_targets};
use super::report::{Channel, Verbosity, bytes, say};
use super::stage::write_all;
use tetris_printer::nes::cartridge::ROM;

/// Write the cartridge, for printing on a real console or for playing
///
/// It is an original game for the NES and its emulators, with a field of 21x42 cells and one or two controllers. `print
/// --movie` makes the movie that plays a print on it. Start leads from the title to the setup and on to the game; A and
/// B rotate a piece, Left and Right shift it, Down is a soft drop and Up a hard drop; Start ends the game.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer rom tetris-printer.nes
  tetris-printer rom - | sha256sum")]
pub struct RomArgs {
    /// The file, in iNES format; - for stdout
    file: Target,
}

pub fn run(args: &RomArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    check_targets(&[(&args.file, Kind::Rom)], &[])?;
    write_all(&[(&args.file, ROM)])?;
    let channel = match args.file {
        Target::Stream => Channel::Stderr,
        Target::File(_) => Channel::Stdout,
    };
    let text = format!("rom       {} ({})\n", args.file, bytes(ROM.len()));
    say(&text, channel, verbosity)?;
    Ok(ExitCode::SUCCESS)
}
