//! The fewest scaffold rows with which pieces can cover a picture: a shortest path through a relaxed decision diagram.
//!
//! A path decides pixel by pixel, row by row from the floor, which leaving covers it. A state is what the leavings so
//! far cover of the rows to come, and which scaffold they need there. Time is left out: everything may have been
//! played in any order. Where a layer would get too wide, states of equal needs are merged, and of a pixel that only
//! some of them cover, anything is allowed from then on. That can only shorten paths, so the bound stays valid
//! (Andersen, Hadzic, Hooker, Tiedemann, "A constraint store based on multivalued decision diagrams", 2007).

use rustc_hash::FxHashMap;

use super::gaps::Gaps;
use super::leavings::{Leaving, MOST_GAPS, MOST_ROWS, leavings};
use crate::plan::Picture;

// States of a layer. Set on the 29 samples, where 10,000 raise the sum of the bounds by less than one in a hundred,
// and on pictures of four by four pixels, of which 1,000 prove one in sixty more to be printed with the fewest pieces.
const WIDTH: usize = 100;

/// What is known between two pixels; row 0 is the one that is being covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State {
    /// Pixels that are covered.
    covered: [u32; MOST_ROWS],
    /// Pixels that may or may not be covered, since states were merged.
    optional: [u32; MOST_ROWS],
    /// The scaffold rows of each gap that are needed so far, from the gap under row 0.
    scaffold: [u8; MOST_GAPS],
}

/// The fewest scaffold rows below each state.
type Layer = FxHashMap<State, usize>;

/// A lower bound of the scaffold rows if it is below `limit`; `pieces` has for each colour the pieces that leave it, one
/// bit per piece. The picture has at most 32 columns.
pub fn fewest_rows(picture: &Picture, gaps: &Gaps, pieces: &[u8], limit: usize) -> Option<usize> {
    let mut layer = Layer::default();
    layer.insert(State::default(), 0);
    for row in 0..picture.height() {
        let leavings = leavings(picture, gaps, row, pieces);
        for (x, leavings) in leavings.iter().enumerate() {
            if picture.cell(x, row).is_some() {
                layer = merged(covered(&layer, x, leavings));
            }
        }
        layer = above(&layer, |needed| usize::from(gaps.rows(row, needed)), limit);
    }
    let top = picture.height();
    let total =
        |(state, rows): (&State, &usize)| rows + usize::from(gaps.rows(top, state.scaffold[0]));
    layer.iter().map(total).min().filter(|rows| *rows < limit)
}

/// The states after a pixel of row 0.
fn covered(layer: &Layer, x: usize, leavings: &[Leaving]) -> Layer {
    let mut next = Layer::default();
    let bit = 1 << x;
    for (state, rows) in layer {
        let is_optional = state.optional[0] & bit != 0;
        let is_covered = state.covered[0] & bit != 0;
        if is_covered || is_optional {
            put(&mut next, state.past(bit), *rows);
        }
        if !is_covered {
            let fitting = leavings.iter().filter_map(|leaving| state.with(leaving));
            fitting.for_each(|state| put(&mut next, state.past(bit), *rows));
        }
    }
    next
}

/// The states one row further up; the gap under row 0 gets its rows. Those that reach the limit are dropped.
fn above(layer: &Layer, rows_of: impl Fn(u8) -> usize, limit: usize) -> Layer {
    let mut next = Layer::default();
    for (state, rows) in layer {
        let rows = rows + rows_of(state.scaffold[0]);
        if rows < limit {
            put(&mut next, state.above(), rows);
        }
    }
    next
}

/// The best states as they are and the others merged, if there are too many.
fn merged(layer: Layer) -> Layer {
    if layer.len() <= WIDTH {
        return layer;
    }
    let mut states: Vec<(State, usize)> = layer.into_iter().collect();
    let outlook = |(state, rows): &(State, usize)| {
        let needed = state.scaffold.iter().map(|rows| usize::from(*rows));
        (rows + needed.sum::<usize>(), *state)
    };
    states.select_nth_unstable_by_key(WIDTH / 2, outlook);
    let others = states.split_off(WIDTH / 2);
    let mut merged: FxHashMap<([u8; MOST_GAPS], usize), State> = FxHashMap::default();
    for (state, rows) in others {
        let equal = merged.entry((state.scaffold, rows)).or_insert(state);
        *equal = equal.or(&state);
    }
    let mut layer: Layer = states.into_iter().collect();
    for ((_, rows), state) in merged {
        put(&mut layer, state, rows);
    }
    layer
}

fn put(layer: &mut Layer, state: State, rows: usize) {
    let fewest = layer.entry(state).or_insert(rows);
    *fewest = rows.min(*fewest);
}

impl State {
    /// With a leaving, unless it covers what is covered.
    fn with(&self, leaving: &Leaving) -> Option<State> {
        let mut state = *self;
        for (row, pixels) in leaving.pixels.iter().enumerate() {
            if state.covered[row] & pixels != 0 {
                return None;
            }
            state.covered[row] |= pixels;
            state.optional[row] &= !pixels;
        }
        for (needed, rows) in state.scaffold.iter_mut().zip(&leaving.scaffold) {
            *needed = (*needed).max(*rows);
        }
        Some(state)
    }

    /// Without what nobody will ask for again: the pixel of row 0.
    fn past(mut self, bit: u32) -> State {
        self.covered[0] &= !bit;
        self.optional[0] &= !bit;
        self
    }

    /// Seen from the next row.
    fn above(mut self) -> State {
        self.covered = shifted(self.covered);
        self.optional = shifted(self.optional);
        self.scaffold = shifted(self.scaffold);
        self
    }

    /// A state of all paths that one of these is a state of; both need the same.
    fn or(&self, other: &State) -> State {
        let mut state = *self;
        for row in 0..MOST_ROWS {
            let optional = self.covered[row] ^ other.covered[row];
            state.optional[row] |= other.optional[row] | optional;
            state.covered[row] &= !state.optional[row];
        }
        state
    }
}

fn shifted<T: Copy + Default, const N: usize>(mut rows: [T; N]) -> [T; N] {
    rows.rotate_left(1);
    rows[N - 1] = T::default();
    rows
}
