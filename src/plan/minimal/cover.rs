//! How few shapes cover a colour: the least part of a print that no planner can save.
//!
//! The cells of a piece that stay are a tetromino from which some rows were cleared; the rows that
//! are kept have become consecutive rows of the picture. The least number of such shapes that
//! cover the cells of a colour is bounded from below by weights on the cells such that no shape
//! weighs more than 1 (the dual of the covering problem's linear relaxation): the sum of all
//! weights is such a bound. The weights are found by multiplicative updates (Garg and Koenemann,
//! "Faster and simpler algorithms for multicommodity flow and other fractional packing problems",
//! 1998); whatever they are, the bound made of them is valid.

use std::iter::Sum;

use crate::game::{Pose, Tetromino};
use crate::plan::{Carriers, Picture};

// Rounds of updates, fewer for large pictures, so that the time is bounded. More rounds can only
// raise the bound, which `tetris-printer inspect` shows.
const MOST_ROUNDS: usize = 400;
const LEAST_ROUNDS: usize = 40;
const WORK: usize = 1_200_000;
/// Colours of more cells are only known to need a piece for each four: better weights would take seconds.
const MOST_CELLS: usize = 8_000;
/// Weights are whole numbers in the end, so that rounding cannot spoil the bound.
const ONE: f64 = (1_u64 << 32) as f64;

/// Bounds for the colours of a picture, worked out when they are asked for.
#[derive(Debug)]
pub struct Covers<'a> {
    picture: &'a Picture,
    /// For each colour and set of pieces, one bit per piece.
    known: Vec<[Option<usize>; 128]>,
}

impl<'a> Covers<'a> {
    pub fn new(picture: &'a Picture) -> Self {
        Covers {
            picture,
            known: vec![[None; 128]; picture.colors()],
        }
    }

    /// At least so many pieces leave pixels when these carriers are used.
    pub fn of_carriers(&mut self, carriers: &Carriers) -> usize {
        (0..self.known.len() as u8)
            .map(|color| {
                let pieces = carriers
                    .of_color(color)
                    .fold(0, |set, piece| set | 1 << piece.index());
                self.of_color(color, pieces)
            })
            .sum()
    }

    /// The same when every piece may carry every colour.
    pub fn of_all_pieces(&mut self) -> usize {
        (0..self.known.len() as u8)
            .map(|color| self.of_color(color, 127))
            .sum()
    }

    fn of_color(&mut self, color: u8, pieces: u8) -> usize {
        let known = &mut self.known[color as usize][pieces as usize];
        *known.get_or_insert_with(|| fewest_shapes(self.picture, color, pieces))
    }
}

/// A lower bound of the shapes that cover all pixels of `color`.
fn fewest_shapes(picture: &Picture, color: u8, pieces: u8) -> usize {
    let pixels = (0..picture.height()).flat_map(|row| picture.row(row));
    let cells = pixels.filter(|cell| **cell == Some(color)).count();
    if cells == 0 || cells > MOST_CELLS {
        return cells.div_ceil(4);
    }
    let (cells, placements) = placements(picture, color, pieces);
    rounded(&best_weights(cells, &placements), &placements)
}

/// Weights of the cells whose sum is large beside the heaviest placement.
fn best_weights(cells: usize, placements: &[Placement]) -> Vec<f64> {
    let mut weights = vec![1.0; cells];
    let mut best = (0.0, weights.clone());
    let rounds = (WORK / placements.len().max(1)).clamp(LEAST_ROUNDS, MOST_ROUNDS);
    for round in 0..rounds {
        let weighed = placements
            .iter()
            .map(|placement| weight(&weights, placement));
        let heaviest = weighed.fold(0.0, f64::max);
        let bound = weights.iter().sum::<f64>() / heaviest;
        if bound > best.0 {
            best = (bound, weights.clone());
        }
        // Smaller steps towards the end.
        let step = 0.15 / (1.0 + 8.0 * round as f64 / rounds as f64);
        for placement in placements {
            if weight(&weights, placement) >= (1.0 - step) * heaviest {
                for cell in placement {
                    weights[*cell as usize] *= 1.0 - step / 2.0;
                }
            }
        }
    }
    best.1
}

fn weight<T: Copy + Sum>(weights: &[T], placement: &Placement) -> T {
    placement.iter().map(|cell| weights[*cell as usize]).sum()
}

/// The bound made of the weights, in whole numbers.
fn rounded(weights: &[f64], placements: &[Placement]) -> usize {
    let largest = weights.iter().copied().fold(0.0, f64::max);
    let whole: Vec<u64> = weights
        .iter()
        .map(|weight| (weight / largest * ONE) as u64)
        .collect();
    let weighed = placements.iter().map(|placement| weight(&whole, placement));
    let heaviest = weighed.max().unwrap_or(1).max(1);
    whole.iter().sum::<u64>().div_ceil(heaviest) as usize
}

/// The cells that one piece may leave, as numbers among the colour's cells.
type Placement = Vec<u16>;

/// The number of cells of a colour and all ways to leave some of them with one of the pieces.
fn placements(picture: &Picture, color: u8, pieces: u8) -> (usize, Vec<Placement>) {
    let (width, height) = (picture.width(), picture.height());
    let mut cells = 0;
    let mut number = vec![None; width * height];
    for row in 0..height {
        for x in 0..width {
            if picture.cell(x, row) == Some(color) {
                number[row * width + x] = Some(cells);
                cells += 1;
            }
        }
    }
    let mut placements = Vec::new();
    for shape in shapes(pieces) {
        for row in 0..height {
            for x in 0..width {
                let at = |(i, j): &(usize, usize)| {
                    let is_inside = row + i < height && x + j < width;
                    is_inside
                        .then(|| number[(row + i) * width + x + j])
                        .flatten()
                };
                placements.extend(shape.iter().map(at).collect::<Option<Placement>>());
            }
        }
    }
    (cells as usize, placements)
}

/// The cells, as (row from the lowest, column), of every piece of the set with some of its rows
/// cleared.
fn shapes(pieces: u8) -> Vec<Vec<(usize, usize)>> {
    let mut shapes = Vec::new();
    let has = |piece: Tetromino| pieces >> piece.index() & 1 == 1;
    for pose in Pose::ALL.into_iter().filter(|pose| has(pose.piece())) {
        let shape = pose.shape();
        let height = shape.height as usize;
        for kept in 1..1_usize << height {
            let rows = (0..height).rev().filter(|row| kept >> row & 1 == 1);
            let cells: Vec<(usize, usize)> = rows
                .enumerate()
                .flat_map(|(i, row)| {
                    (0..4)
                        .filter(move |j| shape.rows[row] >> j & 1 == 1)
                        .map(move |j| (i, j))
                })
                .collect();
            let leftmost = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
            let cells: Vec<_> = cells.into_iter().map(|(i, j)| (i, j - leftmost)).collect();
            if !shapes.contains(&cells) {
                shapes.push(cells);
            }
        }
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::sprite::Sprite;

    fn cover(drawing: &str, pieces: &[Tetromino]) -> usize {
        let sprite = Sprite::from_diagram(drawing, |_| Some(Rgb::WHITE)).unwrap();
        let pieces = pieces.iter().fold(0, |set, piece| set | 1 << piece.index());
        fewest_shapes(&Picture::of(&sprite).unwrap(), 0, pieces)
    }

    #[test]
    fn a_square_is_one_o_or_two_others() {
        assert_eq!(cover("##\n##", &[Tetromino::O]), 1);
        // A J keeps its foot and the cell over it, or three in a column.
        assert_eq!(cover("##\n##", &[Tetromino::J]), 2);
    }

    #[test]
    fn cells_that_do_not_touch_need_a_piece_each() {
        assert_eq!(cover("#.#.#\n.....\n#.#.#", &Tetromino::ALL), 6);
        assert_eq!(cover("#..#\n####", &[Tetromino::I]), 3);
    }

    #[test]
    fn a_cleared_row_lets_diagonal_cells_be_one_piece() {
        assert_eq!(cover("#.\n.#", &[Tetromino::S]), 1);
        assert_eq!(cover("#.\n.#", &[Tetromino::O, Tetromino::I]), 2);
    }

    #[test]
    fn a_large_area_needs_a_quarter_of_its_cells() {
        let row = "########\n";
        assert_eq!(cover(&row.repeat(8), &Tetromino::ALL), 16);
    }
}
