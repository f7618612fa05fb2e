//! Coverings as text.

use super::pieces::Supply;
use super::polyform::Coordinates;
use super::tiling::Tiling;
use crate::diagram::joint;

impl Tiling {
    /// The placement that covers each cell of the board.
    pub fn cover_of_cells(&self, covering: &[usize]) -> Vec<Option<usize>> {
        let mut covers = vec![None; self.cell_count()];
        for &placement in covering {
            for &cell in &self.placements()[placement].cells {
                covers[cell as usize] = Some(placement);
            }
        }
        covers
    }

    /// The covering as rows of letters, the first of each piece's name; `.` for holes, an empty row between layers.
    /// Where pieces may be used several times, walls of lines show where one ends, and in a solid a small letter says
    /// that the piece goes on in the next layer.
    pub fn draw(&self, covering: &[usize]) -> String {
        let drawn = DrawnCovering {
            tiling: self,
            covers: self.cover_of_cells(covering),
        };
        let mut pieces = self.puzzle().pieces().iter();
        match pieces.all(|piece| piece.supply == Supply::Times(1)) {
            true => self.draw_cells(|cell| drawn.letter(cell).unwrap_or('.')),
            false => drawn.with_walls(),
        }
    }

    /// A drawing of the board with a character for each place of its box.
    pub fn draw_cells(&self, character: impl Fn(Coordinates) -> char) -> String {
        let [columns, rows, layers] = self.puzzle().board().size().map(|side| side as i32);
        let row = |y, z| {
            (0..columns)
                .map(|x| character(Coordinates::new(x, y, z)))
                .collect()
        };
        let layer = |z| {
            (0..rows)
                .map(|y| row(y, z))
                .collect::<Vec<String>>()
                .join("\n")
        };
        (0..layers).map(layer).collect::<Vec<String>>().join("\n\n")
    }

    /// The covering as the article writes it: a line for each piece with the numbers of the cells that it
    /// covers, counted from 1 in reading order. The lines are sorted by their first cell.
    pub fn cell_names(&self, covering: &[usize]) -> String {
        let mut cells: Vec<&[u32]> = covering
            .iter()
            .map(|&placement| &self.placements()[placement].cells[..])
            .collect();
        cells.sort_unstable();
        let line = |cells: &[u32]| {
            let names = cells.iter().map(|cell| (cell + 1).to_string());
            names.collect::<Vec<String>>().join(" ")
        };
        cells
            .into_iter()
            .map(line)
            .collect::<Vec<String>>()
            .join("\n")
    }
}

/// A covering as it is drawn.
struct DrawnCovering<'a> {
    tiling: &'a Tiling,
    /// See [`Tiling::cover_of_cells`].
    covers: Vec<Option<usize>>,
}

impl DrawnCovering<'_> {
    fn cover(&self, cell: Coordinates) -> Option<usize> {
        self.covers[self.tiling.puzzle().board().number(cell)? as usize]
    }

    /// The first letter of the piece in a cell.
    fn letter(&self, cell: Coordinates) -> Option<char> {
        let piece = self.tiling.placements()[self.cover(cell)?].piece;
        self.tiling.puzzle().pieces()[piece].name.chars().next()
    }

    /// The letter between walls; small where the piece goes on in the next layer.
    fn layered_letter(&self, cell: Coordinates) -> char {
        let next = Coordinates::new(cell.x, cell.y, cell.z + 1);
        match self.letter(cell) {
            Some(letter) if self.cover(cell) == self.cover(next) => letter.to_ascii_lowercase(),
            Some(letter) => letter,
            None => ' ',
        }
    }

    fn with_walls(&self) -> String {
        let [_, rows, layers] = self.tiling.puzzle().board().size().map(|side| side as i32);
        let layer = |z| {
            let lines = (0..=rows).flat_map(|y| [self.wall_above(y, z), self.row(y, z)]);
            let lines: Vec<String> = lines.take(2 * rows as usize + 1).collect();
            lines.join("\n")
        };
        (0..layers).map(layer).collect::<Vec<String>>().join("\n\n")
    }

    /// The letters of a row and the walls between them.
    fn row(&self, y: i32, z: i32) -> String {
        let cell = |x| {
            let wall = if self.is_wall_left(x, y, z) {
                '│'
            } else {
                ' '
            };
            format!("{wall} {} ", self.layered_letter(Coordinates::new(x, y, z)))
        };
        self.line(cell)
    }

    /// The walls above a row, joined with those of both rows beside them.
    fn wall_above(&self, y: i32, z: i32) -> String {
        let cell = |x| {
            let arms = [
                self.is_wall_left(x, y - 1, z),
                self.is_wall_left(x, y, z),
                self.is_wall_above(x - 1, y, z),
                self.is_wall_above(x, y, z),
            ];
            let wall = if arms[3] { "───" } else { "   " };
            format!("{}{wall}", joint(arms))
        };
        self.line(cell)
    }

    fn line(&self, cell: impl Fn(i32) -> String) -> String {
        let columns = self.tiling.puzzle().board().size()[0] as i32;
        let line: String = (0..=columns).map(cell).collect();
        line.trim_end().to_owned()
    }

    fn is_wall_left(&self, x: i32, y: i32, z: i32) -> bool {
        self.cover(Coordinates::new(x - 1, y, z)) != self.cover(Coordinates::new(x, y, z))
    }

    fn is_wall_above(&self, x: i32, y: i32, z: i32) -> bool {
        self.cover(Coordinates::new(x, y - 1, z)) != self.cover(Coordinates::new(x, y, z))
    }
}

#[cfg(test)]
mod tests {
    use crate::cover::{CoverSettings, Coverings, KnownPuzzle, PieceSet, Puzzle, Supply, Tiling};

    fn drawings(board: &str, set: PieceSet, supply: Supply) -> Vec<String> {
        let puzzle = Puzzle::of_set(board.parse().unwrap(), set, supply).unwrap();
        let tiling = Tiling::new(puzzle).unwrap();
        let coverings = Coverings::new(&tiling, CoverSettings::default()).unwrap();
        let mut drawings: Vec<String> = coverings
            .map(|covering| {
                format!(
                    "{}\n{}",
                    tiling.draw(&covering),
                    tiling.cell_names(&covering)
                )
            })
            .collect();
        drawings.sort_unstable();
        drawings
    }

    #[test]
    fn walls_show_where_equal_pieces_touch() {
        assert_eq!(
            drawings("4x2", PieceSet::Tetrominoes, Supply::Any),
            [
                "┌───────────────┐\n│ I   I   I   I │\n├───────────────┤\n│ I   I   I   I │\n└───────────────┘\n\
                 1 2 3 4\n5 6 7 8",
                "┌───────────┬───┐\n│ L   L   L │ L │\n│   ┌───────┘   │\n│ L │ L   L   L │\n└───┴───────────┘\n\
                 1 2 3 5\n4 6 7 8",
                "┌───────┬───────┐\n│ O   O │ O   O │\n│       │       │\n│ O   O │ O   O │\n└───────┴───────┘\n\
                 1 2 5 6\n3 4 7 8",
                "┌───┬───────────┐\n│ L │ L   L   L │\n│   └───────┐   │\n│ L   L   L │ L │\n└───────────┴───┘\n\
                 1 5 6 7\n2 3 4 8",
            ]
        );
    }

    #[test]
    fn a_small_letter_goes_on_in_the_next_layer() {
        let drawings = drawings("2x1x2", PieceSet::Dominoes, Supply::Any);
        assert_eq!(
            drawings,
            [
                "┌───────┐\n│ I   I │\n└───────┘\n\n┌───────┐\n│ I   I │\n└───────┘\n1 2\n3 4",
                "┌───┬───┐\n│ i │ i │\n└───┴───┘\n\n┌───┬───┐\n│ I │ I │\n└───┴───┘\n1 3\n2 4",
            ]
        );
    }

    #[test]
    fn holes_stay_empty_between_walls() {
        let text = "board:\n...\n.#.\n...\npiece I x4:\n##\n";
        let tiling = Tiling::new(Puzzle::parse(text, "ring").unwrap()).unwrap();
        let mut coverings = Coverings::new(&tiling, CoverSettings::default()).unwrap();
        let drawing = tiling.draw(&coverings.next().unwrap());
        assert!(
            drawing.lines().nth(3).unwrap().contains("│   │"),
            "{drawing}"
        );
    }

    #[test]
    fn layers_are_drawn_one_below_the_other() {
        let tiling = Tiling::new(KnownPuzzle::find("soma").unwrap().puzzle()).unwrap();
        let covering = Coverings::new(&tiling, CoverSettings::default())
            .unwrap()
            .next()
            .unwrap();
        let drawing = tiling.draw(&covering);
        assert_eq!(drawing.split("\n\n").count(), 3);
        assert_eq!(drawing.matches('V').count(), 3);
        assert!(!drawing.contains('.'));
    }
}
