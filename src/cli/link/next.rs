//! `--play-from` and `--next`: the pairs to take, for programs that play.

use super::source::Source;
use tetris_printer::grid::{Axis, Grid};
use tetris_printer::linkup::{LinkCell, LinkStep, Solution};

/// The number of pairs, then a line each.
pub fn lines(source: &Source, solution: &Solution) -> String {
    let steps = solution.0.iter().map(|step| line(source, step, true));
    format!("{}\n{}", solution.0.len(), steps.collect::<String>())
}

/// A line with a pair: row, column, row and column from 1. After those of a screenshot come the middles of both tiles in
/// pixels: x, y, x and y.
pub fn line(source: &Source, step: &LinkStep, is_screenshot: bool) -> String {
    let mut numbers: Vec<usize> = step.cells.into_iter().flat_map(LinkCell::spoken).collect();
    let screenshot = (source.picture.as_ref()).filter(|_| is_screenshot);
    if let Some((_, read)) = screenshot {
        numbers.extend(step.cells.iter().flat_map(|cell| middle(&read.grid, *cell)));
    }
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    words.join(" ") + "\n"
}

/// The pixel in the middle of a tile.
fn middle(grid: &Grid, cell: LinkCell) -> [usize; 2] {
    let at = |axis: &Axis, index: usize| {
        let [start, end] = axis.span(index);
        ((start + end) / 2.0).max(0.0) as usize
    };
    [at(&grid.x, cell.column), at(&grid.y, cell.row)]
}
