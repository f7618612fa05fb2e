//! Many prints at once, on all cores.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, ensure};
use rayon::prelude::*;
use serde::Serialize;

use super::args::{Format, PrintArgs};
use super::order::Order;
use super::report::Report;
use crate::cli::failure;
use crate::cli::input::name;
use crate::cli::kind::Kind;
use crate::cli::output::{Target, check_is_no_file, make_folder};
use crate::cli::products::OutputArgs;
use crate::cli::reading::title;
use crate::cli::report::{Channel, Verbosity, count, print_json, say};
use crate::cli::sentence::one_line;
use crate::cli::watch::Watch;
use tetris_printer::plan::{Monitor, Progress};

/// What became of a sprite.
#[derive(Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
enum Outcome {
    Printed(Box<Report>),
    Skipped,
    Failed {
        error: String,
        #[serde(skip)]
        code: u8,
    },
}

/// What `--json` prints.
#[derive(Serialize)]
struct BatchReport {
    sprites: Vec<SpriteOutcome>,
    printed: usize,
    skipped: usize,
    failed: usize,
}

#[derive(Serialize)]
struct SpriteOutcome {
    source: String,
    #[serde(flatten)]
    outcome: Outcome,
}

/// Prints every sprite into a folder. The exit code is the highest of all.
pub fn run(args: &PrintArgs, folder: &Path, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    ensure!(
        args.format == Format::Json,
        "--format blocks is for one sprite: print them one by one"
    );
    let mut movies = args.batch.formats.iter();
    movies.find(|kind| matches!(kind, Kind::Movie(_)));
    ensure!(
        !movies.any(|kind| matches!(kind, Kind::Movie(_))),
        "--formats has two kinds of movies: name one of fm2, bk2 and r08"
    );
    check_names(&args.sprites)?;
    check_is_no_file(folder, "--out-dir")?;
    make_folder(folder).with_context(|| format!("cannot write into {}", folder.display()))?;
    let watch = Watch::new("printing", verbosity);
    let (start, done) = (Instant::now(), AtomicU64::new(0));
    let progress = |done| Progress {
        done,
        total: args.sprites.len() as u64,
        pieces: None,
    };
    watch.on_progress(progress(0));
    let print = |sprite: &Target| {
        let outcome = print(args, sprite, folder, &watch);
        watch.on_progress(progress(done.fetch_add(1, Ordering::Relaxed) + 1));
        SpriteOutcome {
            source: name(sprite),
            outcome,
        }
    };
    let sprites: Vec<SpriteOutcome> = args.sprites.par_iter().map(print).collect();
    drop(watch);
    let report = BatchReport::of(sprites);
    if args.json {
        print_json(&report)?;
    } else {
        let seconds = start.elapsed().as_secs_f64();
        say(&report.text(seconds), Channel::Stdout, verbosity)?;
    }
    Ok(ExitCode::from(report.code()))
}

/// Errors: two sprites whose outputs would have the same names.
fn check_names(sprites: &[Target]) -> anyhow::Result<()> {
    let mut known: BTreeMap<String, &Target> = BTreeMap::new();
    for sprite in sprites {
        ensure!(
            *sprite != Target::Stream,
            "- is for one sprite: name files to print many"
        );
        if let Some(other) = known.insert(title(sprite), sprite) {
            ensure!(other != sprite, "{sprite} is named twice: leave one out");
            anyhow::bail!("{other} and {sprite} would be printed to the same files: rename one");
        }
    }
    Ok(())
}

fn print(args: &PrintArgs, sprite: &Target, folder: &Path, watch: &Watch) -> Outcome {
    let target = |kind: Kind| {
        let is_asked = args.batch.formats.contains(&kind);
        let file = format!("{}.{}", title(sprite), kind.ending());
        is_asked.then(|| Target::File(folder.join(file)))
    };
    let mut outputs = OutputArgs::default();
    let mut movie = args.movie.clone();
    for kind in Kind::OF_A_PRINT {
        if let (Some(place), Some(target)) =
            (outputs.place(kind).or(movie.place(kind)), target(kind))
        {
            *place = Some(target);
        }
    }
    let script = target(Kind::Script);
    let order = Order {
        args,
        sprite,
        outputs: &outputs,
        script: script.as_ref(),
        movie: &movie,
    };
    let is_there = |target: &Target| matches!(target, Target::File(path) if path.exists());
    if args.batch.skip_existing && order.targets().iter().all(|(target, _)| is_there(target)) {
        return Outcome::Skipped;
    }
    let print = || {
        watch.check()?;
        order.check()?;
        order.print(&order.read()?, Watch::silent())
    };
    match print() {
        Ok((report, _)) => Outcome::Printed(Box::new(report)),
        Err(error) => Outcome::Failed {
            error: one_line(&error),
            code: failure::code(&error),
        },
    }
}

impl BatchReport {
    fn of(sprites: Vec<SpriteOutcome>) -> BatchReport {
        let count =
            |is: fn(&Outcome) -> bool| sprites.iter().filter(|sprite| is(&sprite.outcome)).count();
        BatchReport {
            printed: count(|outcome| matches!(outcome, Outcome::Printed(_))),
            skipped: count(|outcome| matches!(outcome, Outcome::Skipped)),
            failed: count(|outcome| matches!(outcome, Outcome::Failed { .. })),
            sprites,
        }
    }

    fn code(&self) -> u8 {
        let code = |sprite: &SpriteOutcome| match sprite.outcome {
            Outcome::Failed { code, .. } => code,
            Outcome::Printed(_) | Outcome::Skipped => 0,
        };
        self.sprites.iter().map(code).max().unwrap_or_default()
    }

    /// A table with a line a sprite, and a line of sums.
    fn text(&self, seconds: f64) -> String {
        let sources = self
            .sprites
            .iter()
            .map(|sprite| sprite.source.chars().count());
        let width = sources.max().unwrap_or_default().max(6);
        let mut text = format!(
            "{:<width$}  {:>7}  {:>6}  {:>6}  {:>7}  {:>5}  result\n",
            "sprite", "size", "pixels", "pieces", "a pixel", "lines"
        );
        for SpriteOutcome { source, outcome } in &self.sprites {
            text += &format!("{source:<width$}  {}\n", outcome.text());
        }
        text + &format!(
            "{}: {} printed, {} skipped, {} failed, in {seconds:.1} s\n",
            count(self.sprites.len(), "sprite"),
            self.printed,
            self.skipped,
            self.failed,
        )
    }
}

impl Outcome {
    fn text(&self) -> String {
        let empty = |result: &str| {
            let line = "-";
            format!("{line:>7}  {line:>6}  {line:>6}  {line:>7}  {line:>5}  {result}")
        };
        match self {
            Outcome::Printed(report) => {
                let sprite = &report.sprite;
                format!(
                    "{:>7}  {:>6}  {:>6}  {:>7.2}  {:>5}  exact, by {}",
                    format!("{}x{}", sprite.width, sprite.height),
                    sprite.pixels,
                    report.pieces,
                    report.pieces_per_pixel,
                    report.lines,
                    report.planner,
                )
            }
            Outcome::Skipped => empty("skipped: it is there"),
            Outcome::Failed { error, .. } => empty(&format!("failed: {error}")),
        }
    }
}
