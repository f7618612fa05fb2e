//! The puzzle that the arguments ask for.

use std::fmt::Write as _;

use anyhow::{Context, bail};
use tetris_printer::cover::{
    Board, Freedom, KNOWN_PUZZLES, KnownPuzzle, Puzzle, PuzzlePiece, Supply,
};

use super::args::Args;
use crate::cli::input::{name, read_text};
use crate::cli::output::Target;
use crate::cli::reading::title;

/// The largest puzzle file that is read.
const MAX_BYTES: u64 = 1 << 20;

/// A line for each known puzzle.
pub fn known_puzzles() -> String {
    KNOWN_PUZZLES.iter().fold(String::new(), |mut text, known| {
        let KnownPuzzle { name, distinct, .. } = known;
        let _ = writeln!(text, "{name:20} {distinct:>6} distinct coverings");
        text
    })
}

/// Reads or builds the puzzle.
pub fn read(args: &Args) -> anyhow::Result<Puzzle> {
    match &args.puzzle {
        Some(source) => read_named(source),
        None => build(args),
    }
}

fn read_named(source: &str) -> anyhow::Result<Puzzle> {
    if let Some(known) = KnownPuzzle::find(source) {
        return Ok(known.puzzle());
    }
    let target = Target::new(source.into())?;
    let text = read_text(&target, MAX_BYTES)
        .with_context(|| format!("`{source}` is not a known puzzle (see --puzzles)"))?;
    Puzzle::parse(&text, &title(&target)).with_context(|| name(&target))
}

fn build(args: &Args) -> anyhow::Result<Puzzle> {
    let Some(size) = &args.board else {
        bail!("which board? Write a size like 6x6, or --puzzle NAME");
    };
    let board: Board = size.parse()?;
    let freedom = match args.one_sided {
        true if !board.is_plane() => {
            bail!("in a box every piece turns over by itself: leave out --one-sided")
        }
        true => Freedom::OneSided,
        false => Puzzle::natural_freedom(&board),
    };
    let supply = match (args.once, args.times) {
        (true, _) => Supply::Times(1),
        (false, Some(times)) => Supply::Times(times),
        (false, None) => Supply::Any,
    };
    let pieces = args.set.pieces(freedom);
    let pieces = match &args.pieces {
        Some(letters) => select(pieces, letters)?,
        None => pieces,
    };
    let pieces = pieces
        .into_iter()
        .map(|piece| piece.with_supply(supply))
        .collect();
    let name = format!("{} on {size}", args.set);
    Ok(Puzzle::new(&name, board, pieces, freedom)?)
}

/// The pieces with these letters, each with the primes that follow it.
fn select(pieces: Vec<PuzzlePiece>, letters: &str) -> anyhow::Result<Vec<PuzzlePiece>> {
    let mut names: Vec<String> = Vec::new();
    for letter in letters.chars().filter(|c| !matches!(c, ',' | ' ')) {
        match (letter, names.last_mut()) {
            ('\'', Some(name)) => name.push(letter),
            _ => names.push(letter.to_uppercase().collect()),
        }
    }
    let known: Vec<String> = pieces.iter().map(|piece| piece.name.clone()).collect();
    for name in &names {
        if !known.contains(name) {
            let known = known.join(", ");
            bail!("the set has no piece {name}: it has {known} (J and Z only with --one-sided)");
        }
    }
    if names.is_empty() {
        bail!("--pieces names no piece: write letters like IOTS");
    }
    Ok(pieces
        .into_iter()
        .filter(|piece| names.contains(&piece.name))
        .collect())
}
