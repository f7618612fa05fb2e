//! Candidate lattices found by self-similarity, and the best of them.

use super::autocorrelation::Autocorrelation;
use super::direction::Direction;
use super::edges::Edges;
use super::extent::find_extent;
use super::fit::stretched;
use super::integral::IntegralImage;
use super::lattice::{Lattice, OBLONG_PENALTY, is_same};
use super::phase::centered;
use super::pitch::MIN_PITCH;
use super::repeats::Repeats;
use super::similarity::{BODY, SelfSimilarity};
use super::snap::snapped;
use super::thresholds::{
    FEW_LINES, LONG_TILE, MANY_TILES, MIN_PEAK, MIN_PEAK_OF_MANY, MIN_QUALITY,
    MIN_QUALITY_OF_ODD_SHAPES, MIN_TILES, SURE_QUALITY, SURE_SCORE,
};
use crate::parallel;

/// Lattices that are examined first.
// The true pitch, or one related to it, is nearly always among them; each costs time.
const PROMISING: usize = 6;

/// How often the relatives of examined lattices are examined in turn.
const ROUNDS: usize = 3;

/// The most lattices that are examined in all rounds.
// Each takes some 50 ms, and damaged pictures suggest dozens.
const MAX_EXAMINED: usize = 24;

/// Pitches that differ by less than this share are the same.
const SAME_PITCH: f64 = 0.005;

/// The share by which the pitch of a relative may be off.
const RELATED_PITCH: f64 = 0.01;

/// The most parts along each side of a tile when it is assembled from outlined parts.
const MAX_PARTS: u32 = 8;

/// The share of the pitch that is compared before the phase is known: it must not reach into the gap.
const CORE: f64 = 0.7;

/// The largest logarithm of the ratio of a square tile's sides.
const SQUARE_TOLERANCE: f64 = 0.04;

/// The least contrast of repeats for a period to be divided into several.
// Below it all phases match about as well, by chance.
const MIN_CONTRAST_TO_DIVIDE: f32 = 0.1;

/// The share of its quality at which a relative refutes a lattice: as the whole of which that is a part, or as the
/// part of which that is a multiple.
// A multiple matches nearly as well as the true lattice, a part worse.
const REFUTING_WHOLE: f32 = 0.75;
const REFUTING_PART: f32 = 0.9;

/// What the clarity of edges adds to: a score must not vanish where there are none.
const NO_EDGES: f32 = 0.5;

/// A lattice cut to what may be a board, each period around one tile.
#[derive(Clone)]
pub struct Candidate {
    pub lattice: Lattice,
    /// How well its tiles match each other: 0 to 1.
    pub quality: f32,
    score: f32,
    relatives: Relatives,
}

/// Examines the most promising lattices of a picture, and those of which they may be a part or a multiple.
pub fn find_candidates(
    image: &IntegralImage,
    edges: &Edges,
    autocorrelation: &Autocorrelation,
) -> Vec<Candidate> {
    let mut lattices = promising(image, autocorrelation);
    let mut known: Vec<[f64; 2]> = Vec::new();
    let mut candidates = Vec::new();
    for _ in 0..ROUNDS {
        let exact = parallel::map(lattices, |lattice| stretched(image, lattice, BODY));
        let mut new: Vec<[f64; 2]> = Vec::new();
        for pitch in exact.iter().map(Lattice::pitch) {
            let is_small = pitch.iter().any(|pitch| *pitch < MIN_PITCH);
            let is_enough = known.len() == MAX_EXAMINED;
            if !is_small
                && !is_enough
                && !known.iter().any(|known| is_same(known, &pitch, SAME_PITCH))
            {
                known.push(pitch);
                new.push(pitch);
            }
        }
        let examined = parallel::map(new, |pitch| examine(image, edges, pitch));
        let (found, related): (Vec<_>, Vec<_>) = examined.into_iter().flatten().unzip();
        candidates.extend(found.into_iter().flatten());
        lattices = related.into_iter().flatten().collect();
    }
    candidates
}

/// Examines lattices whose tiles may be made of several with the given pitch.
pub fn candidates_made_of(image: &IntegralImage, edges: &Edges, parts: &Lattice) -> Vec<Candidate> {
    let [x, y] = parts.pitch();
    let shapes = match parts.is_square(SQUARE_TOLERANCE) {
        true => vec![[x, y]],
        false => vec![[x, y], [x; 2], [y; 2]],
    };
    let multiples: Vec<[f64; 2]> = (shapes.iter())
        .flat_map(|shape| (2..=MAX_PARTS).map(|parts| shape.map(|pitch| pitch * f64::from(parts))))
        .collect();
    let candidates = parallel::map(multiples, |pitch| {
        let repeats = Repeats::in_picture(image, pitch)?;
        let (lattice, contrast) = (repeats.lattice(), repeats.contrast());
        Candidate::cut_from(image, edges, &lattice, contrast, Relatives::default())
    });
    candidates.into_iter().flatten().collect()
}

/// The best candidate that is neither a part of the true lattice nor a multiple of it.
pub fn best(candidates: &[Candidate]) -> Option<Candidate> {
    let is_refuted = |one: &Candidate| candidates.iter().any(|other| one.is_refuted_by(other));
    let left = candidates.iter().filter(|one| !is_refuted(one));
    left.max_by(|a, b| a.score.total_cmp(&b.score)).cloned()
}

/// The lattices of the candidate pitches that repeat most significantly.
fn promising(image: &IntegralImage, autocorrelation: &Autocorrelation) -> Vec<Lattice> {
    let pitches = autocorrelation.candidate_pitches();
    let repeats = parallel::map(pitches, |pitch| Repeats::in_picture(image, pitch));
    let mut repeats: Vec<Repeats> = repeats.into_iter().flatten().collect();
    repeats.sort_by(|a, b| b.significance().total_cmp(&a.significance()));
    repeats.truncate(PROMISING);
    repeats.iter().map(Repeats::lattice).collect()
}

/// By which factors, along each axis, the pitch of a lattice may have to be multiplied and divided to be the true one.
#[derive(Clone, Default)]
struct Relatives {
    multiples: [Vec<usize>; 2],
    divisors: [usize; 2],
}

impl Relatives {
    /// The factors of lattices that are worth examining.
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
        let ratio = pitch[0] / pitch[1];
        let squares = [[1.0, ratio], [1.0 / ratio, 1.0]];
        let all = multiples.chain([self.fractions()]).chain(squares);
        all.filter(|factors| !is_same(factors, &[1.0, 1.0], SAME_PITCH))
            .collect()
    }

    fn fractions(&self) -> [f64; 2] {
        self.divisors.map(|count| 1.0 / count as f64)
    }
}

/// The candidate with a pitch, and the lattices of its relatives.
fn examine(
    image: &IntegralImage,
    edges: &Edges,
    pitch: [f64; 2],
) -> Option<(Option<Candidate>, Vec<Lattice>)> {
    let repeats = Repeats::in_picture(image, pitch)?;
    let lattice = repeats.lattice();
    let relatives = Relatives {
        multiples: SelfSimilarity::of(image, &lattice.with_windows(BODY)).parts_of_a_tile(),
        divisors: match repeats.contrast() > MIN_CONTRAST_TO_DIVIDE {
            true => repeats.periods_in_one(),
            false => [1, 1],
        },
    };
    let others = relatives.factors(pitch).into_iter().filter_map(|[x, y]| {
        let repeats = Repeats::in_picture(image, [pitch[0] * x, pitch[1] * y])?;
        Some(repeats.lattice())
    });
    let others = others.collect();
    let candidate = Candidate::cut_from(image, edges, &lattice, repeats.contrast(), relatives);
    Some((candidate, others))
}

/// A lattice around tiles, throughout the picture.
fn around_tiles(image: &IntegralImage, edges: &Edges, windows: &Lattice) -> Option<Lattice> {
    let around = windows.throughout(image);
    if around.count() > SelfSimilarity::MAX_WINDOWS {
        return None;
    }
    let similarity = SelfSimilarity::of(image, &around.with_windows(CORE));
    let (area, _) = find_extent(&similarity)?;
    let mut pairs = similarity.pairs();
    pairs.retain(|pair| pair.iter().all(|place| area.contains(*place)));
    let [x, y] = [Direction::X, Direction::Y].map(|axis| centered(image, axis, &around, &pairs));
    let (columns, rows) = (x.part(area.columns), y.part(area.rows));
    let x = snapped(image, edges, Direction::X, &columns, &rows).axis;
    let y = snapped(image, edges, Direction::Y, &rows, &columns).axis;
    Some(Lattice { x, y })
}

impl Candidate {
    /// The board on a lattice of windows: brought to tiles, cut to its extent, and scored. `contrast` is that of the
    /// repeats of the lattice.
    fn cut_from(
        image: &IntegralImage,
        edges: &Edges,
        windows: &Lattice,
        contrast: f32,
        relatives: Relatives,
    ) -> Option<Candidate> {
        let tiles = around_tiles(image, edges, windows)?;
        let whole = tiles.with_windows(1.0).throughout(image);
        if whole.count() > SelfSimilarity::MAX_WINDOWS {
            return None;
        }
        let (area, evidence) = find_extent(&SelfSimilarity::of(image, &whole.with_windows(BODY)))?;
        if area.size().contains(&1) || area.size()[0] * area.size()[1] < MIN_TILES {
            return None;
        }
        let board = Lattice {
            x: whole.x.part(area.columns),
            y: whole.y.part(area.rows),
        };
        let board = stretched(image, board, BODY);
        let contrast = contrast.max(Repeats::among(image, &board)?.contrast());
        let lattice = Lattice {
            x: board.x.with_tile(tiles.x.tile),
            y: board.y.with_tile(tiles.y.tile),
        };
        let quality = SelfSimilarity::of(image, &board.with_windows(BODY)).quality();
        let share = evidence / whole.count() as f32;
        let score = edge_score(image, edges, &lattice)
            * contrast
            * share
            * shape_score(&lattice)
            * quality.powi(3);
        Some(Candidate {
            lattice,
            quality,
            score,
            relatives,
        })
    }

    /// Its tiles, and how well they match.
    pub fn board(self) -> (Lattice, f32) {
        (self.lattice, self.quality)
    }

    /// Whether it is hardly a coincidence, given the autocorrelation peak at its pitch in standard deviations.
    pub fn is_significant(&self, peak: f64) -> bool {
        let has_many = self.is_well_matched() && self.lattice.count() >= MANY_TILES;
        peak >= if has_many { MIN_PEAK_OF_MANY } else { MIN_PEAK }
    }

    /// Whether its tiles match well enough for a board of its shape.
    pub fn is_acceptable(&self) -> bool {
        let Lattice { x, y } = &self.lattice;
        let is_thin = x.count.min(y.count) < FEW_LINES;
        let is_oblong = x.pitch.max(y.pitch) > LONG_TILE * x.pitch.min(y.pitch);
        let least = match is_thin || is_oblong {
            true => MIN_QUALITY_OF_ODD_SHAPES,
            false => MIN_QUALITY,
        };
        self.quality >= least
    }

    fn is_well_matched(&self) -> bool {
        self.quality >= SURE_QUALITY
    }

    /// Whether its tiles are neither parts of others nor found by chance.
    pub fn is_sure(&self) -> bool {
        self.is_well_matched() && self.score >= SURE_SCORE
    }

    /// Whether another candidate shows that this one is a part of it, or a multiple.
    fn is_refuted_by(&self, other: &Candidate) -> bool {
        let has = |factors: [f64; 2]| {
            let pitch = self.lattice.pitch();
            let times = [pitch[0] * factors[0], pitch[1] * factors[1]];
            factors != [1.0, 1.0] && is_same(&times, &other.lattice.pitch(), RELATED_PITCH)
        };
        let with_one = |axis: usize| [1].iter().chain(&self.relatives.multiples[axis]);
        let is_part = with_one(0).any(|x| with_one(1).any(|y| has([*x as f64, *y as f64])));
        let is_multiple = has(self.relatives.fractions());
        let is_whole = other.relatives.multiples.iter().all(Vec::is_empty);
        is_part && other.quality > REFUTING_WHOLE * self.quality
            || is_multiple && is_whole && other.quality > REFUTING_PART * self.quality
    }
}

fn edge_score(image: &IntegralImage, edges: &Edges, Lattice { x, y }: &Lattice) -> f32 {
    let clarity = snapped(image, edges, Direction::X, x, y).clarity
        + snapped(image, edges, Direction::Y, y, x).clarity;
    NO_EDGES + clarity.max(0.0)
}

/// Few tiles may match by chance, and most tiles are square.
fn shape_score(lattice: &Lattice) -> f32 {
    let certainty = 1.0 - 2.0 / (lattice.count() as f32).sqrt();
    match lattice.is_square(SQUARE_TOLERANCE) {
        true => certainty,
        false => certainty * OBLONG_PENALTY,
    }
}
