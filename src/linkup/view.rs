//! What is seen of a picture through a grid: its blocks, and those of the lane around it.

use crate::grid::{Descriptor, FOREIGN, Grid, Ground, IntegralImage, median};

use super::Kind;
use super::agreement::Agreement;
use super::appearance::{Appearance, kinds_of};
use super::block::{Block, Ranges};
use super::clusters::{Clusters, cluster};
use super::core::Core;
use super::face::{CommonFace, RimColor, SAME_COLOR};
use super::hint_line::Hidden;
use super::light::even_out;

/// The narrowest gap, in pixels, whose colour is known.
const MIN_GAP: f64 = 2.0;

/// The most blocks of the lane that are looked at: it tells what the ground looks like, and a sample does.
const MAX_LANE: usize = 48;

/// The distance of two blocks, 0 to 255, that show the same ground.
// Set by eye on generated boards with and without noise.
const SAME_GROUND: f32 = 9.0;

/// The share of the lane's blocks that must look like others of it if the ground is to be known by it.
const COHERENT: f32 = 0.8;

/// The contrast of a busy place, as a share of what tiles usually have. Set by hand.
pub const BUSY: f32 = 0.6;

/// The blocks of a grid.
pub struct View {
    /// What is in the middle of each block.
    pub cores: Vec<Core>,
    /// Whether there is nothing on each block.
    pub plain: Vec<bool>,
    /// How much there is on each block: a standard deviation of 0 to 255.
    pub contrast: Vec<f32>,
    seen: Vec<Appearance>,
    /// The colour around what is on each block.
    pub rims: Vec<RimColor>,
    /// The blocks that a line links, which shows that they are equal.
    pub linked: Option<[usize; 2]>,
    /// How far apart two blocks look: those of the grid first, then those of the lane.
    distances: Vec<f32>,
    /// Blocks, with those of the lane.
    all: usize,
}

/// Which places of a grid are empty.
#[derive(Clone, Copy, Debug)]
pub enum Guess {
    /// Plain blocks in the colour of the gaps, or of which there are many.
    Plain,
    /// Those that look like the lane around the grid.
    Lane,
    /// All whose rim has not this colour, which is that of tiles.
    OtherThan(RimColor),
    /// All whose rim has this colour, which is that of the ground.
    Like(RimColor),
}

/// A column and a row of a grid; outside of it they are negative or too large.
type Place = (isize, isize);

impl View {
    /// In even light.
    pub fn of(image: &IntegralImage, grid: &Grid, hidden: &Hidden) -> View {
        View::with(image, grid, hidden, &|blocks, descriptors| {
            even_out(blocks, &nearest_neighbours(descriptors));
        })
    }

    /// On an even ground: only what is foreign to the ground nearby is seen. So tiles without a card are equal wherever
    /// they are, but those on which nothing is foreign are, too.
    pub fn on_even_ground(image: &IntegralImage, grid: &Grid, hidden: &Hidden) -> View {
        let ground = Ground::of(image, grid);
        let usual = ground.usual();
        View::with(image, grid, hidden, &|blocks, _| {
            for (place, block) in blocks.iter_mut().take(grid.count()).enumerate() {
                on_ground(block, |color| ground.nearest(place, color), usual);
            }
        })
    }

    /// By the parts in which places agree: tiles without a card are equal wherever they are, whatever the ground.
    pub fn by_agreement(image: &IntegralImage, grid: &Grid, agreement: &Agreement) -> View {
        View::told_by(image, grid, &Hidden::default(), |_, _| {
            (agreement.distances(), grid.count())
        })
    }

    fn with(
        image: &IntegralImage,
        grid: &Grid,
        hidden: &Hidden,
        adjust: &dyn Fn(&mut [Block], &[Descriptor]),
    ) -> View {
        View::told_by(image, grid, hidden, |places, descriptors| {
            let lane = lane(image, grid);
            let all = places.iter().chain(&lane);
            let mut blocks: Vec<Block> = all
                .map(|place| block(image, grid, hidden, *place))
                .collect();
            adjust(&mut blocks, descriptors);
            (distances(&blocks), blocks.len())
        })
    }

    /// With the distances of the blocks, and of how many with those of the lane, as told by their places and descriptors.
    fn told_by(
        image: &IntegralImage,
        grid: &Grid,
        hidden: &Hidden,
        distances: impl FnOnce(&[Place], &[Descriptor]) -> (Vec<f32>, usize),
    ) -> View {
        let places: Vec<Place> = (0..grid.y.count as isize)
            .flat_map(|row| (0..grid.x.count as isize).map(move |column| (column, row)))
            .collect();
        let inside = |&(column, row): &Place| [grid.x.inside_at(column), grid.y.inside_at(row)];
        let descriptors: Vec<Descriptor> = (places.iter().map(inside))
            .map(|[x, y]| Descriptor::of(image, x, y))
            .collect();
        let rims: Vec<RimColor> = (places.iter().map(inside))
            .map(|[x, y]| RimColor::of(image, x, y))
            .collect();
        let seen = appearances(image, grid, &places, &descriptors, &rims);
        let (distances, all) = distances(&places, &descriptors);
        View {
            cores: (places.iter().map(inside))
                .map(|[x, y]| Core::of(image, x, y).behind(&hidden.strokes, x, y))
                .collect(),
            plain: descriptors.iter().map(Descriptor::is_plain).collect(),
            contrast: descriptors.iter().map(|seen| seen.contrast).collect(),
            seen,
            rims,
            linked: hidden.linked(grid),
            distances,
            all,
        }
    }

    /// What may be empty, the usual first.
    pub fn guesses(&self) -> Vec<Guess> {
        let mut guesses = vec![Guess::Plain];
        if self.all > self.plain.len() {
            guesses.push(Guess::Lane);
        }
        let common = RimColor::most_common(&self.rims);
        guesses.extend(common.iter().map(|color| Guess::OtherThan(*color)));
        guesses.extend(common.into_iter().map(Guess::Like));
        guesses
    }

    /// The kind of each block, and how clearly kinds are apart; `None` where the guess says nothing new.
    pub fn kinds(&self, guess: &Guess) -> Option<(Vec<Option<Kind>>, f32)> {
        let all = self.plain.len();
        match guess {
            Guess::Plain => {
                let (tiles, clusters) =
                    self.clusters(|block| !self.seen[block].is_certainly_ground());
                let seen: Vec<Appearance> = tiles.iter().map(|tile| self.seen[*tile]).collect();
                let kinds = kinds_of(&clusters.of, &seen, tiles.len() < all);
                Some((self.spread(&tiles, kinds), clusters.clarity))
            }
            Guess::Lane => {
                let clusters = self.cluster_of(&(0..self.all).collect::<Vec<_>>());
                let ground = &clusters.of[all..];
                let tiles: Vec<usize> = (0..all)
                    .filter(|block| !ground.contains(&clusters.of[*block]))
                    .collect();
                let of: Vec<usize> = tiles.iter().map(|tile| clusters.of[*tile]).collect();
                (tiles.len() < all).then(|| (self.spread(&tiles, numbered(&of)), clusters.clarity))
            }
            Guess::OtherThan(color) => self.kinds_of_some(|block| self.rims[block].is_like(color)),
            Guess::Like(color) => self.kinds_of_some(|block| !self.rims[block].is_like(color)),
        }
    }

    /// The same where some blocks are empty; `None` if none is.
    fn kinds_of_some(&self, is_tile: impl Fn(usize) -> bool) -> Option<(Vec<Option<Kind>>, f32)> {
        let is_some_empty = (0..self.plain.len()).any(|block| !is_tile(block));
        is_some_empty.then(|| self.kinds_of(is_tile)).flatten()
    }

    /// The kind of each block that is a tile, and how clearly kinds are apart; `None` if none is.
    pub fn kinds_of(&self, is_tile: impl Fn(usize) -> bool) -> Option<(Vec<Option<Kind>>, f32)> {
        let (tiles, clusters) = self.clusters(is_tile);
        (!tiles.is_empty()).then(|| {
            (
                self.spread(&tiles, numbered(&clusters.of)),
                clusters.clarity,
            )
        })
    }

    /// The blocks that are tiles, and which of them look the same.
    fn clusters(&self, is_tile: impl Fn(usize) -> bool) -> (Vec<usize>, Clusters) {
        let tiles: Vec<usize> = (0..self.plain.len())
            .filter(|block| is_tile(*block))
            .collect();
        let clusters = self.cluster_of(&tiles);
        (tiles, clusters)
    }

    fn cluster_of(&self, blocks: &[usize]) -> Clusters {
        cluster(blocks.len(), |a, b| self.distance(blocks[a], blocks[b]))
    }

    /// Whether each block shows the ground around the grid; `None` if that looks different everywhere.
    pub fn shows_ground(&self) -> Option<Vec<bool>> {
        let grid = self.plain.len();
        let is_like_lane = |block: usize| {
            let others = (grid..self.all).filter(|other| *other != block);
            let mut distances = others.map(|other| self.distance(block, other));
            distances.any(|apart| apart < SAME_GROUND)
        };
        let alike = (grid..self.all)
            .filter(|block| is_like_lane(*block))
            .count();
        let is_coherent = alike > 2 && alike as f32 >= COHERENT * (self.all - grid) as f32;
        is_coherent.then(|| (0..grid).map(is_like_lane).collect())
    }

    /// The share of places that are no tiles among those on which there is as much as on tiles, 0 to 1; without those that are
    /// known to be empty.
    pub fn busyness(&self, are_tiles: &[bool], is_known: impl Fn(usize) -> bool) -> f64 {
        let seen = || self.contrast.iter().copied().zip(are_tiles).enumerate();
        let on_tiles = seen().filter(|(_, (_, is_tile))| **is_tile);
        let usual = median(on_tiles.map(|(_, (contrast, _))| contrast)).unwrap_or_default();
        let is_busy = |(place, (contrast, _)): &(usize, (f32, &bool))| {
            *contrast > BUSY * usual && !is_known(*place)
        };
        let busy = || seen().filter(is_busy);
        let no_tiles = busy().filter(|(_, (_, is_tile))| !**is_tile).count();
        no_tiles as f64 / busy().count().max(1) as f64
    }

    /// How far apart two blocks look in the same light, 0 to 255.
    pub fn distance(&self, a: usize, b: usize) -> f32 {
        self.distances[a * self.all + b]
    }

    /// The kinds of all blocks, given those of the tiles.
    fn spread(&self, tiles: &[usize], kinds: Vec<Option<Kind>>) -> Vec<Option<Kind>> {
        let mut cells = vec![None; self.plain.len()];
        for (tile, kind) in tiles.iter().zip(kinds) {
            cells[*tile] = kind;
        }
        cells
    }
}

/// How far each block is from each, row by row.
fn distances(blocks: &[Block]) -> Vec<f32> {
    let blocks: Vec<Ranges> = blocks.iter().map(Block::ranges).collect();
    let all = blocks.len();
    let mut distances = vec![0.0; all * all];
    for a in 0..all {
        for b in a + 1..all {
            let apart = blocks[a].distance(&blocks[b]);
            distances[a * all + b] = apart;
            distances[b * all + a] = apart;
        }
    }
    distances
}

/// A part hides the ground if it differs from it by this share of the greatest difference on its tile. Set by hand.
const OPAQUE: f32 = 0.7;

/// Moves what is on a block from its ground to another one. The more a part is like the ground, the more of it is taken to
/// show through.
fn on_ground(block: &mut Block, nearest: impl Fn(&[f32; 3]) -> ([f32; 3], f32), other: [f32; 3]) {
    let means = block.parts.iter().map(|part| part.map(|shade| shade.mean));
    let grounds: Vec<([f32; 3], f32)> = means.map(|color| nearest(&color)).collect();
    let most = grounds
        .iter()
        .map(|(_, apart)| *apart)
        .fold(FOREIGN, f32::max);
    for (part, (ground, apart)) in block.parts.iter_mut().zip(grounds) {
        let seen_through = (1.0 - apart / (OPAQUE * most)).max(0.0);
        for (channel, shade) in part.iter_mut().enumerate() {
            let moved = seen_through * (other[channel] - ground[channel]);
            *shade = shade.relit(|value| value + moved);
        }
    }
}

/// Clusters are numbered in order of appearance, too, but some may have been left out.
fn numbered(clusters: &[usize]) -> Vec<Option<Kind>> {
    Kind::of_equals(clusters.iter().copied().map(Some))
}

/// The places next to a grid that are inside the picture, or evenly spaced ones of them.
fn lane(image: &IntegralImage, grid: &Grid) -> Vec<Place> {
    let (columns, rows) = (grid.x.count as isize, grid.y.count as isize);
    let above = (-1..=columns).flat_map(|column| [(column, -1), (column, rows)]);
    let beside = (0..rows).flat_map(|row| [(-1, row), (columns, row)]);
    let is_inside = |&(column, row): &Place| {
        let fits = |[start, end]: [f64; 2], length: usize| start >= 0.0 && end <= length as f64;
        fits(grid.x.inside_at(column), image.width()) && fits(grid.y.inside_at(row), image.height())
    };
    let lane: Vec<Place> = above.chain(beside).filter(is_inside).collect();
    let step = lane.len().div_ceil(MAX_LANE).max(1);
    lane.into_iter().step_by(step).collect()
}

/// How the blocks look, those with nothing on them compared with the gaps and with the faces of the others.
fn appearances(
    image: &IntegralImage,
    grid: &Grid,
    places: &[Place],
    descriptors: &[Descriptor],
    rims: &[RimColor],
) -> Vec<Appearance> {
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

fn block(image: &IntegralImage, grid: &Grid, hidden: &Hidden, (column, row): Place) -> Block {
    let at = |index: isize, count: usize| (index as f32 + 0.5) / count as f32 - 0.5;
    let place = [at(column, grid.x.count), at(row, grid.y.count)];
    let [x, y] = [grid.x.inside_at(column), grid.y.inside_at(row)];
    Block::of(image, x, y, place).behind(&hidden.strokes, x, y)
}

/// The share of its sides on which a block has the colour of the gap; `None` if there are no gaps to speak of.
fn ground_share(image: &IntegralImage, grid: &Grid, (column, row): Place) -> Option<f32> {
    let (x, y) = (grid.x.span_at(column), grid.y.span_at(row));
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
    let own = color(grid.x.inside_at(column), grid.y.inside_at(row));
    let is_same = |other: &[f32; 3]| {
        own.iter()
            .zip(other)
            .all(|(a, b)| (a - b).abs() < SAME_COLOR)
    };
    let same = around.iter().filter(|other| is_same(other)).count();
    (!around.is_empty()).then_some(same as f32 / around.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::grid::Axis;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    #[test]
    fn a_grid_is_busy_if_much_of_what_is_to_be_seen_is_no_tile() {
        // 4x2 blocks, the last column of which is plain.
        let noise = noise(160, 80, 1);
        let pixel = |(x, pixel)| {
            if x % 160 < 120 {
                pixel
            } else {
                Some(Rgb::new(99, 99, 99))
            }
        };
        let pixels = noise.rows().flatten().copied().enumerate().map(pixel);
        let image = IntegralImage::of(&Raster::new(160, pixels.collect()));
        let grid = Grid {
            x: Axis::dividing(160, 4),
            y: Axis::dividing(80, 2),
            confidence: 1.0,
        };
        let view = View::of(&image, &grid, &Hidden::default());
        let busyness = |tiles: [bool; 8]| view.busyness(&tiles, |_| false);
        let [t, f] = [true, false];
        assert_eq!(busyness([t, t, t, f, t, t, t, f]), 0.0);
        assert_eq!(busyness([t, t, t, f, f, f, f, f]), 0.5);
    }

    #[test]
    fn what_is_on_a_tile_is_moved_to_another_ground() {
        // Opaque, half transparent, and nothing, on a dark ground and on a bright one.
        let on = |ground: f32| {
            let mix = |share: f32| [share * 200.0 + (1.0 - share) * ground; 3];
            let mut block = Block::flat([0.0; 2], &[mix(1.0), mix(0.35), mix(0.0), mix(0.0)]);
            let nearest = |color: &[f32; 3]| ([ground; 3], (color[0] - ground).abs());
            on_ground(&mut block, nearest, [80.0; 3]);
            block.ranges()
        };
        assert!(on(60.0).distance(&on(100.0)) < 6.0);
    }
}
