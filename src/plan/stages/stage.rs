//! What is to be covered between two standings of the print.

use super::keystone::{Wall, hooked};
use super::tile::Tile;
use crate::game::Tetromino::{self, I, O, S, Z};
use crate::plan::{Carriers, Picture};

/// The most rows of a stage: four columns of them are the bits of a sweep's profile.
pub const MOST_ROWS: usize = 12;

/// What one row of a stage is, from the bottom of the stage up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageRow {
    /// Cells that complete a line and vanish.
    Scaffold,
    /// A row of the picture of which everything that is missing is printed.
    Whole(usize),
    /// A row of the picture of which anything may be left for the next stage.
    Partial(usize),
    /// A begun row under the scaffold of which anything may be left once more: the scaffold bridges it.
    Begun(usize),
    /// A row of the picture between scaffold of which anything may be left for the next stage.
    Between(usize),
}

impl StageRow {
    /// The row of the picture that it is.
    pub const fn picture_row(self) -> Option<usize> {
        match self {
            StageRow::Scaffold => None,
            StageRow::Whole(row)
            | StageRow::Partial(row)
            | StageRow::Begun(row)
            | StageRow::Between(row) => Some(row),
        }
    }

    /// Whether cells under scaffold may stay empty here.
    const fn may_have_gaps(self) -> bool {
        matches!(self, StageRow::Begun(_) | StageRow::Between(_))
    }
}

/// What becomes of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// It stays empty.
    #[default]
    Empty,
    /// It is filled already.
    Filled,
    /// A piece of the stage covers it.
    Covered,
    /// A piece may cover it; what is worth how much is in its [`Square`].
    Open,
}

/// A cell of a stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Square {
    pub fate: Fate,
    /// The kinds of pieces that may cover it, a bit each.
    pub kinds: u8,
    /// What it is worth to cover it now.
    pub reward: i32,
    /// What it costs to leave it.
    pub loss: i32,
    /// Whether it can be left at all.
    pub can_wait: bool,
    /// Whether its left neighbour is a pixel of another colour.
    pub differs_from_left: bool,
}

impl Square {
    /// Whether something is there when the stage is over, as long as nothing has cleared.
    pub fn is_solid(&self) -> bool {
        self.fate != Fate::Empty
    }

    /// Whether pieces of the stage come here.
    pub fn is_wanted(&self) -> bool {
        matches!(self.fate, Fate::Covered | Fate::Open)
    }
}

/// The rows between what is finished and the sky, and what the next pieces make of them.
#[derive(Clone, Debug)]
pub struct Stage {
    pub rows: Vec<StageRow>,
    pub width: usize,
    /// Row by row from the bottom.
    squares: Vec<Square>,
    /// By column, whether there is something right under the stage.
    pub ground: Vec<bool>,
    /// Whether a gap is left for a keystone.
    pub has_gap: bool,
}

/// The picture on its field, in the colours of its carriers.
#[derive(Clone, Debug)]
pub struct Canvas<'a> {
    pub picture: &'a Picture,
    pub width: usize,
    /// The field column of the picture's column 0.
    pub left: usize,
    /// For each colour the pieces that may leave it, a bit each.
    kinds: Vec<u8>,
}

/// Worth of a pixel in the first and in the second of two rows that may be printed in part.
const REWARDS: [i32; 2] = [100, 80];

/// Worth of a pixel in a row that is begun, and what it costs to leave it once more: the next row waits for it.
const BEGUN_REWARD: i32 = 200;
const BEGUN_LOSS: i32 = 600;

/// What it costs to leave the pixel beside the free columns: scaffold over them has nothing but its piece to hang from.
const EDGE_LOSS: i32 = 800;

/// What it costs to leave a pixel that nothing is under: fewer pieces can hang it up later, or none.
// With 200 or 60 ten portraits of 40 to 56 rows take as many pieces, within two in a hundred; a dithered screen whose
// commonest colour is its background takes 2 % more with 200.
const HANGING_LOSS: i32 = 400;

impl<'a> Canvas<'a> {
    pub fn new(picture: &'a Picture, width: usize, left: usize, carriers: &Carriers) -> Self {
        let bits = |color: u8| {
            let pieces = carriers.of_color(color);
            pieces.fold(0, |bits, piece: Tetromino| bits | 1 << piece.index())
        };
        Canvas {
            picture,
            width,
            left,
            kinds: (0..picture.colors())
                .map(|color| bits(color as u8))
                .collect(),
        }
    }

    /// The colour that a field column has in a row of the picture.
    pub fn color(&self, row: usize, column: usize) -> Option<u8> {
        let x = column.checked_sub(self.left)?;
        let is_inside = x < self.picture.width() && row < self.picture.height();
        is_inside.then(|| self.picture.cell(x, row)).flatten()
    }

    /// The pieces that may leave the pixel of a field column, a bit each; none where there is no pixel.
    pub fn kinds(&self, row: usize, column: usize) -> u8 {
        let color = self.color(row, column);
        color.map_or(0, |color| self.kinds[usize::from(color)])
    }

    /// Whether one of its pieces can fill the gap of a single pixel from above. O never can, S and Z not at the wall
    /// on their side, and I not beside a free column: over that, nothing would hold the scaffold.
    fn can_come_later(&self, row: usize, column: usize) -> bool {
        let end = self.left + self.picture.width();
        let is_beside_free =
            (column == self.left && self.left > 0) || (column + 1 == end && end < self.width);
        let excluded = [
            (O, true),
            (S, column == 0),
            (Z, column + 1 == self.width),
            (I, is_beside_free),
        ];
        let excluded = excluded.iter().filter(|(_, is_so)| *is_so);
        let excluded = excluded.fold(0, |bits, (piece, _)| bits | 1 << piece.index());
        self.kinds(row, column) & !excluded != 0
    }

    /// Whether nothing is under a pixel.
    pub fn hangs(&self, row: usize, column: usize) -> bool {
        row == 0 || self.color(row - 1, column).is_none()
    }

    /// A stage of these rows over `finished` ones. `is_printed` tells what is there of them.
    pub fn stage(
        &self,
        finished: usize,
        rows: Vec<StageRow>,
        is_printed: impl Fn(usize, usize) -> bool,
    ) -> Stage {
        let ground = |column| finished == 0 || self.color(finished - 1, column).is_some();
        let mut squares = Vec::with_capacity(rows.len() * self.width);
        let first_partial = rows
            .iter()
            .position(|row| matches!(row, StageRow::Partial(_)));
        for (index, row) in rows.iter().enumerate() {
            let depth = index - first_partial.unwrap_or(index).min(index);
            let is_top = index + 1 == rows.len();
            let is_filled = |column| row.picture_row().is_some_and(|row| is_printed(row, column));
            squares.extend((0..self.width).map(|column| match *row {
                _ if is_filled(column) => Square {
                    fate: Fate::Filled,
                    ..Square::default()
                },
                StageRow::Scaffold => Square {
                    fate: Fate::Covered,
                    kinds: u8::MAX,
                    ..Square::default()
                },
                StageRow::Whole(row) => self.pixel(row, column, Fate::Covered),
                StageRow::Partial(row) => Square {
                    reward: REWARDS[depth.min(1)],
                    can_wait: self.can_come_later(row, column)
                        && (is_top || self.color(row + 1, column) == self.color(row, column)),
                    ..self.pixel(row, column, Fate::Open)
                },
                StageRow::Begun(row) => Square {
                    reward: BEGUN_REWARD,
                    loss: BEGUN_LOSS,
                    can_wait: true,
                    ..self.pixel(row, column, Fate::Open)
                },
                StageRow::Between(row) => Square {
                    reward: REWARDS[0],
                    can_wait: self.can_come_later(row, column),
                    ..self.pixel(row, column, Fate::Open)
                },
            }));
        }
        Stage {
            rows,
            width: self.width,
            squares,
            ground: (0..self.width).map(ground).collect(),
            has_gap: false,
        }
    }

    fn pixel(&self, row: usize, column: usize, fate: Fate) -> Square {
        let Some(color) = self.color(row, column) else {
            return Square::default();
        };
        let left = column
            .checked_sub(1)
            .and_then(|column| self.color(row, column));
        let hangs = self.hangs(row, column);
        let end = self.left + self.picture.width();
        let is_edge = column + 1 == end && end < self.width;
        let losses = [(hangs, HANGING_LOSS), (is_edge, EDGE_LOSS)];
        Square {
            fate,
            kinds: self.kinds[usize::from(color)],
            loss: losses
                .map(|(is_so, loss)| if is_so { loss } else { 0 })
                .iter()
                .sum(),
            differs_from_left: left.is_some_and(|left| left != color),
            ..Square::default()
        }
    }
}

impl Stage {
    /// Rows of scaffold alone, the first of which may be there in part.
    pub fn of_scaffold(first: Option<Vec<Fate>>, lines: usize, ground: Vec<bool>) -> Stage {
        let width = ground.len();
        let rows = lines + usize::from(first.is_some());
        let scaffold = std::iter::repeat_n(Fate::Covered, lines * width);
        let fates = first.into_iter().flatten().chain(scaffold);
        let square = |fate| Square {
            fate,
            kinds: u8::MAX,
            ..Square::default()
        };
        Stage {
            rows: vec![StageRow::Scaffold; rows],
            width,
            squares: fates.map(square).collect(),
            ground,
            has_gap: false,
        }
    }

    /// Leaves the gap for a keystone, which nothing can rest on.
    pub fn leave_out(&mut self, keystone: &Tile) {
        for (row, column) in keystone.cells {
            self.squares[row * self.width + column] = Square::default();
        }
        self.has_gap = true;
    }

    /// The same with a gap for a keystone in its lowest scaffold, and the keystone; `None` where there is no place for it.
    pub fn closed_at(&self, wall: Wall) -> Option<(Stage, Tile)> {
        let lowest = (0..self.rows.len()).find(|row| self.is_scaffold(*row))?;
        let keystone = hooked(wall, lowest, self.width);
        let is_laid = |(row, _): &(usize, usize)| *row < self.rows.len() && self.is_scaffold(*row);
        let is_free = |column| {
            let mut above = lowest..self.rows.len();
            above.all(|row| self.is_scaffold(row) || !self.square(row, column).is_solid())
        };
        let has_place = keystone
            .cells
            .iter()
            .all(|cell| is_laid(cell) && is_free(cell.1));
        has_place.then(|| {
            let mut stage = self.clone();
            stage.leave_out(&keystone);
            (stage, keystone)
        })
    }

    pub fn square(&self, row: usize, column: usize) -> &Square {
        &self.squares[row * self.width + column]
    }

    /// Whether a piece with a lowest cell here would rest on something, once all below it is done.
    pub fn supports(&self, row: usize, column: usize) -> bool {
        match row.checked_sub(1) {
            None => self.ground[column],
            Some(below) => {
                let may_stay_empty = self.rows[below].may_have_gaps();
                match self.square(below, column).fate {
                    Fate::Empty => false,
                    Fate::Open => !may_stay_empty,
                    Fate::Filled | Fate::Covered => true,
                }
            }
        }
    }

    pub fn is_scaffold(&self, row: usize) -> bool {
        self.rows[row] == StageRow::Scaffold
    }

    /// Whether a tile holds up all scaffold when it is dropped last: it has a cell in the lowest row of scaffold, and
    /// nothing comes to lie on it.
    pub fn can_be_last(&self, tile: &Tile) -> bool {
        let lowest = (0..self.rows.len()).find(|row| self.is_scaffold(*row));
        let is_free = |(row, column): (usize, usize)| {
            let mut above = row + 1..self.rows.len();
            above.all(|row| {
                !self.square(row, column).is_wanted() || tile.cells.contains(&(row, column))
            })
        };
        !self.has_gap
            && tile.cells.iter().any(|cell| Some(cell.0) == lowest)
            && tile.cells.iter().all(|cell| is_free(*cell))
    }

    /// Scaffold rows: the lines that the stage clears.
    pub fn lines(&self) -> usize {
        (0..self.rows.len())
            .filter(|row| self.is_scaffold(*row))
            .count()
    }

    /// Whether pixels that are left in a row are looked at with their neighbours: it is begun here, and nothing of the
    /// picture is over it.
    pub fn is_newest(&self, row: usize) -> bool {
        row + 1 == self.rows.len() || matches!(self.rows[row], StageRow::Between(_))
    }

    /// Whether the cells that pieces must cover can be four for each piece.
    pub fn is_divisible(&self) -> bool {
        let count = |fate| {
            self.squares
                .iter()
                .filter(|square| square.fate == fate)
                .count()
        };
        count(Fate::Open) > 0 || count(Fate::Covered).is_multiple_of(4)
    }
}
