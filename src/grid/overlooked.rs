//! Tiles that a reading mistook for empty places: they show the same card as the other tiles. And places of the ground that
//! it mistook for tiles: they show neither a card nor anything else.

use super::Grid;
use super::colors::color_difference;
use super::foreign::bare;
use super::integral::IntegralImage;
use super::margin::Margin;
use super::median::median;
use super::places::variance;
use super::shadow::ShadedGround;
use super::windows::{PARTS, Parts, Windows};

/// The parts of a period at each side that show the card, and not what is on it.
const RIM: usize = 3;

/// The largest difference of a part that shows the same, 0 to 255.
pub const SAME: f32 = 12.0;

/// The share of the tiles that must agree on a part of their card, and of the places around the board that must not show it.
// These and the others were set by hand on 200 screenshots of boards, half of them in play.
const COMMON: f32 = 0.6;
const ABSENT: f32 = 0.7;

/// The fewest parts that tell a card from what is around the board.
const MIN_PARTS: usize = 6;

/// The fewest places around the board that say what is there.
const MIN_AROUND: usize = 4;

/// The share of the places around the board that may look the same if they are tiles. Set by hand.
const RARE: f32 = 0.25;

/// How much more of the card must be seen on tiles than around the board.
const MIN_APART: f32 = 0.4;

/// How much of the card must be seen on a tile that is mostly covered: 0 is as much as around the board, 1 as on other tiles.
// Set by hand on 400 screenshots: with 0.25 a kind of tiles with a wide frame on the card was taken for ground.
const PARTLY: f32 = 0.125;

/// How much of the card, as a share of what is seen on tiles, is seen where its neighbours' shadows look like it. Set by hand:
/// on a blank tile all of it is.
const MOSTLY: f32 = 0.8;

/// How much there is to be seen on a tile, as a share of what there usually is.
const PATTERNED: f32 = 0.25;

/// The same where tiles have a card, and none of it is seen. Set by hand: what is drawn on the ground of KShisen is 0.26.
const PATTERNED_WITHOUT_CARD: f32 = 0.4;

impl Grid {
    /// Of the places that are no tiles those that look like one: they show a pattern, and what the rims of tiles have
    /// in common and the places around the board do not have.
    pub fn overlooked(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        self.places_like_tiles(image, tiles, &|usual, parts| usual.is_like(parts))
    }

    /// Of the places that are no tiles those that show some of what the rims of tiles have in common: blank tiles, and those
    /// that are mostly covered, but also places with a card of their own.
    pub fn carded(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        self.places_like_tiles(image, tiles, &|usual, parts| usual.rim.is_partly_on(parts))
    }

    /// Of the places that are no tiles those that show most of what the rims of tiles have in common, whatever is on them.
    pub fn on_card(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        self.places_like_tiles(image, tiles, &|usual, parts| usual.rim.is_on(parts))
    }

    /// The columns and rows of the places around the grid that look like tiles do, or like one of them and hardly any other
    /// place around: from -1 to as many as it has.
    pub fn beyond(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<[isize; 2]> {
        let windows = Windows { image, grid: self };
        let (places, around) = (windows.inside(), windows.around());
        let usual = Usual::of(&places, tiles, &around);
        let is_like = |parts: &Parts| usual.as_ref().is_some_and(|usual| usual.is_like(parts));
        let held = places.into_iter().zip(tiles).filter(|(_, tile)| **tile);
        let held: Vec<Parts> = held.map(|(parts, _)| parts).collect();
        let is_rare = |parts: &Parts| {
            let same = around.iter().filter(|other| shows_the_same(parts, other));
            same.count() as f32 <= RARE * around.len() as f32
        };
        let ground = ShadedGround::of(&windows);
        let is_tile = |parts: &Parts| {
            (is_like(parts) || shows_one_of(parts, &held) && is_rare(parts)) && !ground.is_on(parts)
        };
        let beyond = windows.places_around().zip(&around);
        let beyond = beyond.filter(|(_, parts)| is_tile(parts));
        beyond.map(|(place, _)| place).collect()
    }

    /// Of the places that are no tiles those on which there is something, as on tiles.
    pub fn patterned(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        let places = Windows { image, grid: self }.inside();
        let contrasts: Vec<f32> = places.iter().map(contrast_inside).collect();
        let of_tiles = contrasts.iter().zip(tiles).filter(|(_, tile)| **tile);
        let usual = median(of_tiles.map(|(contrast, _)| *contrast)).unwrap_or_default();
        let is_patterned = |place: &usize| !tiles[*place] && contrasts[*place] > PATTERNED * usual;
        (0..tiles.len()).filter(is_patterned).collect()
    }

    /// Whether enough places around the board are seen to say what is there.
    pub fn is_surrounded(&self, image: &IntegralImage) -> bool {
        Windows { image, grid: self }.places_around().count() >= MIN_AROUND
    }

    /// Of the places that are no tiles those that look like none of the places around the board; none if these are few.
    pub fn unlike_ground(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        let windows = Windows { image, grid: self };
        let (places, around) = (windows.inside(), windows.around());
        let is_unlike = |place: &usize| !tiles[*place] && !shows_one_of(&places[*place], &around);
        match around.len() < MIN_AROUND {
            true => Vec::new(),
            false => (0..tiles.len()).filter(is_unlike).collect(),
        }
    }

    /// Of the places that are no tiles those that are meant, given what is usual of tiles and what is seen of the place.
    fn places_like_tiles(
        &self,
        image: &IntegralImage,
        tiles: &[bool],
        is_meant: &dyn Fn(&Usual, &Parts) -> bool,
    ) -> Vec<usize> {
        let windows = Windows { image, grid: self };
        let places = windows.inside();
        let Some(usual) = Usual::of(&places, tiles, &windows.around()) else {
            return Vec::new();
        };
        let is_like_tiles = |place: &usize| !tiles[*place] && is_meant(&usual, &places[*place]);
        (0..tiles.len()).filter(is_like_tiles).collect()
    }

    /// Of the tiles those that show nothing of the card that almost all others have.
    pub fn without_card(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        /// The share of tiles that show it at least. Set by hand.
        const ALMOST_ALL: f32 = 0.9;

        let windows = Windows { image, grid: self };
        let places = windows.inside();
        let Some(usual) = Usual::of(&places, tiles, &windows.around()) else {
            return Vec::new();
        };
        let is_without = |place: &usize| tiles[*place] && !usual.rim.is_partly_on(&places[*place]);
        let without: Vec<usize> = (0..tiles.len()).filter(is_without).collect();
        let count = tiles.iter().filter(|is_tile| **is_tile).count();
        match without.len() as f32 <= (1.0 - ALMOST_ALL) * count as f32 {
            true => without,
            false => Vec::new(),
        }
    }

    /// Of the tiles those that show the ground alone: no card, and nothing on it.
    pub fn mistaken(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        let windows = Windows { image, grid: self };
        let places = windows.inside();
        let mut bare = bare(&places, self.x.count, tiles);
        let Some(margin) = Margin::of(&windows).filter(|_| !bare.is_empty()) else {
            return Vec::new();
        };
        let around = windows.around();
        let others = (0..tiles.len()).filter(|place| tiles[*place] && !bare.contains(place));
        let others: Vec<&Parts> = others.map(|place| &places[place]).collect();
        let usual = median(others.iter().map(|parts| contrast_inside(parts))).unwrap_or_default();
        let rim = Rim::of(&others, &around);
        // The ground is seen at the sides of each place then.
        let has_gaps = [self.x, self.y].iter().all(|axis| {
            let gap = axis.pitch - axis.tile;
            gap * PARTS as f64 >= 2.0 * axis.pitch
        });
        bare.retain(|place| {
            let parts = &places[*place];
            match &rim {
                Some(rim) if !rim.is_partly_on(parts) => {
                    contrast_inside(parts) <= PATTERNED_WITHOUT_CARD * usual
                }
                Some(rim) => {
                    contrast_inside(parts) <= PATTERNED * usual
                        && rim.seen(parts) < MOSTLY * rim.on_tiles
                        && (has_gaps && margin.shows(parts) || shows_one_of(parts, &around))
                }
                None => contrast_inside(parts) <= PATTERNED * usual && margin.shows(parts),
            }
        });
        bare
    }
}

/// What is usual of tiles.
struct Usual {
    rim: Rim,
    /// How much there is to be seen on one.
    contrast: f32,
}

impl Usual {
    /// `None` if their rims do not tell them from what is around the board.
    fn of(places: &[Parts], tiles: &[bool], around: &[Parts]) -> Option<Usual> {
        let of_tiles = places.iter().zip(tiles).filter(|(_, tile)| **tile);
        let held: Vec<&Parts> = of_tiles.map(|(parts, _)| parts).collect();
        Some(Usual {
            rim: Rim::of(&held, around)?,
            contrast: median(held.iter().map(|parts| contrast_inside(parts))).unwrap_or_default(),
        })
    }

    /// Whether a place shows a pattern, and the rim of tiles.
    fn is_like(&self, parts: &Parts) -> bool {
        self.rim.is_on(parts) && contrast_inside(parts) > PATTERNED * self.contrast
    }
}

/// What the rims of tiles have in common and the places around the board do not have.
struct Rim {
    parts: Vec<(usize, [f32; 3])>,
    /// The share of it that is usually seen on tiles, and around the board.
    on_tiles: f32,
    beside: f32,
}

impl Rim {
    fn of(tiles: &[&Parts], around: &[Parts]) -> Option<Rim> {
        let outer = (0..PARTS * PARTS).filter(|part| !is_inner(*part));
        let common = outer.filter_map(|part| {
            let value =
                |channel: usize| median(tiles.iter().map(move |parts| parts[part][channel]));
            let color = [value(0)?, value(1)?, value(2)?];
            let held = tiles
                .iter()
                .filter(|parts| color_difference(&parts[part], &color) < SAME);
            let beside = around
                .iter()
                .filter(|parts| color_difference(&parts[part], &color) >= SAME);
            let is_common = held.count() as f32 >= COMMON * tiles.len() as f32
                && beside.count() as f32 >= ABSENT * around.len() as f32;
            is_common.then_some((part, color))
        });
        let mut rim = Rim {
            parts: common.collect(),
            on_tiles: 0.0,
            beside: 0.0,
        };
        if rim.parts.len() < MIN_PARTS || around.len() < MIN_AROUND {
            return None;
        }
        rim.on_tiles = median(tiles.iter().map(|parts| rim.seen(parts)))?;
        rim.beside = median(around.iter().map(|parts| rim.seen(parts)))?;
        (rim.on_tiles - rim.beside >= MIN_APART).then_some(rim)
    }

    fn is_on(&self, parts: &Parts) -> bool {
        self.seen(parts) > (self.on_tiles + self.beside) / 2.0
    }

    /// Whether some of it is seen: what is on a tile may hide the rest.
    fn is_partly_on(&self, parts: &Parts) -> bool {
        self.seen(parts) > self.beside + PARTLY * (self.on_tiles - self.beside)
    }

    /// The share of it that is seen on a place.
    fn seen(&self, place: &Parts) -> f32 {
        let seen = (self.parts.iter())
            .filter(|(part, color)| color_difference(&place[*part], color) < SAME);
        seen.count() as f32 / self.parts.len() as f32
    }
}

/// Whether what is within the rim of a place is the same as at another place.
fn shows_one_of(place: &Parts, others: &[Parts]) -> bool {
    others.iter().any(|other| shows_the_same(place, other))
}

fn shows_the_same(one: &Parts, other: &Parts) -> bool {
    inner_parts().all(|part| color_difference(&one[part], &other[part]) < SAME)
}

/// The parts within the rim.
pub fn inner_parts() -> impl Iterator<Item = usize> {
    (0..PARTS * PARTS).filter(|part| is_inner(*part))
}

fn is_inner(part: usize) -> bool {
    [part % PARTS, part / PARTS]
        .iter()
        .all(|at| (RIM..PARTS - RIM).contains(at))
}

/// How much there is to be seen within the rim: a standard deviation of 0 to 255.
fn contrast_inside(parts: &Parts) -> f32 {
    contrast(parts, inner_parts())
}

/// The largest standard deviation of a channel of some parts, 0 to 255.
pub fn contrast(parts: &Parts, among: impl Iterator<Item = usize>) -> f32 {
    let among: Vec<usize> = among.collect();
    let channel = |channel: usize| variance(among.iter().map(|part| parts[*part][channel]));
    (0..3).map(channel).fold(0.0, f32::max).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{board, squares};
    use super::*;
    use crate::color::Rgb;

    /// White cards with a frame and a cross on them at `X`, a plain one at `O`.
    fn drawn(rows: [&str; 5]) -> (IntegralImage, Grid) {
        board(&rows, 0, |letter, [x, y]| match letter {
            _ if x == 0 || y == 0 => Rgb::BLACK,
            b'X' if x.abs_diff(y) < 4 && (7..17).contains(&x) => Rgb::BLACK,
            _ => Rgb::WHITE,
        })
    }

    fn overlooked(board: [&str; 5], taken: impl Fn(usize) -> bool) -> Vec<usize> {
        let (image, grid) = drawn(board);
        let places = board.concat();
        let tiles =
            (places.bytes().enumerate()).map(|(index, place)| place == b'X' && taken(index));
        grid.overlooked(&image, &tiles.collect::<Vec<bool>>())
    }

    #[test]
    fn a_tile_taken_for_an_empty_place_is_overlooked_but_not_the_ground_or_a_plain_card() {
        let board = ["XXXXX", "X..XX", "XXOXX", "XX..X", "XXXXX"];
        assert_eq!(overlooked(board, |_| true), Vec::<usize>::new());
        assert_eq!(
            overlooked(board, |index| index != 3 && index != 14),
            [3, 14]
        );
    }

    #[test]
    fn a_blank_place_with_the_card_of_tiles_is_told_from_the_ground() {
        let (image, grid) = drawn(["XXXXX", "X..XX", "XXOXX", "XX..X", "XXXXX"]);
        let are_tiles = |place: usize| ![6, 7, 12, 17, 18].contains(&place);
        let tiles: Vec<bool> = (0..25).map(are_tiles).collect();
        assert_eq!(grid.carded(&image, &tiles), [12]);
    }

    #[test]
    fn the_ground_is_mistaken_for_tiles_but_a_plain_card_is_not() {
        let (image, grid) = drawn(["XXXXX", "X..XX", "XXOXX", "XX..X", "XXXXX"]);
        assert_eq!(grid.mistaken(&image, &[true; 25]), [6, 7, 17, 18]);
    }

    #[test]
    fn a_few_places_among_many_cards_are_without_one() {
        let without = |board| {
            let (image, grid) = drawn(board);
            grid.without_card(&image, &[true; 25])
        };
        let few = ["XXXXX", "X.XXX", "XXOXX", "XXX.X", "XXXXX"];
        assert_eq!(without(few), [6, 18]);
        let more = ["XXXXX", "X..XX", "XXOXX", "XX..X", "XXXXX"];
        assert_eq!(without(more), Vec::<usize>::new());
    }

    #[test]
    fn nothing_is_overlooked_where_the_tiles_have_no_card_of_their_own() {
        let board = ["....."; 5];
        assert_eq!(overlooked(board, |_| true), Vec::<usize>::new());
    }

    #[test]
    fn a_square_beyond_the_edge_is_a_tile_if_there_are_others_of_its_colour() {
        let (image, all) = squares(["ABCD..", "CADBB.", "BDACF.", "......"]);
        let part = Grid {
            x: all.x.between(0, 3),
            y: all.y.between(0, 2),
            ..all
        };
        assert_eq!(part.beyond(&image, &[true; 12]), [[4, 1]]);
        // Where the ground is as a tile is, most of what is around looks like one.
        let (image, all) = squares(["ABCDCC", "CADBCC", "BDACCC", "CCCCCC"]);
        let part = Grid {
            x: all.x.between(0, 3),
            y: all.y.between(0, 2),
            ..all
        };
        assert_eq!(part.beyond(&image, &[true; 12]), Vec::<[isize; 2]>::new());
    }
}
