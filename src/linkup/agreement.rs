//! What places have in common, whatever tiles stand on: equal pictures without a card agree in many parts that others do not
//! have, and differ in the ground around them.

use super::bits::Bits;
use crate::grid::{Grid, IntegralImage, color_difference, median};

// What follows was set by hand on eleven screenshots of pictures without a card on photographs, patterns and textures: if it
// is known which places hold a tile, all kinds are right on nine of them.

/// The least side of a part in pixels, and the fewest and the most parts along a side.
const MIN_PART: f64 = 2.5;
const PARTS: [usize; 2] = [4, 14];

/// The greatest difference of a channel, 0 to 255, of parts that agree.
const SAME: f32 = 14.0;

/// How far places are apart at most, along each axis, whose grounds are alike.
const NEARBY: usize = 2;

/// The distance of places that have 1/e of what others have in common, 0 to 255, and the least share that counts.
const SCALE: f32 = 8.0;
const LEAST: f32 = 0.02;

/// The shares of what tiles usually have in common with another one that make a place look like a tile: for certain,
/// rather, and if it clearly has a like.
const LIKE_TILES: f32 = 0.5;
const RATHER_LIKE: f32 = 0.4;
const FAINTLY_LIKE: f32 = 0.25;

/// How much more a place has in common with its like than with all others at least.
const CLEARLY: f32 = 2.0;

/// What the places of a grid have in common.
pub struct Agreement {
    columns: usize,
    count: usize,
    /// For each place and each, in bits.
    common: Vec<f32>,
}

impl Agreement {
    pub fn of(image: &IntegralImage, grid: &Grid) -> Agreement {
        let places = Places::of(image, grid);
        let count = places.parts.len();
        let information: Vec<Vec<f32>> =
            (0..count).map(|place| places.information(place)).collect();
        let mut common = vec![0.0; count * count];
        for a in 0..count {
            for b in a + 1..count {
                let parts = places.agreeing(a, b);
                let bits = |of: &[f32]| -> f32 { parts.ones().map(|part| of[part]).sum() };
                let shared = bits(&information[a]).min(bits(&information[b]));
                common[a * count + b] = shared;
                common[b * count + a] = shared;
            }
        }
        Agreement {
            columns: places.columns,
            count,
            common,
        }
    }

    /// How far each place is from each, row by row: 0 where two have as much in common as either has with any.
    pub fn distances(&self) -> Vec<f32> {
        let most: Vec<f32> = (0..self.count)
            .map(|place| self.most(place, |_| true))
            .collect();
        let apart = |at: usize| {
            let most = (most[at / self.count] * most[at % self.count]).sqrt();
            let share = self.common[at] / most.max(f32::MIN_POSITIVE);
            -SCALE * share.clamp(LEAST, 1.0).ln()
        };
        (0..self.common.len()).map(apart).collect()
    }

    /// Guesses for which places hold a tile, given some that do: these, with those that look like tiles, and all.
    pub fn guesses(&self, tiles: &[bool]) -> Vec<Vec<bool>> {
        let usual = self.usual(tiles);
        let with = |is_tile: &dyn Fn(usize) -> bool| -> Vec<bool> {
            let all = tiles.iter().enumerate();
            all.map(|(place, is_known)| *is_known || is_tile(place))
                .collect()
        };
        let has = |share: f32| move |place: usize| self.most_elsewhere(place) >= share * usual;
        vec![
            tiles.to_vec(),
            with(&has(LIKE_TILES)),
            with(&has(RATHER_LIKE)),
            with(&|place| has(FAINTLY_LIKE)(place) && self.has_like(place)),
            with(&|_| true),
        ]
    }

    /// The places that are no tiles, but look like some.
    pub fn like_tiles(&self, tiles: &[bool]) -> Vec<usize> {
        let least = LIKE_TILES * self.usual(tiles);
        let is_like = |place: &usize| !tiles[*place] && self.most_elsewhere(*place) >= least;
        (0..self.count).filter(is_like).collect()
    }

    /// What tiles usually have in common with another one.
    fn usual(&self, tiles: &[bool]) -> f32 {
        let of_tiles = (0..self.count).filter(|place| tiles[*place]);
        median(of_tiles.map(|place| self.most_elsewhere(place))).unwrap_or(f32::INFINITY)
    }

    /// The most that a place has in common with one whose ground is another.
    fn most_elsewhere(&self, place: usize) -> f32 {
        self.most(place, |other| !are_near(self.columns, place, other))
    }

    /// The most that a place has in common with one of some.
    fn most(&self, place: usize, is_meant: impl Fn(usize) -> bool) -> f32 {
        let row = &self.common[place * self.count..(place + 1) * self.count];
        let meant = row.iter().enumerate().filter(|(other, _)| is_meant(*other));
        meant.map(|(_, common)| *common).fold(0.0, f32::max)
    }

    /// Whether a place and another one have clearly more in common than the place has with all that are unlike that one.
    fn has_like(&self, place: usize) -> bool {
        let common = |one: usize, other: usize| self.common[one * self.count + other];
        let others = (0..self.count).filter(|other| *other != place);
        let by_common = |a: &usize, b: &usize| common(place, *a).total_cmp(&common(place, *b));
        others.max_by(by_common).is_some_and(|like| {
            let shared = common(place, like);
            let is_unlike =
                |other: usize| other != like && common(like, other) < LIKE_TILES * shared;
            shared >= LIKE_TILES * self.most(like, |_| true)
                && shared >= CLEARLY * self.most(place, is_unlike)
        })
    }
}

fn are_near(columns: usize, one: usize, other: usize) -> bool {
    let is_near = |a: usize, b: usize| a.abs_diff(b) <= NEARBY;
    is_near(one % columns, other % columns) && is_near(one / columns, other / columns)
}

/// Some parts of a place, a bit each.
#[derive(Clone, Copy, Default)]
struct PartSet([u64; 4]);

impl PartSet {
    fn of(parts: impl Iterator<Item = usize>) -> PartSet {
        let mut set = PartSet::default();
        parts.for_each(|part| set.0[part / 64] |= 1 << (part % 64));
        set
    }

    fn ones(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(index, word)| Bits(word).map(move |bit| 64 * index + bit))
    }
}

/// The places of a grid, part by part, and in which of them each two agree.
struct Places {
    columns: usize,
    parts: Vec<Vec<[f32; 3]>>,
    agreeing: Vec<PartSet>,
}

impl Places {
    fn of(image: &IntegralImage, grid: &Grid) -> Places {
        let length = grid.x.tile.min(grid.y.tile);
        let side = ((length / MIN_PART) as usize).clamp(PARTS[0], PARTS[1]);
        let places = (0..grid.y.count).flat_map(|y| (0..grid.x.count).map(move |x| (x, y)));
        let parts = |(x, y)| image.part_means(grid.x.inside(x), grid.y.inside(y), side);
        let parts: Vec<Vec<[f32; 3]>> = places.map(parts).collect();
        let agreeing = |at: usize| {
            let pairs = parts[at / parts.len()].iter().zip(&parts[at % parts.len()]);
            let agreeing = pairs
                .enumerate()
                .filter(|(_, (one, other))| color_difference(one, other) < SAME);
            PartSet::of(agreeing.map(|(part, _)| part))
        };
        Places {
            columns: grid.x.count,
            agreeing: (0..parts.len() * parts.len()).map(agreeing).collect(),
            parts,
        }
    }

    fn agreeing(&self, one: usize, other: usize) -> PartSet {
        self.agreeing[one * self.parts.len() + other]
    }

    /// How much it tells, in bits, that another place agrees in each part: the more places do, of all and of those nearby,
    /// the less.
    fn information(&self, place: usize) -> Vec<f32> {
        // Both of all and of nearby places.
        let (mut places, mut agreeing) = ([0.0; 2], vec![[0.0f32; 2]; self.parts[place].len()]);
        for other in (0..self.parts.len()).filter(|other| *other != place) {
            let counts = [1.0, f32::from(are_near(self.columns, place, other))];
            let add = |sums: &mut [f32; 2]| {
                sums.iter_mut()
                    .zip(counts)
                    .for_each(|(sum, count)| *sum += count);
            };
            add(&mut places);
            let parts = self.agreeing(place, other).ones();
            parts.for_each(|part| add(&mut agreeing[part]));
        }
        let least = 1.0 / self.parts.len() as f32;
        let bits = |counts: &[f32; 2]| {
            let share = |index: usize| counts[index] / places[index].max(1.0);
            -share(0).max(share(1)).max(least).log2()
        };
        agreeing.iter().map(bits).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Axis;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    const PITCH: usize = 40;

    /// Figures of 24x24 pixels on a ground that is different everywhere, and their grid.
    fn drawn(board: &[&str]) -> (IntegralImage, Grid) {
        let inks = [1, 2, 3, 4].map(|seed| noise(6, 6, seed));
        let ground = noise(90, 90, 9);
        let [width, height] = [board[0].len(), board.len()].map(|count| count * PITCH);
        let picture = Raster::from_fn(width, height, |x, y| {
            let kind = board[y / PITCH].as_bytes()[x / PITCH];
            let ink = inks.get(usize::from(kind.wrapping_sub(b'A')));
            let [inner_x, inner_y] = [x, y].map(|at| (at % PITCH).wrapping_sub(8));
            match ink.filter(|_| inner_x < 24 && inner_y < 24) {
                Some(ink) => ink.color(inner_x / 4, inner_y / 4),
                None => ground.color(x / 5, y / 5),
            }
        });
        let grid = Grid {
            x: Axis::dividing(width, board[0].len()),
            y: Axis::dividing(height, board.len()),
            confidence: 1.0,
        };
        (IntegralImage::of(&picture), grid)
    }

    /// Each tile has a like that is not nearby.
    const BOARD: [&str; 4] = ["A.B...D", "D.C...A", "..A...C", "B...D.."];

    fn are_tiles(is_tile: impl Fn(char) -> bool) -> Vec<bool> {
        BOARD.concat().chars().map(is_tile).collect()
    }

    #[test]
    fn equal_figures_are_near_to_each_other_and_far_from_all_others() {
        let (image, grid) = drawn(&BOARD);
        let distances = Agreement::of(&image, &grid).distances();
        let places: Vec<char> = BOARD.concat().chars().collect();
        for (one, kind) in places.iter().enumerate().filter(|(_, kind)| **kind != '.') {
            for (other, other_kind) in places.iter().enumerate().filter(|(other, _)| *other != one)
            {
                let apart = distances[one * places.len() + other];
                assert_eq!(
                    apart < SCALE,
                    kind == other_kind,
                    "{one} and {other}: {apart}"
                );
            }
        }
    }

    #[test]
    fn what_looks_like_tiles_is_found_by_some_that_are_known() {
        let (image, grid) = drawn(&BOARD);
        let agreement = Agreement::of(&image, &grid);
        let all = are_tiles(|place| place != '.');
        let some = are_tiles(|place| "AB".contains(place));
        let others = (0..all.len()).filter(|place| all[*place] && !some[*place]);
        assert_eq!(agreement.like_tiles(&some), others.collect::<Vec<_>>());
        assert_eq!(agreement.like_tiles(&all), [0; 0]);
        assert!(
            agreement.guesses(&some)[1..4]
                .iter()
                .all(|guess| *guess == all)
        );
    }
}
