//! Links to fumen, the notation in which players share games: each piece a page to click through.
//!
//! The format is version 115 of the tetris field editor "fumen": numbers in digits of base 64, the
//! lowest digit first. A page says how the field differs from the one that the page before has left
//! (unless it does not, for so many pages), then the piece with its place and some flags.

use crate::game::{FieldSize, Orientation, PaintedPlayfield, Placement, Pose, Row, Tetromino};
use crate::replay::{ReplayError, replay};
use crate::script::PrintScript;

/// The field of the format: ten columns and 23 rows, and a row below that rises.
const WIDTH: usize = 10;
const HEIGHT: usize = 23;
const CELLS: usize = WIDTH * (HEIGHT + 1);

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const ADDRESS: &str = "https://fumen.zui.jp/?v115@";

/// A stone that stands for what is beside a narrower field.
const GRAY: u8 = 8;

/// Why there is no link.
#[derive(Debug, thiserror::Error)]
pub enum FumenError {
    /// The format has boards of ten columns.
    #[error(
        "fumen links show fields of up to {WIDTH} columns, this one is {0}: print on --field 10x20"
    )]
    TooWide(FieldSize),
    /// The format has boards of 23 rows.
    #[error("fumen links show {HEIGHT} rows, and drop {number} of the script rests above them")]
    TooHigh {
        /// Which drop, counted from 1.
        number: usize,
    },
    /// The game refuses a drop.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The link that shows a script's game piece by piece. Beside a field of fewer than ten columns
/// stands gray stone, on the right.
///
/// Errors: a field or a stack that the format has no room for, a drop that the game refuses.
pub fn fumen_link(script: &PrintScript) -> Result<String, FumenError> {
    if script.field.width() > WIDTH {
        return Err(FumenError::TooWide(script.field));
    }
    let mut pages = Pages::default();
    let mut field = PaintedPlayfield::new(script.field);
    let mut left_behind = [0; CELLS];
    for (index, lock) in replay(script).enumerate() {
        let lock = lock?;
        let number = index + 1;
        let place = place(lock.placement, script.field).ok_or(FumenError::TooHigh { number })?;
        let before = page_field(&field);
        pages.push_field(&left_behind, &before);
        pages.push_piece(place, index == 0);
        field.place(lock.placement);
        let mut after = page_field(&field);
        for row in lock.cleared.iter() {
            clear(&mut after, page_row(row, script.field));
        }
        field.clear(&lock.cleared);
        left_behind = after;
    }
    // A last page without a piece shows what is left.
    pages.push_field(&left_behind, &page_field(&field));
    pages.push_piece(NO_PIECE, script.drops.is_empty());
    Ok(ADDRESS.to_owned() + &pages.text())
}

/// The row of a page, from its top; rows above it have none.
fn page_row(row: Row, size: FieldSize) -> Option<usize> {
    (row.0 + HEIGHT).checked_sub(size.height())
}

/// What a page shows of the field.
fn page_field(field: &PaintedPlayfield) -> [u8; CELLS] {
    let size = field.size();
    let mut cells = [0; CELLS];
    for row in (0..size.height()).map(Row) {
        let Some(page_row) = page_row(row, size) else {
            continue;
        };
        let line = &mut cells[page_row * WIDTH..][..WIDTH];
        line[size.width()..].fill(GRAY);
        for (cell, piece) in line.iter_mut().zip(field.row(row)) {
            *cell = piece.map_or(0, number);
        }
    }
    cells
}

/// Clears a row as the format does after a lock.
fn clear(cells: &mut [u8; CELLS], row: Option<usize>) {
    if let Some(row) = row {
        cells.copy_within(..row * WIDTH, WIDTH);
        cells[..WIDTH].fill(0);
    }
}

const fn number(piece: Tetromino) -> u8 {
    match piece {
        Tetromino::I => 1,
        Tetromino::L => 2,
        Tetromino::O => 3,
        Tetromino::Z => 4,
        Tetromino::T => 5,
        Tetromino::J => 6,
        Tetromino::S => 7,
    }
}

/// A piece, its rotation and the position of its middle, packed into one number.
fn place(placement: Placement, size: FieldSize) -> Option<usize> {
    let pose = placement.pose;
    let shape = pose.shape();
    let (rotation, (down, right)) = middle(pose);
    let row = page_row(placement.row, size)? as i32 + i32::from(shape.origin_row) + down;
    let column = placement.column.0 as i32 + i32::from(shape.origin_column) + right;
    let position = row * WIDTH as i32 + column;
    Some((position as usize * 4 + rotation) * 8 + usize::from(number(pose.piece())))
}

/// Where a page has no piece.
const NO_PIECE: usize = 0;

/// How the format calls a pose, and its middle seen from the console's: rows down, columns right.
fn middle(pose: Pose) -> (usize, (i32, i32)) {
    const REVERSED: usize = 0;
    const RIGHT: usize = 1;
    const SPAWNED: usize = 2;
    const LEFT: usize = 3;
    match (pose.piece(), pose.orientation()) {
        (Tetromino::I, Orientation::Vertical) => (RIGHT, (-1, 0)),
        (Tetromino::S, Orientation::Vertical) => (LEFT, (0, 1)),
        (_, Orientation::Vertical) => (RIGHT, (0, 0)),
        (Tetromino::I | Tetromino::O, Orientation::Horizontal) => (SPAWNED, (0, -1)),
        (_, Orientation::Horizontal | Orientation::Up) => (SPAWNED, (0, 0)),
        (_, Orientation::Right) => (RIGHT, (0, 0)),
        (_, Orientation::Down) => (REVERSED, (0, 0)),
        (_, Orientation::Left) => (LEFT, (0, 0)),
    }
}

/// The digits of all pages so far.
#[derive(Default)]
struct Pages {
    digits: Vec<u8>,
    /// Where it is counted for how many more pages the field is as the page before has left it.
    unchanged: Option<usize>,
}

impl Pages {
    fn push(&mut self, mut number: usize, digits: usize) {
        for _ in 0..digits {
            self.digits.push((number % DIGITS.len()) as u8);
            number /= DIGITS.len();
        }
    }

    /// How a page's field differs from what was there, as runs of equal differences.
    fn push_field(&mut self, before: &[u8; CELLS], after: &[u8; CELLS]) {
        const SAME: usize = 8;
        if before == after {
            let most = DIGITS.len() as u8 - 1;
            match self.unchanged.filter(|count| self.digits[*count] < most) {
                Some(count) => self.digits[count] += 1,
                None => {
                    self.push(SAME * CELLS + CELLS - 1, 2);
                    self.unchanged = Some(self.digits.len());
                    self.push(0, 1);
                }
            }
            return;
        }
        self.unchanged = None;
        let cells = after.iter().zip(before);
        let differences: Vec<usize> = cells
            .map(|(after, before)| usize::from(*after) + SAME - usize::from(*before))
            .collect();
        for run in differences.chunk_by(|one, next| one == next) {
            self.push(run[0] * CELLS + run.len() - 1, 2);
        }
    }

    /// A piece that locks when the page is turned; the first page chooses today's colours.
    fn push_piece(&mut self, place: usize, is_first: bool) {
        const COLORS: usize = 4 * 8 * CELLS * 4;
        self.push(place + if is_first { COLORS } else { 0 }, 3);
    }

    /// The digits as text, with question marks where the format has them.
    fn text(&self) -> String {
        const FIRST: usize = 42;
        const LINE: usize = 47;
        let text: Vec<u8> = self
            .digits
            .iter()
            .map(|digit| DIGITS[usize::from(*digit)])
            .collect();
        let (first, rest) = text.split_at(text.len().min(FIRST));
        let lines = std::iter::once(first).chain(rest.chunks(LINE));
        let lines: Vec<String> = lines
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect();
        lines.join("?")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing;

    /// The cells that the format's own tables give a piece, seen from its middle as this room sees
    /// it: rows down, columns right.
    #[test]
    fn every_pose_is_where_its_cells_are() {
        // From the console's middle to that of the format, which the cells below are seen from.
        let table: [(Pose, [(i32, i32); 4]); 4] = [
            (Pose::IHorizontal, [(0, -1), (0, 0), (0, 1), (0, 2)]),
            (Pose::IVertical, [(-1, 0), (0, 0), (1, 0), (2, 0)]),
            (Pose::O, [(0, 0), (0, 1), (1, 0), (1, 1)]),
            (Pose::SVertical, [(-1, -1), (0, -1), (0, 0), (1, 0)]),
        ];
        for (pose, cells) in table {
            let (_, (down, right)) = middle(pose);
            let mut seen: Vec<(i32, i32)> = pose
                .cells()
                .iter()
                .map(|(y, x)| (i32::from(*y) - down, i32::from(*x) - right))
                .collect();
            seen.sort();
            assert_eq!(seen, cells, "{pose:?}");
        }
    }

    #[test]
    fn a_link_is_what_the_editor_makes() {
        let script = testing::script(10, 20, &[(Pose::TUp, 0), (Pose::IVertical, 9)]);
        let link = fumen_link(&script).unwrap();
        assert_eq!(link, "https://fumen.zui.jp/?v115@vhC1OJpoBAAA");
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let wide = testing::script(11, 20, &[]);
        let error = fumen_link(&wide).unwrap_err().to_string();
        assert!(error.contains("--field 10x20"), "{error}");
        let tower: Vec<(Pose, usize)> = vec![(Pose::O, 0); 12];
        let high = testing::script(10, 30, &tower);
        assert!(matches!(
            fumen_link(&high),
            Err(FumenError::TooHigh { number: 12 })
        ));
    }
}
