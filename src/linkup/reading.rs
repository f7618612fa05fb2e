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
/// Where many kinds have an odd number of tiles, lines of blocks that come or go at the sides of the grid
/// are tried: with the right ones there are pairs.
///
/// Errors: [`ReadBoardError::NoGrid`], [`BoardError::TooLarge`].
pub fn read_board(raster: &Raster) -> Result<ReadBoard, ReadBoardError> {
    let grid = find_grid(raster).ok_or(ReadBoardError::NoGrid)?;
    let sums = Sums::of(raster);
    let mut read = read_grid(&sums, grid)?;
    for _ in 0..MOST_LINES {
        let odd = odd_kinds(&read.board);
        let others = neighbours(raster, &read.grid)
            .into_iter()
            .filter(|(_, line)| odd >= line / PAIRED);
        let judged = others.filter_map(|(grid, line)| {
            let other = read_grid(&sums, grid).ok()?;
            let fewer = odd.checked_sub(odd_kinds(&other.board))?;
            (fewer > 0 && fewer * PAIRED >= line).then_some((fewer, other))
        });
        match judged.max_by_key(|(fewer, _)| *fewer) {
            Some((_, better)) => read = better,
            None => break,
        }
    }
    Ok(read)
}

/// Lines that may come or go.
const MOST_LINES: usize = 4;

/// A line comes or goes if by that so many tiles, one of this number, find partners or need none.
const PAIRED: usize = 2;

/// The kinds with an odd number of tiles.
fn odd_kinds(board: &Board) -> usize {
    let kinds = board.cells_by_kind();
    kinds.iter().filter(|cells| cells.len() % 2 == 1).count()
}

/// The grids with a line more or less, and how many blocks that line has.
fn neighbours(raster: &Raster, grid: &Grid) -> Vec<(Grid, usize)> {
    let columns = grid.x.longer_or_shorter(raster.width()).into_iter();
    let columns = columns.map(|x| (Grid { x, ..*grid }, grid.y.count));
    let rows = grid.y.longer_or_shorter(raster.height()).into_iter();
    columns
        .chain(rows.map(|y| (Grid { y, ..*grid }, grid.x.count)))
        .collect()
}

/// The kinds of the tiles of a grid.
fn read_grid(sums: &Sums, grid: Grid) -> Result<ReadBoard, BoardError> {
    let places =
        (0..grid.y.count).flat_map(|row| (0..grid.x.count).map(move |column| (column, row)));
    let places: Vec<(usize, usize)> = places.collect();
    let looks: Vec<Look> = (places.iter())
        .map(|&(column, row)| Look::of(sums, grid.x.inside(column), grid.y.inside(row)))
        .collect();
    let plain: Vec<bool> = looks.iter().map(Look::is_plain).collect();
    let are_plain = 2 * plain.iter().filter(|is_plain| **is_plain).count() > plain.len();
    let empty: Vec<f32> = (places.iter().zip(&plain))
        .map(|(place, is_plain)| match *is_plain {
            true => ground(sums, &grid, *place).unwrap_or(f32::from(!are_plain)),
            false => 0.0,
        })
        .collect();
    let mut blocks: Vec<Block> = (places.iter())
        .map(|place| block(sums, &grid, *place))
        .collect();
    even_out(&mut blocks, &nearest(&looks));
    let is_tile = |block: &usize| empty[*block] < SURELY_GROUND;
    let tiles: Vec<usize> = (0..blocks.len()).filter(is_tile).collect();
    let groups = group(tiles.len(), |a, b| {
        blocks[tiles[a]].distance(&blocks[tiles[b]])
    });
    let seen: Vec<Seen> = (tiles.iter())
        .map(|tile| Seen {
            empty: empty[*tile],
            plain: f32::from(u8::from(plain[*tile])),
            blocks: 1,
        })
        .collect();
    let mut cells = vec![None; blocks.len()];
    for (tile, kind) in tiles.into_iter().zip(kinds_of(&groups, &seen)) {
        cells[tile] = kind;
    }
    let board = Board::new(grid.x.count, cells)?;
    Ok(ReadBoard { board, grid })
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

/// What is seen of a block, or of a group of blocks on average.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// How much it seems to be empty, 0 to 1.
    empty: f32,
    /// How many of its blocks have nothing to see, as a share.
    plain: f32,
    blocks: usize,
}

impl Seen {
    fn of(blocks: impl Iterator<Item = Seen>) -> Seen {
        let sum = blocks.fold(Seen::default(), |sum, block| Seen {
            empty: sum.empty + block.empty,
            plain: sum.plain + block.plain,
            blocks: sum.blocks + block.blocks,
        });
        let count = sum.blocks.max(1) as f32;
        Seen {
            empty: sum.empty / count,
            plain: sum.plain / count,
            ..sum
        }
    }

    fn is_plain(&self) -> bool {
        self.plain > MOSTLY
    }
}

/// The kind of each block, of groups of blocks and what is seen of each; `None` for all of a group that
/// seems to be empty.
fn kinds_of(groups: &[usize], seen: &[Seen]) -> Vec<Option<Kind>> {
    let count = groups.iter().max().map_or(0, |last| last + 1);
    let members = |group: usize| {
        let all = groups.iter().zip(seen);
        all.filter(move |(other, _)| **other == group)
    };
    let groups_seen: Vec<Seen> = (0..count)
        .map(|group| Seen::of(members(group).map(|(_, seen)| *seen)))
        .collect();
    // Where all other tiles have something on them, those that have nothing, and are more than any, are none.
    let plain = groups_seen.iter().filter(|group| group.is_plain()).count();
    let most = groups_seen.iter().map(|group| group.blocks).max();
    let is_bare =
        |group: &Seen| plain == 1 && count > 2 && group.is_plain() && Some(group.blocks) == most;
    let mut next = 0;
    let number_of: Vec<Option<Kind>> = (groups_seen.iter())
        .map(|group| {
            let is_kind = group.empty <= LEAST_GROUND && !is_bare(group);
            next += u16::from(is_kind);
            is_kind.then(|| Kind(next - 1))
        })
        .collect();
    groups.iter().map(|group| number_of[*group]).collect()
}

/// The share of the blocks of a group that are plain if it is.
const MOSTLY: f32 = 0.5;

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
