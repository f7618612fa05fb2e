//! The next insertions of a search, in random order.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::Pose;
use crate::plan::classic::skyline::Skyline;

#[derive(Clone, Copy)]
pub struct Insertion {
    pub pose: Pose,
    pub column: u8,
}

/// The insertions possible in one state, handed out in random order, spreading ones first: an S or
/// a Z at the very bottom widens the support, without which the rest cannot be filled.
pub struct Candidates {
    insertions: [Insertion; Candidates::MOST],
    spreading: usize,
    count: usize,
}

impl Default for Candidates {
    fn default() -> Self {
        let none = Insertion {
            pose: Pose::O,
            column: 0,
        };
        Candidates {
            insertions: [none; Self::MOST],
            spreading: 0,
            count: 0,
        }
    }
}

impl Candidates {
    /// All poses in all columns; profiles exclude one another, so far fewer ever fit.
    const MOST: usize = Pose::COUNT * Skyline::MAX_WIDTH;

    #[inline]
    pub fn push(&mut self, insertion: Insertion, is_spreading: bool) {
        self.insertions[self.count] = insertion;
        if is_spreading {
            self.insertions.swap(self.spreading, self.count);
            self.spreading += 1;
        }
        self.count += 1;
    }

    /// Takes a random one out: of the spreading ones first, which stand at the front.
    #[inline]
    pub fn draw(&mut self, rng: &mut Xoshiro256PlusPlus) -> Option<Insertion> {
        if self.count == 0 {
            return None;
        }
        let range = if self.spreading > 0 {
            self.spreading
        } else {
            self.count
        };
        let index = ((u64::from(rng.next_u32()) * range as u64) >> 32) as usize;
        let drawn = self.insertions[index];
        if self.spreading > 0 {
            self.spreading -= 1;
            self.insertions[index] = self.insertions[self.spreading];
            self.insertions[self.spreading] = self.insertions[self.count - 1];
        } else {
            self.insertions[index] = self.insertions[self.count - 1];
        }
        self.count -= 1;
        Some(drawn)
    }
}
