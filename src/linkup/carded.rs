//! Tiles that were taken for empty places and show some of the card that others have, as the shadows of tiles may, too.

use super::LinkCell;
use super::alike::Alike;
use super::completion::{is_as_good, joins_no_more, usual_kind, with_tiles};
use super::reading::Reading;
use super::scene::Scene;

/// With the places that show a card, if all tiles pair up then as well: those that are a kind of their own, such as blank
/// tiles, or else those that look like another tile, too.
pub fn with_carded(scene: &Scene, reading: Reading) -> Reading {
    let carded = reading.grid.carded(scene, &reading.board.occupied());
    let with_kind = || with_a_kind(scene, &reading, &carded);
    let with_repeated = || with_repeated(scene, &reading, &carded);
    with_kind().or_else(with_repeated).unwrap_or(reading)
}

/// With all of some places, if they are a kind no larger than kinds usually are: places that were drawn empty would be more. A
/// tile that was joined with one of them makes no kind: that pairs up with anything.
fn with_a_kind(scene: &Scene, reading: &Reading, carded: &[usize]) -> Option<Reading> {
    let cells: Vec<LinkCell> = carded.iter().map(|place| reading.cell(*place)).collect();
    if cells.len() > usual_kind(reading) || are_in_line(&cells) {
        return None;
    }
    let all = with_tiles(scene, reading, carded)?;
    let adds_a_kind = all.pairing.kinds() > reading.pairing.kinds() && joins_no_more(&all, reading);
    (adds_a_kind && is_as_good(&all, reading)).then_some(all)
}

/// Whether several tiles are all in one row or column, as where the edge of what the board lies on shows.
fn are_in_line(cells: &[LinkCell]) -> bool {
    /// Two happen to be in one.
    const SEVERAL: usize = 3;

    let is_row = cells.windows(2).all(|pair| pair[0].row == pair[1].row);
    let is_column = cells
        .windows(2)
        .all(|pair| pair[0].column == pair[1].column);
    cells.len() >= SEVERAL && (is_row || is_column)
}

/// With those of some places that look like a tile or another one of them, and show most of the card or something on it, unless
/// a kind of them is larger than usual: places in the shadow of tiles are alike, too, where the ground is plain.
fn with_repeated(scene: &Scene, reading: &Reading, carded: &[usize]) -> Option<Reading> {
    let occupied = reading.board.occupied();
    let mut likely = reading.grid.patterned(scene, &occupied);
    likely.extend(reading.grid.on_card(scene, &occupied));
    let is_likely = |place: &usize| likely.contains(place);
    let carded: Vec<usize> = carded.iter().copied().filter(is_likely).collect();
    let repeated = repeated(scene, reading, &carded);
    let all = with_tiles(scene, reading, &repeated)?;
    let kinds = all.board.cells_by_kind();
    let mut added = kinds.iter().filter(|cells| {
        let mut places = cells.iter().map(|cell| all.place(*cell));
        places.all(|place| repeated.contains(&place))
    });
    let most = usual_kind(reading);
    let are_usual = added.all(|cells| cells.len() <= most && !are_in_line(cells));
    (are_usual && is_as_good(&all, reading) && joins_no_more(&all, reading)).then_some(all)
}

/// Those of some places that look as much like a tile or another one of them as the tiles of a kind look like each other.
fn repeated(scene: &Scene, reading: &Reading, places: &[usize]) -> Vec<usize> {
    let alike = Alike::of(scene, reading);
    let tiles = reading.board.tiles().map(|(cell, _)| reading.place(cell));
    let others: Vec<usize> = tiles.chain(places.iter().copied()).collect();
    let is_repeated = |place: &usize| alike.is_like_one_of(*place, &others);
    places.iter().copied().filter(is_repeated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::cards::read_without;

    /// How many tiles there are where some were taken for empty places.
    fn tiles_with_carded(board: &[&str], taken: &[u8]) -> usize {
        let (scene, reading) = read_without(board, taken);
        with_carded(&scene, reading).pairing.tiles()
    }

    #[test]
    fn blank_tiles_are_a_kind_unless_there_are_more_of_them_than_of_others() {
        let of = |board: &[&str]| tiles_with_carded(board, b".O");
        assert_eq!(of(&["ABCDE", "BAO.D", "EFOCF"]), 14);
        assert_eq!(of(&["ABCDE", "BA..D", "EF.CF"]), 12);
        assert_eq!(of(&["ABCDE", "BAOOD", "EFOCF", "OOOOO"]), 12);
    }

    #[test]
    fn places_in_one_row_are_no_kind_but_the_edge_of_something() {
        let of = |rows: [&str; 2]| {
            let board = ["ABCDABCD", "CDABCDAB", rows[0], rows[1]];
            tiles_with_carded(&board, b".O")
        };
        assert_eq!(of(["OO......", "....OO.."]), 20);
        assert_eq!(of(["........", ".OOOO..."]), 16);
    }

    #[test]
    fn several_kinds_are_tiles_if_each_of_them_looks_like_another_one() {
        let of = |board: &[&str]| tiles_with_carded(board, b".FGH");
        assert_eq!(of(&["ABCDE", "BAFGD", "EFGC.", "....."]), 14);
        assert_eq!(of(&["ABCDE", "BAFGD", "EHGC.", "....."]), 12);
    }
}
