//! The article's improvement: a branch that leaves a region which no pieces can fill is refused.

use super::observer::Observer;
use super::tiling::{PiecePlacement, Tiling};

/// Which regions of uncovered cells are hopeless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionRule {
    /// Those smaller than the smallest piece: the article's rule.
    TooSmall,
    /// These, and those whose area is not a multiple of the greatest common divisor of the pieces' areas.
    NoMultiple,
}

/// Refuses the branches that leave a hopeless region, found by filling the regions around the
/// piece that was just laid.
#[derive(Clone, Debug)]
pub struct RegionGuard {
    placements: Vec<PiecePlacement>,
    /// The neighbours of every cell.
    neighbours: Vec<Vec<u32>>,
    covered: Vec<bool>,
    smallest: usize,
    divisor: usize,
    /// The fill that reached a cell last; 0 for none.
    reached: Vec<u64>,
    fill: u64,
    queue: Vec<u32>,
}

impl RegionGuard {
    /// A guard over the whole board, nothing of which is covered yet.
    pub fn new(tiling: &Tiling, rule: RegionRule) -> Self {
        let board = tiling.puzzle().board();
        let cells = board.cells().iter();
        let neighbours = cells.map(|cell| cell.neighbours().filter_map(|n| board.number(n)));
        let areas = tiling
            .puzzle()
            .pieces()
            .iter()
            .map(|piece| piece.shape.len());
        RegionGuard {
            placements: tiling.placements().to_vec(),
            neighbours: neighbours.map(Iterator::collect).collect(),
            covered: vec![false; tiling.cell_count()],
            smallest: areas.clone().min().unwrap_or(1),
            divisor: match rule {
                RegionRule::TooSmall => 1,
                RegionRule::NoMultiple => areas.fold(0, greatest_common_divisor),
            },
            reached: vec![0; tiling.cell_count()],
            fill: 0,
            queue: Vec::new(),
        }
    }

    fn cover(&mut self, option: usize, covered: bool) {
        for &cell in &self.placements[option].cells {
            self.covered[cell as usize] = covered;
        }
    }

    /// Whether pieces may fill every region that touches the placement.
    fn surroundings_are_fillable(&mut self, option: usize) -> bool {
        self.fill += 1;
        (0..self.placements[option].cells.len()).all(|index| {
            let cell = self.placements[option].cells[index] as usize;
            (0..self.neighbours[cell].len()).all(|index| {
                let area = self.fill_from(self.neighbours[cell][index]);
                area == 0 || area >= self.smallest && area.is_multiple_of(self.divisor)
            })
        })
    }

    /// The area of the cell's region; 0 when it is covered or was filled already.
    fn fill_from(&mut self, cell: u32) -> usize {
        let mut area = 0;
        self.queue.push(cell);
        while let Some(cell) = self.queue.pop() {
            let cell = cell as usize;
            if !self.covered[cell] && self.reached[cell] != self.fill {
                self.reached[cell] = self.fill;
                self.queue.extend_from_slice(&self.neighbours[cell]);
                area += 1;
            }
        }
        area
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

impl Observer for RegionGuard {
    fn allows(&mut self, option: usize) -> bool {
        self.cover(option, true);
        let allowed = self.surroundings_are_fillable(option);
        self.cover(option, false);
        allowed
    }

    fn entered(&mut self, option: usize) {
        self.cover(option, true);
    }

    fn left(&mut self, option: usize) {
        self.cover(option, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{
        CoverSearch, ItemChoice, ObservedLinks, OptionOrder, PieceSet, Puzzle, Supply,
    };

    #[test]
    fn the_guard_loses_no_covering_and_saves_branches() {
        let board = "6x6".parse().unwrap();
        let puzzle = Puzzle::of_set(board, PieceSet::Tetrominoes, Supply::Any).unwrap();
        let tiling = Tiling::new(puzzle).unwrap();
        let mut branches = Vec::new();
        let mut note = |coverings, search_branches| {
            assert_eq!(coverings, 178_939);
            branches.push(search_branches);
        };
        let (choice, order) = (ItemChoice::default(), OptionOrder::default());
        let mut plain = ObservedLinks::new(&tiling.problem(), choice, order, ());
        note(plain.count_rest(), plain.branches());
        for rule in [RegionRule::TooSmall, RegionRule::NoMultiple] {
            let guard = RegionGuard::new(&tiling, rule);
            let mut guarded = ObservedLinks::new(&tiling.problem(), choice, order, guard);
            note(guarded.count_rest(), guarded.branches());
        }
        assert!(branches.is_sorted_by(|a, b| a > b), "{branches:?}");
    }

    #[test]
    fn a_corner_cut_off_is_refused() {
        let board = "4x4".parse().unwrap();
        let puzzle = Puzzle::of_set(board, PieceSet::Tetrominoes, Supply::Any).unwrap();
        let tiling = Tiling::new(puzzle).unwrap();
        let mut guard = RegionGuard::new(&tiling, RegionRule::TooSmall);
        let number = |cells: [u32; 4]| {
            let mut placements = tiling.placements().iter();
            placements
                .position(|placement| placement.cells == cells)
                .unwrap()
        };
        assert!(!guard.allows(number([1, 4, 5, 6])), "a T over the corner");
        assert!(guard.allows(number([0, 1, 2, 5])), "a T along the edge");
    }
}
