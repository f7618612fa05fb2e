//! Covers a stage exactly with pieces, column by column: a dynamic program over broken profiles.
//!
//! Cells are settled from left to right, and in a column from the bottom up. All that the rest depends on is which cells
//! of the next four columns are covered: the profile. Equal profiles are one state, which keeps the best of its values
//! and the ways that lead to it. So the time is proportional to the width; a beam bounds it for high stages, too.

use std::collections::hash_map::Entry;

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::outline::Outline;
use super::stage::{Fate, MOST_ROWS, Stage};
use super::tile::Tile;
use crate::game::Pose;

/// All covers that a sweep has kept.
#[derive(Debug)]
pub struct Covers<'a> {
    stage: &'a Stage,
    layers: Vec<Layer>,
}

/// The states after a cell, and the ways into them.
#[derive(Debug)]
struct Layer {
    /// Counted upwards, column by column.
    cell: usize,
    states: Vec<State>,
    ways: Vec<Way>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    profile: u64,
    value: i32,
    last_way: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Way {
    from: u32,
    /// The piece whose anchor came to the cell.
    pose: Option<Pose>,
    value: i32,
    /// The way into the same state that was found before it.
    earlier: Option<u32>,
}

/// A piece that fits with its anchor at the cell that is being settled.
struct Fit {
    pose: Pose,
    /// The cells in the profile, and [`HAS_LAST`] if it can be dropped last.
    mask: u64,
    reward: i32,
}

/// Set while a pixel of the newest row was left in the column before.
const LEFT_BEFORE: u64 = 1 << 62;
/// Set until the end of a column in which a pixel of the newest row is left.
const LEFT_NOW: u64 = 1 << 63;
/// Set once there is a piece that can be dropped last.
const HAS_LAST: u64 = 1 << 61;
const FLAGS: u64 = LEFT_BEFORE | LEFT_NOW | HAS_LAST;

const _: () = assert!(4 * MOST_ROWS < 61);

/// What it costs to leave neighbours of different colours: their pieces are in each other's way later.
// Tuned by hand on four portraits, three of which took fewer steps back than with nothing, and one a few more.
const NEIGHBOR_LOSS: i32 = 400;

/// Covers the stage; `None` if no cover was found with `beam` states.
pub fn sweep<'a>(
    stage: &'a Stage,
    outlines: &[Outline],
    beam: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Covers<'a>> {
    let start = Layer {
        cell: 0,
        states: vec![State {
            profile: 0,
            value: 0,
            last_way: None,
        }],
        ways: Vec::new(),
    };
    let mut layers = vec![start];
    let mut known = FxHashMap::default();
    let mut fits = Vec::new();
    for column in 0..stage.width {
        for row in 0..stage.rows.len() {
            let before = layers.last_mut()?;
            before.cut(beam, rng);
            let step = CellStep::new(stage, outlines, row, column, &mut fits);
            if step.changes_nothing() {
                continue;
            }
            let after = step.settle(before, &mut known)?;
            layers.push(after);
        }
    }
    let last = layers.last_mut()?;
    last.states.retain(|state| state.profile & !FLAGS == 0);
    last.states
        .sort_by_key(|state| (state.profile & HAS_LAST == 0, -state.value));
    let is_covered = !last.states.is_empty();
    is_covered.then_some(Covers { stage, layers })
}

/// One cell, and what can be done with it.
struct CellStep<'a> {
    stage: &'a Stage,
    row: usize,
    column: usize,
    fits: &'a [Fit],
    /// The cells above it that may be covered only if it is.
    above: u64,
}

impl<'a> CellStep<'a> {
    /// `fits` is room for what fits at the cell.
    fn new(
        stage: &'a Stage,
        outlines: &[Outline],
        row: usize,
        column: usize,
        fits: &'a mut Vec<Fit>,
    ) -> Self {
        fits.clear();
        if stage.square(row, column).is_wanted() {
            fits.extend((outlines.iter()).filter_map(|outline| fit(stage, outline, row, column)));
        }
        let is_open = |above: &usize| stage.square(*above, column).fate == Fate::Open;
        CellStep {
            stage,
            row,
            column,
            fits,
            above: (row + 1..stage.rows.len())
                .filter(is_open)
                .fold(0, |mask, row| mask | 1 << row),
        }
    }

    /// Whether all states are the same after it.
    fn changes_nothing(&self) -> bool {
        let is_wanted = self.stage.square(self.row, self.column).is_wanted();
        !is_wanted && !self.is_last_of_column()
    }

    fn is_last_of_column(&self) -> bool {
        self.row + 1 == self.stage.rows.len()
    }

    fn settle(&self, before: &Layer, known: &mut FxHashMap<u64, u32>) -> Option<Layer> {
        known.clear();
        // Room that seldom has to grow saves a fifth of the time that dithered screens of 160x144 take.
        let index = self.column * self.stage.rows.len() + self.row;
        let mut layer = Layer::with_room(index, 2 * before.states.len());
        let square = self.stage.square(self.row, self.column);
        let cell = 1 << self.row;
        for (from, state) in before.states.iter().enumerate() {
            let mut add = |profile: u64, pose: Option<Pose>, value: i32| {
                let profile = self.moved_on(profile);
                layer.add(known, profile, from as u32, pose, value);
            };
            if !square.is_wanted() || state.profile & cell != 0 {
                add(state.profile, None, state.value);
                continue;
            }
            for fit in self
                .fits
                .iter()
                .filter(|fit| fit.mask & state.profile & !FLAGS == 0)
            {
                add(
                    state.profile | fit.mask,
                    Some(fit.pose),
                    state.value + fit.reward,
                );
            }
            let can_wait = square.fate == Fate::Open && square.can_wait;
            if can_wait && state.profile & self.above == 0 {
                let is_newest = self.stage.is_newest(self.row);
                let has_rival =
                    is_newest && square.differs_from_left && state.profile & LEFT_BEFORE != 0;
                let loss = square.loss + if has_rival { NEIGHBOR_LOSS } else { 0 };
                let flag = if is_newest { LEFT_NOW } else { 0 };
                add(
                    state.profile | cell | self.above | flag,
                    None,
                    state.value - loss,
                );
            }
        }
        (!layer.states.is_empty()).then_some(layer)
    }

    /// The profile from the next cell on.
    fn moved_on(&self, profile: u64) -> u64 {
        if !self.is_last_of_column() {
            return profile;
        }
        let flag = if profile & LEFT_NOW != 0 {
            LEFT_BEFORE
        } else {
            0
        };
        (profile & !FLAGS) >> self.stage.rows.len() | flag | profile & HAS_LAST
    }
}

/// What a pose does with its anchor at a cell, if all its cells are wanted there and it rests on something.
fn fit(stage: &Stage, outline: &Outline, row: usize, column: usize) -> Option<Fit> {
    let kind = outline.pose.piece().index();
    let tile = outline.at(row, column)?;
    let (mut mask, mut reward, mut is_supported) = (0, 0, false);
    for ((row, column), cell) in tile.cells.into_iter().zip(&outline.cells) {
        if row >= stage.rows.len() || column >= stage.width {
            return None;
        }
        let square = stage.square(row, column);
        if !square.is_wanted() || square.kinds >> kind & 1 == 0 {
            return None;
        }
        mask |= 1 << (cell.right * stage.rows.len() + row);
        reward += square.reward;
        is_supported |= cell.is_lowest && stage.supports(row, column);
    }
    if stage.can_be_last(&tile) {
        mask |= HAS_LAST;
    }
    is_supported.then_some(Fit {
        pose: outline.pose,
        mask,
        reward,
    })
}

impl Layer {
    /// Without states, but with room for so many.
    fn with_room(cell: usize, states: usize) -> Self {
        Layer {
            cell,
            states: Vec::with_capacity(states),
            ways: Vec::with_capacity(states),
        }
    }

    fn add(
        &mut self,
        known: &mut FxHashMap<u64, u32>,
        profile: u64,
        from: u32,
        pose: Option<Pose>,
        value: i32,
    ) {
        let index = match known.entry(profile) {
            Entry::Occupied(entry) => *entry.get() as usize,
            Entry::Vacant(entry) => {
                entry.insert(self.states.len() as u32);
                self.states.push(State {
                    profile,
                    value,
                    last_way: None,
                });
                self.states.len() - 1
            }
        };
        let state = &mut self.states[index];
        if value < state.value {
            return;
        }
        state.value = value;
        let earlier = state.last_way.replace(self.ways.len() as u32);
        self.ways.push(Way {
            from,
            pose,
            value,
            earlier,
        });
    }

    /// Keeps the best states, those of equal value by chance.
    fn cut(&mut self, beam: usize, rng: &mut Xoshiro256PlusPlus) {
        if self.states.len() <= beam {
            return;
        }
        // An odd factor mixes the profiles, and another one mixes them otherwise.
        let factor = rng.next_u64() | 1;
        let rank = |state: &State| (-state.value, state.profile.wrapping_mul(factor));
        self.states.select_nth_unstable_by_key(beam, rank);
        self.states.truncate(beam);
    }

    /// One of the best ways into a state.
    fn way(&self, state: &State, rng: &mut Xoshiro256PlusPlus) -> Option<&Way> {
        let ways = std::iter::successors(state.last_way, |way| self.ways[*way as usize].earlier);
        let best = ways
            .map(|way| &self.ways[way as usize])
            .filter(|way| way.value == state.value);
        let mut chosen = None;
        for (count, way) in (1..).zip(best) {
            if rng.next_u64().is_multiple_of(count) {
                chosen = Some(way);
            }
        }
        chosen
    }
}

impl Covers<'_> {
    /// What can be reached when a column is settled.
    #[cfg(test)]
    pub fn profiles_after(&self, column: usize) -> std::collections::BTreeSet<u64> {
        let end = (column + 1) * self.stage.rows.len();
        let layer = self.layers.iter().rfind(|layer| layer.cell < end).unwrap();
        layer.states.iter().map(|state| state.profile).collect()
    }

    /// One of the best covers, by chance.
    pub fn draw(&self, outlines: &[Outline], rng: &mut Xoshiro256PlusPlus) -> Vec<Tile> {
        let rows = self.stage.rows.len();
        let mut tiles = Vec::new();
        let mut index = 0;
        for layer in self.layers[1..].iter().rev() {
            let Some(way) = layer.way(&layer.states[index as usize], rng) else {
                break;
            };
            let outline = way.pose.map(|pose| &outlines[pose.index()]);
            let (row, column) = (layer.cell % rows, layer.cell / rows);
            tiles.extend(outline.and_then(|outline| outline.at(row, column)));
            index = way.from;
        }
        tiles
    }
}
