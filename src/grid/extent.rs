//! The extent of a board: which columns and rows of a lattice belong to it.

use super::median::median;
use super::similarity::{Place, SelfSimilarity};

/// Part of a lattice: columns and rows, each from start to before end.
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

    /// Without outer lines of a kind, one by one, as long as at least two columns and rows are left.
    fn trimmed(mut self, is_outside: impl Fn(&Area) -> bool) -> Area {
        while self.size().iter().all(|size| *size > 1)
            && let Some(side) = self.sides().iter().position(&is_outside)
        {
            self = self.without(side);
        }
        self
    }

    /// The lines adjacent to it within a lattice, and itself with each.
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

/// The least mean evidence, -1 to 1, of the windows of a line at a side of the board.
// At 0 a line next to the board stays for a few windows that match by chance; higher cuts off lines of single tiles.
const MIN_EVIDENCE: f32 = 0.25;

/// The evidence of a plain window.
// A board may have empty cells, so it tells less against a tile than a window without an equal one.
const PLAIN_EVIDENCE: f32 = -0.25;

/// The share of plain windows above which all tiles are taken for plain, and above which a line has no tiles.
const MOSTLY_PLAIN: f32 = 0.5;
const BARE_LINE: f32 = 0.9;

/// How many times the median distance of matching windows others that match may have, and the least such limit.
const SPREAD: f32 = 3.5;
const MIN_SPREAD: f32 = 0.36;

/// The part of a lattice that is most likely the board, and the sum of its evidence: the rectangle with the largest
/// sum, without outer lines of little evidence. `None` if nothing matches.
pub fn find_extent(similarity: &SelfSimilarity) -> Option<(Area, f32)> {
    let columns = similarity.columns;
    let evidence = all_evidence(similarity);
    let (area, sum) = best_area(&evidence, columns).filter(|(_, sum)| *sum > 0.0)?;
    let is_outside = |line: &Area| {
        let places = line.places().filter(|place| !similarity.is_plain(*place));
        mean(places.map(|(column, row)| evidence[row * columns + column])) <= MIN_EVIDENCE
    };
    Some((area.trimmed(is_outside), sum))
}

/// The rectangle with the largest sum of values that are given row by row: the best run of rows for every two columns.
fn best_area(values: &[f32], columns: usize) -> Option<(Area, f32)> {
    let rows = values.len().checked_div(columns)?;
    let mut best: Option<(Area, f32)> = None;
    for left in 0..columns {
        let mut lines = vec![0.0f32; rows];
        for right in left..columns {
            for (row, line) in lines.iter_mut().enumerate() {
                *line += values[row * columns + right];
            }
            let (rows, sum) = best_run(&lines);
            if best.is_none_or(|(_, most)| sum > most) {
                let columns = [left, right + 1];
                best = Some((Area { columns, rows }, sum));
            }
        }
    }
    best
}

/// Corrects the extent of a board that was found by its edges: without bare lines at its sides, and with the lines of
/// tiles next to it.
pub fn with_all_tiles(similarity: &SelfSimilarity, area: Area) -> Area {
    let plain = |line: &Area| {
        let plain = line.places().filter(|place| similarity.is_plain(*place));
        plain.count() as f32 / line.places().count() as f32
    };
    if plain(&area) > MOSTLY_PLAIN {
        return area;
    }
    let mut area = area.trimmed(|side| plain(side) > BARE_LINE);
    let limit = match_limit(similarity);
    let tiles: Vec<Place> = (similarity.patterned())
        .filter(|place| area.contains(*place))
        .collect();
    let is_tiles = |line: &Area| {
        plain(line) <= BARE_LINE && line_evidence(similarity, line, &tiles, limit) > MIN_EVIDENCE
    };
    let size = [similarity.columns, similarity.rows];
    while let Some((_, wider)) = (area.wider(size).into_iter()).find(|(line, _)| is_tiles(line)) {
        area = wider;
    }
    area
}

/// The mean evidence of the patterned windows of a line next to a board with these tiles.
fn line_evidence(similarity: &SelfSimilarity, line: &Area, tiles: &[Place], limit: f32) -> f32 {
    let line: Vec<Place> = line
        .places()
        .filter(|place| !similarity.is_plain(*place))
        .collect();
    let nearest = line.iter().map(|&place| {
        // A frame looks the same all along.
        let alike = line
            .iter()
            .filter(|other| similarity.are_equal(place, **other));
        let is_frame = alike.count() > (line.len() / 4).max(2);
        let beside = line.iter().filter(|_| !is_frame);
        similarity.nearest(place, tiles.iter().chain(beside).copied())
    });
    mean(nearest.map(|nearest| evidence(nearest, limit)))
}

/// 0 of no values.
fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = values.fold((0.0, 0.0f32), |(sum, count), value| {
        (sum + value, count + 1.0)
    });
    sum / count.max(1.0)
}

/// How much the distance of its nearest neighbour tells for or against a window's being a tile: -1 to 1.
fn evidence(nearest: f32, limit: f32) -> f32 {
    (2.0 * (1.0 - nearest / limit)).clamp(-1.0, 1.0)
}

/// The run with the largest sum (Kadane).
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

/// How much each window tells for or against its being part of the board, row by row: -1 to 1.
fn all_evidence(similarity: &SelfSimilarity) -> Vec<f32> {
    let limit = match_limit(similarity);
    let places: Vec<Place> = similarity.patterned().collect();
    let of = |place: Place| {
        if similarity.is_plain(place) {
            return PLAIN_EVIDENCE;
        }
        // A frame looks the same all along, but only there.
        let is_frame = [0, 1].map(|axis| is_frame(similarity, &places, place, axis));
        let others = places.iter().copied().filter(|other| {
            !(is_frame[0] && other.0 == place.0 || is_frame[1] && other.1 == place.1)
        });
        evidence(similarity.nearest(place, others), limit)
    };
    let all = (0..similarity.rows)
        .flat_map(|row| (0..similarity.columns).map(move |column| (column, row)));
    all.map(of).collect()
}

/// Whether a window looks like more than a quarter of the others in its column (axis 0) or row (axis 1).
fn is_frame(similarity: &SelfSimilarity, places: &[Place], place: Place, axis: usize) -> bool {
    let line_of = |place: Place| [place.0, place.1][axis];
    let line = places
        .iter()
        .filter(|other| line_of(**other) == line_of(place));
    let (alike, all) = line.fold((0, 0), |(alike, all), other| {
        let is_alike = *other != place && similarity.are_equal(place, *other);
        (alike + usize::from(is_alike), all + 1)
    });
    alike > (all / 4).max(1)
}

/// The distance, as a share of what is typical, below which windows match: by what most of those differ that match at
/// all, with some spread.
fn match_limit(similarity: &SelfSimilarity) -> f32 {
    let most = similarity.equal;
    let places: Vec<Place> = similarity.patterned().collect();
    let nearest = (places.iter())
        .map(|place| similarity.nearest(*place, places.iter().copied()))
        .filter(|nearest| *nearest < most);
    median(nearest).map_or(most, |usually| (SPREAD * usually).max(MIN_SPREAD).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stretch_with_the_largest_sum_is_found() {
        assert_eq!(best_run(&[-1.0, 2.0, -0.5, 3.0, -4.0, 3.0]), ([1, 4], 4.5));
        assert_eq!(best_run(&[-2.0, -1.0]), ([1, 2], -1.0));
    }
}
