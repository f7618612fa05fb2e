//! Boards whose tiles are even areas on a lattice.

use super::area_grids::{AreaGrid, area_grids};
use super::card::{Card, LIKE};
use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};
use super::occupancy::occupied;
use super::places::Places;
use super::survey::{MAX_PLACES, Survey, lattice, survey};
use crate::distinct::distinct;

// What follows was tuned on 50 screenshots like those described in the docs of `grid`: with areas the grid is right on
// 47 of them and all kinds on 47, without them on 40 and 37; on 50 others, with other tiles, looks and
// backgrounds, on 43 and 41, without them on 38 and 33.

/// The least share of the card that is seen on a tile, where its picture covers the rest.
const SEEN: f32 = 0.35;

/// The share of the tiles that must be areas if they may be all of them.
const MOST: f64 = 0.5;

/// The share of places that may be missing if a board is taken for full.
const MISSING: f64 = 0.1;

/// How much a board of equal areas is worth if no tile comes again: as clear as edges of plain tiles.
const CONFIDENCE: f64 = 0.5;

/// The boards whose tiles may be the even areas of a picture.
pub fn area_boards(image: &IntegralImage) -> Vec<Survey> {
    let surveys = area_grids(image).into_iter().flat_map(|areas| {
        let begin = [0, 1].map(|axis| areas.middle[axis] - areas.pitch[axis] / 2.0);
        let lattice = lattice(image, areas.pitch, begin);
        match lattice.count() <= MAX_PLACES {
            true => AreaBoard::of(image, &areas, &lattice).surveys(),
            false => Vec::new(),
        }
    });
    distinct(surveys)
}

/// A lattice with areas on some of its places.
struct AreaBoard<'a> {
    areas: &'a AreaGrid,
    lattice: &'a Lattice,
    places: Places,
    /// The places with an area.
    has_area: Vec<bool>,
    /// Those within the rectangle around them.
    is_inside: Vec<bool>,
}

impl<'a> AreaBoard<'a> {
    fn of(image: &IntegralImage, areas: &'a AreaGrid, lattice: &'a Lattice) -> AreaBoard<'a> {
        let places = Places::of(image, lattice, 0);
        let mut has_area = vec![false; places.count()];
        let index = |axis: &Axis, middle: f64| {
            let index = ((middle - axis.origin) / axis.pitch).floor();
            (0.0..axis.count as f64)
                .contains(&index)
                .then_some(index as usize)
        };
        for [x, y] in &areas.middles {
            if let (Some(column), Some(row)) = (index(&lattice.x, *x), index(&lattice.y, *y)) {
                has_area[row * lattice.x.count + column] = true;
            }
        }
        let bounds = places.bounds(&has_area, |_, _| true);
        let is_inside = match bounds {
            Some(bounds) => places.mask(bounds),
            None => has_area.clone(),
        };
        AreaBoard {
            areas,
            lattice,
            places,
            has_area,
            is_inside,
        }
    }

    fn surveys(&self) -> Vec<Survey> {
        let extent = [0, 1].map(|axis| {
            let side = self.areas.side[axis] / self.areas.pitch[axis];
            [(1.0 - side) / 2.0, (1.0 + side) / 2.0]
        });
        let counts = |place, _| self.has_area[place] || !self.places.is_plain(place);
        let mut surveys = Vec::new();
        for tiles in self.guesses() {
            let bounds = self.places.bounds(&tiles, counts);
            let found = bounds
                .and_then(|bounds| survey(self.lattice, extent, &self.places, &tiles, bounds));
            surveys.extend(found.map(|found| found.with_confidence_from(CONFIDENCE)));
        }
        surveys
    }

    /// Guesses for which places hold a tile: those with an area and all that is on such a card, or all within their bounds
    /// if few are missing, or those with an area alone.
    fn guesses(&self) -> Vec<Vec<bool>> {
        let mut guesses: Vec<Vec<bool>> = Vec::new();
        if let Some(card) = Card::of_tiles(&self.places, &self.has_area) {
            let is_like = |place| card.difference(&self.places, place) < LIKE;
            let is_seen = |place| card.seen(&self.places, place) > SEEN;
            guesses.extend([self.with(is_like), self.with(is_seen)]);
            let others = occupied(&self.places, Some(&card)).into_iter();
            guesses.extend(others.map(|guess| self.with(|place| guess[place])));
        }
        guesses.extend(self.full());
        let is_ground: Vec<bool> = self.ground(&guesses);
        for guess in &mut guesses {
            for (is_tile, is_ground) in guess.iter_mut().zip(&is_ground) {
                *is_tile &= !is_ground;
            }
        }
        let most = guesses.iter().map(|tiles| count(tiles)).max().unwrap_or(0);
        if count(&self.has_area) as f64 >= MOST * most as f64 {
            guesses.push(self.has_area.clone());
        }
        guesses
    }

    /// The places with an area, and some others.
    fn with(&self, is_tile: impl Fn(usize) -> bool) -> Vec<bool> {
        let places = self.has_area.iter().enumerate();
        places
            .map(|(place, has_area)| *has_area || is_tile(place))
            .collect()
    }

    /// All places within the rectangle around the areas, if few have none.
    fn full(&self) -> Option<Vec<bool>> {
        let (inside, areas) = (count(&self.is_inside), count(&self.has_area));
        let is_full = (inside - areas) as f64 <= MISSING * inside as f64;
        is_full.then(|| self.is_inside.clone())
    }

    /// The places of some guesses that look like several beside the board.
    fn ground(&self, guesses: &[Vec<bool>]) -> Vec<bool> {
        /// The mean difference of places that show the same ground, 0 to 255, how many such places there must be beside
        /// the board, and how many are compared at most.
        const SAME_GROUND: f32 = 8.0;
        const MIN_GROUND: usize = 2;
        const MAX_COMPARED: usize = 200;

        let outside = (0..self.places.count()).filter(|place| !self.is_inside[*place]);
        let outside: Vec<usize> = outside.collect();
        let step = outside.len().div_ceil(MAX_COMPARED).max(1);
        let is_ground = |place: usize| {
            let others = outside.iter().step_by(step);
            let same = others.filter(|other| {
                **other != place && self.places.apart(place, **other) < SAME_GROUND
            });
            same.take(MIN_GROUND).count() == MIN_GROUND
        };
        let is_guessed = |place: usize| guesses.iter().any(|guess| guess[place]);
        (0..self.places.count())
            .map(|place| !self.has_area[place] && is_guessed(place) && is_ground(place))
            .collect()
    }
}

fn count(places: &[bool]) -> usize {
    places.iter().filter(|is_it| **is_it).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    const PITCH: [usize; 2] = [40, 44];
    const COLUMNS: usize = 8;

    /// A card of 32x36 pixels with dots on it that tell 20 kinds apart, or a band that halves it.
    fn card(place: usize, x: usize, y: usize) -> [u8; 3] {
        let kind = place * 7 % 20;
        let is_dot = (8..24).contains(&x) && (10..26).contains(&y);
        match (place == 21, y) {
            (true, 12..24) => [200, 40, 40 + (x % 4 * 50) as u8],
            _ if is_dot && (kind + 3) >> ((x - 8) / 4) & 1 == 1 => [40, 60, 160],
            _ => [225, 220, 200],
        }
    }

    /// Bricks that come again at another distance than the cards.
    fn brick(x: usize, y: usize) -> [u8; 3] {
        let shift = y / 12 % 2 * 12;
        match (x + shift) % 24 < 2 || y % 12 < 2 {
            true => [90, 90, 90],
            false => [150, 70, 50],
        }
    }

    #[test]
    fn cards_are_told_from_a_ground_that_comes_again() {
        let is_tile = |place: usize| place % 3 != 1;
        let picture = Raster::from_fn(460, 400, |x, y| {
            let at = |at: usize, axis: usize| {
                let inside = at.checked_sub(60)?;
                Some((inside / PITCH[axis], inside % PITCH[axis]))
            };
            let place = at(x, 0).zip(at(y, 1));
            let [r, g, b] = match place {
                Some(((column, x @ 4..36), (row, y @ 4..40)))
                    if column < COLUMNS && row < 6 && is_tile(row * COLUMNS + column) =>
                {
                    card(row * COLUMNS + column, x - 4, y - 4)
                }
                _ => brick(x, y),
            };
            Some(Rgb::new(r, g, b))
        });
        let boards = area_boards(&IntegralImage::of(&picture));
        let tiles: Vec<bool> = (0..6 * COLUMNS).map(is_tile).collect();
        let board = boards.iter().find(|board| board.tiles == tiles);
        let board = board.expect("it is among the guesses");
        for (axis, pitch) in [board.grid.x, board.grid.y].into_iter().zip(PITCH) {
            assert!((axis.pitch - pitch as f64).abs() < 0.1, "{axis:?}");
        }
    }
}
