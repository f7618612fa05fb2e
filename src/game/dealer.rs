//! Who decides which piece comes next.

use super::tetromino::Tetromino;

/// Deals the pieces of a [console](super::console::Console). Any iterator over pieces is a dealer: a
/// script's drops, or an `Option` that holds what a second controller asks for in this frame.
pub trait Dealer {
    /// The next piece. After `None` the console waits and asks again in the next frame.
    fn deal(&mut self) -> Option<Tetromino>;

    /// Called at the end of each frame.
    fn tick(&mut self) {}
}

impl<I: Iterator<Item = Tetromino>> Dealer for I {
    fn deal(&mut self) -> Option<Tetromino> {
        self.next()
    }
}
