//! Packed matrices: filling some rows of the field completely, without a gap and with support.
//!
//! The rows above freshly printed squares must be filled so that they clear. As no covered gap is
//! allowed, the column heights say all, the matrix fills from the bottom up, and its complete rows
//! are cleared while it is built. The search is the article's randomized incremental construction:
//! random insertions, S and Z at the bottom first, backtracking, restarts. To that it adds what
//! the heights make possible: a memo of every skyline that is proved hopeless or known to lead to
//! the end, kept across restarts and across matrices.

mod candidates;
mod moves;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rustc_hash::FxHashMap;

use super::skyline::Skyline;
use crate::game::{Column, PieceDrop, Pose};
use crate::plan::Monitor;
use candidates::{Candidates, Insertion};
use moves::MoveTable;

/// What stays the same for all the matrices that one [`Packer`] fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Columns of the field, at most [`Skyline::MAX_WIDTH`].
    pub width: usize,
    /// The columns whose cell under the matrix is filled and gives support.
    pub footing: u32,
    /// How many rows, counted from the lowest incomplete one, pieces may reach.
    pub ceiling: u8,
    /// A last piece that is kept back: it completes the matrix but is not part of the packing.
    pub closing: Option<PieceDrop>,
}

impl Site {
    /// A bare floor that gives no support at all.
    pub fn bare(width: usize) -> Self {
        Site {
            width,
            footing: 0,
            ceiling: Skyline::MAX_HEIGHT,
            closing: None,
        }
    }

    fn kept_back(&self) -> [u8; Skyline::MAX_WIDTH] {
        let mut cells = [0; Skyline::MAX_WIDTH];
        if let Some(drop) = self.closing {
            let shape = drop.pose.shape();
            for i in 0..shape.width as usize {
                cells[drop.column.0 + i] = shape.height - shape.bottom[i];
            }
        }
        cells
    }
}

/// How long to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackingEffort {
    /// Insertions before a start is given up, the article's MAX_ATTEMPTS.
    pub attempts: u32,
    /// Starts before the matrix is given up, the article's MAX_RETRIES.
    pub starts: u32,
}

impl PackingEffort {
    /// Search until the matrix is packed or proved impossible to pack.
    pub const PROOF: PackingEffort = PackingEffort {
        attempts: u32::MAX,
        starts: u32::MAX,
    };
}

/// What became of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packing {
    /// The drops that fill the matrix, in order.
    Packed(Vec<PieceDrop>),
    /// Proved: there is no gapless, supported order of pieces.
    Impossible,
    /// Neither found nor disproved within the effort, or before the search was cancelled.
    GivenUp,
}

impl Packing {
    /// The drops, if the matrix was packed.
    pub fn drops(self) -> Option<Vec<PieceDrop>> {
        match self {
            Packing::Packed(drops) => Some(drops),
            Packing::Impossible | Packing::GivenUp => None,
        }
    }
}

/// The search, with what it has learned about its [`Site`].
pub struct Packer<'a> {
    site: Site,
    moves: &'static MoveTable,
    /// The cells of each column that the closing piece will fill.
    kept_back: [u8; Skyline::MAX_WIDTH],
    memo: FxHashMap<u128, Verdict>,
    rng: Xoshiro256PlusPlus,
    attempts_left: u32,
    monitor: &'a dyn Monitor,
}

/// Hopeless skylines that are remembered at most, some 50 MB of them.
const MEMO_LIMIT: usize = 1 << 20;

/// Insertions between two questions whether the search is still wanted.
const PATIENCE: u32 = 1024;

#[derive(Clone, Copy)]
enum Verdict {
    Hopeless,
    /// This insertion leads to the end.
    Solvable(Insertion),
}

enum Step {
    Packed,
    Hopeless,
    TimedOut,
}

/// What is left of a matrix: heights over its lowest incomplete row, and the rows from there on.
#[derive(Clone, Copy)]
struct State {
    skyline: Skyline,
    rows: u8,
}

impl<'a> Packer<'a> {
    /// `monitor` is asked now and then whether the search is still wanted.
    pub fn new(site: Site, seed: u64, monitor: &'a dyn Monitor) -> Self {
        Packer {
            site,
            moves: MoveTable::get(),
            kept_back: site.kept_back(),
            memo: FxHashMap::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            attempts_left: 0,
            monitor,
        }
    }

    /// Columns of the field.
    pub fn width(&self) -> usize {
        self.site.width
    }

    /// Fills a matrix of `rows` rows that starts with the heights `start`.
    pub fn pack(&mut self, start: Skyline, rows: u8, effort: PackingEffort) -> Packing {
        let (skyline, complete) = start.without_complete_rows(self.site.width);
        let state = State {
            skyline,
            rows: rows - complete,
        };
        if !self.is_divisible(state) {
            return Packing::Impossible;
        }
        for start in 0..effort.starts {
            if self.monitor.is_cancelled() {
                break;
            }
            // A little more each time: a search that may start for ever will get through.
            self.attempts_left = effort.attempts.saturating_add(start / 64);
            match self.search(state) {
                Step::Packed => return Packing::Packed(self.read_solution(state)),
                Step::Hopeless => return Packing::Impossible,
                Step::TimedOut => {}
            }
        }
        Packing::GivenUp
    }

    fn search(&mut self, state: State) -> Step {
        if self.is_packed(state) {
            return Step::Packed;
        }
        let key = state.skyline.key(state.rows);
        match self.memo.get(&key) {
            Some(Verdict::Solvable(_)) => return Step::Packed,
            Some(Verdict::Hopeless) => return Step::Hopeless,
            None => {}
        }
        if self.attempts_left == 0 {
            return Step::TimedOut;
        }
        self.attempts_left -= 1;
        if self.attempts_left % PATIENCE == PATIENCE - 1 && self.monitor.is_cancelled() {
            return Step::TimedOut;
        }

        let mut candidates = Candidates::default();
        self.collect(state, &mut candidates);
        while let Some(insertion) = candidates.draw(&mut self.rng) {
            let Some(next) = self.insert(state, insertion) else {
                continue;
            };
            match self.search(next) {
                Step::Packed => {
                    self.memo.insert(key, Verdict::Solvable(insertion));
                    return Step::Packed;
                }
                Step::Hopeless => {}
                Step::TimedOut => return Step::TimedOut,
            }
        }
        if self.memo.len() < MEMO_LIMIT {
            self.memo.insert(key, Verdict::Hopeless);
        }
        Step::Hopeless
    }

    /// The matrix's own height in a column: the rows left, less what the closing piece will fill.
    #[inline]
    fn limit(&self, column: usize, rows: u8) -> u8 {
        rows - self.kept_back[column]
    }

    fn is_packed(&self, state: State) -> bool {
        (0..self.site.width)
            .all(|column| state.skyline.height(column) == self.limit(column, state.rows))
    }

    /// Gathers every insertion that fits the profile without a gap, is supported, and stays inside.
    #[inline]
    fn collect(&self, state: State, candidates: &mut Candidates) {
        let width = self.site.width;
        let mut heights = [15u8; Skyline::MAX_WIDTH + 4];
        let mut support = self.site.footing;
        for (column, height) in heights.iter_mut().enumerate().take(width) {
            *height = state.skyline.height(column);
            support |= u32::from(*height > 0) << column;
        }
        for column in 0..width {
            let mut fitting = self.moves.fitting(&heights[column..column + 4]);
            while fitting != 0 {
                let pose = Pose::ALL[fitting.trailing_zeros() as usize];
                fitting &= fitting - 1;
                let shape = pose.shape();
                let span = ((1u32 << shape.width) - 1) << column;
                if support & span == 0 || heights[column] < shape.bottom[0] {
                    continue;
                }
                let floor = heights[column] - shape.bottom[0];
                let is_inside = (0..shape.width as usize).all(|i| {
                    let top = floor + shape.top[i];
                    top <= self.site.ceiling && top <= self.limit(column + i, state.rows)
                });
                if is_inside {
                    let is_spreading =
                        floor == 0 && matches!(pose, Pose::SHorizontal | Pose::ZHorizontal);
                    candidates.push(
                        Insertion {
                            pose,
                            column: column as u8,
                        },
                        is_spreading,
                    );
                }
            }
        }
    }

    /// The state after an insertion; `None` if it cuts off a part that no pieces can fill.
    #[inline]
    fn insert(&self, state: State, insertion: Insertion) -> Option<State> {
        let column = insertion.column as usize;
        let delta = self.moves.delta[insertion.pose.index()];
        let raised = State {
            skyline: state.skyline.raised(delta, column),
            ..state
        };
        let cuts = (column..column + insertion.pose.shape().width as usize)
            .any(|column| raised.skyline.height(column) == self.limit(column, raised.rows));
        if cuts && !self.is_divisible(raised) {
            return None;
        }
        let (skyline, complete) = raised.skyline.without_complete_rows(self.site.width);
        Some(State {
            skyline,
            rows: state.rows - complete,
        })
    }

    /// Whether each part of the empty space, columns that are full being walls, has a size that is
    /// divisible by four.
    fn is_divisible(&self, state: State) -> bool {
        let mut part = 0;
        for column in 0..self.site.width {
            let room = self.limit(column, state.rows) - state.skyline.height(column);
            if room == 0 && part % 4 != 0 {
                return false;
            }
            part += u32::from(room);
        }
        part % 4 == 0
    }

    /// Follows the memo from a solvable state to the end.
    fn read_solution(&self, mut state: State) -> Vec<PieceDrop> {
        let mut drops = Vec::new();
        while !self.is_packed(state) {
            let key = state.skyline.key(state.rows);
            let Some(Verdict::Solvable(insertion)) = self.memo.get(&key) else {
                unreachable!("every state on the way to a solution is in the memo")
            };
            drops.push(PieceDrop::new(
                insertion.pose,
                Column(insertion.column as usize),
            ));
            state = self
                .insert(state, *insertion)
                .expect("the insertion was made before");
        }
        drops
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_371_ways_to_drop_a_piece_on_21_columns() {
        let ways: usize = Pose::ALL
            .into_iter()
            .map(|pose| 21 + 1 - pose.shape().width as usize)
            .sum();
        assert_eq!(ways, 371);
    }

    #[test]
    fn a_small_matrix_is_packed_with_support_and_without_gaps() {
        // #..## is completed by nothing that rests on the bare floor alone; one row up it can be.
        let mut packer = Packer::new(Site::bare(5), 1, &());
        let start = Skyline::of_row(5, 0b00111);
        let Packing::Packed(drops) = packer.pack(start, 3, PackingEffort::PROOF) else {
            panic!("three rows over a block of three can be packed on five columns")
        };
        assert_eq!(drops.len(), 3);
    }

    #[test]
    fn what_cannot_be_packed_is_proved() {
        let mut packer = Packer::new(Site::bare(5), 1, &());
        // One cell filled: four columns of a single row are left, and an I there hangs in the air.
        let start = Skyline::of_row(5, 0b00001);
        assert_eq!(
            packer.pack(start, 1, PackingEffort::PROOF),
            Packing::Impossible
        );
        // With a square printed before under it, it rests.
        let mut packer = Packer::new(
            Site {
                footing: 0b00100,
                ..Site::bare(5)
            },
            1,
            &(),
        );
        let packed = Packing::Packed(vec![PieceDrop::new(Pose::IHorizontal, Column(1))]);
        assert_eq!(packer.pack(start, 1, PackingEffort::PROOF), packed);
    }
}
