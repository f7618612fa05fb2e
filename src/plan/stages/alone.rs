//! Finishing a row before the next one is begun: by stages, or [emitter by emitter](super::emitters).

use rand_xoshiro::Xoshiro256PlusPlus;

use super::emitters::RowPrinter;
use super::filling::Filler;
use super::moves::{BEAM, Stages, most};
use super::stage::StageRow;
use super::standing::Standing;
use super::tree::Move;
use crate::game::ColumnSet;

/// States of a sweep when there is no time; set by hand.
const NARROW_BEAM: usize = 60;

/// Rows of the stage that is tried first when there is no time: with four rows of scaffold nearly every row can be begun,
/// and its gaps filled.
const LIKELY_ROWS: usize = 5;

/// How carefully a row is finished alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    Usual,
    /// The time is up: any plan will do, if it is found soon.
    Hurried,
}

impl Pace {
    const fn beam(self) -> usize {
        match self {
            Pace::Usual => BEAM,
            Pace::Hurried => NARROW_BEAM,
        }
    }
}

impl Stages<'_> {
    /// Completes the next row and begins no other, stage by stage; `None` if others are begun, or stages leave some of it.
    pub fn finish_row(
        &self,
        from: &Standing,
        pace: Pace,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Move> {
        if !self.is_before_one_row(from) {
            return None;
        }
        let mut way = Move {
            drops: Vec::new(),
            lines: 0,
            to: from.clone(),
        };
        while way.to.finished == from.finished {
            let next = self.row_move(&way.to, pace, rng)?;
            way.drops.extend(next.drops);
            way.lines += next.lines;
            way.to = next.to;
        }
        Some(way)
    }

    /// The same without stages, at some hundred pieces per pixel; `None` if there is no way, or the field is too low.
    pub fn emit_row(&self, from: &Standing, filler: &mut Filler) -> Option<Move> {
        if !self.is_before_one_row(from) {
            return None;
        }
        let printer = RowPrinter {
            canvas: &self.canvas,
            height: self.height,
            outlines: &self.outlines,
        };
        let drops = printer.print(from, filler)?;
        let missing = (0..self.canvas.width).filter(|column| {
            let is_printed = |printed: &ColumnSet| printed.contains(*column);
            self.canvas.color(from.finished, *column).is_some()
                && !from.printed.first().is_some_and(is_printed)
        });
        Some(Move {
            lines: (4 * drops.len() - missing.count()) / self.canvas.width,
            drops,
            to: Standing {
                finished: from.finished + 1,
                printed: Vec::new(),
            },
        })
    }

    /// Whether there is a next row, and none over it is begun.
    fn is_before_one_row(&self, standing: &Standing) -> bool {
        standing.printed.len() <= 1 && standing.finished < self.canvas.picture.height()
    }

    /// A stage that prints some of the next row and nothing over it: the best one, or the first one found.
    fn row_move(&self, from: &Standing, pace: Pace, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
        let mut stages = self.row_stages(from);
        if pace == Pace::Hurried {
            // Over the scaffold nearly every row can be begun, which is not so within it.
            let is_within =
                |rows: &[StageRow]| matches!(rows, [StageRow::Scaffold, .., StageRow::Scaffold]);
            stages.sort_by_key(|rows| (is_within(rows), rows.len().abs_diff(LIKELY_ROWS)));
        }
        let mut moves = stages
            .into_iter()
            .filter_map(|rows| self.play(from, &from.stage(&self.canvas, rows), pace.beam(), rng));
        match pace {
            Pace::Usual => moves.min_by(|a, b| self.cost(a).total_cmp(&self.cost(b))),
            Pace::Hurried => moves.next(),
        }
    }

    /// The rows of the stages that print some of the next row: within scaffold or over it, or under it if it is begun.
    fn row_stages(&self, from: &Standing) -> Vec<Vec<StageRow>> {
        let scaffold = |lines| std::iter::repeat_n(StageRow::Scaffold, lines);
        let row = from.finished;
        let most = most::SCAFFOLD.min(self.room(from).saturating_sub(1));
        let mut stages: Vec<Vec<StageRow>> = Vec::new();
        for lines in 0..=most {
            if !from.printed.is_empty() {
                stages.push(
                    [StageRow::Begun(row)]
                        .into_iter()
                        .chain(scaffold(lines))
                        .collect(),
                );
                continue;
            }
            for over in 1..lines {
                let under = scaffold(lines - over).chain([StageRow::Between(row)]);
                stages.push(under.chain(scaffold(over)).collect());
            }
            stages.push(scaffold(lines).chain([StageRow::Partial(row)]).collect());
        }
        stages
    }
}
