//! Every way to drop a piece, in the order in which ties are broken.

use crate::game::{Column, FieldSize, PieceDrop, Pose, Shape, Tetromino, Turn};

/// A drop with its shape column by column, as [`Stack`](super::stack::Stack) needs it.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The drop itself.
    pub drop: PieceDrop,
    /// Its leftmost column.
    pub column: usize,
    /// Columns that it covers, 1 to 4.
    pub width: usize,
    /// Rows that it covers, 1 to 4.
    pub height: u32,
    /// For each of its columns the empty cells of the bounding box under its lowest cell.
    pub bottom: [i32; 4],
    /// For each of its columns the number of its cells, which have no gaps between them.
    pub length: [u32; 4],
}

impl Fit {
    /// Looks up the shape of a drop.
    pub fn new(drop: PieceDrop) -> Self {
        let shape = drop.pose.shape();
        let width = shape.width as usize;
        let cells = |i: usize| {
            if i < width {
                shape.top[i] - shape.bottom[i]
            } else {
                0
            }
        };
        Fit {
            drop,
            column: drop.column.0,
            width,
            height: shape.height.into(),
            bottom: std::array::from_fn(|i| if i < width { shape.bottom[i].into() } else { 0 }),
            length: std::array::from_fn(|i| cells(i).into()),
        }
    }
}

/// A placement that has been chosen.
#[derive(Clone, Copy, Debug)]
pub struct ChosenDrop {
    /// Which one.
    pub fit: Fit,
    /// The row of its lowest cells, counted from the floor.
    pub row: u32,
}

/// The drops of each piece on a field of one width.
#[derive(Clone, Debug)]
pub struct Options([Vec<Fit>; 7]);

impl Options {
    /// All drops between the walls, sorted by their [priority].
    pub fn new(size: FieldSize) -> Self {
        Options(Tetromino::ALL.map(|piece| {
            let columns = |shape: &Shape| 0..=size.width() - shape.width as usize;
            let drops = piece.poses().flat_map(|pose| {
                columns(pose.shape()).map(move |column| PieceDrop::new(pose, Column(column)))
            });
            let mut fits: Vec<Fit> = drops.map(Fit::new).collect();
            fits.sort_by_key(|fit| (priority(fit.drop, size), fit.drop.pose, fit.column));
            fits
        }))
    }

    /// The drops of a piece, in the order in which ties are broken.
    pub fn of(&self, piece: Tetromino) -> &[Fit] {
        &self.0[piece.index()]
    }
}

/// Breaks ties: of two drops with the same value the one with the smaller priority is taken. It is 100
/// for each column that the piece is shifted from where it enters, plus 10 if that is to the left,
/// plus 1 for each rotation.
///
/// The rule is Dellacherie's; the formula is missing in the report that this player follows.
pub fn priority(drop: PieceDrop, size: FieldSize) -> u32 {
    let origin = drop.column.0 as i32 + i32::from(drop.pose.shape().origin_column);
    let shift = origin - size.width() as i32 / 2;
    let left = if shift < 0 { 10 } else { 0 };
    100 * shift.unsigned_abs() + left + turns(drop.pose)
}

/// Rotations from a piece's spawn pose to `pose`.
fn turns(pose: Pose) -> u32 {
    let spawn = pose.piece().spawn_pose();
    if pose == spawn {
        0
    } else if [Turn::Clockwise, Turn::Counterclockwise]
        .into_iter()
        .any(|turn| spawn.turned(turn) == pose)
    {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_all_its_drops() {
        let options = Options::new(FieldSize::ORIGINAL);
        let counts = Tetromino::ALL.map(|piece| options.of(piece).len());
        assert_eq!(counts, [17, 34, 34, 9, 17, 34, 17]);
        let narrow = Options::new(FieldSize::new(4, 4).unwrap());
        assert_eq!(narrow.of(Tetromino::I).len(), 1 + 4);
    }

    #[test]
    fn the_middle_is_preferred_then_the_right_then_few_turns() {
        let size = FieldSize::ORIGINAL;
        let of = |pose, column| priority(PieceDrop::new(pose, Column(column)), size);
        // The T enters with its middle in column 5.
        assert_eq!(of(Pose::TDown, 4), 0);
        assert_eq!(of(Pose::TLeft, 4), 1);
        assert_eq!(of(Pose::TUp, 4), 2);
        assert_eq!(of(Pose::TDown, 5), 100);
        assert_eq!(of(Pose::TDown, 3), 110);
        assert_eq!(of(Pose::TRight, 0), 100 * 5 + 10 + 1);
        let first = Options::new(size).of(Tetromino::T)[0].drop;
        assert_eq!(first, PieceDrop::new(Pose::TDown, Column(4)));
    }
}
