//! Boards found by what their tiles have in common: the pitch at which edges come again, the phase of its periods, and
//! the places that hold a tile.

use super::card::Card;
use super::face::faces;
use super::integral::IntegralImage;
use super::lattice::Lattice;
use super::occupancy::occupied;
use super::periods::{Periods, is_same};
use super::phase::phase;
use super::places::{Places, RIM};
use super::spectrum::{FLATTENED, WHITENED};
use super::survey::{MAX_PLACES, Survey, lattice, survey};
use crate::distinct::distinct;

/// How far the faces of tiles are from the middle of their places, as a share of a period, if another phase is tried.
// Of 20 positions of a game in play 15 were read with 0.15, 14 with 0.25.
const OFF: f64 = 0.15;

/// The boards on the likely lattices, in groups, the likeliest first. The search is lazy.
pub fn pattern_boards(image: &IntegralImage) -> impl Iterator<Item = Vec<Survey>> {
    lattices(image)
        .enumerate()
        .flat_map(move |(index, lattice)| {
            // Tiles of one colour show nothing but their edges.
            let rims: &[usize] = if index == 0 { &[RIM, 0] } else { &[RIM] };
            let groups = rims.iter().flat_map(|rim| groups(image, &lattice, *rim));
            groups.collect::<Vec<_>>()
        })
}

/// The boards on a lattice, the likeliest first.
pub fn boards_on(image: &IntegralImage, lattice: &Lattice) -> Vec<Survey> {
    groups(image, lattice, RIM).concat()
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
        let surveys = self.guesses.iter().filter_map(|tiles| {
            let bounds = self.places.bounds(tiles, counts)?;
            survey(&self.lattice, self.extent, &self.places, tiles, bounds)
        });
        distinct(surveys)
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
