use super::*;
use crate::game::{Column, PieceDrop, Playfield, Pose};
use crate::player::bits::Tall;
use proptest::prelude::*;

/// Plays drops on bits and cell by cell and compares all that they come to.
fn compare<B: Bits>(size: FieldSize, drops: &[(usize, usize)]) {
    let mut stack = Stack::<B>::new(size);
    let mut field = Playfield::new(size);
    for (pose, column) in drops {
        let pose = Pose::ALL[pose % Pose::COUNT];
        let columns = size.width() + 1 - pose.shape().width as usize;
        let fit = Fit::new(PieceDrop::new(pose, Column(column % columns)));
        let row = stack.landing(&fit);
        let Ok(lock) = field.drop(fit.drop) else {
            break;
        };
        let expected = Features::of(&lock, &field);
        let (lines, features) = stack.features::<true>(&fit, row);
        let features = Features {
            diversity: stack.diversity(&fit, row, lines),
            ..features
        };
        assert_eq!(
            (lines as usize, features),
            (lock.cleared.len(), expected),
            "{field}"
        );
        let (_, shallow) = stack.features::<false>(&fit, row);
        let six = Features {
            hole_depth: 0,
            rows_with_holes: 0,
            diversity: 0,
            ..expected
        };
        assert_eq!(shallow, six);
        assert_eq!(stack.place::<true>(&fit, row), lines);
    }
}

proptest! {
    #[test]
    fn bits_count_what_cells_count(
        width in 4u32..14,
        height in 6u32..40,
        drops in proptest::collection::vec((0usize..19, 0usize..64), 0..120),
    ) {
        compare::<u64>(FieldSize::new(width, height).unwrap(), &drops);
    }

    #[test]
    fn tall_fields_count_the_same(
        height in 60u32..=512,
        drops in proptest::collection::vec((0usize..19, 0usize..64), 0..60),
    ) {
        compare::<Tall>(FieldSize::new(5, height).unwrap(), &drops);
    }
}

#[test]
fn the_widest_field_has_room() {
    let drops: Vec<(usize, usize)> = (0..200).map(|i| (i * 7, i * 13)).collect();
    compare::<u64>(FieldSize::new(64, 60).unwrap(), &drops);
}
