//! Scaffold that hangs from next to nothing: platforms, and rows of which a few cells are there already.
//!
//! On any odd width from 5 on, four kinds of stages exist wherever a cell stands that they can hang from.
//! In the drawings `#` is there already, `*` is added, and rows of scaffold lie over it and clear:
//!
//! ```text
//! platform  ....#......  four rows of scaffold over it but for the keystone at a wall; one clears, three stay
//! grown     ..##*......  one cell more, with 3 rows (5 if the width is one less than a multiple of four)
//! extended  ..##*******  all cells up to the wall, if they are a multiple of four, with 4 rows
//! finished  ****#######  the rest, an even number or one, with 1 to 4 rows; the row clears
//! ```
//!
//! So an interval of cells in an otherwise empty row is completed like this: it grows to one side until the cells that are
//! missing there are a multiple of four, is extended, grows by at most one cell to the other side, and is finished.
//!
//! # Why these stages exist
//!
//! The sweep is an automaton that reads columns. What it can reach depends on the cell that all hangs from alone: other
//! cells under the scaffold can only support more. So a kind of stage is told by the columns on either side of this cell,
//! and both sides are uniform but for the walls. A test sweeps all stages of up to 19 columns on either side without a
//! beam. Another one finds that on the way through the uniform columns the reachable states are the same four columns
//! later. So four columns more on either side change nothing, and the stages exist on all odd widths.

use std::collections::hash_map::Entry;
use std::ops::RangeInclusive;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::keystone::{Wall, flat, hooked};
use super::order::in_order;
use super::outline::Outline;
use super::stage::{Fate, Stage};
use super::sweep::sweep;
use super::tile::Tile;
use crate::game::PieceDrop;

/// The most rows that are laid over a row to fill it.
pub const MOST_OVER: usize = 5;

/// Rows of a platform as long as its keystone is missing.
pub const PLATFORM_ROWS: usize = 3;

/// The rows of a platform as it is laid; the highest clears.
const PLATFORM_LINES: usize = PLATFORM_ROWS + 1;

/// Consecutive columns of a row that are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub first: usize,
    pub last: usize,
}

impl Interval {
    /// The columns between it and a wall.
    fn missing(self, wall: Wall, width: usize) -> usize {
        match wall {
            Wall::Left => self.first,
            Wall::Right => width - 1 - self.last,
        }
    }

    fn grown(self, to: Wall, columns: usize) -> Interval {
        let Interval { first, last } = self;
        match to {
            Wall::Left => Interval {
                first: first - columns,
                last,
            },
            Wall::Right => Interval {
                first,
                last: last + columns,
            },
        }
    }

    /// A single cell.
    fn of(column: usize) -> Interval {
        Interval {
            first: column,
            last: column,
        }
    }

    /// Its cell next to a wall.
    fn end(self, wall: Wall) -> usize {
        match wall {
            Wall::Left => self.first,
            Wall::Right => self.last,
        }
    }

    fn contains(self, column: usize) -> bool {
        (self.first..=self.last).contains(&column)
    }
}

/// A platform: its drops, and the keystone that clears it.
pub struct Platform {
    pub drops: Vec<PieceDrop>,
    pub keystone: PieceDrop,
}

/// Lays scaffold on a field of an odd width, and remembers how.
pub struct Filler<'a> {
    width: usize,
    outlines: &'a [Outline],
    known: FxHashMap<Filling, Vec<PieceDrop>>,
}

impl<'a> Filler<'a> {
    pub fn new(width: usize, outlines: &'a [Outline]) -> Self {
        Filler {
            width,
            outlines,
            known: FxHashMap::default(),
        }
    }

    /// A platform on a row of which the cell in column `on` is filled, open at a wall.
    pub fn platform(&mut self, on: usize, open: Wall) -> Option<Platform> {
        let drops = self.lay(Filling::Platform { on, open })?;
        let (keystone, drops) = drops.split_last()?;
        Some(Platform {
            drops: drops.to_vec(),
            keystone: *keystone,
        })
    }

    /// Completes a row of which an interval is filled; nothing is over it before or after.
    pub fn complete(&mut self, mut filled: Interval) -> Option<Vec<PieceDrop>> {
        let mut drops = Vec::new();
        while Wall::BOTH
            .into_iter()
            .any(|wall| filled.missing(wall, self.width) > 0)
        {
            let filling = Filling::next(filled, self.width);
            drops.extend(self.lay(filling)?);
            filled = filling.after(filled, self.width);
        }
        Some(drops)
    }

    /// The drops, the keystone's last.
    fn lay(&mut self, filling: Filling) -> Option<&[PieceDrop]> {
        let drops = match self.known.entry(filling) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(filling.lay(self.width, self.outlines)?),
        };
        Some(drops)
    }
}

/// A stage of scaffold, see the module. Those of a row are told by the cell that is next to what they add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Filling {
    Platform { on: usize, open: Wall },
    Grown { from: usize, to: Wall },
    Extended { from: usize, to: Wall },
    Finished { from: usize, to: Wall },
}

impl Filling {
    /// What to do next with a row that is filled in an interval.
    fn next(filled: Interval, width: usize) -> Filling {
        let missing = |wall| filled.missing(wall, width);
        let last = Wall::BOTH
            .into_iter()
            .find(|wall| missing(wall.opposite()) == 0);
        let to = last.unwrap_or(Wall::Right);
        let from = filled.end(to);
        match (last, missing(to)) {
            (Some(_), 1) => Filling::Finished { from, to },
            (Some(_), missing) if missing.is_multiple_of(2) => Filling::Finished { from, to },
            (None, missing) if missing.is_multiple_of(4) => Filling::Extended { from, to },
            _ => Filling::Grown { from, to },
        }
    }

    /// The interval that is filled then.
    fn after(self, filled: Interval, width: usize) -> Interval {
        match self {
            Filling::Platform { .. } => filled,
            Filling::Grown { to, .. } => filled.grown(to, 1),
            Filling::Extended { to, .. } | Filling::Finished { to, .. } => {
                filled.grown(to, filled.missing(to, width))
            }
        }
    }

    fn lay(self, width: usize, outlines: &[Outline]) -> Option<Vec<PieceDrop>> {
        let (stage, keystone) = self.stage(width)?;
        // Which of the covers is drawn does not matter.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let covers = sweep(&stage, outlines, usize::MAX, &mut rng)?;
        let tiles = covers.draw(outlines, &mut rng);
        let order = in_order(&stage, &tiles)?;
        let tiles = order.into_iter().map(|tile| &tiles[tile]);
        Some(tiles.chain([&keystone]).map(Tile::to_drop).collect())
    }

    /// The stage with the gap for its keystone; `None` on an even width, where the cells do not come out even.
    fn stage(self, width: usize) -> Option<(Stage, Tile)> {
        let with_lines = |mut lines: RangeInclusive<usize>, cells: usize| {
            lines.find(|lines: &usize| (lines * width + cells).is_multiple_of(4))
        };
        let only = |filled: usize| (0..width).map(move |column| column == filled);
        let (mut stage, keystone) = match self {
            Filling::Platform { on, open } => (
                Stage::of_scaffold(None, PLATFORM_LINES, only(on).collect()),
                hooked(open, 0, width),
            ),
            Filling::Grown { from, to } => {
                let row = self.row(Interval::of(from), width);
                let lines = with_lines(3..=5, 1)?;
                (
                    Stage::of_scaffold(Some(row), lines, vec![false; width]),
                    hooked(to.opposite(), 1, width),
                )
            }
            Filling::Extended { from, to } => {
                let row = self.row(Interval::of(from), width);
                (
                    Stage::of_scaffold(Some(row), 4, vec![false; width]),
                    hooked(to.opposite(), 1, width),
                )
            }
            Filling::Finished { from, to } => {
                let behind = Interval::of(from).missing(to.opposite(), width);
                let filled = Interval::of(from).grown(to.opposite(), behind);
                let lines = with_lines(1..=4, filled.missing(to, width))?;
                let keystone = if lines == 1 {
                    flat(to, 0, width)
                } else {
                    hooked(to, 0, width)
                };
                let row = self.row(filled, width);
                (
                    Stage::of_scaffold(Some(row), lines, vec![false; width]),
                    keystone,
                )
            }
        };
        stage.leave_out(&keystone);
        Some((stage, keystone))
    }

    /// What becomes of a row that is filled in an interval.
    fn row(self, filled: Interval, width: usize) -> Vec<Fate> {
        let after = self.after(filled, width);
        let fate = |column| match (filled.contains(column), after.contains(column)) {
            (true, _) => Fate::Filled,
            (false, true) => Fate::Covered,
            (false, false) => Fate::Empty,
        };
        (0..width).map(fate).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Playfield;

    /// A field in which one row is filled in an interval, in the air.
    fn field(filled: Interval, width: usize) -> Playfield {
        let row: String = (0..width)
            .map(|column| if filled.contains(column) { '#' } else { '.' })
            .collect();
        let empty = ".".repeat(width);
        let above = std::iter::repeat_n(empty.as_str(), 12);
        let below = std::iter::repeat_n(empty.as_str(), 5);
        let rows: Vec<&str> = above.chain([row.as_str()]).chain(below).collect();
        rows.join("\n").parse().unwrap()
    }

    /// All fillings at a cell with so many columns on either side, and the width of the field.
    fn fillings(left: usize, right: usize) -> (Vec<Filling>, usize) {
        let (from, width) = (left, left + 1 + right);
        let fillings = Wall::BOTH.into_iter().flat_map(|to| {
            let missing = Interval::of(from).missing(to, width);
            let behind = width - 1 - missing;
            [
                (Filling::Platform { on: from, open: to }, missing > 0),
                (Filling::Grown { from, to }, missing > 0 && behind > 0),
                (
                    Filling::Extended { from, to },
                    missing > 0 && behind > 0 && missing.is_multiple_of(4),
                ),
                (
                    Filling::Finished { from, to },
                    missing == 1 || missing > 0 && missing.is_multiple_of(2),
                ),
            ]
        });
        let fillings = fillings
            .filter(|(_, is_used)| *is_used)
            .map(|(filling, _)| filling);
        (fillings.collect(), width)
    }

    /// As many columns as the proof needs on either side.
    const MOST: usize = 19;

    /// The places on odd fields with up to so many columns on either side.
    fn places() -> impl Iterator<Item = (usize, usize)> {
        let pairs = (0..=MOST).flat_map(|left| (0..=MOST).map(move |right| (left, right)));
        pairs.filter(|(left, right)| left + right >= 4 && (left + right).is_multiple_of(2))
    }

    #[test]
    fn all_fillings_exist_near_both_walls() {
        let outlines = Outline::all();
        for (left, right) in places() {
            let (fillings, width) = fillings(left, right);
            for filling in fillings {
                assert!(
                    filling.lay(width, &outlines).is_some(),
                    "{filling:?} on {width} columns"
                );
            }
        }
    }

    /// With this and the test above, the fillings exist on all odd widths: where there are more columns on a side than
    /// the test above has, four may be taken out, since what can be reached before them can be reached behind them.
    #[test]
    fn four_columns_more_on_either_side_change_nothing() {
        const SETTLED: usize = 5;
        let outlines = Outline::all();
        let is_long = |side| side + 4 > MOST;
        for (left, right) in places().filter(|(left, right)| is_long(*left) || is_long(*right)) {
            let (fillings, width) = fillings(left, right);
            for filling in fillings {
                let (stage, _) = filling.stage(width).unwrap();
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
                let covers = sweep(&stage, &outlines, usize::MAX, &mut rng).unwrap();
                let repeats =
                    |column| covers.profiles_after(column) == covers.profiles_after(column + 4);
                assert!(
                    !is_long(left) || repeats(SETTLED),
                    "{filling:?}, left of {width}"
                );
                assert!(
                    !is_long(right) || repeats(left + SETTLED),
                    "{filling:?}, right of {width}"
                );
            }
        }
    }

    #[test]
    fn rows_are_completed_from_any_interval() {
        let outlines = Outline::all();
        for width in (5..=23).step_by(2) {
            let mut filler = Filler::new(width, &outlines);
            for first in 0..width {
                for last in first..width {
                    let filled = Interval { first, last };
                    if filled.last - filled.first + 1 == width {
                        continue;
                    }
                    let mut field = field(filled, width);
                    // What the row hangs from is nothing but the interval, which is in the air.
                    let drops = filler
                        .complete(filled)
                        .unwrap_or_else(|| panic!("{filled:?} of {width}"));
                    for drop in &drops {
                        field.drop(*drop).unwrap();
                    }
                    assert_eq!(field.cell_count(), 0, "{filled:?} of {width}");
                }
            }
        }
    }
}
