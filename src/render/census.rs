//! Which colours the frames of an animation need together.
//!
//! A frame of a GIF whose colours all have small numbers takes fewer bits a pixel. So the colours
//! that many frames can do with come first.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::RenderError;
use super::animation::Recorder;
use super::patch::{Patch, SHORTEST_INDEX, fits};
use crate::picture::Canvas;

/// The bits that an index may take.
const BITS: RangeInclusive<u8> = SHORTEST_INDEX..=8;

/// A set of palette indices, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Colors([u64; 4]);

impl Colors {
    fn insert(&mut self, index: u8) {
        self.0[usize::from(index / 64)] |= 1 << (index % 64);
    }

    fn contains(self, index: u8) -> bool {
        self.0[usize::from(index / 64)] >> (index % 64) & 1 == 1
    }

    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn union(self, other: Colors) -> Colors {
        Colors(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn is_within(self, other: Colors) -> bool {
        self.union(other) == other
    }

    fn indices(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |index| self.contains(*index))
    }
}

/// How many frames need which colours.
#[derive(Clone, Debug, Default)]
pub struct Census(BTreeMap<Colors, usize>);

impl Census {
    /// Sets of colours that are looked at; there are hardly ever more, and rare ones matter little.
    const MOST_SETS: usize = 400;

    /// Counts a frame that needs these colours; index 0 is none.
    fn add(&mut self, pixels: &[u8]) {
        let mut colors = Colors::default();
        for run in pixels.chunk_by(|a, b| a == b).filter(|run| run[0] != 0) {
            colors.insert(run[0]);
        }
        *self.0.entry(colors).or_default() += 1;
    }

    /// All colours that occur, in the order that makes the indices of all frames shortest, as far as
    /// that is found: frames that do with 2 bits come first, or those with 3, or those with 4.
    pub fn order(&self) -> Vec<u8> {
        let mut sets: Vec<(Colors, usize)> =
            self.0.iter().map(|(set, count)| (*set, *count)).collect();
        sets.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let all = sets
            .iter()
            .fold(Colors::default(), |all, (set, _)| all.union(*set));
        sets.truncate(Census::MOST_SETS);
        let orders = (SHORTEST_INDEX..=4).map(|bits| {
            let mut order = greedy_order(&sets, all, bits);
            (improve(&mut order, &sets), order)
        });
        orders.min().map(|(_, order)| order).unwrap_or_default()
    }
}

/// For `shortest` bits a pixel, then one more and so on, those colours come next with which most
/// frames more for each colour can do, as long as there is room.
fn greedy_order(sets: &[(Colors, usize)], all: Colors, shortest: u8) -> Vec<u8> {
    let (mut order, mut known) = (Vec::new(), Colors::default());
    let mut take = |set: Colors, known: &mut Colors| {
        order.extend(set.indices().filter(|index| !known.contains(*index)));
        *known = known.union(set);
    };
    for bits in shortest..=*BITS.end() {
        while let Some(set) = best_next(sets, known, bits) {
            take(set, &mut known);
        }
    }
    take(all, &mut known);
    order
}

/// Swaps colours as long as that shortens indices; their bits in the end.
fn improve(order: &mut [u8], sets: &[(Colors, usize)]) -> usize {
    let mut best = bits_of_all(order, sets);
    let mut is_better = true;
    while std::mem::take(&mut is_better) {
        for low in 0..order.len() {
            for high in low + 1..order.len().min(MOST_SWAPPED) {
                order.swap(low, high);
                let bits = bits_of_all(order, sets);
                if bits < best {
                    (best, is_better) = (bits, true);
                } else {
                    order.swap(low, high);
                }
            }
        }
    }
    best
}

/// Colours that swaps are tried for; hardly any picture has more.
const MOST_SWAPPED: usize = 64;

/// The bits of an index in each frame, summed up.
fn bits_of_all(order: &[u8], sets: &[(Colors, usize)]) -> usize {
    let room = |bits: u8| {
        let mut colors = Colors::default();
        order
            .iter()
            .take(1 << bits)
            .for_each(|index| colors.insert(*index));
        colors
    };
    let rooms: Vec<(u8, Colors)> = BITS.map(|bits| (bits, room(bits))).collect();
    let bits_of = |set: Colors| {
        let mut rooms = rooms.iter();
        let fitting = rooms.find(|(bits, room)| fits(set.count(), *bits) && set.is_within(*room));
        fitting.map_or(usize::from(u8::MAX), |(bits, _)| usize::from(*bits))
    };
    sets.iter().map(|(set, count)| bits_of(*set) * count).sum()
}

/// The set of colours to make room for next, if one of those that are missing fits.
fn best_next(sets: &[(Colors, usize)], known: Colors, bits: u8) -> Option<Colors> {
    let missing = || {
        sets.iter()
            .filter(|(set, _)| fits(set.count(), bits) && !set.is_within(known))
    };
    let gain = |set: Colors| {
        let union = known.union(set);
        let more = union.count() - known.count();
        let gained = missing().filter(|(other, _)| other.is_within(union));
        let frames: usize = gained.map(|(_, count)| count).sum();
        // In frames for each 256th of a colour, so that whole numbers can be compared.
        (union.count() <= 1 << bits).then(|| frames * 256 / more)
    };
    let gains = missing().filter_map(|(set, _)| Some((gain(*set)?, *set)));
    gains.max().map(|(_, set)| set)
}

/// Takes the census while an animation is shown for the first time.
pub struct Survey<'a> {
    census: &'a mut Census,
    shown: Vec<u8>,
}

impl<'a> Survey<'a> {
    pub fn new(census: &'a mut Census) -> Self {
        let shown = Vec::new();
        Survey { census, shown }
    }
}

impl Recorder for Survey<'_> {
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        if let Some(patch) = Patch::next(&mut self.shown, canvas, start) {
            self.census.add(&patch.needed());
        }
        Ok(())
    }

    fn finish(self, _end: u64) -> Result<usize, RenderError> {
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn census(frames: &[(&[u8], usize)]) -> Census {
        let mut census = Census::default();
        for (pixels, count) in frames {
            (0..*count).for_each(|_| census.add(pixels));
        }
        census
    }

    #[test]
    fn colours_that_come_together_are_numbered_together() {
        let census = census(&[
            (&[9, 0, 8, 7], 30),
            (&[1, 2, 0, 3], 20),
            (&[1, 4, 5, 6, 2, 9, 3], 1),
        ]);
        let order = census.order();
        assert_eq!(order[..6], [7, 8, 9, 1, 2, 3]);
        assert_eq!(order.len(), 9, "every colour once");
    }

    #[test]
    fn many_frames_with_three_bits_go_before_few_with_two() {
        let census = census(&[(&[1, 2, 3], 10), (&[4, 5, 6, 7, 8, 9, 10], 100)]);
        let order = census.order();
        assert!(
            (4..=10).all(|color| order[..8].contains(&color)),
            "{order:?}"
        );
    }

    #[test]
    fn a_colour_that_no_frame_needs_has_no_number() {
        assert_eq!(census(&[(&[0, 255, 0], 1)]).order(), [255]);
        assert!(census(&[]).order().is_empty());
    }
}
