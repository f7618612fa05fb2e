//! What `tile` prints.

use std::fmt::Write as _;

use serde_json::json;
use tetris_printer::cover::{BigUint, Obstacle, Tiling};

use super::args::Args;
use super::count::Counted;
use crate::cli::report::{print_json, write_stdout};

/// The result of a run.
pub struct Report<'a> {
    pub tiling: &'a Tiling,
    pub counted: Option<&'a Counted>,
    pub obstacle: Option<&'a Obstacle>,
    pub coverings: &'a [Vec<usize>],
}

impl Report<'_> {
    pub fn print(&self, args: &Args) -> anyhow::Result<()> {
        if args.json {
            return print_json(&self.json());
        }
        let mut text = String::new();
        if let Some(counted) = self.counted {
            writeln!(text, "{}", counted.count)?;
        }
        self.explain(args, &mut text)?;
        for covering in self.coverings {
            let drawing = match args.cells {
                true => self.tiling.cell_names(covering),
                false => self.tiling.draw(covering),
            };
            writeln!(text, "\n{drawing}")?;
        }
        write_stdout(text.as_bytes())
    }

    fn explain(&self, args: &Args, text: &mut String) -> anyhow::Result<()> {
        if let Some(obstacle) = self.obstacle {
            writeln!(text, "because {obstacle}")?;
            if let (true, Obstacle::Colouring { colouring, .. }) = (args.explain, obstacle) {
                let board = self.tiling.puzzle().board();
                let drawing = self.tiling.draw_cells(|cell| match board.number(cell) {
                    Some(_) if colouring.holds(cell) => 'x',
                    Some(_) => '.',
                    None => ' ',
                });
                writeln!(text, "{drawing}")?;
            }
        } else if let (true, Some(counted)) = (args.explain, self.counted) {
            match (counted.count == BigUint::ZERO, counted.branches) {
                (false, _) => writeln!(text, "There are coverings: nothing stands in the way.")?,
                (true, Some(branches)) if counted.was_cut() => {
                    writeln!(
                        text,
                        "The search found none in {branches} choices, then was cut."
                    )?;
                }
                (true, Some(branches)) => writeln!(
                    text,
                    "because all {branches} choices of the search ended in a cell or a piece that \
                     nothing fits; no area and no colouring tells it sooner"
                )?,
                (true, None) => writeln!(
                    text,
                    "because every profile came to a dead end; no area and no colouring tells it \
                     sooner"
                )?,
            }
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let puzzle = self.tiling.puzzle();
        let [columns, rows, layers] = puzzle.board().size();
        let coverings = self.coverings.iter().map(|covering| {
            let placements = covering
                .iter()
                .map(|&number| &self.tiling.placements()[number]);
            let placements = placements.map(|placement| {
                let cells = placement.cells.iter().map(|cell| cell + 1);
                json!({
                    "piece": puzzle.pieces()[placement.piece].name,
                    "cells": cells.collect::<Vec<u32>>(),
                })
            });
            placements.collect::<Vec<_>>()
        });
        json!({
            "puzzle": puzzle.name(),
            "board": {"columns": columns, "rows": rows, "layers": layers,
                "cells": self.tiling.cell_count()},
            "placements": self.tiling.placements().len(),
            // A text, since counts outgrow what readers of JSON keep exactly.
            "count": self.counted.map(|counted| counted.count.to_string()),
            "complete": self.counted.map(|counted| !counted.was_cut()),
            "method": self.counted.map(|counted| counted.method),
            "branches": self.counted.and_then(|counted| counted.branches),
            "because": self.obstacle.map(ToString::to_string),
            "coverings": coverings.collect::<Vec<_>>(),
        })
    }
}
