//! Which places of a lattice hold a tile.

use super::card::{Card, LIKE};
use super::places::Places;

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

/// Guesses for which places hold a tile, the likeliest first: those that look like the card, those among them with a
/// pattern, and all with a pattern within their bounds.
pub fn occupied(places: &Places, card: Option<&Card>) -> Vec<Vec<bool>> {
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
        let not_blank = guess(&|place| on_card[place] && patterned(place));
        // On a plain card that looks like the ground a blank tile is an empty place.
        match on_card.contains(&false) && !card.is_flat() {
            true => guesses.extend([on_card, not_blank]),
            false => guesses.extend([not_blank, on_card]),
        }
    }
    if card.is_flat() {
        guesses.push(guess(&repeated));
    }
    if let Some(bounds) = places.bounds(&guesses[0], repeated) {
        let mut inside = vec![false; places.count()];
        places.within(bounds).for_each(|place| inside[place] = true);
        guesses.push(guess(&|place| inside[place] && repeated(place)));
        guesses.push(guess(&|place| inside[place] && patterned(place)));
    }
    guesses
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
