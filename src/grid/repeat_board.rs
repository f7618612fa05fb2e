//! The board around parts of a picture that repeat: the distances between equal tiles are multiples of the pitch, whatever
//! they stand on.

use super::areas::{Area, length};
use super::card::Card;
use super::few_repeats::pitch_of_few;
use super::integral::IntegralImage;
use super::median::median;
use super::multiples::{EXACTNESS, fitted, is_multiple};
use super::occupancy::occupied;
use super::on_lattice::{extent, lattice_of, marked, usual_side};
use super::places::{Bounds, Places};
use super::repeats::{Repeat, repeats};
use super::survey::{MAX_PLACES, Survey, survey};

// What follows was set by hand on 468 screenshots of boards: on 432 of them the pitch is right, and on 15 there is none. On
// 474 others it is right on 443.

/// Fewer repeats than these are few: their distances are multiples of more than the pitch.
const MANY: usize = 8;

/// The fewest corners of all repeats that tell a board.
const FEWEST_CORNERS: usize = 12;

/// The share of the repeats, weighted by their corners, whose distances are multiples of the pitch, at least.
const FITTING: f64 = 0.5;

/// The shortest pitch, in pixels, and as a share of what parts that repeat are usually long.
const SHORTEST: f64 = 16.0;
const SHORTEST_SHARE: f64 = 0.8;

/// A board around parts that repeat.
pub struct RepeatBoard {
    /// With one more line at each side, if there is one. The places with a part that repeats are taken for tiles.
    pub wide: Survey,
    /// Other guesses for which of its places hold a tile.
    pub guesses: Vec<Vec<bool>>,
    /// Whether few parts repeat.
    pub are_few: bool,
}

/// The board around what repeats in a picture; `None` if its distances tell no pitch.
pub fn repeat_board(image: &IntegralImage) -> Option<RepeatBoard> {
    let all = repeats(image);
    let pitch = pitch(&all)?;
    let fits = |repeat: &&Repeat| (0..2).all(|axis| is_multiple(repeat.offset[axis], pitch[axis]));
    let fitting: Vec<&Repeat> = all.iter().filter(fits).collect();
    // Those with few corners are parts of tiles: of 440 screenshots the middles of places are off by a quarter of the pitch
    // on 7, and on 20 if all count alike.
    let weighted = |repeat: &&Repeat| repeat.areas.map(|area| (area, repeat.corners as f64));
    let lattice = lattice_of(image, fitting.iter().flat_map(weighted), pitch);
    let areas: Vec<Area> = fitting.iter().flat_map(|repeat| repeat.areas).collect();
    let corners: usize = fitting.iter().map(|repeat| repeat.corners).sum();
    if corners < FEWEST_CORNERS || lattice.count() > MAX_PLACES {
        return None;
    }
    let places = Places::of(image, &lattice, 0);
    let repeated = marked(&lattice, &areas);
    let bounds = places.bounds(&repeated, |_, _| true)?;
    let bounds = Bounds {
        columns: widened(bounds.columns, lattice.x.count),
        rows: widened(bounds.rows, lattice.y.count),
    };
    let side = [0, 1].map(|axis| usual_side(&areas, axis));
    let wide = survey(&lattice, extent(side, pitch), &places, &repeated, bounds)?;
    let guesses = occupied(&places, Card::of(&places).as_ref()).into_iter();
    let inside = |tiles: Vec<bool>| places.within(bounds).map(|place| tiles[place]).collect();
    Some(RepeatBoard {
        wide: wide.with_confidence_from(fitting.len() as f64 / all.len() as f64),
        guesses: guesses.map(inside).collect(),
        are_few: all.len() < MANY,
    })
}

fn widened([begin, end]: [usize; 2], count: usize) -> [usize; 2] {
    [begin.saturating_sub(1), (end + 1).min(count)]
}

/// The pitch along each axis that the distances of repeats are multiples of.
fn pitch(repeats: &[Repeat]) -> Option<[f64; 2]> {
    if repeats.len() < MANY {
        return pitch_of_few(repeats);
    }
    let distances = [0, 1].map(|axis| Distances::of(repeats, axis));
    Some([distances[0].pitch()?, distances[1].pitch()?])
}

/// How far it is to repeats along an axis.
struct Distances {
    /// Those that are not about 0, and how many corners tell so.
    all: Vec<(f64, f64)>,
    /// The shortest pitch.
    shortest: f64,
}

impl Distances {
    fn of(repeats: &[Repeat], axis: usize) -> Distances {
        let distance = |repeat: &Repeat| (repeat.offset[axis].abs(), repeat.corners as f64);
        let distances = repeats.iter().map(distance);
        let lengths = repeats.iter().map(|repeat| length(&repeat.areas[0], axis));
        let usual = median(lengths.map(|length| length as f32)).unwrap_or_default();
        Distances {
            all: distances
                .filter(|(distance, _)| *distance > SHORTEST / 2.0)
                .collect(),
            shortest: SHORTEST.max(SHORTEST_SHARE * f64::from(usual)),
        }
    }

    /// The pitch that more of them are multiples of than of any other, less twice as many as would be by chance.
    fn pitch(&self) -> Option<f64> {
        /// Pixels between the pitches that are tried.
        const STEP: f64 = 0.05;

        let longest = self
            .all
            .iter()
            .map(|(distance, _)| *distance)
            .reduce(f64::max)?;
        let steps = ((longest + EXACTNESS - self.shortest) / STEP).max(0.0) as usize;
        let pitches = (0..steps).map(|step| self.shortest + STEP * step as f64);
        let surplus = |pitch: f64| self.share(pitch) - 2.0 * by_chance(pitch);
        let scored = pitches.map(|pitch| (surplus(pitch), pitch));
        let (_, best) = scored.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        match self.share(best) >= FITTING {
            true => fitted(self.fitting(best).map(|(distance, _)| *distance), best),
            false => None,
        }
    }

    /// The share of them that are multiples of a pitch, weighted by their corners.
    fn share(&self, pitch: f64) -> f64 {
        let sum = |sum: f64, (_, corners): &(f64, f64)| sum + corners;
        self.fitting(pitch).fold(0.0, sum) / self.all.iter().fold(0.0, sum)
    }

    fn fitting(&self, pitch: f64) -> impl Iterator<Item = &(f64, f64)> {
        self.all
            .iter()
            .filter(move |(distance, _)| is_multiple(*distance, pitch))
    }
}

/// The share of any distances that are about multiples of a pitch.
fn by_chance(pitch: f64) -> f64 {
    2.0 * EXACTNESS / pitch
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    /// Repeats so far apart, 20 pixels long.
    fn apart(offsets: &[[f64; 2]]) -> Vec<Repeat> {
        let repeat = |offset: &[f64; 2]| Repeat {
            areas: [
                [[0.0, 20.0]; 2],
                offset.map(|offset| [offset, offset + 20.0]),
            ],
            offset: *offset,
            corners: 6,
        };
        offsets.iter().map(repeat).collect()
    }

    #[test]
    fn the_pitch_is_what_most_distances_are_multiples_of() {
        let mut offsets: Vec<[f64; 2]> = (1..=9)
            .map(|times| {
                [
                    f64::from(times * 5 % 7) * 30.0,
                    f64::from(times * 4 % 9) * 41.5,
                ]
            })
            .collect();
        offsets.extend([[97.0, 60.0], [13.0, 148.0], [259.0, 17.0]]);
        let [x, y] = pitch(&apart(&offsets)).unwrap();
        assert!((x - 30.0).abs() < 0.1 && (y - 41.5).abs() < 0.1, "{x}, {y}");
    }

    #[test]
    fn distances_that_have_nothing_in_common_tell_no_pitch() {
        let offsets: Vec<[f64; 2]> = (1..=12)
            .map(f64::from)
            .map(|times| {
                [
                    times * times * 7.3 % 211.0,
                    times * times * times * 5.9 % 307.0,
                ]
            })
            .collect();
        assert_eq!(pitch(&apart(&offsets)), None);
    }

    #[test]
    fn tiles_without_a_card_tell_the_board_on_any_ground() {
        let kinds = ["AB.CDA", "C.DBAC", "DCBA.B"];
        let inks = [1, 2, 3, 4].map(|seed| noise(8, 8, seed));
        let ground = noise(64, 64, 9);
        let figures = Raster::from_fn(420, 300, |x, y| {
            let [x, y] = [x.checked_sub(60)?, y.checked_sub(70)?];
            let kind = *kinds.get(y / 50)?.as_bytes().get(x / 45)?;
            let [x, y] = [(x % 45).checked_sub(8)?, (y % 50).checked_sub(10)?];
            let ink = inks.get(usize::from(kind.wrapping_sub(b'A')))?;
            (x < 29 && y < 29).then(|| ink.color(x / 4, y / 4))?
        });
        let picture = Raster::from_fn(420, 300, |x, y| {
            figures.color(x, y).or_else(|| ground.color(x / 7, y / 7))
        });
        let board = repeat_board(&IntegralImage::of(&picture)).expect("there is a board");
        let Survey { grid, tiles } = board.wide;
        assert_eq!((grid.x.count, grid.y.count), (8, 5), "{grid}");
        let lines = ["......", "AB.CDA", "C.DBAC", "DCBA.B", "......"];
        let wide: String = lines.map(|line| format!(".{line}.")).concat();
        assert_eq!(
            tiles,
            wide.chars().map(|place| place != '.').collect::<Vec<_>>()
        );
    }
}
