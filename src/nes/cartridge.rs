//! The cartridge from outside: the rom, what its memory holds, and the settings that it is sent.
//!
//! Its source is 6502 assembly, in the folder of this name; `memory.inc` has all of its addresses.

use super::{Pads, ScreenColors};
use crate::color::ConsoleColor;
use crate::game::console::{Buttons, Region, RuleSet, Rules};
use crate::game::random::RandomDealer;
use crate::game::{Column, FieldSize, Row, Tetromino};
use crate::render::Layout;

/// The cartridge as emulators load it: a header of 16 bytes, 16 KB of program, 8 KB of tiles.
pub const ROM: &[u8; 24_592] = include_bytes!("cartridge/tetris-printer.nes");

/// The MD5 sum of the program and the tiles, in base 64: by this FM2 movies name their game.
pub const CHECKSUM: &str = "base64:FBiSHiU3tjMN0C6/CAtUGw==";

/// The only field that it has.
pub const FIELD: FieldSize = FieldSize::STANDARD;

/// The colours that a piece may have, besides that of an empty cell.
pub const MOST_COLORS: usize = 3;

/// Where the cells are on the screen.
pub const LAYOUT: Layout = Layout {
    cell: 4,
    origin_x: 32,
    origin_y: 40,
    field: FIELD,
};

/// Frames that the cartridge looks away after Start while it draws another screen.
pub const LOADING_FRAMES: usize = 8;

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

/// The buttons of controller 2 that deal `piece`: A, B and Select are 4, 2 and 1 of its number,
/// 1 to 7 for T J Z O S L I.
pub fn dealt_by(piece: Tetromino) -> Buttons {
    Buttons::from_bits((kind_number(piece) as u8 + 1) << 5)
}

/// The piece that these buttons of controller 2 deal.
pub fn dealt_piece(buttons: Buttons) -> Option<Tetromino> {
    let number = usize::from(buttons.bits() >> 5).checked_sub(1)?;
    Some(RandomDealer::ORDER[number])
}

/// The place of a kind in the console's order.
fn kind_number(piece: Tetromino) -> usize {
    let number = RandomDealer::ORDER.iter().position(|kind| *kind == piece);
    number.expect("the order has all kinds")
}

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

/// The console's 2 KB of memory, while the cartridge runs.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a>(pub &'a [u8; 0x800]);

impl Memory<'_> {
    const ROWS_LOW: usize = 0x80;
    const ROWS_HIGH: usize = 0xaa;
    const PIECES: usize = 0x54;
    const LINES: usize = 0x59;

    /// Whether the cartridge is done with a frame and waits for the next one, or draws a screen.
    pub fn is_settled(&self) -> bool {
        self.0[0x00] != 0 || self.0[0x01] != 0
    }

    /// Frames that were not ready in time, modulo 256; there must never be one.
    pub fn lag(&self) -> u8 {
        self.0[0x02]
    }

    /// Whether a game is on the screen.
    pub fn is_playing(&self) -> bool {
        self.0[0x04] == 2
    }

    /// Whether a piece has entered on top of another.
    pub fn is_over(&self) -> bool {
        self.is_playing() && self.0[0x05] == 5
    }

    pub fn is_paused(&self) -> bool {
        self.0[0x06] != 0
    }

    /// All 16 bits of the random generator.
    pub fn generator(&self) -> u16 {
        u16::from_be_bytes([self.0[0x08], self.0[0x09]])
    }

    /// The pose (its place in [`Pose::ALL`](crate::game::Pose::ALL)), row and column of the piece
    /// that falls, if one does.
    pub fn falling(&self) -> Option<[u8; 3]> {
        let [pose, row, column] = [self.0[0x13], self.0[0x14], self.0[0x15]];
        (self.is_playing() && self.0[0x05] == 1).then_some([pose, row, column])
    }

    /// The settings of the game.
    pub fn settings(&self) -> Option<Settings> {
        Settings::from_values(std::array::from_fn(|place| self.0[0x40 + place]))
    }

    /// Pieces that have locked, as the panel counts them.
    pub fn pieces(&self) -> u32 {
        self.number(Self::PIECES)
    }

    /// Rows that were cleared, as the panel counts them.
    pub fn lines(&self) -> u32 {
        self.number(Self::LINES)
    }

    /// What stands in a cell: 0 for nothing, else a colour's number. The rows are found through
    /// pointers: a line clear moves these.
    pub fn cell(&self, column: Column, row: Row) -> u8 {
        let (low, high) = (
            self.0[Self::ROWS_LOW + row.0],
            self.0[Self::ROWS_HIGH + row.0],
        );
        let address = usize::from(u16::from_be_bytes([high, low])) + column.0;
        self.0[address % self.0.len()]
    }

    fn number(&self, start: usize) -> u32 {
        let digits = self.0[start..start + 5].iter();
        digits.fold(0, |number, digit| 10 * number + u32::from(*digit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rom_is_a_plain_cartridge_of_16_and_8_kilobytes() {
        assert_eq!(&ROM[..8], b"NES\x1a\x01\x01\0\0");
    }

    #[test]
    fn controller_2_deals_every_piece() {
        for piece in Tetromino::ALL {
            assert_eq!(dealt_piece(dealt_by(piece)), Some(piece));
        }
        assert_eq!(dealt_by(Tetromino::I).to_string(), ".....SBA");
        assert_eq!(dealt_piece(Buttons::START), None);
    }

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
