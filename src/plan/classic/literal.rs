//! The article's own reading of its real-time search, kept for comparison: a platform whenever a
//! pixel has none below, flipped pieces packed greedily and then unflipped ones, support only from
//! earlier passes, and the matrix's height tried once more with four rows on top before the tables.

use super::emitter::Emitter;
use super::options::RealtimeOptions;
use super::packing::Packer;
use super::patterns::least_rows;
use super::row::{Pass, RowPrint, RowTask, fills};
use super::skyline::Skyline;
use super::tables::{side_by_side, table_pass};
use crate::plan::Monitor;

/// Prints a row as the article says; `None` as in [`super::realtime::print_row`].
pub fn print_row(
    task: &RowTask,
    options: &RealtimeOptions,
    monitor: &dyn Monitor,
) -> Option<RowPrint> {
    let passes = |task: &RowTask| passes(task, options, monitor);
    if task.is_supported() {
        task.print_bare(passes)
    } else {
        task.print_on_platform(passes)
    }
}

fn passes(task: &RowTask, options: &RealtimeOptions, monitor: &dyn Monitor) -> Option<Vec<Pass>> {
    let mut printed = 0;
    let mut passes = Vec::new();
    while printed != task.pixels() {
        let emitters = greedy_emitters(task, printed);
        let least = least_rows(task.width, fills(&emitters).count_ones() as usize);
        let mut packer = Packer::new(
            task.site(printed),
            options.seed ^ u64::from(printed),
            monitor,
        );
        let start = Skyline::of_row(task.width, fills(&emitters));
        let filling = [least, least + 4]
            .into_iter()
            .find_map(|rows| packer.pack(start, rows, options.effort).drops());
        let pass = match filling {
            Some(filling) => Pass { emitters, filling },
            None => table_pass(task, printed)?,
        };
        printed |= pass.emits();
        passes.push(pass);
    }
    Some(passes)
}

/// Flipped pieces where three equal pixels remain, from left to right; then unflipped ones.
fn greedy_emitters(task: &RowTask, printed: u32) -> Vec<Emitter> {
    let mut candidates: Vec<Emitter> = task
        .emitters(printed)
        .into_iter()
        .filter(|emitter| emitter.is_supported(task.below, printed))
        .collect();
    candidates.sort_by_key(|emitter| (!emitter.is_flipped(), emitter.emits.trailing_zeros()));
    side_by_side(candidates)
}
