//! The pitch that a few repeats tell, as between the last tiles of a game: by how large they are besides their distances.

use super::areas::Area;
use super::corners::REACH;
use super::multiples::{EXACTNESS, fitted, is_multiple, off};
use super::on_lattice::usual_side;
use super::repeats::{Repeat, overlap};
use crate::disjoint_sets::DisjointSets;

// What follows was set by hand on 118 screenshots of boards with few repeats: the pitch is right on 91 of them. On 74 others,
// some of which were looked at, it is on 55.

/// The pitch along each axis that is likeliest; `None` if there is hardly a distance along one of them.
pub fn pitch_of_few(repeats: &[Repeat]) -> Option<[f64; 2]> {
    let steps = Steps::of(repeats);
    let likely = [0, 1].map(|axis| steps.likely(axis));
    let pairs = likely[0]
        .iter()
        .flat_map(|x| likely[1].iter().map(move |y| [*x, *y]));
    let likelihood =
        |[x, y]: &[Likely; 2]| x.likelihood + y.likelihood + evenness(x.times, y.times);
    let best = pairs.max_by(|a, b| likelihood(a).total_cmp(&likelihood(b)))?;
    Some([0, 1].map(|axis| steps.refined(axis, best[axis].pitch)))
}

/// A pitch, as a logarithm how likely it is along its axis, and how many times as long as a tile.
#[derive(Clone, Copy)]
struct Likely {
    pitch: f64,
    times: f64,
    likelihood: f64,
}

/// How likely the pitch is so many times as long as a tile along each axis: about as many along both.
fn evenness(x: f64, y: f64) -> f64 {
    const SPREAD: f64 = 0.2;

    -((x / y).ln() / SPREAD).powi(2) / 2.0
}

/// The steps from tiles to others.
struct Steps {
    all: Vec<Step>,
    /// How large tiles usually are, as far as their corners reach.
    side: [f64; 2],
}

struct Step {
    offset: [f64; 2],
    /// How much it counts: the more corners tell it the more, and all steps together as many as are independent.
    weight: f64,
}

impl Steps {
    fn of(repeats: &[Repeat]) -> Steps {
        /// The least share of the longer side that the shorter one of a tile has: pictures may be flat.
        const FLATTEST: f64 = 0.75;

        let tiles = tiles(repeats);
        let side = [0, 1].map(|axis| usual_side(&tiles, axis) - 2.0 * REACH as f64);
        let weight = |repeat: &Repeat| (repeat.corners as f64).sqrt();
        let weights: f64 = repeats.iter().map(weight).sum();
        let independent = independent(repeats, &tiles) as f64;
        let step = |repeat: &Repeat| Step {
            offset: repeat.offset,
            weight: independent * weight(repeat) / weights,
        };
        Steps {
            all: repeats.iter().map(step).collect(),
            side: [0, 1].map(|axis| f64::max(side[axis], FLATTEST * side[1 - axis])),
        }
    }

    /// The pitches that are likelier than those about them.
    fn likely(&self, axis: usize) -> Vec<Likely> {
        /// Pixels between the pitches that are tried, the shortest one, ...
        const STEP: f64 = 0.1;
        const SHORTEST: f64 = 14.0;
        /// ... and how many times as long as a tile they are.
        const TIMES: [f64; 2] = [0.6, 4.0];

        let side = self.side[axis];
        let lengths = self.all.iter().map(|step| step.offset[axis].abs());
        let longest = lengths.fold(0.0, f64::max);
        let [first, last] = [
            SHORTEST.max(TIMES[0] * side),
            (TIMES[1] * side).min(longest + EXACTNESS),
        ];
        let tried = (0..((last - first) / STEP).max(0.0) as usize).map(|step| {
            let pitch = first + STEP * step as f64;
            Likely {
                pitch,
                times: pitch / side,
                likelihood: self.likelihood(axis, pitch),
            }
        });
        let tried: Vec<Likely> = tried.collect();
        let is_peak = |at: &usize| {
            let beside = [at.checked_sub(1), Some(at + 1)];
            let beside = beside.into_iter().flatten().filter_map(|at| tried.get(at));
            beside
                .clone()
                .all(|other| other.likelihood <= tried[*at].likelihood)
        };
        (0..tried.len())
            .filter(is_peak)
            .map(|at| tried[at])
            .collect()
    }

    /// As a logarithm: by chance a step is a multiple of a long pitch less often, and the pitch is about as long as a tile.
    fn likelihood(&self, axis: usize, pitch: f64) -> f64 {
        /// Of a step that is no multiple, and how much less likely one is that is only about a multiple.
        const STRAY: f64 = -3.0;
        const ABOUT: f64 = 0.1;
        /// The logarithm of how many times as long as a tile the pitch usually is, and its spread.
        const USUAL: f64 = 0.1;
        const SPREAD: f64 = 0.35;

        let of_step = |step: &Step| match off(step.offset[axis], pitch) / EXACTNESS {
            off if off <= 1.0 => (pitch / (2.0 * EXACTNESS)).ln() - ABOUT * off * off,
            _ => STRAY,
        };
        let steps = self.all.iter().map(|step| step.weight * of_step(step));
        let times = (pitch / self.side[axis]).ln();
        steps.sum::<f64>() - ((times - USUAL) / SPREAD).powi(2) / 2.0
    }

    /// The pitch by least squares.
    fn refined(&self, axis: usize, pitch: f64) -> f64 {
        let steps = self.all.iter().map(|step| step.offset[axis]);
        let multiples = steps.filter(|step| is_multiple(*step, pitch));
        fitted(multiples, pitch).unwrap_or(pitch)
    }
}

/// Where the tiles are that repeat.
fn tiles(repeats: &[Repeat]) -> Vec<Area> {
    let mut tiles: Vec<Area> = Vec::new();
    for area in repeats.iter().flat_map(|repeat| repeat.areas) {
        if !tiles.iter().any(|tile| overlap(tile, &area)) {
            tiles.push(area);
        }
    }
    tiles
}

/// How many of the steps between tiles do not follow from others: one for each tile but one of those that they join.
fn independent(repeats: &[Repeat], tiles: &[Area]) -> usize {
    let tile = |area: &Area| tiles.iter().position(|tile| overlap(tile, area));
    let mut sets = DisjointSets::new(tiles.len());
    let ends = repeats
        .iter()
        .map(|repeat| repeat.areas.each_ref().map(tile));
    let joins = ends.filter(|ends| matches!(*ends, [Some(a), Some(b)] if sets.join(a, b)));
    joins.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Repeats of tiles whose corners reach over so many pixels, by the places where tiles are in units of a pitch.
    fn repeats(side: [f64; 2], pitch: [f64; 2], pairs: &[[[f64; 2]; 2]]) -> Vec<Repeat> {
        let reach = REACH as f64;
        let area = |place: [f64; 2]| {
            [0, 1].map(|axis| {
                let begin = 100.0 + place[axis] * pitch[axis];
                [begin - reach, begin + side[axis] + reach]
            })
        };
        let repeat = |[from, to]: &[[f64; 2]; 2]| Repeat {
            areas: [area(*from), area(*to)],
            offset: [0, 1].map(|axis| (to[axis] - from[axis]) * pitch[axis]),
            corners: 20,
        };
        pairs.iter().map(repeat).collect()
    }

    const PAIRS: [[[f64; 2]; 2]; 3] = [
        [[3.0, 0.0], [0.0, 1.0]],
        [[1.0, 2.0], [6.0, 4.0]],
        [[2.0, 0.0], [2.0, 3.0]],
    ];

    fn assert_pitch(repeats: &[Repeat], expected: [f64; 2]) {
        let pitch = pitch_of_few(repeats).expect("there is one");
        assert!(
            (0..2).all(|axis| (pitch[axis] - expected[axis]).abs() < 0.1),
            "{pitch:?}"
        );
    }

    #[test]
    fn two_tiles_tell_the_pitch_by_how_large_they_are() {
        let pair = [[[0.0, 0.0], [4.0, 2.0]]];
        assert_pitch(&repeats([44.0, 59.0], [42.0, 54.0], &pair), [42.0, 54.0]);
        assert_pitch(&repeats([26.0, 30.0], [28.0, 36.0], &pair), [28.0, 36.0]);
    }

    #[test]
    fn four_tiles_tell_the_pitch_by_their_distances_though_it_is_twice_as_long() {
        assert_pitch(&repeats([20.0, 24.0], [40.0, 50.0], &PAIRS), [40.0, 50.0]);
    }

    #[test]
    fn a_distance_that_is_no_multiple_is_a_stray() {
        let mut some = repeats([33.0, 37.0], [40.0, 50.0], &PAIRS);
        some[2].offset = [93.0, 171.0];
        assert_pitch(&some, [40.0, 50.0]);
    }

    #[test]
    fn tiles_in_a_line_tell_no_pitch() {
        let pair = [[[0.0, 0.0], [4.0, 0.0]]];
        assert_eq!(
            pitch_of_few(&repeats([44.0, 59.0], [42.0, 54.0], &pair)),
            None
        );
        assert_eq!(pitch_of_few(&[]), None);
    }
}
