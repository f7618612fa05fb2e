//! Snapping an axis to edges, so that its tiles begin and end exactly where the picture changes.

use std::ops::Range;

use super::direction::Direction;
use super::edges::{Edges, difference};
use super::integral::IntegralImage;
use super::lattice::{Axis, MAX_GAP};
use super::median::median;

/// Pixels between two offsets that are tried.
const STEP: f64 = 0.5;

/// What a boundary without a gap is worth beside one with a gap.
// Tiles with gaps have two strong edges; taking one of them for both boundaries must not win by being a little
// stronger.
const SINGLE_EDGE: f32 = 0.9;

/// How far a boundary may move, as a share of the pitch: in general, and where flat gaps show the way.
// Farther, edges within the tiles win.
const REACH: f64 = 0.1;
const REACH_TO_GAPS: f64 = 0.25;

/// How much less an edge counts at that distance than where it was expected.
const DISTANCE_PENALTY: f32 = 0.2;

/// Steps on each side of a gap that may belong to a soft edge.
const SOFT_EDGE: i64 = 2;

/// The most variation a gap may have, 0 to 1, and as a share of what is usual on the tiles.
// Tighter loses gaps on noisy grounds; looser takes the plain rims of tiles for gaps.
const MAX_GAP_VARIATION: f32 = 0.08;
const MAX_GAP_VARIATION_SHARE: f32 = 0.35;

/// Variation of tiles above which flat gaps tell more than edges do, and what such a gap is worth in addition.
// The edges of strongly varied tiles are strong everywhere.
const VARIED: f32 = 0.5;
const FLAT_GAP: f32 = 1.0;

/// The least mean edge strength at the boundaries, above what is usual for the picture.
const MIN_STRENGTH: f32 = 0.02;

/// How many times the usual strength boundaries must have; but no more than halfway to this value, since where much
/// changes everywhere boundaries cannot be much clearer.
const CLEARER: f32 = 1.5;
const BUSY: f32 = 0.5;

/// An axis whose tiles begin and end at edges.
pub struct Snapped {
    pub axis: Axis,
    /// How much stronger edges are at the boundaries of tiles than elsewhere: up to 1.
    pub clarity: f32,
}

/// Moves an axis so that its tiles begin and end at edges, and finds the gap between them: none, or one that has the
/// same colour all over the board. `across` is the other axis.
pub fn snapped(
    image: &IntegralImage,
    edges: &Edges,
    direction: Direction,
    along: &Axis,
    across: &Axis,
) -> Snapped {
    let folded = Folded::new(image, edges, direction, along, across);
    let (score, best) = folded.best();
    let has_flat_gap = best.width > 0 && folded.is_varied();
    let axis = match folded.is_clear(score) || has_flat_gap {
        true => folded.axis_with(best),
        false => folded.axis,
    };
    Snapped {
        axis,
        clarity: folded.clarity(best),
    }
}

/// A period in steps of about half a pixel. Offsets count from where the period was assumed to begin, and wrap around.
#[derive(Clone, Copy)]
struct Period {
    steps: i64,
    /// Pixels of a step.
    step: f64,
}

impl Period {
    fn of(pitch: f64) -> Period {
        let steps = (pitch / STEP).round() as i64;
        Period {
            steps,
            step: pitch / steps as f64,
        }
    }

    fn offsets(self) -> Range<i64> {
        -self.steps / 2..self.steps - self.steps / 2
    }

    /// The place of an offset among all [`offsets`](Self::offsets).
    fn index(self, offset: i64) -> usize {
        (offset + self.steps / 2).rem_euclid(self.steps) as usize
    }
}

/// The mean edge strength at each offset, over the lines of some periods; `None` where all are outside the picture.
fn fold(
    profile: &[f32],
    axis: &Axis,
    period: Period,
    lines: Range<usize>,
) -> impl Iterator<Item = Option<f32>> {
    period.offsets().map(move |offset| {
        let lines = lines.clone().map(|index| axis.span(index)[0]);
        let places = lines.map(|line| (line + offset as f64 * period.step).round());
        let inside = places.filter_map(|at| profile.get(at as usize).filter(|_| at >= 1.0));
        let (sum, count) = inside.fold((0.0, 0.0f32), |(sum, count), strength| {
            (sum + strength, count + 1.0)
        });
        (count > 0.0).then_some(sum / count)
    })
}

/// A gap between the tiles of adjacent periods, in steps; a width of 0 is a boundary without a gap.
#[derive(Clone, Copy)]
struct Gap {
    /// Offset of its middle.
    shift: i64,
    width: i64,
}

impl Gap {
    /// The offset at which the tile behind it starts.
    fn end(self) -> i64 {
        self.shift + self.width / 2
    }

    /// The offset at which the tile before it ends.
    fn start(self) -> i64 {
        self.shift - (self.width - self.width / 2)
    }
}

/// What is known of a board folded onto one period of an axis, by offset.
struct Folded {
    /// The axis with tiles of a whole period.
    axis: Axis,
    period: Period,
    /// Edge strength where tiles start: at all lines but the last.
    starts: Vec<f32>,
    /// Edge strength where tiles end: at all lines but the first.
    ends: Vec<f32>,
    /// Edge strength at the outer sides of the board.
    outer: [Vec<Option<f32>>; 2],
    /// How unlike both sides of each offset are, 0 to 1.
    asymmetry: Vec<f32>,
    /// How much lines across the axis vary over the board, 0 to 1.
    variation: Vec<f32>,
    usual_variation: f32,
    /// How far boundaries may move: in general, and to a flat gap.
    reach: [i64; 2],
}

impl Folded {
    fn new(
        image: &IntegralImage,
        edges: &Edges,
        direction: Direction,
        along: &Axis,
        across: &Axis,
    ) -> Folded {
        let axis = along.with_tile(along.pitch);
        let period = Period::of(along.pitch);
        let board_end = across.origin + across.pitch * across.count as f64;
        let profile = edges.profile(direction, [across.origin, board_end]);
        let fold = |lines: Range<usize>| fold(&profile, &axis, period, lines);
        let known = |lines| -> Vec<f32> { fold(lines).map(Option::unwrap_or_default).collect() };
        let starts = known(0..along.count);
        let variation: Vec<f32> = (period.offsets())
            .map(|offset| axis.moved(offset as f64 * period.step))
            .map(|axis| line_variation(image, direction, &axis, across))
            .collect();
        let margin = (along.pitch - along.tile) / 2.0;
        Folded {
            asymmetry: asymmetry(&starts),
            starts,
            ends: known(1..along.count + 1),
            outer: [0, along.count].map(|line| fold(line..line + 1).collect()),
            usual_variation: median(variation.iter().copied()).unwrap_or(0.0),
            variation,
            reach: [REACH, REACH_TO_GAPS]
                .map(|reach| ((reach * along.pitch).max(margin) / period.step) as i64),
            period,
            axis,
        }
    }

    fn at(&self, values: &[f32], offset: i64) -> f32 {
        values[self.period.index(offset)]
    }

    /// Whether tiles vary so much that flat gaps tell more than edges.
    fn is_varied(&self) -> bool {
        self.usual_variation > VARIED
    }

    /// The best gap, rather one that moves the tiles little, and its score.
    fn best(&self) -> (f32, Gap) {
        let none = Gap { shift: 0, width: 0 };
        let gaps = self.gaps().filter(|gap| self.is_flat(*gap));
        let scored = gaps.map(|gap| (self.score(gap), gap));
        scored
            .max_by(|(score, gap), (other_score, other)| {
                let by_score = score.total_cmp(other_score);
                by_score.then(other.shift.abs().cmp(&gap.shift.abs()))
            })
            .unwrap_or((0.0, none))
    }

    fn gaps(&self) -> impl Iterator<Item = Gap> {
        let widest = (MAX_GAP * self.axis.pitch / self.period.step) as i64;
        let [near, far] = self.reach;
        let is_varied = self.is_varied();
        (0..=widest).flat_map(move |width| {
            let reach = if width > 0 && is_varied { far } else { near };
            (-reach..=reach).map(move |shift| Gap { shift, width })
        })
    }

    /// Whether a gap is at least a pixel wide and of one colour all over the board, or there is none.
    fn is_flat(&self, gap: Gap) -> bool {
        let soft = SOFT_EDGE.min(gap.width / 2);
        let inside = gap.start() + soft..=gap.end() - soft;
        let variation = inside
            .map(|offset| self.at(&self.variation, offset))
            .fold(0.0, f32::max);
        let most = MAX_GAP_VARIATION.max(self.usual_variation * MAX_GAP_VARIATION_SHARE);
        gap.width == 0 || gap.width as f64 * self.period.step >= 1.0 && variation <= most
    }

    /// Four times the edge strength at the boundaries that a gap makes, weighted.
    fn score(&self, gap: Gap) -> f32 {
        let (start, end) = (gap.end(), gap.start());
        // Tiles end as they begin; nothing is known of the outer sides where the picture ends.
        let inner = self.at(&self.starts, start).min(self.at(&self.ends, end));
        let [first, last] = &self.outer;
        let outer = [
            first[self.period.index(start)],
            last[self.period.index(end)],
        ];
        let outer = (outer.into_iter().flatten())
            .reduce(f32::min)
            .unwrap_or(inner);
        let strength = 2.0 * (inner + outer);
        let near = self.reach[0];
        let off = gap.shift.abs().min(near) as f32 / near.max(1) as f32;
        let weight =
            (1.0 - DISTANCE_PENALTY * off.powi(2)) * (1.0 - self.at(&self.asymmetry, gap.shift));
        match (gap.width, self.is_varied()) {
            (0, _) => weight * strength * SINGLE_EDGE,
            (_, true) => weight * (strength + FLAT_GAP),
            (width, false) => weight * strength * (1.0 - width as f32 / self.period.steps as f32),
        }
    }

    /// Whether a [`score`](Self::score) stands out from noise and from the edges within the tiles.
    fn is_clear(&self, score: f32) -> bool {
        let usual = median(self.starts.iter().copied()).unwrap_or(0.0);
        let least = MIN_STRENGTH + (CLEARER * usual).min(usual.midpoint(BUSY));
        score >= 4.0 * least
    }

    fn clarity(&self, gap: Gap) -> f32 {
        let boundaries = self.at(&self.starts, gap.end()) + self.at(&self.ends, gap.start());
        boundaries / 2.0 - self.starts.iter().sum::<f32>() / self.starts.len() as f32
    }

    fn axis_with(&self, gap: Gap) -> Axis {
        Axis {
            origin: self.axis.origin + gap.end() as f64 * self.period.step,
            tile: self.axis.pitch - gap.width as f64 * self.period.step,
            ..self.axis
        }
    }
}

/// How unlike both sides of each place of a cyclic profile are, 0 to 1.
fn asymmetry(profile: &[f32]) -> Vec<f32> {
    let count = profile.len();
    let smooth = |at: usize| -> f32 {
        (0..3)
            .map(|by| profile[(at + by + count - 1) % count])
            .sum()
    };
    let smooth: Vec<f32> = (0..count).map(smooth).collect();
    let of = |place: usize| {
        let sides =
            (1..count / 2).map(|by| [place + by, place + count - by].map(|at| smooth[at % count]));
        let (apart, all) = sides.fold((0.0, f32::EPSILON), |(apart, all), [a, b]| {
            (apart + (a - b).abs(), all + a + b)
        });
        apart / all
    };
    (0..count).map(of).collect()
}

/// How much the lines at which periods begin, but for the first, vary from tile to tile: 0 to 1.
fn line_variation(image: &IntegralImage, direction: Direction, along: &Axis, across: &Axis) -> f32 {
    // Pieces beside each tile, so that its pattern does not average out.
    const PIECES: usize = 3;
    let color = |line: usize, piece: usize| {
        let at = along.span(line)[0];
        let [start, end] = across.inside(piece / PIECES);
        let length = (end - start) / PIECES as f64;
        let start = start + length * (piece % PIECES) as f64;
        let [x, y] = direction.sides([at - 0.5, at + 0.5], [start, start + length]);
        image.area_mean(x, y)
    };
    let pieces = 0..across.count * PIECES;
    let colors = |line| pieces.clone().map(|piece| color(line, piece)).collect();
    let lines: Vec<Vec<[f32; 3]>> = (1..along.count).map(colors).collect();
    let within = lines
        .iter()
        .map(|line| relit_difference(line, &line[PIECES..]));
    let between = lines
        .windows(2)
        .map(|lines| relit_difference(&lines[0], &lines[1]));
    let all: Vec<f32> = within.chain(between).collect();
    all.iter().sum::<f32>() / all.len().max(1) as f32
}

/// The mean difference of colours, 0 to 1, without what all have in common: that is light.
fn relit_difference(a: &[[f32; 3]], b: &[[f32; 3]]) -> f32 {
    let count = a.len().min(b.len()).max(1) as f32;
    let light: [f32; 3] = std::array::from_fn(|channel| {
        let apart = a.iter().zip(b).map(|(a, b)| b[channel] - a[channel]);
        apart.sum::<f32>() / count
    });
    let relit = a
        .iter()
        .map(|a| std::array::from_fn(|channel| a[channel] + light[channel]));
    relit.zip(b).map(|(a, b)| difference(&a, b)).sum::<f32>() / count
}
