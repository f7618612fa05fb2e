//! The game in a browser: a self-contained page.

use serde_json::{Value, json};

use super::faces::{FACES, Face, with_faces};
use super::{Kind, LinkBoard, LinkCell};

/// The page without its board, which stands where [`PLACE`] is.
const PAGE: &str = include_str!("page.html");
const SCRIPTS: [(&str, &str); 2] = [
    ("/* rules.js */", include_str!("rules.js")),
    ("/* game.js */", include_str!("game.js")),
];
const PLACE: &str = "{/* game */}";

/// The most cells of a board on which the page finds hints without delay.
pub const MAX_CELLS: usize = 400;

/// Why the page cannot show a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkPageError {
    /// A board that would show tiles too small to touch.
    #[error("the board has {cells} cells, the page plays on at most {MAX_CELLS}")]
    TooLarge {
        /// Cells of the board.
        cells: usize,
    },
    /// More kinds than there are faces that can be told apart.
    #[error("the page shows at most {FACES} kinds of tiles, the board has {kinds}")]
    TooManyKinds {
        /// Kinds of the board.
        kinds: usize,
    },
}

/// A page (HTML, scripts and styles within) to play on a board, with hints, undo, automatic play and
/// new boards of the same size.
///
/// Errors: [`LinkPageError`].
pub fn play_page(board: &LinkBoard) -> Result<String, LinkPageError> {
    let cells = board.cells().len();
    if cells > MAX_CELLS {
        return Err(LinkPageError::TooLarge { cells });
    }
    let board = with_faces(board).map_err(|kinds| LinkPageError::TooManyKinds { kinds })?;
    let faces = board.kinds().last().map_or(0, |kind| kind.0 + 1);
    let row = |row: usize| {
        let tile = |column| board.tile(LinkCell::new(row, column));
        let number = |column| tile(column).map_or(0, |kind| kind.0 + 1);
        (0..board.columns()).map(number).collect::<Vec<u16>>()
    };
    let game = json!({
        "board": (0..board.rows()).map(row).collect::<Vec<_>>(),
        "faces": (0..faces).map(|kind| describe(Kind(kind))).collect::<Vec<_>>(),
    });
    let page = SCRIPTS
        .iter()
        .fold(PAGE.to_owned(), |page, (place, script)| {
            page.replace(place, script)
        });
    Ok(page.replace(PLACE, &game.to_string()))
}

/// The cells of the piece on a face, row and column from its upper left corner, and the face's colours.
fn describe(kind: Kind) -> Value {
    let face = Face::of(kind);
    let (cells, _) = face.cells();
    json!({ "cells": cells, "color": face.color, "stone": face.stone })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_holds_its_board_and_loads_nothing() {
        let board: LinkBoard = "1 2 0\n2 0 1".parse().unwrap();
        let page = play_page(&board).unwrap();
        assert!(page.contains("\"board\":[[1,2,0],[2,0,1]]"));
        for (place, _) in SCRIPTS {
            assert!(!page.contains(place), "{place}");
        }
        assert!(!page.contains(PLACE));
        let own = page.replace("http://www.w3.org/2000/svg", "");
        for loading in ["src=", "href=", "http:", "https:", "@import", "fetch("] {
            assert!(!own.contains(loading), "{loading}");
        }
    }

    #[test]
    fn kinds_that_are_numbered_too_high_for_a_face_are_numbered_anew() {
        let board: LinkBoard = "7000 3 0\n3 7000 0".parse().unwrap();
        let page = play_page(&board).unwrap();
        assert!(page.contains("\"board\":[[2,1,0],[1,2,0]]"));
    }

    #[test]
    fn boards_too_large_for_a_page_are_refused() {
        let row = vec!["1"; 60].join(" ");
        let board: LinkBoard = vec![row; 8].join("\n").parse().unwrap();
        assert_eq!(
            play_page(&board),
            Err(LinkPageError::TooLarge { cells: 480 })
        );
    }
}
