//! What the borders of solid tiles say of the places beside them: those that show the side of a tile are empty, and those that
//! hide it are tiles, however they look otherwise.

use super::alike::Alike;
use super::completion::{is_as_good, joins_no_more, with_empty, with_tiles};
use super::reading::Reading;
use super::scene::Scene;

/// How surely places are told, see [`Grid::emptiness`](crate::grid::Grid::emptiness). Set by hand with the numbers there.
const SURELY: f32 = 4.0;

/// How little speaks against a place being what it was taken for, and the share of places that are surely told, if borders
/// confirm a reading.
// Set by hand: of 2,003 screenshots they confirm 363, 357 of which are read right; of the six others one is accepted.
const DOUBTFULLY: f32 = 2.0;
const MOST: f64 = 0.6;

/// Without the kinds that are empty places by their borders, and with the places that are tiles by these, if all tiles pair
/// up then.
pub fn told_by_borders(scene: &Scene, reading: Reading) -> Reading {
    let borders = Borders::of(scene, &reading);
    let reading = without_empty_kinds(scene, reading, &borders);
    with_hiding(scene, reading, &borders)
}

/// What the borders of places tell.
pub struct Borders {
    emptiness: Vec<f32>,
}

impl Borders {
    pub fn of(scene: &Scene, reading: &Reading) -> Borders {
        let tiles = reading.board.occupied();
        Borders {
            emptiness: reading.grid.emptiness(scene, &tiles),
        }
    }

    /// Whether a place shows the sides of tiles.
    pub fn is_empty(&self, place: usize) -> bool {
        self.emptiness[place] >= SURELY
    }

    /// Whether it hides them.
    pub fn is_tile(&self, place: usize) -> bool {
        self.emptiness[place] <= -SURELY
    }

    /// Whether they tell most of these tiles and of the empty places beside them, and speak against none.
    pub fn confirm(&self, tiles: &[bool]) -> bool {
        let known = self.emptiness.iter().zip(tiles);
        let known = known.filter(|(told, _)| **told != 0.0);
        let speaking_for = known.map(|(told, is_tile)| if *is_tile { -told } else { *told });
        let speaking_for: Vec<f32> = speaking_for.collect();
        let surely_for = speaking_for.iter().filter(|told| **told >= SURELY);
        let are_told = surely_for.count() as f64 >= MOST * speaking_for.len() as f64;
        let count = tiles.iter().filter(|is_tile| **is_tile).count();
        let are_many = 2 * speaking_for.len() >= count;
        are_many && are_told && speaking_for.iter().all(|told| *told > -DOUBTFULLY)
    }

    /// Whether several places on average show the sides of tiles, as far as they are told.
    fn are_empty(&self, places: impl Iterator<Item = usize>) -> bool {
        let told = places.map(|place| self.emptiness[place]);
        let told: Vec<f32> = told.filter(|told| *told != 0.0).collect();
        !told.is_empty() && told.iter().sum::<f32>() >= SURELY * told.len() as f32
    }
}

/// Without the kinds that show the sides of tiles. If the others do not pair up, they contradict the reading.
fn without_empty_kinds(scene: &Scene, reading: Reading, borders: &Borders) -> Reading {
    let kinds = reading.board.cells_by_kind().into_iter();
    let empty =
        kinds.filter(|cells| borders.are_empty(cells.iter().map(|cell| reading.place(*cell))));
    let empty: Vec<_> = empty.flatten().collect();
    match with_empty(scene, &reading, &empty) {
        Some(less) if less.pairing.is_perfect() => less,
        _ => Reading {
            contradicted: reading.contradicted + empty.len(),
            ..reading
        },
    }
}

/// With the places that surely hide the sides of tiles, with others that look like these and of which borders tell nothing, or
/// with those that may hide them, too, if these are few.
fn with_hiding(scene: &Scene, reading: Reading, borders: &Borders) -> Reading {
    let occupied = reading.board.occupied();
    let holes = || (0..occupied.len()).filter(|place| !occupied[*place]);
    let hiding = |at_least: f32| -> Vec<usize> {
        let is_hiding = |place: &usize| borders.emptiness[*place] <= -at_least;
        holes().filter(is_hiding).collect()
    };
    let is_better = |all: &Reading| {
        let is_even = all.board.check_pairs().is_ok();
        is_even && is_as_good(all, &reading) && joins_no_more(all, &reading)
    };
    let surely = hiding(SURELY);
    let are_few = |places: &Vec<usize>| places.len() < 2 * surely.len();
    let with_alike = || {
        let alike = Alike::of(scene, &reading);
        let is_alike = |place: &usize| {
            borders.emptiness[*place] == 0.0 && alike.is_like_one_of(*place, &surely)
        };
        let alike = holes().filter(is_alike);
        surely.iter().copied().chain(alike).collect()
    };
    let with = |places: &[usize]| with_tiles(scene, &reading, places).filter(is_better);
    let with_few = |places: Vec<usize>| {
        Some(places)
            .filter(are_few)
            .and_then(|places| with(&places))
    };
    let all = with(&surely)
        .or_else(|| with_few(with_alike()))
        .or_else(|| with_few(hiding(DOUBTFULLY)));
    all.unwrap_or(reading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Survey, drawn::solid};
    use crate::linkup::reading::read_surveyed;

    const BOARD: [&str; 6] = [
        "AB.DOE.C", "C.BA.ED.", ".ABEO.AC", "AC.BDB..", "E.CAC.DB", ".BA.BA..",
    ];

    /// The board read where places of some letters, and others, were taken for tiles.
    fn read(letters: &[u8], others: &[usize]) -> (Scene, Reading) {
        let (image, grid) = solid(&BOARD, 5);
        let places = BOARD.concat();
        let is_taken = |(place, letter)| letters.contains(&letter) || others.contains(&place);
        let tiles = places.bytes().enumerate().map(is_taken).collect();
        let scene = Scene::from(image);
        let reading = read_surveyed(&scene, &Survey { grid, tiles }).expect("there are tiles");
        (scene, reading)
    }

    fn told(letters: &[u8], others: &[usize]) -> Reading {
        let (scene, reading) = read(letters, others);
        told_by_borders(&scene, reading)
    }

    #[test]
    fn what_hides_sides_is_a_tile_and_what_shows_them_is_none() {
        let (_, right) = read(b"ABCDEO", &[]);
        let expected = right.board.to_string();
        assert_eq!(told(b"ABCDEO", &[]).board.to_string(), expected);
        assert_eq!(told(b"ABCDE", &[]).board.to_string(), expected);
        assert_eq!(told(b"ABCDEO", &[9, 26]).board.to_string(), expected);
    }

    #[test]
    fn borders_confirm_a_board_but_none_of_which_they_tell_a_place_otherwise() {
        let confirm = |letters: &[u8], others: &[usize]| {
            let (scene, reading) = read(letters, others);
            Borders::of(&scene, &reading).confirm(&reading.board.occupied())
        };
        assert!(confirm(b"ABCDEO", &[]));
        assert!(!confirm(b"ABCDE", &[]) && !confirm(b"ABCDEO", &[9, 26]));
    }

    #[test]
    fn a_kind_is_empty_if_its_places_are_on_average() {
        let are_empty = |emptiness: &[f32]| {
            let borders = Borders {
                emptiness: emptiness.to_vec(),
            };
            borders.are_empty(0..emptiness.len())
        };
        assert!(are_empty(&[8.0, 0.0, 0.0]) && are_empty(&[5.0, 3.0]));
        assert!(!are_empty(&[4.5, 1.5, 1.5]) && !are_empty(&[0.0, 0.0]));
    }
}
