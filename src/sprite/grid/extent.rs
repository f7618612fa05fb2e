//! How far a board reaches.

use super::matching::{Matching, Place};
use super::median::median;

/// Part of a lattice: from one column and row to before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub columns: [usize; 2],
    pub rows: [usize; 2],
}

impl Area {
    pub fn size(&self) -> [usize; 2] {
        [self.columns, self.rows].map(|[start, end]| end - start)
    }

    /// The outer lines: left, right, top, bottom.
    fn sides(&self) -> [Area; 4] {
        let Area { columns, rows } = *self;
        let column = |column| Area {
            columns: [column, column + 1],
            rows,
        };
        let row = |row| Area {
            columns,
            rows: [row, row + 1],
        };
        [
            column(columns[0]),
            column(columns[1] - 1),
            row(rows[0]),
            row(rows[1] - 1),
        ]
    }

    /// Without one of the [`sides`](Self::sides).
    fn without(mut self, side: usize) -> Area {
        match side {
            0 => self.columns[0] += 1,
            1 => self.columns[1] -= 1,
            2 => self.rows[0] += 1,
            _ => self.rows[1] -= 1,
        }
        self
    }

    /// The lines beside it within a lattice, and itself with each.
    fn wider(&self, [columns, rows]: [usize; 2]) -> Vec<(Area, Area)> {
        let mut wider = Vec::new();
        let mut add = |side: usize, area: Area| wider.push((area.sides()[side], area));
        let with = |columns, rows| Area { columns, rows };
        if self.columns[0] > 0 {
            add(0, with([self.columns[0] - 1, self.columns[1]], self.rows));
        }
        if self.columns[1] < columns {
            add(1, with([self.columns[0], self.columns[1] + 1], self.rows));
        }
        if self.rows[0] > 0 {
            add(2, with(self.columns, [self.rows[0] - 1, self.rows[1]]));
        }
        if self.rows[1] < rows {
            add(3, with(self.columns, [self.rows[0], self.rows[1] + 1]));
        }
        wider
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let Area { columns, rows } = *self;
        (rows[0]..rows[1])
            .flat_map(move |row| (columns[0]..columns[1]).map(move |column| (column, row)))
    }

    pub fn contains(&self, (column, row): Place) -> bool {
        (self.columns[0]..self.columns[1]).contains(&column)
            && (self.rows[0]..self.rows[1]).contains(&row)
    }
}

/// What the windows of a line at a side of the board must tell on average.
const LEAST_MET: f32 = 0.25;

/// What a window with nothing to see tells against its being part of a board: a board may have empty
/// cells, but not only those.
const PLAIN: f32 = -0.25;

/// The part of a lattice that is most likely the board, and how many tiles it seems to have: windows that
/// are met by equal ones tell for it, others against. `None` if nothing is met.
pub fn find_extent(matching: &Matching) -> Option<(Area, f32)> {
    let (columns, rows) = (matching.columns, matching.rows);
    let worth = worths(matching);
    let mut best: Option<(Area, f32)> = None;
    for left in 0..columns {
        let mut lines = vec![0.0f32; rows];
        for right in left..columns {
            for (row, line) in lines.iter_mut().enumerate() {
                *line += worth[row * columns + right];
            }
            let (rows, sum) = best_run(&lines);
            if best.is_none_or(|(_, most)| sum > most) {
                let columns = [left, right + 1];
                best = Some((Area { columns, rows }, sum));
            }
        }
    }
    let (mut area, sum) = best.filter(|(_, sum)| *sum > 0.0)?;
    // A line beside the board may have a few windows that are met by chance.
    let is_met = |line: &Area| {
        let places = line.places().filter(|place| !matching.is_plain(*place));
        mean(places.map(|(column, row)| worth[row * columns + column])) > LEAST_MET
    };
    while area.size().iter().all(|size| *size > 1)
        && let Some(side) = area.sides().iter().position(|side| !is_met(side))
    {
        area = area.without(side);
    }
    Some((area, sum))
}

/// Part of a lattice that seems to be the board by the edges of its tiles, without lines at its sides on
/// which there is nothing to see, and with the lines of tiles beside it.
pub fn with_all_tiles(matching: &Matching, mut area: Area) -> Area {
    let size = [matching.columns, matching.rows];
    let plain = |line: &Area| {
        let plain = line.places().filter(|place| matching.is_plain(*place));
        plain.count() as f32 / line.places().count() as f32
    };
    if plain(&area) > MOSTLY {
        return area;
    }
    while area.size().iter().all(|size| *size > 1)
        && let Some(side) = area.sides().iter().position(|side| plain(side) > BARE)
    {
        area = area.without(side);
    }
    let limit = limit(matching);
    let tiles: Vec<Place> = (matching.patterned())
        .filter(|place| area.contains(*place))
        .collect();
    let is_met = |line: &Area| {
        let line: Vec<Place> = line
            .places()
            .filter(|place| !matching.is_plain(*place))
            .collect();
        let nearest = line.iter().map(|&place| {
            // A frame looks the same all along.
            let alike = line
                .iter()
                .filter(|other| matching.are_equal(place, **other));
            let is_frame = alike.count() > (line.len() / 4).max(2);
            let beside = line.iter().filter(|_| !is_frame);
            matching.nearest(place, tiles.iter().chain(beside).copied())
        });
        mean(nearest.map(|nearest| worth(nearest, limit))) > LEAST_MET
    };
    let is_tiles = |line: &Area| plain(line) <= BARE && is_met(line);
    while let Some((_, wider)) = (area.wider(size).into_iter()).find(|(line, _)| is_tiles(line)) {
        area = wider;
    }
    area
}

/// 0 of no values.
fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = values.fold((0.0, 0.0f32), |(sum, count), value| {
        (sum + value, count + 1.0)
    });
    sum / count.max(1.0)
}

/// What a window tells for or against its being a tile, whose nearest is so far.
fn worth(nearest: f32, limit: f32) -> f32 {
    (2.0 * (1.0 - nearest / limit)).clamp(-1.0, 1.0)
}

/// The share of plain windows above which tiles are plain.
const MOSTLY: f32 = 0.5;

/// The share of plain windows above which a line has no tiles.
const BARE: f32 = 0.9;

/// The stretch with the largest sum (Kadane).
pub fn best_run(values: &[f32]) -> ([usize; 2], f32) {
    let (mut best, mut most) = ([0, 1], f32::NEG_INFINITY);
    let (mut start, mut sum) = (0, 0.0);
    for (index, value) in values.iter().enumerate() {
        if sum <= 0.0 {
            (start, sum) = (index, 0.0);
        }
        sum += value;
        if sum > most {
            (best, most) = ([start, index + 1], sum);
        }
    }
    (best, most)
}

/// What each window tells for or against its being part of the board: -1 to 1.
fn worths(matching: &Matching) -> Vec<f32> {
    let limit = limit(matching);
    let places: Vec<Place> = matching.patterned().collect();
    let worth = |place: Place| {
        if matching.is_plain(place) {
            return PLAIN;
        }
        // A frame looks the same all along, but only there.
        let own = |axis: usize| -> bool {
            let of = |place: Place| [place.0, place.1][axis];
            let line = places.iter().filter(|other| of(**other) == of(place));
            let (alike, all) = line.fold((0, 0), |(alike, all), other| {
                let is_alike = *other != place && matching.are_equal(place, *other);
                (alike + usize::from(is_alike), all + 1)
            });
            alike > (all / 4).max(1)
        };
        let is_frame = [0, 1].map(own);
        let others = places.iter().copied().filter(|other| {
            !(is_frame[0] && other.0 == place.0 || is_frame[1] && other.1 == place.1)
        });
        self::worth(matching.nearest(place, others), limit)
    };
    let all =
        (0..matching.rows).flat_map(|row| (0..matching.columns).map(move |column| (column, row)));
    all.map(worth).collect()
}

/// The share of what is usual below which windows are equal: what most of those that are met at all differ by,
/// and some more.
fn limit(matching: &Matching) -> f32 {
    let most = matching.equal;
    let places: Vec<Place> = matching.patterned().collect();
    let nearest = (places.iter())
        .map(|place| matching.nearest(*place, places.iter().copied()))
        .filter(|nearest| *nearest < most);
    median(nearest).map_or(most, |usually| {
        (SPREAD * usually).max(LEAST_SPREAD).min(most)
    })
}

/// Equal tiles differ by so many times as much as half of them do.
const SPREAD: f32 = 3.5;
const LEAST_SPREAD: f32 = 0.36;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stretch_with_the_largest_sum_is_found() {
        assert_eq!(best_run(&[-1.0, 2.0, -0.5, 3.0, -4.0, 3.0]), ([1, 4], 4.5));
        assert_eq!(best_run(&[-2.0, -1.0]), ([1, 2], -1.0));
    }
}
