//! The console's screen as an animation.

use std::io::Write;

use super::screen::{NesScreen, Paint};
use crate::color::ConsoleColor;
use crate::game::console::Region;
use crate::picture::{Canvas, Layout};
use crate::render::{AnimationReport, GifWriter, Recorder, RenderError, RenderOptions, Shutter};

/// A GIF of the screen, written frame by frame.
pub struct ScreenFilm<W: Write> {
    writer: GifWriter<W>,
    shutter: Shutter,
    canvas: Canvas,
    paint: Paint,
    layout: Layout,
    hold: u64,
}

impl<W: Write> ScreenFilm<W> {
    /// Begins a film of `frames` frames that show only these colours, with the field where the layout says. Of the
    /// options only those about timing are used.
    ///
    /// Errors: see [`RenderError`].
    pub fn new(
        out: W,
        frames: u64,
        colors: &[ConsoleColor],
        layout: Layout,
        options: &RenderOptions,
    ) -> Result<Self, RenderError> {
        let paint = Paint::of(colors.iter().copied())?;
        let canvas = Canvas::new(NesScreen::WIDTH, NesScreen::HEIGHT);
        let centiseconds = options.pace.centiseconds(frames, Region::Ntsc);
        Ok(ScreenFilm {
            writer: GifWriter::new(out, &canvas, &paint.palette, options.repeat, &layout.into())?,
            shutter: Shutter::new(options.fps, frames, centiseconds),
            canvas,
            paint,
            layout,
            hold: options.hold.centiseconds().max(2),
        })
    }

    /// Adds the next frame; `screen` is only called if the frame is shown.
    pub fn add(&mut self, screen: impl FnOnce() -> NesScreen) -> Result<(), RenderError> {
        match self.shutter.pass(1) {
            Some(start) => self.show(&screen(), start),
            None => Ok(()),
        }
    }

    /// Ends the film with the final screen, which is held.
    pub fn finish(mut self, last: &NesScreen) -> Result<AnimationReport, RenderError> {
        let start = self.shutter.end();
        self.show(last, start)?;
        let end = start + self.hold;
        Ok(AnimationReport {
            layout: self.layout,
            frames: self.writer.finish(end)?,
            centiseconds: end,
        })
    }

    fn show(&mut self, screen: &NesScreen, start: u64) -> Result<(), RenderError> {
        self.paint.draw(screen, &mut self.canvas)?;
        self.writer.add(&mut self.canvas, start)
    }
}
