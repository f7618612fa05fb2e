//! A picture in equal parts, and what windows of several parts have in common.

use super::lattice::Lattice;
use super::sums::Sums;

/// Parts of a window along each axis.
pub const SIDE: usize = 5;

/// Parts of a window.
const PARTS: f32 = (SIDE * SIDE) as f32;

/// The contrast below which a window is plain, as a standard deviation of 0 to 255.
const PLAIN: f32 = 6.0;

/// What a window with the least contrast that is not plain is apart from its mean.
const LEAST: f32 = PLAIN * PLAIN * 3.0 * PARTS;

/// How much the colour of a window as a whole counts beside its pattern.
const TINT: f32 = 0.12;

/// Means of the parts of a picture.
pub struct Mesh {
    pub columns: usize,
    pub rows: usize,
    /// Row by row.
    parts: Vec<[f32; 3]>,
}

/// What is seen of the windows that begin at each part, row by row.
pub struct Windows {
    pub columns: usize,
    pub is_plain: Vec<bool>,
    energy: Vec<f32>,
}

impl Mesh {
    /// `lattice` says where the parts are.
    pub fn of(sums: &Sums, lattice: &Lattice) -> Mesh {
        let Lattice { x, y } = lattice;
        let places = (0..y.count).flat_map(|row| (0..x.count).map(move |column| (column, row)));
        let mean = |(column, row)| sums.rectangle(x.span(column), y.span(row));
        Mesh {
            columns: x.count,
            rows: y.count,
            parts: places.map(mean).collect(),
        }
    }

    pub fn windows(&self) -> Windows {
        let (mut is_plain, mut energy) = (Vec::new(), Vec::new());
        let part = |column, row| self.parts[row * self.columns + column];
        sum_windows([self.columns, self.rows], part, |_, _, spread| {
            is_plain.push(spread.pattern < LEAST);
            energy.push((spread.pattern + spread.tint).max(LEAST));
        });
        Windows {
            columns: self.columns + 1 - SIDE,
            is_plain,
            energy,
        }
    }

    /// How different every window is from the one that is so many parts to the right, or to the left, and
    /// below: 0 if they are equal, about 1 if they have nothing in common. `each` gets the numbers of
    /// both windows.
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
            let a = self.parts[row * self.columns + first + column];
            let b = self.parts[(row + down) * self.columns + second + column];
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

/// What values differ in, squared and summed up: from their mean, and their mean from grey, which is
/// what light does not change.
struct Spread {
    pattern: f32,
    tint: f32,
}

impl Spread {
    fn of([red, green, blue, squares]: [f32; 4]) -> Spread {
        let means = [red, green, blue].map(|sum| sum / PARTS);
        let grey = means.iter().sum::<f32>() / 3.0;
        let square = |off: f32| off * off * PARTS;
        let whole: f32 = means.iter().map(|mean| square(*mean)).sum();
        let tint: f32 = means.iter().map(|mean| square(mean - grey)).sum();
        Spread {
            pattern: (squares - whole).max(0.0),
            tint: TINT * tint,
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
    // Sums over the parts of a window beside each other, of the last rows.
    let mut recent = vec![vec![[0.0f32; 4]; wide]; SIDE];
    let mut line = vec![[0.0f32; 4]; columns];
    for row in 0..rows {
        for (column, entry) in line.iter_mut().enumerate() {
            let [r, g, b] = value(column, row);
            *entry = [r, g, b, r * r + g * g + b * b];
        }
        for (sum, parts) in recent[row % SIDE].iter_mut().zip(line.windows(SIDE)) {
            *sum = std::array::from_fn(|index| parts.iter().map(|part| part[index]).sum());
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
