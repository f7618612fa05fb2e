//! What a command says when it is done: a few lines, or one JSON document.

use std::io::{ErrorKind, Write};

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use super::output::{Target, takes_stdout};

/// The place of options that every command has: after its own.
const LAST: usize = 500;

/// How much is said.
#[derive(Args, Clone, Copy, Debug)]
pub struct Verbosity {
    /// Suppress all output except errors
    #[arg(short, long, global = true, display_order = LAST)]
    pub quiet: bool,
    /// Report more details
    #[arg(short, long, global = true, display_order = LAST, conflicts_with = "quiet")]
    pub verbose: bool,
}

/// Where a report goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    Stdout,
    /// Because an output of the command takes stdout.
    Stderr,
}

impl Channel {
    /// Where the report goes beside these outputs.
    pub fn beside<T>(outputs: &[(&Target, T)]) -> Channel {
        match takes_stdout(outputs) {
            true => Channel::Stderr,
            false => Channel::Stdout,
        }
    }
}

/// Writes to stdout. A reader that has gone away is no error.
pub fn write_stdout(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// Prints lines of text, unless quiet.
pub fn say(text: &str, channel: Channel, verbosity: Verbosity) -> anyhow::Result<()> {
    if verbosity.quiet {
        return Ok(());
    }
    match channel {
        Channel::Stdout => write_stdout(text.as_bytes()),
        Channel::Stderr => {
            // As with every message there, a stderr that is closed is no error.
            let _ = std::io::stderr().write_all(text.as_bytes());
            Ok(())
        }
    }
}

/// Prints a report as JSON on stdout.
pub fn print_json(report: &impl Serialize) -> anyhow::Result<()> {
    let mut json = serde_json::to_vec_pretty(report)?;
    json.push(b'\n');
    write_stdout(&json)
}

/// 1234567 as `1,234,567`.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

/// A number of bytes as a person reads it.
pub fn bytes(count: usize) -> String {
    match count {
        0..10_000 => format!("{} bytes", grouped(count)),
        10_000..1_000_000 => format!("{} kB", count / 1000),
        _ => format!("{:.2} MB", count as f64 / 1e6),
    }
}

/// Seconds as minutes and seconds: 75 as `1:15`.
pub fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// How many times the pieces of the lower bound a plan has.
pub fn ratio(pieces: usize, bound: usize) -> f64 {
    pieces as f64 / bound.max(1) as f64
}

/// `1 line`, `2 lines`.
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        let numbers = [0, 999, 1000, 1234567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [9999, 123_456, 1_234_567].map(bytes),
            ["9,999 bytes", "123 kB", "1.23 MB"]
        );
        assert_eq!([5, 75, 600].map(clock), ["0:05", "1:15", "10:00"]);
        assert_eq!(
            (count(1, "line"), count(20, "line")),
            ("1 line".into(), "20 lines".into())
        );
    }
}
