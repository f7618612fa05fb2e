//! Kinds that were split in two, made one again: of some of their tiles the colours or the edges are different.

use super::Kind;
use super::core::Core;
use super::strays::{MOST_ODD, likeness_to_any};
use super::view::View;

/// The least likeness of two tiles that a line links to others that show the same, and how much more they are like these than
/// like any others.
// Set by hand: in five positions of KShisen they are at least 0.84, and to others at most 0.65.
const SAME_LINKED: f32 = 0.8;
const LINKED_RATHER: f32 = 0.1;

/// A kind, and where its tiles are.
type Members = (Kind, Vec<usize>);

/// With two kinds joined that are the same but for a tint or for what is at the edge. A game shows one hint at a time, as
/// two tiles in a tint or linked by a line, and few kinds happen to be split evenly by the shadows of their neighbours:
/// where more kinds are so alike, that is how they differ.
pub fn rejoined(view: &View, mut kinds: Vec<Option<Kind>>) -> Vec<Option<Kind>> {
    let all = Kind::members(&kinds);
    let odd = all.iter().filter(|(_, tiles)| tiles.len() % 2 == 1).count();
    if odd > MOST_ODD {
        return kinds;
    }
    let is_hint = |tiles: &[usize], others: &[usize]| {
        let are_lit = || each_is_one(Core::is_lit, view, tiles, others);
        view.linked.is_none()
            && tiles.len() == 2
            && (each_is_one(Core::is_covered, view, tiles, others)
                || are_lit() && have_card_of_their_own(view, tiles, |tile| kinds[tile].is_some()))
    };
    let pairs = all
        .iter()
        .flat_map(|part| all.iter().map(move |rest| (part, rest)));
    let mut split = pairs.filter(|((part, tiles), (rest, others))| {
        part != rest && is_hint(tiles, others)
            || part < rest && each_is_one(Core::is_same, view, tiles, others)
    });
    let linked = view
        .linked
        .and_then(|linked| with_linked(view, &all, linked));
    let found = linked.or(match (split.next(), split.next()) {
        (found, None) => found,
        _ => None,
    });
    if let Some(((_, tiles), (kind, _))) = found {
        for tile in tiles {
            kinds[*tile] = Some(*kind);
        }
    }
    Kind::of_equals(kinds.into_iter())
}

/// The kind that two linked tiles make up, which are highlighted, and the one that they are of.
fn with_linked<'a>(
    view: &View,
    all: &'a [Members],
    linked: [usize; 2],
) -> Option<(&'a Members, &'a Members)> {
    let are_linked =
        |tiles: &[usize]| tiles.len() == 2 && tiles.iter().all(|tile| linked.contains(tile));
    let own = all.iter().find(|(_, tiles)| are_linked(tiles))?;
    let others = all.iter().filter(|(kind, _)| *kind != own.0);
    let mut likest: Vec<(f32, &Members)> = others
        .map(|other| (likeness_to_any(view, &linked, &other.1), other))
        .collect();
    likest.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let next = likest.get(1).map_or(0.0, |(likeness, _)| *likeness);
    let (most, kind) = *likest.first()?;
    (most >= SAME_LINKED.max(next + LINKED_RATHER)).then_some((own, kind))
}

/// Whether the cards of some tiles are unlike all others: dice of several colours look like the same in coloured light.
pub fn have_card_of_their_own(
    view: &View,
    tiles: &[usize],
    is_tile: impl Fn(usize) -> bool,
) -> bool {
    let mut others = (0..view.rims.len()).filter(|other| is_tile(*other) && !tiles.contains(other));
    let is_unlike = |other: usize| {
        let mut tiles = tiles.iter();
        tiles.all(|tile| !view.rims[*tile].is_like(&view.rims[other]))
    };
    others.all(is_unlike)
}

/// Whether each of some tiles looks like one of the others.
pub fn each_is_one(
    looks_like: impl Fn(&Core, &Core) -> bool,
    view: &View,
    tiles: &[usize],
    others: &[usize],
) -> bool {
    let is_one = |tile: &usize| {
        (others.iter()).any(|other| looks_like(&view.cores[*tile], &view.cores[*other]))
    };
    tiles.iter().all(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::grid::{Axis, Grid, IntegralImage};
    use crate::linkup::hint_line::Hidden;
    use crate::linkup::strays::joined;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    const SIDE: usize = 16;

    #[derive(Clone, Copy, PartialEq)]
    enum Look {
        Usual,
        Lit,
        InGreenLight,
        /// With the brightest pixels white.
        Bleached,
        /// With a shadow at the left edge.
        Shaded,
    }
    use Look::{Bleached, InGreenLight, Lit, Shaded, Usual};

    /// A row of tiles, given the seed of the pattern on each.
    fn row(tiles: &[(u64, Look)]) -> View {
        row_with_line(tiles, &Hidden::default())
    }

    /// The same with a line on it.
    fn row_with_line(tiles: &[(u64, Look)], hidden: &Hidden) -> View {
        let patterns = tiles.iter().map(|(seed, _)| noise(SIDE, SIDE, *seed));
        let patterns: Vec<Raster> = patterns.collect();
        let picture = Raster::from_fn(SIDE * tiles.len(), SIDE, |x, y| {
            let tile = x / SIDE;
            let Rgb { r, g, b } = patterns[tile].color(x % SIDE, y)?;
            let lit = |value: u8| 100 + value / 2;
            Some(match tiles[tile].1 {
                Lit => Rgb::new(lit(r), lit(g), lit(b)),
                Bleached if r > 220 => Rgb::WHITE,
                InGreenLight => Rgb::new(r / 2, g, b / 2),
                Shaded if x % SIDE < 2 => Rgb::new(20, 20, 20),
                Usual | Bleached | Shaded => Rgb::new(r, g, b),
            })
        });
        let grid = Grid {
            x: Axis::dividing(picture.width(), tiles.len()),
            y: Axis::dividing(SIDE, 1),
            confidence: 1.0,
        };
        View::of(&IntegralImage::of(&picture), &grid, hidden)
    }

    /// A row of two tiles of each look.
    fn pairs(looks: &[(u64, Look)]) -> View {
        let tiles: Vec<(u64, Look)> = looks.iter().flat_map(|look| [*look; 2]).collect();
        row(&tiles)
    }

    fn kinds(of: &[u16]) -> Vec<Option<Kind>> {
        of.iter().map(|kind| Some(Kind(*kind))).collect()
    }

    #[test]
    fn two_tiles_that_are_lit_up_are_of_their_kind() {
        let tiles = [
            (1, Usual),
            (2, Usual),
            (1, Usual),
            (1, Lit),
            (2, Usual),
            (1, Lit),
        ];
        let read = kinds(&[0, 1, 0, 2, 1, 2]);
        assert_eq!(rejoined(&row(&tiles), read), kinds(&[0, 1, 0, 0, 1, 0]));
    }

    #[test]
    fn colored_light_falls_on_no_other_tiles() {
        let hint = pairs(&[(1, Usual), (2, Usual), (1, InGreenLight)]);
        let read = kinds(&[0, 0, 1, 1, 2, 2]);
        assert_eq!(rejoined(&hint, read), kinds(&[0, 0, 1, 1, 0, 0]));
        let dice = pairs(&[(1, Usual), (2, Usual), (1, InGreenLight), (3, InGreenLight)]);
        let read = kinds(&[0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(rejoined(&dice, read.clone()), read);
    }

    #[test]
    fn two_tiles_that_a_line_links_are_of_the_kind_that_they_are_most_like() {
        let tiles = [(1, Usual), (2, Usual), (1, Bleached)].repeat(2);
        let read = kinds(&[0, 1, 2, 0, 1, 2]);
        assert_eq!(rejoined(&row(&tiles), read.clone()), read);
        let linked = Hidden::linking([2, 5].map(|tile| [(SIDE * tile + SIDE / 2) as f64, 8.0]));
        let row = row_with_line(&tiles, &linked);
        assert_eq!(rejoined(&row, read), kinds(&[0, 1, 0, 0, 1, 0]));
    }

    #[test]
    fn tiles_with_shadows_at_their_edges_are_of_their_kind() {
        let tiles = [(1, Usual), (2, Usual), (1, Shaded), (2, Usual)].repeat(2);
        let read = kinds(&[0, 1, 2, 1, 0, 1, 2, 1]);
        assert_eq!(
            rejoined(&row(&tiles), read),
            kinds(&[0, 1, 0, 1, 0, 1, 0, 1])
        );
    }

    #[test]
    fn where_two_kinds_are_alike_kinds_differ_so() {
        for other in [Lit, Shaded] {
            let looks = [(1, Usual), (2, Usual), (1, other), (2, other)];
            let read = kinds(&[0, 0, 1, 1, 2, 2, 3, 3]);
            assert_eq!(rejoined(&pairs(&looks), read.clone()), read);
        }
    }

    #[test]
    fn two_odd_tiles_that_look_more_like_a_third_kind_than_like_each_other_are_of_it() {
        let view = row(&[
            (1, Usual),
            (1, Usual),
            (2, Usual),
            (2, Usual),
            (1, Lit),
            (1, Shaded),
        ]);
        let kinds = kinds(&[0, 0, 1, 1, 2, 3]);
        let (joined, _) = joined(&view, &kinds);
        assert_eq!(joined, self::kinds(&[0, 0, 1, 1, 0, 0]));
    }
}
