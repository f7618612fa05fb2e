//! Boards read from pictures: a grid, and which of its blocks look the same.

use crate::sprite::Raster;
use crate::sprite::grid::{Grid, Look, Sums, find_grid};

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
    let sums = Sums::of(raster);
    let places =
        (0..grid.y.count).flat_map(|row| (0..grid.x.count).map(move |column| (column, row)));
    let places: Vec<(usize, usize)> = places.collect();
    let looks: Vec<Look> = (places.iter())
        .map(|&(column, row)| Look::of(&sums, grid.x.inside(column), grid.y.inside(row)))
        .collect();
    let is_empty: Vec<bool> = (places.iter().zip(&looks))
        .map(|(place, look)| look.is_plain() && is_ground(&sums, &grid, *place))
        .collect();
    let groups = group(looks.len(), |a, b| match is_empty[a] == is_empty[b] {
        true => looks[a].distance(&looks[b]),
        // A tile that is nearly plain may be taken for an empty cell, but its equals show what it is.
        false => looks[a].distance(&looks[b]).max(APART),
    });
    let cells = kinds_of(&groups, &is_empty);
    let board = Board::new(grid.x.count, cells)?;
    Ok(ReadBoard { board, grid })
}

/// How different an empty cell is from a tile at least.
const APART: f32 = 0.3;

/// Whether a block has the colour of the gaps around it; `true` where there are none to speak of.
fn is_ground(sums: &Sums, grid: &Grid, (column, row): (usize, usize)) -> bool {
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
    around.is_empty() || 2 * around.iter().filter(|other| is_near(other)).count() >= around.len()
}

/// The kind of each block, of groups of blocks; `None` for all of a group that is mostly empty.
fn kinds_of(groups: &[usize], is_empty: &[bool]) -> Vec<Option<Kind>> {
    let mut number_of: Vec<Option<usize>> = Vec::new();
    let mut next = 0;
    for group in 0..groups.iter().max().map_or(0, |last| last + 1) {
        let members = (groups.iter().zip(is_empty)).filter(|(other, _)| **other == group);
        let (empty, all) = members.fold((0, 0), |(empty, all), (_, is_empty)| {
            (empty + usize::from(*is_empty), all + 1)
        });
        let is_kind = 2 * empty <= all;
        number_of.push(is_kind.then_some(next));
        next += usize::from(is_kind);
    }
    let kind = |group: &usize| number_of[*group].map(|number| Kind(number as u16));
    groups.iter().map(kind).collect()
}

/// Two groups that join, and how far apart they are.
struct Join {
    distance: f32,
    /// The number of groups of an odd size from then on.
    odd: usize,
}

/// The group of each of `count` things, numbered as they appear.
///
/// The two nearest groups join again and again; groups are as far apart as their things on average. Where
/// the distance of what joins next leaps the joining has gone far enough, and rather where every group
/// has an even number of things, as on any board that can be played.
fn group(count: usize, distance: impl Fn(usize, usize) -> f32) -> Vec<usize> {
    let mut clusters = Clusters::new(count, distance);
    let mut joins = Vec::new();
    while let Some(distance) = clusters.join_nearest() {
        let odd = clusters.sizes().filter(|size| size % 2 == 1).count();
        joins.push(Join { distance, odd });
    }
    let joined = best_cut(&joins);
    clusters.groups_after(joined)
}

/// How many joins are right.
fn best_cut(joins: &[Join]) -> usize {
    // Distances below this are noise, however they leap.
    const NOISE: f32 = 0.05;
    let cuts = 1..joins.len();
    let worth = |cut: usize| {
        let leap = joins[cut].distance.max(NOISE) / joins[cut - 1].distance.max(NOISE);
        if joins[cut - 1].odd == 0 {
            leap * EVEN
        } else {
            leap
        }
    };
    let best = cuts.max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
    best.unwrap_or(joins.len())
}

/// How much a leap counts more where all groups are even.
const EVEN: f32 = 3.0;

/// Things in groups, of which the nearest join.
struct Clusters {
    count: usize,
    /// The mean distance of every two groups, by their first things.
    distances: Vec<f32>,
    /// The size of each group, by its first thing; 0 for one that has joined another.
    sizes: Vec<usize>,
    /// What has joined what, in order.
    joined: Vec<[usize; 2]>,
}

impl Clusters {
    fn new(count: usize, distance: impl Fn(usize, usize) -> f32) -> Clusters {
        let pairs = (0..count * count).map(|index| distance(index / count, index % count));
        Clusters {
            count,
            distances: pairs.collect(),
            sizes: vec![1; count],
            joined: Vec::new(),
        }
    }

    fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.sizes.iter().copied()
    }

    /// Joins the nearest two groups and returns their distance; `None` if there is but one.
    fn join_nearest(&mut self) -> Option<f32> {
        let groups: Vec<usize> = (0..self.count)
            .filter(|group| self.sizes[*group] > 0)
            .collect();
        let pairs = (groups.iter().enumerate())
            .flat_map(|(index, &a)| groups[index + 1..].iter().map(move |&b| [a, b]));
        let at = |[a, b]: [usize; 2]| self.distances[a * self.count + b];
        let [a, b] = pairs.min_by(|one, other| at(*one).total_cmp(&at(*other)))?;
        let nearest = at([a, b]);
        let sizes = [self.sizes[a] as f32, self.sizes[b] as f32];
        for other in groups
            .into_iter()
            .filter(|other| *other != a && *other != b)
        {
            let apart = [a, b].map(|group| self.distances[group * self.count + other]);
            let mean = (apart[0] * sizes[0] + apart[1] * sizes[1]) / (sizes[0] + sizes[1]);
            self.distances[a * self.count + other] = mean;
            self.distances[other * self.count + a] = mean;
        }
        self.sizes[a] += self.sizes[b];
        self.sizes[b] = 0;
        self.joined.push([a, b]);
        Some(nearest)
    }

    /// The group of each thing after the first joins, numbered as they appear.
    fn groups_after(&self, joins: usize) -> Vec<usize> {
        let mut first: Vec<usize> = (0..self.count).collect();
        for [a, b] in &self.joined[..joins] {
            let (a, b) = (first[*a], first[*b]);
            for group in &mut first {
                if *group == b {
                    *group = a;
                }
            }
        }
        let mut known = Vec::new();
        let number = |group: &usize| {
            let number = known.iter().position(|other| other == group);
            number.unwrap_or_else(|| {
                known.push(*group);
                known.len() - 1
            })
        };
        first.iter().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::color::Rgb;

    fn groups(places: &[f32]) -> Vec<usize> {
        group(places.len(), |a, b| (places[a] - places[b]).abs())
    }

    #[test]
    fn near_things_are_grouped() {
        assert_eq!(groups(&[1.0, 5.0, 1.1, 5.1]), [0, 1, 0, 1]);
        assert_eq!(groups(&[5.0, 1.0, 1.1, 9.0, 5.1, 9.1]), [0, 1, 1, 2, 0, 2]);
    }

    #[test]
    fn groups_of_even_size_are_preferred() {
        // After the first two have joined it leaps five times as far, and then three times.
        assert_eq!(groups(&[0.0, 0.2, 3.0, 4.0]), [0, 0, 1, 1]);
        assert_eq!(groups(&[0.0, 0.05, 3.0, 4.0]), [0, 0, 1, 2]);
    }

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
