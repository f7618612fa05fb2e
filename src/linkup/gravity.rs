//! Tiles that fall where those below them are taken.

use super::{LinkBoard, LinkCell};

/// What becomes of the tiles over a pair that is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gravity {
    /// They stay where they are.
    #[default]
    None,
    /// They fall down in their columns, as in KShisen unless its settings say otherwise.
    Down,
}

impl LinkBoard {
    /// Takes two tiles, and lets those over them fall if there is gravity.
    pub fn take_pair(&mut self, pair: [LinkCell; 2], gravity: Gravity) {
        for cell in pair {
            self.take(cell);
        }
        if gravity == Gravity::Down {
            for cell in pair {
                self.drop_column(cell.column);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(pair: [LinkCell; 2], gravity: Gravity) -> String {
        let mut board: LinkBoard = "1 2\n3 1\n4 2\n".parse().unwrap();
        board.take_pair(pair, gravity);
        board.to_string()
    }

    #[test]
    fn tiles_fall_only_if_there_is_gravity() {
        let pair = [LinkCell::new(2, 0), LinkCell::new(1, 1)];
        assert_eq!(without(pair, Gravity::None), "1 2\n3 0\n0 2\n");
        assert_eq!(without(pair, Gravity::Down), "0 0\n1 2\n3 2\n");
        // Two of a column.
        let pair = [LinkCell::new(0, 1), LinkCell::new(2, 1)];
        assert_eq!(without(pair, Gravity::Down), "1 0\n3 0\n4 1\n");
    }
}
