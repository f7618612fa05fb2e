//! How often each colour is drawn in an animation.

use super::RenderError;
use super::animation::Recorder;
use super::canvas::Canvas;
use super::patch::Patch;

/// Counts for every palette index the frames in which pixels take its colour.
pub struct Survey<'a> {
    uses: &'a mut [u32; 256],
    shown: Vec<u8>,
}

impl<'a> Survey<'a> {
    pub fn new(uses: &'a mut [u32; 256]) -> Self {
        let shown = Vec::new();
        Survey { uses, shown }
    }
}

impl Recorder for Survey<'_> {
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        let Some(patch) = Patch::next(&mut self.shown, canvas, start) else {
            return Ok(());
        };
        let mut is_used = [false; 256];
        for index in patch.needed() {
            is_used[usize::from(index)] = true;
        }
        for (uses, is_used) in self.uses.iter_mut().zip(is_used) {
            *uses += u32::from(is_used);
        }
        Ok(())
    }

    fn finish(self, _end: u64) -> Result<usize, RenderError> {
        Ok(0)
    }
}
