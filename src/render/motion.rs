//! Films of a print script that need no console: pieces that lock, and pieces on their way.

use crate::game::console::clear_steps;
use crate::game::{Lock, PaintedPlayfield, Placement, Pose, Turn};
use crate::script::PrintScript;

use super::error::RenderError;
use super::played::PlayedScript;
use super::scene::{FallingPiece, Film, Scene, Show, Tally, Wipe};

/// Pieces as they lock, at an even pace of two per second.
#[derive(Clone, Copy, Debug)]
pub struct LockFilm<'a>(pub &'a PlayedScript<'a>);

/// Console frames for which [`LockFilm`] shows each piece.
pub const LOCK_FRAMES: u32 = 30;

impl Film for LockFilm<'_> {
    fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError> {
        let steps = clear_steps(self.0.script.field.width()) / 2;
        let mut stage = Stage::new(self.0);
        for lock in &self.0.locks {
            stage.begin(show)?;
            stage.lock(lock);
            let mut frames = LOCK_FRAMES;
            if !lock.cleared.is_empty() {
                frames /= 2;
                stage.show_wipe(lock, steps, frames, show)?;
            }
            stage.clear(lock);
            stage.show(None, frames, show)?;
        }
        stage.show(None, 0, show)
    }
}

/// Pieces that spawn, turn, shift and fall, one step per frame.
///
/// Each piece takes the plainest path: it spawns at the top in the middle as on the console, turns,
/// shifts to its column and falls straight down.
#[derive(Clone, Copy, Debug)]
pub struct PathFilm<'a>(pub &'a PlayedScript<'a>);

/// Console frames that [`PathFilm`] gives each step of a line clear; the console takes 4.
const WIPE_FRAMES: u32 = 2;

impl Film for PathFilm<'_> {
    fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError> {
        let width = self.0.script.field.width();
        let mut stage = Stage::new(self.0);
        for lock in &self.0.locks {
            stage.begin(show)?;
            for falling in path(lock.placement, width as i32 / 2) {
                stage.show(Some(falling), 1, show)?;
            }
            stage.lock(lock);
            if !lock.cleared.is_empty() {
                for steps in 0..=clear_steps(width) {
                    stage.show_wipe(lock, steps, WIPE_FRAMES, show)?;
                }
            }
            stage.clear(lock);
            stage.show(None, 1, show)?;
        }
        stage.show(None, 0, show)
    }
}

/// Where a piece is on each frame of its way, from the spawn to its placement.
fn path(placement: Placement, spawn_column: i32) -> impl Iterator<Item = FallingPiece> {
    let Placement { pose, column, row } = placement;
    let shape = pose.shape();
    let target_column = column.0 as i32 + i32::from(shape.origin_column);
    let target_row = row.0 as i32 + i32::from(shape.origin_row);
    let towards = if target_column < spawn_column { -1 } else { 1 };
    let at = |pose, row, column| FallingPiece { pose, row, column };
    let turns = turns(pose).map(move |pose| at(pose, 0, spawn_column));
    let shifts = (1..=(target_column - spawn_column).abs())
        .map(move |step| at(pose, 0, spawn_column + step * towards));
    let falls = (1..=target_row).map(move |row| at(pose, row, target_column));
    turns.chain(shifts).chain(falls)
}

/// The poses from a piece's spawn to `target`, both included, the shorter way around.
fn turns(target: Pose) -> impl Iterator<Item = Pose> {
    let spawn = target.piece().spawn_pose();
    let is_left_turn = spawn.turned(Turn::Counterclockwise) == target;
    let turn = if is_left_turn {
        Turn::Counterclockwise
    } else {
        Turn::Clockwise
    };
    std::iter::successors(Some(spawn), move |pose| {
        (*pose != target).then(|| pose.turned(turn))
    })
}

/// The field and the counters at one moment of a game.
pub struct Stage<'a> {
    script: &'a PrintScript,
    field: PaintedPlayfield,
    tally: Tally,
}

impl<'a> Stage<'a> {
    pub fn new(game: &PlayedScript<'a>) -> Self {
        Stage {
            script: game.script,
            field: PaintedPlayfield::new(game.script.field),
            tally: Tally::default(),
        }
    }

    /// Makes room for the next piece, and shows it if there was none.
    fn begin(&mut self, show: &mut Show<'_>) -> Result<(), RenderError> {
        match self.cut() {
            true => self.show(None, 1, show),
            false => Ok(()),
        }
    }

    /// Empties the field if there is a cut before the next piece. Returns whether there is.
    pub fn cut(&mut self) -> bool {
        let is_cut = self.script.is_cut_before(self.tally.total());
        if is_cut {
            self.field = PaintedPlayfield::new(self.script.field);
        }
        is_cut
    }

    /// Locks a piece; full rows stay until [`clear`](Self::clear).
    pub fn lock(&mut self, lock: &Lock) {
        self.field.place(lock.placement);
    }

    /// Clears the rows that a piece has filled, and counts both.
    pub fn clear(&mut self, lock: &Lock) {
        self.field.clear(&lock.cleared);
        self.tally
            .count(lock.placement.pose.piece(), lock.cleared.len());
    }

    /// Shows the field, and the piece that is on its way.
    fn show(
        &self,
        active: Option<FallingPiece>,
        frames: u32,
        show: &mut Show<'_>,
    ) -> Result<(), RenderError> {
        show(&Scene {
            active,
            ..self.scene(frames)
        })
    }

    /// Shows the full rows partly wiped.
    fn show_wipe(
        &self,
        lock: &Lock,
        steps: usize,
        frames: u32,
        show: &mut Show<'_>,
    ) -> Result<(), RenderError> {
        let rows = lock.cleared;
        show(&Scene {
            wipe: Some(Wipe { rows, steps }),
            ..self.scene(frames)
        })
    }

    /// What there is to see for `frames` frames of the console.
    pub fn scene(&self, frames: u32) -> Scene<'_> {
        let after_next = self.script.drops.get(self.tally.total() + 1);
        Scene {
            field: &self.field,
            active: None,
            wipe: None,
            tally: Tally {
                next: after_next.map(|drop| drop.piece()),
                ..self.tally
            },
            frames,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, Row};
    use crate::render::testing::{self, drawings};

    fn played(script: &PrintScript) -> PlayedScript<'_> {
        PlayedScript::new(script).unwrap()
    }

    #[test]
    fn a_piece_spawns_turns_shifts_and_falls() {
        let script = testing::script(5, 4, &[(Pose::LRight, 0)]);
        assert_eq!(
            drawings(&PathFilm(&played(&script))),
            [
                ".lll./.l.../...../.....",
                "..l../..ll./...../.....",
                ".l.../.ll../...../.....",
                "l..../ll.../...../.....",
                "l..../l..../ll.../.....",
                "...../l..../l..../ll...",
                "...../L..../L..../LL...",
                "...../L..../L..../LL...",
            ]
        );
    }

    #[test]
    fn the_locks_alone_are_one_scene_a_piece() {
        let script = testing::script(4, 4, &[(Pose::O, 0), (Pose::O, 2)]);
        assert_eq!(
            drawings(&LockFilm(&played(&script))),
            [
                "..../..../OO../OO..",
                "..../..../O--O/O--O",
                "..../..../..../....",
                "..../..../..../....",
            ]
        );
    }

    #[test]
    fn full_rows_are_wiped_before_they_vanish() {
        let script = testing::script(4, 4, &[(Pose::IHorizontal, 0)]);
        assert_eq!(
            drawings(&PathFilm(&played(&script)))[3..],
            [
                "..../..../..../iiii",
                "..../..../..../IIII",
                "..../..../..../I--I",
                "..../..../..../----",
                "..../..../..../....",
                "..../..../..../....",
            ]
        );
    }

    #[test]
    fn every_way_starts_at_the_spawn_and_ends_at_the_placement() {
        for pose in Pose::ALL {
            for column in 0..=10 - pose.shape().width as usize {
                let placement = Placement {
                    pose,
                    column: Column(column),
                    row: Row(7),
                };
                let way: Vec<FallingPiece> = path(placement, 5).collect();
                let spawn = FallingPiece {
                    pose: pose.piece().spawn_pose(),
                    row: 0,
                    column: 5,
                };
                assert_eq!(way[0], spawn);
                let last = way[way.len() - 1];
                let cells: Vec<(usize, usize)> = pose
                    .cells()
                    .iter()
                    .map(|&(y, x)| (last.row + i32::from(y), last.column + i32::from(x)))
                    .map(|(y, x)| (x as usize, y as usize))
                    .collect();
                for (column, row) in placement.cells() {
                    assert!(cells.contains(&(column.0, row.0)), "{pose:?} {column:?}");
                }
            }
        }
    }
}
