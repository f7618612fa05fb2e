//! Whether two tiles can be linked, and the path between them drawn as text.

use super::{LinkBoard, LinkCell, Path, Taken};
use crate::diagram::joint;

/// Why two cells cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlinked {
    /// A cell outside the board.
    #[error("the board has {columns}x{rows} cells, and none at {cell}")]
    Outside {
        /// The cell asked for.
        cell: LinkCell,
        /// Cells of a row.
        columns: usize,
        /// Cells of a column.
        rows: usize,
    },
    /// One tile twice.
    #[error("both are the tile at {0}: name two tiles")]
    Same(LinkCell),
    /// A cell without a tile.
    #[error("there is no tile at {0}")]
    NoTile(LinkCell),
    /// Tiles of different kinds.
    #[error("the tiles at {0} and {1} are not equal")]
    Unequal(LinkCell, LinkCell),
    /// Equal tiles with others in the way.
    #[error("no path with at most two turns links the tiles at {0} and {1}")]
    Blocked(LinkCell, LinkCell),
}

impl LinkBoard {
    /// The path that links two tiles: the one with the fewest turns, then the shortest.
    ///
    /// # Errors
    ///
    /// [`Unlinked`] says why there is none.
    pub fn link(&self, a: LinkCell, b: LinkCell) -> Result<Path, Unlinked> {
        let (columns, rows) = (self.columns(), self.rows());
        let is_outside = |cell: &LinkCell| cell.row >= rows || cell.column >= columns;
        if let Some(cell) = [a, b].into_iter().find(is_outside) {
            return Err(Unlinked::Outside {
                cell,
                columns,
                rows,
            });
        }
        if a == b {
            return Err(Unlinked::Same(a));
        }
        if let Some(cell) = [a, b].into_iter().find(|cell| self.tile(*cell).is_none()) {
            return Err(Unlinked::NoTile(cell));
        }
        if self.tile(a) != self.tile(b) {
            return Err(Unlinked::Unequal(a, b));
        }
        Taken::of(self).path(a, b).ok_or(Unlinked::Blocked(a, b))
    }

    /// The board as text with a path drawn on it: kinds as numbers, the linked ones in brackets, `.` for other empty
    /// cells, and the free lane around the board.
    pub fn draw_link(&self, path: &Path) -> String {
        let width = self.to_string().split_whitespace().map(str::len).max();
        let width = width.unwrap_or(1) + 2;
        let drawn = DrawnPath {
            board: self,
            path: &path.0,
            width,
        };
        let line = |row| {
            let cells = (-1..=self.columns() as i32).map(|column| drawn.cell(row, column));
            cells.collect::<String>().trim_end().to_owned() + "\n"
        };
        (-1..=self.rows() as i32).map(line).collect()
    }
}

struct DrawnPath<'a> {
    board: &'a LinkBoard,
    path: &'a [(i32, i32)],
    /// Characters of a cell.
    width: usize,
}

impl DrawnPath<'_> {
    fn cell(&self, row: i32, column: i32) -> String {
        let width = self.width;
        let arms = self.arms(row, column);
        if self.path.first() == Some(&(row, column)) || self.path.last() == Some(&(row, column)) {
            return format!("{:^width$}", format!("[{}]", self.tile(row, column)));
        }
        if arms != [false; 4] {
            let middle = (width - 1) / 2;
            let [left, right] = [arms[2], arms[3]].map(|arm| if arm { "─" } else { " " });
            let (left, right) = (left.repeat(middle), right.repeat(width - 1 - middle));
            return format!("{left}{}{right}", joint(arms));
        }
        format!("{:^width$}", self.tile(row, column))
    }

    /// What is in a cell without a path.
    fn tile(&self, row: i32, column: i32) -> String {
        let inside = |at: i32, size: usize| usize::try_from(at).ok().filter(|at| *at < size);
        let row = inside(row, self.board.rows());
        match row.zip(inside(column, self.board.columns())) {
            None => String::new(),
            Some((row, column)) => match self.board.tile(LinkCell::new(row, column)) {
                Some(kind) => (kind.0 + 1).to_string(),
                None => ".".to_owned(),
            },
        }
    }

    /// Whether the path goes on from a cell of it upwards, downwards, to the left and to the right.
    fn arms(&self, row: i32, column: i32) -> [bool; 4] {
        let is_between = |at: i32, a: i32, b: i32| (a.min(b)..=a.max(b)).contains(&at);
        let joins = |to: (i32, i32)| {
            self.path.windows(2).any(|ends| {
                let [(r1, c1), (r2, c2)] = [ends[0], ends[1]];
                let holds = |(r, c)| is_between(r, r1, r2) && is_between(c, c1, c2);
                holds((row, column)) && holds(to)
            })
        };
        [
            joins((row - 1, column)),
            joins((row + 1, column)),
            joins((row, column - 1)),
            joins((row, column + 1)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "1 2 3\n2 0 4\n1 4 3\n";

    fn link(a: (usize, usize), b: (usize, usize)) -> Result<String, String> {
        let board: LinkBoard = BOARD.parse().unwrap();
        let cell = |(row, column)| LinkCell::new(row, column);
        let path = board.link(cell(a), cell(b));
        path.map(|path| board.draw_link(&path))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_path_is_drawn_through_empty_cells_and_around_the_board() {
        let around = "\n┌─[1] 2  3\n│  2  .  4\n└─[1] 4  3\n\n";
        let drawn = link((0, 0), (2, 0)).unwrap();
        let drawn: String = drawn
            .lines()
            .map(|line| line.trim_start().to_owned() + "\n")
            .collect();
        assert_eq!(drawn, around);
        let drawn = link((1, 0), (0, 1)).unwrap();
        assert!(drawn.contains(" 1 [2] 3\n"), "{drawn}");
        assert!(drawn.contains("[2]─┘  4\n"), "{drawn}");
    }

    #[test]
    fn what_cannot_be_linked_says_why() {
        for (a, b, reason) in [
            ((0, 0), (0, 0), "name two tiles"),
            ((0, 0), (1, 1), "no tile at row 2, column 2"),
            ((0, 0), (0, 1), "are not equal"),
            ((0, 0), (3, 0), "3x3 cells, and none at row 4, column 1"),
        ] {
            let error = link(a, b).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        let walled: LinkBoard = "1 2\n2 1\n".parse().unwrap();
        let (a, b) = (LinkCell::new(0, 0), LinkCell::new(1, 1));
        assert_eq!(walled.link(a, b), Err(Unlinked::Blocked(a, b)));
    }
}
