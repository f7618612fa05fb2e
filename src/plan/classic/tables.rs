//! The article's image converter: greedy passes from left to right, patterns from the tables.

use super::emitter::Emitter;
use super::layout::Layout;
use super::patterns::{Patterns, Platform};
use super::row::{Pass, RowPrint, RowTask, fills};

/// Prints a row by tables alone, over a platform if some piece would find nothing to rest on, not
/// even a neighbour printed before; `None` if it cannot be done (it always can be within the
/// margins of a [`Setting`](super::setting::Setting)).
pub fn print_row(task: &RowTask) -> Option<RowPrint> {
    let bare = passes(task);
    bare.map(|passes| RowPrint {
        platform: None,
        passes,
    })
    .or_else(|| {
        let platform = platform_for(task)?;
        let passes = passes(&task.lifted(platform))?;
        Some(RowPrint {
            platform: Some(platform),
            passes,
        })
    })
}

/// A platform that stands on some pixel of the row below.
pub fn platform_for(task: &RowTask) -> Option<&'static Platform> {
    Patterns::get().platform_over(task.below.trailing_zeros() as usize)
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
    let mut emitters: Vec<Emitter> = Vec::new();
    let mut emitted = 0;
    for emitter in candidates {
        if emitter.fills & fills(&emitters) == 0 && emitter.emits & emitted == 0 {
            emitted |= emitter.emits;
            emitters.push(emitter);
        }
    }
    if emitters.is_empty() {
        return None;
    }
    let pattern = Patterns::get().of_layout(Layout::from_mask(fills(&emitters)));
    Some(Pass {
        emitters,
        filling: pattern.drops.clone(),
    })
}
