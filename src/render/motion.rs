//! Films of a print script that need no console: pieces that lock, and pieces on their way.

use crate::game::{Lock, PaintedPlayfield, PieceDrop, Placement, Pose, Turn};
use crate::replay::{Replay, replay};
use crate::script::PrintScript;

use super::RenderError;
use super::scene::{ActivePiece, Film, Scene, Show, Tally, Wipe};

/// Pieces as they lock, at an even pace of two a second.
#[derive(Clone, Copy, Debug)]
pub struct LockFilm<'a>(pub &'a PrintScript);

/// Console frames for which [`LockFilm`] shows each piece.
const LOCK_FRAMES: u32 = 30;

impl Film for LockFilm<'_> {
    fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError> {
        let mut stage = Stage::new(self.0);
        while let Some(lock) = stage.next_lock()? {
            let wiping = if lock.cleared.is_empty() {
                0
            } else {
                LOCK_FRAMES / 2
            };
            if wiping > 0 {
                let steps = Wipe::steps_to_clear(self.0.field.width()) / 2;
                stage.show_wipe(&lock, steps, wiping, show)?;
            }
            stage.clear(&lock);
            stage.show(None, LOCK_FRAMES - wiping, show)?;
        }
        stage.show(None, 0, show)
    }
}

/// Pieces that spawn, turn, shift and fall, a step a frame.
///
/// The way of a piece is the plainest one: it appears at the top in the middle as on the console,
/// turns, shifts to its column and falls straight down.
#[derive(Clone, Copy, Debug)]
pub struct PathFilm<'a>(pub &'a PrintScript);

/// Console frames that [`PathFilm`] gives each step of a line clear; the console takes 4.
const WIPE_FRAMES: u32 = 2;

impl Film for PathFilm<'_> {
    fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError> {
        let spawn_column = self.0.field.width() as i32 / 2;
        let mut stage = Stage::new(self.0);
        while let Some(lock) = stage.next_lock()? {
            for active in path(lock.placement, spawn_column) {
                stage.show(Some(active), 1, show)?;
            }
            if !lock.cleared.is_empty() {
                for step in 0..=Wipe::steps_to_clear(self.0.field.width()) {
                    stage.show_wipe(&lock, step, WIPE_FRAMES, show)?;
                }
            }
            stage.clear(&lock);
            stage.show(None, 1, show)?;
        }
        stage.show(None, 0, show)
    }
}

/// Where a piece is seen on its way, from the spawn to its placement.
fn path(placement: Placement, spawn_column: i32) -> impl Iterator<Item = ActivePiece> {
    let Placement { pose, column, row } = placement;
    let shape = pose.shape();
    let target_column = column.0 as i32 + i32::from(shape.origin_column);
    let target_row = row.0 as i32 + i32::from(shape.origin_row);
    let towards = if target_column < spawn_column { -1 } else { 1 };
    let at = |pose, row, column| ActivePiece { pose, row, column };
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

/// A replay seen from in front: the field with pieces locked and full rows still there, which the
/// replay itself has cleared already.
struct Stage<'a> {
    script: &'a PrintScript,
    replay: Replay<'a>,
    field: PaintedPlayfield,
    tally: Tally,
}

impl<'a> Stage<'a> {
    fn new(script: &'a PrintScript) -> Self {
        Stage {
            script,
            replay: replay(script),
            field: PaintedPlayfield::new(script.field),
            tally: Tally::default(),
        }
    }

    /// The next lock, of which nothing is seen yet.
    fn next_lock(&mut self) -> Result<Option<Lock>, RenderError> {
        Ok(self.replay.next().transpose()?)
    }

    fn show(
        &self,
        active: Option<ActivePiece>,
        frames: u32,
        show: &mut Show<'_>,
    ) -> Result<(), RenderError> {
        show(&Scene {
            field: &self.field,
            active,
            wipe: None,
            tally: self.tally(),
            frames,
        })
    }

    /// What is counted, and the piece after the one that is on its way.
    fn tally(&self) -> Tally {
        let next = self.script.drops.get(self.tally.total() + 1);
        Tally {
            next: next.map(|drop| drop.piece()),
            ..self.tally
        }
    }

    /// Locks the piece, unless an earlier step did, and shows its full rows partly wiped.
    fn show_wipe(
        &mut self,
        lock: &Lock,
        steps: usize,
        frames: u32,
        show: &mut Show<'_>,
    ) -> Result<(), RenderError> {
        self.field.place(lock.placement);
        let wipe = Wipe {
            rows: lock.cleared,
            steps,
        };
        show(&Scene {
            field: &self.field,
            active: None,
            wipe: Some(wipe),
            tally: self.tally(),
            frames,
        })
    }

    /// Locks the piece, unless a wipe did, clears its rows and counts both.
    fn clear(&mut self, lock: &Lock) {
        self.field.place(lock.placement);
        self.field.clear(&lock.cleared);
        self.tally
            .count(lock.placement.pose.piece(), lock.cleared.len());
    }
}

/// Drops that [`PathFilm`] can show smoothly in `frames` frames: each is seen at least thrice.
pub(super) fn is_path_smooth(drops: &[PieceDrop], frames: u64) -> bool {
    drops.len() as u64 * 3 <= frames
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, Row};
    use crate::render::testing::{self, drawings};

    #[test]
    fn a_piece_spawns_turns_shifts_and_falls() {
        let script = testing::script(5, 4, &[(Pose::LRight, 0)]);
        assert_eq!(
            drawings(&PathFilm(&script)),
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
            drawings(&LockFilm(&script)),
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
            drawings(&PathFilm(&script))[3..],
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
                let way: Vec<ActivePiece> = path(placement, 5).collect();
                let spawn = ActivePiece {
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
