//! Erasing a print by playing on: drops that complete its rows until the field is empty, so that the next
//! picture can be printed in the same game.
//!
//! A forward beam search. A field of c cells in r rows needs at least l >= r lines, the fewest for which
//! width x l - c is divisible by four: that many pieces are a lower bound of what is left to do, and what the search
//! ranks fields by, together with what makes rows hard to complete.

use rustc_hash::FxHashSet;

use super::{Monitor, PlanError};
use crate::game::{Column, PieceDrop, Playfield, Pose};

/// Fields that are kept after each piece. Chosen with the weights on the 29 prints of `sprites/`: all of them can be
/// erased, by half as many pieces as printed them.
const BEAM: usize = 30;

/// How many times as many are kept where so few pieces are left to do that exactly none must remain.
const ENDGAME: (f64, usize) = (16.0, 8);

/// The pieces that one of each of these is thought to cost: a hidden hole, a row that has one, a change between filled
/// and empty cells along a row or a column.
const HOLE: f64 = 0.3;
const HOLED_ROW: f64 = 0.3;
const CHANGE: f64 = 0.1;

/// No field takes more pieces to erase than this many times its bound, or else the search has lost its way.
const PATIENCE: usize = 8;

/// The drops that empty a field; none if it is empty.
///
/// Errors: [`PlanError::NotFound`] if no way was found, [`PlanError::Cancelled`] if the monitor cancels.
pub fn plan_erasure(field: &Playfield, monitor: &dyn Monitor) -> Result<Vec<PieceDrop>, PlanError> {
    let Some(least) = least_pieces(field) else {
        return Err(PlanError::NotFound);
    };
    let mut levels: Vec<Vec<Step>> = Vec::new();
    let mut beam = vec![field.clone()];
    for _ in 0..least * PATIENCE {
        if let Some(empty) = beam.iter().position(is_empty) {
            return Ok(path(&levels, empty));
        }
        if monitor.is_cancelled() {
            return Err(PlanError::Cancelled);
        }
        let next = best_of(successors(&beam));
        let (steps, fields) = next.into_iter().map(|next| (next.step, next.field)).unzip();
        levels.push(steps);
        beam = fields;
    }
    match beam.iter().position(is_empty) {
        Some(empty) => Ok(path(&levels, empty)),
        None => Err(PlanError::NotFound),
    }
}

/// What no erasure can do without; `None` if cells and lines never come out even.
pub fn least_pieces(field: &Playfield) -> Option<usize> {
    let rows = field.height() - field.top();
    let cells = field.cell_count();
    let missing = (rows..rows + 4).map(|lines| lines * field.width() - cells);
    let pieces = missing.filter(|missing| missing % 4 == 0);
    pieces.map(|missing| missing / 4).next()
}

/// How a field was reached: the place of the one before in its level, and the drop.
#[derive(Clone, Copy)]
struct Step {
    from: usize,
    drop: PieceDrop,
}

struct Successor {
    field: Playfield,
    step: Step,
    cost: f64,
}

fn is_empty(field: &Playfield) -> bool {
    field.top() == field.height()
}

/// The drops that led to a field of the last level.
fn path(levels: &[Vec<Step>], place: usize) -> Vec<PieceDrop> {
    let back = |place: &mut usize, level: &Vec<Step>| {
        let step = level[*place];
        *place = step.from;
        Some(step.drop)
    };
    let mut drops: Vec<PieceDrop> = levels.iter().rev().scan(place, back).collect();
    drops.reverse();
    drops
}

/// Every field that one piece makes of those of the beam, once.
fn successors(beam: &[Playfield]) -> Vec<Successor> {
    let mut seen = FxHashSet::default();
    let mut successors = Vec::new();
    for (from, before) in beam.iter().enumerate() {
        for drop in all_drops(before.width()) {
            let mut field = before.clone();
            if field.drop(drop).is_err() || !seen.insert(field.clone()) {
                continue;
            }
            if let Some(cost) = cost(&field) {
                let step = Step { from, drop };
                successors.push(Successor { field, step, cost });
            }
        }
    }
    successors
}

fn all_drops(width: usize) -> impl Iterator<Item = PieceDrop> {
    Pose::ALL.into_iter().flat_map(move |pose| {
        let places = (width + 1).saturating_sub(pose.shape().width.into());
        (0..places).map(move |column| PieceDrop::new(pose, Column(column)))
    })
}

/// The cheapest ones, more of them towards the end; of equals the first.
fn best_of(mut successors: Vec<Successor>) -> Vec<Successor> {
    successors.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let is_endgame = successors.first().is_some_and(|best| best.cost < ENDGAME.0);
    successors.truncate(if is_endgame { BEAM * ENDGAME.1 } else { BEAM });
    successors
}

/// The pieces that a field is thought to need.
fn cost(field: &Playfield) -> Option<f64> {
    let full = field.size().full_row();
    let (mut above, mut before) = (0, 0);
    let (mut holes, mut holed_rows, mut changes) = (0, 0, 0);
    for row in &field.rows()[field.top()..] {
        let hidden = above & !row & full;
        holes += hidden.count_ones();
        holed_rows += u32::from(hidden != 0);
        // The walls count as filled, the sky as empty.
        let walled = u128::from(*row) << 1 | 1 | 1 << (field.width() + 1);
        let within = (1u128 << (field.width() + 1)) - 1;
        changes += ((walled ^ walled >> 1) & within).count_ones() + (row ^ before).count_ones();
        above |= row;
        before = *row;
    }
    changes += (before ^ full).count_ones();
    let least = least_pieces(field)? as f64;
    let burden = HOLE * f64::from(holes) + HOLED_ROW * f64::from(holed_rows);
    Some(least + burden + CHANGE * f64::from(changes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the erasure of a field, and returns how many pieces it took.
    fn erased(diagram: &str) -> usize {
        let mut field: Playfield = diagram.parse().unwrap();
        let least = least_pieces(&field).unwrap();
        let drops = plan_erasure(&field, &()).unwrap();
        for drop in &drops {
            field.drop(*drop).unwrap();
        }
        assert_eq!(field.cell_count(), 0, "{field}");
        assert!(drops.len() >= least);
        drops.len()
    }

    const SKY: &str = "
        .........
        .........
        .........
        .........
        .........
        .........\n";

    #[test]
    fn a_field_is_played_until_nothing_is_left() {
        assert_eq!(erased(&format!("{SKY} .........")), 0);
        assert_eq!(erased(&format!("{SKY} #####....")), 1);
        let hanging = "#........ ........# ##.##.... .###.#..#";
        erased(&format!("{SKY}{}", hanging.replace(' ', "\n")));
        let arch = ".#######. .#.....#. .#.....#. .#.....#.";
        erased(&format!("{SKY}{}", arch.replace(' ', "\n")));
    }

    #[test]
    fn an_odd_number_of_cells_between_walls_that_are_an_even_number_apart_stays() {
        let field: Playfield = "....\n....\n....\n....\n....\n#...".parse().unwrap();
        assert_eq!(least_pieces(&field), None);
        assert_eq!(plan_erasure(&field, &()), Err(PlanError::NotFound));
    }

    #[test]
    fn ctrl_c_ends_the_search() {
        struct Cancelled;
        impl Monitor for Cancelled {
            fn on_progress(&self, _: crate::plan::Progress) {}
            fn is_cancelled(&self) -> bool {
                true
            }
        }
        let field: Playfield = format!("{SKY} ##.#.#.#.").parse().unwrap();
        assert_eq!(plan_erasure(&field, &Cancelled), Err(PlanError::Cancelled));
    }
}
