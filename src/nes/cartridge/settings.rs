//! What is chosen before a game, and how a movie sends it: one value of six bits per frame.

use super::controllers::{SEND, kind_number, sent_by};
use crate::color::ConsoleColor;
use crate::game::Tetromino;
use crate::game::console::{Buttons, Region, RuleSet, Rules};
use crate::game::random::RandomDealer;
use crate::nes::movie::Pads;
use crate::nes::palette::NesPalette;

/// The settings of a game: what a person chooses on the setup screen and a movie sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CartridgeSettings {
    /// The game that is played.
    pub rules: RuleSet,
    /// The level at the start, 0 to 29; it sets the gravity.
    pub level: u8,
    /// Whether the level rises by one every ten lines; only with [`RuleSet::Nes`].
    pub level_up: bool,
    /// Whether the random generator deals; otherwise controller 2 does.
    pub is_random: bool,
    /// The entries of the palette that the screen shows.
    pub colors: NesPalette,
    /// The colour of each kind, 1 to 3, by [`Tetromino::index`].
    pub kinds: [u8; 7],
}

impl CartridgeSettings {
    /// How many values are sent.
    pub const COUNT: usize = 11;

    /// The values of six bits in the order in which they are sent.
    pub fn values(&self) -> [u8; CartridgeSettings::COUNT] {
        let entry = |color: ConsoleColor| color.entry();
        let [first, second, third] = self.colors.colors.map(entry);
        let kinds = RandomDealer::ORDER.map(|kind| self.kinds[kind.index()]);
        [
            u8::from(self.rules == RuleSet::Nes),
            self.level,
            self.level_up.into(),
            self.is_random.into(),
            entry(self.colors.backdrop),
            first,
            second,
            third,
            kinds[0] | kinds[1] << 2 | kinds[2] << 4,
            kinds[3] | kinds[4] << 2 | kinds[5] << 4,
            kinds[6],
        ]
    }

    /// The settings from their values; `None` if a colour does not fit in six bits.
    pub fn from_values(values: [u8; CartridgeSettings::COUNT]) -> Option<CartridgeSettings> {
        let color = |at: usize| ConsoleColor::new(values[at]);
        let two_bits = |number: usize| values[8 + number / 3] >> (2 * (number % 3)) & 3;
        Some(CartridgeSettings {
            rules: match values[0] {
                0 => RuleSet::Cartridge,
                _ => RuleSet::Nes,
            },
            level: values[1],
            level_up: values[2] != 0,
            is_random: values[3] != 0,
            colors: NesPalette {
                backdrop: color(4)?,
                colors: [color(5)?, color(6)?, color(7)?],
            },
            kinds: Tetromino::ALL.map(|kind| two_bits(kind_number(kind))),
        })
    }

    /// The rules as the console model takes them.
    pub fn rules(&self) -> Rules {
        Rules {
            set: self.rules,
            region: Region::Ntsc,
            level: self.level,
            level_up: self.level_up,
        }
    }
}

/// Frames that the cartridge ignores its controllers after Start while it draws another screen.
pub const LOADING_FRAMES: usize = 8;

/// Frames before the first button: the picture processor warms up for two frames, then the cartridge
/// draws its title. Chosen with room to spare.
const BOOT_FRAMES: usize = 30;

/// The buttons from power-on to the first frame of a game with these settings. `waits` extra frames
/// on the setup screen advance the random generator.
pub fn opening(settings: &CartridgeSettings, waits: usize) -> Vec<Pads> {
    let idle = |frames: usize| std::iter::repeat_n([Buttons::NONE; 2], frames);
    let start = || std::iter::once([Buttons::START, Buttons::NONE]).chain(idle(LOADING_FRAMES));
    let settings = settings.values().map(|value| [SEND, sent_by(value)]);
    idle(BOOT_FRAMES)
        .chain(start())
        .chain(settings)
        .chain(idle(waits))
        .chain(start())
        .collect()
}

#[cfg(test)]
impl CartridgeSettings {
    /// Settings of a test: a print, in which all pieces look alike, on level 0.
    pub(in crate::nes) fn sample() -> Self {
        let color = |entry| ConsoleColor::new(entry).unwrap();
        CartridgeSettings {
            rules: RuleSet::Nes,
            level: 0,
            level_up: false,
            is_random: false,
            colors: NesPalette {
                backdrop: color(0x0f),
                colors: [0x16, 0x30, 0x12].map(color),
            },
            kinds: [1; 7],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back_from_their_values() {
        let settings = CartridgeSettings {
            level: 19,
            level_up: true,
            kinds: [1, 2, 3, 1, 2, 3, 1],
            ..CartridgeSettings::sample()
        };
        assert_eq!(
            CartridgeSettings::from_values(settings.values()),
            Some(settings)
        );
        assert!(settings.values().iter().all(|value| *value < 64));
        assert_eq!(CartridgeSettings::from_values([64; 11]), None);
    }
}
