//! `--matrix`: the solutions of an exact cover problem given as zeros and ones.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use serde_json::json;
use tetris_printer::cover::{
    CoverSearch, DancingLinks, ObservedLinks, OptionOrder, Problem, compare_problem, search_matrix,
};

use super::args::{Args, MethodName};
use super::{count, stats};
use crate::cli::failure::Mismatch;
use crate::cli::input::{name, read_text};
use crate::cli::output::Target;
use crate::cli::report::{print_json, write_stdout};

/// The largest matrix that is read.
const MAX_BYTES: u64 = 1 << 24;

/// How many solutions there are, as far as the search got.
struct Solved {
    solutions: u64,
    was_cut: bool,
}

pub fn run(args: &Args, source: &Target) -> anyhow::Result<ExitCode> {
    ensure!(
        !matches!(args.method, MethodName::Bits | MethodName::Profile),
        "a matrix has no board: solve it with --method links or matrix"
    );
    let text = read_text(source, MAX_BYTES)?;
    let problem = Problem::parse_matrix(&text).with_context(|| name(source))?;
    if args.stats {
        let compared = compare_problem(&problem, args.choice(), stats::limit(args));
        return stats::print(args, &compared);
    }
    let solved = match args.no_count {
        true => None,
        false => Some(solve(args, &problem)?),
    };
    let listed = list(args, &problem);
    if args.json {
        print_json(&json!({
            "rows": problem.option_count(),
            "columns": problem.item_count(),
            "count": solved.as_ref().map(|solved| solved.solutions.to_string()),
            "complete": solved.as_ref().map(|solved| !solved.was_cut),
            "solutions": listed,
        }))?;
    } else {
        write_stdout(text_of(solved.as_ref(), &listed)?.as_bytes())?;
    }
    if solved.is_some_and(|solved| solved.was_cut) {
        bail!(Mismatch(
            "the search was cut by --max-branches: there may be more solutions".to_owned()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn solve(args: &Args, problem: &Problem) -> anyhow::Result<Solved> {
    if args.method == MethodName::Matrix {
        ensure!(
            args.max_branches.is_none(),
            "the plain matrix only counts: leave out --max-branches"
        );
        let mut solutions = 0;
        search_matrix(problem, args.choice(), &mut (), |_| {
            solutions += 1;
            ControlFlow::Continue(())
        })?;
        return Ok(Solved {
            solutions,
            was_cut: false,
        });
    }
    let search = DancingLinks::ordered(problem, args.choice(), OptionOrder::Given);
    let Some(limit) = args.max_branches else {
        let bar = count::counting_bar()?;
        let count = search.count_on_all_cores(|more| bar.inc(more));
        bar.finish_and_clear();
        return Ok(Solved {
            solutions: count.coverings,
            was_cut: false,
        });
    };
    let mut search = search.limited(limit.get());
    Ok(Solved {
        solutions: search.count_rest(),
        was_cut: search.was_cut(),
    })
}

/// The rows of the first solutions, counted from 1 and rising.
fn list(args: &Args, problem: &Problem) -> Vec<Vec<usize>> {
    let wanted = args.list.unwrap_or(usize::from(args.random));
    if wanted == 0 {
        return Vec::new();
    }
    let limit = args.max_branches.map_or(u64::MAX, |limit| limit.get());
    let search = ObservedLinks::new(problem, args.choice(), args.order(), ());
    let mut solutions: Vec<Vec<usize>> = search.limited(limit).solutions().take(wanted).collect();
    for rows in &mut solutions {
        rows.iter_mut().for_each(|row| *row += 1);
        rows.sort_unstable();
    }
    solutions
}

fn text_of(solved: Option<&Solved>, listed: &[Vec<usize>]) -> anyhow::Result<String> {
    let mut text = String::new();
    if let Some(solved) = solved {
        writeln!(text, "{}", solved.solutions)?;
    }
    for rows in listed {
        let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
        writeln!(text, "{}", rows.join(" "))?;
    }
    Ok(text)
}
