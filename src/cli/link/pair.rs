//! `--pair`: whether two tiles can be linked.

use std::process::ExitCode;
use std::str::FromStr;

use anyhow::bail;
use serde_json::json;

use super::source::Source;
use crate::cli::failure::Mismatch;
use crate::cli::output::Target;
use crate::cli::report::{count, print_json, write_stdout};
use crate::cli::stage::write_all;
use tetris_printer::linkup::{BoardPicture, LinkCell, Path, Unlinked};

/// Two cells, written as row, column, row, column, counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct CellPair([LinkCell; 2]);

impl FromStr for CellPair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> = text
            .split(',')
            .map(|part| part.trim().parse::<usize>().ok()?.checked_sub(1))
            .collect();
        match numbers.as_deref() {
            Some(&[row, column, other_row, other_column]) => Ok(CellPair([
                LinkCell::new(row, column),
                LinkCell::new(other_row, other_column),
            ])),
            _ => Err(format!(
                "`{text}` is not two cells: write row, column, row, column from 1, like 1,2,4,3"
            )),
        }
    }
}

/// How the answer is given.
pub struct PairOutput<'a> {
    /// A picture of the path.
    pub png: Option<&'a Target>,
    /// Pixels of a tile in it.
    pub tile: usize,
    pub json: bool,
}

/// Says whether the tiles can be linked, and draws the path. The exit code is 1 if they cannot.
pub fn run(
    source: &Source,
    CellPair([a, b]): CellPair,
    output: &PairOutput<'_>,
) -> anyhow::Result<ExitCode> {
    let board = &source.board;
    let linked = match board.link(a, b) {
        Err(error @ (Unlinked::Outside { .. } | Unlinked::Same(_))) => bail!("--pair: {error}"),
        linked => linked,
    };
    if output.json {
        print_json(&json!({
            "pair": [a.spoken(), b.spoken()],
            "linked": linked.is_ok(),
            "turns": linked.as_ref().ok().map(Path::turns),
            "path": linked.as_ref().ok().map(|path| spoken(path).collect::<Vec<_>>()),
            "because": linked.as_ref().err().map(ToString::to_string),
        }))?;
    }
    let path = match linked {
        Ok(path) => path,
        Err(error) => bail!(Mismatch(format!("not linked: {error}"))),
    };
    if let Some(target) = output.png {
        let mut png = Vec::new();
        BoardPicture::new(board, output.tile)?
            .with_path(&path)
            .write_png(&mut png)?;
        write_all(&[(target, &png)])?;
    }
    if !output.json && output.png != Some(&Target::Stream) {
        let places = spoken(&path).map(|[row, column]| format!("{row},{column}"));
        let places = places.collect::<Vec<_>>().join(" ");
        let turns = count(path.turns(), "turn");
        let text = format!("linked with {turns}: {places}\n{}", board.draw_link(&path));
        write_stdout(text.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The path's ends and corners as people count, from 1; the free lane is at 0 and one beyond the last.
fn spoken(path: &Path) -> impl Iterator<Item = [i32; 2]> {
    path.0.iter().map(|(row, column)| [row + 1, column + 1])
}
