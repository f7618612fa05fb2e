//! Which tiles can be linked: by a path of at most two turns through empty cells.

use super::{LinkBoard, LinkCell};

/// Which cells hold a tile: a bitboard by rows and one by columns. A free lane one cell wide runs around the board, so
/// row 0 of the board is line 1 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    rows: Vec<u64>,
    columns: Vec<u64>,
}

/// How two tiles are linked: the tiles' places and the corners between them, at most two. Rows and
/// columns count from 0 on the board; the free lane around it is at -1 and one beyond the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path(pub Vec<(i32, i32)>);

impl Path {
    /// The corners: at most two.
    pub fn turns(&self) -> usize {
        self.0.len().saturating_sub(2)
    }
}

impl Taken {
    /// The cells of a board that hold a tile.
    pub fn of(board: &LinkBoard) -> Taken {
        let mut taken = Taken {
            rows: vec![0; board.rows() + 2],
            columns: vec![0; board.columns() + 2],
        };
        for (cell, _) in board.tiles() {
            taken.put(cell);
        }
        taken
    }

    fn put(&mut self, cell: LinkCell) {
        self.rows[cell.row + 1] |= 1 << (cell.column + 1);
        self.columns[cell.column + 1] |= 1 << (cell.row + 1);
    }

    /// Whether there is a tile on a cell, which may be in the lane right of the board or below it.
    pub(super) fn holds(&self, cell: LinkCell) -> bool {
        self.rows[cell.row + 1] >> (cell.column + 1) & 1 == 1
    }

    /// Empties a cell.
    pub fn take(&mut self, cell: LinkCell) {
        self.rows[cell.row + 1] &= !(1 << (cell.column + 1));
        self.columns[cell.column + 1] &= !(1 << (cell.row + 1));
    }

    /// Whether a path of at most two turns links two different cells, whatever is in them.
    pub fn are_linked(&self, a: LinkCell, b: LinkCell) -> bool {
        let [a, b] = [a, b].map(|cell| (cell.row + 1, cell.column + 1));
        has_crossing(&self.rows, self.columns.len(), a, b)
            || has_crossing(&self.columns, self.rows.len(), (a.1, a.0), (b.1, b.0))
    }

    /// The path with the fewest turns, then the shortest; `None` if there is none.
    pub fn path(&self, a: LinkCell, b: LinkCell) -> Option<Path> {
        let [a, b] = [a, b].map(|cell| (cell.row + 1, cell.column + 1));
        let turned = |(x, y): (usize, usize)| (y, x);
        let by_rows =
            crossings(&self.rows, self.columns.len(), a, b).map(|at| [(a.0, at), (b.0, at)]);
        let by_columns = crossings(&self.columns, self.rows.len(), turned(a), turned(b))
            .map(|at| [(at, a.1), (at, b.1)]);
        let paths = by_rows.chain(by_columns).map(|[first, second]| {
            let mut places = vec![a, first, second, b];
            places.dedup();
            let length: usize = places
                .windows(2)
                .map(|pair| distance(pair[0], pair[1]))
                .sum();
            (places.len(), length, places)
        });
        let (.., places) = paths.min()?;
        let place = |(row, column): (usize, usize)| (row as i32 - 1, column as i32 - 1);
        Some(Path(places.into_iter().map(place).collect()))
    }
}

fn distance(a: (usize, usize), b: (usize, usize)) -> usize {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

/// Where, along lines of `length` cells, a path from `a` to `b` (line, place on the line) may leave the line of `a` to
/// cross to that of `b`: a bit per place.
fn crossing_mask(lines: &[u64], length: usize, a: (usize, usize), b: (usize, usize)) -> u64 {
    let mut mask = reach(lines[a.0], a.1, length) & reach(lines[b.0], b.1, length);
    let between = a.0.min(b.0) + 1..a.0.max(b.0);
    for line in between {
        if mask == 0 {
            return 0;
        }
        mask &= !lines[line];
    }
    mask
}

/// As [`crossing_mask`], and straight along one line.
fn has_crossing(lines: &[u64], length: usize, a: (usize, usize), b: (usize, usize)) -> bool {
    crossing_mask(lines, length, a, b) != 0 || is_straight(lines, a, b)
}

fn crossings(
    lines: &[u64],
    length: usize,
    a: (usize, usize),
    b: (usize, usize),
) -> impl Iterator<Item = usize> {
    let mut mask = crossing_mask(lines, length, a, b);
    if is_straight(lines, a, b) {
        mask |= 1 << a.1;
    }
    (0..length).filter(move |at| mask >> at & 1 == 1)
}

/// Whether both are on one line with nothing between them.
fn is_straight(lines: &[u64], a: (usize, usize), b: (usize, usize)) -> bool {
    let (low, high) = (a.1.min(b.1), a.1.max(b.1));
    a.0 == b.0 && low < high && lines[a.0] & mask_of(low + 1, high) == 0
}

/// The cells reachable along a line of `length` cells without meeting a tile, including the one started from.
fn reach(line: u64, from: usize, length: usize) -> u64 {
    let below = line & mask_of(0, from);
    let above = line & mask_of(from + 1, 64);
    let start = 64 - below.leading_zeros() as usize;
    let end = (above.trailing_zeros() as usize).min(length);
    mask_of(start, end)
}

/// The bits from `start` to before `end`; `end` is at most 64.
fn mask_of(start: usize, end: usize) -> u64 {
    let up_to = |end: usize| if end == 64 { u64::MAX } else { (1 << end) - 1 };
    up_to(end) & !up_to(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board drawn with letters; the path between the two tiles `a` is drawn on it with `+` at its
    /// corners and `*` elsewhere, and the free way around it is shown where it is used.
    fn linked(drawing: &str) -> Option<(usize, String)> {
        let board: LinkBoard = drawing.replace(' ', "\n").parse().unwrap();
        let cells = board.cells_by_kind();
        let a = drawing
            .split_whitespace()
            .collect::<String>()
            .find('a')
            .unwrap();
        let kind = board
            .tile(LinkCell::new(a / board.columns(), a % board.columns()))
            .unwrap();
        let [a, b] = cells[usize::from(kind.0)][..] else {
            panic!("two tiles a")
        };
        let taken = Taken::of(&board);
        let path = taken.path(a, b);
        assert_eq!(taken.are_linked(a, b), path.is_some());
        assert_eq!(taken.are_linked(b, a), path.is_some());
        let path = path?;
        Some((path.turns(), drawn(drawing, &path)))
    }

    fn drawn(drawing: &str, path: &Path) -> String {
        let lines: Vec<Vec<char>> = drawing
            .split_whitespace()
            .map(|line| line.chars().collect())
            .collect();
        let (rows, columns) = (lines.len() as i32, lines[0].len() as i32);
        let on_path = |row: i32, column: i32| {
            path.0.windows(2).any(|ends| {
                let [(r1, c1), (r2, c2)] = [ends[0], ends[1]];
                (r1.min(r2)..=r1.max(r2)).contains(&row)
                    && (c1.min(c2)..=c1.max(c2)).contains(&column)
            })
        };
        let letter = |row: i32, column: i32| {
            let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            match inside.then(|| lines[row as usize][column as usize]) {
                Some(tile) if tile != '.' => tile,
                _ if path.0.contains(&(row, column)) => '+',
                _ if on_path(row, column) => '*',
                _ => '.',
            }
        };
        let drawn = |row| (-1..=columns).map(|column| letter(row, column)).collect();
        let lines: Vec<String> = (-1..=rows).map(drawn).collect();
        lines.join(" ")
    }

    #[test]
    fn a_path_without_corners_has_no_turn() {
        for length in 0..=2 {
            assert_eq!(Path(vec![(0, 0); length]).turns(), 0);
        }
    }

    #[test]
    fn neighbours_and_straight_lines_need_no_turn() {
        assert_eq!(
            linked("xx xa xa xx"),
            Some((0, "".to_owned()))
                .map(|(turns, _)| (turns, ".... .xx. .xa. .xa. .xx. ....".to_owned()))
        );
        assert_eq!(
            linked("xxxx a..a xxxx"),
            Some((0, "...... .xxxx. .a**a. .xxxx. ......".to_owned()))
        );
        assert_eq!(
            linked("xax x.x x.x xax"),
            Some((0, "..... .xax. .x*x. .x*x. .xax. .....".to_owned()))
        );
    }

    #[test]
    fn one_turn_goes_around_a_corner() {
        assert_eq!(
            linked("xxxx xa.. xx.x xxax"),
            Some((1, "...... .xxxx. .xa+.. .xx*x. .xxax. ......".to_owned()))
        );
    }

    #[test]
    fn two_turns_go_around_two() {
        assert_eq!(
            linked("xxxxx xaxax x...x xxxxx"),
            Some((
                2,
                "....... .xxxxx. .xaxax. .x+*+x. .xxxxx. .......".to_owned()
            ))
        );
        assert_eq!(
            linked("xxxxx xa..x xx.xx xx.ax xxxxx"),
            Some((
                2,
                "....... .xxxxx. .xa+.x. .xx*xx. .xx+ax. .xxxxx. .......".to_owned()
            ))
        );
    }

    #[test]
    fn the_way_around_the_board_is_free() {
        assert_eq!(
            linked("axa xxx xxx"),
            Some((
                2,
                "+***+ .axa. .xxx. .xxx. .....".replacen("+***+", ".+*+.", 1)
            ))
        );
        assert_eq!(
            linked("xa xx xa"),
            Some((2, "".to_owned()))
                .map(|(turns, _)| (turns, ".... .xa+ .xx* .xa+ ....".to_owned()))
        );
        assert_eq!(linked("ax xx xa"), None);
    }

    #[test]
    fn three_turns_are_too_many() {
        assert_eq!(linked("xxxxx xa.xx xxxax xxxxx"), None);
        assert_eq!(linked("ab ba"), None);
        assert_eq!(
            linked("xxxxxx xa...x xxxx.x xa...x xxxxxx").map(|(turns, _)| turns),
            Some(2)
        );
        assert_eq!(linked("xxxxxx xa..xx xxx.xx xxx..x xxxxax"), None);
    }

    #[test]
    fn the_widest_board_is_linked_too() {
        let side = LinkBoard::MAX_SIDE;
        let mut rows = vec!["x".repeat(side); side];
        rows[0].replace_range(0..1, "a");
        rows[0].replace_range(side - 1..side, "a");
        assert_eq!(linked(&rows.join(" ")).map(|(turns, _)| turns), Some(2));
        rows[0].replace_range(0..1, "x");
        rows[side - 1].replace_range(side - 1..side, "a");
        assert_eq!(linked(&rows.join(" ")).map(|(turns, _)| turns), Some(2));
    }
}
