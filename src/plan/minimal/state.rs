//! A field on the way back from the finished picture to the empty field.

use super::row_bits::RowBits;
use super::target::Target;
use crate::game::{Pose, Tetromino};

/// The most rows from the lowest one that was touched to the top. Eight rows
/// of 32 bits keep a state to 64 bytes, a cache line.
pub const ROWS: usize = 8;

/// The parent of the finished picture.
pub const NO_PARENT: u32 = u32::MAX;

/// What remains of a field after some drops were taken back.
///
/// The lowest rows are those of the picture, untouched; they are not stored. Above them stand the
/// active rows, from the lowest one touched to the highest that is not empty. An active row is a
/// row of the picture, or scaffold: a row that some later drop completes and clears. The rows of
/// the picture stand in their order, so a row's number follows from the scaffold rows under it.
#[derive(Clone, Copy, Debug)]
pub struct State<R> {
    pub rows: [R; ROWS],
    pub hash: u64,
    pub score: i32,
    /// The number of the step to the state that this one was made from.
    pub parent: u32,
    /// The pixels that remain, those of untouched rows included.
    pub pixels: u16,
    /// The scaffold cells that remain.
    pub scaffold_cells: u16,
    /// The untouched rows of the picture.
    pub untouched: u16,
    /// The number of active rows.
    pub active: u8,
    /// Which active rows are scaffold, one bit per row.
    pub scaffold: u8,
    /// The drop that was taken back to come here.
    pub pose: u8,
    pub column: u8,
    /// Fillers taken back in a row: drops of which no pixel stays.
    pub fillers: u8,
}

impl<R: RowBits> State<R> {
    /// The empty field; also what other fields are filled in from.
    pub const EMPTY: Self = State {
        rows: [R::EMPTY; ROWS],
        hash: 0,
        score: 0,
        parent: NO_PARENT,
        pixels: 0,
        scaffold_cells: 0,
        untouched: 0,
        active: 0,
        scaffold: 0,
        pose: 0,
        column: 0,
        fillers: 0,
    };

    /// The finished picture.
    pub fn finished(target: &Target<R>) -> Self {
        State {
            pixels: target.pixels as u16,
            untouched: target.rows.len() as u16,
            ..State::EMPTY
        }
    }

    /// The active rows of the picture: their numbers, and the pixels that remain.
    pub fn picture_rows(&self) -> impl Iterator<Item = (usize, R)> {
        let active = 0..usize::from(self.active);
        let rows = active.filter(|row| !self.is_scaffold(*row));
        (usize::from(self.untouched)..).zip(rows.map(|row| self.rows[row]))
    }

    pub fn is_scaffold(&self, row: usize) -> bool {
        self.scaffold >> row & 1 == 1
    }

    /// The kind of the piece whose drop comes next. Of the finished picture it means nothing.
    pub fn piece(&self) -> Tetromino {
        Pose::ALL[self.pose as usize].piece()
    }

    /// The cells that remain.
    pub fn cells(&self) -> u32 {
        u32::from(self.pixels) + u32::from(self.scaffold_cells)
    }

    /// A fingerprint of the field; equal fields have equal ones. `salt` tells apart what is
    /// not seen on the field.
    pub fn fingerprint(&self, salt: u64) -> u64 {
        let head = u64::from(self.untouched) | u64::from(self.scaffold) << 16 | salt << 24;
        let mix = |hash: u64, word: u64| {
            let product = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            product ^ product >> 29
        };
        (self.rows[..self.active as usize].iter())
            .fold(mix(1, head), |hash, row| mix(hash, row.to_mask()))
    }
}
