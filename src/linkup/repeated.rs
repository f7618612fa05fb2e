//! Reading the board around parts of a picture that repeat, by what its places have in common: tiles without a card on a
//! ground with a pattern, and the last tiles of a game.

use std::ops::RangeInclusive;

use crate::distinct::distinct;
use crate::grid::{Grid, IntegralImage, Survey, repeat_board};

use super::agreement::Agreement;
use super::confidence::strength;
use super::reading::{Evidence, Reading, read_by_agreement};
use super::sides::shows_sides;

/// The most places of a grid that is read: each is compared with each, part by part.
const MAX_PLACES: usize = 400;

/// The share of the tiles that a line usually has without which one where nothing repeats is beside the board. Set by hand.
const FEW: f64 = 0.7;

/// The clarity of kinds from which on those are trusted that parts which repeat tell. Set by hand.
const CLEAR: f32 = 0.8;

/// The best reading of the board around what repeats: the one in which most tiles pair up and speak for it, or else in which
/// fewest are left over.
pub fn best_repeated(image: &IntegralImage) -> Option<Reading> {
    let board = repeat_board(image).filter(|board| board.wide.grid.count() <= MAX_PLACES)?;
    let agreement = Agreement::of(image, &board.wide.grid);
    let is_apart = is_apart(image, &board.wide, &agreement);
    let [columns, rows] = lines(&board.wide, &agreement);
    let grid = board.wide.grid.part(&columns, &rows);
    let inside = |tiles: &Vec<bool>| -> Vec<bool> {
        let lines = tiles.chunks(board.wide.grid.x.count).skip(*rows.start());
        let lines = lines.take(grid.y.count);
        lines
            .flat_map(|line| line[columns.clone()].to_vec())
            .collect()
    };
    let agreement = Agreement::of(image, &grid);
    let repeated = inside(&board.wide.tiles);
    let guesses = guesses(&agreement, &repeated, board.guesses.iter().map(inside));
    let alone = is_apart.then_some(&repeated[..]);
    let mut readings = read_by_agreement(image, grid, &agreement, alone, guesses);
    prefer(&mut readings, |reading| !shows_sides(reading, &repeated));
    prefer(&mut readings, |reading| {
        let is_of_few = board.are_few && reading.board.occupied() == repeated;
        let is_told = is_of_few || reading.evidence == Evidence::Repeats;
        is_told && reading.pairing.clarity() >= CLEAR
    });
    let worth = |reading: &Reading| match reading.board.check_pairs() {
        Ok(()) => strength(reading) * reading.board.tiles().count() as f64,
        Err(_) => -(odd_kinds(reading) as f64),
    };
    readings
        .into_iter()
        .max_by(|a, b| worth(a).total_cmp(&worth(b)))
}

/// Whether no place beside the board looks like a tile.
fn is_apart(image: &IntegralImage, wide: &Survey, agreement: &Agreement) -> bool {
    agreement.like_tiles(&wide.tiles).is_empty() && wide.grid.foreign(image, &wide.tiles).is_empty()
}

/// Leaves those that pair up and are preferred, if there are any.
fn prefer(readings: &mut Vec<Reading>, is_preferred: impl Fn(&Reading) -> bool) {
    let is_meant = |reading: &Reading| reading.board.check_pairs().is_ok() && is_preferred(reading);
    if readings.iter().any(is_meant) {
        readings.retain(is_meant);
    }
}

/// How many kinds a tile is left over of.
fn odd_kinds(reading: &Reading) -> usize {
    let kinds = reading.board.cells_by_kind();
    kinds.iter().filter(|cells| cells.len() % 2 == 1).count()
}

/// Guesses for which places hold a tile, each once: by what repeats, by others, and by both.
fn guesses(
    agreement: &Agreement,
    repeated: &[bool],
    others: impl Iterator<Item = Vec<bool>>,
) -> Vec<Vec<bool>> {
    let mut guesses = agreement.guesses(repeated);
    for other in others {
        let both = other
            .iter()
            .zip(repeated)
            .map(|(one, other)| *one || *other);
        guesses.push(both.collect());
        guesses.push(other);
    }
    distinct(guesses)
}

/// The columns and rows from the first to the last one in which something repeats or many places look like tiles.
fn lines(wide: &Survey, agreement: &Agreement) -> [RangeInclusive<usize>; 2] {
    let Grid { x, y, .. } = wide.grid;
    let mut tiles = wide.tiles.clone();
    for place in agreement.like_tiles(&tiles) {
        tiles[place] = true;
    }
    let reach = |count: usize, line: &dyn Fn(usize) -> usize| {
        let on_line = |at: usize, some: &[bool]| {
            let places = (0..some.len()).filter(|place| some[*place] && line(*place) == at);
            places.count()
        };
        let usual = tiles.iter().filter(|is_tile| **is_tile).count() as f64 / count as f64;
        let is_of_board = |at: &usize| {
            on_line(*at, &wide.tiles) > 0 || on_line(*at, &tiles) as f64 >= FEW * usual
        };
        let first = (0..count).find(is_of_board).unwrap_or(0);
        first..=(first..count).rfind(is_of_board).unwrap_or(first)
    };
    [
        reach(x.count, &|place| place % x.count),
        reach(y.count, &|place| place / x.count),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    /// Figures of 28x28 pixels at a pitch of 42, on a ground of coarse noise that is a tile wider at each side.
    fn drawn(board: &[&str]) -> IntegralImage {
        const PITCH: usize = 42;
        let inks: Vec<Raster> = (1..=6).map(|seed| noise(7, 7, seed)).collect();
        let ground = noise(120, 120, 9);
        let sides = [board[0].len(), board.len()].map(|count| (count + 2) * PITCH);
        let picture = Raster::from_fn(sides[0], sides[1], |x, y| {
            let place = || {
                let line = board.get((y / PITCH).checked_sub(1)?)?;
                let kind = line.as_bytes().get((x / PITCH).checked_sub(1)?)?;
                let [x, y] = [x, y].map(|at| (at % PITCH).wrapping_sub(7));
                let ink = inks.get(usize::from(kind.wrapping_sub(b'A')))?;
                (x < 28 && y < 28).then(|| ink.color(x / 4, y / 4))
            };
            place().unwrap_or_else(|| ground.color(x / 9, y / 9))
        });
        IntegralImage::of(&picture)
    }

    #[test]
    fn tiles_without_a_card_are_read_on_a_ground_that_looks_as_busy() {
        for board in [
            ["ABCDEF.", "FE.CBAD", ".CDABEF", "DAFE.CB"],
            ["A..B..C", "..D..E.", "F..A..D", "..CEFB."],
        ] {
            let read = best_repeated(&drawn(&board)).expect("a board is read");
            assert_eq!(read.board, board.join("\n").parse().unwrap());
        }
    }

    #[test]
    fn where_nothing_repeats_there_is_no_board() {
        assert!(best_repeated(&drawn(&["A....", ".....", "...B."])).is_none());
    }
}
