//! Scenes: what is seen at one moment of a game; and films, where they come from.

use crate::game::console::Region;
use crate::game::{FullRows, Lock, PaintedPlayfield, Pose, Tetromino, points};

use super::error::RenderError;
use super::timing::Pace;

/// A moment of a game.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What is locked, full rows included while they are wiped.
    pub field: &'a PaintedPlayfield,
    /// The piece that is not locked yet.
    pub active: Option<FallingPiece>,
    /// Full rows that are being wiped.
    pub wipe: Option<Wipe>,
    /// The counters of the panel.
    pub tally: Tally,
    /// How long it lasts, in frames of the film's [region](Film::region).
    pub frames: u32,
}

/// A piece on its way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallingPiece {
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
    /// Steps done, up to [`clear_steps`](crate::game::console::clear_steps);
    /// [`blanked_columns`](crate::game::console::blanked_columns) says what they blank.
    pub steps: usize,
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
    /// What these locks come to.
    pub fn of<'a>(locks: impl Iterator<Item = &'a Lock>) -> Tally {
        let mut tally = Tally::default();
        for lock in locks {
            tally.count(lock.placement.pose.piece(), lock.cleared.len());
        }
        tally
    }

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
/// A film is played twice, first to measure it and then to record it, and must show the same both
/// times.
pub trait Film {
    /// Shows every scene in turn and stops at the first error, whether its own or that of `show`.
    ///
    /// The last scene is the final field without a piece; it is held, so its `frames` may be 0.
    fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError>;

    /// The console whose frames the scenes are counted in.
    fn region(&self) -> Region {
        Region::Ntsc
    }

    /// The pace at which the film is shown if this one was asked for.
    fn pace(&self, asked: Pace) -> Pace {
        asked
    }
}

/// A callback that is shown each scene of a [`Film`].
pub type Show<'a> = dyn FnMut(&Scene<'_>) -> Result<(), RenderError> + 'a;
