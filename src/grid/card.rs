//! The card on which all tiles of a board are drawn: what they have in common, whatever is on them.

use super::colors::color_difference;
use super::median::median;
use super::places::{Places, RIM, variance};
use super::windows::PARTS;

/// The fewest parts that tiles must have in common.
const MIN_COMMON: usize = 8;

/// The fewest parts along a side of a card.
const MIN_EXTENT: usize = 4;

/// The largest deviation of a common part, 0 to 255.
const SAME: f32 = 10.0;

/// The largest difference of a tile from the card while the card is being found.
pub const LIKE: f32 = 20.0;

/// The share of parts that a pattern which is larger than others may cover.
const COVERED: f32 = 0.25;

/// The share of places that must agree on a part, in each round: at first some of those with a repeated pattern may be
/// the frame of a window.
const ROUNDS: [f32; 3] = [0.5, 0.75, 0.85];

/// The share of the places with a repeated pattern that are kept after the first round.
const KEPT: f32 = 0.6;

/// The contrast of the common parts below which they are a plain area: the ground around icons, mostly.
const FLAT: f32 = 6.0;

/// What tiles have in common.
// The shares above were set by hand on 120 screenshots of boards, half of them in play, on grounds of six kinds.
pub struct Card {
    /// The common parts with their colours.
    common: Vec<(usize, [f32; 3])>,
}

impl Card {
    /// Of the places with a repeated pattern, by trimming those that differ most from what the others have in common;
    /// `None` if they have nothing in common.
    pub fn of(places: &Places) -> Option<Card> {
        let repeated: Vec<usize> = (0..places.count())
            .filter(|place| places.is_repeated(*place))
            .collect();
        let mut like = repeated.clone();
        let mut card = None;
        for share in ROUNDS {
            let found = Card::common_to(places, &like, share)?;
            let differences = repeated
                .iter()
                .map(|place| (found.difference(places, *place), *place));
            let mut nearest: Vec<(f32, usize)> = differences.collect();
            nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
            let kept = match card {
                None => (KEPT * repeated.len() as f32) as usize,
                Some(_) => nearest.partition_point(|(apart, _)| *apart < LIKE),
            };
            nearest.truncate(kept.max(1));
            like = nearest.into_iter().map(|(_, place)| place).collect();
            card = Some(found);
        }
        card
    }

    /// Of places that are tiles for certain; `None` if they have nothing in common.
    pub fn of_tiles(places: &Places, tiles: &[bool]) -> Option<Card> {
        let tiles: Vec<usize> = (0..places.count()).filter(|place| tiles[*place]).collect();
        Card::common_to(places, &tiles, ROUNDS[0])
    }

    fn common_to(places: &Places, like: &[usize], share: f32) -> Option<Card> {
        let common = (0..PARTS * PARTS).filter_map(|part| {
            let values = |channel: usize| {
                like.iter()
                    .map(move |place| places.parts(*place)[part][channel])
            };
            let color = [0, 1, 2].map(|channel| median(values(channel)).unwrap_or_default());
            let is_common = |channel: usize| {
                let same = values(channel).filter(|value| (value - color[channel]).abs() < SAME);
                same.count() as f32 > share * like.len() as f32
            };
            (0..3).all(is_common).then_some((part, color))
        });
        let common: Vec<(usize, [f32; 3])> = common.collect();
        (common.len() >= MIN_COMMON).then_some(Card { common })
    }

    /// How much a place differs from the card, 0 to 255.
    pub fn difference(&self, places: &Places, place: usize) -> f32 {
        let parts = places.parts(place);
        let apart =
            (self.common.iter()).map(|(part, color)| color_difference(&parts[*part], color));
        let mut apart: Vec<f32> = apart.collect();
        let uncovered = ((1.0 - COVERED) * apart.len() as f32) as usize;
        *apart.select_nth_unstable_by(uncovered, f32::total_cmp).1
    }

    /// The share of the card that is seen on a place.
    pub fn seen(&self, places: &Places, place: usize) -> f32 {
        let parts = places.parts(place);
        let is_seen =
            |(part, color): &&(usize, [f32; 3])| color_difference(&parts[*part], color) < SAME;
        self.common.iter().filter(is_seen).count() as f32 / self.common.len() as f32
    }

    /// Where on a place it is, from one share of a side to another: at most what is within the rim.
    pub fn extent(card: Option<&Card>) -> [[f64; 2]; 2] {
        let common = card.map_or(&[][..], |card| &card.common);
        [0, 1].map(|axis| {
            let parts = || {
                common
                    .iter()
                    .map(move |(part, _)| [part % PARTS, part / PARTS][axis])
            };
            let begin = parts()
                .min()
                .unwrap_or(RIM)
                .clamp(RIM, (PARTS - MIN_EXTENT) / 2);
            let end = parts().max().map_or(PARTS, |last| last + 1);
            [begin, end.clamp(begin + MIN_EXTENT, PARTS - RIM)]
                .map(|part| part as f64 / PARTS as f64)
        })
    }

    /// Whether it has the same colour everywhere.
    pub fn is_flat(&self) -> bool {
        (0..3).all(|channel| {
            let values = self.common.iter().map(|(_, color)| color[channel]);
            variance(values).sqrt() < FLAT
        })
    }
}
