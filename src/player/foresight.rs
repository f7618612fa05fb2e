//! Thinking ahead: for fields so small that a target is not reached by the best placement of each piece alone.
//!
//! An expectimax search that knows the falling piece and the next one, which the game shows. Beyond them, the cost of a
//! field is that of the best placement of each of the seven pieces that may come. A mean of fourth powers stands for
//! all seven, since one piece that has no good place ends a game which six others would let go on.

use super::bits::Bits;
use super::options::{ChosenDrop, Fit, Options};
use super::score::ScoreBudget;
use super::stack::Stack;
use super::weights::Weights;
use crate::game::Tetromino;

/// Pieces that are thought of, the falling one among them, and the most placements of each that are followed.
// Tuned on 400 targets of 50 points on 6x12: the best placement alone reaches 87 %, two pieces 99 %, three all of them.
const PIECES: u32 = 3;
const BEAM: usize = 4;

/// With more free rows than these, nothing can happen soon: no game on 10x20 is lost from there.
const FREE: u32 = 8;

/// What a lost game costs, in multiples of the weights' absolute sum; chosen by hand on games on 6x12 and 4x8 with a
/// target of 50 points.
const LOST: f64 = 22.0;

/// Whether a stack of this height may soon reach the top of a field.
pub fn is_needed(height: u32, field: u32) -> bool {
    height + FREE > field
}

/// The search, with what stays the same in it.
pub struct Foresight<'a> {
    options: &'a Options,
    weights: &'a Weights,
    of_move: Weights,
    lost: f64,
}

/// A placement that may be followed.
struct Branch<'a> {
    fit: &'a Fit,
    row: u32,
    left: ScoreBudget,
    /// By the weights alone.
    value: f64,
}

impl<'a> Foresight<'a> {
    pub fn new(options: &'a Options, weights: &'a Weights) -> Self {
        let sum: f64 = weights.values().iter().map(|weight| weight.abs()).sum();
        Foresight {
            options,
            weights,
            of_move: weights.of_move(),
            lost: LOST * sum,
        }
    }

    /// The drop with the least cost; `next` is the piece that follows.
    pub fn choose<B: Bits, const DEEP: bool>(
        &self,
        stack: &Stack<B>,
        fits: &[Fit],
        next: Tetromino,
        budget: ScoreBudget,
    ) -> Option<ChosenDrop> {
        let branches = self.branches::<B, DEEP>(stack, fits, budget);
        let cost =
            |branch: &Branch<'_>| self.cost_after::<B, DEEP>(stack, branch, Some(next), PIECES - 1);
        let costs: Vec<f64> = branches.iter().map(cost).collect();
        // The first of equals: the branches are sorted by value, then by priority.
        let best = (0..branches.len()).min_by(|a, b| costs[*a].total_cmp(&costs[*b]))?;
        let Branch { fit, row, .. } = branches[best];
        Some(ChosenDrop { fit: *fit, row })
    }

    /// The most promising placements, the best one first.
    fn branches<'b, B: Bits, const DEEP: bool>(
        &self,
        stack: &Stack<B>,
        fits: &'b [Fit],
        budget: ScoreBudget,
    ) -> Vec<Branch<'b>> {
        let branch = |fit| {
            let row = stack.landing(fit);
            if stack.overflows(fit, row) {
                return None;
            }
            let found = stack.evaluate::<DEEP>(fit, row, self.weights);
            let left = budget.after(found.lines)?;
            Some(Branch {
                fit,
                row,
                left,
                value: self.won(left).unwrap_or(found.value),
            })
        };
        let mut branches: Vec<Branch<'_>> = fits.iter().filter_map(branch).collect();
        branches.sort_by(|a, b| b.value.total_cmp(&a.value));
        branches.truncate(BEAM);
        branches
    }

    /// The value of a game that is won.
    fn won(&self, left: ScoreBudget) -> Option<f64> {
        left.is_spent().then_some(self.lost)
    }

    /// The cost of a placement, with that of the field after it when `pieces` more are thought of.
    fn cost_after<B: Bits, const DEEP: bool>(
        &self,
        stack: &Stack<B>,
        branch: &Branch<'_>,
        next: Option<Tetromino>,
        pieces: u32,
    ) -> f64 {
        if branch.left.is_spent() || pieces == 0 {
            return -branch.value;
        }
        let own = stack.evaluate::<false>(branch.fit, branch.row, &self.of_move);
        let mut after = stack.clone();
        after.place::<DEEP>(branch.fit, branch.row);
        let cost = |piece| self.cost::<B, DEEP>(&after, piece, branch.left, pieces);
        let expected = match next {
            Some(piece) => cost(piece),
            None => fourth_mean(Tetromino::ALL.map(cost)),
        };
        expected - own.value
    }

    /// The least cost of a piece, and of those after it.
    fn cost<B: Bits, const DEEP: bool>(
        &self,
        stack: &Stack<B>,
        piece: Tetromino,
        budget: ScoreBudget,
        pieces: u32,
    ) -> f64 {
        let branches = self.branches::<B, DEEP>(stack, self.options.of(piece), budget);
        let costs = branches
            .iter()
            .map(|branch| self.cost_after::<B, DEEP>(stack, branch, None, pieces - 1));
        costs.min_by(f64::total_cmp).unwrap_or(self.lost)
    }
}

/// The mean of fourth powers, taken back to the scale of the costs; gains count as no cost. Only operations that are
/// exact to the last bit on every machine.
fn fourth_mean<const N: usize>(costs: [f64; N]) -> f64 {
    let squares = costs.map(|cost| cost.max(0.0) * cost.max(0.0));
    let sum: f64 = squares.iter().map(|square| square * square).sum();
    (sum / N as f64).sqrt().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bad_piece_costs_more_than_its_share() {
        assert_eq!(fourth_mean([3.0, 3.0]), 3.0);
        assert_eq!(fourth_mean([-5.0, -1.0]), 0.0);
        assert!(fourth_mean([0.0, 10.0]) > 8.0);
    }

    #[test]
    fn only_stacks_near_the_top_are_thought_about() {
        assert!(is_needed(5, 12) && !is_needed(4, 12));
        assert!(is_needed(13, 20) && !is_needed(12, 20));
    }
}
