//! The menu of start levels.

use crate::game::console::Buttons;

/// The cursor among the levels 0 to 9, in two rows of five; it stays where it was for the next game.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelMenu {
    cursor: u8,
    /// A held at the start adds ten.
    is_ten_more: bool,
}

impl LevelMenu {
    /// Where the cursor stands.
    pub fn cursor(&self) -> u8 {
        self.cursor
    }

    /// The level that the cursor is on, or that was taken.
    pub fn level(&self) -> u8 {
        self.cursor + if self.is_ten_more { 10 } else { 0 }
    }

    /// Whether the game begins: by Start alone, A held before or not.
    pub fn starts(&mut self, held: Buttons, pressed: Buttons) -> bool {
        let starts = pressed == Buttons::START;
        self.is_ten_more = starts && held == Buttons::A | Buttons::START;
        starts
    }

    /// Moves the cursor if a direction alone is newly pressed.
    pub fn step(&mut self, pressed: Buttons) {
        self.cursor = match (pressed, self.cursor) {
            (Buttons::RIGHT, 0..=8) => self.cursor + 1,
            (Buttons::LEFT, 1..) => self.cursor - 1,
            (Buttons::DOWN, 0..=4) => self.cursor + 5,
            (Buttons::UP, 5..) => self.cursor - 5,
            _ => self.cursor,
        };
    }
}
