//! The article's real-time search, improved: flipped pieces, support from all squares printed so
//! far, a platform only where a piece would rest on nothing, and the passes of a row chosen
//! together.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rustc_hash::FxHashMap;

use super::composing::{SQUARE, compose_passes};
use super::emitter::Emitter;
use super::options::RealtimeOptions;
use super::packing::Packer;
use super::patterns::{PLATFORM_ROWS, least_rows};
use super::row::{Pass, RowPrint, RowTask, emits, fills};
use super::skyline::Skyline;
use super::tables::table_pass;
use crate::game::PieceDrop;
use crate::plan::Monitor;

// Three numbers set by hand; `tetris-printer bench sprites --planner realtime` shows what they trade,
// pieces for time.

/// Partly printed rows that are kept side by side: the beam width.
const BEAM: usize = 3;

/// Compositions of a pass that are drawn for each of them, for each remainder modulo four.
const COMPOSITIONS: usize = 2;

/// The lines that a pixel still to print is taken to cost when partly printed rows are compared,
/// in hundredths. It is more than the true cost, since what is left last is the dearest.
const OUTLOOK: u32 = 150;

/// Prints a row with few lines; `None` only for a row outside the margins of a
/// [`Setting`](super::setting::Setting). The same seed gives the same print.
pub fn print_row(
    task: &RowTask,
    options: &RealtimeOptions,
    monitor: &dyn Monitor,
) -> Option<RowPrint> {
    let search = |task: &RowTask| RowSearch::new(task, options, monitor).passes();
    let bare = task.print_bare(search);
    if task.is_supported() {
        return bare;
    }
    [bare, task.print_on_platform(search)]
        .into_iter()
        .flatten()
        .min_by_key(RowPrint::pieces)
}

/// A beam search over what is printed of the row, by the lines that it costs.
struct RowSearch<'a> {
    task: &'a RowTask,
    options: &'a RealtimeOptions,
    rng: Xoshiro256PlusPlus,
    /// By the squares that give support. Many ways through a row come past the same ones.
    packers: FxHashMap<u32, Packer<'a>>,
    monitor: &'a dyn Monitor,
}

/// A partly printed row.
struct Node {
    printed: u32,
    lines: usize,
    passes: Vec<Pass>,
}

impl<'a> RowSearch<'a> {
    fn new(task: &'a RowTask, options: &'a RealtimeOptions, monitor: &'a dyn Monitor) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
        RowSearch {
            task,
            options,
            rng,
            packers: FxHashMap::default(),
            monitor,
        }
    }

    fn passes(&mut self) -> Option<Vec<Pass>> {
        let pixels = self.task.pixels();
        let mut beam = vec![Node {
            printed: 0,
            lines: 0,
            passes: Vec::new(),
        }];
        let mut best: Option<Node> = None;
        while !beam.is_empty() {
            let mut children: Vec<Node> = Vec::new();
            for node in &beam {
                for pass in self.next_passes(node.printed) {
                    let child = node.after(pass, self.task.width);
                    if best.as_ref().is_some_and(|best| child.lines >= best.lines) {
                        continue;
                    }
                    if child.printed == pixels {
                        best = Some(child);
                    } else {
                        children.push(child);
                    }
                }
            }
            children.sort_by_key(|node| (node.printed, node.lines));
            children.dedup_by_key(|node| node.printed);
            children.sort_by_key(|node| node.outlook(pixels));
            children.truncate(BEAM);
            beam = children;
        }
        best.map(|best| best.passes)
    }

    /// Passes that can come next. A matrix that needs one or two rows at least, but cannot be
    /// packed so low, is packed with four more.
    fn next_passes(&mut self, printed: u32) -> Vec<Pass> {
        let mut passes = Vec::new();
        for emitters in self.compositions(printed) {
            let least = least_rows(self.task.width, fills(&emitters).count_ones() as usize);
            let rows = [least, least + 4];
            let tries = if least <= 2 { &rows[..] } else { &rows[..1] };
            let filling = tries
                .iter()
                .find_map(|rows| self.pack(printed, &emitters, *rows));
            passes.extend(filling.map(|filling| Pass { emitters, filling }));
        }
        if passes.is_empty() {
            passes.extend(table_pass(self.task, printed));
        }
        passes
    }

    fn compositions(&mut self, printed: u32) -> Vec<Vec<Emitter>> {
        let mut compositions = Vec::new();
        for i in 0..COMPOSITIONS {
            let rng = &mut self.rng;
            let noise = || {
                if i == 0 {
                    0
                } else {
                    rng.next_u32() as i32 & (SQUARE - 1)
                }
            };
            for emitters in compose_passes(self.task, printed, noise) {
                if !emitters.is_empty() && !compositions.contains(&emitters) {
                    compositions.push(emitters);
                }
            }
        }
        compositions
    }

    /// Fills `rows` rows over the emitters, standing on what is printed with them.
    fn pack(&mut self, printed: u32, emitters: &[Emitter], rows: u8) -> Option<Vec<PieceDrop>> {
        let footing = printed | emits(emitters);
        let packer = self.packers.entry(footing).or_insert_with(|| {
            let site = self.task.site(footing);
            Packer::new(site, self.options.seed ^ u64::from(footing), self.monitor)
        });
        let start = Skyline::of_row(self.task.width, fills(emitters));
        packer.pack(start, rows, self.options.effort).drops()
    }
}

impl Node {
    fn after(&self, pass: Pass, width: usize) -> Node {
        let mut passes = self.passes.clone();
        let (printed, lines) = (self.printed | pass.emits(), self.lines + pass.lines(width));
        passes.push(pass);
        Node {
            printed,
            lines,
            passes,
        }
    }

    fn outlook(&self, pixels: u32) -> u32 {
        100 * self.lines as u32 + OUTLOOK * (pixels & !self.printed).count_ones()
    }
}

/// The lines that a row will cost, guessed without packing anything: each pass prints the most
/// squares a line, taken to need the rows that usually can be packed. It tells good settings from
/// bad ones.
pub fn guess_lines(task: &RowTask) -> usize {
    let lifted = || {
        let passes = guess_passes(&task.on_platform()?)?;
        Some(usize::from(PLATFORM_ROWS) + passes)
    };
    guess_passes(task)
        .or_else(lifted)
        .unwrap_or(usize::MAX / 64)
}

fn guess_passes(task: &RowTask) -> Option<usize> {
    let (mut printed, mut lines) = (0, 0);
    while printed != task.pixels() {
        let (rows, squares) = compose_passes(task, printed, || 0)
            .iter()
            .filter(|emitters| !emitters.is_empty())
            .map(|emitters| {
                let least = least_rows(task.width, fills(emitters).count_ones() as usize);
                let usual = if least <= 2 { least + 4 } else { least };
                (usize::from(usual), emits(emitters))
            })
            .min_by_key(|(rows, squares)| 1000 * rows / squares.count_ones() as usize)?;
        printed |= squares;
        lines += rows;
    }
    Some(lines)
}
