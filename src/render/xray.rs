//! Foresight: which cells will stay and which will be cleared.

use crate::game::{FieldSize, FullRows, Lock, Placement, Row};

/// What becomes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is part of the finished picture.
    Stays,
    /// It stays, and for now there is nothing below it: a clear has taken its support away, or will give it one.
    Hangs,
    /// Its row will be cleared.
    Goes,
}

impl Fate {
    pub const ALL: [Fate; 3] = [Fate::Stays, Fate::Goes, Fate::Hangs];

    pub fn of(stays: bool) -> Fate {
        match stays {
            true => Fate::Stays,
            false => Fate::Goes,
        }
    }
}

/// Knows, at every moment of a game, which rows will stay.
///
/// Only whole rows are cleared, so a cell stays if no later line clear takes its row. Going backwards
/// from the end tells which rows these are: in the end all of them stay, and each undone line clear
/// brings back rows that do not.
#[derive(Clone, Debug)]
pub struct Xray {
    /// Whether what is in a row now will stay, from the top.
    stays: Vec<bool>,
    /// The rows cleared at once, from the last ones of the game to the next ones.
    clears: Vec<FullRows>,
    /// Whether the rows that enter at the top will stay; the next one is the last.
    entering: Vec<bool>,
    /// Lines cleared so far.
    lines: usize,
    /// Where each piece comes to rest: the row of its origin.
    rests: Vec<i32>,
}

impl Xray {
    /// The view of a game before its first piece, which comes to rest as these locks say.
    pub fn of(locks: &[Lock], field: FieldSize) -> Xray {
        let rest = |placement: Placement| {
            let shape = placement.pose.shape();
            placement.row.0 as i32 + i32::from(shape.origin_row)
        };
        let clears = locks.iter().map(|lock| lock.cleared);
        let clears = clears.filter(|cleared| !cleared.is_empty()).rev();
        let clears: Vec<FullRows> = clears.collect();
        let mut stays = vec![true; field.height()];
        let mut entering = Vec::new();
        for cleared in &clears {
            entering.extend(stays.drain(..cleared.len()).rev());
            for row in cleared.iter() {
                stays.insert(row.0, false);
            }
        }
        Xray {
            stays,
            clears,
            entering,
            lines: 0,
            rests: locks.iter().map(|lock| rest(lock.placement)).collect(),
        }
    }

    /// Goes on to the moment when `lines` lines have been cleared.
    pub fn advance(&mut self, lines: usize) {
        while self.lines < lines
            && let Some(cleared) = self.clears.pop()
        {
            self.lines += cleared.len();
            for row in cleared.iter() {
                self.stays.remove(row.0);
                self.stays.insert(0, true);
            }
            for row in 0..cleared.len() {
                self.stays[row] = self.entering.pop().unwrap_or(true);
            }
        }
    }

    /// What becomes of what is in a row now.
    pub fn fate(&self, row: Row) -> Fate {
        Fate::of(self.stays[row.0])
    }

    /// What becomes of the cell of a falling piece that is `down` rows below its origin; the piece
    /// is the one after `locked` others. After the last one nothing is foreseen, so it stays.
    pub fn fate_of_falling(&self, locked: usize, down: i32) -> Fate {
        let Some(origin) = self.rests.get(locked) else {
            return Fate::Stays;
        };
        let row = usize::try_from(origin + down).ok();
        Fate::of(row.is_some_and(|row| self.stays.get(row).is_some_and(|stays| *stays)))
    }
}

/// What an x-ray foresees; without one everything stays.
pub fn fate(xray: &Option<Xray>, foresee: impl Fn(&Xray) -> Fate) -> Fate {
    xray.as_ref().map_or(Fate::Stays, foresee)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::motion::LockFilm;
    use crate::render::played::PlayedScript;
    use crate::render::scene::Film;
    use crate::render::testing;

    /// Follows every cell of a game by its number through the clears, and tells which are left.
    fn survivors(game: &PlayedScript<'_>) -> Vec<bool> {
        let field = game.script.field;
        let (width, height) = (field.width(), field.height());
        let mut rows = vec![vec![None; width]; height];
        let mut count = 0;
        for lock in &game.locks {
            for (column, row) in lock.placement.cells() {
                rows[row.0][column.0] = Some(count);
                count += 1;
            }
            for row in lock.cleared.iter() {
                rows.remove(row.0);
                rows.insert(0, vec![None; width]);
            }
        }
        let mut stays = vec![false; count];
        for cell in rows.concat().into_iter().flatten() {
            stays[cell] = true;
        }
        stays
    }

    #[test]
    fn a_cell_that_stays_is_known_before_its_piece_falls() {
        for seed in 0..20 {
            let script = testing::long_script(6, 16, 60, seed);
            let game = PlayedScript::new(&script).unwrap();
            let mut xray = Xray::of(&game.locks, script.field);
            let mut seen = Vec::new();
            for (number, lock) in game.locks.iter().enumerate() {
                let origin = i32::from(lock.placement.pose.shape().origin_row);
                for (_, row) in lock.placement.cells() {
                    let fate = xray.fate(row);
                    let down = (row.0 - lock.placement.row.0) as i32 - origin;
                    assert_eq!(xray.fate_of_falling(number, down), fate);
                    seen.push(fate == Fate::Stays);
                }
                xray.advance(xray.lines + lock.cleared.len());
            }
            assert_eq!(seen, survivors(&game), "{seed}");
        }
    }

    #[test]
    fn a_film_can_be_followed_by_its_lines() {
        let script = testing::long_script(6, 16, 60, 3);
        let game = PlayedScript::new(&script).unwrap();
        let mut xray = Xray::of(&game.locks, script.field);
        let last = std::cell::Cell::new(0);
        LockFilm(&game)
            .play(&mut |scene| {
                xray.advance(scene.tally.lines);
                last.set(scene.tally.lines);
                Ok(())
            })
            .unwrap();
        assert!(last.get() > 0 && xray.clears.is_empty());
        assert!((0..16).all(|row| xray.fate(Row(row)) == Fate::Stays));
    }
}
