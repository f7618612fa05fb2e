//! Reading a board with a given grid: which of its blocks look the same, and which are empty cells.

use crate::grid::{Descriptor, Grid, IntegralImage};

use super::appearance::{Appearance, kinds_of};
use super::block::Block;
use super::clusters::cluster;
use super::face::{CommonFace, RimColor, SAME_COLOR};
use super::light::even_out;
use super::pairing::Pairing;
use super::{LinkBoard, LinkBoardError};

/// The narrowest gap, in pixels, whose colour is known.
const MIN_GAP: f64 = 2.0;

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
    let seen = appearances(image, &grid, &places, &descriptors);
    let mut blocks: Vec<Block> = (places.iter())
        .map(|place| block(image, &grid, *place))
        .collect();
    even_out(&mut blocks, &nearest_neighbours(&descriptors));
    let is_tile = |block: &usize| !seen[*block].is_certainly_ground();
    let tiles: Vec<usize> = (0..blocks.len()).filter(is_tile).collect();
    let clusters = cluster(tiles.len(), |a, b| {
        blocks[tiles[a]].distance(&blocks[tiles[b]])
    });
    let seen_of_tiles: Vec<Appearance> = tiles.iter().map(|tile| seen[*tile]).collect();
    let shows_ground = tiles.len() < blocks.len();
    let kinds = kinds_of(&clusters.of, &seen_of_tiles, shows_ground);
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

/// How the blocks look, those with nothing on them compared with the gaps and with the faces of the others.
fn appearances(
    image: &IntegralImage,
    grid: &Grid,
    places: &[Place],
    descriptors: &[Descriptor],
) -> Vec<Appearance> {
    let rims: Vec<RimColor> = (places.iter())
        .map(|&(column, row)| RimColor::of(image, grid.x.inside(column), grid.y.inside(row)))
        .collect();
    let patterned = rims.iter().zip(descriptors);
    let patterned = patterned.filter(|(_, descriptor)| !descriptor.is_plain());
    let face = CommonFace::of(&patterned.map(|(color, _)| *color).collect::<Vec<_>>());
    let of_block = |index: usize| match descriptors[index].is_plain() {
        false => Appearance::patterned(),
        true => {
            let ground = ground_share(image, grid, places[index]).unwrap_or(0.0);
            Appearance::plain(ground, face.likeness(&rims[index]))
        }
    };
    (0..places.len()).map(of_block).collect()
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
