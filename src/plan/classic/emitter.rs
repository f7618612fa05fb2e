//! Emitters: the poses of J, T and L that leave squares in the row being printed.

use crate::game::{Column, PieceDrop, Pose, Tetromino};

/// The pieces that can print in the article's method: whatever their colour, each of them puts
/// either one cell down and three up, or three down and one up.
pub const EMITTING: [Tetromino; 3] = [Tetromino::J, Tetromino::T, Tetromino::L];

/// An emitting piece standing on the printed row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emitter {
    /// The piece and the way it points.
    pub pose: Pose,
    /// The leftmost of its three columns.
    pub column: usize,
    /// The columns of the printed row that it leaves squares in: one, or three if it is flipped.
    pub emits: u32,
    /// The columns of the row above that it fills: three, or one if it is flipped.
    pub fills: u32,
}

impl Emitter {
    /// One of the six emitting poses over `column` and the two columns right of it.
    pub fn new(pose: Pose, column: usize) -> Self {
        let shape = pose.shape();
        Emitter {
            pose,
            column,
            emits: (shape.rows[1] as u32) << column,
            fills: (shape.rows[0] as u32) << column,
        }
    }

    /// The pose of `piece` that leaves one square.
    pub fn single(piece: Tetromino) -> Pose {
        piece.spawn_pose()
    }

    /// The pose of `piece` that leaves three squares beside one another.
    pub fn flipped(piece: Tetromino) -> Option<Pose> {
        match piece {
            Tetromino::J => Some(Pose::JUp),
            Tetromino::T => Some(Pose::TUp),
            Tetromino::L => Some(Pose::LUp),
            Tetromino::I | Tetromino::O | Tetromino::S | Tetromino::Z => None,
        }
    }

    /// Whether it leaves three squares.
    pub fn is_flipped(&self) -> bool {
        self.emits.count_ones() == 3
    }

    /// The three columns under the piece.
    pub fn span(&self) -> u32 {
        0b111 << self.column
    }

    /// The order to drop it.
    pub fn drop(&self) -> PieceDrop {
        PieceDrop::new(self.pose, Column(self.column))
    }

    /// Whether the piece comes to rest in the printed row: on a cell of the row `below` under what
    /// it emits, or with an arm on a square that was `printed` before.
    pub fn is_supported(&self, below: u32, printed: u32) -> bool {
        self.emits & below != 0 || (self.span() & !self.emits) & printed != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unflipped_pieces_emit_one_square_each_under_another_part() {
        let emits = |piece| Emitter::new(Emitter::single(piece), 4).emits;
        assert_eq!(emits(Tetromino::L), 0b001_0000);
        assert_eq!(emits(Tetromino::T), 0b010_0000);
        assert_eq!(emits(Tetromino::J), 0b100_0000);
    }

    #[test]
    fn flipped_pieces_emit_three_squares() {
        for piece in EMITTING {
            let emitter = Emitter::new(Emitter::flipped(piece).unwrap(), 2);
            assert!(emitter.is_flipped());
            assert_eq!((emitter.emits, emitter.fills.count_ones()), (0b11100, 1));
        }
    }

    #[test]
    fn walls_keep_each_piece_from_two_columns() {
        let reach = |piece| {
            let lefts = 0..=21 - 3;
            let emitters = lefts.map(|left| Emitter::new(Emitter::single(piece), left));
            emitters
                .map(|emitter| emitter.emits.trailing_zeros())
                .collect::<Vec<_>>()
        };
        assert_eq!(reach(Tetromino::J), (2..21).collect::<Vec<_>>());
        assert_eq!(reach(Tetromino::T), (1..20).collect::<Vec<_>>());
        assert_eq!(reach(Tetromino::L), (0..19).collect::<Vec<_>>());
    }
}
