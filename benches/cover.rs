//! Exact cover beside other crates, in one run and in turns, so that the ratios mean something on
//! a noisy machine: `cargo bench --bench cover`, or `cargo bench --bench cover -- 6x8` for some of them.
//!
//! Each gets the same options and counts all solutions one by one, the time to build its lists
//! included. Every figure is the best of several rounds.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use exact_covers::{DlSolver, Solver as _};
use tetris_printer::cover::{
    Backtracker, CoverSearch, DancingLinks, PieceSet, Problem, ProfileCounter, Puzzle, Supply,
    Tiling,
};

/// A contestant: counts the solutions of a subject.
type Count = fn(&Subject) -> u64;

const CONTESTANTS: [(&str, Count); 5] = [
    ("links", by_links),
    ("bits", by_bits),
    ("profile", by_profile),
    ("dlx", by_dlx),
    ("exact-covers", by_exact_covers),
];

struct Subject {
    name: &'static str,
    rounds: u32,
    solutions: u64,
    problem: Problem,
    tiling: Option<Tiling>,
}

fn main() {
    // `cargo test --benches` runs this too; there it has only to start.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let subjects = [
        tiling("6x6", PieceSet::Tetrominoes, Supply::Any, 178_939, 5),
        tiling("6x10", PieceSet::Pentominoes, Supply::Times(1), 9_356, 3),
        tiling("3x3x3", PieceSet::Soma, Supply::Times(1), 11_520, 5),
        tiling("6x8", PieceSet::Dominoes, Supply::Any, 167_089, 5),
        sudoku("sudoku 1", INKALA, 300),
        sudoku("sudoku 2", SEVENTEEN, 300),
        pentomino_box("2x5x6", 2_112),
        pentomino_box("3x4x5", 31_520),
    ];
    print!("{:12}", "ms");
    CONTESTANTS
        .iter()
        .for_each(|(name, _)| print!("{name:>14}"));
    println!("{:>22}", "best / best of others");
    let chosen: Vec<String> = (std::env::args().skip(1))
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let is_chosen =
        |subject: &Subject| chosen.is_empty() || chosen.iter().any(|name| name == subject.name);
    subjects
        .iter()
        .filter(|subject| is_chosen(subject))
        .for_each(report);
}

fn report(subject: &Subject) {
    let mut best = [None; CONTESTANTS.len()];
    for _ in 0..subject.rounds {
        for (best, (name, count)) in best.iter_mut().zip(CONTESTANTS) {
            if subject.tiling.is_none() && matches!(name, "bits" | "profile") {
                continue;
            }
            let start = Instant::now();
            assert_eq!(
                count(subject),
                subject.solutions,
                "{name}, {}",
                subject.name
            );
            let time = start.elapsed();
            *best = Some(best.unwrap_or(Duration::MAX).min(time));
        }
    }
    print!("{:12}", subject.name);
    for time in best {
        let time = time.map_or("-".to_owned(), |t| format!("{:.3}", t.as_secs_f64() * 1e3));
        print!("{time:>14}");
    }
    let least = |times: &[Option<Duration>]| times.iter().flatten().min().copied();
    let [Some(ours), Some(theirs)] = [&best[..2], &best[3..]].map(least) else {
        unreachable!("links and the crates take part in everything");
    };
    println!("{:>21.1}x", theirs.as_secs_f64() / ours.as_secs_f64());
}

fn tiling(
    size: &'static str,
    set: PieceSet,
    supply: Supply,
    solutions: u64,
    rounds: u32,
) -> Subject {
    let board = size.parse().expect("a size");
    let puzzle = Puzzle::of_set(board, set, supply).expect("a puzzle");
    let tiling = Tiling::new(puzzle).expect("a small board");
    Subject {
        name: size,
        rounds,
        solutions,
        problem: tiling.problem(),
        tiling: Some(tiling),
    }
}

/// A box too large for bits and profiles, which takes minutes.
fn pentomino_box(size: &'static str, solutions: u64) -> Subject {
    Subject {
        tiling: None,
        ..tiling(size, PieceSet::Pentominoes, Supply::Times(1), solutions, 1)
    }
}

/// By Arto Inkala, 2010, said to be among the hardest.
const INKALA: &str =
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
/// Seventeen givens, the fewest that can be.
const SEVENTEEN: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// The options of a sudoku that agree with its givens: cell, row, column and box of a digit.
fn sudoku(name: &'static str, givens: &str, rounds: u32) -> Subject {
    let mut problem = Problem::new(324, 0);
    for (cell, given) in givens.bytes().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        let square = row / 3 * 3 + column / 3;
        for digit in 0..9 {
            if given == b'.' || usize::from(given - b'1') == digit {
                let lines = [row, column, square].map(|line| line * 9 + digit);
                let items = [cell, 81 + lines[0], 162 + lines[1], 243 + lines[2]];
                problem.add_option(&items).expect("four different items");
            }
        }
    }
    Subject {
        name,
        rounds,
        solutions: 1,
        problem,
        tiling: None,
    }
}

fn by_links(subject: &Subject) -> u64 {
    DancingLinks::new(&subject.problem).count_rest()
}

fn by_bits(subject: &Subject) -> u64 {
    let tiling = subject.tiling.as_ref().expect("a tiling");
    Backtracker::new(tiling)
        .expect("a narrow board")
        .count_rest()
}

fn by_profile(subject: &Subject) -> u64 {
    let tiling = subject.tiling.as_ref().expect("a tiling");
    let counter = ProfileCounter::new(tiling).expect("a narrow board");
    let count = counter.count(|_| ()).expect("few profiles");
    count.try_into().expect("few solutions")
}

fn by_dlx(subject: &Subject) -> u64 {
    use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
    let options: Vec<Vec<dlx::Uint>> = subject
        .problem
        .options()
        .map(|option| option.iter().map(|&item| item as dlx::Uint).collect())
        .collect();
    let primary = subject.problem.primary_count() as dlx::Uint;
    let mut problem = dlx::x::make_problem(primary, 0, &options, dlx::OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut count = 0;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    count
}

fn by_exact_covers(subject: &Subject) -> u64 {
    let items: Vec<u32> = (0..subject.problem.primary_count() as u32).collect();
    let mut solver: DlSolver<u32, ()> = DlSolver::new(&items, &[]);
    for option in subject.problem.options() {
        solver.add_option(option, []);
    }
    let mut count = 0;
    solver.solve(|_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}
