//! The greedy policy: of all placements the one with the highest value.

use super::bits::{Bits, Tall};
use super::foresight::{self, Foresight};
use super::options::{ChosenDrop, Fit, Options};
use super::score::ScoreBudget;
use super::stack::Stack;
use super::weights::Weights;
use crate::game::{FieldSize, Tetromino};

/// How far the player looks ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lookahead {
    /// The falling piece only.
    #[default]
    One,
    /// The next piece, too: the value of a placement is what its own landing height and eroded cells
    /// are worth plus the value of the best placement of the next piece.
    Two,
}

/// The policy, and the field as it sees it.
#[derive(Clone, Debug)]
pub struct Policy {
    options: Options,
    weights: Weights,
    lookahead: Lookahead,
    stack: AnyStack,
}

#[derive(Clone, Debug)]
enum AnyStack {
    Low(Box<Stack<u64>>),
    High(Box<Stack<Tall>>),
}

impl Policy {
    /// A policy on an empty field.
    pub fn new(size: FieldSize, weights: Weights, lookahead: Lookahead) -> Self {
        let stack = if size.height() <= <u64 as Bits>::MAX_ROWS {
            AnyStack::Low(Box::new(Stack::new(size)))
        } else {
            AnyStack::High(Box::new(Stack::new(size)))
        };
        Policy {
            options: Options::new(size),
            weights,
            lookahead,
            stack,
        }
    }

    /// Every drop of a piece, in the order in which ties are broken.
    pub fn options(&self, piece: Tetromino) -> &[Fit] {
        self.options.of(piece)
    }

    /// The best of some drops; `None` if none stays inside the field and within the budget. `next` is
    /// the piece that follows.
    pub fn choose(&self, fits: &[Fit], next: Tetromino, budget: ScoreBudget) -> Option<ChosenDrop> {
        match &self.stack {
            AnyStack::Low(stack) => self.search(stack, fits, next, budget),
            AnyStack::High(stack) => self.search(stack, fits, next, budget),
        }
    }

    /// Plays a placement and returns how many lines it clears.
    pub fn place(&mut self, choice: &ChosenDrop) -> u32 {
        let (fit, row) = (&choice.fit, choice.row);
        match (&mut self.stack, self.weights.are_deep()) {
            (AnyStack::Low(stack), false) => stack.place::<false>(fit, row),
            (AnyStack::Low(stack), true) => stack.place::<true>(fit, row),
            (AnyStack::High(stack), false) => stack.place::<false>(fit, row),
            (AnyStack::High(stack), true) => stack.place::<true>(fit, row),
        }
    }

    fn search<B: Bits>(
        &self,
        stack: &Stack<B>,
        fits: &[Fit],
        next: Tetromino,
        budget: ScoreBudget,
    ) -> Option<ChosenDrop> {
        // A target is worth more thought than the next line.
        if !budget.is_endless() && foresight::is_needed(stack.height(), stack.rows()) {
            return self.foresee(stack, fits, next, budget);
        }
        let best = match (self.lookahead, self.weights.are_deep()) {
            (Lookahead::One, false) => best::<B, false>(stack, fits, &self.weights, budget),
            (Lookahead::One, true) => best::<B, true>(stack, fits, &self.weights, budget),
            (Lookahead::Two, false) => self.best_of_two::<B, false>(stack, fits, next, budget),
            (Lookahead::Two, true) => self.best_of_two::<B, true>(stack, fits, next, budget),
        };
        best.map(|(choice, _)| choice)
    }

    fn foresee<B: Bits>(
        &self,
        stack: &Stack<B>,
        fits: &[Fit],
        next: Tetromino,
        budget: ScoreBudget,
    ) -> Option<ChosenDrop> {
        let foresight = Foresight::new(&self.options, &self.weights);
        match self.weights.are_deep() {
            false => foresight.choose::<B, false>(stack, fits, next, budget),
            true => foresight.choose::<B, true>(stack, fits, next, budget),
        }
    }

    fn best_of_two<B: Bits, const DEEP: bool>(
        &self,
        stack: &Stack<B>,
        fits: &[Fit],
        next: Tetromino,
        budget: ScoreBudget,
    ) -> Option<(ChosenDrop, f64)> {
        let follow = self.options.of(next);
        let of_move = self.weights.of_move();
        let mut best: Option<(ChosenDrop, f64)> = None;
        for fit in fits {
            let row = stack.landing(fit);
            if stack.overflows(fit, row) {
                continue;
            }
            let first = stack.evaluate::<false>(fit, row, &of_move);
            let Some(left) = budget.after(first.lines) else {
                continue;
            };
            let mut after = stack.clone();
            after.place::<DEEP>(fit, row);
            let second = match left.is_spent() {
                true => Some(0.0),
                false => best_value::<B, DEEP>(&after, follow, &self.weights, left),
            };
            // A placement after which the next piece has no place is the last resort.
            let value = second.map_or(f64::MIN, |second| first.value + second);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((ChosenDrop { fit: *fit, row }, value));
            }
        }
        best
    }
}

fn best<B: Bits, const DEEP: bool>(
    stack: &Stack<B>,
    fits: &[Fit],
    weights: &Weights,
    budget: ScoreBudget,
) -> Option<(ChosenDrop, f64)> {
    let mut best: Option<(usize, u32)> = None;
    let mut most = f64::NEG_INFINITY;
    for (number, fit) in fits.iter().enumerate() {
        let row = stack.landing(fit);
        if stack.overflows(fit, row) {
            continue;
        }
        let evaluation = stack.evaluate::<DEEP>(fit, row, weights);
        if evaluation.value > most && budget.allows(evaluation.lines) {
            (best, most) = (Some((number, row)), evaluation.value);
        }
    }
    let (number, row) = best?;
    Some((
        ChosenDrop {
            fit: fits[number],
            row,
        },
        most,
    ))
}

fn best_value<B: Bits, const DEEP: bool>(
    stack: &Stack<B>,
    fits: &[Fit],
    weights: &Weights,
    budget: ScoreBudget,
) -> Option<f64> {
    best::<B, DEEP>(stack, fits, weights, budget).map(|(_, value)| value)
}
