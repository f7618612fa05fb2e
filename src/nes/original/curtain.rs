//! The curtain that falls over the field of a game that is over.

use crate::game::FieldSize;

/// The rows that are covered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Curtain {
    rows: usize,
}

/// Frames in which the field is still to be seen; the recordings tell this from 65 and from 68.
const PAUSE: u32 = 66;

/// The clock's period, in frames, with which the rows keep step.
const FRAMES_PER_ROW: u16 = 4;

impl Curtain {
    /// Falls on in a frame, the game being over for `age` of them.
    pub fn step(&mut self, age: u32, clock: u16) {
        if age >= PAUSE && clock.is_multiple_of(FRAMES_PER_ROW) && !self.is_down() {
            self.rows += 1;
        }
    }

    /// Whether it covers the field.
    pub fn is_down(self) -> bool {
        self.rows == FieldSize::ORIGINAL.height()
    }

    #[cfg(test)]
    pub fn rows(self) -> usize {
        self.rows
    }
}
