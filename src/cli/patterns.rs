//! `patterns`: the article's tables, shown, found anew, or proved.

use std::borrow::Cow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;

use super::kind::Kind;
use super::output::{Target, check_targets};
use super::report::{Verbosity, grouped, write_stdout};
use super::stage::write_all;
use super::watch::Watch;
use tetris_printer::game::Pose;
use tetris_printer::plan::classic::{
    EmitterLayout, LEAST_WIDTH, MAX_ATTEMPTS, MOST_WIDTH, Packing, PackingEffort, Pattern,
    Patterns, Platform, WIDTH, is_printable_width, prove_layout,
};
use tetris_printer::plan::{Monitor, Progress};

/// Show the article's pattern tables, recompute them, or prove them optimal
///
/// A pattern fills some rows over blocks of three cells, the upper sides of the pieces that print,
/// so that the rows clear and only the printed squares are left. Without options: how many patterns
/// there are of each size.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer patterns
  tetris-printer patterns --layout 3,9        (the pattern for blocks at columns 3 and 9)
  tetris-printer patterns --platforms
  tetris-printer patterns --search --seed 7
  tetris-printer patterns --search --width 15
  tetris-printer patterns --layout 3 --rows 3 --prove")]
pub struct PatternsArgs {
    /// Show the pattern for blocks of three that start in these columns
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    layout: Vec<usize>,
    /// Show the platforms
    #[arg(long, conflicts_with_all = ["layout", "search", "prove"])]
    platforms: bool,
    /// Columns of the field, an odd number from 7 to 31, the article's MATRIX_WIDTH. The program carries tables for 21; on
    /// others patterns are found when they are asked for
    #[arg(long, value_name = "COLUMNS", default_value_t = WIDTH, value_parser = printable_width)]
    width: usize,
    /// Search for all patterns and platforms from scratch
    #[arg(long, conflicts_with = "layout")]
    search: bool,
    /// Prove that fewer rows are impossible, for every pattern or for one --layout
    #[arg(long)]
    prove: bool,
    /// Number of rows to prove impossible
    #[arg(long, value_name = "N", requires_all = ["prove", "layout"])]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=13))]
    rows: Option<u8>,
    /// Seed of the search; the same seed finds the same patterns
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Insertions to try before restarting the search
    #[arg(long, value_name = "N", default_value_t = MAX_ATTEMPTS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_attempts: u32,
    /// Write the patterns found to emitters1.txt, emitters2.txt ... and platforms.txt in this folder
    #[arg(long, value_name = "FOLDER", requires = "search")]
    out: Option<PathBuf>,
}

pub fn run(args: &PatternsArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    if args.prove {
        return args.prove(verbosity);
    }
    let text = if args.search {
        args.search(verbosity)?
    } else if args.platforms {
        platforms(Platform::on(args.width))
    } else if args.layout.is_empty() {
        summary(args.tables()?)
    } else {
        show(args.pattern()?.as_ref())
    };
    write_stdout(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

impl PatternsArgs {
    fn layout(&self) -> anyhow::Result<EmitterLayout> {
        let last = self.width - EmitterLayout::BLOCK;
        let mut starts = self.layout.clone();
        starts.sort_unstable();
        let is_apart = starts
            .windows(2)
            .all(|pair| pair[0] + EmitterLayout::BLOCK <= pair[1]);
        ensure!(
            is_apart && starts.iter().all(|start| *start <= last),
            "blocks are three columns wide and stand apart: give start columns from 0 to {last}, like \
             --layout 3,9"
        );
        Ok(EmitterLayout::of_blocks(starts))
    }

    /// The pattern over the layout that is asked for.
    fn pattern(&self) -> anyhow::Result<Cow<'static, Pattern>> {
        let pattern = Pattern::over(self.width, self.layout()?);
        pattern.context(
            "no pattern was found for this layout (which does not prove that there is none)",
        )
    }

    /// The tables that the program carries.
    fn tables(&self) -> anyhow::Result<&'static Patterns> {
        ensure!(
            self.width == WIDTH,
            "the program carries tables for {WIDTH} columns: add --search to find those for {}",
            self.width
        );
        Ok(Patterns::get())
    }

    fn search(&self, verbosity: Verbosity) -> anyhow::Result<String> {
        let names: Vec<Target> = self.files().into_iter().map(Target::File).collect();
        let targets: Vec<(&Target, Kind)> = names.iter().map(|name| (name, Kind::Text)).collect();
        check_targets(&targets, &[])?;
        let watch = Watch::new("searching", verbosity);
        let start = Instant::now();
        let effort = PackingEffort {
            attempts: self.max_attempts,
            starts: u32::MAX,
        };
        let found = Patterns::search(self.width, self.seed, effort, &watch)?;
        let seconds = start.elapsed().as_secs_f64();
        let files: Vec<String> = (1..=found.most_blocks())
            .map(|blocks| found.emitter_file(blocks))
            .chain([found.platform_file()])
            .collect();
        let outputs: Vec<(&Target, &[u8])> = names
            .iter()
            .zip(&files)
            .map(|(name, text)| (name, text.as_bytes()))
            .collect();
        write_all(&outputs)?;
        let count = found.iter().count();
        Ok(format!(
            "{}\nfound {} patterns and {} platforms in {seconds:.2} s, seed {}\n",
            summary(&found),
            grouped(count),
            found.platforms().len(),
            self.seed
        ))
    }

    fn files(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.out else {
            return Vec::new();
        };
        (1..=self.width / EmitterLayout::BLOCK)
            .map(|blocks| folder.join(format!("emitters{blocks}.txt")))
            .chain([folder.join("platforms.txt")])
            .collect()
    }

    /// Proves that no pattern has fewer rows than the table gives, or one layout's claim. Exit code 1
    /// if a claim is not proved.
    fn prove(&self, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
        let claims: Vec<(EmitterLayout, u8)> = match (self.layout.is_empty(), self.rows) {
            (true, _) => self.tables()?.iter().flat_map(lower_rows).collect(),
            (false, Some(rows)) => vec![(self.layout()?, rows)],
            (false, None) => lower_rows(self.pattern()?.as_ref()).collect(),
        };
        let watch = Watch::new("proving", verbosity);
        let total = claims.len() as u64;
        let mut text = String::new();
        let mut proved = 0;
        for (done, (layout, rows)) in claims.into_iter().enumerate() {
            let starts: Vec<usize> = layout.starts().collect();
            match prove_layout(self.width, layout, rows, &watch) {
                Packing::Impossible => proved += 1,
                Packing::Packed(_) => {
                    text += &format!("{rows} rows over blocks at {starts:?} are possible\n")
                }
                Packing::GivenUp => {
                    text += &format!("{rows} rows over blocks at {starts:?}: not decided\n")
                }
            }
            watch.check()?;
            watch.on_progress(Progress {
                done: done as u64 + 1,
                total,
                pieces: None,
            });
        }
        text += &format!(
            "proved impossible: {} of {} claims\n",
            grouped(proved),
            grouped(total as usize)
        );
        write_stdout(text.as_bytes())?;
        Ok(ExitCode::from(u8::from(proved < total as usize)))
    }
}

/// The smaller numbers of rows over the pattern's layout that are not excluded by area alone.
fn lower_rows(pattern: &Pattern) -> impl Iterator<Item = (EmitterLayout, u8)> + use<> {
    let (layout, rows) = (pattern.layout, pattern.rows as u8);
    (1..rows)
        .filter(move |less| (rows - less).is_multiple_of(4))
        .map(move |less| (layout, less))
}

fn show(pattern: &Pattern) -> String {
    let rows = pattern.rows;
    format!(
        "{}\n{rows} rows, {} pieces with the emitters (A)\n",
        pattern.lettering(),
        pieces(pattern)
    )
}

fn pieces(pattern: &Pattern) -> usize {
    pattern.layout.block_count() + pattern.drops.len()
}

fn platforms(platforms: &[Platform]) -> String {
    let pictures = platforms.iter().map(|platform| {
        let (foot, closing) = (platform.column(), platform.closing);
        format!(
            "{}T at column {foot}, removed by {closing}\n",
            platform.lettering()
        )
    });
    pictures.collect::<Vec<_>>().join("\n")
}

/// The article's table: for each number of squares the rows, pieces and patterns.
fn summary(patterns: &Patterns) -> String {
    let width = patterns.width();
    let mut text = "squares  rows  pieces  patterns\n".to_owned();
    for blocks in 1..=patterns.most_blocks() {
        let patterns = patterns.with_blocks(blocks);
        let mut rows: Vec<usize> = patterns.iter().map(|pattern| pattern.rows).collect();
        rows.sort_unstable();
        rows.dedup();
        for rows in rows {
            let of_rows: Vec<&Pattern> = patterns
                .iter()
                .filter(|pattern| pattern.rows == rows)
                .collect();
            let (pieces, count) = (pieces(of_rows[0]), of_rows.len());
            text += &format!("{blocks:>7}  {rows:>4}  {pieces:>6}  {count:>8}\n");
        }
    }
    let ways: usize = Pose::ALL
        .into_iter()
        .map(|pose| width + 1 - usize::from(pose.shape().width))
        .sum();
    text += &format!(
        "{:>31}\n",
        format!("all {}", grouped(patterns.iter().count()))
    );
    text + &format!("\n{ways} ways to drop a piece on {width} columns\n")
}

/// A width that the article's method prints on.
fn printable_width(text: &str) -> Result<usize, String> {
    let width: usize = text
        .parse()
        .map_err(|_| format!("`{text}` is not a number"))?;
    match is_printable_width(width) {
        true => Ok(width),
        false => Err(format!(
            "the patterns print on an odd number of columns, {LEAST_WIDTH} to {MOST_WIDTH}"
        )),
    }
}
