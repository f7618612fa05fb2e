//! Coverings as text.

use super::polyform::Coordinates;
use super::tiling::Tiling;

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

    /// The covering as rows of letters, the first of each piece's name; `.` for holes, an empty row
    /// between layers.
    pub fn draw(&self, covering: &[usize]) -> String {
        let covers = self.cover_of_cells(covering);
        let letter = |cell: Coordinates| {
            let placement = covers[self.puzzle().board().number(cell)? as usize]?;
            let piece = &self.puzzle().pieces()[self.placements()[placement].piece];
            piece.name.chars().next()
        };
        self.draw_cells(|cell| letter(cell).unwrap_or('.'))
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

#[cfg(test)]
mod tests {
    use crate::cover::{CoverSettings, Coverings, KnownPuzzle, PieceSet, Puzzle, Supply, Tiling};

    #[test]
    fn a_covering_is_drawn_and_listed() {
        let board = "4x2".parse().unwrap();
        let puzzle = Puzzle::of_set(board, PieceSet::Tetrominoes, Supply::Any).unwrap();
        let tiling = Tiling::new(puzzle).unwrap();
        let mut drawings: Vec<String> = Coverings::new(&tiling, CoverSettings::default())
            .unwrap()
            .map(|covering| {
                format!(
                    "{}\n{}",
                    tiling.draw(&covering),
                    tiling.cell_names(&covering)
                )
            })
            .collect();
        drawings.sort_unstable();
        assert_eq!(
            drawings,
            [
                "IIII\nIIII\n1 2 3 4\n5 6 7 8",
                "LLLL\nLLLL\n1 2 3 5\n4 6 7 8",
                "LLLL\nLLLL\n1 5 6 7\n2 3 4 8",
                "OOOO\nOOOO\n1 2 5 6\n3 4 7 8",
            ]
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
