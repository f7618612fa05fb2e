//! Link-up boards: read from a screenshot or made, solved, and shown.

use anyhow::bail;
use serde::Deserialize;
use serde_json::json;
use tetris_printer::linkup::{
    Answer as Outcome, BoardPicture, BoardSize, Gravity, LinkBoard, ReadBoard, explain,
    generate_board, play_page, read_board, solve, why_stuck,
};
use tetris_printer::picture::decode_picture;

use crate::desk::Answer;

/// What is wanted of a board.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct LinkOrder {
    show: Show,
    /// What a board is made from if no picture follows.
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Show {
    /// How a screenshot was read, as a PNG.
    Reading,
    /// The solution, as a GIF.
    Solution,
    /// The board as a page to play.
    Page,
}

/// Tests of links after which a page gives up: some seconds.
const WORK: u64 = 40_000_000;

/// The side of a tile, in pixels.
const TILE: usize = 40;

/// The board that is made where none is given.
const SIZE: BoardSize = BoardSize {
    columns: 12,
    rows: 8,
};
const KINDS: usize = 12;

/// Shows a board.
pub fn answer(order: &LinkOrder, bytes: &[u8]) -> anyhow::Result<Answer> {
    let (mut shown, mut warning) = (Vec::new(), None);
    let board = match bytes {
        [] => generate_board(SIZE, KINDS, order.seed)?,
        bytes => {
            let raster = decode_picture(bytes)?;
            let read = read_board(&raster)?;
            if order.show == Show::Reading {
                explain(&raster, &read, &mut shown)?;
            }
            warning = (read.confidence < ReadBoard::SURE).then(|| read.warning());
            read.board
        }
    };
    let (columns, rows) = (board.columns(), board.rows());
    let mut json = json!({
        "columns": columns,
        "rows": rows,
        "tiles": board.tiles().count(),
        "warning": warning,
    });
    match order.show {
        Show::Reading => {}
        Show::Page => shown = play_page(&board)?.into_bytes(),
        Show::Solution => json["steps"] = json!(write_solution(&board, &mut shown)?),
    }
    Ok(Answer { json, bytes: shown })
}

/// Writes the solution as a GIF and returns its steps.
fn write_solution(board: &LinkBoard, gif: &mut Vec<u8>) -> anyhow::Result<usize> {
    match solve(board, WORK)? {
        Outcome::Cleared { solution, .. } => {
            BoardPicture::new(board, TILE)?.write_gif(&solution, Gravity::None, gif)?;
            Ok(solution.0.len())
        }
        Outcome::Stuck { stays } => bail!(why_stuck(&stays)),
        Outcome::Undecided => bail!(
            "undecided: nothing is known of the board after {WORK} tests of links; the program's --work allows more"
        ),
    }
}
