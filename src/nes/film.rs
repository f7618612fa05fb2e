//! The console's screen as an animation.

use std::io::Write;

use super::cartridge::LAYOUT;
use super::screen::{NesScreen, Paint};
use crate::color::ConsoleColor;
use crate::game::console::Region;
use crate::picture::Canvas;
use crate::render::{AnimationReport, GifWriter, Recorder, RenderError, RenderOptions, Shutter};

/// A GIF of the screen, written frame by frame.
pub struct ScreenFilm<W: Write> {
    writer: GifWriter<W>,
    shutter: Shutter,
    canvas: Canvas,
    paint: Paint,
    hold: u64,
}

impl<W: Write> ScreenFilm<W> {
    /// Begins a film of `frames` frames that show only these colours. Of the options only those about
    /// timing are used.
    ///
    /// Errors: see [`RenderError`].
    pub fn new(
        out: W,
        frames: u64,
        colors: &[ConsoleColor],
        options: &RenderOptions,
    ) -> Result<Self, RenderError> {
        let paint = Paint::of(colors.iter().copied())?;
        let canvas = Canvas::new(NesScreen::WIDTH, NesScreen::HEIGHT);
        let centiseconds = options.pace.centiseconds(frames, Region::Ntsc);
        Ok(ScreenFilm {
            writer: GifWriter::new(out, &canvas, &paint.palette, options.repeat, &LAYOUT.into())?,
            shutter: Shutter::new(options.fps, frames, centiseconds),
            canvas,
            paint,
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
            layout: LAYOUT,
            frames: self.writer.finish(end)?,
            centiseconds: end,
        })
    }

    fn show(&mut self, screen: &NesScreen, start: u64) -> Result<(), RenderError> {
        self.paint.draw(screen, &mut self.canvas)?;
        self.writer.add(&mut self.canvas, start)
    }
}
