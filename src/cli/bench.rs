//! `bench`: planners side by side on a folder of pictures.

use std::borrow::Cow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::ensure;
use clap::Args;
use serde::Serialize;

use super::output::Target;
use super::planning::{PlannerName, SearchArgs};
use super::reading::ReadingArgs;
use super::report::{Verbosity, grouped, print_json, ratio, write_stdout};
use super::sentence::one_line;
use super::sources::pictures_in;
use super::watch::Watch;
use tetris_printer::plan::{Monitor, Progress};
use tetris_printer::print::{Planner, PrintError, PrintJob, Printed};
use tetris_printer::sprite::Sprite;

/// Compare planners on every picture in a folder
///
/// Pictures are planned and timed one after the other; nothing is written. `x bound` is the number of
/// pieces relative to the proved lower bound for the planner's own carriers. Pictures that cannot be
/// read or printed are listed with the reason; the exit code is 1 if no picture is printed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer bench sprites
  tetris-printer bench sprites --planners tables,realtime,literal --json
  tetris-printer bench sprites --planners minimal --carriers classic --effort best")]
pub struct BenchArgs {
    /// Folder of PNG, GIF, BMP, WebP or JPEG files
    folder: PathBuf,
    /// The planners to compare
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAMES")]
    #[arg(default_values_t = [
        PlannerName::Tables, PlannerName::Literal, PlannerName::Realtime, PlannerName::Minimal,
    ])]
    planners: Vec<PlannerName>,
    /// Print a report as JSON on stdout
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    reading: ReadingArgs,
}

#[derive(Serialize)]
struct Report {
    planners: Vec<Total>,
    pictures: Vec<Entry>,
    skipped: Vec<Skipped>,
}

#[derive(Serialize)]
struct Total {
    planner: &'static str,
    pictures: usize,
    solved: usize,
    pixels: usize,
    pieces: usize,
    pieces_per_pixel: f64,
    /// The bounds of the solved pictures together.
    bound: usize,
    ratio: f64,
    lines: usize,
    platforms: usize,
    median_seconds: f64,
    longest_seconds: f64,
}

/// One picture by one planner.
#[derive(Serialize)]
struct Entry {
    picture: String,
    planner: &'static str,
    pixels: usize,
    #[serde(flatten)]
    outcome: Outcome,
    seconds: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Solved {
        pieces: usize,
        /// The pieces that no plan with the planner's carriers can do without.
        bound: usize,
        ratio: f64,
        lines: usize,
        platforms: usize,
        /// The planner that stepped in, if it was another.
        #[serde(skip_serializing_if = "Option::is_none")]
        fallback: Option<&'static str>,
    },
    Failed {
        reason: String,
    },
}

impl Outcome {
    /// `planner` is who was asked.
    fn of(result: Result<Printed, PrintError>, planner: Planner, sprite: &Sprite) -> Outcome {
        let printed = match result {
            Ok(printed) => printed,
            Err(error) => {
                let reason = one_line(&error.into());
                return Outcome::Failed { reason };
            }
        };
        let pieces = printed.plan.drops.len();
        let bound = printed.bound.map_or(0, |bound| bound.pieces);
        Outcome::Solved {
            pieces,
            bound,
            ratio: ratio(pieces, bound),
            lines: printed.plan.lines(sprite.pixel_count()),
            platforms: printed.plan.platforms,
            fallback: (printed.planner != planner).then(|| printed.planner.name()),
        }
    }
}

#[derive(Serialize)]
struct Skipped {
    picture: String,
    reason: String,
}

pub fn run(args: &BenchArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let paths = pictures_in(&args.folder)?;
    let mut planners = args.planners.clone();
    planners.dedup();
    let watch = Watch::new("planning", verbosity);
    let (mut pictures, mut skipped) = (Vec::new(), Vec::new());
    for (index, path) in paths.iter().enumerate() {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match args.reading.read(&Target::File(path.clone())) {
            Ok(read) => {
                // After Ctrl-C the table shows what has been measured.
                for planner in planners.iter().filter(|_| !watch.is_cancelled()) {
                    pictures.push(args.measure(&name, *planner, &read.sprite));
                }
            }
            Err(error) => skipped.push(Skipped {
                picture: name,
                reason: format!("{error:#}"),
            }),
        }
        let (done, total) = (index as u64 + 1, paths.len() as u64);
        watch.on_progress(Progress {
            done,
            total,
            pieces: None,
        });
    }
    drop(watch);
    ensure!(
        !pictures.is_empty(),
        "no picture in {} can be read",
        args.folder.display()
    );
    let planners = planners
        .iter()
        .map(|planner| Total::of((*planner).into(), &pictures))
        .collect();
    let report = Report {
        planners,
        pictures,
        skipped,
    };
    if args.json {
        print_json(&report)?;
    } else {
        write_stdout(report.text(verbosity).as_bytes())?;
    }
    let is_any_solved = report.planners.iter().any(|total| total.solved > 0);
    Ok(match is_any_solved {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

impl BenchArgs {
    /// Plans without watching, so that nothing but the planner is timed.
    fn measure(&self, picture: &str, planner: PlannerName, sprite: &Sprite) -> Entry {
        let job = PrintJob::new(sprite, &self.search.request(planner));
        // The job keeps the bound, which is no part of the planning. What stops it stops the plan, too.
        let _ = job.as_ref().map(PrintJob::bound);
        let start = Instant::now();
        let monitor = self.search.limited(&());
        let result = job.and_then(|job| job.run(&monitor));
        let seconds = start.elapsed().as_secs_f64();
        let planner = Planner::from(planner);
        Entry {
            picture: picture.to_owned(),
            planner: planner.name(),
            pixels: sprite.pixel_count(),
            outcome: Outcome::of(result, planner, sprite),
            seconds,
        }
    }
}

impl Total {
    fn of(planner: Planner, entries: &[Entry]) -> Self {
        let entries = || {
            entries
                .iter()
                .filter(|entry| entry.planner == planner.name())
        };
        let mut total = Total {
            planner: planner.name(),
            pictures: entries().count(),
            solved: 0,
            pixels: 0,
            pieces: 0,
            pieces_per_pixel: 0.0,
            bound: 0,
            ratio: 0.0,
            lines: 0,
            platforms: 0,
            median_seconds: 0.0,
            longest_seconds: 0.0,
        };
        for entry in entries() {
            if let Outcome::Solved {
                pieces,
                bound,
                lines,
                platforms,
                ..
            } = &entry.outcome
            {
                total.solved += 1;
                total.pixels += entry.pixels;
                total.pieces += pieces;
                total.bound += bound;
                total.lines += lines;
                total.platforms += platforms;
            }
        }
        total.pieces_per_pixel = total.pieces as f64 / total.pixels.max(1) as f64;
        total.ratio = ratio(total.pieces, total.bound);
        let solved = entries().filter(|entry| matches!(entry.outcome, Outcome::Solved { .. }));
        let mut seconds: Vec<f64> = solved.map(|entry| entry.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        total.median_seconds = seconds.get(seconds.len() / 2).copied().unwrap_or_default();
        total.longest_seconds = seconds.last().copied().unwrap_or_default();
        total
    }
}

impl Report {
    fn text(&self, verbosity: Verbosity) -> String {
        let mut text = String::new();
        if verbosity.verbose {
            text += &self.pictures.iter().map(Entry::text).collect::<String>();
            text.push('\n');
        }
        text += "planner    solved    pieces  per pixel  x bound   lines  platforms   median s  \
                 longest s\n";
        for total in &self.planners {
            text += &format!(
                "{:<9} {:>3}/{:<3}  {:>8}  {:>9.2}  {:>7.2}  {:>6}  {:>9}  {:>9.3}  {:>9.3}\n",
                total.planner,
                total.solved,
                total.pictures,
                grouped(total.pieces),
                total.pieces_per_pixel,
                total.ratio,
                grouped(total.lines),
                total.platforms,
                total.median_seconds,
                total.longest_seconds,
            );
        }
        let is_alike = |a: &Entry, b: &Entry| a.picture == b.picture && a.remark() == b.remark();
        for entries in self.pictures.chunk_by(is_alike) {
            if let Some(remark) = entries[0].remark() {
                let planners: Vec<&str> = entries.iter().map(|entry| entry.planner).collect();
                let planners = planners.join(", ");
                text += &format!("{} by {planners}: {remark}\n", entries[0].picture);
            }
        }
        for skipped in &self.skipped {
            text += &format!("{}: {}\n", skipped.picture, skipped.reason);
        }
        text
    }
}

impl Entry {
    /// What is said of it even in a short report.
    fn remark(&self) -> Option<Cow<'_, str>> {
        match &self.outcome {
            Outcome::Failed { reason } => Some(reason.into()),
            Outcome::Solved { fallback, .. } => {
                fallback.map(|other| format!("{other} stepped in").into())
            }
        }
    }

    fn text(&self) -> String {
        let what = match &self.outcome {
            Outcome::Solved {
                pieces,
                ratio,
                lines,
                platforms,
                ..
            } => {
                let per_pixel = *pieces as f64 / self.pixels as f64;
                format!(
                    "{pieces} pieces, {per_pixel:.2} per pixel, {ratio:.2} x bound, {lines} lines, \
                     {platforms} platforms"
                )
            }
            Outcome::Failed { reason } => reason.clone(),
        };
        format!(
            "{:<20} {:<9} {what}, {:.3} s\n",
            self.picture, self.planner, self.seconds
        )
    }
}
