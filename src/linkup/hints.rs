//! A pair of tiles that a game lights up as a hint, brought back to its kind.

use super::Kind;
use super::view::View;

/// Two tiles that were taken for a kind of their own because both are tinted, joined with that kind. A board shows one
/// hint at a time: where more tiles look like others in a tint, kinds differ in that way.
pub fn without_hint(view: &View, mut kinds: Vec<Option<Kind>>) -> Vec<Option<Kind>> {
    let tiles = Kind::members(&kinds);
    let pairs = tiles.iter().filter(|(_, tiles)| tiles.len() == 2);
    let mut hints = pairs.flat_map(|(pair, hinted)| {
        let others = tiles.iter().filter(move |(kind, _)| kind != pair);
        let tinted = others.filter(|(_, others)| are_tinted(view, hinted, others));
        tinted.map(move |(kind, _)| (hinted, *kind))
    });
    if let (Some((hinted, kind)), None) = (hints.next(), hints.next()) {
        for tile in hinted {
            kinds[*tile] = Some(kind);
        }
    }
    Kind::of_equals(kinds.into_iter())
}

fn are_tinted(view: &View, hinted: &[usize], others: &[usize]) -> bool {
    let is_tinted = |tile: &usize| {
        (others.iter()).any(|other| view.cores[*tile].is_tint_of(&view.cores[*other]))
    };
    hinted.iter().all(is_tinted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::grid::{Axis, Grid, IntegralImage};
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    const SIDE: usize = 16;

    /// A row of tiles, given the seed of the pattern on each and whether it is lit up.
    fn row(tiles: &[(u64, bool)]) -> View {
        let patterns = tiles.iter().map(|(seed, _)| noise(SIDE, SIDE, *seed));
        let patterns: Vec<Raster> = patterns.collect();
        let picture = Raster::from_fn(SIDE * tiles.len(), SIDE, |x, y| {
            let tile = x / SIDE;
            let Rgb { r, g, b } = patterns[tile].color(x % SIDE, y)?;
            let lit = |value: u8| 100 + value / 2;
            Some(match tiles[tile].1 {
                true => Rgb::new(lit(r), lit(g), lit(b)),
                false => Rgb::new(r, g, b),
            })
        });
        let grid = Grid {
            x: Axis::dividing(picture.width(), tiles.len()),
            y: Axis::dividing(SIDE, 1),
            confidence: 1.0,
        };
        View::of(&IntegralImage::of(&picture), &grid)
    }

    fn kinds(of: &[u16]) -> Vec<Option<Kind>> {
        of.iter().map(|kind| Some(Kind(*kind))).collect()
    }

    #[test]
    fn two_tiles_that_are_lit_up_are_of_their_kind() {
        let view = row(&[
            (1, false),
            (2, false),
            (1, false),
            (1, true),
            (2, false),
            (1, true),
        ]);
        let read = kinds(&[0, 1, 0, 2, 1, 2]);
        assert_eq!(without_hint(&view, read), kinds(&[0, 1, 0, 0, 1, 0]));
    }

    #[test]
    fn where_two_kinds_are_lit_up_they_are_kinds() {
        let pairs = [(1, false), (2, false), (1, true), (2, true)];
        let tiles: Vec<(u64, bool)> = pairs.iter().flat_map(|tile| [*tile; 2]).collect();
        let read = kinds(&[0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(without_hint(&row(&tiles), read.clone()), read);
    }
}
