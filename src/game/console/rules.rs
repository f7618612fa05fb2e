//! Which game is played, and how fast.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::game::{FieldSize, Row};

/// The rules of a game and the level that it starts at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The game that is played.
    pub set: RuleSet,
    /// The console's television standard: it sets the frame rate, gravity and auto-repeat.
    pub region: Region,
    /// The level at the start: it sets the gravity.
    pub level: u8,
    /// Whether the level rises, as [`level_after`](Self::level_after) says. On the cartridge it never does.
    pub level_up: bool,
}

/// Two games that differ in how a piece is steered and in what happens between two pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleSet {
    /// The console's game of 1989: auto-repeat, soft drop, entry delay, a preview of the next piece.
    #[default]
    Nes,
    /// The print cartridge: one column per frame while Left or Right is held, a hard drop on Up,
    /// neither entry delay nor preview, and constant gravity.
    Cartridge,
}

impl RuleSet {
    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            RuleSet::Nes => "nes",
            RuleSet::Cartridge => "cartridge",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The television standard that the console was built for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Region {
    /// America and Japan: 60 frames per second.
    #[default]
    Ntsc,
    /// Europe: 50 frames per second.
    Pal,
}

impl Region {
    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Region::Ntsc => "ntsc",
            Region::Pal => "pal",
        }
    }

    /// Frames per second.
    pub const fn frame_rate(self) -> f64 {
        // From the clock rates of the picture processors (NESdev wiki, "Cycle reference chart").
        match self {
            Region::Ntsc => 60.0988,
            Region::Pal => 50.0070,
        }
    }

    pub(super) const fn auto_repeat(self) -> AutoRepeat {
        // From the disassemblies; in frames, 16 then every 6, or 12 then every 4.
        match self {
            Region::Ntsc => AutoRepeat {
                charged: 16,
                recoil: 10,
            },
            Region::Pal => AutoRepeat {
                charged: 12,
                recoil: 8,
            },
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a held direction repeats: a counter rises by one per frame, and when it reaches `charged` the
/// piece moves and the counter falls back to `recoil`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AutoRepeat {
    pub charged: u8,
    pub recoil: u8,
}

impl Rules {
    /// The level once `lines` lines have been cleared: after the [first rise](first_rise) it rises every ten.
    pub fn level_after(&self, lines: usize) -> u8 {
        match (self.set, self.level_up) {
            (RuleSet::Nes, true) => {
                let rises = (lines + 10).saturating_sub(first_rise(self.level)) / 10;
                let risen = u8::try_from(rises).unwrap_or(u8::MAX);
                self.level.saturating_add(risen)
            }
            (RuleSet::Nes, false) | (RuleSet::Cartridge, _) => self.level,
        }
    }

    /// Frames that a piece takes to fall one row at `level`.
    pub const fn frames_per_row(&self, level: u8) -> u8 {
        // The game's own tables, as its disassemblies give them.
        #[rustfmt::skip]
        const NTSC: [u8; 10] = [48, 43, 38, 33, 28, 23, 18, 13, 8, 6];
        #[rustfmt::skip]
        const PAL: [u8; 10] = [36, 32, 29, 25, 22, 18, 15, 11, 7, 5];
        match (self.region, level) {
            (Region::Ntsc, 0..=9) => NTSC[level as usize],
            (Region::Ntsc, 10..=12) => 5,
            (Region::Ntsc, 13..=15) => 4,
            (Region::Ntsc, 16..=18) => 3,
            (Region::Ntsc, 19..=28) => 2,
            (Region::Ntsc, 29..) => 1,
            (Region::Pal, 0..=9) => PAL[level as usize],
            (Region::Pal, 10..=12) => 4,
            (Region::Pal, 13..=15) => 3,
            (Region::Pal, 16..=18) => 2,
            (Region::Pal, 19..) => 1,
        }
    }
}

/// The lines after which a game that starts at `level` rises for the first time.
///
/// The original compares the tens of the lines, two decimal digits in a byte of their own, with the level as a plain
/// number. This gives what was measured at its 20 starts, and goes on beyond them.
pub const fn first_rise(level: u8) -> usize {
    let mut tens = 1;
    while tens / 10 * 16 + tens % 10 <= level as usize {
        tens += 1;
    }
    10 * tens
}

/// Frames from a lock with its origin on `row` to the entry of the next piece, if no line clears.
///
/// The console waits until it has redrawn the field, four rows per frame: 10 frames after a lock in
/// the two rows at the floor, 2 more for every four rows higher up, at most 18 (as measured on the
/// original, 20 rows high). On other heights the rows are likewise counted from the floor.
pub(super) fn entry_delay(size: FieldSize, row: Row) -> u8 {
    let above_floor = size.height() - 1 - row.0;
    let redraws = (above_floor + 2) / 4;
    10 + 2 * redraws.min(4) as u8
}

/// Steps of the line clear animation on a field `width` columns wide.
///
/// Each step blanks one column on either side, from the middle outwards. The original has five steps for its ten
/// columns; on an odd width the first step blanks the middle column alone.
pub const fn clear_steps(width: usize) -> usize {
    width.div_ceil(2)
}

/// The columns of full rows that are blank after the first `steps` steps of the line clear animation.
pub fn blanked_columns(width: usize, steps: usize) -> Range<usize> {
    let left = clear_steps(width).saturating_sub(steps);
    left..(width - left).max(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_follows_the_table_of_the_region() {
        let frames = |region, level| {
            let rules = Rules {
                region,
                ..Rules::default()
            };
            rules.frames_per_row(level)
        };
        let levels = [0, 1, 5, 8, 9, 10, 12, 13, 15, 16, 18, 19, 28, 29, 255];
        assert_eq!(
            levels.map(|level| frames(Region::Ntsc, level)),
            [48, 43, 23, 8, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1]
        );
        assert_eq!(
            levels.map(|level| frames(Region::Pal, level)),
            [36, 32, 18, 7, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1]
        );
    }

    #[test]
    fn the_level_first_rises_where_the_original_was_measured() {
        let rises: Vec<usize> = (0..20).map(first_rise).collect();
        let late = [100, 100, 100, 100, 100, 100, 110, 120, 130, 140];
        let early = (1..=10).map(|tens| 10 * tens);
        assert_eq!(rises, early.chain(late).collect::<Vec<_>>());
        let rules = Rules {
            level: 18,
            level_up: true,
            ..Rules::default()
        };
        let levels = [0, 129, 130, 139, 140, 150].map(|lines| rules.level_after(lines));
        assert_eq!(levels, [18, 18, 19, 19, 20, 21]);
    }

    #[test]
    fn the_entry_delay_grows_with_the_height_of_the_lock() {
        let delays = |size: FieldSize| -> Vec<u8> {
            (0..size.height())
                .rev()
                .map(|row| entry_delay(size, Row(row)))
                .collect()
        };
        let original = delays(FieldSize::ORIGINAL);
        let expected = [
            10, 10, 12, 12, 12, 12, 14, 14, 14, 14, 16, 16, 16, 16, 18, 18, 18, 18, 18, 18,
        ];
        assert_eq!(original, expected);
        let standard = delays(FieldSize::STANDARD);
        assert_eq!(standard[..20], expected);
        assert!(standard[20..].iter().all(|delay| *delay == 18));
    }

    #[test]
    fn the_middle_column_of_an_odd_width_is_a_step_of_its_own() {
        assert_eq!((clear_steps(10), clear_steps(21)), (5, 11));
        let blanked = |width| [0, 1, 2].map(|steps| blanked_columns(width, steps));
        assert_eq!(blanked(10), [5..5, 4..6, 3..7]);
        assert_eq!(blanked(21), [11..11, 10..11, 9..12]);
        for width in 4..=64 {
            assert_eq!(blanked_columns(width, clear_steps(width)), 0..width);
        }
    }
}
