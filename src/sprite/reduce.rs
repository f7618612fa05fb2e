//! Colour quantization: similar colours are merged until few enough are left.

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashMap;

use crate::color::{ColorCounts, Lab, Rgb};
use crate::parse::ParseValueError;
use crate::picture::Raster;

/// The most colours that may be left after merging: 1 to 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorLimit(u16);

impl ColorLimit {
    /// `None` if it is not one of 1 to 256.
    pub fn new(colors: usize) -> Option<Self> {
        let is_valid = (1..=super::Sprite::MAX_COLORS).contains(&colors);
        is_valid.then_some(ColorLimit(colors as u16))
    }

    /// The number, 1 to 256.
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl FromStr for ColorLimit {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let number = text.parse().ok().and_then(ColorLimit::new);
        number.ok_or_else(|| {
            ParseValueError::new(text, "a valid number of colours", "write one from 1 to 256")
        })
    }
}

impl fmt::Display for ColorLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Merges the nearest colours until at most `limit` remain.
///
/// Greedy pairwise merging: of the two colours nearest to each other in [`Lab`], the one with fewer pixels becomes
/// the other; among equals the one that appears first stays. So all colours that remain are colours of the picture,
/// without mixing or dithering. Of more than [`MAX_COMPARED`] colours, those that agree in the upper four bits of each
/// channel first become the most common of them.
pub(super) fn merge_colors(raster: &mut Raster, counts: &ColorCounts, limit: ColorLimit) {
    if counts.len() <= limit.get() {
        return;
    }
    let mut merge = Merge::new(counts);
    if counts.len() > MAX_COMPARED {
        merge.merge_cells();
    }
    merge.merge_nearest(limit.get());
    let heirs = merge.heirs();
    raster.recolor(|color| heirs.get(&color).copied());
}

/// The most colours that are compared pairwise, which takes time by the square of their number: as many as the coarse
/// grid has cells.
const MAX_COMPARED: usize = 1 << (3 * CELL_BITS);
const CELL_BITS: u32 = 4;

/// Colours being merged, in order of appearance.
struct Merge {
    colors: Vec<Entry>,
    /// Those that are left, ascending.
    left: Vec<usize>,
}

struct Entry {
    color: Rgb,
    lab: Lab,
    /// Pixels, those of merged colours included.
    pixels: usize,
    /// Which colour this one became.
    heir: Option<usize>,
    nearest: Neighbour,
}

/// Another colour and its squared distance.
#[derive(Clone, Copy)]
struct Neighbour {
    distance: f32,
    index: usize,
}

impl Neighbour {
    const NONE: Neighbour = Neighbour {
        distance: f32::INFINITY,
        index: usize::MAX,
    };
}

impl Merge {
    fn new(counts: &ColorCounts) -> Self {
        let entry = |&(color, pixels): &(Rgb, usize)| Entry {
            color,
            lab: color.into(),
            pixels,
            heir: None,
            nearest: Neighbour::NONE,
        };
        Merge {
            colors: counts.entries().iter().map(entry).collect(),
            left: (0..counts.len()).collect(),
        }
    }

    /// Leaves one colour a cell of the coarse grid.
    fn merge_cells(&mut self) {
        let mut commonest: FxHashMap<[u8; 3], usize> = FxHashMap::default();
        let cell = |color: Rgb| color.channels().map(|channel| channel >> (8 - CELL_BITS));
        for (index, entry) in self.colors.iter().enumerate() {
            let best = commonest.entry(cell(entry.color)).or_insert(index);
            if entry.pixels > self.colors[*best].pixels {
                *best = index;
            }
        }
        for index in 0..self.colors.len() {
            let heir = commonest[&cell(self.colors[index].color)];
            if heir != index {
                self.bequeath(index, heir);
            }
        }
        self.left.retain(|index| self.colors[*index].heir.is_none());
    }

    /// Merges the nearest two until `limit` colours are left.
    fn merge_nearest(&mut self, limit: usize) {
        for index in self.left.clone() {
            self.colors[index].nearest = self.nearest_to(index);
        }
        while self.left.len() > limit {
            let Some(loser) = self.next_loser() else {
                return;
            };
            self.left.retain(|index| *index != loser);
            for index in self.left.clone() {
                if self.colors[index].nearest.index == loser {
                    self.colors[index].nearest = self.nearest_to(index);
                }
            }
        }
    }

    /// Merges the nearest two of those that are left and returns the one that disappears.
    fn next_loser(&mut self) -> Option<usize> {
        let distance = |index: &usize| self.colors[*index].nearest.distance;
        let one = *(self.left.iter()).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let other = self.colors[one].nearest.index;
        // `one` appears first, being the first of the two that has this distance.
        let (loser, heir) = if self.colors[one].pixels < self.colors[other].pixels {
            (one, other)
        } else {
            (other, one)
        };
        self.bequeath(loser, heir);
        Some(loser)
    }

    fn bequeath(&mut self, from: usize, heir: usize) {
        self.colors[heir].pixels += self.colors[from].pixels;
        self.colors[from].heir = Some(heir);
    }

    /// The nearest of the other colours that are left, the first one of equals.
    fn nearest_to(&self, index: usize) -> Neighbour {
        let lab = self.colors[index].lab;
        let others = self.left.iter().filter(|other| **other != index);
        others.fold(Neighbour::NONE, |best, &other| {
            let distance = lab.squared_distance(self.colors[other].lab);
            if distance < best.distance {
                Neighbour {
                    distance,
                    index: other,
                }
            } else {
                best
            }
        })
    }

    /// The final colour of each colour.
    fn heirs(&self) -> FxHashMap<Rgb, Rgb> {
        let last = |mut index: usize| {
            while let Some(heir) = self.colors[index].heir {
                index = heir;
            }
            self.colors[index].color
        };
        (self.colors.iter().enumerate())
            .map(|(index, entry)| (entry.color, last(index)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{drawing, raster};

    fn merged(raster: &Raster, limit: usize) -> Raster {
        let mut raster = raster.clone();
        let counts = ColorCounts::of(raster.pixels());
        merge_colors(&mut raster, &counts, ColorLimit::new(limit).unwrap());
        raster
    }

    fn merged_drawing(text: &str, limit: usize) -> String {
        drawing(&merged(&raster(text), limit))
    }

    /// A row of pixels of those colours.
    fn row(colors: &[&str]) -> Raster {
        let pixels = colors.iter().map(|color| color.parse().ok());
        Raster::new(colors.len(), pixels.collect())
    }

    #[test]
    fn the_rarer_of_two_becomes_the_other() {
        // Neighbours in the alphabet are near in colour.
        assert_eq!(merged_drawing("AABZ ..BB", 2), "BBBZ\n..BB");
        assert_eq!(merged_drawing("AABZ AA..", 2), "AAAZ\nAA..");
    }

    #[test]
    fn among_equals_the_first_stays() {
        assert_eq!(merged_drawing("ABZ", 2), "AAZ");
        assert_eq!(merged_drawing("ZBA", 2), "ZBB");
    }

    #[test]
    fn merged_pixels_count_for_the_heir() {
        // C joins B, and the two of them together outweigh E.
        assert_eq!(merged_drawing("EEE BBC Czz", 2), "BBB\nBBB\nBzz");
    }

    #[test]
    fn near_is_what_looks_alike() {
        // As numbers the dark colours are nearer to each other than the yellow ones.
        let colors = ["#ffff00", "#ffff64", "#000000", "#320000"];
        let expected = ["#ffff00", "#ffff00", "#000000", "#320000"];
        assert_eq!(merged(&row(&colors), 3), row(&expected));
    }

    #[test]
    fn enough_is_enough() {
        assert_eq!(merged_drawing("AB.", 2), "AB.");
        assert_eq!(merged_drawing("AB.", 256), "AB.");
        assert_eq!(merged_drawing("AZ.ZZ", 1), "ZZ.ZZ");
        assert_eq!(merged_drawing("...", 1), "...");
    }

    /// 512x256 pixels, each of its own colour.
    fn photo() -> Raster {
        let pixel = |i: u32| {
            let [_, r, g, b] = i.wrapping_mul(0x0001_27b1).to_be_bytes();
            Some(Rgb::new(r, g, b))
        };
        Raster::new(512, (0..512 * 256).map(pixel).collect())
    }

    #[test]
    fn a_photo_is_reduced_to_its_own_colours() {
        let photo = photo();
        let before = ColorCounts::of(photo.pixels());
        assert!(before.len() > 100_000);
        let after = merged(&photo, 5);
        let counts = ColorCounts::of(after.pixels());
        assert_eq!(counts.len(), 5);
        assert!(
            counts
                .entries()
                .iter()
                .all(|(color, _)| before.count(*color) > 0)
        );
        assert_eq!(merged(&photo, 5), after);
    }

    #[test]
    fn a_limit_is_a_number_from_1_to_256() {
        for text in ["1", "256"] {
            assert_eq!(text.parse::<ColorLimit>().unwrap().to_string(), text);
        }
        for text in ["0", "257", "-1", "six", ""] {
            let error = text.parse::<ColorLimit>().unwrap_err().to_string();
            assert!(error.ends_with("write one from 1 to 256"), "{error}");
        }
    }
}
