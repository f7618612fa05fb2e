//! Boards read with a grid: which of its blocks look the same, and which are empty cells.

use crate::sprite::grid::{Grid, Look, Sums};

use super::block::Block;
use super::groups::group;
use super::light::even_out;
use super::pairing::Pairing;
use super::{Board, BoardError, Kind};

/// A board as it is read with a grid.
#[derive(Clone)]
pub struct Reading {
    /// The tiles by kind, kinds numbered as they first come in reading order.
    pub board: Board,
    pub grid: Grid,
    /// How well the tiles find partners.
    pub pairing: Pairing,
}

/// Reads a board with a grid: puts blocks that look the same into one kind. Blocks with nothing to see are empty
/// cells if they have the colour of the gaps around them, or are many.
pub fn read_with(sums: &Sums, grid: Grid) -> Result<Reading, BoardError> {
    let places =
        (0..grid.y.count).flat_map(|row| (0..grid.x.count).map(move |column| (column, row)));
    let places: Vec<(usize, usize)> = places.collect();
    let looks: Vec<Look> = (places.iter())
        .map(|&(column, row)| Look::of(sums, grid.x.inside(column), grid.y.inside(row)))
        .collect();
    let plain: Vec<bool> = looks.iter().map(Look::is_plain).collect();
    let empty: Vec<f32> = (places.iter().zip(&plain))
        .map(|(place, is_plain)| match *is_plain {
            true => ground(sums, &grid, *place).unwrap_or(0.0),
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
    for (tile, kind) in tiles.into_iter().zip(kinds_of(&groups.of, &seen)) {
        cells[tile] = kind;
    }
    let board = Board::new(grid.x.count, cells)?;
    let pairing = Pairing::of(&board, &plain, groups.clarity);
    Ok(Reading {
        board,
        grid,
        pairing,
    })
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
    // Where other tiles have something on them, many blocks with nothing are empty cells, and a few are tiles.
    let plain = groups_seen.iter().filter(|group| group.is_plain()).count();
    let usual = groups.len() as f32 / count.max(1) as f32;
    let many = MANY * usual * plain as f32;
    let has_tiles = 2 * plain < count && count > 2;
    let is_bare = |group: &Seen| has_tiles && group.is_plain() && group.blocks as f32 >= many;
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

/// Empty cells are about as many as tiles usually are of so many kinds as have nothing on them.
const MANY: f32 = 0.9;

/// The share of the blocks of a group that are plain if it is.
const MOSTLY: f32 = 0.5;

/// A block with nothing to see is an empty cell if it has the colour of the gap at so many of its sides.
const SURELY_GROUND: f32 = 0.5;

/// Empty cells have the colour of the gap at so many of their sides: tiles beside them may have frames
/// that are taken for the gap.
const LEAST_GROUND: f32 = 0.15;

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the blocks in groups of these sizes are tiles, the last of which has nothing on it.
    fn tiles(sizes: &[usize]) -> usize {
        let last = sizes.len() - 1;
        let blocks = sizes.iter().enumerate();
        let groups = blocks.flat_map(|(group, size)| vec![group; *size]);
        let groups: Vec<usize> = groups.collect();
        let seen = groups.iter().map(|group| Seen {
            empty: 0.0,
            plain: f32::from(u8::from(*group == last)),
            blocks: 1,
        });
        let kinds = kinds_of(&groups, &seen.collect::<Vec<_>>());
        kinds.iter().flatten().count()
    }

    #[test]
    fn blocks_with_nothing_on_them_are_no_tiles_where_they_are_many() {
        assert_eq!(tiles(&[4, 6, 4, 6, 8]), 20);
        assert_eq!(tiles(&[4, 6, 4, 6, 2]), 22);
        // Of two kinds one has nothing on it.
        assert_eq!(tiles(&[4, 8]), 12);
    }
}
