//! What may come first where a game does not deal every beginning.

use crate::game::Tetromino;

const KINDS: usize = Tetromino::ALL.len();

/// The pairs of pieces that a plan may begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FirstPairs(u64);

impl FirstPairs {
    /// Every pair.
    pub const ALL: FirstPairs = FirstPairs((1 << (KINDS * KINDS)) - 1);

    /// Whether a plan may begin with these two.
    pub fn contains(self, first: Tetromino, second: Tetromino) -> bool {
        self.0 & bit(first, second) != 0
    }
}

/// All of them: nothing is asked for.
impl Default for FirstPairs {
    fn default() -> Self {
        FirstPairs::ALL
    }
}

impl FromIterator<(Tetromino, Tetromino)> for FirstPairs {
    fn from_iter<I: IntoIterator<Item = (Tetromino, Tetromino)>>(pairs: I) -> Self {
        let bits = pairs.into_iter().map(|(first, second)| bit(first, second));
        FirstPairs(bits.fold(0, |all, bit| all | bit))
    }
}

fn bit(first: Tetromino, second: Tetromino) -> u64 {
    1 << (KINDS * first.index() + second.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_the_pairs_that_it_is_made_of() {
        let pairs = [
            (Tetromino::I, Tetromino::O),
            (Tetromino::ALL[6], Tetromino::ALL[6]),
        ];
        let set: FirstPairs = pairs.into_iter().collect();
        for first in Tetromino::ALL {
            for second in Tetromino::ALL {
                assert_eq!(
                    set.contains(first, second),
                    pairs.contains(&(first, second))
                );
                assert!(FirstPairs::default().contains(first, second));
            }
        }
    }
}
