//! Kinds that show little and have no card: empty places rather than tiles.

use std::sync::Arc;

use crate::grid::median;

use super::LinkCell;
use super::completion::with_empty;
use super::reading::Reading;
use super::scene::{Evened, Scene};
use super::view::View;

// The numbers of this file were set by hand on 600 screenshots, of which three are read with places for tiles that are empty
// and look the same: where lines of a background cross, or dark slots on a dark ground.

/// The most contrast of a kind of empty places, as a share of that which tiles usually have.
const FAINT: f32 = 0.5;

/// How near such places are to others that are taken for empty, as a share of how near they are to any tile of another kind.
const NEARER: f32 = 0.5;

/// What has less contrast shows nothing.
const BLANK: f32 = 0.15;

/// How many times as large as any other kind a faint one is whose places are rather drawn empty.
// Set by hand: of 468 screenshots one turns on it, with six dark cells and two tiles of each kind.
const LARGER: usize = 2;

/// Without the kinds that look like empty places, and unlike any other tile, if the others pair up; and without a faint kind
/// that is much larger than all others.
pub fn without_faint(scene: &Scene, reading: Reading) -> Reading {
    let seen = Seen::of(scene, &reading);
    let mut kinds = seen.kinds_without_card(FAINT);
    kinds.retain(|places| seen.are_like_empty(places));
    kinds.extend(seen.largest_if_faint());
    let faint: Vec<LinkCell> = (kinds.iter().flatten())
        .map(|place| reading.cell(*place))
        .collect();
    match with_empty(scene, &reading, &faint) {
        Some(less) if less.board.check_pairs().is_ok() => less,
        _ => reading,
    }
}

/// The tiles of the kinds on which there is nothing, not even the card of other tiles.
pub fn blank(scene: &Scene, reading: &Reading) -> Vec<usize> {
    Seen::of(scene, reading).kinds_without_card(BLANK).concat()
}

/// The tiles of a reading and its empty places, and what they look like.
struct Seen<'a> {
    view: Arc<View>,
    reading: &'a Reading,
    are_tiles: Vec<bool>,
    /// The contrast that tiles usually have.
    usual: f32,
}

impl Seen<'_> {
    fn of<'a>(scene: &Scene, reading: &'a Reading) -> Seen<'a> {
        let view = scene.view(&reading.grid, Evened::Light);
        let are_tiles = reading.board.occupied();
        let tiles = (0..are_tiles.len()).filter(|place| are_tiles[*place]);
        let usual = median(tiles.map(|place| view.contrast[place])).unwrap_or_default();
        Seen {
            view,
            reading,
            are_tiles,
            usual,
        }
    }

    /// The kinds that have less than a share of the usual contrast, and no card as another kind has it.
    fn kinds_without_card(&self, contrast: f32) -> Vec<Vec<usize>> {
        let has_card = |places: &[usize]| {
            let others = self.places(true).filter(|other| !places.contains(other));
            self.is_any_like(places, others)
        };
        let mut kinds = self.kinds();
        kinds.retain(|places| self.are_below(contrast, places) && !has_card(places));
        kinds
    }

    /// The largest kind if it is faint and much larger than all others.
    fn largest_if_faint(&self) -> Option<Vec<usize>> {
        let kinds = self.kinds();
        let largest = kinds.iter().max_by_key(|places| places.len())?;
        let others = kinds.iter().filter(|places| *places != largest);
        let is_much_larger = largest.len() > LARGER * others.map(Vec::len).max()?;
        (is_much_larger && self.are_below(FAINT, largest)).then(|| largest.clone())
    }

    /// The places of each kind.
    fn kinds(&self) -> Vec<Vec<usize>> {
        let places = |cells: Vec<_>| cells.iter().map(|cell| self.reading.place(*cell)).collect();
        (self.reading.board.cells_by_kind().into_iter())
            .map(places)
            .collect()
    }

    /// Whether places have less than a share of the usual contrast.
    fn are_below(&self, contrast: f32, places: &[usize]) -> bool {
        let mut places = places.iter();
        places.all(|place| self.view.contrast[*place] < contrast * self.usual)
    }

    /// Whether some tiles look like empty places rather than like any tile of another kind.
    fn are_like_empty(&self, places: &[usize]) -> bool {
        let nearest = |place: usize, are_tiles: bool| {
            let others = self
                .places(are_tiles)
                .filter(|other| !places.contains(other));
            let distances = others.map(|other| self.view.distance(place, other));
            distances.fold(f32::INFINITY, f32::min)
        };
        self.is_any_like(places, self.places(false))
            && (places.iter()).all(|place| nearest(*place, false) < NEARER * nearest(*place, true))
    }

    /// Whether any place has the card of one of others.
    fn is_any_like(&self, places: &[usize], mut others: impl Iterator<Item = usize>) -> bool {
        let rims = &self.view.rims;
        others.any(|other| {
            places
                .iter()
                .any(|place| rims[*place].is_like(&rims[other]))
        })
    }

    /// The places that are tiles, or those that are empty.
    fn places(&self, are_tiles: bool) -> impl Iterator<Item = usize> {
        let is_so = move |place: &usize| self.are_tiles[*place] == are_tiles;
        (0..self.are_tiles.len()).filter(is_so)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Survey;
    use crate::linkup::cards::{drawn, read_without};
    use crate::linkup::reading::read_surveyed;

    /// A board where two of the places at `.` were taken for tiles: the first ones.
    fn read_with_two_empty(board: &[&str]) -> (Scene, Reading) {
        let (scene, grid) = drawn(board);
        let places = board.concat();
        let mut tiles: Vec<bool> = places.bytes().map(|place| place != b'.').collect();
        let empty = (0..tiles.len()).filter(|place| places.as_bytes()[*place] == b'.');
        for place in empty.take(2) {
            tiles[place] = true;
        }
        let reading = read_surveyed(&scene, &Survey { grid, tiles }).expect("there are tiles");
        (scene, reading)
    }

    #[test]
    fn tiles_that_look_like_empty_places_are_empty() {
        let (scene, reading) = read_with_two_empty(&["ABCDEF", "BADCFE", "GH..GH", "..OO.."]);
        assert_eq!(reading.board.tiles().count(), 20);
        let read = without_faint(&scene, reading);
        let blank: Vec<_> = [2, 3].map(|column| LinkCell::new(3, column)).into();
        assert_eq!(read.board.tiles().count(), 18);
        assert!(read.board.cells_by_kind().contains(&blank));
    }

    #[test]
    fn a_faint_kind_that_is_much_larger_than_others_is_of_empty_places() {
        let tiles = |board: &[&str]| {
            let (scene, reading) = read_without(board, b"");
            without_faint(&scene, reading).board.tiles().count()
        };
        assert_eq!(tiles(&["ABCDEF", "FEDCBA", "OOOOGG"]), 18);
        assert_eq!(tiles(&["ABCDEF", "FEDCBA", "OOOOOO"]), 12);
    }

    #[test]
    fn where_no_place_is_empty_tiles_without_anything_on_them_are_blank() {
        let (scene, reading) = read_with_two_empty(&["ABCDEF", "BADCFE", "GHOOGH", "IJ..IJ"]);
        assert_eq!(blank(&scene, &reading), [20, 21]);
        assert_eq!(without_faint(&scene, reading).board.tiles().count(), 24);
    }
}
