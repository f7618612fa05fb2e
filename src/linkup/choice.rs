//! Boards read from pictures: which of the grids that a picture may have is that of the board.

use crate::picture::Raster;
use crate::sprite::grid::{Grid, Sums, find_grids};

use super::reading::{Reading, read_with};
use super::{Board, BoardError};

/// A board, and where it was found in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadBoard {
    /// The tiles by kind, kinds numbered as they first come in reading order.
    pub board: Board,
    /// Where the tiles are in the picture.
    pub grid: Grid,
}

/// Why a picture is not read as a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadBoardError {
    /// Nothing in the picture comes again at even distances.
    #[error(
        "no grid of tiles that come again was found in the picture: crop it to the board, or write \
         the board as a text"
    )]
    NoGrid,
    /// A grid was found, but what is on it is no board.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Reads a board: finds its grid, and puts blocks that look the same into one kind. Blocks with nothing
/// to see are empty cells if they have the colour of the gaps around them, or are many. Kinds are numbered as
/// they appear.
///
/// Of the grids that may be, that is taken on which the largest tiles find partners.
///
/// Errors: [`ReadBoardError::NoGrid`], [`BoardError::TooLarge`].
pub fn read_board(raster: &Raster) -> Result<ReadBoard, ReadBoardError> {
    let sums = Sums::of(raster);
    let mut grids = find_grids(&sums);
    let first = grids.next().ok_or(ReadBoardError::NoGrid)?;
    let first = with_all_lines(&sums, read_with(&sums, first)?);
    let best = match first.pairing.is_convincing() {
        true => first,
        false => grids
            .filter(|grid| grid.count() <= MOST_TILES)
            .filter_map(|grid| read_with(&sums, grid).ok())
            .fold(first, better),
    };
    let best = with_all_lines(&sums, of_whole_tiles(&sums, best));
    let Reading { board, grid, .. } = best;
    let is_board = best.pairing.is_possible() || grid.confidence >= SURE;
    match is_board {
        true => Ok(ReadBoard { board, grid }),
        false => Err(ReadBoardError::NoGrid),
    }
}

/// Tiles that are so much alike are a board even where they find no partners.
const SURE: f64 = 0.8;

/// Tiles of a grid that is compared with others: to read more takes long.
const MOST_TILES: usize = 600;

/// The better of two.
fn better(one: Reading, other: Reading) -> Reading {
    if worth(&other) > worth(&one) {
        other
    } else {
        one
    }
}

/// About the area of the tiles that find partners.
fn worth(Reading { grid, pairing, .. }: &Reading) -> f64 {
    pairing.score() * (grid.x.pitch * grid.y.pitch).powf(LARGER)
}

/// By how much larger tiles count more than their area: they are less often equal by chance.
const LARGER: f64 = 1.1;

/// With tiles made of several, where those find partners as well.
fn of_whole_tiles(sums: &Sums, parts: Reading) -> Reading {
    // Where tiles find partners, their parts do.
    if !parts.pairing.is_possible() {
        return parts;
    }
    let Grid { x, y, .. } = parts.grid;
    let columns = x.merged();
    let axes = columns
        .iter()
        .flat_map(|x| y.merged().into_iter().map(move |y| (*x, y)));
    let axes = axes.filter(|(x, y)| (x.pitch / y.pitch).ln().abs() < OBLONG);
    let grids = axes.map(|(x, y)| Grid { x, y, ..parts.grid });
    let grids = grids.filter(|grid| (LEAST_TILES..parts.grid.count()).contains(&grid.count()));
    let readings = grids.filter_map(|grid| read_with(sums, grid).ok());
    let are_clear = |whole: &Reading| whole.pairing.is_as_clear_as(&parts.pairing);
    let whole: Vec<Reading> = readings.filter(are_clear).collect();
    whole.into_iter().fold(parts, better)
}

/// The logarithm of how much longer than wide tiles may be.
const OBLONG: f64 = 0.9;

/// Fewer tiles than this are hardly a board.
const LEAST_TILES: usize = 8;

/// With lines of tiles that come or go at the sides of the grid, where more tiles find partners by that.
fn with_all_lines(sums: &Sums, mut reading: Reading) -> Reading {
    for _ in 0..MOST_LINES {
        if reading.pairing.is_perfect() || reading.grid.count() > MOST_TILES {
            break;
        }
        let others = neighbours(sums, &reading.grid)
            .into_iter()
            .filter_map(|(grid, line)| {
                let other = read_with(sums, grid).ok()?;
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

/// Lines that may come or go.
const MOST_LINES: usize = 4;

/// The grids with a line more or less, and how many blocks that line has.
fn neighbours(sums: &Sums, grid: &Grid) -> Vec<(Grid, usize)> {
    let columns = grid.x.longer_or_shorter(sums.width()).into_iter();
    let columns = columns.map(|x| (Grid { x, ..*grid }, grid.y.count));
    let rows = grid.y.longer_or_shorter(sums.height()).into_iter();
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
