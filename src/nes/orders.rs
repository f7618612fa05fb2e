//! Other orders of the first drops that leave the same field.

use crate::game::{FieldSize, GameError, PaintedPlayfield, PieceDrop};

/// How far into a print a drop is looked for that may come first: all but one of the 29 sprites of this repository can
/// then be dealt on the cartridge's field as they are planned.
const REACH: usize = 12;

/// Orders with the same two drops in front that are played until one leaves the same; set by hand.
const MOST_PLAYED: usize = 16;

/// Drops that are placed in search of these orders, so that a search without end takes milliseconds.
const MOST_PLACED: usize = 5_000;

/// The drops in other orders, where nothing else comes of it and no piece comes twice in a row; for every two that can
/// come first, the order that is nearest to their own.
pub(super) fn orders(size: FieldSize, drops: &[PieceDrop]) -> impl Iterator<Item = Vec<PieceDrop>> {
    let reach = drops.len().min(REACH);
    let field = played(size, drops);
    let pairs = (0..reach).flat_map(move |first| (0..reach).map(move |second| [first, second]));
    pairs
        .filter(|[first, second]| first != second)
        .filter_map(move |front| {
            let mut completion = Completion::new(drops, reach);
            let is_placed = front.iter().all(|place| completion.place(*place));
            let leaves_the_same = |order: &[PieceDrop]| played(size, order) == field;
            (is_placed && completion.finish(&leaves_the_same)).then_some(completion.order)
        })
}

/// A search for an order that begins with given drops.
struct Completion<'a> {
    drops: &'a [PieceDrop],
    /// The drops that may be moved.
    reach: usize,
    order: Vec<PieceDrop>,
    /// A bit for each of the first drops that is in the order.
    placed: u32,
    /// For each of the first drops those before it with which it shares a column: they stay before it.
    below: Vec<u32>,
    played: usize,
    steps: usize,
}

impl<'a> Completion<'a> {
    fn new(drops: &'a [PieceDrop], reach: usize) -> Self {
        let below = (0..reach).map(|place| {
            let before = (0..place).filter(|other| share_a_column(drops[*other], drops[place]));
            before.map(|other| 1 << other).sum()
        });
        Completion {
            drops,
            reach,
            order: Vec::with_capacity(drops.len()),
            placed: 0,
            below: below.collect(),
            played: 0,
            steps: 0,
        }
    }

    /// Lets one of the first drops come next, unless something forbids it.
    fn place(&mut self, place: usize) -> bool {
        let is_new = self.placed & 1 << place == 0;
        let is_supported = self.below[place] & !self.placed == 0;
        let drop = self.drops[place];
        let is_repeated = self
            .order
            .last()
            .is_some_and(|last| last.piece() == drop.piece());
        let may_come = is_new && is_supported && !is_repeated;
        if may_come {
            self.placed |= 1 << place;
            self.order.push(drop);
            self.steps += 1;
        }
        may_come
    }

    /// Adds all other drops, those of the script that come first as soon as possible.
    fn finish(&mut self, is_right: &impl Fn(&[PieceDrop]) -> bool) -> bool {
        if self.order.len() == self.reach {
            return self.finish_as_planned(is_right);
        }
        for place in 0..self.reach {
            if self.played >= MOST_PLAYED || self.steps >= MOST_PLACED {
                return false;
            }
            if self.place(place) {
                if self.finish(is_right) {
                    return true;
                }
                self.order.pop();
                self.placed &= !(1 << place);
            }
        }
        false
    }

    fn finish_as_planned(&mut self, is_right: &impl Fn(&[PieceDrop]) -> bool) -> bool {
        let next = self.drops.get(self.reach).map(|drop| drop.piece());
        if next.is_some() && next == self.order.last().map(|drop| drop.piece()) {
            return false;
        }
        self.order.extend(&self.drops[self.reach..]);
        self.played += 1;
        let is_right = is_right(&self.order);
        if !is_right {
            self.order.truncate(self.reach);
        }
        is_right
    }
}

fn share_a_column(a: PieceDrop, b: PieceDrop) -> bool {
    let end = |drop: PieceDrop| drop.column.0 + drop.pose.shape().width as usize;
    a.column.0 < end(b) && b.column.0 < end(a)
}

/// The field that the drops leave.
pub(super) fn played(size: FieldSize, drops: &[PieceDrop]) -> Result<PaintedPlayfield, GameError> {
    let mut field = PaintedPlayfield::new(size);
    for drop in drops {
        field.drop(*drop)?;
    }
    Ok(field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, Pose};

    fn drop(pose: Pose, column: usize) -> PieceDrop {
        PieceDrop::new(pose, Column(column))
    }

    #[test]
    fn only_orders_that_leave_the_same_are_given() {
        let (i, o, t) = (
            drop(Pose::IVertical, 0),
            drop(Pose::O, 4),
            drop(Pose::TUp, 3),
        );
        // The T rests on the O, and the I stands alone.
        let found: Vec<_> = orders(FieldSize::ORIGINAL, &[o, t, i]).collect();
        assert_eq!(found, [vec![o, t, i], vec![o, i, t], vec![i, o, t]]);
    }

    #[test]
    fn what_would_come_twice_in_a_row_is_put_elsewhere() {
        let (o, i) = (drop(Pose::O, 4), drop(Pose::IVertical, 0));
        let (t, s) = (drop(Pose::TUp, 7), drop(Pose::SVertical, 2));
        let same = drop(Pose::O, 4);
        // With the I in front the two O would meet, unless T or S comes between them.
        let found: Vec<_> = orders(FieldSize::ORIGINAL, &[o, i, same, t, s]).collect();
        assert!(found.contains(&vec![i, o, t, same, s]));
        for order in found {
            let mut pairs = order.windows(2);
            assert!(pairs.all(|pair| pair[0].piece() != pair[1].piece()));
        }
    }
}
