//! Composing a pass: which emitters stand beside one another.
//!
//! The filled cells of the matrix's lowest row fix, modulo four, how many rows must be filled and
//! so how many lines the pass costs. A pass that prints the most squares is therefore wanted for
//! each remainder; dynamic programming along the columns finds all four at once.

use super::emitter::Emitter;
use super::patterns::WIDTH;
use super::row::RowTask;

/// What is taken around a column: in the printed row and in the row above it, this column and the
/// next (two bits each); and the cells filled so far modulo four.
const STATES: usize = 64;

#[derive(Clone, Copy)]
struct Cell {
    value: i32,
    /// The state one column earlier, and the emitter that stands on that column.
    from: u8,
    emitter: u8,
}

const NO_EMITTER: u8 = u8::MAX;
const UNREACHED: Cell = Cell {
    value: i32::MIN,
    from: 0,
    emitter: NO_EMITTER,
};

/// A square's worth. Whims far below it only decide between passes that print as many squares.
pub const SQUARE: i32 = 64;

/// For each remainder modulo four of the cells filled in the matrix's lowest row, emitters that
/// print the most squares, flipped ones first; none where the remainder cannot be had. `whim` adds
/// to the worth of each emitter that could be used: for a constant the choice is always the same.
pub fn compose_passes(
    task: &RowTask,
    printed: u32,
    mut whim: impl FnMut() -> i32,
) -> [Vec<Emitter>; 4] {
    let emitters = task.emitters(printed);
    let values: Vec<i32> = (emitters.iter())
        .map(|emitter| emitter.emits.count_ones() as i32 * SQUARE + whim())
        .collect();
    let mut best = [[UNREACHED; STATES]; WIDTH + 1];
    best[0][0].value = 0;
    for column in 0..WIDTH {
        let here: Vec<usize> = (0..emitters.len())
            .filter(|i| emitters[*i].column == column)
            .collect();
        for state in 0..STATES {
            let value = best[column][state].value;
            if value == i32::MIN {
                continue;
            }
            let (row, above, filled) = (state & 3, state >> 2 & 3, state >> 4);
            let mut reach = |row: usize, above: usize, filled: usize, value: i32, emitter: u8| {
                let next = row >> 1 | (above >> 1) << 2 | (filled & 3) << 4;
                let cell = &mut best[column + 1][next];
                if value > cell.value {
                    *cell = Cell {
                        value,
                        from: state as u8,
                        emitter,
                    };
                }
            };
            reach(row, above, filled, value, NO_EMITTER);
            for &i in &here {
                let emitter = &emitters[i];
                let emits = (emitter.emits >> column) as usize;
                let fills = (emitter.fills >> column) as usize;
                let arms = printed | (row as u32) << column;
                let is_free = row & emits == 0 && above & fills == 0;
                if is_free && emitter.is_supported(task.below, arms) {
                    let filled = filled + fills.count_ones() as usize;
                    reach(
                        row | emits,
                        above | fills,
                        filled,
                        value + values[i],
                        i as u8,
                    );
                }
            }
        }
    }
    [0, 1, 2, 3].map(|filled| trace(&best, filled, &emitters))
}

/// The emitters of the best pass whose filled cells have this remainder.
fn trace(best: &[[Cell; STATES]; WIDTH + 1], filled: usize, emitters: &[Emitter]) -> Vec<Emitter> {
    let mut state = filled << 4;
    let mut chosen = Vec::new();
    if best[WIDTH][state].value <= 0 {
        return chosen;
    }
    for column in (1..=WIDTH).rev() {
        let cell = best[column][state];
        if cell.emitter != NO_EMITTER {
            chosen.push(emitters[cell.emitter as usize]);
        }
        state = cell.from as usize;
    }
    chosen.sort_by_key(|emitter| (!emitter.is_flipped(), emitter.column));
    chosen
}
