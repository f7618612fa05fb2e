//! How much a sheet is as it was when it is moved by the length of a frame.

use std::ops::RangeInclusive;

use super::lattice::LEAST_TILE;
use super::period::Axis;
use crate::color::Rgb;
use crate::picture::Raster;

/// Fewer pictures that are alike, side by side, are no animation. The numbers of this file were tuned on 200 sheets of 71
/// packages with their authors' rectangles: 145 rectangles of 13 sheets are right for it that were not, and none is lost.
const FEWEST_FRAMES: usize = 3;

/// How much frames differ at most, relative to what is found at about their distance.
const ALIKE: f64 = 0.6;

/// Of distances at which the sheet differs by about as much the shortest is taken.
const TIE: f64 = 1.15;

/// The most pixels that are compared: a part of the rows is enough.
const MOST_COMPARED: usize = 1 << 18;

/// One side of the sheet; its columns stand for rows where it is transposed.
pub struct Side<'a> {
    pub raster: &'a Raster,
    axis: Axis,
    /// Of all lengths of frames of which several fill the side.
    pub likenesses: Vec<Likeness>,
}

/// How much frames of a length differ.
pub struct Likeness {
    pub length: usize,
    /// From 0 to 1, ...
    difference: f64,
    /// ... and relative to what is found at about their distance.
    pub relative: f64,
}

impl Side<'_> {
    pub fn of(raster: &Raster) -> Side<'_> {
        let mut side = Side {
            raster,
            axis: Axis::across(raster),
            likenesses: Vec::new(),
        };
        let lengths = side.lengths(LEAST_TILE, raster.width() / FEWEST_FRAMES);
        side.likenesses = lengths.map(|length| side.likeness_of(length)).collect();
        side
    }

    fn likeness_of(&self, length: usize) -> Likeness {
        let difference = self.difference(length);
        Likeness {
            length,
            difference,
            relative: difference / self.difference_around(length),
        }
    }

    pub fn likeness(&self, length: usize) -> Option<&Likeness> {
        let mut likenesses = self.likenesses.iter();
        likenesses.find(|likeness| likeness.length == length)
    }

    /// The lengths of frames that fill the side and do not all have a gap at the same place.
    fn lengths(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let whole = self.raster.width();
        let is_possible = move |length: &usize| {
            *length == whole || whole.is_multiple_of(*length) && !self.axis.has_gaps_within(*length)
        };
        (from.max(LEAST_TILE)..=to).filter(is_possible)
    }

    /// Whether the picture breaks off at parts of a length, which are sprites of their own then.
    pub fn breaks_within(&self, length: usize) -> bool {
        /// What goes on over their edges, relative to all seams. Set by hand.
        const BREAK: f64 = 0.4;

        let parts = (2..=length / LEAST_TILE).filter(|count| length.is_multiple_of(*count));
        let mut contacts = parts.map(|count| self.axis.contact_at(length / count));
        contacts.any(|contact| contact < BREAK)
    }

    /// The length of frames that are alike.
    pub fn alike(&self) -> Option<usize> {
        let mut best: Option<&Likeness> = None;
        for likeness in &self.likenesses {
            let is_better = best.is_none_or(|best| TIE * likeness.difference < best.difference);
            if is_better && likeness.relative < ALIKE {
                best = Some(likeness);
            }
        }
        best.map(|likeness| likeness.length)
    }

    /// The length of frames that are not alike along this side, but have the length `other` along the other: where the
    /// picture breaks off, all of a short side, or where they are hardly alike.
    pub fn beside(&self, other: usize) -> Option<usize> {
        /// How many times as long as wide a frame is at most, or as wide as long.
        const LONGEST: f64 = 2.5;
        const SHORTEST: f64 = 0.5;

        let shortest = (SHORTEST * other as f64).ceil() as usize;
        let longest = (LONGEST * other as f64) as usize;
        let lengths = shortest..=longest.min(self.raster.width());
        self.breaking_off(lengths.clone(), other)
            .or_else(|| self.hardly_alike(lengths))
    }

    /// The length of frames where the picture breaks off.
    fn breaking_off(&self, lengths: RangeInclusive<usize>, other: usize) -> Option<usize> {
        /// How much goes on over the edges of frames at most, relative to all seams, ...
        const BREAK: f64 = 0.5;
        /// ... what a whole side is worth, which has none, and ...
        const WHOLE: f64 = 0.4;
        /// ... by how much more goes on where shorter frames are taken.
        const TIE: f64 = 0.25;

        let whole = self.raster.width();
        let contacts: Vec<(usize, f64)> = (self.lengths(*lengths.start(), *lengths.end()))
            .map(|length| match length {
                _ if length == whole => (length, WHOLE),
                _ => (length, self.axis.contact_at(length)),
            })
            .collect();
        let least = contacts.iter().map(|(_, contact)| *contact);
        let least = least
            .min_by(f64::total_cmp)
            .filter(|least| *least <= BREAK)?;
        let is_square = |(length, contact): &&(usize, f64)| {
            *length == other && *contact <= WHOLE.max(least + TIE)
        };
        let is_clear = |(_, contact): &&(usize, f64)| *contact <= least + TIE;
        let found = (contacts.iter().find(is_square)).or_else(|| contacts.iter().find(is_clear));
        found.map(|(length, _)| *length)
    }

    /// The length of frames that are less alike than they are along the other side.
    fn hardly_alike(&self, lengths: RangeInclusive<usize>) -> Option<usize> {
        /// How much they differ at most, relative to what is found at about their distance. Set by hand: one sheet of 533
        /// turns on it, and any value between 0.68 and 0.75 cuts it.
        const HARDLY_ALIKE: f64 = 0.75;

        let is_likely = |likeness: &&Likeness| {
            lengths.contains(&likeness.length)
                && likeness.relative <= HARDLY_ALIKE
                && !self.breaks_within(likeness.length)
        };
        let likely = self.likenesses.iter().filter(is_likely);
        let best = likely.min_by(|a, b| a.relative.total_cmp(&b.relative));
        best.map(|likeness| likeness.length)
    }

    /// The mean difference at distances between half of this one and half as much again.
    fn difference_around(&self, distance: usize) -> f64 {
        let parts = [2, 3, 4].map(|part| distance / part);
        let distances = (parts.iter()).flat_map(|part| [distance - part, distance + part]);
        let (count, sum) = distances.fold((0, 0.0), |(count, sum), distance| {
            (count + 1, sum + self.difference(distance))
        });
        sum / f64::from(count)
    }

    /// How much what the sheet shows differs from what it shows so many columns further on, 0 to 1.
    fn difference(&self, distance: usize) -> f64 {
        let step = (self.raster.pixels().len() / MOST_COMPARED).max(1);
        let (mut sum, mut count) = (0, 0);
        for row in self.raster.rows().step_by(step) {
            for (a, b) in row.iter().zip(&row[distance..]) {
                if a.is_some() || b.is_some() {
                    sum += difference(*a, *b);
                    count += 1;
                }
            }
        }
        match count {
            0 => 1.0,
            _ => sum as f64 / (MOST_DIFFERENT * count) as f64,
        }
    }
}

/// The most that two pixels differ.
const MOST_DIFFERENT: u64 = 3 * 255;

/// How much two pixels differ. Colours that differ by half of what is possible are as different as something and
/// nothing.
fn difference(a: Option<Rgb>, b: Option<Rgb>) -> u64 {
    let (Some(a), Some(b)) = (a, b) else {
        return MOST_DIFFERENT;
    };
    let channels = [(a.r, b.r), (a.g, b.g), (a.b, b.b)];
    let sum: u64 = channels.map(|(a, b)| u64::from(a.abs_diff(b))).iter().sum();
    (2 * sum).min(MOST_DIFFERENT)
}
