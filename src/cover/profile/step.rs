//! From the profiles at one cell to those at the next.
//!
//! A profile whose next cell is covered moves on as it is; one whose next cell is open takes each
//! of the pieces that fit. Either way the image is `slide(profile + constant)`, which rises with
//! the profile: the images of a rising run are a rising stream, and the next layer is the merge of
//! all streams, equal images added up.

use std::ops::Range;

use super::layer::{Chunk, Layer, Run};
use crate::parallel;

/// One way to cover the next cell: an entry of the transfer matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    /// Bits that must be 0 before.
    pub forbidden: u64,
    /// What is added to the profile.
    pub added: u64,
    /// The bit that must be 0 after; 0 for none.
    pub guard: u64,
}

impl Transition {
    /// What happens to a profile whose next cell is covered.
    const NONE: Transition = Transition {
        forbidden: 0,
        added: 0,
        guard: 0,
    };
}

/// Images that share all but this many low bits are added up in one block: 2^14 counts of one word take
/// 128 KB, which a second-level cache holds.
const BLOCK_BITS: u32 = 14;
const BLOCK: usize = 1 << BLOCK_BITS;

/// Profiles that are worth a thread of their own: to merge them costs far more than to hand them over, and
/// the largest layers still make hundreds of such chunks.
const CHUNK_PROFILES: usize = 1 << 16;

/// The layer after the next cell. `span` is the number of window bits.
pub(super) fn step(layer: Layer, moves: &[Transition], span: u32) -> Layer {
    // A profile is the image of at most one profile by each move, and of one by none.
    let growth = usize::BITS - moves.len().leading_zeros();
    let words = (layer.count_bits() + growth).div_ceil(u64::BITS) as usize;
    let slide = Slide {
        window: u64::MAX >> (u64::BITS - span),
    };
    match words.max(layer.words) {
        1 => merge::<1>(layer, moves, slide),
        2 => merge::<2>(layer, moves, slide),
        3 => merge::<3>(layer, moves, slide),
        4 => merge::<4>(layer, moves, slide),
        5..=8 => merge::<8>(layer, moves, slide),
        9..=32 => merge::<32>(layer, moves, slide),
        // Less than 2^12 options for each of at most 2^12 cells: 768 words hold every count.
        _ => merge::<768>(layer, moves, slide),
    }
}

/// Shifts the window by one cell and leaves the usage above it alone.
#[derive(Clone, Copy)]
struct Slide {
    window: u64,
}

impl Slide {
    fn image(self, profile: u64) -> u64 {
        profile & !self.window | (profile & self.window) >> 1
    }

    fn block(self, profile: u64) -> u64 {
        self.image(profile) >> BLOCK_BITS
    }
}

fn merge<const WORDS: usize>(layer: Layer, moves: &[Transition], slide: Slide) -> Layer {
    let layer = layer.widened(WORDS);
    let mut bounds = vec![0];
    bounds.extend(inner_bounds(&layer, slide));
    bounds.push(u64::MAX);
    let chunks = parallel::map(bounds.windows(2), |bounds| {
        merge_blocks::<WORDS>(&layer, moves, slide, bounds[0]..bounds[1])
    });
    Layer {
        words: WORDS,
        chunks,
    }
}

/// Blocks at which the work is cut into pieces worth a thread.
fn inner_bounds(layer: &Layer, slide: Slide) -> Vec<u64> {
    let covered = layer
        .chunks
        .iter()
        .flat_map(|chunk| &chunk.covered.profiles);
    let samples = covered.skip(CHUNK_PROFILES).step_by(CHUNK_PROFILES);
    let mut bounds: Vec<u64> = samples.map(|&profile| slide.block(profile)).collect();
    bounds.retain(|&block| block > 0);
    bounds.dedup();
    bounds
}

/// The part of the next layer whose block numbers lie in the range.
fn merge_blocks<const WORDS: usize>(
    layer: &Layer,
    moves: &[Transition],
    slide: Slide,
    blocks: Range<u64>,
) -> Chunk {
    let covered = Stream::<WORDS>::new(layer, |chunk| &chunk.covered, Transition::NONE, slide);
    let open = moves.iter();
    let open = open.map(|&step| Stream::new(layer, |chunk| &chunk.open, step, slide));
    let mut streams: Vec<Stream<WORDS>> = std::iter::once(covered).chain(open).collect();
    for stream in &mut streams {
        stream.seek(blocks.start);
    }
    let mut sums = BlockSums::<WORDS>::new();
    let mut chunk = Chunk::default();
    while let Some(block) = streams.iter().filter_map(Stream::block).min() {
        if block >= blocks.end {
            break;
        }
        for stream in &mut streams {
            stream.add_block(block, &mut sums);
        }
        sums.drain_into(block, &mut chunk);
    }
    chunk.give_back_room();
    chunk
}

/// The images of all profiles of one kind by one move, in rising order.
struct Stream<'a, const WORDS: usize> {
    /// The runs that are still to come.
    rest: Vec<&'a Run>,
    profiles: &'a [u64],
    counts: &'a [[u64; WORDS]],
    step: Transition,
    slide: Slide,
}

impl<'a, const WORDS: usize> Stream<'a, WORDS> {
    fn new(layer: &'a Layer, run: fn(&Chunk) -> &Run, step: Transition, slide: Slide) -> Self {
        let runs = layer.chunks.iter().rev().map(run);
        let mut stream = Stream {
            rest: runs.filter(|run| !run.profiles.is_empty()).collect(),
            profiles: &[],
            counts: &[],
            step,
            slide,
        };
        stream.open_next_run();
        stream
    }

    /// Whether there was one more run.
    fn open_next_run(&mut self) -> bool {
        let Some(run) = self.rest.pop() else {
            return false;
        };
        self.profiles = &run.profiles;
        self.counts = run.counts.as_chunks().0;
        true
    }

    /// Skips what falls into blocks before `block`.
    fn seek(&mut self, block: u64) {
        loop {
            let image_block = |&profile: &u64| self.slide.block(profile + self.step.added);
            let skipped = self.profiles.partition_point(|p| image_block(p) < block);
            self.profiles = &self.profiles[skipped..];
            self.counts = &self.counts[skipped..];
            if !self.profiles.is_empty() || !self.open_next_run() {
                return;
            }
        }
    }

    /// The block of the next image.
    fn block(&self) -> Option<u64> {
        let next = self.profiles.first()?;
        Some(self.slide.block(next + self.step.added))
    }

    /// Adds the images in this block, which none before it precedes.
    fn add_block(&mut self, block: u64, sums: &mut BlockSums<WORDS>) {
        let end = (block + 1) << BLOCK_BITS;
        let Transition {
            forbidden,
            added,
            guard,
        } = self.step;
        loop {
            let mut taken = 0;
            for (&profile, count) in self.profiles.iter().zip(self.counts) {
                let image = self.slide.image(profile + added);
                if image >= end {
                    break;
                }
                if profile & forbidden == 0 && (profile + added) & guard == 0 {
                    sums.add(image as usize % BLOCK, count);
                }
                taken += 1;
            }
            self.profiles = &self.profiles[taken..];
            self.counts = &self.counts[taken..];
            if !self.profiles.is_empty() || !self.open_next_run() {
                return;
            }
        }
    }
}

/// The counts of one block, by the low bits of the profile.
struct BlockSums<const WORDS: usize> {
    sums: Vec<[u64; WORDS]>,
    /// Which sums were added to: one bit each.
    present: Vec<u64>,
    /// Which words of `present` are not 0: one bit each.
    present_words: Vec<u64>,
}

impl<const WORDS: usize> BlockSums<WORDS> {
    fn new() -> Self {
        BlockSums {
            sums: vec![[0; WORDS]; BLOCK],
            present: vec![0; BLOCK / 64],
            present_words: vec![0; BLOCK / 64 / 64],
        }
    }

    fn add(&mut self, low: usize, count: &[u64; WORDS]) {
        self.present[low / 64] |= 1 << (low % 64);
        self.present_words[low / 64 / 64] |= 1 << (low / 64 % 64);
        let mut carry = false;
        for (sum, &word) in self.sums[low].iter_mut().zip(count) {
            let (partial, over) = sum.overflowing_add(word);
            let (whole, again) = partial.overflowing_add(u64::from(carry));
            (*sum, carry) = (whole, over | again);
        }
    }

    /// Appends the block's profiles in rising order and clears it.
    fn drain_into(&mut self, block: u64, chunk: &mut Chunk) {
        for (group, words) in self.present_words.iter_mut().enumerate() {
            for word in ones(std::mem::take(words)).map(|bit| group * 64 + bit) {
                for low in ones(std::mem::take(&mut self.present[word])).map(|bit| word * 64 + bit)
                {
                    let count = std::mem::replace(&mut self.sums[low], [0; WORDS]);
                    chunk.push(block << BLOCK_BITS | low as u64, count);
                }
            }
        }
    }
}

/// The places of the bits that are set, rising.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}
