//! Combs of edges: edges at equal distances along both axes, which outline tiles whatever is on them.

use super::direction::Direction;
use super::edges::Edges;
use super::extent::best_run;
use super::lattice::{Axis, Lattice, MAX_GAP, OBLONG_PENALTY};
use super::pitch::{MIN_PITCH, strongest};

/// Pitches of each axis that are tried along both, and of the best those that are combined with the other axis's.
// More find no more boards and cost time.
const PITCHES: usize = 8;
const COMBINED: usize = 3;

/// Pixels on each side of a line over which edges are usual.
// About the smallest tile: longer, a pattern next to the board hides its edges.
const SURROUNDINGS: usize = 16;

/// The largest logarithm of the ratio of a square tile's sides, as edges measure them.
const SQUARE_TOLERANCE: f64 = 0.03;

/// The least edge strength of a boundary, 0 to 1: weaker ones are noise.
const MIN_RISE: f32 = 0.06;

/// Combs that are looked at, best first.
const COMBS: usize = 4;

/// Tiles with edges all around.
pub struct Comb {
    pub lattice: Lattice,
    /// How much stronger edges are than their surroundings, on the less clear axis: up to 1.
    pub clarity: f32,
}

/// The boards with the clearest edges, best first.
pub fn find_combs(edges: &Edges) -> Vec<Comb> {
    let whole = [Direction::X, Direction::Y].map(|direction| {
        let across = edges.length(direction.other()) as f64;
        edges.profile(direction, [0.0, across])
    });
    let combs = pitches(&whole).into_iter().filter_map(|[of_x, of_y]| {
        // The first profile also holds what is beside the board; each further one only what lies within it.
        let y = fit(&whole[1], of_y)?;
        let x = fit(&edges.profile(Direction::X, y.reach()), of_x)?;
        let y = fit(&edges.profile(Direction::Y, x.reach()), of_y)?;
        let lattice = Lattice {
            x: x.axis,
            y: y.axis,
        };
        let shape = match lattice.is_square(SQUARE_TOLERANCE) {
            true => 1.0,
            false => OBLONG_PENALTY,
        };
        let comb = Comb {
            clarity: x.rise.min(y.rise),
            lattice,
        };
        Some((x.score() * y.score() * shape, comb))
    });
    let mut combs: Vec<(f32, Comb)> = combs.collect();
    combs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best: Vec<Comb> = Vec::new();
    for (_, comb) in combs {
        let is_known = best
            .iter()
            .any(|known| known.lattice.is_like(&comb.lattice));
        if !is_known && best.len() < COMBS {
            best.push(comb);
        }
    }
    best
}

/// Candidate pitches along both axes: those of either as squares, and the best of both combined.
fn pitches(whole: &[Vec<f32>; 2]) -> Vec<[f64; 2]> {
    let [of_x, of_y] = [0, 1].map(|axis| Rises::of(&whole[axis], SURROUNDINGS).pitches());
    let square = of_x.iter().chain(&of_y).map(|pitch| [*pitch; 2]);
    let oblong = of_x.iter().take(COMBINED).flat_map(|x| {
        let of_y = of_y.iter().take(COMBINED);
        of_y.map(move |y| [*x, *y])
    });
    square.chain(oblong).collect()
}

/// A comb along one axis.
struct AxisComb {
    axis: Axis,
    /// The mean rise of the edge strength at the boundaries of its tiles.
    rise: f32,
    /// The sum of the rises; without gaps a tile begins where another ends, and that edge counts once.
    sum: f32,
}

/// How much a gap, as a share of the pitch, counts against a comb.
// Without it the inside of a tile passes for a gap.
const GAP_PENALTY: f32 = 1.0;

impl AxisComb {
    fn reach(&self) -> [f64; 2] {
        let last = self.axis.span(self.axis.count - 1);
        [self.axis.origin, last[1]]
    }

    /// Favours many edges, few missing ones, and short gaps.
    fn score(&self) -> f32 {
        let gap = 1.0 - self.axis.tile / self.axis.pitch;
        self.sum * self.rise * self.rise * (1.0 - GAP_PENALTY * gap as f32)
    }
}

/// How much the edge strength at each line across an axis rises above its surroundings.
struct Rises(Vec<f32>);

impl Rises {
    /// Above the mean over `around` lines on each side.
    fn of(profile: &[f32], around: usize) -> Rises {
        let length = profile.len();
        let mut sums = vec![0.0];
        for value in profile {
            sums.push(sums[sums.len() - 1] + value);
        }
        let rise = |(at, value): (usize, &f32)| {
            let (start, end) = (at.saturating_sub(around), (at + around + 1).min(length));
            value - (sums[end] - sums[start]) / (end - start) as f32
        };
        Rises(profile.iter().enumerate().map(rise).collect())
    }

    /// The pitches that collect the strongest edges.
    fn pitches(&self) -> Vec<f64> {
        let length = self.0.len() as f64;
        let mut found = Vec::new();
        let mut pitch = MIN_PITCH;
        while pitch <= length / 2.0 {
            let count = (length / pitch) as f32;
            let most = self.folded(pitch).into_iter().fold(0.0, f32::max);
            found.push((f64::from(most * most / count), pitch));
            // The last line moves by a pixel.
            pitch += pitch / length;
        }
        strongest(found, PITCHES)
    }

    /// The rises of all lines summed up by their place in a period.
    fn folded(&self, pitch: f64) -> Vec<f32> {
        let mut sums = vec![0.0; pitch as usize];
        let mut start = 0.0;
        while start < self.0.len() as f64 {
            let lines = self.0.iter().skip(start.round() as usize);
            for (sum, rise) in sums.iter_mut().zip(lines) {
                *sum += rise;
            }
            start += pitch;
        }
        sums
    }

    fn fit_at(&self, pitch: f64) -> Option<AxisComb> {
        let lines = peaks(&self.folded(pitch));
        let ends = lines
            .iter()
            .flat_map(|start| lines.iter().map(move |end| [*start, *end]));
        let fits = ends.filter_map(|[start, end]| {
            let gap = (start as f64 - end as f64).rem_euclid(pitch);
            if gap > MAX_GAP * pitch {
                return None;
            }
            let axis = Axis::along(self.0.len(), pitch, pitch - gap, start as f64);
            run(&axis, &self.of_tiles(&axis))
        });
        fits.max_by(|a, b| a.score().total_cmp(&b.score()))
    }

    /// The rises at both edges of each tile.
    fn of_tiles(&self, axis: &Axis) -> Vec<[f32; 2]> {
        let at = |place: f64| self.0.get(place.round() as usize).copied().unwrap_or(0.0);
        (0..axis.count)
            .map(|tile| axis.span(tile).map(at))
            .collect()
    }
}

/// Steps of half a pixel by which the last line of a comb may be off either way.
const STEPS: i32 = 6;

/// The tiles with the clearest edges in a profile, at about the given pitch.
fn fit(profile: &[f32], pitch: f64) -> Option<AxisComb> {
    let rises = Rises::of(profile, (pitch / 2.0) as usize);
    // The last line moves by half a pixel.
    let step = pitch / profile.len() as f64 / 2.0;
    let pitches = (-STEPS..=STEPS).map(|more| pitch + step * f64::from(more));
    let fits = pitches.filter_map(|pitch| rises.fit_at(pitch));
    fits.max_by(|a, b| a.score().total_cmp(&b.score()))
}

/// Lines of a period that may be edges of tiles.
const PEAKS: usize = 8;

/// The local maxima of a folded profile, the highest first.
fn peaks(folded: &[f32]) -> Vec<usize> {
    let at = |at: isize| folded[at.rem_euclid(folded.len() as isize) as usize];
    let is_peak = |index: &usize| {
        let index = *index as isize;
        at(index) > at(index - 1) && at(index) >= at(index + 1)
    };
    let mut peaks: Vec<usize> = (0..folded.len()).filter(is_peak).collect();
    peaks.sort_by(|a, b| folded[*b].total_cmp(&folded[*a]));
    peaks.truncate(PEAKS);
    peaks
}

/// The share of the usual edge strength that a tile must have at both its edges to belong to the board.
// Higher cuts off shaded sides of a board, lower adds lines of its frame.
const MIN_SHARE: f32 = 0.4;

/// The run of adjacent tiles with the strongest rises at both edges.
fn run(axis: &Axis, rises: &[[f32; 2]]) -> Option<AxisComb> {
    let rough = |rise: &[f32; 2]| (rise[0] + rise[1]) / 2.0 - MIN_RISE;
    let [start, end] = positive_run(rises.iter().map(rough))?;
    let usual = mean(&rises[start..end]);
    let exact = |rise: &[f32; 2]| {
        let shares = [0, 1].map(|edge| rise[edge] / usual[edge].max(MIN_RISE));
        shares[0].min(shares[1]).min(1.0) - MIN_SHARE
    };
    let [start, end] = positive_run(rises.iter().map(exact))?;
    let (rises, count) = (&rises[start..end], (end - start) as f32);
    let usual = mean(rises);
    let rise = (usual[0] + usual[1]) / 2.0;
    let has_gaps = axis.tile < axis.pitch;
    (end - start > 1).then(|| AxisComb {
        axis: axis.part([start, end]),
        rise,
        sum: if has_gaps {
            2.0 * rise * count
        } else {
            rise * (count + 1.0)
        },
    })
}

fn mean(rises: &[[f32; 2]]) -> [f32; 2] {
    [0, 1].map(|edge| rises.iter().map(|rise| rise[edge]).sum::<f32>() / rises.len() as f32)
}

/// The run with the largest sum, if that is positive.
fn positive_run(values: impl Iterator<Item = f32>) -> Option<[usize; 2]> {
    let (run, sum) = best_run(&values.collect::<Vec<f32>>());
    (sum > 0.0).then_some(run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::grid::IntegralImage;
    use crate::picture::Raster;

    /// 7x5 plain tiles of 20x16 pixels with gaps of 4, 9 pixels from the left and 13 from the top.
    fn plain_tiles() -> Edges {
        let pixel = |index: usize| {
            let (x, y) = (index % 190, index / 190);
            let tile = x.checked_sub(9).zip(y.checked_sub(13)).and_then(|(x, y)| {
                let is_tile = x / 24 < 7 && y / 20 < 5 && x % 24 < 20 && y % 20 < 16;
                is_tile.then_some((x / 24 * 5 + y / 20 * 3) as u8)
            });
            let shade = tile.map_or(20, |tile| 90 + tile % 7 * 25);
            Some(Rgb::new(shade, 255 - shade, 120))
        };
        Edges::of(&IntegralImage::of(&Raster::new(
            190,
            (0..190 * 130).map(pixel).collect(),
        )))
    }

    #[test]
    fn plain_tiles_are_found_by_their_edges() {
        let combs = find_combs(&plain_tiles());
        let Lattice { x, y } = combs[0].lattice;
        assert_eq!((x.count, y.count), (7, 5), "{x:?} {y:?}");
        assert!(
            (x.pitch - 24.0).abs() < 0.3 && (x.origin - 9.0).abs() < 1.5,
            "{x:?}"
        );
        assert!(
            (y.pitch - 20.0).abs() < 0.3 && (y.origin - 13.0).abs() < 1.5,
            "{y:?}"
        );
        assert!((x.tile - 20.0).abs() < 1.5 && (y.tile - 16.0).abs() < 1.5);
    }

    #[test]
    fn the_highest_lines_of_a_period_come_first() {
        assert_eq!(peaks(&[0.0, 3.0, 1.0, 0.0, 5.0, 2.0]), [4, 1]);
    }

    #[test]
    fn a_line_with_one_edge_is_beside_the_board() {
        let axis = Axis::along(60, 10.0, 8.0, 0.0);
        let edges = [[0.0, 0.7], [0.9, 0.8], [0.8, 0.9], [0.9, 0.9], [0.8, 0.1]];
        let teeth = run(&axis, &edges).unwrap();
        assert_eq!((teeth.axis.origin, teeth.axis.count), (10.0, 3));
        assert!((teeth.reach()[1] - 38.0).abs() < 1e-6);
    }
}
