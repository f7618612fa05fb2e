//! What is seen where places border on tiles. Tiles that are drawn as solid bodies show their sides on the empty places right
//! of them and below, say; where there is another tile, its own edge hides these.

use super::Grid;
use super::colors::color_difference;
use super::integral::IntegralImage;
use super::median::median;
use super::overlooked::{SAME, contrast};
use super::windows::{PARTS, Parts, Windows};

/// How many parts a border reaches into a place, and how many at each of its ends are left out, where the sides and shadows
/// of other tiles are.
const DEPTH: usize = 3;
const ENDS: usize = 3;

/// The ways from a place to those beside it, each two from its opposite.
pub const WAYS: [[isize; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// All ways from a place to those around it.
const AROUND: [[isize; 2]; 8] = [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
];

/// How many parts the side and the shadow of a tile reach into a place beside it, and the fewest others that tell what is on
/// it. Set by hand: of 2,250 screenshots twelve more are accepted because of calm places, and all are read right.
const REACH: usize = 4;
const FEWEST_FAR: usize = 16;

/// The fewest empty places beside tiles, and the fewest tiles there, that say what is usual.
const FEWEST_EMPTY: usize = 4;
const FEWEST_TILES: usize = 6;

/// The least odds by which a border is told, and the shares of empty places and of tiles of which it must be: many of those
/// that are taken for empty may be blank tiles.
// Set by hand, as all numbers here, on 200 positions of KShisen: eight that were accepted and wrong are read right by what
// borders tell.
const TELLING: f32 = 0.5;
const HALF: f32 = 0.5;
const ALMOST_ALL: f32 = 0.9;

/// The share of parts that must differ between the empty places at opposite sides of tiles if these are solid. Set by hand: of
/// 1,779 generated screenshots that are read right borders tell a place otherwise on 18 with 0, and on 10 with 0.3.
const LOPSIDED: f32 = 0.45;

/// The most that a border counts for where it shows the side of a tile, and where it hides it: a place where the ground is of
/// another colour than elsewhere looks like none that is empty.
const SHOWN: f32 = 8.0;
const HIDDEN: f32 = 3.0;

impl Grid {
    /// How much more each place looks empty than like a tile where it borders on solid tiles: the mean logarithm of the odds of
    /// its parts, summed over its borders. 0 where nothing is known of it.
    pub fn emptiness(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<f32> {
        let places = Windows { image, grid: self }.inside();
        let sides = WAYS.map(|way| Side::of(self, &places, tiles, way));
        let mut emptiness = vec![0.0; tiles.len()];
        for (index, side) in sides.iter().enumerate() {
            let opposite = &sides[(index + 2) % WAYS.len()];
            let are_solid = |(side, opposite): &(&Side, &Side)| {
                side.empty.share_unlike(&opposite.empty) >= LOPSIDED && side.tells(tiles)
            };
            if let Some((side, _)) = side.as_ref().zip(opposite.as_ref()).filter(are_solid) {
                for border in &side.borders {
                    emptiness[border.place] += border.odds.clamp(-HIDDEN, SHOWN);
                }
            }
        }
        emptiness
    }

    /// Whether each place shows hardly anything but near the tiles around it, where their sides and shadows may be: less than
    /// so much of the contrast that tiles usually have.
    pub fn calm(&self, image: &IntegralImage, tiles: &[bool], share: f32) -> Vec<bool> {
        let places = Windows { image, grid: self }.inside();
        let of_tiles = places.iter().zip(tiles).filter(|(_, is_tile)| **is_tile);
        let usual = median(of_tiles.map(|(parts, _)| contrast(parts, 0..parts.len())));
        let most = share * usual.unwrap_or_default();
        let is_calm = |(place, parts): (usize, &Parts)| {
            let around: Vec<[isize; 2]> = AROUND
                .into_iter()
                .filter(|way| self.beside(place, *way).is_some_and(|other| tiles[other]))
                .collect();
            let is_far = |part: &usize| !around.iter().any(|way| is_near(*part, *way));
            let far: Vec<usize> = (0..parts.len()).filter(is_far).collect();
            far.len() >= FEWEST_FAR && contrast(parts, far.into_iter()) <= most
        };
        places.iter().enumerate().map(is_calm).collect()
    }

    /// The place beside another one; `None` if it is not on the grid.
    pub fn beside(&self, place: usize, [right, down]: [isize; 2]) -> Option<usize> {
        let (columns, rows) = (self.x.count, self.y.count);
        let column = (place % columns).checked_add_signed(right)?;
        let row = (place / columns).checked_add_signed(down)?;
        (column < columns && row < rows).then_some(row * columns + column)
    }
}

/// What is seen at one side of tiles.
struct Side {
    borders: Vec<Border>,
    /// What is usual where the place beside a tile is empty.
    empty: Usual,
}

/// A place beside a tile.
struct Border {
    place: usize,
    /// The mean logarithm of the odds of its parts that the place is empty; 0 if it looks like neither.
    odds: f32,
}

impl Side {
    /// `None` if there are too few tiles or too few empty places there.
    fn of(grid: &Grid, places: &[Parts], tiles: &[bool], way: [isize; 2]) -> Option<Side> {
        let seen_at = |place: usize| {
            let tile = grid.beside(place, way.map(|step| -step))?;
            let seen = || border(&places[tile], &places[place], way);
            tiles[tile].then(|| (place, seen()))
        };
        let seen: Vec<(usize, Parts)> = (0..places.len()).filter_map(seen_at).collect();
        let usual = |is_tile: bool, fewest: usize| {
            let meant = seen.iter().filter(|(place, _)| tiles[*place] == is_tile);
            let meant: Vec<&Parts> = meant.map(|(_, parts)| parts).collect();
            (meant.len() >= fewest).then(|| Usual::of(&meant))
        };
        let (empty, held) = usual(false, FEWEST_EMPTY).zip(usual(true, FEWEST_TILES))?;
        let borders = seen.iter().map(|(place, parts)| Border {
            place: *place,
            odds: odds(parts, &empty, &held),
        });
        Some(Side {
            borders: borders.collect(),
            empty,
        })
    }

    /// Whether it tells empty places from tiles.
    fn tells(&self, tiles: &[bool]) -> bool {
        let share_told = |is_tile: bool, sign: f32| {
            let meant = self.borders.iter();
            let meant = meant.filter(|border| tiles[border.place] == is_tile);
            let told = meant.clone().filter(|border| sign * border.odds > TELLING);
            told.count() as f32 / meant.count() as f32
        };
        share_told(false, 1.0) >= HALF && share_told(true, -1.0) >= ALMOST_ALL
    }
}

/// Whether a part of a place is near the one that lies so beside it.
fn is_near(part: usize, way: [isize; 2]) -> bool {
    let at = [part % PARTS, part / PARTS];
    (at.into_iter().zip(way)).all(|(at, step)| match step {
        -1 => at < REACH,
        1 => at + REACH >= PARTS,
        _ => true,
    })
}

/// See [`Border::odds`].
fn odds(parts: &Parts, empty: &Usual, held: &Usual) -> f32 {
    let (as_empty, as_held) = (empty.log_density(parts), held.log_density(parts));
    let is_like_one = match as_empty > as_held {
        true => as_empty >= empty.least,
        false => as_held >= held.least,
    };
    if is_like_one { as_empty - as_held } else { 0.0 }
}

/// The parts between a tile and the place that lies so beside it.
fn border(tile: &Parts, place: &Parts, way: [isize; 2]) -> Parts {
    let part = |depth: usize, along: usize| {
        let across = match way {
            [1, _] | [_, 1] => depth,
            _ => PARTS - 1 - depth,
        };
        match way {
            [0, _] => across * PARTS + along,
            _ => along * PARTS + across,
        }
    };
    let along = || ENDS..PARTS - ENDS;
    let last = along().map(|along| tile[part(PARTS - 1, along)]);
    let first = (0..DEPTH).flat_map(|depth| along().map(move |along| (depth, along)));
    let first = first.map(|(depth, along)| place[part(depth, along)]);
    last.chain(first).collect()
}

/// What is usual of some borders.
struct Usual {
    /// The middle of the colours of each part, and how far they spread.
    parts: Vec<[(f32, f32); 3]>,
    /// The least that the mean logarithm of their density usually is.
    least: f32,
}

/// The least spread of a colour, 0 to 255, and the share of parts that show anything else.
const NOISE: f32 = 5.0;
const OUTLIERS: f32 = 0.1;

/// The share of borders that are stranger than usual. Set by hand: on a ground of two colours, all places in one of them were
/// taken for tiles without it.
const STRANGE: f32 = 0.05;

/// The standard deviation of values that are normally distributed, by the median of how far they are from theirs.
const DEVIATION: f32 = 1.4826;

impl Usual {
    fn of(borders: &[&Parts]) -> Usual {
        let usual = |part: usize, channel: usize| {
            let values = || borders.iter().map(|parts| parts[part][channel]);
            let middle = median(values()).unwrap_or_default();
            let spread = median(values().map(|value| (value - middle).abs())).unwrap_or_default();
            (middle, (DEVIATION * spread).max(NOISE))
        };
        let parts = 0..borders.first().map_or(0, |parts| parts.len());
        let mut all = Usual {
            parts: parts
                .map(|part| [0, 1, 2].map(|channel| usual(part, channel)))
                .collect(),
            least: 0.0,
        };
        let densities = borders.iter().map(|parts| all.log_density(parts));
        let mut densities: Vec<f32> = densities.collect();
        densities.sort_by(f32::total_cmp);
        all.least = densities[(STRANGE * densities.len() as f32) as usize];
        all
    }

    /// The mean logarithm of the density of a border's parts: normal but for outliers.
    fn log_density(&self, parts: &Parts) -> f32 {
        let channels = self.parts.as_flattened().iter().zip(parts.as_flattened());
        let densities = channels.map(|((middle, spread), value)| {
            let apart = (value - middle) / spread;
            let normal = (-0.5 * apart * apart).exp() / (spread * std::f32::consts::TAU.sqrt());
            ((1.0 - OUTLIERS) * normal + OUTLIERS / 256.0).ln()
        });
        densities.sum::<f32>() / parts.len() as f32
    }

    /// The share of parts that look different elsewhere.
    fn share_unlike(&self, other: &Usual) -> f32 {
        let color = |part: &[(f32, f32); 3]| part.map(|(middle, _)| middle);
        let parts = self.parts.iter().zip(&other.parts);
        let unlike =
            parts.filter(|(one, other)| color_difference(&color(one), &color(other)) >= SAME);
        unlike.count() as f32 / self.parts.len() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::solid;

    const BOARD: [&str; 6] = [
        "AB.DOE.C", "C.BA.ED.", ".ABEO.AC", "AC.BDB..", "E.CAC.DB", ".BA.BA..",
    ];

    fn taken(letters: &[u8]) -> Vec<bool> {
        let places = BOARD.concat();
        places
            .bytes()
            .map(|place| letters.contains(&place))
            .collect()
    }

    #[test]
    fn blank_tiles_hide_the_sides_of_others_and_empty_places_show_them() {
        let (image, grid) = solid(&BOARD, 5);
        let emptiness = grid.emptiness(&image, &taken(b"ABCDE"));
        assert!(emptiness[4] < -4.0 && emptiness[20] < -4.0, "{emptiness:?}");
        let mut tiles = taken(b"ABCDEO");
        tiles[9] = true;
        let emptiness = grid.emptiness(&image, &tiles);
        assert!(emptiness[9] > 4.0, "{emptiness:?}");
        let agree = (0..tiles.len()).filter(|place| *place != 9);
        let mut agree = agree.filter(|place| emptiness[*place] != 0.0);
        assert!(agree.all(|place| (emptiness[place] < 0.0) == tiles[place]));
    }

    #[test]
    fn flat_tiles_tell_nothing_of_the_places_beside_them() {
        let (image, grid) = solid(&BOARD, 0);
        let emptiness = grid.emptiness(&image, &taken(b"ABCDE"));
        assert_eq!(emptiness, [0.0; 48]);
    }

    #[test]
    fn places_on_which_only_the_sides_of_tiles_are_to_be_seen_are_calm() {
        let (image, grid) = solid(&BOARD, 5);
        let mut tiles = taken(b"ABCDEO");
        tiles[1] = false;
        let calm = grid.calm(&image, &tiles, 0.6);
        let others = (0..tiles.len()).filter(|place| BOARD.concat().as_bytes()[*place] == b'.');
        assert!(others.clone().all(|place| calm[place]), "{calm:?}");
        assert!(!calm[1], "it has a bar in its middle");
        // Where all around is empty there are no sides.
        let calm = grid.calm(&image, &[false; 48], 0.6);
        assert!(others.clone().any(|place| !calm[place]), "{calm:?}");
    }
}
