//! What `link` says of a board.

use serde_json::{Value, json};

use super::source::Source;
use crate::cli::report::{count, grouped};
use tetris_printer::linkup::{Answer, LinkCell, LinkStep};

/// A few lines for people.
pub fn summary(source: &Source, answer: Option<&Answer>) -> String {
    let board = &source.board;
    let (columns, rows) = (board.columns(), board.rows());
    let tiles = count(board.tiles().count(), "tile");
    let kinds = count(board.kinds().len(), "kind");
    let mut text = format!("board     {columns}x{rows}: {tiles}, {kinds}\n");
    if let Some((_, read)) = &source.picture {
        let confidence = read.rounded_confidence();
        text += &format!(
            "read from {}, with a confidence of {confidence:.2}\n",
            read.grid
        );
    }
    if let Some(Answer::Cleared {
        solution,
        by_phases,
    }) = answer
    {
        let how = match by_phases {
            true => "the three phases",
            false => "the search",
        };
        text += &format!(
            "cleared   in {} by {how}\n",
            count(solution.0.len(), "step")
        );
    }
    text
}

pub fn undecided(work: u64) -> String {
    format!(
        "undecided: nothing is known of the board after {} tests of links; try a larger --work",
        grouped(work as usize)
    )
}

/// All that is known, for programs. Kinds, rows and columns count from 1; the free way around the board
/// is at 0 and one beyond the last.
pub fn json(source: &Source, answer: Option<&Answer>) -> Value {
    let board = &source.board;
    let tiles = |row: usize| {
        let tile = |column| board.tile(LinkCell::new(row, column));
        let number = |column| tile(column).map_or(0, |kind| kind.0 + 1);
        (0..board.columns()).map(number).collect::<Vec<u16>>()
    };
    let mut report = json!({
        "columns": board.columns(),
        "rows": board.rows(),
        "kinds": board.kinds().len(),
        "board": (0..board.rows()).map(tiles).collect::<Vec<_>>(),
    });
    if let Some((_, read)) = &source.picture {
        report["grid"] = json!(read.grid);
        report["confidence"] = json!(read.confidence);
        report["accepted"] = json!(source.doubt().is_none());
    }
    match answer {
        Some(Answer::Cleared {
            solution,
            by_phases,
        }) => {
            report["answer"] = json!("cleared");
            report["method"] = json!(if *by_phases { "phases" } else { "search" });
            report["steps"] = solution.0.iter().map(step).collect();
        }
        Some(Answer::Stuck { stays }) => {
            report["answer"] = json!("stuck");
            report["stays"] = stays.iter().map(|cell| json!(cell.spoken())).collect();
        }
        Some(Answer::Undecided) => report["answer"] = json!("undecided"),
        None => {}
    }
    report
}

fn step(step: &LinkStep) -> Value {
    let path = step
        .path
        .0
        .iter()
        .map(|(row, column)| [row + 1, column + 1]);
    json!({
        "kind": step.kind.0 + 1,
        "cells": step.cells.map(LinkCell::spoken),
        "path": path.collect::<Vec<_>>(),
    })
}
