//! A bitmask backtracker: every piece that fits is tried on the first uncovered cell.
//!
//! It picks its cell less cleverly than dancing links do and branches more, but a branch is one AND of two words
//! and leaves nothing behind to be undone.

use super::frontier::Frontier;
use super::islands::Islands;
use super::pieces::Supply;
use super::search::CoverSearch;
use super::tiling::Tiling;

/// All coverings of a tiling's board, one after the other; the placements of each along the strip of
/// cells.
#[derive(Clone, Debug)]
pub struct Backtracker {
    frontier: Frontier,
    /// Finds islands that make a branch hopeless, where there may be such.
    islands: Option<Islands>,
    /// The pieces that can cover each cell first: one bit each.
    pieces_at: Vec<u64>,
    /// How often each piece may still be used.
    supply: Vec<u32>,
    /// Pieces with something left: one bit each.
    available: u64,
    path: Vec<Branching>,
    /// The last solution fills the path, which has to be taken back before going on.
    is_complete: bool,
    branches: u64,
    limit: u64,
}

/// A cell to be covered, and what was tried there.
#[derive(Clone, Copy, Debug)]
struct Branching {
    cell: u32,
    /// The cells covered from this one on; bit 0 is this one, which is not.
    covered: u64,
    /// Pieces that were not tried yet.
    pieces: u64,
    /// The piece that is being tried, and its footprints that were not tried yet.
    piece: u32,
    next: u32,
    end: u32,
}

impl Branching {
    /// Whether nothing was tried here.
    fn is_fresh(&self) -> bool {
        self.end == 0
    }
}

/// What came of a step of the search.
enum Step {
    Found,
    On,
    Over,
}

impl Backtracker {
    /// None when some placement reaches too far for a word of 64 bits.
    pub fn new(tiling: &Tiling) -> Option<Self> {
        let frontier = Frontier::new(tiling)?;
        let pieces_at = (0..frontier.cells()).map(|cell| frontier.pieces_at(cell));
        let supply = tiling.puzzle().pieces().iter();
        let supply = supply.map(|piece| match piece.supply {
            Supply::Any => u32::MAX,
            Supply::Times(times) => times,
        });
        let mut search = Backtracker {
            pieces_at: pieces_at.collect(),
            supply: supply.collect(),
            available: u64::MAX >> (64 - frontier.pieces()),
            islands: Islands::new(tiling),
            frontier,
            path: Vec::new(),
            is_complete: false,
            branches: 0,
            limit: u64::MAX,
        };
        search.descend(0, 0);
        Some(search)
    }

    /// Whether some cells are cut off that no pieces can fill when these are covered from `cell` on.
    fn leaves_an_island(&self, cell: u32, covered: u64) -> bool {
        self.islands.as_ref().is_some_and(|islands| {
            let board = u64::MAX >> (u64::BITS - self.frontier.cells() as u32);
            let free = !covered << cell & board;
            !islands.are_fillable(free)
        })
    }

    fn descend(&mut self, cell: u32, covered: u64) {
        self.path.push(Branching {
            cell,
            covered,
            pieces: self.pieces_at[cell as usize] & self.available,
            piece: 0,
            next: 0,
            end: 0,
        });
    }

    fn take(&mut self, piece: u32) {
        let left = &mut self.supply[piece as usize];
        *left -= 1;
        self.available &= !(u64::from(*left == 0) << piece);
    }

    /// The search below the next footprint of the topmost branching alone.
    fn next_part(&mut self) -> Option<Self> {
        loop {
            let top = self.path.last_mut()?;
            if top.next < top.end {
                top.next += 1;
                let at = top.next - 1;
                let mut part = self.clone();
                let top = part.path.last_mut()?;
                (top.pieces, top.next, top.end) = (0, at, at + 1);
                let footprint = part.frontier.footprints()[at as usize];
                if footprint.mask & top.covered != 0 {
                    continue;
                }
                // A part that is a solution stays to be found; a fresh branching can be split again.
                let mut deeper = part.clone();
                return Some(match deeper.advance_once() {
                    Step::On => deeper,
                    Step::Found | Step::Over => part,
                });
            }
            if top.pieces == 0 {
                return None;
            }
            self.next_piece();
        }
    }

    /// Lays one footprint, goes on to the next piece, or takes the last footprint back.
    #[inline(always)]
    fn advance_once(&mut self) -> Step {
        let Some(top) = self.path.last_mut() else {
            return Step::Over;
        };
        let footprints = &self.frontier.footprints()[top.next as usize..top.end as usize];
        let fits = footprints
            .iter()
            .position(|footprint| footprint.mask & top.covered == 0);
        if let Some(skipped) = fits {
            let covered = top.covered | footprints[skipped].mask;
            top.next += skipped as u32 + 1;
            let (cell, piece) = (top.cell, top.piece);
            return self.lay(cell, piece, covered);
        }
        if top.pieces != 0 {
            self.next_piece();
        } else {
            self.path.pop();
            self.give_back();
        }
        Step::On
    }

    #[inline(always)]
    fn lay(&mut self, cell: u32, piece: u32, covered: u64) -> Step {
        if self.leaves_an_island(cell, covered) {
            return Step::On;
        }
        if self.branches == self.limit {
            return Step::Over;
        }
        self.branches += 1;
        self.take(piece);
        let run = covered.trailing_ones();
        if cell + run == self.frontier.cells() as u32 {
            self.is_complete = true;
            return Step::Found;
        }
        self.descend(cell + run, covered.checked_shr(run).unwrap_or(0));
        Step::On
    }

    /// Goes on to the next piece of the topmost branching.
    fn next_piece(&mut self) {
        if let Some(top) = self.path.last_mut() {
            top.piece = top.pieces.trailing_zeros();
            top.pieces &= top.pieces - 1;
            let range = self.frontier.range(top.cell as usize, top.piece as usize);
            (top.next, top.end) = (range.start as u32, range.end as u32);
        }
    }

    /// Undoes the [`take`](Self::take) of the topmost branching, if there is one.
    fn give_back(&mut self) {
        if let Some(top) = self.path.last() {
            self.supply[top.piece as usize] += 1;
            self.available |= 1 << top.piece;
        }
    }
}

impl CoverSearch for Backtracker {
    fn advance(&mut self) -> bool {
        if std::mem::take(&mut self.is_complete) {
            self.give_back();
        }
        loop {
            match self.advance_once() {
                Step::On => {}
                Step::Found => return true,
                Step::Over => return false,
            }
        }
    }

    fn chosen(&self) -> Vec<usize> {
        let footprints = self.frontier.footprints();
        let path = self.path.iter();
        path.map(|branching| footprints[branching.next as usize - 1].placement as usize)
            .collect()
    }

    fn limit(&mut self, branches: u64) {
        self.limit = branches;
    }

    fn branches(&self) -> u64 {
        self.branches
    }

    fn was_cut(&self) -> bool {
        !self.path.is_empty() && self.branches == self.limit
    }

    fn split(self: Box<Self>) -> Vec<Box<dyn CoverSearch>> {
        match self.path.last() {
            Some(top) if top.is_fresh() && !self.is_complete => {}
            _ => return vec![self],
        }
        let mut trunk = *self;
        let mut parts: Vec<Box<dyn CoverSearch>> = Vec::new();
        while let Some(part) = trunk.next_part() {
            trunk.branches = 0;
            parts.push(Box::new(part));
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Board, PieceSet, Puzzle};

    fn search(size: &str, set: PieceSet, supply: Supply) -> Backtracker {
        let board: Board = size.parse().unwrap();
        let tiling = Tiling::new(Puzzle::of_set(board, set, supply).unwrap()).unwrap();
        Backtracker::new(&tiling).unwrap()
    }

    #[test]
    fn it_counts_what_the_links_count() {
        let count = |size, set, supply| search(size, set, supply).count_rest();
        assert_eq!(count("6x6", PieceSet::Tetrominoes, Supply::Any), 178_939);
        assert_eq!(count("5x8", PieceSet::Tetrominoes, Supply::Times(2)), 3106);
        assert_eq!(count("3x20", PieceSet::Pentominoes, Supply::Times(1)), 8);
        assert_eq!(count("3x3x3", PieceSet::Soma, Supply::Times(1)), 11_520);
    }

    #[test]
    fn a_search_that_ended_stays_ended_and_gave_all_pieces_back() {
        let mut search = search("4x5", PieceSet::Tetrominoes, Supply::Times(1));
        assert_eq!(search.count_rest(), 0);
        assert!(!search.advance());
        assert!(!search.was_cut());
        assert_eq!(search.supply, [1; 5]);
        assert_eq!(search.available, 0b11111);
    }

    #[test]
    fn a_limit_cuts_the_search_and_says_so() {
        let mut search = search("6x6", PieceSet::Tetrominoes, Supply::Any).limited(100);
        search.count_rest();
        assert_eq!(search.branches(), 100);
        assert!(search.was_cut());
    }

    #[test]
    fn pieces_that_reach_too_far_are_left_to_the_links() {
        let tiling = |size: &str| {
            let board: Board = size.parse().unwrap();
            let puzzle = Puzzle::of_set(board, PieceSet::Pentominoes, Supply::Any);
            Tiling::new(puzzle.unwrap()).unwrap()
        };
        assert!(Backtracker::new(&tiling("5x5x5")).is_none());
        assert!(Backtracker::new(&tiling("3x4x5")).is_some());
    }
}
