//! What every animation format has in common.

use super::error::RenderError;
use crate::picture::{Canvas, Layout, Palette};

/// Figures of a finished animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationReport {
    /// Where the cells are in its frames, in pixels.
    pub layout: Layout,
    /// How many frames it has; only raw video has some that equal the one before.
    pub frames: usize,
    /// How long one showing takes, the hold included.
    pub centiseconds: u64,
}

/// What can be recorded in any format.
pub trait Footage {
    /// Plays it and records the scenes that are seen.
    fn record<R: Recorder>(
        self,
        recorder: impl FnOnce(&Canvas, &Palette, &Layout) -> Result<R, RenderError>,
    ) -> Result<AnimationReport, RenderError>;
}

/// Records the frames of an animation in some format.
pub trait Recorder {
    /// Records the canvas as it is now, to be shown from `start` on (in centiseconds, later than the
    /// frame before). Every pixel of the canvas must have been drawn.
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError>;

    /// Ends the animation at `end`, in centiseconds, and returns how many frames it has.
    fn finish(self, end: u64) -> Result<usize, RenderError>;
}
