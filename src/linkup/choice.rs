//! Reading a board from a picture: which of its possible grids is the board's.

use crate::grid::{Grid, IntegralImage, find_grids};
use crate::picture::Raster;

use super::reading::{Reading, read_with};
use super::{LinkBoard, LinkBoardError};

/// The confidence of a grid that makes it a board even if its tiles do not pair up.
// Lower takes windows of houses for boards.
const BOARD_CONFIDENCE: f64 = 0.8;

/// The most tiles of a grid that is compared with others: larger ones take long to read.
const MAX_COMPARED: usize = 600;

/// A board, and where it was found in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadBoard {
    /// The tiles by kind; kinds are numbered in reading order.
    pub board: LinkBoard,
    /// Where the tiles are in the picture.
    pub grid: Grid,
}

/// Why a picture is not read as a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadBoardError {
    /// There is no grid, or its tiles neither pair up nor match well.
    #[error(
        "no grid of tiles that repeat was found in the picture: crop it to the board, or write the \
         board as text"
    )]
    NoGrid,
    /// A grid was found, but what is on it is not a board.
    #[error(transparent)]
    Board(#[from] LinkBoardError),
}

/// Reads a board from a picture: finds its grid, and clusters blocks that look the same into kinds. Plain blocks are
/// empty cells if they have the colour of the gaps around them, or are many.
///
/// Of the possible grids it takes the one on which the largest tiles pair up. That is a board if more tiles pair up
/// than may be chance, or if the grid's confidence is at least 0.8; what a possible grid is, is decided in
/// [`grid::thresholds`](crate::grid::thresholds).
///
/// Errors: [`ReadBoardError::NoGrid`], [`LinkBoardError::TooLarge`].
pub fn read_board(raster: &Raster) -> Result<ReadBoard, ReadBoardError> {
    let image = IntegralImage::of(raster);
    let mut grids = find_grids(&image);
    let first = grids.next().ok_or(ReadBoardError::NoGrid)?;
    let first = with_all_lines(&image, read_with(&image, first)?);
    let best = match first.pairing.is_convincing() {
        true => first,
        false => grids
            .filter(|grid| grid.count() <= MAX_COMPARED)
            .filter_map(|grid| read_with(&image, grid).ok())
            .fold(first, better),
    };
    let best = with_all_lines(&image, of_whole_tiles(&image, best));
    let Reading { board, grid, .. } = best;
    let is_board = best.pairing.is_possible() || grid.confidence >= BOARD_CONFIDENCE;
    match is_board {
        true => Ok(ReadBoard { board, grid }),
        false => Err(ReadBoardError::NoGrid),
    }
}

/// The better of two; the first of equals.
fn better(one: Reading, other: Reading) -> Reading {
    if score(&other) > score(&one) {
        other
    } else {
        one
    }
}

/// The exponent of the area of a tile in a grid's score.
// Above 1 because larger tiles are less often equal by chance: so whole tiles win over their parts.
const AREA_EXPONENT: f64 = 1.1;

/// About the area of the tiles that pair up.
fn score(Reading { grid, pairing, .. }: &Reading) -> f64 {
    pairing.score() * (grid.x.pitch * grid.y.pitch).powf(AREA_EXPONENT)
}

/// The fewest tiles of a board that is made by merging parts.
const MIN_MERGED: usize = 8;

/// The largest logarithm of the ratio of the sides of merged tiles.
const MAX_MERGED_RATIO: f64 = 0.9;

/// With adjacent tiles merged where the merged ones pair up as well.
fn of_whole_tiles(image: &IntegralImage, parts: Reading) -> Reading {
    // Where tiles pair up, their parts do, too.
    if !parts.pairing.is_possible() {
        return parts;
    }
    let Grid { x, y, .. } = parts.grid;
    let columns = x.merged();
    let axes = columns
        .iter()
        .flat_map(|x| y.merged().into_iter().map(move |y| (*x, y)));
    let axes = axes.filter(|(x, y)| (x.pitch / y.pitch).ln().abs() < MAX_MERGED_RATIO);
    let grids = axes.map(|(x, y)| Grid { x, y, ..parts.grid });
    let grids = grids.filter(|grid| (MIN_MERGED..parts.grid.count()).contains(&grid.count()));
    let readings = grids.filter_map(|grid| read_with(image, grid).ok());
    let are_clear = |whole: &Reading| whole.pairing.is_as_clear_as(&parts.pairing);
    let whole: Vec<Reading> = readings.filter(are_clear).collect();
    whole.into_iter().fold(parts, better)
}

/// How many lines may be added or dropped.
const MAX_LINES: usize = 4;

/// With lines added or dropped at the sides of the grid, as long as more tiles pair up by that (hill climbing).
fn with_all_lines(image: &IntegralImage, mut reading: Reading) -> Reading {
    for _ in 0..MAX_LINES {
        if reading.pairing.is_perfect() || reading.grid.count() > MAX_COMPARED {
            break;
        }
        let others = neighbours(image, &reading.grid)
            .into_iter()
            .filter_map(|(grid, line)| {
                let other = read_with(image, grid).ok()?;
                let is_better = reading.pairing.is_worse_than(&other.pairing, line);
                is_better.then_some(other)
            });
        match others.max_by(|a, b| a.pairing.score().total_cmp(&b.pairing.score())) {
            Some(better) => reading = better,
            None => break,
        }
    }
    reading
}

/// The grids with a line more or less, and the number of blocks of that line.
fn neighbours(image: &IntegralImage, grid: &Grid) -> Vec<(Grid, usize)> {
    let columns = grid.x.longer_or_shorter(image.width()).into_iter();
    let columns = columns.map(|x| (Grid { x, ..*grid }, grid.y.count));
    let rows = grid.y.longer_or_shorter(image.height()).into_iter();
    columns
        .chain(rows.map(|y| (Grid { y, ..*grid }, grid.x.count)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::noise;

    #[test]
    fn a_picture_without_tiles_is_no_board() {
        assert_eq!(read_board(&noise(200, 150, 1)), Err(ReadBoardError::NoGrid));
    }
}
