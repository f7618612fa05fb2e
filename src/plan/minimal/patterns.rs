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
//! Their weights are those of the features fitted on: see [`training`](super::training).

use super::around::Around;
use super::row_bits::RowBits;
use super::target::Target;

/// A kind of patterns, with a weight for each.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub name: &'static str,
    /// What a pattern's number consists of, from its lowest bits up.
    parts: &'static [Part],
}

/// Some bits of a pattern's number.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// As many cells from left to right, or what lies between them.
    Cells(u32),
    /// What has no sides.
    Bits(u32),
}

impl Part {
    const fn bits(self) -> u32 {
        match self {
            Part::Cells(bits) | Part::Bits(bits) => bits,
        }
    }
}

use Part::{Bits, Cells};

/// Of a cell of the picture along its row: the two cells to either side, whether neighbours among
/// the five have the same colour, and whether the cells over and under it have its colour.
const ALONG: Table = Table::new("along", &[Cells(4), Cells(4), Bits(2)]);
/// Of a cell of the picture and the three cells over and under it: which are filled, whether the
/// cells over and under it have its colour, whether those rows are scaffold, and which of its
/// neighbours beside it have its colour.
const ACROSS: Table = Table::new("across", &[Cells(3), Cells(3), Bits(2), Bits(2), Cells(2)]);
/// Of a scaffold cell: the two cells to either side, the five under them, the three over them, and
/// whether the rows over and under it are scaffold.
const WIDE: Table = Table::new("wide", &[Cells(4), Cells(5), Cells(3), Bits(2)]);
/// The same, but three columns of this row, the one under it, and the two over it.
const HIGH: Table = Table::new("high", &[Cells(2), Cells(3), Cells(3), Cells(3), Bits(3)]);
/// The two cells to either side and the five under them, whether these are scaffold, and the
/// distance to the wall: up to three.
const AT_WALL: Table = Table::new("at-wall", &[Cells(4), Cells(5), Bits(1), Bits(2)]);

/// All tables, in the order of their weights.
pub const TABLES: [Table; 5] = [ALONG, ACROSS, WIDE, HIGH, AT_WALL];

// Where the tables begin.
const ALONG_AT: usize = 0;
const ACROSS_AT: usize = ALONG_AT + ALONG.len();
const WIDE_AT: usize = ACROSS_AT + ACROSS.len();
const HIGH_AT: usize = WIDE_AT + WIDE.len();
const AT_WALL_AT: usize = HIGH_AT + HIGH.len();
/// The patterns of all tables.
pub const COUNT: usize = AT_WALL_AT + AT_WALL.len();

impl Table {
    const fn new(name: &'static str, parts: &'static [Part]) -> Table {
        Table { name, parts }
    }

    /// How many patterns there are of this kind.
    pub const fn len(&self) -> usize {
        let (mut bits, mut part) = (0, 0);
        while part < self.parts.len() {
            bits += self.parts[part].bits();
            part += 1;
        }
        1 << bits
    }

    /// The number of the pattern that is this one in a mirror.
    fn mirrored(&self, number: usize) -> usize {
        let (mut mirrored, mut shift) = (0, 0);
        for part in self.parts {
            let bits = part.bits();
            let value = number >> shift & ((1 << bits) - 1);
            let value = match part {
                Cells(_) => value.reverse_bits() >> (usize::BITS - bits),
                Bits(_) => value,
            };
            mirrored |= value << shift;
            shift += bits;
        }
        mirrored
    }
}

/// Of a pattern and the same in a mirror, which weigh the same, the one with the lower number.
pub fn representative(number: usize) -> usize {
    let mut begin = 0;
    for table in &TABLES {
        if number < begin + table.len() {
            return number.min(begin + table.mirrored(number - begin));
        }
        begin += table.len();
    }
    number
}

/// What each pattern weighs: the tables, one after the other.
pub type PatternWeights = [i16; COUNT];

/// How many columns a pattern reaches to either side of its cell.
pub const REACH: u32 = 2;

/// What the patterns around the cells of a row score.
#[inline]
pub fn score<R: RowBits>(around: &Around<R>, target: &Target<R>, weights: &PatternWeights) -> i32 {
    score_within(around, target, weights, !R::EMPTY)
}

/// What the patterns around its cells in these columns score.
#[inline]
pub fn score_within<R: RowBits>(
    around: &Around<R>,
    target: &Target<R>,
    weights: &PatternWeights,
    columns: R,
) -> i32 {
    let mut sum = 0;
    visit(around, target, columns, |_, number| {
        sum += i32::from(weights[number]);
    });
    sum
}

/// Visits the column of each cell of a row in these columns, with the number of each pattern around
/// it.
#[inline]
pub fn visit<R: RowBits>(
    around: &Around<R>,
    target: &Target<R>,
    columns: R,
    visit: impl FnMut(usize, usize),
) {
    if around.is_scaffold() {
        of_scaffold(around, target.field.width(), columns, visit);
    } else {
        of_picture(around, target, columns, visit);
    }
}

/// A row with two columns more at either side, so that all cells have neighbours.
fn widened<R: RowBits>(row: R) -> u64 {
    row.to_mask() << REACH
}

#[inline]
fn of_scaffold<R: RowBits>(
    around: &Around<R>,
    width: usize,
    columns: R,
    mut visit: impl FnMut(usize, usize),
) {
    let cells = widened(around.cells);
    let (below, above) = (widened(around.below), widened(around.above));
    let second_above = widened(around.second_above);
    let is_above = usize::from(around.is_scaffold_above());
    let is_below = usize::from(around.is_scaffold_below());
    let is_second_above = usize::from(around.is_scaffold_second_above());
    let wide_rows = is_above << 12 | is_below << 13;
    let high_rows = is_above << 11 | is_below << 12 | is_second_above << 13;
    for_each(around.cells & columns, |column| {
        let beside = beside(cells >> column);
        let (five_below, three_above) = (five(below >> column), three(above >> column));
        let next = beside >> 1 & 3;
        let wall = (column as usize).min(width - 1 - column as usize).min(3);
        let three_below = five_below >> 1 & 7;
        let three_second_above = three(second_above >> column);
        let wide = beside | five_below << 4 | three_above << 9 | wide_rows;
        let high = next | three_below << 2 | three_above << 5 | three_second_above << 8 | high_rows;
        let at_wall = beside | five_below << 4 | is_below << 9 | wall << 10;
        let column = column as usize;
        visit(column, WIDE_AT + wide);
        visit(column, HIGH_AT + high);
        visit(column, AT_WALL_AT + at_wall);
    });
}

#[inline]
fn of_picture<R: RowBits>(
    around: &Around<R>,
    target: &Target<R>,
    columns: R,
    mut visit: impl FnMut(usize, usize),
) {
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
    for_each(around.cells & columns, |column| {
        let joined = (joined >> column) as usize;
        let colors = (up >> column >> REACH & 1 | (down >> column >> REACH & 1) << 1) as usize;
        let along = beside(cells >> column) | (joined >> 1 & 15) << 4 | colors << 8;
        let across = three(above >> column)
            | three(below >> column) << 3
            | colors << 6
            | rows
            | (joined >> 2 & 3) << 10;
        visit(column as usize, ALONG_AT + along);
        visit(column as usize, ACROSS_AT + across);
    });
}

/// Visits the columns of all filled cells of a row.
#[inline]
fn for_each<R: RowBits>(cells: R, mut visit: impl FnMut(u32)) {
    let mut cells = cells.to_mask();
    while cells != 0 {
        visit(cells.trailing_zeros());
        cells &= cells - 1;
    }
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
    use crate::plan::minimal::weights::Weights;
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
            let score_of_one = score(
                &around(&one, scaffold, |row| row),
                &one,
                &Weights::trained().patterns,
            );
            assert_eq!(
                score_of_one,
                score(
                    &around(&other, scaffold, mirrored),
                    &other,
                    &Weights::trained().patterns
                )
            );
            scores.push(score_of_one);
        }
        scores.dedup();
        assert!(scores.len() > 8, "the rows around matter: {scores:?}");
    }

    #[test]
    // Grouped as the pattern's rows are.
    #[allow(clippy::unusual_byte_groupings)]
    fn a_mirror_changes_the_sides_alone() {
        assert_eq!(WIDE.mirrored(0b01_100_11010_0011), 0b01_001_01011_1100);
        for number in 0..COUNT {
            let representative = representative(number);
            assert!(representative <= number);
            let weights = &Weights::trained().patterns;
            assert_eq!(weights[representative], weights[number], "{number}");
        }
    }

    #[test]
    fn empty_cells_score_nothing() {
        let target = target("ab\nab");
        for scaffold in 0..16 {
            let around = Around {
                cells: 0,
                ..around(&target, scaffold, |row| row)
            };
            assert_eq!(score(&around, &target, &Weights::trained().patterns), 0);
        }
    }
}
