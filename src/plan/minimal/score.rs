//! How far a field looks from the empty one: lower is better.

use super::row::Row;
use super::state::State;
use super::target::Target;

/// What each trouble adds, roughly in pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub scaffold_cell: f32,
    pub scaffold_hanging: f32,
    pub scaffold_fragment: f32,
    pub scaffold_single: f32,
    pub pixel_alone: f32,
    pub pixel_pair: f32,
    pub pixel_hanging: f32,
    pub pixel_free: f32,
    pub missing_line: f32,
    pub noise: f32,
    pub thin: f32,
    pub float_run: f32,
    pub float_cell: f32,
}

impl Default for Weights {
    fn default() -> Self {
        let w = std::env::var("W").unwrap_or_default();
        let v: Vec<f32> = w.split(',').filter_map(|x| x.parse().ok()).collect();
        let g = |i: usize, d: f32| v.get(i).copied().unwrap_or(d);
        Weights {
            scaffold_cell: g(0, 0.3),
            scaffold_hanging: g(1, 0.1),
            scaffold_fragment: g(2, 0.1),
            scaffold_single: g(3, 0.3),
            pixel_alone: g(4, 1.6),
            pixel_pair: g(5, 0.6),
            pixel_hanging: g(6, 0.1),
            pixel_free: g(7, 0.2),
            missing_line: g(8, 2.0),
            noise: g(9, 0.3),
            thin: g(10, 0.3),
            float_run: g(11, 2.0),
            float_cell: g(12, 0.3),
        }
    }
}

/// What the scores of a target's fields need once.
pub(super) struct Scorer<'a, R> {
    target: &'a Target<R>,
    weights: Weights,
    /// For each number of untouched rows, what the rows below the highest of them add.
    untouched: Vec<f32>,
}

/// A row and its neighbours.
struct Neighbourhood<R> {
    cells: R,
    below: R,
    above: R,
    /// Whether the row above is the next one of the picture.
    joins_above: bool,
    joins_below: bool,
}

impl<'a, R: Row> Scorer<'a, R> {
    pub fn new(target: &'a Target<R>, weights: Weights) -> Self {
        let mut scorer = Scorer { target, weights, untouched: vec![0.0] };
        let pixels = |row: Option<usize>| match row {
            Some(row) => target.rows.get(row).map_or(R::EMPTY, |row| row.pixels),
            None => target.full_row,
        };
        for row in 0..target.rows.len() {
            let around = Neighbourhood {
                cells: pixels(Some(row)),
                below: pixels(row.checked_sub(1)),
                above: pixels(Some(row + 1)),
                joins_above: true,
                joins_below: row > 0,
            };
            let sum = scorer.untouched[row] + scorer.pixel_row(row, &around);
            scorer.untouched.push(sum);
        }
        scorer
    }

    pub fn score(&self, state: &State<R>) -> f32 {
        let w = &self.weights;
        let (untouched, active) = (state.untouched as usize, state.active as usize);
        let mut score = w.scaffold_cell * f32::from(state.scaffold_cells);
        let mut below = match untouched.checked_sub(1) {
            Some(row) => self.target.rows[row].pixels,
            None => self.target.full_row,
        };
        if untouched > 0 {
            score += self.untouched[untouched - 1];
            let around = Neighbourhood {
                cells: below,
                below: match untouched.checked_sub(2) {
                    Some(row) => self.target.rows[row].pixels,
                    None => self.target.full_row,
                },
                above: state.rows[0],
                joins_above: !state.is_scaffold(0),
                joins_below: untouched > 1,
            };
            score += self.pixel_row(untouched - 1, &around);
        }
        let mut picture_row = untouched;
        for row in 0..active {
            let cells = state.rows[row];
            let above = if row + 1 < active { state.rows[row + 1] } else { R::EMPTY };
            if state.is_scaffold(row) {
                score += self.scaffold_row(cells, below, above);
            } else {
                let around = Neighbourhood {
                    cells,
                    below,
                    above,
                    joins_above: !state.is_scaffold((row + 1).min(active - 1)),
                    joins_below: if row == 0 { untouched > 0 } else { !state.is_scaffold(row - 1) },
                };
                score += self.pixel_row(picture_row, &around);
                picture_row += 1;
            }
            below = cells;
        }
        let mut grounded = [R::EMPTY; super::state::ROWS];
        let ground = match untouched.checked_sub(1) {
            Some(row) => self.target.rows[row].pixels,
            None => self.target.full_row,
        };
        loop {
            let mut changed = false;
            let mut below = ground;
            for row in 0..active {
                let cells = state.rows[row];
                let above = if row + 1 < active { grounded[row + 1] } else { R::EMPTY };
                let seed = (below | above | grounded[row]) & cells;
                let filled = spread(seed, cells);
                changed |= filled != grounded[row];
                grounded[row] = filled;
                below = filled;
            }
            if !changed { break; }
        }
        for row in 0..active {
            let floating = state.rows[row] & !grounded[row];
            if !floating.is_empty() {
                score += w.float_cell * floating.count() as f32 + w.float_run * (floating & !(floating << 1)).count() as f32;
            }
        }
        let width = self.target.field.width() as u32;
        let lines = (0..4).find(|lines| (state.cells() + width * lines).is_multiple_of(4));
        let lines = lines.unwrap_or(4) as f32;
        score += w.missing_line * lines / (1.0 + f32::from(state.pixels) / 8.0);
        score
    }

    fn scaffold_row(&self, cells: R, below: R, above: R) -> f32 {
        let w = &self.weights;
        let hanging = cells & !below;
        let starts = cells & !(cells << 1);
        let alone = starts & !(cells >> 1) & !above & !below;
        w.scaffold_hanging * hanging.count() as f32
            + w.thin * (hanging & !above).count() as f32
            + w.scaffold_fragment * starts.count() as f32
            + w.scaffold_single * alone.count() as f32
    }

    fn pixel_row(&self, row: usize, around: &Neighbourhood<R>) -> f32 {
        let w = &self.weights;
        let target = &self.target.rows[row];
        let Neighbourhood { cells, below, above, joins_above, joins_below } = *around;
        let left = cells & (cells << 1) & target.joined_left;
        let right = left >> 1;
        let up = if joins_above { cells & above & target.joined_up } else { R::EMPTY };
        let down = if joins_below { cells & below & self.target.rows[row - 1].joined_up } else { R::EMPTY };
        let some = left | right | up | down;
        let two = (left & right) | (up & down) | ((left | right) & (up | down));
        let alone = cells & !some;
        let pair = some & !two;
        let hanging = cells & !below;
        let mut free = R::EMPTY;
        if !joins_above {
            free |= cells & above;
        }
        if !joins_below && row > 0 {
            free |= cells & below;
        }
        w.pixel_alone * alone.count() as f32 + w.pixel_pair * pair.count() as f32
            + w.pixel_hanging * hanging.count() as f32
            + w.thin * (hanging & !above).count() as f32
            - w.pixel_free * (free & !two).count() as f32
    }
}

/// The runs of `cells` that hold a cell of `seed`.
fn spread<R: Row>(seed: R, cells: R) -> R {
    let (mut up, mut up_free) = (seed, cells);
    let (mut down, mut down_free) = (seed, cells);
    let mut step = 1;
    while step < 64 {
        up |= up_free & (up << step);
        up_free = up_free & (up_free << step);
        down |= down_free & (down >> step);
        down_free = down_free & (down_free >> step);
        step *= 2;
        if step >= 32 && std::mem::size_of::<R>() == 4 { break; }
    }
    up | down
}
