//! A movie: the buttons of every frame.

use crate::game::console::Buttons;

/// The buttons of both controllers in one frame.
pub type Pads = [Buttons; 2];

/// The buttons of every frame from power-on, 60.0988 frames per second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movie {
    /// One entry per frame.
    pub frames: Vec<Pads>,
}

impl Movie {
    /// The longest movie that is read, in frames: more than four hours.
    pub const MOST_FRAMES: usize = 1_000_000;

    /// How long it takes on the console.
    pub fn seconds(&self) -> f64 {
        self.frames.len() as f64 / crate::game::console::Region::Ntsc.frame_rate()
    }
}
