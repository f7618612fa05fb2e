//! `play`: the greedy player plays a game, or many.

mod args;
mod original;
mod report;
mod tune;
mod watch;

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::ensure;

use super::output::{Target, check_json, check_targets};
use super::report::{Verbosity, print_json};
use super::stage::write_all;
use super::watch::Watch;
use tetris_printer::game::End;
use tetris_printer::plan::{Monitor, Progress};
use tetris_printer::player::{
    GameResult, GameSettings, GreedyGame, PathStep, PlayedMove, play_series, script_of, write_path,
};
use tetris_printer::render::{Motion, render_gif, render_png};
use tetris_printer::script::write_script;

use args::MOST_MOVES;
pub use args::PlayArgs;
use original::OriginalGame;
use report::{GameReport, SeriesReport};

pub fn run(args: &PlayArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let weights_file = args.weights_file()?;
    check_targets(&args.targets(), &weights_file.iter().collect::<Vec<_>>())?;
    check_json(args.json, &args.targets())?;
    let settings = args.settings()?;
    if let Some(state) = &args.tuning.tune {
        return tune::run(args, &settings, state, verbosity);
    }
    match args.games {
        Some(games) => run_series(args, &settings, games, verbosity),
        None => run_game(args, &settings, verbosity),
    }
}

fn run_game(
    args: &PlayArgs,
    settings: &GameSettings,
    verbosity: Verbosity,
) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let (game, moves) = play_one(args, settings, verbosity)?;
    let played = GameResult {
        seed: args.seed,
        totals: game.totals(),
        end: game.end(),
    };
    let seconds = start.elapsed().as_secs_f64();
    let steps = || moves.iter().map(|step| PathStep::new(step, settings.field));
    let mut outputs = args.outputs(settings, &moves, played.end)?;
    let original = OriginalGame::of(args, &game, &Watch::new("playing", verbosity))?;
    let original = original.map(|OriginalGame { report, movie }| {
        outputs.extend(movie);
        report
    });
    let written: Vec<(&Target, &[u8])> = outputs
        .iter()
        .map(|(target, bytes)| (*target, &bytes[..]))
        .collect();
    write_all(&written)?;
    let frames = game.frames();
    let report = GameReport::new(args, settings, &played, frames, original, steps(), seconds);
    if args.json {
        print_json(&report)?;
    } else {
        report.say(&written, verbosity)?;
    }
    let is_success = report::is_success(&played, settings);
    Ok(ExitCode::from(u8::from(!is_success)))
}

/// Plays a game; its moves are kept only where an output needs them.
fn play_one(
    args: &PlayArgs,
    settings: &GameSettings,
    verbosity: Verbosity,
) -> anyhow::Result<(GreedyGame, Vec<PlayedMove>)> {
    if args.watch {
        return watch::play(args, settings);
    }
    let watch = Watch::new("playing", verbosity);
    let is_kept = args.json || !args.targets().is_empty();
    let needs_all = !args.targets().is_empty();
    let mut game = GreedyGame::new(settings, args.seed);
    let mut moves = Vec::new();
    while let Some(step) = game.step() {
        if is_kept && (needs_all || moves.len() <= report::MOST_STEPS) {
            moves.push(step);
        }
        ensure!(
            moves.len() <= MOST_MOVES,
            "the game has more than {MOST_MOVES} pieces, too many for a file: add --pieces N"
        );
        let placed = game.totals().pieces;
        if placed.is_multiple_of(1 << 14) {
            if watch.is_cancelled() {
                break;
            }
            watch.on_progress(Progress {
                done: placed,
                total: settings.goal.pieces.unwrap_or(placed),
                pieces: None,
            });
        }
    }
    Ok((game, moves))
}

impl PlayArgs {
    /// The files of a game.
    fn outputs(
        &self,
        settings: &GameSettings,
        moves: &[PlayedMove],
        end: Option<End>,
    ) -> anyhow::Result<Vec<(&Target, Vec<u8>)>> {
        let mut outputs = Vec::new();
        if let Some(target) = &self.path {
            let steps: Vec<PathStep> = moves
                .iter()
                .map(|step| PathStep::new(step, settings.field))
                .collect();
            outputs.push((target, path_bytes(target, &steps)?));
        }
        let name = format!("player {}", self.weights);
        let script = script_of(moves, settings.field, &name, self.seed, self.game(end));
        if let Some(target) = &self.script {
            let mut json = Vec::new();
            write_script(&script, &mut json)?;
            outputs.push((target, json));
        }
        let mut options = self.drawing.options();
        if self.console && options.motion == Motion::Auto {
            options.motion = Motion::Console;
        }
        if let Some(target) = &self.gif {
            let mut gif = Vec::new();
            render_gif(&script, None, &options, &mut gif)?;
            outputs.push((target, gif));
        }
        if let Some(target) = &self.png {
            let mut png = Vec::new();
            render_png(&script, None, &options, &mut png)?;
            outputs.push((target, png));
        }
        Ok(outputs)
    }
}

fn path_bytes(target: &Target, steps: &[PathStep]) -> anyhow::Result<Vec<u8>> {
    let is_json = match target {
        Target::File(path) => path
            .extension()
            .is_some_and(|extension| extension == "json"),
        Target::Stream => false,
    };
    let mut bytes = Vec::new();
    if is_json {
        serde_json::to_writer_pretty(&mut bytes, steps)?;
        bytes.push(b'\n');
    } else {
        write_path(steps, &mut bytes)?;
    }
    Ok(bytes)
}

fn run_series(
    args: &PlayArgs,
    settings: &GameSettings,
    games: u64,
    verbosity: Verbosity,
) -> anyhow::Result<ExitCode> {
    let watch = Watch::new("games", verbosity);
    let done = AtomicU64::new(0);
    let start = Instant::now();
    let played = play_series(
        settings,
        args.seed,
        games,
        &|| !watch.is_cancelled(),
        &|_| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            watch.on_progress(Progress {
                done,
                total: games,
                pieces: None,
            });
        },
    );
    let seconds = start.elapsed().as_secs_f64();
    drop(watch);
    let ended: Vec<GameResult> = played
        .into_iter()
        .filter(|game| game.end.is_some())
        .collect();
    ensure!(!ended.is_empty(), super::failure::Interrupted);
    let report = SeriesReport::new(args, settings, &ended, seconds);
    if args.json {
        print_json(&report)?;
    } else {
        report.say(verbosity)?;
    }
    let failed = report.has_failures();
    Ok(ExitCode::from(u8::from(failed)))
}
