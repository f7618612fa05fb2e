//! Other orders of the first drops, which leave the same.

use crate::game::{FieldSize, GameError, PaintedPlayfield, PieceDrop};

/// How far into a print a drop is looked for that may come first.
const REACH: usize = 10;

/// The drops, and the same drops with two others of the first ones in front, where nothing else comes of it and no
/// piece comes twice in a row.
pub(super) fn orders(size: FieldSize, drops: &[PieceDrop]) -> impl Iterator<Item = Vec<PieceDrop>> {
    let reach = drops.len().min(REACH);
    let field = played(size, drops);
    let pairs = (0..reach).flat_map(move |first| (0..reach).map(move |second| (first, second)));
    pairs.filter_map(move |(first, second)| {
        if first == second {
            return None;
        }
        let mut order = vec![drops[first], drops[second]];
        let rest = drops.iter().enumerate();
        let rest = rest.filter(|(place, _)| ![first, second].contains(place));
        order.extend(rest.map(|(_, drop)| *drop));
        let repeats = order
            .windows(2)
            .any(|pair| pair[0].piece() == pair[1].piece());
        (!repeats && played(size, &order) == field).then_some(order)
    })
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

    #[test]
    fn only_orders_that_leave_the_same_are_given() {
        let drop = |pose, column| PieceDrop::new(pose, Column(column));
        let (i, o, t) = (
            drop(Pose::IVertical, 0),
            drop(Pose::O, 4),
            drop(Pose::TUp, 3),
        );
        // The T rests on the O, and the I stands alone.
        let found: Vec<_> = orders(FieldSize::ORIGINAL, &[o, t, i]).collect();
        assert_eq!(found, [vec![o, t, i], vec![o, i, t], vec![i, o, t]]);
        let repeats = [o, i, drop(Pose::O, 7), t];
        let mut pairs = orders(FieldSize::ORIGINAL, &repeats);
        assert!(pairs.all(|order| {
            order
                .windows(2)
                .all(|pair| pair[0].piece() != pair[1].piece())
        }));
    }
}
