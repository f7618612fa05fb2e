//! How well a cell can be taken away, judged by the cells around it.
//!
//! A pattern says which cells near a filled cell are filled and scaffold, and which have its
//! colour. Each has a weight that counts once for each cell that it is found at. A cell of the
//! picture is looked at along its row, and with the rows over and under it; a scaffold cell in
//! three ways: with more columns, more rows, or the wall. Mirrored patterns weigh the same. (Such a
//! sum of table look-ups is called an n-tuple network.) A few columns show whether a cell can leave
//! together with others, which no sum of features shows as well: with patterns pictures of noise
//! print with half the pieces.
//!
//! The weights (`patterns.bin`) are fitted by logistic regression like those of the features, over
//! fields that wide searches with earlier weights came to: sprites with nes and classic carriers,
//! and noise. What is stored is seven tenths of the best fit, which was measured to take fewer
//! pieces than all of it.

use super::around::Around;
use super::row_bits::RowBits;
use super::target::Target;

/// Of a cell of the picture along its row: the two cells to either side, whether neighbours among
/// the five have the same colour, and whether the cells over and under it have its colour.
const ALONG: usize = 1 << 10;
/// Of a cell of the picture and the three cells over and under it: which are filled, whether they
/// are scaffold, and which of its neighbours have its colour.
const ACROSS: usize = 1 << 12;
/// Of a scaffold cell: the two cells to either side, the five under them, the three over them, and
/// whether the rows under and over it are scaffold.
const WIDE: usize = 1 << 14;
/// The same, but three columns of this row, the one under it, and the two over it.
const HIGH: usize = 1 << 14;
/// The two cells to either side and the five under them, by the distance to the wall: up to three.
const AT_WALL: usize = 1 << 12;

const COUNT: usize = ALONG + ACROSS + WIDE + HIGH + AT_WALL;

/// Sixteen bits each, the low byte first, in the order of the kinds of patterns.
static WEIGHTS: [i16; COUNT] = weights(include_bytes!("patterns.bin"));

const fn weights(bytes: &[u8; 2 * COUNT]) -> [i16; COUNT] {
    let mut weights = [0; COUNT];
    let mut number = 0;
    while number < COUNT {
        weights[number] = i16::from_le_bytes([bytes[2 * number], bytes[2 * number + 1]]);
        number += 1;
    }
    weights
}

/// What the patterns around the cells of a row score.
pub fn score<R: RowBits>(around: &Around<R>, target: &Target<R>) -> i32 {
    if around.is_scaffold() {
        of_scaffold(around, target.field.width())
    } else {
        of_picture(around, target)
    }
}

/// A row with two columns more at either side, so that all cells have neighbours.
fn widened<R: RowBits>(row: R) -> u64 {
    row.to_mask() << MARGIN
}

const MARGIN: u32 = 2;

fn of_scaffold<R: RowBits>(around: &Around<R>, width: usize) -> i32 {
    let cells = widened(around.cells);
    let (below, above) = (widened(around.below), widened(around.above));
    let second_above = widened(around.second_above);
    let is_above = usize::from(around.is_scaffold_above());
    let is_below = usize::from(around.is_scaffold_below());
    let is_second_above = usize::from(around.is_scaffold_second_above());
    let wide_rows = is_above << 12 | is_below << 13;
    let high_rows = is_above << 11 | is_below << 12 | is_second_above << 13;
    let (wide, others) = WEIGHTS[ALONG + ACROSS..].split_at(WIDE);
    let (high, at_wall) = others.split_at(HIGH);
    sum_over(around.cells, |column| {
        let beside = beside(cells >> column);
        let (five_below, three_above) = (five(below >> column), three(above >> column));
        let next = beside >> 1 & 3;
        let wall = (column as usize).min(width - 1 - column as usize).min(3);
        let three_below = five_below >> 1 & 7;
        let three_second_above = three(second_above >> column);
        wide[beside | five_below << 4 | three_above << 9 | wide_rows]
            + high[next | three_below << 2 | three_above << 5 | three_second_above << 8 | high_rows]
            + at_wall[beside | five_below << 4 | is_below << 9 | wall << 10]
    })
}

fn of_picture<R: RowBits>(around: &Around<R>, target: &Target<R>) -> i32 {
    let row = &target.rows[around.picture_row];
    let (cells, below, above) = (
        widened(around.cells),
        widened(around.below),
        widened(around.above),
    );
    let joined = widened(row.joined_left) & cells & cells << 1;
    let (up, down) = row.joined_rows(around);
    let (up, down) = (widened(up), widened(down));
    let rows =
        usize::from(around.is_scaffold_above()) << 8 | usize::from(around.is_scaffold_below()) << 9;
    let (along, across) = WEIGHTS[..ALONG + ACROSS].split_at(ALONG);
    sum_over(around.cells, |column| {
        let joined = (joined >> column) as usize;
        let colors = (up >> column >> MARGIN & 1 | (down >> column >> MARGIN & 1) << 1) as usize;
        along[beside(cells >> column) | (joined >> 1 & 15) << 4 | colors << 8]
            + across[three(above >> column)
                | three(below >> column) << 3
                | colors << 6
                | rows
                | (joined >> 2 & 3) << 10]
    })
}

/// The weights at all filled cells of a row.
fn sum_over<R: RowBits>(cells: R, weight: impl Fn(u32) -> i16) -> i32 {
    let mut cells = cells.to_mask();
    let mut sum = 0;
    while cells != 0 {
        sum += i32::from(weight(cells.trailing_zeros()));
        cells &= cells - 1;
    }
    sum
}

/// Of five cells the two to either side of the third.
fn beside(cells: u64) -> usize {
    (cells & 3 | cells >> 1 & 12) as usize
}

fn five(cells: u64) -> usize {
    (cells & 31) as usize
}

/// Of five cells the third and its neighbours.
fn three(cells: u64) -> usize {
    (cells >> 1 & 7) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::plan::{Carriers, Picture};
    use crate::sprite::Sprite;

    const WIDTH: u32 = 21;

    fn target(drawing: &str) -> Target<u32> {
        let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        let picture = Picture::of(&Sprite::from_diagram(drawing, colors).unwrap()).unwrap();
        let carriers = Carriers::new(|piece| Some((piece.index() % 2) as u8));
        let offset = (WIDTH as usize - picture.width()) / 2;
        let free = vec![0; picture.height()];
        Target::new(&picture, "21x42".parse().unwrap(), &carriers, offset, &free)
    }

    /// The field's middle rows of the picture, the second one active, with `scaffold` as a bit a
    /// row.
    fn around(target: &Target<u32>, scaffold: u32, mask: impl Fn(u32) -> u32) -> Around<u32> {
        Around {
            cells: target.rows[1].pixels,
            below: target.rows[0].pixels,
            above: mask(0b0_0110_1100_1011_1010_0111),
            second_above: mask(0b1_0000_0101_1100_0000_0001),
            scaffold,
            picture_row: 1,
        }
    }

    fn mirrored(row: u32) -> u32 {
        row.reverse_bits() >> (u32::BITS - WIDTH)
    }

    #[test]
    fn mirrored_rows_score_the_same() {
        let (one, other) = (target("abb.a\naab.b\nab.bb"), target("a.bba\nb.baa\nbb.ba"));
        let mut scores = Vec::new();
        for scaffold in 0..16 {
            let score_of_one = score(&around(&one, scaffold, |row| row), &one);
            assert_eq!(
                score_of_one,
                score(&around(&other, scaffold, mirrored), &other)
            );
            scores.push(score_of_one);
        }
        scores.dedup();
        assert!(scores.len() > 8, "the rows around matter: {scores:?}");
    }

    #[test]
    fn empty_cells_score_nothing() {
        let target = target("ab\nab");
        for scaffold in 0..16 {
            let around = Around {
                cells: 0,
                ..around(&target, scaffold, |row| row)
            };
            assert_eq!(score(&around, &target), 0);
        }
    }
}
