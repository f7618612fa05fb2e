//! The number of coverings, by the method that was asked for or that suits.

use std::ops::ControlFlow;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tetris_printer::cover::{
    BigUint, CountError, CoverSettings, Coverings, Method, Obstacle, OptionOrder, ProfileCounter,
    Supply, Tiling, search_matrix,
};

use super::args::{Args, MethodName};

/// A count and how it was come by.
pub struct Counted {
    pub count: BigUint,
    pub method: &'static str,
    /// Choices of a search that lists.
    pub branches: Option<u64>,
    was_cut: bool,
}

impl Counted {
    /// Whether there may be more.
    pub fn was_cut(&self) -> bool {
        self.was_cut
    }

    fn exact(count: BigUint, method: &'static str) -> Self {
        Counted {
            count,
            method,
            branches: None,
            was_cut: false,
        }
    }
}

pub fn count(args: &Args, tiling: &Tiling, obstacle: Option<&Obstacle>) -> anyhow::Result<Counted> {
    if obstacle.is_some() {
        return Ok(Counted::exact(BigUint::ZERO, "reasoning"));
    }
    let mut counted = match args.method {
        MethodName::Profile if args.distinct => {
            bail!("profiles cannot tell images apart: count them with --method links or bits")
        }
        MethodName::Profile => by_profile(args, tiling)?,
        MethodName::Auto if suits_profiles(args, tiling) => match by_profile(args, tiling) {
            Err(CountError::ProfileTooLong) if tiling.cell_count() <= MOST_LISTED_CELLS => {
                one_by_one(args, tiling)?
            }
            counted => counted?,
        },
        MethodName::Matrix if args.distinct || args.max_branches.is_some() => {
            bail!("the plain matrix only counts: leave out --distinct and --max-branches")
        }
        MethodName::Matrix => by_matrix(args, tiling)?,
        MethodName::Auto | MethodName::Links | MethodName::Bits => one_by_one(args, tiling)?,
    };
    if args.copies_differ {
        counted.count = arrangements_of_copies(tiling).fold(counted.count, std::ops::Mul::mul);
    }
    Ok(counted)
}

/// Boards of more cells, with pieces that are used any number of times, are not counted one by one: nobody sees the end.
/// Set by hand: 14x22 is already too large.
const MOST_LISTED_CELLS: usize = 300;

/// Counting without listing pays where pieces are used any number of times.
fn suits_profiles(args: &Args, tiling: &Tiling) -> bool {
    let mut pieces = tiling.puzzle().pieces().iter();
    let is_listed = args.distinct || args.max_branches.is_some();
    !is_listed && pieces.all(|piece| piece.supply == Supply::Any)
}

fn by_profile(args: &Args, tiling: &Tiling) -> Result<Counted, CountError> {
    let counter = ProfileCounter::new(tiling)?.with_memory(args.memory.saturating_mul(1 << 20));
    let bar = progress(tiling.cell_count() as u64);
    let count = counter.count(|progress| {
        bar.set_position(progress.cell as u64);
        bar.set_message(format!("{} profiles", progress.profiles));
    });
    bar.finish_and_clear();
    Ok(Counted::exact(count?, "profile"))
}

/// A line on a terminal, nothing elsewhere.
fn progress(cells: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(cells), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{pos} of {len} cells, {msg}, {elapsed} ({eta} to go)");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn by_matrix(args: &Args, tiling: &Tiling) -> anyhow::Result<Counted> {
    let mut count = 0u64;
    search_matrix(&tiling.problem(), args.choice(), &mut (), |_| {
        count += 1;
        ControlFlow::Continue(())
    })?;
    Ok(Counted::exact(BigUint::from(count), "matrix"))
}

fn one_by_one(args: &Args, tiling: &Tiling) -> anyhow::Result<Counted> {
    // The order of a search changes its time, not its count.
    let settings = CoverSettings {
        order: OptionOrder::Given,
        ..args.settings()
    };
    let mut coverings = Coverings::new(tiling, settings)?;
    let method = match coverings.method() {
        Method::Links => "links",
        Method::Bits => "bits",
    };
    let bar = counting_bar()?;
    let (count, branches, was_cut) = if settings.limit.is_some() {
        let count = coverings.by_ref().count() as u64;
        (count, coverings.branches(), coverings.was_cut())
    } else {
        let count = coverings.count_on_all_cores(|more| bar.inc(more));
        (count.coverings, count.branches, false)
    };
    bar.finish_and_clear();
    Ok(Counted {
        branches: Some(branches),
        was_cut,
        ..Counted::exact(BigUint::from(count), method)
    })
}

/// What is found, counted on a terminal.
pub fn counting_bar() -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    Ok(bar.with_style(ProgressStyle::with_template("{pos} coverings, {elapsed}")?))
}

/// Factors whose product says in how many ways the copies of the pieces change places.
fn arrangements_of_copies(tiling: &Tiling) -> impl Iterator<Item = u64> {
    let supplies = tiling.puzzle().pieces().iter().map(|piece| piece.supply);
    supplies.flat_map(|supply| match supply {
        Supply::Any => 1..=1,
        Supply::Times(times) => 1..=u64::from(times),
    })
}
