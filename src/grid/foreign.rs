//! Tiles told from the ground by their colours: there are some on a tile that the ground around it does not have.
//!
//! This needs no card, and finds tiles that stand on a ground of any pattern.

use super::Grid;
use super::colors::color_difference;
use super::integral::IntegralImage;
use super::median::median;
use super::shadow::ShadedGround;
use super::windows::{PARTS, Parts, Windows};

/// The least difference of a colour from all of the ground, 0 to 255, that makes it foreign.
// Set by hand: of 18 screenshots of tiles without a card in the middle of play, these shares tell all tiles from all empty
// places on 12 if the grid is known; on the other six it is frames near the sides, or the middles of tiles, that fail.
pub const FOREIGN: f32 = 14.0;

/// The greatest share of foreign parts on an empty place, 0 to 1.
const EMPTY: f32 = 0.1;

/// The least share of foreign parts on tiles, 0 to 1, if empty places are to be told from them by it.
const TELLING: f32 = 0.2;

/// The ground near each place of a grid: the colours that several places there have at their edges.
pub struct Ground {
    columns: usize,
    /// The colours at the edges of each place.
    edges: Vec<Parts>,
}

/// Parts at each side of a place that count as its edge: where a frame runs along the side, the ground is behind it.
const EDGE: usize = 2;

/// The places near one that must have a colour at their edges if it is the ground's. Set by hand: what is on a tile may
/// reach its edge, and a neighbour may be of the same kind.
const SEVERAL: usize = 3;

impl Ground {
    pub fn of(image: &IntegralImage, grid: &Grid) -> Ground {
        let places = Windows { image, grid }.inside();
        let edge = |parts: &Parts| within(parts, |depth| depth < EDGE).collect();
        Ground {
            columns: grid.x.count,
            edges: places.iter().map(edge).collect(),
        }
    }

    /// The colour of the ground near a place that is the nearest to another one, and how much that differs, 0 to 255.
    pub fn nearest(&self, place: usize, color: &[f32; 3]) -> ([f32; 3], f32) {
        let near = around(place, self.columns, self.edges.len() / self.columns);
        let mut nearest = [([0.0; 3], f32::INFINITY); SEVERAL];
        for place in near {
            let edge = self.edges[place].iter();
            let differences = edge.map(|other| (*other, color_difference(color, other)));
            let best = differences.fold(([0.0; 3], f32::INFINITY), |best, other| {
                if other.1 < best.1 { other } else { best }
            });
            if let Some(at) = nearest.iter().position(|other| best.1 < other.1) {
                nearest[at..].rotate_right(1);
                nearest[at] = best;
            }
        }
        nearest[SEVERAL - 1]
    }

    /// What the ground looks like as a rule.
    pub fn usual(&self) -> [f32; 3] {
        let all = |channel: usize| self.edges.iter().flatten().map(move |color| color[channel]);
        [0, 1, 2].map(|channel| median(all(channel)).unwrap_or_default())
    }
}

impl Grid {
    /// The places that are no tiles, but show as much that is foreign to the ground as tiles do.
    pub fn foreign(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        /// The share of what is foreign on tiles that makes an empty place look like one.
        // With 0.5 one more of 200 screenshots was accepted that is wrong.
        const LIKE_TILES: f32 = 0.25;

        let windows = Windows { image, grid: self };
        let places = windows.inside();
        let (shares, usual) = shares_and_usual(&places, self.x.count, tiles);
        let is_foreign = |place: &usize| {
            !tiles[*place] && usual >= TELLING && shares[*place] > EMPTY.max(LIKE_TILES * usual)
        };
        let mut foreign: Vec<usize> = (0..tiles.len()).filter(is_foreign).collect();
        if !foreign.is_empty() {
            let ground = ShadedGround::of(&windows);
            foreign.retain(|place| !ground.is_on(&places[*place]));
        }
        foreign
    }
}

/// The tiles that show nothing foreign to the ground, where tiles usually do.
pub fn bare(places: &[Parts], columns: usize, tiles: &[bool]) -> Vec<usize> {
    let (shares, usual) = shares_and_usual(places, columns, tiles);
    let is_bare = |place: &usize| tiles[*place] && usual >= TELLING && shares[*place] <= EMPTY;
    (0..tiles.len()).filter(is_bare).collect()
}

/// The foreign share of each place, and what it usually is on tiles.
fn shares_and_usual(places: &[Parts], columns: usize, tiles: &[bool]) -> (Vec<f32>, f32) {
    let shares = foreign_shares(places, columns);
    let of_tiles = shares.iter().zip(tiles).filter(|(_, is_tile)| **is_tile);
    let usual = median(of_tiles.map(|(share, _)| *share)).unwrap_or_default();
    (shares, usual)
}

/// The places that show something foreign to the ground: those beyond the widest gap between the shares of foreign parts
/// that places have. `None` if there is no such gap.
pub fn foreign(places: &[Parts], columns: usize) -> Option<Vec<bool>> {
    let shares = foreign_shares(places, columns);
    let mut sorted = shares.clone();
    sorted.sort_by(f32::total_cmp);
    let gaps = sorted.windows(2).filter(|ends| ends[0] <= EMPTY);
    let widest = gaps.max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])))?;
    let is_tile = |share: &f32| *share > widest[0];
    (widest[1] > widest[0]).then(|| shares.iter().map(is_tile).collect())
}

/// The share of each place that has colours which are not seen along its sides and those of its neighbours, 0 to 1.
fn foreign_shares(places: &[Parts], columns: usize) -> Vec<f32> {
    /// Parts at each side of a place that show no tile, as a rule.
    const MARGIN: usize = 2;

    let sides: Vec<Parts> = (places.iter())
        .map(|parts| within(parts, |depth| depth == 0).collect())
        .collect();
    let share = |place: usize| {
        let ground =
            || around(place, columns, places.len() / columns).flat_map(|near| &sides[near]);
        let is_foreign =
            |color: &[f32; 3]| ground().all(|other| color_difference(color, other) >= FOREIGN);
        let inside = within(&places[place], |depth| depth >= MARGIN);
        let foreign = inside.clone().filter(is_foreign).count();
        foreign as f32 / inside.count() as f32
    };
    (0..places.len()).map(share).collect()
}

/// The colours of the parts that are so far from the sides.
fn within(
    parts: &Parts,
    is_there: impl Fn(usize) -> bool + Clone,
) -> impl Iterator<Item = [f32; 3]> + Clone {
    let depth = |part: usize| {
        let [x, y] = [part % PARTS, part / PARTS].map(|at| at.min(PARTS - 1 - at));
        x.min(y)
    };
    let parts = parts.iter().copied().enumerate();
    parts
        .filter(move |(part, _)| is_there(depth(*part)))
        .map(|(_, color)| color)
}

/// A place, then its up to eight neighbours.
fn around(place: usize, columns: usize, rows: usize) -> impl Iterator<Item = usize> + Clone {
    let near = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
    let [column, row] = [place % columns, place / columns];
    let neighbours = near(row, rows)
        .flat_map(move |row| near(column, columns).map(move |column| row * columns + column));
    std::iter::once(place).chain(neighbours.filter(move |near| *near != place))
}

#[cfg(test)]
mod tests {
    use super::super::lattice::Lattice;
    use super::super::places::{Places, RIM};
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    const PITCH: usize = 24;

    /// Two stripes to a place, so that all places show the same ground, with a red shape on it at `X` and a green one at
    /// `Y`.
    fn drawn(board: &str) -> (IntegralImage, Lattice) {
        let rows: Vec<&str> = board.split_whitespace().collect();
        let width = rows[0].len() * PITCH;
        let color = |index: usize| {
            let [x, y] = [index % width, index / width];
            let place = rows[y / PITCH].as_bytes()[x / PITCH];
            let [x, y] = [x % PITCH, y % PITCH];
            let is_inside = x.abs_diff(12) + y.abs_diff(12) < 8;
            match place {
                b'X' if is_inside => Rgb::new(200, 30, 30),
                b'Y' if is_inside => Rgb::new(30, 160, 30),
                _ if x % 12 < 6 => Rgb::new(40, 60, 120),
                _ => Rgb::new(70, 90, 150),
            }
        };
        let pixels = (0..width * rows.len() * PITCH).map(|index| Some(color(index)));
        let image = IntegralImage::of(&Raster::new(width, pixels.collect()));
        let lattice = Lattice::without_gaps(PITCH, [rows[0].len(), rows.len()]);
        (image, lattice)
    }

    fn grid(lattice: Lattice) -> Grid {
        Grid {
            x: lattice.x,
            y: lattice.y,
            confidence: 1.0,
        }
    }

    fn are_tiles(board: &str) -> Vec<bool> {
        let places = board.bytes().filter(|place| !place.is_ascii_whitespace());
        places.map(|place| place != b'.').collect()
    }

    const BOARD: &str = "..X.Y. XX.Y.. YXXYX. ....XY";

    #[test]
    fn tiles_without_a_card_are_told_from_a_striped_ground() {
        let found = |board| {
            let (image, lattice) = drawn(board);
            let places = Places::of(&image, &lattice, RIM);
            foreign(places.all_parts(), places.columns())
        };
        assert_eq!(found(BOARD), Some(are_tiles(BOARD)));
        assert_eq!(found("...... ......"), None);
    }

    #[test]
    fn the_ground_is_what_several_places_have_at_their_edges() {
        let (image, lattice) = drawn(BOARD);
        let grid = grid(lattice);
        let ground = Ground::of(&image, &grid);
        for stripe in [[40.0, 60.0, 120.0], [70.0, 90.0, 150.0]] {
            assert_eq!(ground.nearest(7, &stripe), (stripe, 0.0));
        }
        let (_, apart) = ground.nearest(7, &[200.0, 30.0, 30.0]);
        assert!(apart > FOREIGN);
        // The colour of one place alone.
        let mut one = Ground::of(&image, &grid);
        one.edges[7] = vec![[200.0, 30.0, 30.0]];
        assert_eq!(one.nearest(7, &[200.0, 30.0, 30.0]).1, apart);
    }

    #[test]
    fn a_kind_of_tiles_that_is_taken_for_empty_places_is_foreign_there() {
        let (image, lattice) = drawn(BOARD);
        let grid = grid(lattice);
        assert_eq!(grid.foreign(&image, &are_tiles(BOARD)), [0; 0]);
        let without_green = are_tiles(&BOARD.replace('Y', "."));
        assert_eq!(grid.foreign(&image, &without_green), [4, 9, 12, 15, 23]);
    }
}
