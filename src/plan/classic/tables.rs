//! The article's image converter: greedy passes from left to right, patterns from the tables.

use super::emitter::Emitter;
use super::layout::EmitterLayout;
use super::patterns::Pattern;
use super::row::{Pass, RowPrint, RowTask, emits, fills};

/// Prints a row by tables alone, over a platform if some piece would find nothing to rest on, not
/// even a neighbour printed before; `None` if it cannot be done (it always can be within the
/// margins of a [`Setting`](super::setting::Setting)).
pub fn print_row(task: &RowTask) -> Option<RowPrint> {
    task.print_bare(passes)
        .or_else(|| task.print_on_platform(passes))
}

fn passes(task: &RowTask) -> Option<Vec<Pass>> {
    let pixels = task.pixels();
    let mut printed = 0;
    let mut passes = Vec::new();
    while printed != pixels {
        let pass = table_pass(task, printed)?;
        printed |= pass.emits();
        passes.push(pass);
    }
    Some(passes)
}

/// One pass with as many unflipped pieces as fit beside one another, those that end first being
/// taken first; `None` if not even one finds support.
pub fn table_pass(task: &RowTask, printed: u32) -> Option<Pass> {
    let mut candidates: Vec<Emitter> = task
        .emitters(printed)
        .into_iter()
        .filter(|emitter| !emitter.is_flipped() && emitter.is_supported(task.below, printed))
        .collect();
    candidates.sort_by_key(|emitter| emitter.column);
    let emitters = side_by_side(candidates);
    if emitters.is_empty() {
        return None;
    }
    let pattern = Pattern::over(task.width, EmitterLayout::from_mask(fills(&emitters)))?;
    Some(Pass {
        emitters,
        filling: pattern.into_owned().drops,
    })
}

/// Each of the candidates in turn that is in the way of none before it.
pub fn side_by_side(candidates: Vec<Emitter>) -> Vec<Emitter> {
    let mut chosen: Vec<Emitter> = Vec::new();
    for emitter in candidates {
        if emitter.fills & fills(&chosen) == 0 && emitter.emits & emits(&chosen) == 0 {
            chosen.push(emitter);
        }
    }
    chosen
}
