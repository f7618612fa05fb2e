//! `tile`: cover a board exactly with pieces, and count, list, draw, explain or play it.

mod args;
mod count;
mod matrix;
mod puzzle;
mod report;
mod stats;

use std::process::ExitCode;

use anyhow::ensure;

use super::failure::Mismatch;
use super::output::{Target, check_targets};
use super::report::write_stdout;
use super::stage::write_all;
use tetris_printer::cover::{
    CoveringSheet, Coverings, Obstacle, SolidSheet, Tiling, compare, play_page,
};

pub use args::Args;
use count::Counted;

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
    check_targets(&args.targets(), &[])?;
    if let Some(target) = &args.play {
        let own = args.board.is_some() || args.puzzle.is_some();
        let own = own.then(|| puzzle::read(args)).transpose()?;
        write_all(&[(target, play_page(own.as_ref())?.as_bytes())])?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(source) = &args.matrix {
        return matrix::run(args, source);
    }
    ensure!(
        !args.no_count || args.wanted() > 0 || args.explain || args.print_matrix || args.json,
        "nothing is asked for: add --list N, --png FILE or --svg FILE, or leave out --no-count"
    );
    let tiling = Tiling::new(puzzle::read(args)?)?;
    if args.print_matrix {
        write_stdout(tiling.problem().to_matrix()?.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let obstacle = Obstacle::find(&tiling);
    if args.stats {
        return stats::print(args, &compare(&tiling, args.choice(), stats::limit(args)));
    }
    let counted = match args.no_count {
        true => None,
        false => Some(count::count(args, &tiling, obstacle.as_ref())?),
    };
    let wanted = args.wanted();
    let coverings = match obstacle {
        Some(_) => Vec::new(),
        None => Coverings::new(&tiling, args.settings())?
            .take(wanted)
            .collect(),
    };
    let was_cut = counted.as_ref().is_some_and(Counted::was_cut);
    let is_undrawn = args.is_drawing() && coverings.is_empty();
    if !was_cut && !is_undrawn {
        draw(args, &tiling, &coverings)?;
    }
    if !args.is_stdout_taken() {
        let report = report::Report {
            tiling: &tiling,
            counted: counted.as_ref(),
            obstacle: obstacle.as_ref(),
            coverings: &coverings[..coverings.len().min(args.list.unwrap_or(0))],
        };
        report.print(args)?;
    }
    let unwritten = match args.is_drawing() {
        true => "; no picture was written",
        false => "",
    };
    ensure!(
        !was_cut,
        Mismatch(format!(
            "the search was cut by --max-branches: there may be more coverings{unwritten}"
        ))
    );
    ensure!(
        !is_undrawn,
        Mismatch("there is no covering to draw: no picture was written".to_owned())
    );
    Ok(ExitCode::SUCCESS)
}

fn draw(args: &Args, tiling: &Tiling, coverings: &[Vec<usize>]) -> anyhow::Result<()> {
    if !args.is_drawing() {
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
