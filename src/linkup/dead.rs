//! Positions that a search has proved dead, as many as there is memory for.

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// The most bytes of the positions that are remembered, whatever the board's size. Set by hand.
const MOST_BYTES: usize = 120_000_000;

/// Positions that need not be searched again.
pub struct Dead<P> {
    positions: FxHashSet<P>,
    bytes: usize,
}

impl<P: Eq + Hash> Dead<P> {
    pub fn new() -> Dead<P> {
        Dead {
            positions: FxHashSet::default(),
            bytes: 0,
        }
    }

    pub fn contains(&self, position: &P) -> bool {
        self.positions.contains(position)
    }

    /// Remembers a position of so many bytes, if there is memory left: to forget it costs time only.
    pub fn insert(&mut self, position: P, bytes: usize) {
        if self.bytes + bytes <= MOST_BYTES {
            self.bytes += bytes;
            self.positions.insert(position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_remembered_while_there_is_memory() {
        let mut dead = Dead::new();
        for position in 0..4 {
            dead.insert(position, MOST_BYTES / 3);
        }
        dead.insert(4, MOST_BYTES % 3);
        let remembered = (0..5).filter(|position| dead.contains(position));
        assert_eq!(remembered.collect::<Vec<_>>(), [0, 1, 2, 4]);
    }
}
