//! An animation before any file format, to be shown at once in a window or a browser.

use super::error::RenderError;
use super::patch::Patch;
use super::recorder::Recorder;
use crate::color::Rgb;
use crate::picture::{Canvas, Palette};

/// The frames of an animation, each as the part of the picture that it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reel {
    /// Columns of pixels.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
    /// What the frames' indices stand for; index 0 is not used.
    pub palette: Vec<Rgb>,
    /// From the first, which fills the picture, to the one that shows the final field.
    pub frames: Vec<ReelFrame>,
    /// How long one showing takes, the hold included, in centiseconds.
    pub centiseconds: u64,
}

/// A rectangle of new pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReelFrame {
    /// From when on it is seen, in centiseconds.
    pub start: u64,
    /// Column and row of its top left pixel.
    pub corner: (usize, usize),
    /// Columns of pixels.
    pub width: usize,
    /// A palette index a pixel, row by row from the top.
    pub pixels: Vec<u8>,
}

impl ReelFrame {
    /// Rows of pixels.
    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }
}

/// Collects what changes from frame to frame.
pub struct ReelRecorder<'a> {
    reel: &'a mut Reel,
    shown: Vec<u8>,
}

impl<'a> ReelRecorder<'a> {
    pub fn new(reel: &'a mut Reel, canvas: &Canvas, palette: &Palette) -> Self {
        *reel = Reel {
            width: canvas.width(),
            height: canvas.height(),
            palette: palette.colors().to_vec(),
            ..Reel::default()
        };
        let shown = Vec::new();
        ReelRecorder { reel, shown }
    }
}

impl Recorder for ReelRecorder<'_> {
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        if let Some(patch) = Patch::next(&mut self.shown, canvas, start) {
            self.reel.frames.push(ReelFrame {
                start,
                corner: (patch.rect.x, patch.rect.y),
                width: patch.rect.width,
                pixels: patch.into_pixels(),
            });
        }
        Ok(())
    }

    fn finish(self, end: u64) -> Result<usize, RenderError> {
        self.reel.centiseconds = end;
        Ok(self.reel.frames.len())
    }
}
