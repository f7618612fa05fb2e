//! The print seen through: which cells will stay and which will be cleared.

use crate::game::{FullRows, Row};
use crate::replay::{ReplayError, replay};
use crate::script::PrintScript;

/// Knows of every row, at every moment of a script's game, whether it will stay.
///
/// Cells vanish by whole rows, so a cell stays if no later line takes its row. Played backwards a
/// game tells which rows these are: at its end all of them stay, and each clear that is taken back
/// brings its rows back as ones that do not.
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
    /// The view of a game before its first piece. Errors: a drop that the game refuses.
    pub fn of(script: &PrintScript) -> Result<Xray, ReplayError> {
        let mut clears = Vec::new();
        let mut rests = Vec::new();
        for lock in replay(script) {
            let lock = lock?;
            let shape = lock.placement.pose.shape();
            rests.push(lock.placement.row.0 as i32 + i32::from(shape.origin_row));
            if !lock.cleared.is_empty() {
                clears.push(lock.cleared);
            }
        }
        let mut stays = vec![true; script.field.height()];
        let mut entering = Vec::new();
        for cleared in clears.iter().rev() {
            entering.extend(stays.drain(..cleared.len()).rev());
            for row in cleared.iter() {
                stays.insert(row.0, false);
            }
        }
        clears.reverse();
        Ok(Xray {
            stays,
            clears,
            entering,
            lines: 0,
            rests,
        })
    }

    /// Goes on to the moment when so many lines have been cleared.
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

    /// Whether what is in a row now will stay.
    pub fn stays(&self, row: Row) -> bool {
        self.stays[row.0]
    }

    /// Whether the cell of a falling piece will stay that is `down` rows below its origin; the piece
    /// is the one after `locked` others.
    pub fn will_stay(&self, locked: usize, down: i32) -> bool {
        let row = self.rests.get(locked).map(|origin| origin + down);
        let row = row.and_then(|row| usize::try_from(row).ok());
        row.is_some_and(|row| self.stays.get(row).is_some_and(|stays| *stays))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::LockFilm;
    use crate::render::scene::Film;
    use crate::render::testing;

    /// Follows every cell of a game by its number through the clears, and tells which are left.
    fn survivors(script: &PrintScript) -> Vec<bool> {
        let (width, height) = (script.field.width(), script.field.height());
        let mut rows = vec![vec![None; width]; height];
        let mut count = 0;
        for lock in replay(script) {
            let lock = lock.unwrap();
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
            let mut xray = Xray::of(&script).unwrap();
            let mut seen = Vec::new();
            for (number, lock) in replay(&script).enumerate() {
                let lock = lock.unwrap();
                let origin = i32::from(lock.placement.pose.shape().origin_row);
                for (_, row) in lock.placement.cells() {
                    let stays = xray.stays(row);
                    let down = (row.0 - lock.placement.row.0) as i32 - origin;
                    assert_eq!(xray.will_stay(number, down), stays);
                    seen.push(stays);
                }
                xray.advance(xray.lines + lock.cleared.len());
            }
            assert_eq!(seen, survivors(&script), "{seed}");
        }
    }

    #[test]
    fn a_film_can_be_followed_by_its_lines() {
        let script = testing::long_script(6, 16, 60, 3);
        let mut xray = Xray::of(&script).unwrap();
        let last = std::cell::Cell::new(0);
        LockFilm(&script)
            .play(&mut |scene| {
                xray.advance(scene.tally.lines);
                last.set(scene.tally.lines);
                Ok(())
            })
            .unwrap();
        assert!(last.get() > 0 && xray.clears.is_empty());
        assert!((0..16).all(|row| xray.stays(Row(row))));
    }
}
