//! The quick solver: three greedy phases without backtracking.

use super::{LinkBoard, LinkCell, Taken};

/// Takes pairs as the report on the game's automatic player does ("Link-up experiment report", Guo
/// Yilong, 2015): first equal neighbours, then equal tiles on the same side's border, which can
/// always be linked along the outside, then every pair that a path links. Unlike there, the
/// last phase ends when nothing can be linked. Returns the pairs; what is stuck stays on the board.
pub fn solve_by_phases(board: &mut LinkBoard) -> Vec<[LinkCell; 2]> {
    let mut pairs = Vec::new();
    take_neighbours(board, &mut pairs);
    take_borders(board, &mut pairs);
    take_rest(board, &mut pairs);
    pairs
}

fn take(board: &mut LinkBoard, pair: [LinkCell; 2], pairs: &mut Vec<[LinkCell; 2]>) {
    for cell in pair {
        board.take(cell);
    }
    pairs.push(pair);
}

fn take_neighbours(board: &mut LinkBoard, pairs: &mut Vec<[LinkCell; 2]>) {
    for (down, right) in [(1, 0), (0, 1)] {
        for a in board.cells() {
            let b = LinkCell::new(a.row + down, a.column + right);
            let is_inside = b.row < board.rows() && b.column < board.columns();
            if is_inside && board.tile(a).is_some() && board.tile(a) == board.tile(b) {
                take(board, [a, b], pairs);
            }
        }
    }
}

/// Goes around the four sides until none of them has two equal tiles on its border.
fn take_borders(board: &mut LinkBoard, pairs: &mut Vec<[LinkCell; 2]>) {
    let sides = [Side::Top, Side::Bottom, Side::Left, Side::Right];
    let mut without = 0;
    for side in sides.into_iter().cycle() {
        let border = side.border(board);
        match equal_pair(board, &border) {
            Some(pair) => {
                take(board, pair, pairs);
                without = 0;
            }
            None => without += 1,
        }
        if without == sides.len() {
            return;
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Side {
    /// The first tile of each line, seen from that side.
    fn border(self, board: &LinkBoard) -> Vec<LinkCell> {
        let (rows, columns) = (board.rows(), board.columns());
        let is_tile = |cell: &LinkCell| board.tile(*cell).is_some();
        let column = |column| (0..rows).map(move |row| LinkCell::new(row, column));
        let row = |row| (0..columns).map(move |column| LinkCell::new(row, column));
        match self {
            Side::Top => (0..columns)
                .filter_map(|x| column(x).find(is_tile))
                .collect(),
            Side::Bottom => (0..columns)
                .filter_map(|x| column(x).rfind(is_tile))
                .collect(),
            Side::Left => (0..rows).filter_map(|y| row(y).find(is_tile)).collect(),
            Side::Right => (0..rows).filter_map(|y| row(y).rfind(is_tile)).collect(),
        }
    }
}

/// Every two of some cells.
pub fn pairs_of(cells: &[LinkCell]) -> impl Iterator<Item = [LinkCell; 2]> {
    let later = |(index, a): (usize, &LinkCell)| {
        let a = *a;
        cells[index + 1..].iter().map(move |b| [a, *b])
    };
    cells.iter().enumerate().flat_map(later)
}

fn equal_pair(board: &LinkBoard, cells: &[LinkCell]) -> Option<[LinkCell; 2]> {
    pairs_of(cells).find(|[a, b]| board.tile(*a) == board.tile(*b))
}

/// Goes over the kinds again and again until no pair of any can be linked.
fn take_rest(board: &mut LinkBoard, pairs: &mut Vec<[LinkCell; 2]>) {
    let mut taken = Taken::of(board);
    loop {
        let before = pairs.len();
        for mut cells in board.cells_by_kind() {
            while let Some(pair) = linked_pair(&taken, &cells) {
                for cell in pair {
                    taken.take(cell);
                }
                cells.retain(|cell| !pair.contains(cell));
                take(board, pair, pairs);
            }
        }
        if pairs.len() == before {
            return;
        }
    }
}

fn linked_pair(taken: &Taken, cells: &[LinkCell]) -> Option<[LinkCell; 2]> {
    pairs_of(cells).find(|[a, b]| taken.are_linked(*a, *b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phases(
        drawing: &str,
        phase: fn(&mut LinkBoard, &mut Vec<[LinkCell; 2]>),
    ) -> (usize, String) {
        let mut board: LinkBoard = drawing.replace(' ', "\n").parse().unwrap();
        let mut pairs = Vec::new();
        phase(&mut board, &mut pairs);
        let left = board.to_string().replace(' ', "").replace('\n', " ");
        (pairs.len(), left.trim_end().to_owned())
    }

    #[test]
    fn neighbours_go_first() {
        assert_eq!(
            phases("aab bcc cca", take_neighbours),
            (2, "002 203 301".to_owned())
        );
        assert_eq!(
            phases("abab baba", take_neighbours),
            (0, "1212 2121".to_owned())
        );
    }

    #[test]
    fn equal_tiles_on_a_border_are_linked_along_the_outside() {
        assert_eq!(phases("abca xbcx", take_borders).1, "0000 0000");
        // The two x at the top look out over lower neighbours; the border is not a row.
        assert_eq!(phases("..x x.. bab aba", take_borders).0, 3);
    }

    #[test]
    fn the_rest_goes_as_far_as_it_can() {
        assert_eq!(phases("ab ba", take_rest), (0, "12 21".to_owned()));
        // The c go first, then the b see each other, then the a.
        assert_eq!(phases("abca dbcd", take_rest), (4, "0000 0000".to_owned()));
    }
}
