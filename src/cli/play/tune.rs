//! `play --tune`: generation after generation, each kept in a file before the next one begins.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, bail};

use super::args::{MOST_BYTES, PlayArgs};
use crate::cli::input::{name, read_text};
use crate::cli::kind::Kind;
use crate::cli::output::{Target, check_targets};
use crate::cli::report::{Channel, Verbosity, count, grouped, print_json, say};
use crate::cli::stage::write_all;
use crate::cli::watch::Watch;
use tetris_printer::plan::{Monitor, Progress};
use tetris_printer::player::{GameSettings, Generation, Tuning, TuningSettings};

/// Games and pieces of a candidate where nothing else is asked for.
const GAMES: u64 = 5;
const PIECES: u64 = 20_000;

pub fn run(
    args: &PlayArgs,
    settings: &GameSettings,
    state: &Target,
    verbosity: Verbosity,
) -> anyhow::Result<ExitCode> {
    let Target::File(path) = state else {
        bail!("the state of a tuning is read and written: name a file");
    };
    check_targets(&[(state, Kind::Text)], &[])?;
    let mut tuning = match path.exists() {
        true => read(state)?,
        false => Tuning::new(tuning_settings(args, settings)?, &settings.weights),
    };
    if !args.json {
        say(&heading(&tuning), Channel::Stdout, verbosity)?;
    }
    for _ in 0..args.tuning.generations {
        let Some(next) = advance(&tuning, verbosity) else {
            say(
                "interrupted: the state is that of the last whole generation\n",
                Channel::Stderr,
                verbosity,
            )?;
            break;
        };
        tuning = next;
        write_all(&[(state, tuning.to_json().as_bytes())])?;
        if !args.json {
            say(&line(&tuning), Channel::Stdout, verbosity)?;
        }
    }
    if args.json {
        print_json(&tuning)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read(state: &Target) -> anyhow::Result<Tuning> {
    let text = read_text(state, MOST_BYTES)?;
    Tuning::parse(&text).with_context(|| format!("cannot go on with {}", name(state)))
}

fn tuning_settings(args: &PlayArgs, settings: &GameSettings) -> anyhow::Result<TuningSettings> {
    anyhow::ensure!(
        args.lines.is_none() && args.lookahead == 1,
        "a tuning cuts games by --pieces and looks at one piece: leave out --lines and --lookahead"
    );
    Ok(TuningSettings {
        field: settings.field,
        random: settings.generator,
        seed: args.seed,
        population: args.tuning.population,
        games: args.games.unwrap_or(GAMES) as u32,
        pieces: args.pieces.unwrap_or(PIECES),
    })
}

fn advance(tuning: &Tuning, verbosity: Verbosity) -> Option<Tuning> {
    let watch = Watch::new("candidates", verbosity);
    let done = AtomicU64::new(0);
    let on_candidate = || {
        watch.on_progress(Progress {
            done: done.fetch_add(1, Ordering::Relaxed) + 1,
            total: tuning.settings.population.into(),
            pieces: None,
        });
    };
    tuning.advanced(&|| !watch.is_cancelled(), &on_candidate)
}

/// What is tuned for: a state that is gone on with keeps its own settings.
fn heading(tuning: &Tuning) -> String {
    let settings = &tuning.settings;
    format!(
        "tuning    on {}, {} pieces, seed {}; {} with {} each, cut at {}\n",
        settings.field,
        settings.random,
        settings.seed,
        count(settings.population as usize, "candidate"),
        count(settings.games as usize, "game"),
        count(settings.pieces as usize, "piece"),
    )
}

fn line(tuning: &Tuning) -> String {
    let number = tuning.generations.len();
    let Some(Generation {
        mean_lines,
        best_lines,
    }) = tuning.generations.last()
    else {
        return String::new();
    };
    format!(
        "generation {number}: {} of the best candidate, {} on average\n",
        count(best_lines.round() as usize, "line"),
        grouped(mean_lines.round() as usize),
    )
}
