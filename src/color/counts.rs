//! How often each colour occurs.

use std::borrow::Borrow;
use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::color::Rgb;

/// Colours and how many pixels have them, in the order in which they first appear.
pub(crate) struct ColorCounts {
    entries: Vec<(Rgb, usize)>,
    index_of: FxHashMap<Rgb, usize>,
}

impl ColorCounts {
    /// More colours than this are not counted, so that noise costs neither minutes nor gigabytes.
    pub const MAX: usize = 1 << 20;

    /// Transparent pixels are not counted. At colour number [`MAX`](Self::MAX) + 1 the count ends.
    pub fn of(pixels: impl IntoIterator<Item: Borrow<Option<Rgb>>>) -> Self {
        let mut counts = ColorCounts {
            entries: Vec::new(),
            index_of: FxHashMap::default(),
        };
        // Neighbours are mostly alike, and then nothing needs to be looked up.
        let mut last: Option<(Rgb, usize)> = None;
        for color in pixels.into_iter().filter_map(|pixel| *pixel.borrow()) {
            let index = match last {
                Some((known, index)) if known == color => index,
                Some(_) | None => counts.index(color),
            };
            counts.entries[index].1 += 1;
            if index == Self::MAX {
                break;
            }
            last = Some((color, index));
        }
        counts
    }

    fn index(&mut self, color: Rgb) -> usize {
        let next = self.entries.len();
        let index = *self.index_of.entry(color).or_insert(next);
        if index == next {
            self.entries.push((color, 0));
        }
        index
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn entries(&self) -> &[(Rgb, usize)] {
        &self.entries
    }

    /// The same, the most common colour first; of equally common ones the one that appears first.
    pub fn by_frequency(&self) -> Vec<(Rgb, usize)> {
        let mut entries = self.entries.clone();
        entries.sort_by_key(|(_, count)| Reverse(*count));
        entries
    }

    /// The number of pixels of that colour.
    pub fn count(&self, color: Rgb) -> usize {
        let index = self.index_of.get(&color);
        index.map_or(0, |index| self.entries[*index].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{color, raster};

    #[test]
    fn colours_are_counted_in_order_of_appearance() {
        let counts = ColorCounts::of(raster("b.a bba ..c").pixels());
        let [a, b, c] = ['a', 'b', 'c'].map(color);
        assert_eq!(counts.entries(), [(b, 3), (a, 2), (c, 1)]);
        assert_eq!((counts.count(a), counts.count(Rgb::WHITE)), (2, 0));
    }

    #[test]
    fn the_most_common_colours_come_first_and_of_equal_ones_the_first() {
        let counts = ColorCounts::of(raster("cb.a bba. a.d.").pixels());
        let colors = counts.by_frequency().into_iter().map(|(color, _)| color);
        assert!(colors.eq(['b', 'a', 'c', 'd'].map(color)));
    }

    #[test]
    fn counting_ends_where_no_sprite_has_so_many_colours() {
        let color = |i: u32| {
            let [_, r, g, b] = i.to_be_bytes();
            Some(Rgb::new(r, g, b))
        };
        let pixels: Vec<Option<Rgb>> = (0..1 << 21).map(color).collect();
        assert_eq!(ColorCounts::of(&pixels).len(), ColorCounts::MAX + 1);
        assert_eq!(ColorCounts::of(&pixels[..9]).len(), 9);
    }
}
