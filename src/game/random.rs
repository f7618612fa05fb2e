//! The console's random number generator, and the pieces that it deals.

use super::dealer::Dealer;
use super::tetromino::Tetromino;

/// A linear-feedback shift register of 16 bits. Bit 0 is not fed back, so from any seed above 1 it
/// runs through the same 32,767 states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftRegister(u16);

impl ShiftRegister {
    /// The value at power-on.
    pub const POWER_ON: u16 = 0x8988;

    /// A register that starts from `seed`. Seeds 0 and 1, from which it would get stuck at 0, stand
    /// for the value at power-on.
    pub const fn new(seed: u16) -> Self {
        ShiftRegister(if seed < 2 { Self::POWER_ON } else { seed })
    }

    /// All 16 bits.
    pub const fn value(self) -> u16 {
        self.0
    }

    /// The upper 8 bits: the ones that the game uses.
    pub const fn high_byte(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Shifts right; the new top bit is bit 1 XOR bit 9.
    pub const fn step(&mut self) {
        let top = (self.0 >> 1 ^ self.0 >> 9) & 1;
        self.0 = self.0 >> 1 | top << 15;
    }
}

impl Default for ShiftRegister {
    fn default() -> Self {
        ShiftRegister::new(Self::POWER_ON)
    }
}

/// Deals pieces as the console does. The register steps once per frame, so a piece depends on the
/// frame in which it is dealt. A piece that repeats the one before it is drawn once more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RandomDealer {
    register: ShiftRegister,
    spawn_count: u8,
    previous: Option<Tetromino>,
}

impl RandomDealer {
    /// The kinds in the console's order.
    pub const ORDER: [Tetromino; 7] = [
        Tetromino::T,
        Tetromino::J,
        Tetromino::Z,
        Tetromino::O,
        Tetromino::S,
        Tetromino::L,
        Tetromino::I,
    ];

    /// A dealer whose register starts from `seed`, as [`ShiftRegister::new`].
    pub fn new(seed: u16) -> Self {
        RandomDealer {
            register: ShiftRegister::new(seed),
            ..RandomDealer::default()
        }
    }

    /// The current state of the register.
    pub fn register(&self) -> ShiftRegister {
        self.register
    }

    /// How many pieces it has dealt, modulo 256, which every draw depends on.
    pub fn spawn_count(&self) -> u8 {
        self.spawn_count
    }

    /// The piece dealt last.
    pub fn previous(&self) -> Option<Tetromino> {
        self.previous
    }

    /// What the menu of levels does in every frame to find two tiles that flash: it draws numbers below 10.
    pub fn flash(&mut self) {
        for _ in 0..2 {
            self.register.step();
            while self.register.high_byte() & 0x0f >= 10 {
                self.register.step();
            }
        }
    }

    /// The first draw can come out as 7, which is no kind, or repeat; the second is always taken.
    fn draw(&mut self) -> Tetromino {
        self.spawn_count = self.spawn_count.wrapping_add(1);
        let index = self.register.high_byte().wrapping_add(self.spawn_count) & 7;
        let first = Self::ORDER.get(index as usize).copied();
        if let Some(piece) = first.filter(|piece| self.previous != Some(*piece)) {
            return piece;
        }
        self.register.step();
        let previous = self.previous.map_or(0, |piece| piece.spawn_pose() as usize);
        Self::ORDER[(usize::from(self.register.high_byte() & 7) + previous) % 7]
    }
}

impl Dealer for RandomDealer {
    fn deal(&mut self) -> Option<Tetromino> {
        self.previous = Some(self.draw());
        self.previous
    }

    fn tick(&mut self) {
        self.register.step();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_register_starts_as_on_the_console() {
        let mut register = ShiftRegister::default();
        let values: Vec<u16> = (0..4)
            .map(|_| {
                register.step();
                register.value()
            })
            .collect();
        assert_eq!(values, [0x44c4, 0x2262, 0x1131, 0x0898]);
    }

    #[test]
    fn the_register_comes_round_after_32767_steps() {
        let mut register = ShiftRegister::default();
        register.step();
        let start = register;
        let period = (1u32..)
            .find(|_| {
                register.step();
                register == start
            })
            .unwrap();
        assert_eq!(period, 32_767);
    }

    #[test]
    fn a_seed_that_would_stand_still_is_replaced() {
        for seed in [0, 1] {
            assert_eq!(ShiftRegister::new(seed), ShiftRegister::default());
        }
        assert_eq!(ShiftRegister::new(2).value(), 2);
    }

    #[test]
    fn a_draw_follows_the_rule_of_the_console() {
        // (0x89 + 1) & 7 = 2: Z.
        let mut dealer = RandomDealer::default();
        assert_eq!(dealer.deal(), Some(Tetromino::Z));
        // (0x89 + 2) & 7 = 3: O.
        assert_eq!(dealer.deal(), Some(Tetromino::O));
        // 0x5c + 3 gives 7, no piece; the register steps to 0x2e00 and (6 + 10) mod 7 = 2: Z.
        dealer.register = ShiftRegister::new(0x5c00);
        assert_eq!(dealer.deal(), Some(Tetromino::Z));
        assert_eq!(dealer.register.value(), 0x2e00);
        // 0x06 + 4 gives 2, Z again; the register steps to 0x8300 and (3 + 8) mod 7 = 4: S.
        dealer.register = ShiftRegister::new(0x0600);
        assert_eq!(dealer.deal(), Some(Tetromino::S));
    }

    #[test]
    fn repeats_are_rarer_than_by_chance_and_all_pieces_come() {
        let mut dealer = RandomDealer::default();
        let pieces: Vec<Tetromino> = (0..7000)
            .map(|_| {
                (0..40).for_each(|_| dealer.tick());
                dealer.deal().unwrap()
            })
            .collect();
        for piece in Tetromino::ALL {
            let count = pieces.iter().filter(|other| **other == piece).count();
            assert!((850..1150).contains(&count), "{piece:?}: {count}");
        }
        let repeats = pieces.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!((150..400).contains(&repeats), "{repeats}");
    }
}
