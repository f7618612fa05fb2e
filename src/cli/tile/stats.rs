//! `--stats`: what the search costs, level by level, with and without its improvements.

use std::fmt::Write as _;
use std::process::ExitCode;

use serde_json::json;
use tetris_printer::cover::{Comparison, LevelWork, Measurement};

use super::args::Args;
use crate::cli::report::write_stdout;

/// Enough for 6x6 with all five tetrominoes.
const DEFAULT_LIMIT: u64 = 1_000_000;

type Counter = fn(&LevelWork) -> u64;

const COUNTERS: [(&str, Counter); 5] = [
    ("branches: options chosen to get to a level", |work| {
        work.branches
    }),
    ("assignments: fields written", |work| work.assignments),
    ("comparisons: fields looked at to decide", |work| {
        work.comparisons
    }),
    (
        "insertions: elements put (back) into lists or matrices",
        |work| work.insertions,
    ),
    ("removals: elements taken out", |work| work.removals),
];

/// The branches after which each search is cut.
pub fn limit(args: &Args) -> u64 {
    args.max_branches.map_or(DEFAULT_LIMIT, |limit| limit.get())
}

pub fn print(args: &Args, compared: &Comparison) -> anyhow::Result<ExitCode> {
    let text = match args.json {
        true => format!("{:#}\n", json(&compared.measured)),
        false => tables(compared, limit(args))?,
    };
    write_stdout(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn tables(compared: &Comparison, limit: u64) -> anyhow::Result<String> {
    let measured = &compared.measured;
    let mut text = String::new();
    let complete = measured.iter().find(|search| !search.was_cut);
    match complete {
        Some(search) => writeln!(text, "{}", search.coverings)?,
        None => writeln!(
            text,
            "Every search was cut after {limit} branches (--max-branches)."
        )?,
    }
    for search in measured
        .iter()
        .filter(|search| search.was_cut && complete.is_some())
    {
        writeln!(
            text,
            "{} was cut after {limit} branches (--max-branches)",
            search.method
        )?;
    }
    if let Some(reason) = &compared.without_matrix {
        writeln!(text, "plain matrix left out: {reason}")?;
    }
    for (title, counter) in COUNTERS {
        writeln!(text, "\n{title}")?;
        write!(text, "{:5}", "level")?;
        for search in measured {
            write!(text, "{:>30}", search.method)?;
        }
        let levels = measured
            .iter()
            .map(|search| search.work.levels().len())
            .max();
        for level in 0..levels.unwrap_or(0) {
            write!(text, "\n{level:5}")?;
            for search in measured {
                let work = search.work.levels().get(level).copied().unwrap_or_default();
                write!(text, "{:>30}", counter(&work))?;
            }
        }
        write!(text, "\n{:5}", "all")?;
        for search in measured {
            write!(text, "{:>30}", counter(&search.work.total()))?;
        }
        writeln!(text)?;
    }
    Ok(text)
}

fn json(measured: &[Measurement]) -> serde_json::Value {
    let searches = measured.iter().map(|search| {
        json!({
            "method": search.method,
            "coverings": search.coverings,
            "complete": !search.was_cut,
            "levels": search.work.levels(),
            "total": search.work.total(),
        })
    });
    json!({"searches": searches.collect::<Vec<_>>()})
}
