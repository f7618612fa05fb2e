//! The stages that can be played from a standing.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::keystone::Wall;
use super::order::in_order;
use super::outline::Outline;
use super::outlook::{ROW, outlook};
use super::stage::{Canvas, MOST_ROWS, Stage, StageRow};
use super::standing::Standing;
use super::sweep::{Covers, sweep};
use super::tile::Tile;
use super::tree::Move;
use crate::game::PieceDrop;

/// States of a sweep.
// On a few portraits ten times as many saved some of the pieces, for ten times the work. A dithered screen of 160x144 takes
// 5 % fewer pieces with ten times as many, and 10 % more with a third.
pub const BEAM: usize = 300;

/// Lines by which a stage may cost more than the best one that was found.
// Ten portraits of 40 to 56 rows took on average 1.60 pieces per pixel with 0, 1.14 with 2, 1.05 with 4 in twice the time;
// a dithered screen as many with 0 as with 2.
const SLACK: f64 = 3.0;

/// The most rows of a stage.
pub mod most {
    /// Scaffold, where rows are printed in part.
    pub const SCAFFOLD: usize = 7;
    /// Rows that are begun in part at once.
    pub const PARTIAL: usize = 2;
    /// Scaffold over and under a row that is printed as a whole.
    pub const AROUND: usize = 10;
    /// The part of it that is under the row.
    pub const UNDER: usize = 5;
}

/// Covers of a stage that are drawn before it is given up for want of an order.
const DRAWS: usize = 12;

/// A way of choosing stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Scaffold, and rows of the picture over it or in it that are printed as far as it serves.
    InPart,
    /// Scaffold over rows that are begun, which need not be finished.
    InPartAgain,
    /// One more row of the picture, printed completely between scaffold rows.
    AsAWhole,
}

/// What stages are made of.
pub struct Stages<'a> {
    pub canvas: Canvas<'a>,
    /// Rows of the field.
    pub height: usize,
    pub outlines: Vec<Outline>,
}

impl Stages<'_> {
    /// The rows that a stage can have.
    pub fn room(&self, from: &Standing) -> usize {
        // Two rows at the top of the field stay empty for the pieces to turn in.
        MOST_ROWS.min((self.height - 2).saturating_sub(from.finished))
    }

    /// The moves from a standing. Stages that are much dearer than one that was found, whatever they print, are left out.
    pub fn moves(
        &self,
        from: &Standing,
        choice: Choice,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut least = f64::INFINITY;
        for rows in self.stages(from, choice) {
            let top = rows.iter().filter_map(|row| row.picture_row()).max();
            let next_row = top.map_or(from.next_row(), |top| from.next_row().max(top + 1));
            let stage = from.stage(&self.canvas, rows);
            let bound = stage.lines() as f64 - ROW * next_row as f64;
            if bound > least + SLACK || !stage.is_divisible() {
                continue;
            }
            if let Some(found) = self.play(from, &stage, BEAM, rng) {
                least = least.min(self.cost(&found));
                moves.push(found);
            }
        }
        moves
    }

    /// The lines of a move and of what is likely to follow.
    pub fn cost(&self, next: &Move) -> f64 {
        next.lines as f64 + outlook(&self.canvas, &next.to)
    }

    /// The rows of the stages to try from a standing, those with fewest lines first.
    fn stages(&self, from: &Standing, choice: Choice) -> Vec<Vec<StageRow>> {
        let begun = (from.finished..from.next_row()).map(StageRow::Whole);
        let rest = self.canvas.picture.height() - from.next_row();
        let scaffold = |count| std::iter::repeat_n(StageRow::Scaffold, count);
        let mut stages: Vec<Vec<StageRow>> = Vec::new();
        match choice {
            Choice::InPart => {
                for lines in 0..=most::SCAFFOLD {
                    for partial in 0..=most::PARTIAL.min(rest) {
                        let next = (from.next_row()..).map(StageRow::Partial).take(partial);
                        stages.push(begun.clone().chain(scaffold(lines)).chain(next).collect());
                    }
                    for over in (1..lines).filter(|_| rest > 0) {
                        let under = begun.clone().chain(scaffold(lines - over));
                        let next = under.chain([StageRow::Between(from.next_row())]);
                        stages.push(next.chain(scaffold(over)).collect());
                    }
                }
            }
            Choice::InPartAgain => {
                for lines in 1..=most::SCAFFOLD {
                    let begun = (from.finished..from.next_row()).map(StageRow::Begun);
                    stages.push(begun.chain(scaffold(lines)).collect());
                }
            }
            Choice::AsAWhole if rest == 0 => {}
            Choice::AsAWhole => {
                for lines in 0..=most::AROUND {
                    for under in 0..=most::UNDER.min(lines) {
                        let whole = begun.clone().chain(scaffold(under));
                        let whole = whole.chain([StageRow::Whole(from.next_row())]);
                        stages.push(whole.chain(scaffold(lines - under)).collect());
                    }
                }
            }
        }
        let room = self.room(from);
        let has_picture = |rows: &Vec<StageRow>| rows.iter().any(|row| row.picture_row().is_some());
        stages.retain(|rows| rows.len() <= room && has_picture(rows));
        stages
    }

    /// Plays a stage, with a keystone if it must be.
    pub fn play(
        &self,
        from: &Standing,
        stage: &Stage,
        beam: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Move> {
        let covers = sweep(stage, &self.outlines, beam, rng)?;
        let mut closings = Wall::BOTH
            .into_iter()
            .filter_map(|wall| stage.closed_at(wall));
        self.play_one(from, stage, &covers, None, rng).or_else(|| {
            closings.find_map(|(stage, keystone)| {
                let covers = sweep(&stage, &self.outlines, beam, rng)?;
                self.play_one(from, &stage, &covers, Some(&keystone), rng)
            })
        })
    }

    /// The first cover that has an order.
    fn play_one(
        &self,
        from: &Standing,
        stage: &Stage,
        covers: &Covers,
        keystone: Option<&Tile>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Move> {
        (0..DRAWS).find_map(|_| {
            let mut tiles = covers.draw(&self.outlines, rng);
            let order = in_order(stage, &tiles)?;
            let drops = order.iter().map(|tile| &tiles[*tile]).chain(keystone);
            let drops: Vec<PieceDrop> = drops.map(Tile::to_drop).collect();
            tiles.extend(keystone.cloned());
            // Scaffold alone would lead nowhere.
            (4 * tiles.len() > stage.lines() * stage.width).then(|| Move {
                to: from.after(&self.canvas, stage, &tiles),
                lines: stage.lines(),
                drops,
            })
        })
    }
}
