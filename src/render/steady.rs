//! A constant frame rate, for formats whose frames all last the same time.

use super::error::RenderError;
use super::recorder::Recorder;
use super::timing::Fps;
use crate::picture::Canvas;

/// Frames that are drawn once and written as often as they are seen.
pub trait Frames {
    /// Makes a frame of the canvas.
    fn draw(&mut self, canvas: &Canvas) -> Result<(), RenderError>;

    /// Writes the frame drawn last.
    fn write(&mut self) -> Result<(), RenderError>;
}

/// Writes frames at a constant rate, whether anything moves or not.
pub struct Steady<F> {
    fps: Fps,
    frames: F,
    /// How many are written.
    count: u64,
    is_drawn: bool,
}

impl<F: Frames> Steady<F> {
    pub fn new(fps: Fps, frames: F) -> Self {
        Steady {
            fps,
            frames,
            count: 0,
            is_drawn: false,
        }
    }

    /// Writes the frame drawn last until `time`, in centiseconds.
    fn write_until(&mut self, time: u64) -> Result<(), RenderError> {
        while self.is_drawn && self.fps.start(self.count) < time {
            self.frames.write()?;
            self.count += 1;
        }
        Ok(())
    }
}

impl<F: Frames> Recorder for Steady<F> {
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        self.write_until(start)?;
        if !self.is_drawn || !canvas.take_dirty().is_empty() {
            self.is_drawn = true;
            self.frames.draw(canvas)?;
        }
        Ok(())
    }

    fn finish(mut self, end: u64) -> Result<usize, RenderError> {
        self.write_until(end)?;
        Ok(self.count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Rect;

    /// Writes the first pixel of each frame.
    struct Pixels<'a> {
        drawn: u8,
        written: &'a mut Vec<u8>,
    }

    impl Frames for Pixels<'_> {
        fn draw(&mut self, canvas: &Canvas) -> Result<(), RenderError> {
            self.drawn = canvas.pixels()[0];
            Ok(())
        }

        fn write(&mut self) -> Result<(), RenderError> {
            self.written.push(self.drawn);
            Ok(())
        }
    }

    #[test]
    fn a_picture_that_stays_is_written_again() {
        let mut written = Vec::new();
        let pixels = Pixels {
            drawn: 0,
            written: &mut written,
        };
        let mut steady = Steady::new(Fps::new(10).unwrap(), pixels);
        let mut canvas = Canvas::new(1, 1);
        for (color, start) in [(1, 0), (2, 10), (3, 40)] {
            canvas.fill(Rect::new(0, 0, 1, 1), color);
            steady.add(&mut canvas, start).unwrap();
        }
        assert_eq!(steady.finish(60).unwrap(), 6);
        assert_eq!(written, [1, 2, 2, 2, 3, 3]);
    }
}
