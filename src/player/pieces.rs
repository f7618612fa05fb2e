//! The generators that deal the pieces of a player's game.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::game::random::RandomDealer;
use crate::game::{Dealer, Tetromino};
use crate::parse::{ParseValueError, display_name, parse_name};

/// A way to deal pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generator {
    /// Each of the seven is equally likely, whatever came before, as in published results.
    #[default]
    Uniform,
    /// All seven in random order, then all seven again.
    Bag,
    /// The console's own, which seldom repeats a piece.
    Console,
}

impl Generator {
    /// All generators.
    pub const ALL: [Generator; 3] = [Generator::Uniform, Generator::Bag, Generator::Console];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Generator::Uniform => "uniform",
            Generator::Bag => "bag",
            Generator::Console => "console",
        }
    }

    /// A dealer; the same seed deals the same pieces. The console's generator uses only the lower 16
    /// bits of the seed.
    pub fn dealer(self, seed: u64) -> Pieces {
        let random = || Xoshiro256PlusPlus::seed_from_u64(seed);
        match self {
            Generator::Uniform => Pieces::Uniform(random()),
            Generator::Bag => Pieces::Bag {
                random: random(),
                bag: Tetromino::ALL,
                left: 0,
            },
            Generator::Console => Pieces::Console(RandomDealer::new(seed as u16)),
        }
    }
}

display_name!(Generator);
parse_name!(Generator, ParseValueError, |text| ParseValueError::new(
    text,
    "a way to deal pieces",
    "choose uniform, bag or console",
));

/// The state of a [`Generator`]; it never runs out of pieces.
#[derive(Clone, Debug)]
pub enum Pieces {
    /// Of [`Generator::Uniform`].
    Uniform(Xoshiro256PlusPlus),
    /// Of [`Generator::Bag`].
    Bag {
        /// The generator of the order.
        random: Xoshiro256PlusPlus,
        /// The first `left` of these are in the bag; the others have been dealt.
        bag: [Tetromino; 7],
        /// How many are left.
        left: usize,
    },
    /// Of [`Generator::Console`].
    Console(RandomDealer),
}

impl Pieces {
    /// The next piece.
    pub fn draw(&mut self) -> Tetromino {
        match self {
            Pieces::Uniform(random) => Tetromino::ALL[below(random, 7)],
            Pieces::Bag { random, bag, left } => {
                if *left == 0 {
                    *left = bag.len();
                }
                let drawn = below(random, *left);
                *left -= 1;
                bag.swap(drawn, *left);
                bag[*left]
            }
            Pieces::Console(dealer) => {
                let dealt = dealer.deal();
                dealt.expect("the console's generator always deals a piece")
            }
        }
    }

    /// Lets about as many frames pass as the console takes when a piece comes to rest on row `row`: two
    /// per row and an entry delay of ten. Its generator steps in each frame, so that the next piece
    /// depends on it; the other generators do not.
    pub fn wait(&mut self, row: u32) {
        if let Pieces::Console(dealer) = self {
            for _ in 0..2 * row + 10 {
                dealer.tick();
            }
        }
    }
}

/// For games on a console, which counts the frames itself.
impl Dealer for Pieces {
    fn deal(&mut self) -> Option<Tetromino> {
        Some(self.draw())
    }

    fn tick(&mut self) {
        if let Pieces::Console(dealer) = self {
            dealer.tick();
        }
    }
}

/// A random number below `bound`, by multiplication. Its bias is at most `bound` in 2^64.
fn below(random: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    ((u128::from(random.next_u64()) * bound as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dealt(generator: Generator, seed: u64, count: usize) -> String {
        let mut pieces = generator.dealer(seed);
        let draw = |_| {
            pieces.wait(17);
            pieces.draw().letter()
        };
        (0..count).map(draw).collect()
    }

    #[test]
    fn a_seed_always_deals_the_same_and_another_one_something_else() {
        for generator in Generator::ALL {
            assert_eq!(dealt(generator, 7, 50), dealt(generator, 7, 50));
            assert_ne!(dealt(generator, 7, 50), dealt(generator, 8, 50));
            assert_eq!(generator.to_string().parse(), Ok(generator));
        }
    }

    #[test]
    fn every_piece_comes_about_as_often_as_it_should() {
        for generator in Generator::ALL {
            let pieces = dealt(generator, 1, 70_000);
            for piece in Tetromino::ALL {
                let count = pieces.matches(piece.letter()).count();
                assert!(
                    (9_000..11_000).contains(&count),
                    "{generator} {piece:?} {count}"
                );
            }
        }
    }

    #[test]
    fn repeats_are_a_seventh_of_uniform_pieces_and_rare_on_the_console() {
        let repeats = |generator| {
            let pieces = dealt(generator, 3, 70_000).into_bytes();
            pieces.windows(2).filter(|pair| pair[0] == pair[1]).count()
        };
        assert!((9_500..10_500).contains(&repeats(Generator::Uniform)));
        assert!(repeats(Generator::Console) < 4_000);
    }

    #[test]
    fn a_bag_holds_each_piece_once() {
        let pieces = dealt(Generator::Bag, 5, 700).into_bytes();
        for bag in pieces.chunks(7) {
            let mut bag = bag.to_vec();
            bag.sort_unstable();
            assert_eq!(bag, b"IJLOSTZ");
        }
    }
}
