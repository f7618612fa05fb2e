//! Areas of even colour on a lattice: those of a board are equal in size and evenly spaced, unlike whatever lies around
//! them.

use super::areas::{Area, Pixels, areas, length, middle};
use super::integral::IntegralImage;
use super::median::median;

/// How much the sides of equal areas differ, in pixels, and as a share of their length.
const EQUAL: f64 = 2.0;
const EQUAL_SHARE: f64 = 0.06;

/// The fewest equal areas of a board.
const MIN_AREAS: usize = 6;

/// The sizes of areas that are tried.
const MAX_GRIDS: usize = 3;

/// How far areas may be from their places, as a share of the distance from one to the next.
const OFF: f64 = 0.1;

/// The share of equal areas that must lie on a lattice.
const MIN_ON: f64 = 0.75;

/// Centres no farther apart than this are on the same line, in pixels.
const SAME: f64 = 1.5;

/// The distances from one place to the next that are tried, as a share of the areas' length.
const PITCHES: [f64; 2] = [0.97, 2.2];

/// By how much the channels of two pixels of an area that touch differ at most: of drawn pictures, and of JPEGs.
const ALIKE: [f32; 2] = [5.0, 14.0];

/// Areas on a lattice.
#[derive(Clone, Debug)]
pub struct AreaGrid {
    /// The distance from one place to the next along each axis.
    pub pitch: [f64; 2],
    /// The middle of an area on a place.
    pub middle: [f64; 2],
    /// The length of the areas.
    pub side: [f64; 2],
    /// The middles of all areas that lie on a place.
    pub middles: Vec<[f64; 2]>,
}

/// The areas that may be a board's tiles; those that cover most first.
pub fn area_grids(image: &IntegralImage) -> Vec<AreaGrid> {
    let pixels = Pixels::of(image);
    let grids = ALIKE.map(|alike| grids_of(&areas(&pixels, alike)));
    let mut grids: Vec<AreaGrid> = grids.into_iter().flatten().collect();
    grids.sort_by(|a, b| b.covered().total_cmp(&a.covered()));
    grids
}

impl AreaGrid {
    fn covered(&self) -> f64 {
        self.middles.len() as f64 * self.side[0] * self.side[1]
    }
}

/// Equal areas on a lattice, of the sizes that cover most.
fn grids_of(areas: &[Area]) -> Vec<AreaGrid> {
    let count = |area: &Area| areas.iter().filter(|other| is_equal(area, other)).count();
    let sizes = areas.iter().map(|area| (count(area), area));
    let mut sizes: Vec<(usize, &Area)> = sizes.filter(|(count, _)| *count >= MIN_AREAS).collect();
    let covered = |(count, area): &(usize, &Area)| {
        let [width, height] = [0, 1].map(|axis| length(area, axis));
        *count as f64 * width * height
    };
    sizes.sort_by(|a, b| covered(b).total_cmp(&covered(a)));
    let mut tried: Vec<&Area> = Vec::new();
    for (_, area) in sizes {
        if tried.len() < MAX_GRIDS && !tried.iter().any(|known| is_equal(known, area)) {
            tried.push(area);
        }
    }
    let equal = |area: &Area| -> Vec<Area> {
        let equal = areas.iter().filter(|other| is_equal(area, other));
        equal.copied().collect()
    };
    let grids = tried.into_iter().map(|area| grid_of(&equal(area)));
    grids.flatten().collect()
}

fn is_equal(one: &Area, other: &Area) -> bool {
    (0..2).all(|axis| {
        let [a, b] = [one, other].map(|area| length(area, axis));
        (a - b).abs() <= EQUAL.max(EQUAL_SHARE * a)
    })
}

/// The lattice on which most of these areas lie.
fn grid_of(areas: &[Area]) -> Option<AreaGrid> {
    let axis = |axis: usize| {
        let side = f64::from(median(areas.iter().map(|area| length(area, axis) as f32))?);
        let mut middles: Vec<f64> = areas.iter().map(|area| middle(area, axis)).collect();
        middles.sort_by(f64::total_cmp);
        fit(&middles, side).map(|line| (side, line))
    };
    let (x, y) = (axis(0)?, axis(1)?);
    let lines = [x.1, y.1];
    let middles: Vec<[f64; 2]> = (areas.iter())
        .map(|area| [middle(area, 0), middle(area, 1)])
        .filter(|place| (0..2).all(|axis| is_on(place[axis], lines[axis])))
        .collect();
    if middles.len() < MIN_AREAS || (middles.len() as f64) < MIN_ON * areas.len() as f64 {
        return None;
    }
    // Without those that are on a line along one axis only.
    let along = |axis: usize| middles.iter().map(move |place| place[axis]);
    let lines = [0, 1].map(|axis| refined(along(axis), lines[axis]));
    Some(AreaGrid {
        pitch: lines.map(|(pitch, _)| pitch),
        middle: lines.map(|(_, middle)| middle),
        side: [x.0, y.0],
        middles,
    })
}

/// The distance from one place to the next along an axis, and the middle of one.
type Line = (f64, f64);

fn is_on(place: f64, (pitch, middle): Line) -> bool {
    let turns = (place - middle) / pitch;
    (turns - turns.round()).abs() <= OFF
}

/// The line on which most of these places lie; of equals the one with the widest pitch.
fn fit(sorted: &[f64], side: f64) -> Option<Line> {
    let mut distinct = sorted.to_vec();
    distinct.dedup_by(|b, a| *b - *a < SAME);
    let mut best: Option<(usize, Line)> = None;
    for (index, from) in distinct.iter().enumerate() {
        let pitches = distinct[index + 1..].iter().map(|to| to - from);
        let pitches = pitches.skip_while(|pitch| *pitch < PITCHES[0] * side);
        for pitch in pitches.take_while(|pitch| *pitch <= PITCHES[1] * side) {
            let line = (pitch, *from);
            let count = sorted.iter().filter(|place| is_on(**place, line)).count();
            if best.is_none_or(|(most, (widest, _))| (count, pitch) > (most, widest)) {
                best = Some((count, line));
            }
        }
    }
    best.map(|(_, line)| refined(sorted.iter().copied(), line))
}

/// The line by least squares.
fn refined(places: impl Iterator<Item = f64>, line: Line) -> Line {
    let (pitch, from) = line;
    let on = places.filter(|place| is_on(*place, line));
    let pairs: Vec<(f64, f64)> = on
        .map(|place| (((place - from) / pitch).round(), place))
        .collect();
    let count = pairs.len() as f64;
    let turns = pairs.iter().map(|(turns, _)| turns).sum::<f64>() / count;
    let place = pairs.iter().map(|(_, place)| place).sum::<f64>() / count;
    let shared: f64 = (pairs.iter().map(|(t, p)| (t - turns) * (p - place))).sum();
    let square: f64 = pairs.iter().map(|(t, _)| (t - turns).powi(2)).sum();
    match square > 0.0 {
        true => (shared / square, place - turns * shared / square),
        false => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An area of 20x24 pixels whose middle is at this point.
    fn area(x: f64, y: f64) -> Area {
        [[x - 10.0, x + 10.0], [y - 12.0, y + 12.0]]
    }

    /// Some places of a lattice with a pitch of 30.5 and 28 pixels, and areas that lie on none or are of another size.
    fn scattered() -> Vec<Area> {
        let at = |place: usize| {
            area(
                40.0 + 30.5 * (place % 6) as f64,
                50.0 + 28.0 * (place / 6) as f64,
            )
        };
        let on_places = (0..24).filter(|place| place * 7 % 5 != 0).map(at);
        let beside = [area(51.0, 61.0), area(255.0, 63.0)];
        let others = (0..8).map(|place| {
            [
                [0.0, 60.0],
                [20.0 * place as f64, 20.0 * place as f64 + 11.0],
            ]
        });
        on_places.chain(beside).chain(others).collect()
    }

    #[test]
    fn equal_areas_on_a_lattice_are_told_from_others() {
        let grids = grids_of(&scattered());
        let grid = grids
            .iter()
            .find(|grid| grid.side == [20.0, 24.0])
            .expect("there is one");
        assert_eq!(grid.middles.len(), 19);
        for (axis, pitch) in [30.5, 28.0].into_iter().enumerate() {
            assert!((grid.pitch[axis] - pitch).abs() < 0.01, "{grid:?}");
        }
    }

    #[test]
    fn few_areas_are_no_board() {
        let few: Vec<Area> = scattered().into_iter().take(MIN_AREAS - 1).collect();
        assert!(grids_of(&few).is_empty());
    }
}
