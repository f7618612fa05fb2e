//! Reading a board with a given grid: which of its blocks look the same, and which are empty cells.

use crate::grid::{Descriptor, Grid, IntegralImage};

use super::block::Block;
use super::clusters::cluster;
use super::light::even_out;
use super::pairing::Pairing;
use super::{Kind, LinkBoard, LinkBoardError};

/// The narrowest gap, in pixels, whose colour is known.
const MIN_GAP: f64 = 2.0;

/// The largest difference of a channel, 0 to 255, of a block that has the colour of the gap.
// Tighter loses empty cells in uneven light, looser takes pale tiles for empty.
const SAME_COLOR: f32 = 14.0;

/// The share of its sides on which a plain block has the colour of the gap if it is certainly an empty cell, and the
/// mean share if the blocks of its kind are.
// Tiles next to an empty cell may have frames that are taken for the gap, so the mean may be low.
const CERTAINLY_GROUND: f32 = 0.5;
const MIN_GROUND: f32 = 0.15;

/// The share of plain blocks that makes a kind plain.
const MOSTLY_PLAIN: f32 = 0.5;

/// How many blocks plain kinds have if they are empty cells, as a share of what as many other kinds have.
const MANY: f32 = 0.9;

/// A board read with a grid.
#[derive(Clone)]
pub struct Reading {
    /// The tiles by kind; kinds are numbered in order of appearance.
    pub board: LinkBoard,
    pub grid: Grid,
    /// How well the tiles pair up.
    pub pairing: Pairing,
}

/// A column and a row of a grid.
type Place = (usize, usize);

/// Reads a board with a grid: blocks that look the same are of one kind. Plain blocks are empty cells if they have the
/// colour of the gaps around them, or are many.
pub fn read_with(image: &IntegralImage, grid: Grid) -> Result<Reading, LinkBoardError> {
    let places: Vec<Place> = (0..grid.y.count)
        .flat_map(|row| (0..grid.x.count).map(move |column| (column, row)))
        .collect();
    let descriptors: Vec<Descriptor> = (places.iter())
        .map(|&(column, row)| Descriptor::of(image, grid.x.inside(column), grid.y.inside(row)))
        .collect();
    let seen: Vec<Appearance> = (places.iter().zip(&descriptors))
        .map(|(place, descriptor)| Appearance::of_block(image, &grid, *place, descriptor))
        .collect();
    let mut blocks: Vec<Block> = (places.iter())
        .map(|place| block(image, &grid, *place))
        .collect();
    even_out(&mut blocks, &nearest_neighbours(&descriptors));
    let is_tile = |block: &usize| seen[*block].ground < CERTAINLY_GROUND;
    let tiles: Vec<usize> = (0..blocks.len()).filter(is_tile).collect();
    let clusters = cluster(tiles.len(), |a, b| {
        blocks[tiles[a]].distance(&blocks[tiles[b]])
    });
    let seen_of_tiles: Vec<Appearance> = tiles.iter().map(|tile| seen[*tile]).collect();
    let kinds = kinds_of(&clusters.of, &seen_of_tiles);
    let mut cells = vec![None; blocks.len()];
    for (tile, kind) in tiles.into_iter().zip(kinds) {
        cells[tile] = kind;
    }
    let board = LinkBoard::new(grid.x.count, cells)?;
    let plain: Vec<bool> = descriptors.iter().map(Descriptor::is_plain).collect();
    let pairing = Pairing::of(&board, &plain, clusters.clarity);
    Ok(Reading {
        board,
        grid,
        pairing,
    })
}

/// Each block with its nearest neighbour, whatever the light: most of these pairs are equal.
fn nearest_neighbours(descriptors: &[Descriptor]) -> Vec<[usize; 2]> {
    let nearest = |one: usize| {
        let others = (0..descriptors.len()).filter(|other| *other != one);
        let distance = |other: usize| descriptors[one].distance(&descriptors[other]);
        let nearest = others.min_by(|a, b| distance(*a).total_cmp(&distance(*b)))?;
        Some([one, nearest])
    };
    (0..descriptors.len()).filter_map(nearest).collect()
}

fn block(image: &IntegralImage, grid: &Grid, (column, row): Place) -> Block {
    let at = |index: usize, count: usize| (index as f32 + 0.5) / count as f32 - 0.5;
    let place = [at(column, grid.x.count), at(row, grid.y.count)];
    Block::of(image, grid.x.inside(column), grid.y.inside(row), place)
}

/// The share of its sides on which a block has the colour of the gap; `None` if there are no gaps to speak of.
fn ground_share(image: &IntegralImage, grid: &Grid, (column, row): Place) -> Option<f32> {
    let (x, y) = (grid.x.span(column), grid.y.span(row));
    let gaps = [grid.x.pitch - grid.x.tile, grid.y.pitch - grid.y.tile];
    let color = |x: [f64; 2], y: [f64; 2]| image.part_means(x, y, 1)[0];
    let mut around = Vec::new();
    // The middle of a gap: nothing of the tiles beside it.
    let middle = |at: f64, gap: f64| [at + gap / 2.0 - 0.5, at + gap / 2.0 + 0.5];
    if gaps[0] >= MIN_GAP {
        around.push(color(middle(x[0] - gaps[0], gaps[0]), y));
        around.push(color(middle(x[1], gaps[0]), y));
    }
    if gaps[1] >= MIN_GAP {
        around.push(color(x, middle(y[0] - gaps[1], gaps[1])));
        around.push(color(x, middle(y[1], gaps[1])));
    }
    let own = color(grid.x.inside(column), grid.y.inside(row));
    let is_same = |other: &[f32; 3]| {
        own.iter()
            .zip(other)
            .all(|(a, b)| (a - b).abs() < SAME_COLOR)
    };
    let same = around.iter().filter(|other| is_same(other)).count();
    (!around.is_empty()).then_some(same as f32 / around.len() as f32)
}

/// What tells an empty cell, of a block or of a cluster of blocks on average.
#[derive(Clone, Copy, Debug, Default)]
struct Appearance {
    /// The share of sides on which it has the colour of the gap; 0 unless it is plain.
    ground: f32,
    /// The share of plain blocks.
    plain: f32,
    blocks: usize,
}

impl Appearance {
    fn of_block(
        image: &IntegralImage,
        grid: &Grid,
        place: Place,
        descriptor: &Descriptor,
    ) -> Appearance {
        let ground = match descriptor.is_plain() {
            true => ground_share(image, grid, place).unwrap_or(0.0),
            false => 0.0,
        };
        Appearance {
            ground,
            plain: f32::from(u8::from(descriptor.is_plain())),
            blocks: 1,
        }
    }

    fn of_all(blocks: impl Iterator<Item = Appearance>) -> Appearance {
        let sum = blocks.fold(Appearance::default(), |sum, block| Appearance {
            ground: sum.ground + block.ground,
            plain: sum.plain + block.plain,
            blocks: sum.blocks + block.blocks,
        });
        let count = sum.blocks.max(1) as f32;
        Appearance {
            ground: sum.ground / count,
            plain: sum.plain / count,
            ..sum
        }
    }

    fn is_plain(&self) -> bool {
        self.plain > MOSTLY_PLAIN
    }
}

/// The kind of each block, given its cluster and its appearance; `None` if its cluster seems to be empty cells.
fn kinds_of(clusters: &[usize], seen: &[Appearance]) -> Vec<Option<Kind>> {
    let count = clusters.iter().max().map_or(0, |last| last + 1);
    let members = |cluster: usize| {
        let all = clusters.iter().zip(seen);
        all.filter(move |(other, _)| **other == cluster)
    };
    let clusters_seen: Vec<Appearance> = (0..count)
        .map(|cluster| Appearance::of_all(members(cluster).map(|(_, seen)| *seen)))
        .collect();
    // Among patterned tiles, many plain blocks are empty cells, and a few are tiles.
    let plain = clusters_seen.iter().filter(|seen| seen.is_plain()).count();
    let usual = clusters.len() as f32 / count.max(1) as f32;
    let many = MANY * usual * plain as f32;
    let has_patterns = 2 * plain < count && count > 2;
    let is_bare = |seen: &Appearance| has_patterns && seen.is_plain() && seen.blocks as f32 >= many;
    let mut next = 0;
    let kinds: Vec<Option<Kind>> = (clusters_seen.iter())
        .map(|seen| {
            let is_kind = seen.ground <= MIN_GROUND && !is_bare(seen);
            next += u16::from(is_kind);
            is_kind.then(|| Kind(next - 1))
        })
        .collect();
    clusters.iter().map(|cluster| kinds[*cluster]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the blocks in groups of these sizes are tiles, the last of which has nothing on it.
    fn tiles(sizes: &[usize]) -> usize {
        let last = sizes.len() - 1;
        let blocks = sizes.iter().enumerate();
        let groups = blocks.flat_map(|(group, size)| vec![group; *size]);
        let groups: Vec<usize> = groups.collect();
        let seen = groups.iter().map(|group| Appearance {
            ground: 0.0,
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
