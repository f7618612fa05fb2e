//! Damaged and hostile input through the program itself: whatever a file holds, there is an answer
//! within five seconds' work and a gigabyte, a failure is told in one line, and no output is left halfway.
//!
//! A share of the files is tried whenever the tests run. All forty thousand, which take some minutes:
//! `cargo test --release hostile -- --ignored`.

mod arguments;
mod bombs;
mod damage;
mod pictures;
mod readers;
mod trial;

use rayon::prelude::*;

use damage::damaged;
use readers::{cases, desk};
use trial::{Ending, try_file};

/// Bytes of a movie that is played in good time: two are a frame, which takes two milliseconds, and whatever the bytes
/// are, they are buttons.
const LONGEST_MOVIE: usize = 2_000;

/// Damages so many files, shared evenly among the readers, and has the program read each.
fn try_damaged(count: u64) {
    let desk = desk();
    let cases = cases();
    let endings = (0..count).into_par_iter().map(|number| {
        let (reader, seed) = &cases[number as usize % cases.len()];
        let other = &cases[number as usize * 7 % cases.len()].1;
        let mut file = damaged(&desk.read(seed), &desk.read(other), number);
        if seed.ends_with(".r08") {
            file.truncate(LONGEST_MOVIE);
        }
        try_file(reader, &desk, &file, &format!("{number}-{seed}"))
    });
    let endings = all_well(endings);
    let refused = endings.iter().filter(|ending| **ending == Ending::Refused);
    let refused = refused.count();
    let share = refused as f64 / count as f64;
    // Damage that nobody notices, or that always breaks the first byte, would test nothing.
    assert!((0.2..0.95).contains(&share), "{refused} of {count} refused");
}

#[test]
fn damaged_files_are_answered() {
    try_damaged(450);
}

#[test]
#[ignore = "takes some minutes"]
fn forty_thousand_damaged_files_are_answered() {
    try_damaged(40_000);
}

#[test]
fn undamaged_files_are_read() {
    let desk = desk();
    for (reader, seed) in cases() {
        let ending = try_file(reader, &desk, &desk.read(seed), seed);
        assert_eq!(ending, Ok(Ending::Done), "{}: {seed}", reader.name);
    }
}

#[test]
fn bombs_are_refused() {
    let desk = desk();
    let endings = bombs::all().into_par_iter().map(|(reader, name, bomb)| {
        match try_file(readers::named(reader), &desk, &bomb, name)? {
            Ending::Refused => Ok(Ending::Refused),
            Ending::Done => Err(format!("{reader} takes {name}\n")),
        }
    });
    all_well(endings);
}

/// Panics with every trial that went wrong.
fn all_well(endings: impl ParallelIterator<Item = Result<Ending, String>>) -> Vec<Ending> {
    let endings: Vec<_> = endings.collect();
    let wrong: String = endings
        .iter()
        .filter_map(|ending| ending.as_ref().err())
        .cloned()
        .collect();
    assert!(wrong.is_empty(), "{wrong}");
    endings.into_iter().flatten().collect()
}
