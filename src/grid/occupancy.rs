//! Which places of a lattice hold a tile.

use super::card::{Card, LIKE};
use super::foreign::foreign;
use super::median::median;
use super::mixture::separated;
use super::places::{Bounds, Places};
use crate::distinct::distinct;

/// The differences from the card between which the ground may begin, 0 to 255, and where it does if there is no gap.
const GAP_FROM: f32 = 3.0;
const GAP_TO: f32 = 90.0;
const USUAL_GAP: f32 = 45.0;

/// What differences add to before gaps are compared: one between 2 and 4 means nothing.
const SOFT: f32 = 12.0;

/// Gaps that are tried.
const GAPS: usize = 2;

/// The share of the likely tiles that are tiles for certain.
const CERTAIN: f32 = 0.4;

/// The contrast of a pattern that covers its card, as a share of what patterns usually have. Set by hand.
const STRONG: f32 = 0.6;

/// The contrast of grounds, as a share of that of the busiest tiles. Set by hand.
const FAINTER: f32 = 0.5;

/// The share of equal places that may be torn apart by telling tiles from the ground. Set by hand.
const TORN: f32 = 0.1;

/// The share of places that must be unlike a plain card if the ground is to be another one. Set by hand.
const OTHER: f32 = 0.05;

/// Guesses for which places hold a tile, the likeliest first: those that look like the card, with and without those that
/// are covered by their pattern and those that are blank, all with a pattern within their bounds, and those that show
/// something foreign to the ground.
pub fn occupied(places: &Places, card: Option<&Card>) -> Vec<Vec<bool>> {
    let on_cards = on_cards(places, card);
    let starts = [strong(places), on_cards[0].clone()];
    let mixed = starts.iter().filter_map(|start| separated(places, start));
    // In uneven light the ground would be those tiles that are in the dark.
    let mixed = mixed.filter(|tiles| places.torn(tiles) < TORN);
    let all = mixed.chain(on_cards.iter().cloned());
    distinct(all.chain(foreign(places.all_parts(), places.columns())))
}

/// The places on which there is about as much to see as on those where most is: grounds are fainter than tiles.
fn strong(places: &Places) -> Vec<bool> {
    let repeated = (0..places.count()).filter(|place| places.is_repeated(*place));
    let mut contrasts: Vec<f32> = repeated.map(|place| places.contrast(place)).collect();
    contrasts.sort_by(f32::total_cmp);
    let most = contrasts
        .get(contrasts.len() * 9 / 10)
        .copied()
        .unwrap_or(f32::INFINITY);
    (0..places.count())
        .map(|place| places.is_repeated(place) && places.contrast(place) > FAINTER * most)
        .collect()
}

fn on_cards(places: &Places, card: Option<&Card>) -> Vec<Vec<bool>> {
    let guess = |is_tile: &dyn Fn(usize) -> bool| -> Vec<bool> {
        (0..places.count()).map(is_tile).collect()
    };
    let repeated = |place: usize| places.is_repeated(place);
    let patterned = |place: usize| !places.is_plain(place);
    let Some(card) = card else {
        return vec![guess(&repeated), guess(&patterned)];
    };
    let differences = (0..places.count()).map(|place| card.difference(places, place));
    let differences: Vec<f32> = differences.collect();
    let mut guesses: Vec<Vec<bool>> = Vec::new();
    for end in ends(places, &differences) {
        let on_card = guess(&|place| differences[place] < end);
        let are_blanks_tiles = match card.is_flat() {
            false => on_card.contains(&false),
            // A plain card may look like the ground; then blank places are empty.
            true => shows_other_ground(places, &on_card),
        };
        for tiles in [covered(places, &on_card), on_card] {
            let not_blank = guess(&|place| tiles[place] && patterned(place));
            match are_blanks_tiles {
                true => guesses.extend([tiles, not_blank]),
                false => guesses.extend([not_blank, tiles]),
            }
        }
    }
    if card.is_flat() {
        guesses.push(guess(&repeated));
    }
    if let Some(bounds) = bounds(places, &guesses[0]) {
        let inside = places.mask(bounds);
        guesses.push(guess(&|place| inside[place] && repeated(place)));
        guesses.push(guess(&|place| inside[place] && patterned(place)));
    }
    guesses
}

/// The smallest rectangle around those of some places whose pattern comes again.
fn bounds(places: &Places, some: &[bool]) -> Option<Bounds> {
    places.bounds(some, |place, _| places.is_repeated(place))
}

/// The tiles on the card with those whose pattern covers most of it: among them there are others like these.
fn covered(places: &Places, on_card: &[bool]) -> Vec<bool> {
    let is_shown = |place: &usize| on_card[*place] && places.is_repeated(*place);
    let shown = (0..places.count()).filter(is_shown);
    let usual = median(shown.map(|place| places.contrast(place))).unwrap_or(f32::INFINITY);
    let mut covered = on_card.to_vec();
    let bounds = bounds(places, on_card).into_iter();
    for place in bounds.flat_map(|bounds| places.within(bounds)) {
        covered[place] |= places.is_repeated(place) && places.contrast(place) > STRONG * usual;
    }
    covered
}

/// Whether there are places among the tiles that look neither like the card nor like each other.
fn shows_other_ground(places: &Places, on_card: &[bool]) -> bool {
    let Some(bounds) = bounds(places, on_card) else {
        return false;
    };
    let within = places.within(bounds);
    let is_other = |place: &usize| !on_card[*place] && !places.is_repeated(*place);
    let other = within.clone().filter(is_other).count();
    other as f32 > OTHER * within.count() as f32
}

/// The differences from the card at which the ground may begin: in the middle of the widest gaps.
fn ends(places: &Places, differences: &[f32]) -> Vec<f32> {
    let mut sorted = differences.to_vec();
    sorted.sort_by(f32::total_cmp);
    let tiles = (0..places.count()).filter(|place| places.is_repeated(*place));
    let mut tiles: Vec<f32> = tiles
        .map(|place| differences[place])
        .filter(|apart| *apart < LIKE)
        .collect();
    tiles.sort_by(f32::total_cmp);
    let certain = tiles.get((CERTAIN * tiles.len() as f32) as usize);
    let from = certain.copied().unwrap_or_default().max(GAP_FROM);
    let gaps = sorted
        .windows(2)
        .filter(|ends| (from..=GAP_TO).contains(&ends[0]));
    let mut gaps: Vec<&[f32]> = gaps.collect();
    let width = |ends: &[f32]| (ends[1] - ends[0]) / (ends[0] + SOFT);
    gaps.sort_by(|a, b| width(b).total_cmp(&width(a)));
    let middles = gaps.iter().take(GAPS).map(|ends| (ends[0] + ends[1]) / 2.0);
    let middles: Vec<f32> = middles.collect();
    if middles.is_empty() {
        vec![USUAL_GAP]
    } else {
        middles
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::integral::IntegralImage;
    use super::super::lattice::Lattice;
    use super::super::places::RIM;
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    const PITCH: usize = 24;
    const COLUMNS: usize = 9;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Place {
        /// A white tile with one of some patterns.
        Patterned(usize),
        /// One whose pattern covers nearly all of it.
        Covered,
        Blank,
        /// Uneven dark ground.
        Empty,
    }

    /// The first guess for some places.
    fn guessed(board: &[Place]) -> Vec<bool> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut below = |end: u64| (random.next_u64() % end) as u8;
        let ink: Vec<u8> = (0..8 * 36).map(|_| below(2)).collect();
        let height = board.len() / COLUMNS * PITCH;
        let pixels = (0..COLUMNS * PITCH * height).map(|index| {
            let (x, y) = (index % (COLUMNS * PITCH), index / (COLUMNS * PITCH));
            let place = board[y / PITCH * COLUMNS + x / PITCH];
            let [x, y] = [x % PITCH, y % PITCH];
            let is_middle = (6..18).contains(&x) && (6..18).contains(&y);
            let grey = match place {
                Place::Empty => 20 + below(60),
                _ if x == 0 || y == 0 => 150,
                Place::Patterned(kind) if is_middle => {
                    240 - 200 * ink[kind * 36 + (y - 6) / 2 * 6 + (x - 6) / 2]
                }
                Place::Covered if x.min(y) > 1 && x % 6 < 4 => 20,
                _ => 240,
            };
            Some(Rgb::new(grey, grey, grey))
        });
        let image = IntegralImage::of(&Raster::new(COLUMNS * PITCH, pixels.collect()));
        let lattice = Lattice::without_gaps(PITCH, [COLUMNS, board.len() / COLUMNS]);
        let places = Places::of(&image, &lattice, RIM);
        occupied(&places, Card::of(&places).as_ref()).swap_remove(0)
    }

    #[test]
    fn blank_tiles_and_those_that_their_pattern_covers_are_told_from_empty_places() {
        let place = |index: usize| match index * 5 % 13 {
            0 => Place::Covered,
            1 => Place::Blank,
            2 | 3 => Place::Empty,
            kind => Place::Patterned(kind % 8),
        };
        let board: Vec<Place> = (0..7 * COLUMNS).map(place).collect();
        let are_tiles: Vec<bool> = board.iter().map(|place| *place != Place::Empty).collect();
        assert_eq!(guessed(&board), are_tiles);
    }
}
