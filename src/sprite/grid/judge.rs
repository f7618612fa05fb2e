//! Which of many lattices is the board's.

use rayon::prelude::*;

use super::echoes::Echoes;
use super::edges::{Edges, snapped};
use super::extent::find_extent;
use super::fit::stretched;
use super::lattice::{Lattice, is_same};
use super::lines::Direction;
use super::matching::Matching;
use super::pitch::{LEAST_PITCH, possible_pitches};
use super::repeats::Repeats;
use super::sums::Sums;
use super::tiles::centred;

/// A lattice cut to what may be a board, each period around one tile.
#[derive(Clone)]
pub struct Judged {
    pub lattice: Lattice,
    /// How well its tiles are met by equal ones: 0 to 1.
    pub quality: f32,
    score: f32,
    relatives: Relatives,
}

/// Lattices that are looked at closely at first.
const PROMISING: usize = 6;

/// How often what a lattice may be a part of, or be made of, is looked at, too.
const ROUNDS: usize = 3;

/// Pitches that differ by less than this share are the same.
const SAME: f64 = 0.005;

/// Looks closely at the lattices that are most promising, and at those of which they may be a part.
pub fn judge_promising(sums: &Sums, edges: &Edges, echoes: &Echoes) -> Vec<Judged> {
    let mut lattices = promising(sums, echoes);
    let mut known: Vec<[f64; 2]> = Vec::new();
    let mut judged = Vec::new();
    for _ in 0..ROUNDS {
        let exact: Vec<Lattice> = (lattices.into_par_iter())
            .map(|lattice| stretched(sums, lattice, BODY))
            .collect();
        let mut new: Vec<[f64; 2]> = Vec::new();
        for pitch in exact.iter().map(Lattice::pitch) {
            let is_small = pitch.iter().any(|pitch| *pitch < LEAST_PITCH);
            if !is_small && !known.iter().any(|known| is_same(known, &pitch, SAME)) {
                known.push(pitch);
                new.push(pitch);
            }
        }
        let looked_at: Vec<(Option<Judged>, Vec<Lattice>)> = (new.into_par_iter())
            .filter_map(|pitch| look_at(sums, edges, pitch))
            .collect();
        let (found, related): (Vec<_>, Vec<_>) = looked_at.into_iter().unzip();
        judged.extend(found.into_iter().flatten());
        lattices = related.into_iter().flatten().collect();
    }
    judged
}

/// Looks closely at the lattices whose tiles may be made of several with such a pitch.
pub fn judge_multiples(sums: &Sums, edges: &Edges, pitch: [f64; 2]) -> Vec<Judged> {
    let [x, y] = pitch;
    let is_square = (x / y).ln().abs() < SQUARE;
    let shapes = if is_square {
        vec![pitch]
    } else {
        vec![pitch, [x; 2], [y; 2]]
    };
    let multiples: Vec<[f64; 2]> = (shapes.iter())
        .flat_map(|shape| (2..=MOST_PARTS).map(|parts| shape.map(|pitch| pitch * f64::from(parts))))
        .collect();
    let judged = multiples.into_par_iter().filter_map(|pitch| {
        let repeats = Repeats::anywhere(sums, pitch)?;
        let contrast = repeats.contrast();
        judge(
            sums,
            edges,
            &repeats.lattice(),
            contrast,
            Relatives::default(),
        )
    });
    judged.collect()
}

/// Parts along each side of which a tile may be made.
const MOST_PARTS: u32 = 8;

/// The best lattice that is not a part of the true one, nor several times it.
pub fn best(judged: &[Judged]) -> Option<Judged> {
    let is_refuted = |one: &Judged| judged.iter().any(|other| one.is_refuted_by(other));
    let left = judged.iter().filter(|one| !is_refuted(one));
    left.max_by(|a, b| a.score.total_cmp(&b.score)).cloned()
}

/// The lattices whose windows are most clearly met, with any pitch that may be.
fn promising(sums: &Sums, echoes: &Echoes) -> Vec<Lattice> {
    let mut repeats: Vec<Repeats> = (possible_pitches(echoes).into_par_iter())
        .filter_map(|pitch| Repeats::anywhere(sums, pitch))
        .collect();
    repeats.sort_by(|a, b| b.clarity().total_cmp(&a.clarity()));
    repeats.truncate(PROMISING);
    repeats.iter().map(Repeats::lattice).collect()
}

/// Which multiples of a lattice's pitch may be the true one, and by how many it may be too large.
#[derive(Clone, Default)]
struct Relatives {
    multiples: [Vec<usize>; 2],
    fractions: [usize; 2],
}

impl Relatives {
    /// Factors of a pitch with which lattices are worth a look.
    fn factors(&self, pitch: [f64; 2]) -> Vec<[f64; 2]> {
        // The smallest and the largest multiple of each axis, or the axis as it is.
        let [x, y] = [0, 1].map(|axis| {
            let all = &self.multiples[axis];
            let mut ends = vec![
                all.first().copied().unwrap_or(1),
                all.last().copied().unwrap_or(1),
            ];
            ends.dedup();
            ends
        });
        let multiples = x
            .iter()
            .flat_map(|x| y.iter().map(|y| [*x as f64, *y as f64]));
        let fractions = self.fractions.map(|count| 1.0 / count as f64);
        let longer = pitch[0] / pitch[1];
        let squares = [[1.0, longer], [1.0 / longer, 1.0]];
        let all = multiples.chain([fractions]).chain(squares);
        all.filter(|factors| !is_same(factors, &[1.0, 1.0], SAME))
            .collect()
    }
}

/// The quality above which tiles are hardly parts of others.
const SURE: f32 = 0.85;

/// The score above which a lattice is hardly found by chance.
const CLEAR: f32 = 0.15;

/// Contrast below which a lattice is not cut into several.
const LEAST_CUT: f32 = 0.1;

/// Judges the lattice with a pitch, and finds its relatives' lattices.
fn look_at(sums: &Sums, edges: &Edges, pitch: [f64; 2]) -> Option<(Option<Judged>, Vec<Lattice>)> {
    let repeats = Repeats::anywhere(sums, pitch)?;
    let lattice = repeats.lattice();
    let relatives = Relatives {
        multiples: Matching::of(sums, &lattice.with_windows(BODY)).parts_of_a_tile(),
        fractions: match repeats.contrast() > LEAST_CUT {
            true => repeats.periods_in_one(),
            false => [1, 1],
        },
    };
    let others = relatives.factors(pitch).into_iter().filter_map(|[x, y]| {
        let repeats = Repeats::anywhere(sums, [pitch[0] * x, pitch[1] * y])?;
        Some(repeats.lattice())
    });
    let others = others.collect();
    Some((
        judge(sums, edges, &lattice, repeats.contrast(), relatives),
        others,
    ))
}

/// The part of a period around its middle that is compared: the rest may be gaps and frames.
const BODY: f64 = 0.8;

/// The part that is compared before it is known where exactly the middle is.
const CORE: f64 = 0.7;

/// The logarithm of how much longer than wide a square tile may seem.
const SQUARE: f64 = 0.04;

/// How much less likely other tiles are.
const OBLONG: f32 = 0.5;

/// Fewer tiles than this may be equal by chance.
const LEAST_TILES: usize = 6;

/// So many tiles that are well met are hardly by chance.
const MANY_TILES: usize = 24;

/// How clearly a picture comes again, in standard deviations, at the pitch of such tiles, and of others.
const FAINT_ECHO: f64 = 4.0;
const CLEAR_ECHO: f64 = 9.0;

/// Brings a lattice of windows to one of tiles, and cuts it to the board.
fn judge(
    sums: &Sums,
    edges: &Edges,
    lattice: &Lattice,
    contrast: f32,
    relatives: Relatives,
) -> Option<Judged> {
    let around = lattice.throughout(sums);
    if around.count() > Matching::MOST {
        return None;
    }
    let matching = Matching::of(sums, &around.with_windows(CORE));
    let (area, _) = find_extent(&matching)?;
    let mut pairs = matching.pairs();
    pairs.retain(|pair| pair.iter().all(|place| area.contains(*place)));
    let [x, y] = [Direction::X, Direction::Y].map(|axis| centred(sums, axis, &around, &pairs));
    let (columns, rows) = (x.part(area.columns), y.part(area.rows));
    let x = snapped(sums, edges, Direction::X, &columns, &rows).axis;
    let y = snapped(sums, edges, Direction::Y, &rows, &columns).axis;
    let whole = Lattice { x, y }.with_windows(1.0).throughout(sums);
    if whole.count() > Matching::MOST {
        return None;
    }
    let (area, tiles) = find_extent(&Matching::of(sums, &whole.with_windows(BODY)))?;
    if area.size().contains(&1) || area.size()[0] * area.size()[1] < LEAST_TILES {
        return None;
    }
    let board = Lattice {
        x: whole.x.part(area.columns),
        y: whole.y.part(area.rows),
    };
    let board = stretched(sums, board, BODY);
    let quality = Matching::of(sums, &board.with_windows(BODY)).quality();
    let contrast = contrast.max(Repeats::among(sums, &board)?.contrast());
    let share = tiles / whole.count() as f32;
    // A few tiles may be equal by chance.
    let certainty = 1.0 - 2.0 / (board.count() as f32).sqrt();
    // Most tiles are square.
    let is_square = (board.x.pitch / board.y.pitch).ln().abs() < SQUARE;
    let shape = if is_square { 1.0 } else { OBLONG };
    let board = Lattice {
        x: board.x.with_tile(x.tile),
        y: board.y.with_tile(y.tile),
    };
    let clarity = snapped(sums, edges, Direction::X, &board.x, &board.y).clarity
        + snapped(sums, edges, Direction::Y, &board.y, &board.x).clarity;
    Some(Judged {
        lattice: board,
        quality,
        score: (0.5 + clarity.max(0.0)) * contrast * share * certainty * shape * quality.powi(3),
        relatives,
    })
}

impl Judged {
    /// Its tiles, and how well they are met.
    pub fn board(self) -> (Lattice, f32) {
        (self.lattice, self.quality)
    }

    /// Whether it is hardly by chance, if the whole picture comes again so clearly at its pitch, in standard
    /// deviations: in a part of any picture a few places look the same.
    pub fn is_likely(&self, clarity: f64) -> bool {
        let has_many = self.is_well_met() && self.lattice.count() >= MANY_TILES;
        clarity >= if has_many { FAINT_ECHO } else { CLEAR_ECHO }
    }

    /// Whether its tiles are met well enough. Few lines of them, or tiles much longer than wide, come about by
    /// chance more easily.
    pub fn is_enough(&self) -> bool {
        let Lattice { x, y } = &self.lattice;
        let is_thin = x.count.min(y.count) < 4;
        let is_oblong = x.pitch.max(y.pitch) > 1.8 * x.pitch.min(y.pitch);
        self.quality >= if is_thin || is_oblong { 0.85 } else { 0.6 }
    }

    /// Whether its tiles are hardly parts of others.
    pub fn is_well_met(&self) -> bool {
        self.quality >= SURE
    }

    /// Whether that is also hardly by chance.
    pub fn is_sure(&self) -> bool {
        self.is_well_met() && self.score >= CLEAR
    }

    /// Whether another lattice shows that this one is a part of it, or several times it.
    fn is_refuted_by(&self, other: &Judged) -> bool {
        const SAME: f64 = 0.01;
        let has = |factors: [f64; 2]| {
            let pitch = self.lattice.pitch();
            let times = [pitch[0] * factors[0], pitch[1] * factors[1]];
            factors != [1.0, 1.0] && is_same(&times, &other.lattice.pitch(), SAME)
        };
        let with_one = |axis: usize| [1].iter().chain(&self.relatives.multiples[axis]);
        let is_part = with_one(0).any(|x| with_one(1).any(|y| has([*x as f64, *y as f64])));
        let is_several = has(self.relatives.fractions.map(|count| 1.0 / count as f64));
        let is_whole = other.relatives.multiples.iter().all(Vec::is_empty);
        is_part && other.quality > 0.75 * self.quality
            || is_several && is_whole && other.quality > 0.9 * self.quality
    }
}
