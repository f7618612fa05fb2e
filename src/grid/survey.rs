//! Boards found by what their tiles have in common: the pitch at which edges come again, the phase of its periods, and
//! the places that hold a tile.

use super::Grid;
use super::area_boards::area_boards;
use super::card::Card;
use super::face::faces;
use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};
use super::occupancy::occupied;
use super::periods::{Periods, is_same};
use super::phase::phase;
use super::places::{Bounds, Places, RIM};
use super::spectrum::{FLATTENED, WHITENED};

/// The most places of a lattice: each pattern is compared with each.
pub const MAX_PLACES: usize = 1600;

/// How far the faces of tiles are from the middle of their places, as a share of a period, if another phase is tried.
// Of 20 positions of a game in play 15 were read with 0.15, 14 with 0.25.
const OFF: f64 = 0.15;

/// The share of a period that may lie outside the picture.
const OVERHANG: f64 = 0.15;

/// A grid, and which of its places hold a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Around all tiles.
    pub grid: Grid,
    /// Row by row.
    pub tiles: Vec<bool>,
}

impl Survey {
    /// At least so confident.
    pub fn with_confidence_from(mut self, least: f64) -> Survey {
        self.grid.confidence = self.grid.confidence.max(least);
        self
    }
}

/// The boards that a picture may show, in groups: the most likely group first, and the most likely board first in each.
/// The search is lazy. Most of these boards are wrong: which one is right is told by what is on the tiles.
pub fn surveys(image: &IntegralImage) -> impl Iterator<Item = Vec<Survey>> {
    let of_areas = std::iter::once(()).map(move |()| area_boards(image));
    of_areas.chain(of_patterns(image))
}

fn of_patterns(image: &IntegralImage) -> impl Iterator<Item = Vec<Survey>> {
    lattices(image)
        .enumerate()
        .flat_map(move |(index, lattice)| {
            // Tiles of one colour show nothing but their edges.
            let rims: &[usize] = if index == 0 { &[RIM, 0] } else { &[RIM] };
            let groups = rims.iter().flat_map(|rim| groups(image, &lattice, *rim));
            groups.collect::<Vec<_>>()
        })
}

/// The boards on a lattice, by patterns without `rim` parts at each side: those with a pattern at each edge that
/// repeats in another line, those with one that repeats at all, and those with any. A highlighted tile matches no
/// other, and neither does most of what lies beside a board.
fn groups(image: &IntegralImage, lattice: &Lattice, rim: usize) -> [Vec<Survey>; 3] {
    let found = Occupied::of(image, *lattice, rim);
    let centred = found.centred(image, rim);
    let around = |counts: &dyn Fn(&Places, usize, usize) -> bool| {
        let all = [Some(&found), centred.as_ref()].into_iter().flatten();
        all.flat_map(|occupied| occupied.surveys(counts)).collect()
    };
    [
        around(&|places, place, axis| places.is_repeated_across(place, axis)),
        around(&|places, place, _| places.is_repeated(place)),
        around(&|places, place, _| !places.is_plain(place)),
    ]
}

/// A lattice, and guesses for which of its places hold a tile.
struct Occupied {
    lattice: Lattice,
    places: Places,
    /// Where on a place the card is, from one share of a side to another.
    extent: [[f64; 2]; 2],
    guesses: Vec<Vec<bool>>,
}

impl Occupied {
    fn of(image: &IntegralImage, lattice: Lattice, rim: usize) -> Occupied {
        let places = Places::of(image, &lattice, rim);
        let card = Card::of(&places);
        Occupied {
            lattice,
            extent: Card::extent(card.as_ref()),
            guesses: occupied(&places, card.as_ref()),
            places,
        }
    }

    /// With the faces of the likely tiles in the middle of the places, unless they are there.
    fn centred(&self, image: &IntegralImage, rim: usize) -> Option<Occupied> {
        let is_likely = |place| self.guesses[0][place] && self.places.is_repeated(place);
        let likely: Vec<bool> = (0..self.places.count()).map(is_likely).collect();
        let off =
            faces(image, &self.lattice, &likely).map(|[begin, end]| (begin + end - 1.0) / 2.0);
        let Lattice { x, y } = self.lattice;
        let begin = [x.origin + off[0] * x.pitch, y.origin + off[1] * y.pitch];
        let is_off = off.iter().any(|off| off.abs() > OFF);
        is_off.then(|| Occupied::of(image, lattice(image, [x.pitch, y.pitch], begin), rim))
    }

    /// The boards around those tiles that count along an axis, a guess each.
    fn surveys(&self, counts: &dyn Fn(&Places, usize, usize) -> bool) -> Vec<Survey> {
        let counts = |place, axis| counts(&self.places, place, axis);
        let mut surveys: Vec<Survey> = Vec::new();
        for tiles in &self.guesses {
            let bounds = self.places.bounds(tiles, counts);
            let found = bounds
                .and_then(|bounds| survey(&self.lattice, self.extent, &self.places, tiles, bounds));
            surveys.extend(found.filter(|survey| !surveys.contains(survey)));
        }
        surveys
    }
}

/// The lattices of the likely pitches, over the whole picture: with the likely phases first, then that of the likeliest
/// pitch half a period beside its phase.
fn lattices(image: &IntegralImage) -> impl Iterator<Item = Lattice> {
    const BESIDE: [[f64; 2]; 3] = [[0.5, 0.0], [0.0, 0.5], [0.5, 0.5]];
    let pitches = Periods::of(image, FLATTENED).pitches();
    let known = pitches.clone();
    let more = std::iter::once(()).flat_map(move |()| {
        let mut others = Periods::of(image, WHITENED).pitches();
        others.retain(|pitch| !known.iter().any(|known| is_same(known, pitch)));
        others
    });
    let likeliest = pitches.first().copied();
    let likely = pitches
        .into_iter()
        .chain(more)
        .map(|pitch| lattice(image, pitch, phase(image, pitch)));
    let beside = likeliest.into_iter().flat_map(|pitch| {
        let phase = phase(image, pitch);
        let shifted = |shift: [f64; 2]| [0, 1].map(|axis| phase[axis] + shift[axis] * pitch[axis]);
        BESIDE.map(|shift| lattice(image, pitch, shifted(shift)))
    });
    let lattices = likely.chain(beside);
    lattices.filter(|lattice| lattice.count() <= MAX_PLACES)
}

/// The whole periods of a picture, one of which begins at a point.
pub fn lattice(image: &IntegralImage, pitch: [f64; 2], begin: [f64; 2]) -> Lattice {
    let axis = |axis: usize, length: usize| {
        let pitch = pitch[axis];
        let begin = begin[axis].rem_euclid(pitch);
        let origin = match begin >= (1.0 - OVERHANG) * pitch {
            true => begin - pitch,
            false => begin,
        };
        let count = (length as f64 - origin + OVERHANG * pitch) / pitch;
        Axis {
            origin,
            pitch,
            tile: pitch,
            count: count.max(0.0) as usize,
        }
    };
    Lattice {
        x: axis(0, image.width()),
        y: axis(1, image.height()),
    }
}

/// The part of a lattice within some bounds, the card being so far on each place; `None` if it is a single line.
pub fn survey(
    lattice: &Lattice,
    extent: [[f64; 2]; 2],
    places: &Places,
    tiles: &[bool],
    bounds: Bounds,
) -> Option<Survey> {
    let axis = |axis: &Axis, reach: [usize; 2], [begin, end]: [f64; 2]| Axis {
        origin: axis.origin + (reach[0] as f64 + begin) * axis.pitch,
        tile: (end - begin) * axis.pitch,
        count: reach[1] - reach[0],
        ..*axis
    };
    let x = axis(&lattice.x, bounds.columns, extent[0]);
    let y = axis(&lattice.y, bounds.rows, extent[1]);
    let held = (places.within(bounds)).filter(|place| tiles[*place] && !places.is_plain(*place));
    let repeated = held.clone().filter(|place| places.is_repeated(*place));
    let grid = Grid {
        x,
        y,
        confidence: repeated.count() as f64 / held.count().max(1) as f64,
    };
    let tiles = places.within(bounds).map(|place| tiles[place]).collect();
    (x.count > 1 && y.count > 1).then_some(Survey { grid, tiles })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{GAP, MARGIN, TILE, board};
    use super::*;

    #[test]
    fn a_lattice_out_of_phase_is_centred_on_the_faces_of_tiles() {
        let image = IntegralImage::of(&board(1.0, 1, |place| place % 5 == 2));
        let pitch = (TILE + GAP) as f64;
        let begin = MARGIN as f64 - GAP as f64 / 2.0;
        let centred = |off: [f64; 2]| {
            let found = lattice(&image, [pitch; 2], off.map(|off| begin + off * pitch));
            Occupied::of(&image, found, RIM).centred(&image, RIM)
        };
        assert!(centred([0.0, 0.0]).is_none());
        for off in [[0.0, 0.3], [-0.3, 0.0], [0.25, -0.25]] {
            let lattice = centred(off).expect("it is out of phase").lattice;
            for axis in [lattice.x, lattice.y] {
                let turns = (axis.origin - begin) / pitch;
                assert!((turns - turns.round()).abs() < 0.1, "{off:?}: {axis:?}");
            }
        }
    }
}
