//! `tile`: cover a board exactly with pieces, and count, list, draw, explain or play it.

mod count;
mod matrix;
mod puzzle;
mod report;
mod stats;

use std::num::NonZeroU64;
use std::process::ExitCode;

use anyhow::ensure;
use clap::ValueEnum;

use super::failure::Mismatch;
use super::kind::Kind;
use super::output::{Target, asked_for, check_targets};
use super::report::write_stdout;
use super::stage::write_all;
use tetris_printer::cover::{
    CoverSettings, CoveringSheet, Coverings, ItemChoice, Method, Obstacle, OptionOrder, PieceSet,
    ProfileCounter, SolidSheet, Tiling, compare, play_page,
};

use count::Counted;

/// Cover a board exactly with polyominoes or polycubes.
///
/// Prints the number of coverings alone on the first line; 0 with the reason on the second, where
/// there is one. Boards are written COLUMNSxROWS or COLUMNSxROWSxLAYERS.
#[derive(Debug, clap::Args)]
#[command(after_long_help = puzzle::HELP.as_str())]
pub struct Args {
    /// The board: 6x6, or 3x4x5 for a box
    #[arg(required_unless_present_any = ["puzzle", "puzzles", "play", "matrix"])]
    #[arg(conflicts_with_all = ["puzzle", "matrix"])]
    board: Option<String>,

    /// A known puzzle, a puzzle file, or - for standard input
    #[arg(long, value_name = "NAME|FILE")]
    puzzle: Option<String>,

    /// An exact cover problem as a matrix: a line of 0s and 1s for each row, to choose rows that have one 1 in each
    /// column; - is standard input. --list prints the numbers of the rows
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["puzzle", "distinct", "copies_differ", "cells", "explain", "png", "svg"])]
    matrix: Option<Target>,

    /// Print the puzzle as such a matrix: a row for each placement, a column for each cell and for each piece that is
    /// used once
    #[arg(long, conflicts_with_all = ["matrix", "list", "random", "stats", "json", "png", "svg", "play"])]
    print_matrix: bool,

    /// List the known puzzles
    #[arg(long)]
    puzzles: bool,

    /// The pieces: dominoes, trominoes, tetrominoes, pentominoes or soma
    #[arg(long, default_value = "tetrominoes", conflicts_with = "puzzle")]
    set: PieceSet,

    /// Only these of the set, by their letters, like IOTS
    #[arg(long, value_name = "LETTERS", conflicts_with = "puzzle")]
    pieces: Option<String>,

    /// Use each piece exactly once (without it: any number of times)
    #[arg(long, conflicts_with_all = ["puzzle", "times"])]
    once: bool,

    /// Use each piece exactly N times
    #[arg(long, value_name = "N", conflicts_with = "puzzle")]
    times: Option<u32>,

    /// Turn pieces, but never turn them over: J and Z join the tetrominoes
    #[arg(long, conflicts_with = "puzzle")]
    one_sided: bool,

    /// Count coverings that are turned or reflected images of each other as one
    #[arg(long)]
    distinct: bool,

    /// Count the copies of a piece that is used several times as different
    #[arg(long, conflicts_with = "distinct")]
    copies_differ: bool,

    /// Print the first N coverings
    #[arg(long, value_name = "N")]
    list: Option<usize>,

    /// List coverings by the numbers of their cells, a piece a line, instead of as drawings
    #[arg(long, requires = "list")]
    cells: bool,

    /// Find coverings in random order (with --list, --png, --svg)
    #[arg(long)]
    random: bool,

    /// What to draw the random order from; the same seed finds the same coverings
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Do not count; for boards too large for it
    #[arg(long)]
    no_count: bool,

    /// How to count and search
    #[arg(long, value_enum, default_value_t = MethodName::Auto)]
    method: MethodName,

    /// What the links branch on: the cell or piece with the fewest options, or the first
    #[arg(long, value_enum, default_value_t = ChoiceName::Smallest)]
    choice: ChoiceName,

    /// End a search after N choices
    #[arg(long, value_name = "N")]
    max_branches: Option<NonZeroU64>,

    /// Memory for counting without listing, in MB
    #[arg(long, value_name = "MB", default_value_t = ProfileCounter::DEFAULT_MEMORY >> 20)]
    memory: usize,

    /// Print what the search costs by level: plain matrix, links, links that refuse hopeless regions, and the matrix
    /// with its first column
    #[arg(long)]
    stats: bool,

    /// Say why there is no covering
    #[arg(long)]
    explain: bool,

    /// Draw the coverings as a PNG; - is standard output
    #[arg(long, value_name = "FILE")]
    png: Option<Target>,

    /// Draw the coverings as an SVG; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<Target>,

    /// Draw solids in space (with --png): as they stand, and with their layers lifted off each other
    #[arg(long, requires = "png", conflicts_with = "svg")]
    isometric: bool,

    /// Size of a cell in pictures, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 24)]
    cell: usize,

    /// Write a page of puzzles to play in a browser; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["png", "svg", "list", "stats", "matrix"])]
    play: Option<Target>,

    /// Print one machine-readable report
    #[arg(long, conflicts_with = "play")]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// What is fastest for the puzzle
    Auto,
    /// Dancing links
    Links,
    /// A backtracker on bits, for boards that are not too wide
    Bits,
    /// Count without listing, by profiles; for boards up to about 12 wide
    Profile,
    /// A plain matrix copied at every step, for comparison on small boards
    Matrix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChoiceName {
    Smallest,
    First,
}

/// Runs `tile`. Exit code 1 when a search was cut short or a covering asked for does not exist.
///
/// # Errors
///
/// Input that makes no sense, or trouble with files.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.puzzles {
        write_stdout(puzzle::known_puzzles().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    check_targets(&targets(args), &[])?;
    if let Some(target) = &args.play {
        let own = args.board.is_some() || args.puzzle.is_some();
        let own = own.then(|| puzzle::read(args)).transpose()?;
        write_all(&[(target, play_page(own.as_ref())?.as_bytes())])?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(source) = &args.matrix {
        return matrix::run(args, source);
    }
    let tiling = Tiling::new(puzzle::read(args)?)?;
    if args.print_matrix {
        write_stdout(tiling.problem().to_matrix()?.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let obstacle = Obstacle::find(&tiling);
    if args.stats {
        return stats::print(args, &compare(&tiling, choice(args), stats::limit(args)));
    }
    let counted = match args.no_count {
        true => None,
        false => Some(count::count(args, &tiling, obstacle.as_ref())?),
    };
    let wanted = wanted(args);
    let coverings = match obstacle {
        Some(_) => Vec::new(),
        None => Coverings::new(&tiling, settings(args))?
            .take(wanted)
            .collect(),
    };
    let was_cut = counted.as_ref().is_some_and(Counted::was_cut);
    let is_undrawn = is_drawing(args) && coverings.is_empty();
    if !was_cut && !is_undrawn {
        draw(args, &tiling, &coverings)?;
    }
    if !is_stdout_taken(args) {
        let report = report::Report {
            tiling: &tiling,
            counted: counted.as_ref(),
            obstacle: obstacle.as_ref(),
            coverings: &coverings[..coverings.len().min(args.list.unwrap_or(0))],
        };
        report.print(args)?;
    }
    ensure!(
        !was_cut,
        Mismatch(format!(
            "the search was cut by --max-branches: there may be more coverings{}",
            if is_drawing(args) {
                "; no picture was written"
            } else {
                ""
            }
        ))
    );
    ensure!(
        !is_undrawn,
        Mismatch("there is no covering to draw: no picture was written".to_owned())
    );
    Ok(ExitCode::SUCCESS)
}

/// The coverings that are to be found one by one.
fn wanted(args: &Args) -> usize {
    args.list
        .unwrap_or(usize::from(is_drawing(args) || args.random))
}

fn settings(args: &Args) -> CoverSettings {
    CoverSettings {
        method: match args.method {
            MethodName::Auto | MethodName::Profile => None,
            MethodName::Links | MethodName::Matrix => Some(Method::Links),
            MethodName::Bits => Some(Method::Bits),
        },
        choice: choice(args),
        order: order(args),
        distinct: args.distinct,
        limit: args.max_branches.map(NonZeroU64::get),
    }
}

fn choice(args: &Args) -> ItemChoice {
    match args.choice {
        ChoiceName::Smallest => ItemChoice::Smallest,
        ChoiceName::First => ItemChoice::First,
    }
}

fn order(args: &Args) -> OptionOrder {
    match args.random {
        true => OptionOrder::Shuffled { seed: args.seed },
        false => OptionOrder::Given,
    }
}

fn targets(args: &Args) -> Vec<(&Target, Kind)> {
    asked_for([
        (&args.png, Kind::Png),
        (&args.svg, Kind::Svg),
        (&args.play, Kind::Html),
    ])
}

fn is_stdout_taken(args: &Args) -> bool {
    targets(args)
        .iter()
        .any(|(target, _)| **target == Target::Stream)
}

fn is_drawing(args: &Args) -> bool {
    args.png.is_some() || args.svg.is_some()
}

fn draw(args: &Args, tiling: &Tiling, coverings: &[Vec<usize>]) -> anyhow::Result<()> {
    if !is_drawing(args) {
        return Ok(());
    }
    if let (true, Some(target)) = (args.isometric, &args.png) {
        let mut png = Vec::new();
        SolidSheet::new(tiling, coverings, args.cell)?.write_png(&mut png)?;
        return write_all(&[(target, &png)]);
    }
    let sheet = CoveringSheet::new(tiling, coverings, args.cell)?;
    let (mut png, mut svg) = (Vec::new(), Vec::new());
    let mut outputs: Vec<(&Target, &[u8])> = Vec::new();
    if let Some(target) = &args.png {
        sheet.write_png(&mut png)?;
        outputs.push((target, &png));
    }
    if let Some(target) = &args.svg {
        sheet.write_svg(&mut svg)?;
        outputs.push((target, &svg));
    }
    write_all(&outputs)
}
