//! What there is to see at one moment of a game, and where such moments come from.

use crate::game::console::Region;
use crate::game::{FullRows, PaintedPlayfield, Pose, Tetromino, points};

use super::RenderError;

/// A moment of a game.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What is locked, full rows included while they are wiped.
    pub field: &'a PaintedPlayfield,
    /// The piece that is not locked yet.
    pub active: Option<ActivePiece>,
    /// Full rows that are being wiped.
    pub wipe: Option<Wipe>,
    /// The counters of the panel.
    pub tally: Tally,
    /// How long it lasts, in frames of the film's [region](Film::region).
    pub frames: u32,
}

/// A piece on its way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActivePiece {
    /// The piece and how it is turned.
    pub pose: Pose,
    /// The row of the piece's origin; cells above the field are not seen.
    pub row: i32,
    /// The column of the piece's origin.
    pub column: i32,
}

/// Full rows that vanish from the middle outwards, as on the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wipe {
    /// The full rows, by their place before they clear.
    pub rows: FullRows,
    /// Steps done. The first takes the two columns in the middle (the only one, on a field of odd
    /// width), each further one the next column on either side.
    pub steps: usize,
}

impl Wipe {
    /// Steps until rows of `width` columns are gone: half the width, rounded up.
    pub const fn steps_to_clear(width: usize) -> usize {
        width.div_ceil(2)
    }

    /// The columns that are blank by now, on a field of `width` columns.
    pub fn columns(&self, width: usize) -> std::ops::Range<usize> {
        let left = Wipe::steps_to_clear(width).saturating_sub(self.steps);
        left..(width - left).max(left)
    }
}

/// What has been counted so far, and what comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Locked pieces of each kind, by [`Tetromino::index`].
    pub pieces: [usize; 7],
    /// Cleared rows.
    pub lines: usize,
    /// The [points] of a player's game.
    pub score: u64,
    /// The console's level, or one for every ten lines.
    pub level: usize,
    /// The piece after the falling one.
    pub next: Option<Tetromino>,
}

impl Tally {
    /// Locked pieces of all kinds.
    pub fn total(&self) -> usize {
        self.pieces.iter().sum()
    }

    /// Counts a piece that has locked, and the rows that it cleared.
    pub fn count(&mut self, piece: Tetromino, lines: usize) {
        self.pieces[piece.index()] += 1;
        self.count_lines(lines);
    }

    /// Counts rows that one piece has cleared.
    pub fn count_lines(&mut self, lines: usize) {
        self.lines += lines;
        self.score += points(lines as u32);
        self.level = self.lines / 10;
    }
}

/// A game that can be watched: a source of scenes.
///
/// A film is played twice, first to learn how long it is and then to shoot it, and must show the
/// same both times.
pub trait Film {
    /// Shows every scene in turn and stops at the first error, whether its own or that of `show`.
    ///
    /// The last scene is the final field without a piece; it is held, so its `frames` may be 0.
    fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError>;

    /// Whose frames the scenes are counted in; it says how many there are in a second.
    fn region(&self) -> Region {
        Region::Ntsc
    }
}

/// Who watches a [`Film`].
pub type Show<'a> = dyn FnMut(&Scene<'_>) -> Result<(), RenderError> + 'a;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_wiped_from_the_middle_outwards() {
        let columns = |width, steps| {
            Wipe {
                rows: FullRows::default(),
                steps,
            }
            .columns(width)
        };
        assert_eq!(
            [0, 1, 2].map(|steps| columns(10, steps)),
            [5..5, 4..6, 3..7]
        );
        assert_eq!([0, 1, 2].map(|steps| columns(21, steps).len()), [0, 1, 3]);
        for width in 4..=64 {
            assert!(columns(width, 0).is_empty(), "{width}");
            assert_eq!(columns(width, Wipe::steps_to_clear(width)), 0..width);
            assert_eq!(columns(width, 1000), 0..width);
        }
    }
}
