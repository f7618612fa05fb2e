//! `replay`: a script alone becomes pictures.

use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use super::drawing::DrawingArgs;
use super::output::{Content, Target, check_targets, write_all};
use super::reading::{name, read_bytes};
use super::report::{Channel, Verbosity, bytes, count, say, write_stdout};
use crate::game::FieldSize;
use crate::plan::classic::parse_blocks;
use crate::render::{render_gif, render_png};
use crate::replay::replay_to_end;
use crate::script::{PrintScript, parse_script};

/// Play a print script and draw it, without its sprite
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer replay print.json --gif again.gif --motion lock
  tetris-printer replay print.json            (shows the final field in the terminal)")]
pub struct ReplayArgs {
    /// The script, as JSON or in the article's blocks; - for stdin
    script: Target,
    /// Write an animation of the game
    #[arg(long, value_name = "FILE")]
    gif: Option<Target>,
    /// Write a picture of the final field
    #[arg(long, value_name = "FILE")]
    png: Option<Target>,
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
    let targets: Vec<(&Target, Content)> = [&args.gif, &args.png]
        .into_iter()
        .flatten()
        .map(|target| (target, Content::Binary))
        .collect();
    check_targets(&targets, &[&args.script])?;
    let script = read_script(&args.script)?;
    let field = replay_to_end(&script)?;
    let options = args.drawing.options();
    let mut outputs = Vec::new();
    if let Some(target) = &args.gif {
        let mut gif = Vec::new();
        render_gif(&script, None, &options, &mut gif)?;
        outputs.push((target, gif));
    }
    if let Some(target) = &args.png {
        let mut png = Vec::new();
        render_png(&script, None, &options, &mut png)?;
        outputs.push((target, png));
    }
    let written: Vec<(&Target, &[u8])> = outputs
        .iter()
        .map(|(target, bytes)| (*target, &bytes[..]))
        .collect();
    write_all(&written)?;
    if outputs.is_empty() {
        ensure!(
            !verbosity.quiet,
            "nothing to do: add --gif FILE or --png FILE"
        );
        write_stdout(field.to_string().as_bytes())?;
    }
    let is_stdout_taken = targets.iter().any(|(target, _)| **target == Target::Stream);
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
    for (target, written) in &outputs {
        text += &format!("written   {target} ({})\n", bytes(written.len()));
    }
    say(&text, channel, verbosity)?;
    Ok(ExitCode::SUCCESS)
}
