//! A film that runs back to its start, and forward again.

use super::error::RenderError;
use super::patch::Patch;
use super::recorder::Recorder;
use crate::picture::{Canvas, Rect};

/// Pixels that are kept at most, so that memory stays bounded.
const MOST_PIXELS: usize = 1 << 28;

/// The shortest time for which a frame is shown, in centiseconds: browsers slow down a GIF that asks for less.
pub const SHORTEST: u64 = 2;

/// How a film is recorded.
pub enum Course<R> {
    Forward(R),
    Boomerang(Boomerang<R>),
}

impl<R: Recorder> Course<R> {
    pub fn new(recorder: R, is_boomerang: bool) -> Course<R> {
        match is_boomerang {
            true => Course::Boomerang(Boomerang::new(recorder)),
            false => Course::Forward(recorder),
        }
    }

    /// As [`Recorder::add`].
    pub fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        match self {
            Course::Forward(recorder) => recorder.add(canvas, start),
            Course::Boomerang(boomerang) => boomerang.add(canvas, start),
        }
    }

    /// Ends a film that takes until `end` if it only runs forward. Returns how many frames it has, and when it ends.
    pub fn finish(self, end: u64) -> Result<(usize, u64), RenderError> {
        match self {
            Course::Forward(recorder) => Ok((recorder.finish(end)?, end)),
            Course::Boomerang(boomerang) => boomerang.finish(end),
        }
    }
}

/// Keeps what a film changes, and then records it backward and forward, from the last frame to the last frame: so a
/// loop has no jump, and begins and ends with the finished picture as other films end.
pub struct Boomerang<R> {
    recorder: R,
    /// The frame that was seen last, pixel by pixel, and the same as a canvas.
    shown: Vec<u8>,
    canvas: Option<Canvas>,
    steps: Vec<Step>,
    pixels: usize,
}

/// From one frame to the next, or back.
struct Step {
    start: u64,
    rect: Rect,
    /// What the other frame has there.
    other: Vec<u8>,
}

impl<R: Recorder> Boomerang<R> {
    fn new(recorder: R) -> Self {
        Boomerang {
            recorder,
            shown: Vec::new(),
            canvas: None,
            steps: Vec::new(),
            pixels: 0,
        }
    }

    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        let Some(patch) = Patch::next(&mut self.shown, canvas, start) else {
            return Ok(());
        };
        self.canvas.get_or_insert_with(|| canvas.clone());
        let (start, rect) = (patch.start, patch.rect);
        let Some(other) = patch.into_before() else {
            return Ok(());
        };
        self.pixels += other.len();
        if self.pixels > MOST_PIXELS {
            return Err(RenderError::TooLongToReverse);
        }
        self.steps.push(Step { start, rect, other });
        Ok(())
    }

    /// The last frame's time is shared by the start and the end.
    fn finish(mut self, end: u64) -> Result<(usize, u64), RenderError> {
        let turn = self.steps.last().map_or(0, |step| step.start);
        let first = self.steps.first().map_or(0, |step| step.start);
        let hold = (end - turn).max(2 * SHORTEST);
        let opening = hold / 2;
        let end = hold + 2 * turn - first;
        let mut recorder = self.recorder;
        if let Some(mut canvas) = self.canvas {
            canvas.repaint(self.shown.into_iter());
            recorder.add(&mut canvas, 0)?;
            for step in self.steps.iter_mut().rev() {
                canvas.swap(step.rect, &mut step.other);
                recorder.add(&mut canvas, opening + turn - step.start)?;
            }
            for step in &mut self.steps {
                canvas.swap(step.rect, &mut step.other);
                recorder.add(&mut canvas, opening + turn - first + step.start)?;
            }
        }
        Ok((recorder.finish(end)?, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes the first pixel of each frame and when it is shown.
    struct Notes<'a>(&'a mut Vec<(u8, u64)>);

    impl Recorder for Notes<'_> {
        fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
            self.0.push((canvas.pixels()[0], start));
            Ok(())
        }

        fn finish(self, end: u64) -> Result<usize, RenderError> {
            self.0.push((0, end));
            Ok(self.0.len() - 1)
        }
    }

    fn recorded(frames: &[(u8, u64)], end: u64) -> Vec<(u8, u64)> {
        let mut notes = Vec::new();
        let mut boomerang = Course::new(Notes(&mut notes), true);
        let mut canvas = Canvas::new(2, 1);
        for (color, start) in frames {
            canvas.fill(Rect::new(0, 0, 1, 1), *color);
            boomerang.add(&mut canvas, *start).unwrap();
        }
        boomerang.finish(end).unwrap();
        notes
    }

    #[test]
    fn each_frame_is_shown_as_long_on_the_way_back_and_the_ends_once() {
        let frames = [(1, 0), (2, 10), (3, 40), (4, 50)];
        assert_eq!(
            recorded(&frames, 90),
            // The last one for 20, back, the first one for 10, forward, the last one for 20.
            [
                (4, 0),
                (3, 20),
                (2, 30),
                (1, 60),
                (2, 70),
                (3, 100),
                (4, 110),
                (0, 130)
            ]
        );
    }

    #[test]
    fn a_film_of_one_frame_stays_as_it_is() {
        assert_eq!(recorded(&[(7, 0)], 30), [(7, 0), (0, 30)]);
    }
}
