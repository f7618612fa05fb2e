//! What the game counts.

use crate::game::console::Console;

/// The counters beside the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The level, which sets the gravity.
    pub level: u8,
    /// Cleared lines.
    pub lines: u32,
    /// The score.
    pub score: u32,
}

impl Counts {
    /// Those of the model.
    pub fn of(game: &Console) -> Counts {
        Counts {
            level: game.level(),
            lines: game.lines(),
            score: game.score(),
        }
    }

    /// Those in the console's memory, where the lines and the score are decimal digits, the last two first.
    pub fn in_memory(ram: &[u8; 0x800]) -> Counts {
        let decimal = |bytes: &[u8]| {
            bytes.iter().rev().fold(0, |number, pair| {
                100 * number + 10 * u32::from(pair >> 4) + u32::from(pair & 0x0f)
            })
        };
        Counts {
            level: ram[0x64],
            lines: decimal(&ram[0x70..0x72]),
            score: decimal(&ram[0x73..0x76]),
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts {
            level,
            lines,
            score,
        } = self;
        write!(f, "level {level}, lines {lines}, score {score}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read_from_decimal_digits() {
        let mut ram = [0; 0x800];
        ram[0x64] = 18;
        ram[0x70..0x72].copy_from_slice(&[0x34, 0x01]);
        ram[0x73..0x76].copy_from_slice(&[0x56, 0x34, 0x12]);
        let counts = Counts::in_memory(&ram).to_string();
        assert_eq!(counts, "level 18, lines 134, score 123456");
    }
}
