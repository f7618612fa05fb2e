//! Composing a pass: which emitters stand beside one another.
//!
//! The filled cells of the matrix's lowest row fix, modulo four, how many rows must be filled and
//! so how many lines the pass costs. A pass that prints the most squares is therefore wanted for
//! each remainder; dynamic programming along the columns finds all four at once.

use std::iter;

use super::emitter::Emitter;
use super::row::RowTask;
use super::skyline::Skyline;

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

/// A square's worth. Noise far below it only decides between passes that print as many squares.
pub const SQUARE: i32 = 64;

/// For each remainder modulo four of the cells filled in the matrix's lowest row, emitters that
/// print the most squares, flipped ones first; none where the remainder cannot be had. `noise` adds
/// to the worth of each emitter that could be used: for a constant the choice is always the same.
pub fn compose_passes(
    task: &RowTask,
    printed: u32,
    mut noise: impl FnMut() -> i32,
) -> [Vec<Emitter>; 4] {
    let emitters = task.emitters(printed);
    let values = (emitters.iter())
        .map(|emitter| emitter.emits.count_ones() as i32 * SQUARE + noise())
        .collect();
    let composer = Composer {
        task,
        printed,
        emitters,
        values,
    };
    let mut best = [[UNREACHED; STATES]; Skyline::MAX_WIDTH + 1];
    let best = &mut best[..=task.width];
    best[0][0].value = 0;
    for column in 0..task.width {
        let here = composer.emitters_on(column);
        for state in 0..STATES {
            let Cell { value, .. } = best[column][state];
            if value == UNREACHED.value {
                continue;
            }
            for (taken, gain, emitter) in composer.steps(column, &here, Taken::of_state(state)) {
                best[column + 1][taken.next_state()].improve(Cell {
                    value: value + gain,
                    from: state as u8,
                    emitter,
                });
            }
        }
    }
    [0, 1, 2, 3].map(|filled| trace(best, filled, &composer.emitters))
}

/// What a pass may be composed of.
struct Composer<'a> {
    task: &'a RowTask,
    printed: u32,
    emitters: Vec<Emitter>,
    values: Vec<i32>,
}

impl Composer<'_> {
    fn emitters_on(&self, column: usize) -> Vec<usize> {
        let emitters = self.emitters.iter().enumerate();
        emitters
            .filter(|(_, emitter)| emitter.column == column)
            .map(|(i, _)| i)
            .collect()
    }

    /// No emitter, or one of those `here` on a column: what is taken with it, its worth, its
    /// number.
    fn steps(
        &self,
        column: usize,
        here: &[usize],
        taken: Taken,
    ) -> impl Iterator<Item = (Taken, i32, u8)> {
        let arms = self.printed | (taken.row as u32) << column;
        let standing = here.iter().filter_map(move |&i| {
            let emitter = &self.emitters[i];
            let with_emitter = taken.with(emitter)?;
            emitter.is_supported(self.task.below, arms).then_some((
                with_emitter,
                self.values[i],
                i as u8,
            ))
        });
        iter::once((taken, 0, NO_EMITTER)).chain(standing)
    }
}

impl Cell {
    /// Of equals the first stays.
    fn improve(&mut self, other: Cell) {
        if other.value > self.value {
            *self = other;
        }
    }
}

/// What is taken from a column on, one bit per column, and how many cells are filled.
#[derive(Clone, Copy)]
struct Taken {
    /// In the printed row.
    row: usize,
    /// In the row above it.
    above: usize,
    filled: usize,
}

impl Taken {
    fn of_state(state: usize) -> Taken {
        Taken {
            row: state & 3,
            above: state >> 2 & 3,
            filled: state >> 4,
        }
    }

    /// The state as seen from the next column.
    fn next_state(self) -> usize {
        self.row >> 1 | (self.above >> 1) << 2 | (self.filled & 3) << 4
    }

    /// With an emitter that stands on this column; `None` if something is in its way.
    fn with(self, emitter: &Emitter) -> Option<Taken> {
        let emits = (emitter.emits >> emitter.column) as usize;
        let fills = (emitter.fills >> emitter.column) as usize;
        (self.row & emits == 0 && self.above & fills == 0).then_some(Taken {
            row: self.row | emits,
            above: self.above | fills,
            filled: self.filled + fills.count_ones() as usize,
        })
    }
}

/// The emitters of the best pass whose filled cells have this remainder.
fn trace(best: &[[Cell; STATES]], filled: usize, emitters: &[Emitter]) -> Vec<Emitter> {
    let mut state = filled << 4;
    let mut chosen = Vec::new();
    let width = best.len() - 1;
    if best[width][state].value <= 0 {
        return chosen;
    }
    for column in (1..=width).rev() {
        let cell = best[column][state];
        if cell.emitter != NO_EMITTER {
            chosen.push(emitters[cell.emitter as usize]);
        }
        state = cell.from as usize;
    }
    chosen.sort_by_key(|emitter| (!emitter.is_flipped(), emitter.column));
    chosen
}
