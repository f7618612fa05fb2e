//! `replay`: a script alone becomes pictures.

use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use super::drawing::DrawingArgs;
use super::live::{check_terminal, show_print};
use super::output::Target;
use super::products::{Game, Output, OutputArgs, Product, put_in_place};
use super::reading::{name, read_bytes, title};
use super::report::{Channel, Verbosity, count, say, write_stdout};
use super::watch::Watch;
use tetris_printer::game::FieldSize;
use tetris_printer::plan::classic::parse_blocks;
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::{PrintScript, parse_script};

/// Play a print script and draw it, without its sprite
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer replay print.json --gif again.gif --motion lock
  tetris-printer replay print.json            (shows the final field in the terminal)")]
pub struct ReplayArgs {
    /// The script, as JSON or in the article's blocks; - for stdin
    script: Target,
    #[command(flatten)]
    outputs: OutputArgs,
    /// Show the game live in the terminal
    #[arg(long, help_heading = "Outputs")]
    watch: bool,
    #[command(flatten)]
    drawing: DrawingArgs,
}

/// The longest script that is read: some millions of drops.
const MOST_BYTES: u64 = 256 << 20;

/// Reads a script file in either of its forms.
pub fn read_script(source: &Target) -> anyhow::Result<PrintScript> {
    let bytes = read_bytes(source, MOST_BYTES)?;
    parse_any_script(&bytes).with_context(|| format!("cannot read {}", name(source)))
}

/// Blocks of letters begin with a colour, so with `#`; anything else is taken for JSON.
pub fn parse_any_script(bytes: &[u8]) -> anyhow::Result<PrintScript> {
    let text = std::str::from_utf8(bytes).context("not a print script: it is no text")?;
    if text.trim_start().starts_with('#') {
        Ok(parse_blocks(text, FieldSize::STANDARD)?)
    } else {
        Ok(parse_script(text)?)
    }
}

pub fn run(args: &ReplayArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    args.outputs.check(&args.script)?;
    if args.watch {
        check_terminal()?;
    }
    let script = read_script(&args.script)?;
    let field = replay_to_end(&script)?;
    let game = Game {
        name: &title(&args.script),
        script: &script,
        source: None,
        free_columns: 0,
        options: args.drawing.options(),
        watch: &Watch::silent(),
    };
    let products = args.outputs.make(&game)?;
    let outputs: Vec<Output> = products.iter().map(Product::output).collect();
    put_in_place(products)?;
    if args.watch {
        show_print(&script)?;
    } else if outputs.is_empty() {
        ensure!(
            !verbosity.quiet,
            "nothing to do: add --gif FILE or --png FILE"
        );
        write_stdout(field.to_string().as_bytes())?;
    }
    let mut targets = args.outputs.targets().into_iter();
    let is_stdout_taken = targets.any(|(target, _)| *target == Target::Stream);
    let channel = if is_stdout_taken || outputs.is_empty() {
        Channel::Stderr
    } else {
        Channel::Stdout
    };
    let mut text = format!(
        "script    {}: {} on {}, {} left\n",
        name(&args.script),
        count(script.drops.len(), "piece"),
        script.field,
        count(field.playfield().cell_count(), "cell"),
    );
    for output in &outputs {
        text += &format!("written   {}\n", output.text());
    }
    say(&text, channel, verbosity)?;
    Ok(ExitCode::SUCCESS)
}
