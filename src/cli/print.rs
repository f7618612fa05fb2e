//! `print`: sprite in, verified print out.

mod args;
mod batch;
mod film;
mod order;
mod report;
mod versus;

use std::process::ExitCode;

use anyhow::ensure;

use super::live::show_print;
use super::output::Target;
use super::reading::one_by_one;
use super::report::{Verbosity, print_json, say};
use super::sources::refuse_misplaced;
use super::watch::Watch;

pub use args::PrintArgs;
use order::Order;

pub fn run(mut args: PrintArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    args.sort_outputs()?;
    refuse_misplaced(&args.sprites)?;
    args.sprites = one_by_one(&args.sprites)?;
    let sprites = args.sprites.iter();
    let streams = sprites.filter(|sprite| **sprite == Target::Stream).count();
    ensure!(streams <= 1, "only one input can be standard input");
    if let Some(folder) = args.batch.folder() {
        return batch::run(&args, folder, verbosity);
    }
    args.batch.check_idle()?;
    let args = &args;
    if args.sprites.len() > 1 {
        return film::run(args, verbosity);
    }
    ensure!(
        args.between.is_none(),
        "--between is about several sprites, and this is one: name more of them, or leave it out"
    );
    let order = Order {
        args,
        sprite: &args.sprites[0],
        outputs: &args.outputs,
        script: args.script.as_ref(),
        movie: &args.movie,
    };
    let channel = order.report_channel()?;
    // Ctrl-C while a stream is awaited ends the program at once: the watch begins afterwards.
    let read = order.read()?;
    let (report, script) = order.print(&read, Watch::new("planning", verbosity))?;
    if args.watch {
        show_print(&script, args.options().pieces_a_second(&script))?;
    }
    if args.json {
        print_json(&report)?;
    } else {
        say(&report.text(verbosity), channel, verbosity)?;
    }
    Ok(ExitCode::SUCCESS)
}
