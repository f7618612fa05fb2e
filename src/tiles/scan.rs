//! Where in a file bytes look like tiles.
//!
//! A run of bytes is taken for tiles where it can be coded in fewer bits as pixels, each predicted from its left and
//! upper neighbours, than as bytes, by their frequencies in the file. The gain adds up over the tiles of a run; other
//! data costs more when coded as pixels.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{TILE, TileLayout};

/// What a run of tiles has to gain, in bits: a few tiles' worth.
const LEAST_GAIN: f32 = 300.0;

/// What may be lost again within a run, in bits: a few odd tiles.
const MOST_LOSS: f32 = 150.0;

/// What a tile of equal bytes loses, in bits.
const BLANK_LOSS: f32 = 2.0;

/// How much more is gained by tiles at multiples of their size: letters with an empty row look as well one row off.
const ALIGNED: f32 = 1.25;

/// The parts of `within` that look like tiles, in their order; each holds whole tiles.
pub fn tile_runs(file: &[u8], within: Range<usize>, layout: TileLayout) -> Vec<Range<usize>> {
    let data = &file[within.clone()];
    let costs = ByteCosts::of(data);
    let mut runs: Vec<Run> = (0..layout.bytes().min(data.len()))
        .flat_map(|phase| runs_of_phase(data, phase, layout, &costs))
        .collect();
    runs.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    // Where each ends that was chosen, by where it starts.
    let mut chosen: BTreeMap<usize, usize> = BTreeMap::new();
    for Run { range, .. } in runs {
        let before = chosen.range(..range.end).next_back();
        if before.is_none_or(|(_, end)| *end <= range.start) {
            chosen.insert(range.start, range.end);
        }
    }
    let place = |(start, end)| within.start + start..within.start + end;
    chosen.into_iter().map(place).collect()
}

/// Tiles one after the other.
struct Run {
    range: Range<usize>,
    /// In bits.
    gain: f32,
}

/// The runs of greatest gain among tiles that begin `phase` bytes after a whole number of them.
fn runs_of_phase(data: &[u8], phase: usize, layout: TileLayout, costs: &ByteCosts) -> Vec<Run> {
    let pixels = PixelCosts::of(layout);
    let size = layout.bytes();
    let mut runs = Vec::new();
    let (mut start, mut best, mut gain) = (
        phase,
        Run {
            range: phase..phase,
            gain: 0.0,
        },
        0.0,
    );
    let mut keep = |run: Run| {
        if run.gain >= LEAST_GAIN {
            let gain = run.gain * if phase == 0 { ALIGNED } else { 1.0 };
            runs.push(Run { gain, ..run });
        }
    };
    for (index, tile) in data[phase..].chunks_exact(size).enumerate() {
        let end = phase + (index + 1) * size;
        gain += match tile.iter().all(|byte| *byte == tile[0]) {
            // Empty space says nothing.
            true => -BLANK_LOSS,
            false => costs.bits(tile) - pixels.bits(tile),
        };
        if gain > best.gain {
            best = Run {
                range: start..end,
                gain,
            };
        }
        if gain <= 0.0 || gain < best.gain - MOST_LOSS {
            keep(best);
            (start, best, gain) = (
                end,
                Run {
                    range: end..end,
                    gain: 0.0,
                },
                0.0,
            );
        }
    }
    keep(best);
    runs
}

/// What bytes cost that are no tiles: those like the one before a bit, others according to how common they are.
struct ByteCosts([f32; 256]);

impl ByteCosts {
    const REPEATED: f32 = 1.0;

    fn of(data: &[u8]) -> ByteCosts {
        let mut counts = [1_u32; 256];
        for byte in data {
            counts[usize::from(*byte)] += 1;
        }
        let total = (data.len() + counts.len()) as f32;
        ByteCosts(counts.map(|count| 1.0 + (total / count as f32).log2()))
    }

    fn bits(&self, bytes: &[u8]) -> f32 {
        let own = |byte: u8| self.0[usize::from(byte)];
        let pairs = bytes.windows(2).map(|pair| match pair[0] == pair[1] {
            true => Self::REPEATED,
            false => own(pair[1]),
        });
        own(bytes[0]) + pairs.sum::<f32>()
    }
}

/// What the pixels of tiles cost, each known by those to its left and above it.
struct PixelCosts {
    layout: TileLayout,
    /// Left and upper one are alike, and so is this one.
    same: f32,
    /// They are alike, and this one is not.
    new: f32,
    /// They differ, and this one is as one of them.
    either: f32,
    /// All three differ.
    other: f32,
}

impl PixelCosts {
    /// The shares of pixels were counted in drawn tiles, in round numbers.
    fn of(layout: TileLayout) -> PixelCosts {
        let colors = layout.colors() as f32;
        let (same, either) = match layout {
            TileLayout::OneBit => (0.85, 1.0),
            _ => (0.85, 0.84),
        };
        PixelCosts {
            layout,
            same: -f32::log2(same),
            new: f32::log2((colors - 1.0) / (1.0 - same)),
            either: f32::log2(2.0 / either),
            other: f32::log2((colors - 2.0).max(1.0) / (1.0 - either).max(0.01)),
        }
    }

    fn bits(&self, tile: &[u8]) -> f32 {
        let mut above = [0; TILE];
        let mut bits = 0.0;
        for y in 0..TILE {
            let mut left = above[0];
            for (x, above) in above.iter_mut().enumerate() {
                let pixel = self.layout.pixel(tile, x, y);
                bits += match (left == *above, pixel == left || pixel == *above) {
                    (true, true) => self.same,
                    (true, false) => self.new,
                    (false, true) => self.either,
                    (false, false) => self.other,
                };
                (left, *above) = (pixel, pixel);
            }
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn noise(length: usize) -> Vec<u8> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        (0..length).map(|_| random.next_u64() as u8).collect()
    }

    /// Tiles of rings around different centres, in the layout of the NES.
    fn rings(count: usize) -> Vec<u8> {
        let plane = |tile: usize, bit: usize| {
            (0..TILE).map(move |y| {
                let pixel = |x: usize| {
                    let (dx, dy) = (x.abs_diff(tile % 8), y.abs_diff(tile * 3 % 8));
                    (((dx * dx + dy * dy + tile) / 24 % 4) >> bit) & 1
                };
                (0..TILE).fold(0, |byte, x| byte << 1 | pixel(x) as u8)
            })
        };
        (0..count)
            .flat_map(|tile| plane(tile, 0).chain(plane(tile, 1)))
            .collect()
    }

    #[test]
    fn tiles_among_noise_are_found_at_any_offset() {
        let tiles = rings(48);
        for offset in [1008, 1003, 1012] {
            let file = [&noise(offset)[..], &tiles, &noise(3000)].concat();
            let runs = tile_runs(&file, 0..file.len(), TileLayout::Nes);
            assert_eq!(runs.len(), 1, "{runs:?}");
            let Range { start, end } = runs[0];
            assert!(
                start.abs_diff(offset) <= 32 && start % 16 == offset % 16,
                "{runs:?} {offset}"
            );
            assert!(
                end.abs_diff(offset + tiles.len()) <= 32,
                "{runs:?} {offset}"
            );
        }
    }

    #[test]
    fn noise_text_and_empty_space_are_no_tiles() {
        let text = include_bytes!("scan.rs");
        let layouts = [
            TileLayout::OneBit,
            TileLayout::Nes,
            TileLayout::GameBoy,
            TileLayout::Snes,
            TileLayout::MegaDrive,
        ];
        for layout in layouts {
            for file in [&noise(20_000)[..], text, &[0; 9000], &[0xff; 9000], &[]] {
                assert_eq!(tile_runs(file, 0..file.len(), layout), [], "{layout}");
            }
        }
    }

    #[test]
    fn only_a_part_of_the_file_is_looked_at() {
        let file = [rings(48), noise(3000)].concat();
        assert_eq!(tile_runs(&file, 800..file.len(), TileLayout::Nes), []);
        let runs = tile_runs(&file, 320..file.len(), TileLayout::Nes);
        assert_eq!((runs.len(), runs[0].start), (1, 320));
    }
}
