//! How far a board reaches.

use super::matching::{EQUAL, Matching, Place};

/// Part of a lattice: from one column and row to before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub columns: [usize; 2],
    pub rows: [usize; 2],
}

/// An outer line whose tiles are met less than this is no part of the board.
const LEAST_WORTH: f32 = 0.55;

impl Area {
    pub fn size(&self) -> [usize; 2] {
        [
            self.columns[1] - self.columns[0],
            self.rows[1] - self.rows[0],
        ]
    }

    fn contains(&self, (column, row): Place) -> bool {
        (self.columns[0]..self.columns[1]).contains(&column)
            && (self.rows[0]..self.rows[1]).contains(&row)
    }

    /// The outer lines: left, right, top, bottom.
    pub fn sides(&self) -> [Area; 4] {
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
    pub fn without(mut self, side: usize) -> Area {
        match side {
            0 => self.columns[0] += 1,
            1 => self.columns[1] -= 1,
            2 => self.rows[0] += 1,
            _ => self.rows[1] -= 1,
        }
        self
    }

    /// The areas with one line more, and that line, within a lattice of so many columns and rows.
    pub fn larger(&self, columns: usize, rows: usize) -> Vec<(Area, Area)> {
        let Area {
            columns: [left, right],
            rows: [top, bottom],
        } = *self;
        let mut larger = Vec::new();
        let mut add = |area: Area, side: usize| larger.push((area, area.sides()[side]));
        let with_columns = |columns| Area { columns, ..*self };
        let with_rows = |rows| Area { rows, ..*self };
        if left > 0 {
            add(with_columns([left - 1, right]), 0);
        }
        if right < columns {
            add(with_columns([left, right + 1]), 1);
        }
        if top > 0 {
            add(with_rows([top - 1, bottom]), 2);
        }
        if bottom < rows {
            add(with_rows([top, bottom + 1]), 3);
        }
        larger
    }

    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let Area { columns, rows } = *self;
        (rows[0]..rows[1])
            .flat_map(move |row| (columns[0]..columns[1]).map(move |column| (column, row)))
    }
}

/// The part of a lattice whose outer lines have tiles that are met elsewhere in it; `None` if nothing
/// is left. A frame around the board looks the same all along, but only there.
pub fn find_extent(matching: &Matching) -> Option<Area> {
    let limit = EQUAL * matching.usual;
    let area = trimmed(matching, limit)?;
    // Now it is known how much equal tiles differ.
    let places: Vec<Place> = tiles(matching, &area).collect();
    let mut nearest: Vec<f32> = (places.iter())
        .map(|place| matching.nearest(*place, places.iter().copied()))
        .collect();
    let middle = nearest.len() / 2;
    let usually = *nearest.select_nth_unstable_by(middle, f32::total_cmp).1;
    let spread = (SPREAD * usually).max(LEAST_SPREAD) * matching.usual;
    trimmed(matching, limit.min(spread))
}

/// Equal tiles differ by so many times as much as half of them do.
const SPREAD: f32 = 2.2;
const LEAST_SPREAD: f32 = 0.2;

/// Takes the worst outer line off as long as its tiles are not met: nothing that differs by less than
/// `limit`.
fn trimmed(matching: &Matching, limit: f32) -> Option<Area> {
    let mut area = Area {
        columns: [0, matching.columns],
        rows: [0, matching.rows],
    };
    while area.size().iter().all(|size| *size > 0) {
        let worths = area
            .sides()
            .map(|side| worth(matching, &area, &side, limit));
        let (side, least) = (worths.iter().enumerate()).min_by(|a, b| a.1.total_cmp(b.1))?;
        if *least >= LEAST_WORTH {
            return Some(area);
        }
        area = area.without(side);
    }
    None
}

/// The share of the tiles of a line that are met in the area: outside the line, or in it by a few. What
/// looks alike all along a line is a frame.
fn worth(matching: &Matching, area: &Area, line: &Area, limit: f32) -> f32 {
    let own: Vec<Place> = tiles(matching, line).collect();
    let most = (own.len() / 4).max(1);
    let others: Vec<Place> = tiles(matching, area)
        .filter(|place| !line.contains(*place))
        .collect();
    let is_met = |place: &&Place| {
        let is_equal =
            |other: &&Place| *other != *place && matching.distance(**place, **other) < limit;
        let alike = own.iter().filter(is_equal).count();
        others.iter().any(|other| is_equal(&other)) || (1..=most).contains(&alike)
    };
    own.iter().filter(is_met).count() as f32 / own.len().max(1) as f32
}

fn tiles<'a>(matching: &'a Matching, area: &Area) -> impl Iterator<Item = Place> + 'a {
    area.places().filter(|place| !matching.is_plain(*place))
}
