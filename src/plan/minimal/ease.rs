//! Whether another run is worth its time, judged by how easily the last one came to its end.
//!
//! Since 4 x pieces = pixels + width x lines, and a piece is not divided, only every few lines make a plan: on the
//! standard field every fourth, and plans of a picture differ by 21 pieces or none. A run that is ahead by less than such
//! a step ends no earlier for it, but takes its time: not far from the end its fields score less than those of a run
//! that has just made it. There another run, with other colours or in another place, may gain the rest of the step.

use super::history::History;
use super::row_bits::RowBits;

/// How easily a run came to its end.
#[derive(Clone, Copy, Debug)]
pub struct Ease {
    /// The lowest score of a field [`CLOSING`] drops before it.
    score: i32,
}

/// How many drops before its end a run is looked at. The scores at 60 drops foretell as much, but fewer plans have so
/// many.
const CLOSING: usize = 40;

// The score at which an end was so hard that another run hardly ever betters it, in the unit of the weights. Of 165 foreign
// sprites those that score less were bettered by 28 of 100 runs with other carriers or at another offset, the others by 6.
const HARD: i32 = 52_000;

impl Ease {
    /// That of a run that ends at the next field. `None` if it is too short to tell.
    pub fn of<R: RowBits>(history: &History<R>) -> Option<Ease> {
        let score = history.score_before_end(CLOSING)?;
        Some(Ease { score })
    }

    /// Whether a shorter plan is within reach.
    pub fn is_worth_another_run(self) -> bool {
        self.score < HARD
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::plan::minimal::target::Target;
    use crate::plan::{Carriers, Picture};
    use crate::sprite::Sprite;

    /// Of a run with two fields at each depth, of which one scores `score` and the other more.
    fn ease_of(levels: u32, score: impl Fn(u32) -> i32) -> Option<Ease> {
        let sprite = Sprite::from_diagram("aa", |_| Some(Rgb::WHITE)).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        let carriers = Carriers::new(|_| Some(0));
        let target = Target::<u32>::new(&picture, "21x42".parse().unwrap(), &carriers, 0, &[0]);
        let mut history = History::new(&target);
        for depth in 0..levels {
            let mut field = history.frontier[0];
            field.score = score(depth);
            let mut other = field;
            other.score += 1000;
            history.frontier = vec![other, field];
            history.advance();
        }
        Ease::of(&history)
    }

    #[test]
    fn a_run_is_judged_by_its_best_field_some_drops_before_the_end() {
        let falling = |levels: u32| move |depth: u32| (levels - depth) as i32 * HARD / 40;
        let score = |levels: u32| ease_of(levels, falling(levels)).map(|ease| ease.score);
        assert_eq!(score(39), None);
        assert_eq!(score(40), Some(HARD));
        assert_eq!(score(90), Some(HARD));
        let is_worth_more = |score: i32| ease_of(60, |_| score).unwrap().is_worth_another_run();
        assert!(is_worth_more(HARD - 1) && !is_worth_more(HARD));
    }
}
