//! `train`: new weights for the default planner, and what they are worth.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::ensure;
use clap::Args;

use super::kind::Kind;
use super::output::{Target, asked_for, check_targets};
use super::reading::ReadingArgs;
use super::report::{Channel, Verbosity, grouped, say};
use super::sources::pictures_in;
use super::stage::write_all;
use super::watch::Watch;
use tetris_printer::plan::Picture;
use tetris_printer::plan::minimal::training::{
    Judged, Training, TrainingRequest, TrainingSize, train,
};

/// Retrain the default planner's weights
///
/// Draws pictures from the seed, searches for plans for them, and fits weights that rank the fields that
/// led to the plans above the others. The table shows how many pieces held-out pictures take with the
/// built-in weights and with the new ones. To use the new ones, replace
/// src/plan/minimal/weights/trained.weights with the file and rebuild the program.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer train --quick
  tetris-printer train --out new.weights
  tetris-printer train --quick --judge sprites --colors 3")]
pub struct TrainArgs {
    /// Write the weights here
    #[arg(short, long, value_name = "FILE")]
    out: Option<Target>,
    /// Train briefly, to see within a minute that training works; the weights are no better
    #[arg(long)]
    quick: bool,
    /// Judge by the pictures in this folder instead of generated ones; those that do not fit on the
    /// standard field or have more than three colours count as not found
    #[arg(long, value_name = "FOLDER")]
    judge: Option<PathBuf>,
    /// Train on the pictures in this folder instead of generated ones
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Seed of the drawings; the same seed makes the same weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub fn run(args: &TrainArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    check_targets(&asked_for([(&args.out, Kind::Weights)]), &[])?;
    let request = args.request()?;
    let watch = Watch::new("training", verbosity);
    let start = Instant::now();
    let training = match train(&request, &watch) {
        Ok(training) => training,
        Err(error) => {
            watch.check()?;
            return Err(error.into());
        }
    };
    drop(watch);
    if let Some(out) = &args.out {
        write_all(&[(out, &training.file)])?;
    }
    let channel = match args.out {
        Some(Target::Stream) => Channel::Stderr,
        _ => Channel::Stdout,
    };
    let seconds = start.elapsed().as_secs_f64();
    say(&report(&training, seconds), channel, verbosity)?;
    Ok(ExitCode::SUCCESS)
}

impl TrainArgs {
    fn request(&self) -> anyhow::Result<TrainingRequest> {
        let read = |folder: &Option<PathBuf>| match folder {
            Some(folder) => self.read(folder),
            None => Ok(Vec::new()),
        };
        let (pictures, judged) = (read(&self.pictures)?, read(&self.judge)?);
        Ok(TrainingRequest {
            size: match self.quick {
                true => TrainingSize::QUICK,
                false => TrainingSize::FULL,
            },
            seed: self.seed,
            pictures: pictures.into_iter().map(|(_, picture)| picture).collect(),
            judged,
        })
    }

    /// What can be read of a folder.
    fn read(&self, folder: &Path) -> anyhow::Result<Vec<(String, Picture)>> {
        let name = folder.display().to_string();
        let read = |path: PathBuf| self.reading.read(&Target::File(path)).ok();
        let sprites = pictures_in(folder)?.into_iter().filter_map(read);
        let pictures: Vec<_> = sprites
            .filter_map(|read| Some((name.clone(), Picture::of(&read.sprite)?)))
            .collect();
        ensure!(!pictures.is_empty(), "no picture in {name} can be read");
        Ok(pictures)
    }
}

/// The table of what the weights are worth.
fn report(training: &Training, seconds: f64) -> String {
    let [old, new] = training.loss;
    let mut text = format!(
        "{:<24} {:>8} {:>8} {:>8} {:>8} {:>10}\n",
        "pieces per pixel", "pictures", "before", "after", "change", "not found"
    );
    for judged in &training.judged {
        text += &line(judged);
    }
    text += &format!(
        "{} fields compared; loss {old:.4}, now {new:.4}; {seconds:.0} s\n",
        grouped(training.comparisons)
    );
    text
}

fn line(judged: &Judged) -> String {
    let [before, after] = judged.ratios();
    let change = 100.0 * (after / before.max(f64::MIN_POSITIVE) - 1.0);
    format!(
        "{:<24} {:>8} {before:>8.3} {after:>8.3} {change:>+7.1}% {:>10}\n",
        judged.name,
        judged.pictures,
        format!("{} / {}", judged.before.not_found, judged.after.not_found)
    )
}
