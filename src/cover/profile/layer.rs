//! The profiles at one point of the strip, each with the number of ways to it.

use num_bigint::BigUint;

/// Profiles in rising order, cut into chunks, with their counts: numbers of `words` words each,
/// the least significant first.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub words: usize,
    pub chunks: Vec<Chunk>,
}

/// A run of profiles, those whose next cell is covered apart from those where it is not.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    pub covered: Run,
    pub open: Run,
}

/// Profiles in rising order and their counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    pub profiles: Vec<u64>,
    /// `words` words a profile.
    pub counts: Vec<u64>,
}

impl Layer {
    /// One profile, that came about in one way.
    pub fn of_one(profile: u64) -> Self {
        let mut chunk = Chunk::default();
        chunk.push::<1>(profile, [1]);
        Layer {
            words: 1,
            chunks: vec![chunk],
        }
    }

    /// The same counts with more words each.
    pub fn widened(mut self, words: usize) -> Self {
        if words > self.words {
            for run in self
                .chunks
                .iter_mut()
                .flat_map(|c| [&mut c.covered, &mut c.open])
            {
                let padding = vec![0; words - self.words];
                let counts = run.counts.chunks_exact(self.words);
                run.counts = counts
                    .flat_map(|count| [count, &padding].concat())
                    .collect();
            }
            self.words = words;
        }
        self
    }

    pub fn len(&self) -> usize {
        self.runs().map(|run| run.profiles.len()).sum()
    }

    pub fn bytes(&self) -> usize {
        self.len() * (1 + self.words) * size_of::<u64>()
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        self.chunks.iter().flat_map(|c| [&c.covered, &c.open])
    }

    /// How many ways lead to a profile.
    pub fn count_of(&self, profile: u64) -> BigUint {
        let found = self.runs().find_map(|run| {
            let index = run.profiles.binary_search(&profile).ok()?;
            Some(&run.counts[index * self.words..][..self.words])
        });
        let words = found.unwrap_or_default().iter().rev();
        words.fold(BigUint::ZERO, |count, &word| (count << u64::BITS) + word)
    }

    /// The bits that the largest count needs; more when no count needs its highest word.
    pub fn count_bits(&self) -> u32 {
        let top_words = |run: &Run| {
            let counts = run.counts.chunks_exact(self.words);
            counts.fold(0, |bits, count| bits | count[self.words - 1])
        };
        let top = self.runs().fold(0, |bits, run| bits | top_words(run));
        self.words as u32 * u64::BITS - top.leading_zeros()
    }
}

impl Chunk {
    /// Frees what was allocated for more profiles, which may be half of all.
    pub fn give_back_room(&mut self) {
        for run in [&mut self.covered, &mut self.open] {
            run.profiles.shrink_to_fit();
            run.counts.shrink_to_fit();
        }
    }

    pub fn push<const WORDS: usize>(&mut self, profile: u64, count: [u64; WORDS]) {
        let run = if profile & 1 == 1 {
            &mut self.covered
        } else {
            &mut self.open
        };
        run.profiles.push(profile);
        run.counts.extend_from_slice(&count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_the_largest_count_wherever_it_stands() {
        let mut chunk = Chunk::default();
        for (profile, count) in [
            (0, [u64::MAX, 0]),
            (1, [7, 1]),
            (2, [9, 6]),
            (5, [u64::MAX, 3]),
        ] {
            chunk.push(profile, count);
        }
        let layer = Layer {
            words: 2,
            chunks: vec![chunk.clone(), chunk],
        };
        assert_eq!(layer.count_bits(), 64 + 3);
        assert_eq!(layer.widened(3).count_bits(), 2 * 64);
        assert_eq!(Layer::of_one(0).count_bits(), 1);
    }
}
