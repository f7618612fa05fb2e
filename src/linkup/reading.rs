//! Boards read from pictures: a grid, and which of its blocks look the same.

use crate::sprite::Raster;
use crate::sprite::grid::{Grid, Look, Sums, find_grid};

use super::block::Block;
use super::groups::group;
use super::light::even_out;
use super::{Board, BoardError, Kind};

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
/// to see, in the colour of the gaps around them, are empty cells. Kinds are numbered as they appear.
///
/// Errors: [`ReadBoardError::NoGrid`], [`BoardError::TooLarge`].
pub fn read_board(raster: &Raster) -> Result<ReadBoard, ReadBoardError> {
    let grid = find_grid(raster).ok_or(ReadBoardError::NoGrid)?;
    let board = read_cells(raster, &grid)?;
    Ok(ReadBoard { board, grid })
}

/// The kinds of the tiles of a grid, as [`read_board`] numbers them.
pub fn read_cells(raster: &Raster, grid: &Grid) -> Result<Board, BoardError> {
    let sums = Sums::of(raster);
    let places =
        (0..grid.y.count).flat_map(|row| (0..grid.x.count).map(move |column| (column, row)));
    let places: Vec<(usize, usize)> = places.collect();
    let looks: Vec<Look> = (places.iter())
        .map(|&(column, row)| Look::of(&sums, grid.x.inside(column), grid.y.inside(row)))
        .collect();
    let plain: Vec<bool> = looks.iter().map(Look::is_plain).collect();
    let are_plain = 2 * plain.iter().filter(|is_plain| **is_plain).count() > plain.len();
    let empty: Vec<f32> = (places.iter().zip(plain))
        .map(|(place, is_plain)| match is_plain {
            true => ground(&sums, grid, *place).unwrap_or(f32::from(!are_plain)),
            false => 0.0,
        })
        .collect();
    let mut blocks: Vec<Block> = (places.iter())
        .map(|place| block(&sums, grid, *place))
        .collect();
    even_out(&mut blocks, &nearest(&looks));
    let is_tile = |block: &usize| empty[*block] < SURELY_GROUND;
    let tiles: Vec<usize> = (0..blocks.len()).filter(is_tile).collect();
    let groups = group(tiles.len(), |a, b| {
        blocks[tiles[a]].distance(&blocks[tiles[b]])
    });
    let empty: Vec<f32> = tiles.iter().map(|tile| empty[*tile]).collect();
    let mut cells = vec![None; blocks.len()];
    for (tile, kind) in tiles.into_iter().zip(kinds_of(&groups, &empty)) {
        cells[tile] = kind;
    }
    Board::new(grid.x.count, cells)
}

/// Each block with the one that looks most like it whatever the light: most of these are equal.
fn nearest(looks: &[Look]) -> Vec<[usize; 2]> {
    let nearest = |one: usize| {
        let others = (0..looks.len()).filter(|other| *other != one);
        let distance = |other: usize| looks[one].distance(&looks[other]);
        let nearest = others.min_by(|a, b| distance(*a).total_cmp(&distance(*b)))?;
        Some([one, nearest])
    };
    (0..looks.len()).filter_map(nearest).collect()
}

fn block(sums: &Sums, grid: &Grid, (column, row): (usize, usize)) -> Block {
    let at = |index: usize, count: usize| (index as f32 + 0.5) / count as f32 - 0.5;
    let place = [at(column, grid.x.count), at(row, grid.y.count)];
    Block::of(sums, grid.x.inside(column), grid.y.inside(row), place)
}

/// At how many of its sides a block has the colour of the gaps around it, as a share; `None` where there
/// are none to speak of.
fn ground(sums: &Sums, grid: &Grid, (column, row): (usize, usize)) -> Option<f32> {
    const LEAST_GAP: f64 = 2.0;
    const MOST_APART: f32 = 14.0;
    let (x, y) = (grid.x.span(column), grid.y.span(row));
    let gaps = [grid.x.pitch - grid.x.tile, grid.y.pitch - grid.y.tile];
    let color = |x: [f64; 2], y: [f64; 2]| sums.parts(x, y, 1)[0];
    let mut around = Vec::new();
    // The middle of a gap: nothing of the tiles beside it.
    let middle = |at: f64, gap: f64| [at + gap / 2.0 - 0.5, at + gap / 2.0 + 0.5];
    if gaps[0] >= LEAST_GAP {
        around.push(color(middle(x[0] - gaps[0], gaps[0]), y));
        around.push(color(middle(x[1], gaps[0]), y));
    }
    if gaps[1] >= LEAST_GAP {
        around.push(color(x, middle(y[0] - gaps[1], gaps[1])));
        around.push(color(x, middle(y[1], gaps[1])));
    }
    let own = color(grid.x.inside(column), grid.y.inside(row));
    let is_near = |other: &[f32; 3]| {
        own.iter()
            .zip(other)
            .all(|(a, b)| (a - b).abs() < MOST_APART)
    };
    let near = around.iter().filter(|other| is_near(other)).count();
    (!around.is_empty()).then_some(near as f32 / around.len() as f32)
}

/// The kind of each block, of groups of blocks; `None` for all of a group that seems to be empty, which is
/// said of every block.
fn kinds_of(groups: &[usize], empty: &[f32]) -> Vec<Option<Kind>> {
    let mut number_of: Vec<Option<usize>> = Vec::new();
    let mut next = 0;
    for group in 0..groups.iter().max().map_or(0, |last| last + 1) {
        let members = (groups.iter().zip(empty)).filter(|(other, _)| **other == group);
        let (sum, all) = members.fold((0.0, 0.0), |(sum, all), (_, empty)| {
            (sum + empty, all + 1.0)
        });
        let is_kind = sum <= LEAST_GROUND * all;
        number_of.push(is_kind.then_some(next));
        next += usize::from(is_kind);
    }
    let kind = |group: &usize| number_of[*group].map(|number| Kind(number as u16));
    groups.iter().map(kind).collect()
}

/// A block with nothing to see is an empty cell if it has the colour of the gap at so many of its sides.
const SURELY_GROUND: f32 = 0.5;

/// Empty cells have the colour of the gap at so many of their sides: tiles beside them may have frames
/// that are taken for the gap.
const LEAST_GROUND: f32 = 0.15;

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::color::Rgb;

    #[test]
    fn a_picture_without_tiles_is_no_board() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let noise = (0..200 * 150).map(|_| {
            let [r, g, b, ..] = random.next_u64().to_be_bytes();
            Some(Rgb::new(r, g, b))
        });
        let noise = Raster::new(200, noise.collect());
        assert_eq!(read_board(&noise), Err(ReadBoardError::NoGrid));
    }
}
