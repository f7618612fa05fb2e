//! The command line: one small file per subcommand turns arguments into a library call, and its result into files and a
//! report. What the library decides (which field, which planner, whether a print is exact) is not decided here.

mod address;
mod bench;
mod console;
mod cutting;
mod doubts;
mod drawing;
mod failure;
mod ffmpeg;
mod film_sprites;
mod fumen;
mod held;
mod input;
mod inspect;
mod keyboard;
mod kind;
mod limit;
mod link;
mod listing;
mod live;
mod manual;
mod movie;
mod near;
mod output;
mod patterns;
mod planning;
mod play;
mod print;
mod products;
mod proof;
mod reading;
mod remedy;
mod replay;
mod report;
mod rom;
mod script_file;
mod sentence;
mod sheet;
mod sources;
mod stage;
mod tape;
mod target;
mod television;
mod tile;
mod tiles;
mod train;
mod unfinished;
mod verify;
mod watch;

use std::process::ExitCode;

use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

/// Prints pixel art by playing Tetris, and proves that the print is exact.
///
/// A print is a sequence of tetrominoes whose drops and line clears leave exactly the picture on
/// the playfield. It is played in a simulator of the NES game, drawn, decoded again, and compared
/// with the sprite pixel for pixel.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 done and verified; 1 the picture does not match, cannot be \
printed, or no plan was found; 2 wrong usage, unsuitable input, or an error reading or writing."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    verbosity: report::Verbosity,
}

#[derive(Subcommand)]
enum Command {
    Print(Box<print::PrintArgs>),
    Replay(Box<replay::ReplayArgs>),
    Verify(Box<verify::VerifyArgs>),
    Inspect(Box<inspect::InspectArgs>),
    Sheet(Box<sheet::SheetArgs>),
    Bench(bench::BenchArgs),
    Patterns(patterns::PatternsArgs),
    Train(train::TrainArgs),
    Rom(rom::RomArgs),
    Play(Box<play::PlayArgs>),
    Tile(Box<tile::Args>),
    Link(Box<link::LinkArgs>),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// All commands and their arguments.
fn command() -> clap::Command {
    Cli::command()
}

/// The arguments of the process. A number below zero is a value, so that its option can say which
/// ones it takes.
fn parse() -> Result<Cli, clap::Error> {
    let take_negative = |arg: Arg| {
        let takes_value = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_value)
    };
    let program = command().mut_subcommands(|command| command.mut_args(take_negative));
    Cli::from_arg_matches(&program.try_get_matches()?)
}

/// Runs the program on the process's own arguments.
pub fn run() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(usage) => return failure::report_usage(&usage),
    };
    let verbosity = cli.verbosity;
    let result = match cli.command {
        Command::Print(args) => print::run(*args, verbosity),
        Command::Replay(args) => replay::run(*args, verbosity),
        Command::Verify(args) => verify::run(&args, verbosity),
        Command::Inspect(args) => inspect::run(&args, verbosity),
        Command::Sheet(args) => sheet::run(&args, verbosity),
        Command::Bench(args) => bench::run(&args, verbosity),
        Command::Patterns(args) => patterns::run(&args, verbosity),
        Command::Train(args) => train::run(&args, verbosity),
        Command::Rom(args) => rom::run(&args, verbosity),
        Command::Play(args) => play::run(&args, verbosity),
        Command::Tile(args) => tile::run(&args),
        Command::Link(args) => link::run(&args, verbosity),
        Command::Completions(args) => manual::complete(&args, Cli::command()),
        Command::Man(args) => manual::man(&args, Cli::command()),
    };
    result.unwrap_or_else(|error| failure::report(&error))
}
