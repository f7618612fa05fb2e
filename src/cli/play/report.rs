//! What `play` says about games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::args::PlayArgs;
use super::original::OriginalReport;
use crate::cli::output::Target;
use crate::cli::report::{Channel, Verbosity, bytes, count, grouped, say};
use tetris_printer::game::End;
use tetris_printer::player::{GameResult, GameSettings, Mean, PathStep, Weights};

/// The longest path that a JSON report holds; `--path` writes longer ones.
pub const MOST_STEPS: usize = 10_000;

/// One game.
#[derive(Serialize)]
pub struct GameReport {
    weights: String,
    values: Weights,
    field: String,
    random: &'static str,
    seed: u64,
    lookahead: u8,
    target: Option<u64>,
    success: bool,
    /// Why it ended: target, lines, pieces, overflow, overshoot or interrupted.
    end: &'static str,
    score: u64,
    lines: u64,
    pieces: u64,
    /// Of the console, if the game is played on it.
    frames: Option<u64>,
    /// Of the original, if the game is played on that.
    #[serde(skip_serializing_if = "Option::is_none")]
    original: Option<OriginalReport>,
    #[serde(skip)]
    seconds: f64,
    path: Option<Vec<PathStep>>,
}

impl GameReport {
    pub fn new(
        args: &PlayArgs,
        settings: &GameSettings,
        played: &GameResult,
        frames: Option<u64>,
        original: Option<OriginalReport>,
        steps: impl ExactSizeIterator<Item = PathStep>,
        seconds: f64,
    ) -> Self {
        let end = played.end;
        GameReport {
            weights: args.weights.clone(),
            values: settings.weights,
            field: settings.field.to_string(),
            random: settings.generator.name(),
            seed: played.seed,
            lookahead: args.lookahead,
            target: args.target,
            success: is_success(played, settings),
            end: end.map_or("interrupted", End::name),
            score: played.totals.score,
            lines: played.totals.lines,
            pieces: played.totals.pieces,
            frames,
            original,
            seconds,
            path: (steps.len() <= MOST_STEPS).then(|| steps.collect()),
        }
    }

    /// Prints the report, on stderr if an output has taken stdout.
    pub fn say(&self, written: &[(&Target, &[u8])], verbosity: Verbosity) -> anyhow::Result<()> {
        let channel = Channel::beside(written);
        let mut text = format!(
            "game      {} on {}, {} pieces, seed {}\nresult    {}\nscore     {} by {} with {}\n",
            self.weights,
            self.field,
            self.random,
            self.seed,
            self.result(),
            grouped(self.score as usize),
            count(self.lines as usize, "line"),
            count(self.pieces as usize, "piece"),
        );
        if let Some(original) = &self.original {
            text += &original.text();
        } else if let Some(frames) = self.frames {
            text += &format!("console   {} frames\n", grouped(frames as usize));
        }
        if verbosity.verbose {
            let speed = self.pieces as f64 / self.seconds.max(1e-9);
            text += &format!("speed     {} pieces a second\n", grouped(speed as usize));
        }
        for (target, written) in written {
            text += &format!("written   {target} ({})\n", bytes(written.len()));
        }
        say(&text, channel, verbosity)
    }

    fn result(&self) -> String {
        let target = self.target.unwrap_or_default();
        match (self.end, self.success) {
            ("target", _) => format!("success: the target of {target} is reached exactly"),
            ("interrupted", true) => "interrupted".to_owned(),
            (end, true) => format!("ended by {end}"),
            ("interrupted", false) => format!("interrupted before the target of {target}"),
            (end, false) => format!("failure: ended by {end} before the target of {target}"),
        }
    }
}

/// A game that had no target to reach succeeds whatever ended it.
pub fn is_success(played: &GameResult, settings: &GameSettings) -> bool {
    match played.end {
        Some(end) => settings.goal.is_met(end),
        None => settings.goal.target.is_none(),
    }
}

/// Many games.
#[derive(Serialize)]
pub struct SeriesReport {
    weights: String,
    field: String,
    random: &'static str,
    seed: u64,
    lookahead: u8,
    games: usize,
    mean_lines: f64,
    margin_95: f64,
    fewest_lines: u64,
    most_lines: u64,
    mean_score: f64,
    pieces: u64,
    /// Games that ended for each reason.
    ends: BTreeMap<&'static str, usize>,
    failures: usize,
    #[serde(skip)]
    seconds: f64,
}

impl SeriesReport {
    pub fn new(
        args: &PlayArgs,
        settings: &GameSettings,
        games: &[GameResult],
        seconds: f64,
    ) -> Self {
        let lines: Vec<f64> = games.iter().map(|game| game.totals.lines as f64).collect();
        let scores: Vec<f64> = games.iter().map(|game| game.totals.score as f64).collect();
        let mean = Mean::of(&lines);
        let of_end = |end: End| games.iter().filter(|game| game.end == Some(end)).count();
        let all = [
            End::Target,
            End::Lines,
            End::Pieces,
            End::Overflow,
            End::Overshoot,
        ];
        let is_failure =
            |game: &&GameResult| !game.end.is_some_and(|end| settings.goal.is_met(end));
        SeriesReport {
            weights: args.weights.clone(),
            field: settings.field.to_string(),
            random: settings.generator.name(),
            seed: args.seed,
            lookahead: args.lookahead,
            games: games.len(),
            mean_lines: mean.value,
            margin_95: mean.margin,
            fewest_lines: games
                .iter()
                .map(|game| game.totals.lines)
                .min()
                .unwrap_or(0),
            most_lines: games
                .iter()
                .map(|game| game.totals.lines)
                .max()
                .unwrap_or(0),
            mean_score: Mean::of(&scores).value,
            pieces: games.iter().map(|game| game.totals.pieces).sum(),
            ends: (all.into_iter().map(|end| (end.name(), of_end(end))))
                .filter(|(_, games)| *games > 0)
                .collect(),
            failures: games.iter().filter(is_failure).count(),
            seconds,
        }
    }

    pub fn has_failures(&self) -> bool {
        self.failures > 0
    }

    pub fn say(&self, verbosity: Verbosity) -> anyhow::Result<()> {
        let ends: Vec<String> = (self.ends.iter())
            .map(|(end, games)| format!("{} by {end}", grouped(*games)))
            .collect();
        let speed = self.pieces as f64 / self.seconds.max(1e-9);
        let text = format!(
            "games     {}: {} on {}, {} pieces, seeds from {}\nended     {}\n\
             lines     {} +- {} (95 %), from {} to {}\nscore     {}\nspeed     {} pieces a second\n",
            grouped(self.games),
            self.weights,
            self.field,
            self.random,
            self.seed,
            ends.join(", "),
            grouped(self.mean_lines.round() as usize),
            grouped(self.margin_95.round() as usize),
            grouped(self.fewest_lines as usize),
            grouped(self.most_lines as usize),
            grouped(self.mean_score.round() as usize),
            grouped(speed as usize),
        );
        say(&text, Channel::Stdout, verbosity)
    }
}
