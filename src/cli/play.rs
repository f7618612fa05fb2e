//! `play`: the greedy player plays a game, or many.

mod report;
mod tune;
mod watch;

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;

use super::drawing::DrawingArgs;
use super::kind::Kind;
use super::output::{Target, asked_for, check_targets};
use super::reading::read_text;
use super::report::{Verbosity, print_json};
use super::stage::write_all;
use super::watch::Watch;
use tetris_printer::game::{End, FieldSize};
use tetris_printer::plan::{Monitor, Progress};
use tetris_printer::player::{
    GameResult, GameSettings, Generator, Goal, GreedyGame, Lookahead, PathStep, PlayedMove, Preset,
    WIDEST, Weights, play_series, script_of, write_path,
};
use tetris_printer::render::{Motion, render_gif, render_png};
use tetris_printer::script::{PlayersGame, write_script};

use report::{GameReport, SeriesReport};

/// Let a greedy player play: it tries every placement of each piece and takes the best
///
/// The value of a placement is a weighted sum of features of the field, the largest wins. A line is
/// worth 1 point, two at once 3, three 7 and four 13. A game ends when a piece has no placement
/// inside the field, or at its goal. Exit code 1 if a target score is not reached exactly.
#[derive(Args, Debug)]
#[command(
    after_help = "Files of weights are JSON; features that are left out count 0:
  {\"landing_height\": -1, \"eroded_cells\": 1, \"row_transitions\": -1, \"column_transitions\": -1,
   \"holes\": -4, \"wells\": -1, \"hole_depth\": 0, \"rows_with_holes\": 0,
   \"diversity\": 0}

Examples:
  tetris-printer play --console --level 18 --random console --pieces 100
  tetris-printer play --tune state.json --field 10x10 --games 5 --pieces 20000
  tetris-printer play --target 50 --gif game.gif
  tetris-printer play --target 50 --seed 7 --path -         (piece, orientation, centre)
  tetris-printer play --weights bcts --field 10x10 --games 100
  tetris-printer play --pieces 200 --lookahead 2 --script game.json"
)]
pub struct PlayArgs {
    /// The player's weights: dellacherie, document, bcts, dt-20, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "dellacherie")]
    weights: String,
    /// Size of the field, COLUMNSxROWS, at most 64 columns wide
    #[arg(long, value_name = "WxH", default_value = "10x20", value_parser = player_field)]
    field: FieldSize,
    /// How the pieces are dealt: uniform, bag (all seven in random order, then all seven again) or
    /// console
    #[arg(long, value_name = "HOW", default_value = "uniform")]
    random: Generator,
    /// Seed of the pieces; the same seed plays the same game
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of pieces the player sees: the falling one, or the next one as well
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=2))]
    lookahead: u8,
    /// Play on the frame-exact console with its buttons; only placements that can be reached at its
    /// --level count
    #[arg(long)]
    console: bool,
    /// Play the game in the terminal: space pauses, + and - change the speed, q quits
    #[arg(long, conflicts_with_all = ["json", "games", "tune"])]
    watch: bool,
    /// Stop at exactly this score: refuse placements that would overshoot it, and think ahead where the stack comes
    /// near the top
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u64).range(1..))]
    target: Option<u64>,
    /// Stop after N lines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    lines: Option<u64>,
    /// Stop after N pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pieces: Option<u64>,
    /// Play N games, with seeds counting up from --seed, and report their mean
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    #[arg(conflicts_with_all = ["path", "script", "gif", "png"])]
    games: Option<u64>,
    /// Write the path, one placement per line, or as JSON if the name ends in .json; - for stdout
    #[arg(long, value_name = "FILE")]
    path: Option<Target>,
    /// Write the game as a print script that `replay` can draw
    #[arg(long, value_name = "FILE")]
    script: Option<Target>,
    /// Write an animation of the game as a GIF
    #[arg(long, value_name = "FILE")]
    gif: Option<Target>,
    /// Write a picture of the final field as a PNG
    #[arg(long, value_name = "FILE")]
    png: Option<Target>,
    /// Print a report as JSON on stdout, including the path unless the game is long
    #[arg(long)]
    json: bool,
    /// Improve the weights by the cross-entropy method; FILE keeps the state, is resumed from if it
    /// exists, and can be given to --weights
    #[arg(long, value_name = "FILE", help_heading = "Tuning")]
    #[arg(conflicts_with_all = ["path", "script", "gif", "png", "target", "console"])]
    tune: Option<Target>,
    /// Generations to play in this run
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        help_heading = "Tuning",
        requires = "tune"
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    generations: u32,
    /// Candidates per generation; the best tenth breeds the next one
    #[arg(
        long,
        value_name = "N",
        default_value_t = 50,
        help_heading = "Tuning",
        requires = "tune"
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(10..=10_000))]
    population: u32,
    #[command(flatten)]
    drawing: DrawingArgs,
}

/// The largest file of weights that is read.
const MOST_BYTES: u64 = 1 << 20;
/// The longest game that is written to files: what a print script may hold.
const MOST_MOVES: usize = 2_000_000;

pub fn run(args: &PlayArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let weights_file = args.weights_file()?;
    check_targets(&args.targets(), &weights_file.iter().collect::<Vec<_>>())?;
    let is_stdout_taken = args
        .targets()
        .iter()
        .any(|(target, _)| **target == Target::Stream);
    ensure!(
        !(args.json && is_stdout_taken),
        "--json takes standard output: name a file for the other output"
    );
    let settings = args.settings()?;
    if let Some(state) = &args.tune {
        return tune::run(args, &settings, state, verbosity);
    }
    match args.games {
        Some(games) => run_series(args, &settings, games, verbosity),
        None => run_game(args, &settings, verbosity),
    }
}

impl PlayArgs {
    fn targets(&self) -> Vec<(&Target, Kind)> {
        asked_for([
            (&self.path, Kind::Text),
            (&self.script, Kind::Script),
            (&self.gif, Kind::Gif),
            (&self.png, Kind::Png),
        ])
    }

    /// The file of weights, if they have no name.
    fn weights_file(&self) -> anyhow::Result<Option<Target>> {
        match preset_of(&self.weights) {
            Some(_) => Ok(None),
            None => Ok(Some(Target::new((&self.weights).into())?)),
        }
    }

    /// What the files of a game say of its goal.
    fn game(&self, end: Option<End>) -> PlayersGame {
        PlayersGame {
            target: self.target,
            end,
        }
    }

    fn settings(&self) -> anyhow::Result<GameSettings> {
        Ok(GameSettings {
            field: self.field,
            weights: read_weights(&self.weights)?,
            lookahead: match self.lookahead {
                2 => Lookahead::Two,
                _ => Lookahead::One,
            },
            generator: self.random,
            goal: Goal {
                target: self.target,
                lines: self.lines,
                pieces: self.pieces,
            },
            console: self.console.then(|| self.drawing.options().rules),
        })
    }
}

/// The set of a name; another name is that of a file.
fn preset_of(name: &str) -> Option<Preset> {
    Preset::ALL.into_iter().find(|preset| preset.name() == name)
}

/// The weights of a name or of a file.
fn read_weights(name: &str) -> anyhow::Result<Weights> {
    if let Some(preset) = preset_of(name) {
        return Ok(preset.weights());
    }
    let source = Target::new(name.into())?;
    let text = read_text(&source, MOST_BYTES)
        .context("--weights takes dellacherie, document, bcts, dt-20 or a file")?;
    Ok(Weights::parse(&text)?)
}

fn run_game(
    args: &PlayArgs,
    settings: &GameSettings,
    verbosity: Verbosity,
) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let (played, frames, moves) = play_one(args, settings, verbosity)?;
    let seconds = start.elapsed().as_secs_f64();
    let steps = || moves.iter().map(|step| PathStep::new(step, settings.field));
    let outputs = args.outputs(settings, &moves, played.end)?;
    let written: Vec<(&Target, &[u8])> = outputs
        .iter()
        .map(|(target, bytes)| (*target, &bytes[..]))
        .collect();
    write_all(&written)?;
    let report = GameReport::new(args, settings, &played, frames, steps(), seconds);
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
) -> anyhow::Result<(GameResult, Option<u64>, Vec<PlayedMove>)> {
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
    let played = GameResult {
        seed: args.seed,
        totals: game.totals(),
        end: game.end(),
    };
    Ok((played, game.frames(), moves))
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

/// A field that the player can play on.
fn player_field(text: &str) -> Result<FieldSize, String> {
    let field: FieldSize = text.parse()?;
    match field.width() {
        ..=WIDEST => Ok(field),
        width => Err(format!(
            "the player knows fields of at most {WIDEST} columns, not {width}"
        )),
    }
}
