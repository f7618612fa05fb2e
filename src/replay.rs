//! Playing a print script: drop by drop on a plain field, or frame by frame on the console.

mod console;

pub use console::{ConsolePrint, play_on_console};

use crate::game::{GameError, Lock, PaintedPlayfield};
use crate::script::PrintScript;

/// A drop of a script that the game refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("drop {number} of the print script: {error}")]
pub struct ReplayError {
    /// Which drop, counted from 1.
    pub number: usize,
    /// Which rule it breaks.
    pub error: GameError,
}

/// A game in progress: an iterator over the locks of a script's drops, and the field so far, which a cut empties when
/// the next piece comes.
///
/// After an error the iterator ends; the field stays as it was before the refused drop.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    script: &'a PrintScript,
    field: PaintedPlayfield,
    next: usize,
}

/// Starts the game of a script on an empty field.
pub fn replay(script: &PrintScript) -> Replay<'_> {
    Replay {
        script,
        field: PaintedPlayfield::new(script.field),
        next: 0,
    }
}

/// The field that a script leaves behind.
///
/// Errors: the first drop that the game refuses.
pub fn replay_to_end(script: &PrintScript) -> Result<PaintedPlayfield, ReplayError> {
    let mut replay = replay(script);
    for lock in &mut replay {
        lock?;
    }
    Ok(replay.into_field())
}

impl Replay<'_> {
    /// The field after the locks so far, full rows cleared.
    pub fn field(&self) -> &PaintedPlayfield {
        &self.field
    }

    /// How many pieces have locked so far.
    pub fn locks(&self) -> usize {
        self.next
    }

    /// The field after the locks so far.
    pub fn into_field(self) -> PaintedPlayfield {
        self.field
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<Lock, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        let drop = *self.script.drops.get(self.next)?;
        if self.script.is_cut_before(self.next) {
            self.field = PaintedPlayfield::new(self.script.field);
        }
        self.next += 1;
        let number = self.next;
        Some(self.field.drop(drop).map_err(|error| {
            self.next = self.script.drops.len();
            ReplayError { number, error }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, FieldSize, PieceDrop, Pose};

    fn script(width: u32, height: u32, drops: &[(Pose, usize)]) -> PrintScript {
        let drop = |&(pose, column): &(Pose, usize)| PieceDrop::new(pose, Column(column));
        let field = FieldSize::new(width, height).unwrap();
        PrintScript::of_drops(field, drops.iter().map(drop).collect())
    }

    #[test]
    fn a_script_leaves_what_its_drops_leave() {
        let drops = [(Pose::IHorizontal, 0), (Pose::TDown, 0), (Pose::LRight, 4)];
        let script = script(6, 6, &drops);
        let cleared: Vec<usize> = replay(&script)
            .map(|lock| lock.unwrap().cleared.len())
            .collect();
        assert_eq!(cleared, [0, 0, 1]);
        assert_eq!(
            replay_to_end(&script).unwrap().to_string(),
            "......\n......\n......\n......\nTTT.L.\n.T..L.\n"
        );
    }

    #[test]
    fn a_refused_drop_is_named_by_its_number_and_ends_the_game() {
        let tower = [(Pose::O, 0); 4];
        let script = script(4, 6, &tower);
        let mut replay = replay(&script);
        assert!(replay.by_ref().take(3).all(|lock| lock.is_ok()));
        let error = replay.next().unwrap().unwrap_err();
        assert_eq!((error.number, error.error), (4, GameError::TopOccupied));
        assert!(replay.next().is_none());
        assert_eq!(replay.field().playfield().cell_count(), 12);
        assert!(
            replay_to_end(&script)
                .unwrap_err()
                .to_string()
                .starts_with("drop 4 of the print script: the two top rows")
        );
    }
}
