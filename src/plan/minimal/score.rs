//! How far a field looks from the empty one: lower is better.

use super::row::Row;
use super::state::{ROWS, State};
use super::target::Target;

pub(super) const FEATURES: usize = 22;
pub(super) type Features = [f32; FEATURES];

pub(super) fn weights() -> Features {
    let mut w = [
        1.0, 0.3, 0.2, 0.5, 3.0, // pixels, scaffold cells, missing lines, scaffold rows, picture rows
        0.1, 1.0, 0.3, 0.3, // scaffold: hanging, runs, single, thin
        1.6, 0.6, 0.16, 0.3, -0.5, // pixels: alone, pair, hanging, thin, free
        8.0, 1.0, // floating runs, cells
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    ];
    if let Ok(s) = std::env::var("W") {
        for (w, x) in w.iter_mut().zip(s.split(',')) {
            *w = x.parse().unwrap();
        }
    }
    w
}

/// What the scores of a target's fields need once.
pub(super) struct Scorer<'a, R> {
    target: &'a Target<R>,
    pub weights: Features,
    /// For each number of untouched rows, what the rows below the highest of them add.
    untouched: Vec<Features>,
    edges: R,
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
    pub fn new(target: &'a Target<R>, weights: Features) -> Self {
        let edges = R::from_mask(3 | target.field.full_row() & !(target.field.full_row() >> 2));
        let mut scorer = Scorer { target, weights, untouched: vec![[0.0; FEATURES]], edges };
        for row in 0..target.rows.len() {
            let around = Neighbourhood {
                cells: scorer.picture_row(Some(row)),
                below: scorer.picture_row(row.checked_sub(1)),
                above: scorer.picture_row(Some(row + 1)),
                joins_above: true,
                joins_below: row > 0,
            };
            let mut sum = scorer.untouched[row];
            scorer.pixel_row(row, &around, &mut sum);
            scorer.untouched.push(sum);
        }
        scorer
    }

    fn picture_row(&self, row: Option<usize>) -> R {
        match row {
            Some(row) => self.target.rows.get(row).map_or(R::EMPTY, |row| row.pixels),
            None => self.target.full_row,
        }
    }

    pub fn score(&self, state: &State<R>) -> f32 {
        self.features(state).iter().zip(&self.weights).map(|(f, w)| f * w).sum()
    }

    pub fn features(&self, state: &State<R>) -> Features {
        let (untouched, active) = (state.untouched as usize, state.active as usize);
        let mut f = self.untouched[untouched.saturating_sub(1)];
        let mut below = self.picture_row(untouched.checked_sub(1));
        if untouched > 0 {
            let around = Neighbourhood {
                cells: below,
                below: self.picture_row(untouched.checked_sub(2)),
                above: state.rows[0],
                joins_above: !state.is_scaffold(0),
                joins_below: untouched > 1,
            };
            self.pixel_row(untouched - 1, &around, &mut f);
        }
        let mut picture_row = untouched;
        for row in 0..active {
            let cells = state.rows[row];
            let above = if row + 1 < active { state.rows[row + 1] } else { R::EMPTY };
            if state.is_scaffold(row) {
                let below2 = if row >= 2 { state.rows[row - 2] } else { self.picture_row((untouched + row).checked_sub(2)) };
                self.scaffold_row(cells, below, above, below2, &mut f);
            } else {
                let around = Neighbourhood {
                    cells,
                    below,
                    above,
                    joins_above: !state.is_scaffold((row + 1).min(active - 1)),
                    joins_below: if row == 0 { untouched > 0 } else { !state.is_scaffold(row - 1) },
                };
                self.pixel_row(picture_row, &around, &mut f);
                f[16] += (cells & !(cells << 1)).count() as f32;
                picture_row += 1;
            }
            below = cells;
        }
        let width = self.target.field.width() as u32;
        let lines = (4 - state.cells() % 4) % 4 * (width % 4) % 4;
        f[0] = f32::from(state.pixels);
        f[1] = f32::from(state.scaffold_cells);
        f[2] = 8.0 * lines as f32 / (8.0 + f32::from(state.pixels));
        f[3] = state.scaffold.count_ones() as f32;
        f[4] = (active as u32 - state.scaffold.count_ones()) as f32;
        f
    }

    /// What cells cost that nothing holds.
    pub fn floating(&self, state: &State<R>) -> [f32; 2] {
        let (untouched, active) = (state.untouched as usize, state.active as usize);
        let mut grounded = [R::EMPTY; ROWS];
        let ground = self.picture_row(untouched.checked_sub(1));
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
            if !changed {
                break;
            }
        }
        let mut f = [0.0; 2];
        for row in 0..active {
            let floating = state.rows[row] & !grounded[row];
            if !floating.is_empty() {
                if state.is_scaffold(row) {
                    return [f32::INFINITY; 2];
                }
                f[0] += (floating & !(floating << 1)).count() as f32;
                f[1] += floating.count() as f32;
            }
        }
        f
    }

    fn scaffold_row(&self, cells: R, below: R, above: R, below2: R, f: &mut Features) {
        let hanging = cells & !below;
        let starts = cells & !(cells << 1);
        let ends = cells & !(cells >> 1);
        let alone = starts & ends & !above & !below;
        f[5] += hanging.count() as f32;
        f[6] += starts.count() as f32;
        f[7] += alone.count() as f32;
        f[8] += (hanging & !above).count() as f32;
        f[17] += (hanging & !below2).count() as f32;
        f[18] += (hanging & !(hanging << 1)).count() as f32;
        f[19] += (hanging & self.edges).count() as f32;
        f[20] += (starts & ends & !below).count() as f32;
        f[21] += (starts & (ends >> 1) & !above).count() as f32;
    }

    fn pixel_row(&self, row: usize, around: &Neighbourhood<R>, f: &mut Features) {
        let target = &self.target.rows[row];
        let Neighbourhood { cells, below, above, joins_above, joins_below } = *around;
        let left = cells & (cells << 1) & target.joined_left;
        let right = left >> 1;
        let up = if joins_above { cells & above & target.joined_up } else { R::EMPTY };
        let down = if joins_below { cells & below & self.target.rows[row - 1].joined_up } else { R::EMPTY };
        let some = left | right | up | down;
        let two = (left & right) | (up & down) | ((left | right) & (up | down));
        let hanging = cells & !below;
        let mut free = R::EMPTY;
        if !joins_above {
            free |= cells & above;
        }
        if !joins_below && row > 0 {
            free |= cells & below;
        }
        f[9] += (cells & !some).count() as f32;
        f[10] += (some & !two).count() as f32;
        f[11] += hanging.count() as f32;
        f[12] += (hanging & !above).count() as f32;
        f[13] += (free & !two).count() as f32;
    }
}

/// The runs of `cells` that hold a cell of `seed`.
fn spread<R: Row>(seed: R, cells: R) -> R {
    let (mut up, mut up_free) = (seed, cells);
    let (mut down, mut down_free) = (seed, cells);
    let mut step = 1;
    while step < 8 * size_of::<R>() as u32 {
        up |= up_free & (up << step);
        up_free = up_free & (up_free << step);
        down |= down_free & (down >> step);
        down_free = down_free & (down_free >> step);
        step *= 2;
    }
    up | down
}
