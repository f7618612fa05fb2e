//! What is chosen before a game, and how a movie sends it: a value of six bits a frame.

use super::{LOADING_FRAMES, kind_number};
use crate::color::ConsoleColor;
use crate::game::Tetromino;
use crate::game::console::{Buttons, Region, RuleSet, Rules};
use crate::game::random::RandomDealer;
use crate::nes::{Pads, ScreenColors};

/// Down together on controller 1, they say that controller 2 sends a setting.
pub const SEND: Buttons = Buttons::from_bits(Buttons::SELECT.bits() | Buttons::B.bits());

/// The buttons of controller 2 that stand for a setting's six bits, the highest first.
const BITS: [Buttons; 6] = [
    Buttons::A,
    Buttons::B,
    Buttons::SELECT,
    Buttons::START,
    Buttons::UP,
    Buttons::LEFT,
];

/// What the setup screen asks for, and how a movie answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The game that is played.
    pub rules: RuleSet,
    /// The gravity, 0 to 29.
    pub level: u8,
    /// Whether the level rises by one every ten lines; only by the rules of the console's game.
    pub level_up: bool,
    /// Whether the random generator deals, or else controller 2.
    pub is_random: bool,
    /// The entries of the palette that the screen shows.
    pub colors: ScreenColors,
    /// The colour of each kind, 1 to 3, by [`Tetromino::index`].
    pub kinds: [u8; 7],
}

impl Settings {
    /// How many values are sent.
    pub const COUNT: usize = 11;

    /// The values of six bits in the order in which they are sent.
    pub fn values(&self) -> [u8; Settings::COUNT] {
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

    /// The settings that these values are, if they are of six bits.
    pub fn from_values(values: [u8; Settings::COUNT]) -> Option<Settings> {
        let color = |at: usize| ConsoleColor::new(values[at]);
        let two_bits = |number: usize| values[8 + number / 3] >> (2 * (number % 3)) & 3;
        Some(Settings {
            rules: match values[0] {
                0 => RuleSet::Cartridge,
                _ => RuleSet::Nes,
            },
            level: values[1],
            level_up: values[2] != 0,
            is_random: values[3] != 0,
            colors: ScreenColors {
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

/// The buttons of controller 2 that send a value of six bits.
pub fn sent_by(value: u8) -> Buttons {
    let bits = BITS.iter().enumerate();
    bits.filter(|(place, _)| value >> (5 - place) & 1 == 1)
        .fold(Buttons::NONE, |all, (_, button)| all | *button)
}

/// The value of six bits that these buttons of controller 2 send.
pub fn sent_value(buttons: Buttons) -> u8 {
    let bit = |button: &Buttons| u8::from(buttons.contains(*button));
    BITS.iter()
        .fold(0, |value, button| value << 1 | bit(button))
}

/// Frames before the first button: the console warms up, the cartridge draws its title.
const BOOT_FRAMES: usize = 30;

/// All that is pressed from power-on until the first frame of a game with these settings. `waits`
/// more frames on the setup screen give the random generator other numbers.
pub fn opening(settings: &Settings, waits: usize) -> Vec<Pads> {
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
mod tests {
    use super::*;

    #[test]
    fn a_value_of_six_bits_never_presses_opposite_directions() {
        for value in 0..64 {
            assert_eq!(sent_value(sent_by(value)), value);
            assert!(!sent_by(value).intersects(Buttons::RIGHT | Buttons::DOWN));
        }
        assert_eq!(sent_by(0b100001).to_string(), ".L.....A");
    }

    #[test]
    fn settings_are_read_back_from_their_values() {
        let color = |entry| ConsoleColor::new(entry).unwrap();
        let settings = Settings {
            rules: RuleSet::Nes,
            level: 19,
            level_up: true,
            is_random: false,
            colors: ScreenColors {
                backdrop: color(0x0f),
                colors: [color(0x16), color(0x30), color(0x3d)],
            },
            kinds: [1, 2, 3, 1, 2, 3, 1],
        };
        assert_eq!(Settings::from_values(settings.values()), Some(settings));
        assert!(settings.values().iter().all(|value| *value < 64));
        assert_eq!(Settings::from_values([64; 11]), None);
    }
}
