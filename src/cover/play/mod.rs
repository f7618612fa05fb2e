//! Puzzles to play in a browser: one page that needs nothing else.

use serde_json::json;

use super::catalog::KNOWN_PUZZLES;
use super::pieces::Supply;
use super::polyform::{Coordinates, Freedom};
use super::puzzle::Puzzle;
use crate::html::{assemble, json_in_script};

/// The page without its puzzles.
const PAGE: &str = include_str!("page.html");
const SCRIPTS: [(&str, &str); 2] = [
    ("solver.js", include_str!("solver.js")),
    ("game.js", include_str!("game.js")),
];
const PUZZLES: &str = "puzzles";

/// A board that no screen shows in cells large enough to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the page shows boards of at most {MAX_CELLS} cells, not of {0}")]
pub struct TooLargeToPlay(
    /// Cells of the board.
    pub usize,
);

/// The largest board that a solver in a page answers for while somebody waits.
const MAX_CELLS: usize = 144;

/// A page (HTML, scripts and styles within) with the known puzzles, `own` before them. Solids are shown layer by layer.
///
/// # Errors
///
/// An own puzzle that is too large to be shown.
pub fn play_page(own: Option<&Puzzle>) -> Result<String, TooLargeToPlay> {
    let known = KNOWN_PUZZLES.map(|known| (known.puzzle(), known.distinct));
    let playable = known.iter().filter(|(_, distinct)| *distinct > 0);
    let known = playable.map(|(puzzle, _)| describe(puzzle));
    let own = own.map(|own| check(own).map(describe)).transpose()?;
    let puzzles: Vec<serde_json::Value> = own.into_iter().chain(known).collect();
    let page = assemble(PAGE, &SCRIPTS);
    Ok(assemble(&page, &[(PUZZLES, &json_in_script(&puzzles))]))
}

fn check(puzzle: &Puzzle) -> Result<&Puzzle, TooLargeToPlay> {
    match puzzle.board().cells().len() {
        ..=MAX_CELLS => Ok(puzzle),
        cells => Err(TooLargeToPlay(cells)),
    }
}

/// What the page has to know of a puzzle.
fn describe(puzzle: &Puzzle) -> serde_json::Value {
    let place = |cell: &Coordinates| [cell.x, cell.y, cell.z];
    let pieces = puzzle.pieces().iter().map(|piece| {
        json!({
            "name": piece.name,
            "cells": piece.shape.cells().iter().map(place).collect::<Vec<_>>(),
            "times": match piece.supply {
                Supply::Any => None,
                Supply::Times(times) => Some(times),
            },
        })
    });
    let drawing = puzzle.board().to_string();
    let rows = |layer: &str| layer.split('\n').map(str::to_owned).collect::<Vec<_>>();
    json!({
        "name": puzzle.name(),
        "board": drawing.split("\n\n").map(rows).collect::<Vec<_>>(),
        "freedom": match puzzle.freedom() {
            Freedom::Free => "free",
            Freedom::OneSided => "oneSided",
            Freedom::Space => "space",
        },
        "pieces": pieces.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_holds_its_puzzles_and_loads_nothing() {
        let page = play_page(None).unwrap();
        assert!(page.contains("\"name\":\"pentominoes-6x10\""));
        assert!(
            page.contains("\"board\":[[\"...\",\"...\",\"...\"],["),
            "soma"
        );
        for name in SCRIPTS.map(|(name, _)| name).into_iter().chain([PUZZLES]) {
            assert!(!page.contains(&format!("/* {name} */")), "{name}");
        }
        for loading in ["src=", "href=", "http:", "https:", "@import", "fetch("] {
            let found = page
                .replace("http://www.w3.org/2000/svg", "")
                .contains(loading);
            assert!(!found, "{loading}");
        }
    }

    #[test]
    fn an_own_puzzle_comes_first_and_its_name_ends_no_script() {
        let own = Puzzle::parse("name: </script>\nboard: 2x2\npieces: dominoes x2", "").unwrap();
        let page = play_page(Some(&own)).unwrap();
        let first = page.find("\"name\":\"\\u003c/script>\"").unwrap();
        assert!(first < page.find("\"name\":\"tetrominoes-5x8\"").unwrap());
    }

    #[test]
    fn a_puzzle_too_large_for_a_screen_is_refused() {
        let own = Puzzle::parse("board: 16x16\npieces: dominoes x128", "").unwrap();
        assert_eq!(play_page(Some(&own)), Err(TooLargeToPlay(256)));
    }
}
