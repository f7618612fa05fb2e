//! A picture resampled to a coarse mesh, and comparisons of all its windows shifted by the same distance (template
//! matching with moving sums).

use super::descriptor::PLAIN_CONTRAST;
use super::integral::IntegralImage;
use super::lattice::Lattice;

/// Cells of a window along each axis.
// Fewer tell less apart; more cost time by the square.
pub const SIDE: usize = 5;

/// Cells of a window.
const CELLS: f32 = (SIDE * SIDE) as f32;

/// The energy of a window with the least contrast that is not plain.
const MIN_ENERGY: f32 = PLAIN_CONTRAST * PLAIN_CONTRAST * 3.0 * CELLS;

/// The weight of a window's squared mean tint beside its pattern: that of descriptors, squared.
const TINT_WEIGHT: f32 = 0.12;

/// The mean colours of the cells of a picture.
pub struct Mesh {
    pub columns: usize,
    pub rows: usize,
    /// Row by row.
    cells: Vec<[f32; 3]>,
}

/// The windows that begin at each cell, row by row.
pub struct Windows {
    pub columns: usize,
    pub is_plain: Vec<bool>,
    energy: Vec<f32>,
}

impl Mesh {
    /// `lattice` says where the cells are.
    pub fn of(image: &IntegralImage, lattice: &Lattice) -> Mesh {
        let Lattice { x, y } = lattice;
        let places = (0..y.count).flat_map(|row| (0..x.count).map(move |column| (column, row)));
        let mean = |(column, row)| image.area_mean(x.span(column), y.span(row));
        Mesh {
            columns: x.count,
            rows: y.count,
            cells: places.map(mean).collect(),
        }
    }

    pub fn windows(&self) -> Windows {
        let (mut is_plain, mut energy) = (Vec::new(), Vec::new());
        let cell = |column, row| self.cells[row * self.columns + column];
        sum_windows([self.columns, self.rows], cell, |_, _, spread| {
            is_plain.push(spread.pattern < MIN_ENERGY);
            energy.push((spread.pattern + spread.tint).max(MIN_ENERGY));
        });
        Windows {
            columns: self.columns + 1 - SIDE,
            is_plain,
            energy,
        }
    }

    /// Compares every window with the one `right` cells to the right (negative: to the left) and `down` below: calls
    /// `each` with the numbers of both and their normalized squared difference, 0 if they are equal and about 1 if
    /// they have nothing in common.
    pub fn compare(
        &self,
        windows: &Windows,
        right: isize,
        down: usize,
        mut each: impl FnMut([usize; 2], f32),
    ) {
        let first = right.min(0).unsigned_abs();
        let second = right.max(0) as usize;
        let size = [self.columns - right.unsigned_abs(), self.rows - down];
        let difference = |column: usize, row: usize| {
            let a = self.cells[row * self.columns + first + column];
            let b = self.cells[(row + down) * self.columns + second + column];
            [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
        };
        sum_windows(size, difference, |column, row, spread| {
            let a = row * windows.columns + first + column;
            let b = (row + down) * windows.columns + second + column;
            let apart = spread.pattern + spread.tint;
            each([a, b], apart / (windows.energy[a] + windows.energy[b]));
        });
    }
}

/// Sums of squares over a window: around its mean, and of its mean around grey, which light does not change.
struct Spread {
    pattern: f32,
    tint: f32,
}

impl Spread {
    fn of([red, green, blue, squares]: [f32; 4]) -> Spread {
        let means = [red, green, blue].map(|sum| sum / CELLS);
        let grey = means.iter().sum::<f32>() / 3.0;
        let square = |off: f32| off * off * CELLS;
        let whole: f32 = means.iter().map(|mean| square(*mean)).sum();
        let tint: f32 = means.iter().map(|mean| square(mean - grey)).sum();
        Spread {
            pattern: (squares - whole).max(0.0),
            tint: TINT_WEIGHT * tint,
        }
    }
}

/// Calls `each` with the spread of the values in each window, row by row.
fn sum_windows(
    [columns, rows]: [usize; 2],
    value: impl Fn(usize, usize) -> [f32; 3],
    mut each: impl FnMut(usize, usize, Spread),
) {
    let wide = columns + 1 - SIDE;
    // Sums over adjacent cells of a window, of the last rows.
    let mut recent = vec![vec![[0.0f32; 4]; wide]; SIDE];
    let mut line = vec![[0.0f32; 4]; columns];
    for row in 0..rows {
        for (column, entry) in line.iter_mut().enumerate() {
            let [r, g, b] = value(column, row);
            *entry = [r, g, b, r * r + g * g + b * b];
        }
        for (sum, cells) in recent[row % SIDE].iter_mut().zip(line.windows(SIDE)) {
            *sum = std::array::from_fn(|index| cells.iter().map(|cell| cell[index]).sum());
        }
        if row + 1 < SIDE {
            continue;
        }
        for column in 0..wide {
            let sums = |index: usize| recent.iter().map(|line| line[column][index]).sum();
            each(
                column,
                row + 1 - SIDE,
                Spread::of(std::array::from_fn(sums)),
            );
        }
    }
}
