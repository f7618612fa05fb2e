//! Coverings of a board: how many there are, one of them as a drawing, and the board as a puzzle to play.

use anyhow::{Context, ensure};
use serde::Deserialize;
use serde_json::json;
use tetris_printer::cover::{
    Board, CountError, CoverSettings, CoveringSheet, Coverings, KnownPuzzle, Obstacle, OptionOrder,
    PieceSet, ProfileCounter, Puzzle, Supply, Tiling, play_page,
};

use crate::desk::Answer;

/// A board as `6x6`, or a puzzle by its name.
#[derive(Debug, Deserialize)]
pub struct TileOrder {
    board: String,
    /// The random order in which the covering that is drawn is searched for.
    seed: u64,
    show: Show,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Show {
    /// A covering, as an SVG.
    Covering,
    /// How many there are.
    Count,
    /// A page on which it is covered by hand.
    Page,
}

/// What a page may take for a count.
const MEMORY: usize = 256 << 20;

/// Choices of the search for a covering to draw: a second or two.
const MOST_BRANCHES: u64 = 20_000_000;

/// The side of a drawn cell, in pixels.
const CELL: usize = 24;

/// Larger boards are not drawn.
const MOST_CELLS: usize = 1600;

/// Counts the coverings, draws one, or lets the page's user find one.
pub fn answer(order: &TileOrder) -> anyhow::Result<Answer> {
    let puzzle = puzzle(order.board.trim())?;
    if order.show == Show::Page {
        let bytes = play_page(Some(&puzzle))?.into_bytes();
        let json = json!({});
        return Ok(Answer { json, bytes });
    }
    let tiling = Tiling::new(puzzle)?;
    if let Some(obstacle) = Obstacle::find(&tiling) {
        return Ok(Answer::of(
            json!({ "count": "0", "why": obstacle.to_string() }),
        ));
    }
    match order.show {
        Show::Count => Ok(Answer::of(json!({ "count": count(&tiling)? }))),
        Show::Covering | Show::Page => draw(&tiling, order.seed),
    }
}

fn puzzle(text: &str) -> anyhow::Result<Puzzle> {
    if let Some(known) = KnownPuzzle::find(text) {
        return Ok(known.puzzle());
    }
    let board: Board = text.parse()?;
    Ok(Puzzle::of_set(board, PieceSet::Tetrominoes, Supply::Any)?)
}

/// As the program counts where nothing else is asked for.
fn count(tiling: &Tiling) -> anyhow::Result<String> {
    let mut pieces = tiling.puzzle().pieces().iter();
    if pieces.all(|piece| piece.supply == Supply::Any) {
        let counter = ProfileCounter::new(tiling)?.with_memory(MEMORY);
        match counter.count(|_| ()) {
            Err(CountError::ProfileTooLong) => {}
            count => return Ok(count?.to_string()),
        }
    }
    let mut coverings = Coverings::new(tiling, CoverSettings::default())?;
    let mut count = 0u64;
    while coverings.advance() {
        count += 1;
    }
    Ok(count.to_string())
}

fn draw(tiling: &Tiling, seed: u64) -> anyhow::Result<Answer> {
    let cells = tiling.cell_count();
    ensure!(
        cells <= MOST_CELLS,
        "a board of {cells} cells is not drawn here: choose one of at most {MOST_CELLS}"
    );
    let settings = CoverSettings {
        order: OptionOrder::Shuffled { seed },
        limit: Some(MOST_BRANCHES),
        ..CoverSettings::default()
    };
    let covering: Vec<_> = Coverings::new(tiling, settings)?.take(1).collect();
    ensure!(
        !covering.is_empty(),
        "no covering was found in {MOST_BRANCHES} choices (which does not prove that there is none)"
    );
    let mut bytes = Vec::new();
    CoveringSheet::new(tiling, &covering, CELL)
        .context("the covering cannot be drawn")?
        .write_svg(&mut bytes)?;
    let json = json!({});
    Ok(Answer { json, bytes })
}
