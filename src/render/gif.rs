//! Animations as GIF: each frame holds what has changed, compressed on all cores.

use std::borrow::Cow;
use std::io::Write;

use gif::{AnyExtension, DisposalMethod, Frame};

use super::error::RenderError;
use super::lzw::Encoder;
use super::options::Repeat;
use super::patch::{Patch, Stored};
use super::recorder::Recorder;
use crate::parallel;
use crate::picture::{Canvas, Imprint, Palette, Rect};

/// Frames that are compressed together.
const BATCH: usize = 128;

/// A batch is full, too, when it has this many pixels: this bounds the memory.
const BATCH_PIXELS: usize = 1 << 24;

/// The longest delay that a frame can have, in centiseconds.
const LONGEST_DELAY: u64 = u16::MAX as u64;

/// Writes an animation, frame by frame; each is stored as the rectangle that differs from the one
/// before.
///
/// All frames share one palette; which index is transparent differs.
pub struct GifWriter<W: Write> {
    encoder: gif::Encoder<W>,
    /// What the viewer sees after the frames so far.
    shown: Vec<u8>,
    /// Frames that are not written yet.
    batch: Vec<Patch>,
    batch_pixels: usize,
    frames: usize,
}

impl<W: Write> GifWriter<W> {
    /// Begins an animation of the canvas's size (65,535 pixels at most each way), with its imprint in comments.
    pub fn new(
        out: W,
        canvas: &Canvas,
        palette: &Palette,
        repeat: Repeat,
        imprint: &Imprint,
    ) -> Result<Self, RenderError> {
        let (width, height) = (canvas.width() as u16, canvas.height() as u16);
        // No index is transparent in all frames, so the palette's first entry is left out.
        let colors = &palette.bytes()[3..];
        let mut encoder = gif::Encoder::new(out, width, height, colors)?;
        match repeat {
            Repeat::Forever => encoder.set_repeat(gif::Repeat::Infinite)?,
            // The format counts how often the animation is repeated, not how often it is shown.
            Repeat::Times(times) => encoder.set_repeat(gif::Repeat::Finite(times.get() - 1))?,
        }
        let comment = || AnyExtension(gif::Extension::Comment as u8);
        encoder.write_raw_extension(comment(), &[imprint.layout.as_bytes()])?;
        if let Some(origin) = imprint.origin_comment() {
            encoder.write_raw_extension(comment(), &[&origin])?;
        }
        Ok(GifWriter {
            encoder,
            shown: Vec::new(),
            batch: Vec::with_capacity(BATCH),
            batch_pixels: 0,
            frames: 0,
        })
    }

    /// Compresses the waiting frames and writes them; the last of them lasts until `end`.
    fn write_batch(&mut self, end: u64) -> Result<(), RenderError> {
        let compress = |encoder: &mut Encoder, patch: &Patch| patch.compress(encoder);
        let codes = parallel::map_init(&self.batch, Encoder::default, compress);
        let patches = std::mem::take(&mut self.batch);
        self.batch_pixels = 0;
        let ends = patches.iter().skip(1).map(|patch| patch.start).chain([end]);
        for ((patch, end), codes) in patches.iter().zip(ends).zip(codes) {
            let delay = end - patch.start;
            self.write_frame(patch.rect, codes, delay.min(LONGEST_DELAY))?;
            self.wait(delay.saturating_sub(LONGEST_DELAY))?;
        }
        Ok(())
    }

    fn write_frame(&mut self, rect: Rect, stored: Stored, delay: u64) -> Result<(), RenderError> {
        self.frames += 1;
        let frame = Frame {
            delay: delay as u16,
            dispose: DisposalMethod::Keep,
            transparent: stored.transparent,
            left: rect.x as u16,
            top: rect.y as u16,
            width: rect.width as u16,
            height: rect.height as u16,
            buffer: Cow::Owned(stored.codes),
            ..Frame::default()
        };
        Ok(self.encoder.write_lzw_pre_encoded_frame(&frame)?)
    }

    /// Frames that change nothing, for delays that are longer than one frame can have.
    fn wait(&mut self, mut delay: u64) -> Result<(), RenderError> {
        while delay > 0 {
            let part = delay.min(LONGEST_DELAY);
            self.write_frame(Rect::new(0, 0, 1, 1), Stored::nothing(), part)?;
            delay -= part;
        }
        Ok(())
    }
}

impl<W: Write> Recorder for GifWriter<W> {
    /// What looks like the frame before only makes that one last longer.
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        let Some(patch) = Patch::next(&mut self.shown, canvas, start) else {
            return Ok(());
        };
        if self.batch.len() == BATCH || self.batch_pixels > BATCH_PIXELS {
            self.write_batch(start)?;
        }
        self.batch_pixels += patch.area();
        self.batch.push(patch);
        Ok(())
    }

    fn finish(mut self, end: u64) -> Result<usize, RenderError> {
        self.write_batch(end)?;
        self.encoder.into_inner()?.flush()?;
        Ok(self.frames)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::color::Rgb;
    use crate::picture::Layout;
    use crate::picture::Palette;
    use crate::picture::{Pixmap, read_gif_frames};

    /// A palette of `count` colours.
    fn palette(count: u8) -> Palette {
        let mut palette = Palette::new();
        for i in 0..count {
            palette.index_of(Rgb::new(i, 255 - i, 7)).unwrap();
        }
        palette
    }

    /// Writes frames that begin at `starts`, and reads them back with their delays.
    fn written(frames: &[Canvas], starts: &[u64], end: u64) -> Vec<(Pixmap, u16)> {
        let mut bytes = Vec::new();
        let palette = palette(255);
        let mut writer = GifWriter::new(
            &mut bytes,
            &frames[0],
            &palette,
            Repeat::Forever,
            &Layout::TINY.into(),
        )
        .unwrap();
        for (frame, start) in frames.iter().zip(starts) {
            writer.add(&mut frame.clone(), *start).unwrap();
        }
        let count = writer.finish(end).unwrap();
        let mut read = Vec::new();
        read_gif_frames(&bytes, |picture, delay| read.push((picture.clone(), delay))).unwrap();
        assert_eq!(read.len(), count);
        read
    }

    fn shows(picture: &Pixmap, canvas: &Canvas) -> bool {
        let palette = palette(255);
        let expected = canvas.pixels().iter().map(|index| {
            let [r, g, b] = palette.colors()[usize::from(*index)].channels();
            [r, g, b, 255]
        });
        picture.pixels.iter().copied().eq(expected)
    }

    fn filled(color: u8) -> Canvas {
        let mut canvas = Canvas::new(9, 5);
        canvas.fill(Rect::new(0, 0, 9, 5), color);
        canvas
    }

    #[test]
    fn frames_that_look_alike_become_one_that_lasts_longer() {
        let frames = [filled(1), filled(1), filled(2), filled(2)];
        let read = written(&frames, &[0, 2, 4, 6], 300);
        let delays: Vec<u16> = read.iter().map(|(_, delay)| *delay).collect();
        assert_eq!(delays, [4, 296]);
        assert!(shows(&read[0].0, &frames[0]) && shows(&read[1].0, &frames[2]));
    }

    #[test]
    fn a_delay_that_no_frame_can_have_is_shared() {
        let read = written(&[filled(1), filled(2)], &[0, 150_000], 150_002);
        let delays: Vec<u16> = read.iter().map(|(_, delay)| *delay).collect();
        assert_eq!(delays, [65_535, 65_535, 18_930, 2]);
        assert!(
            read[..3]
                .iter()
                .all(|(picture, _)| shows(picture, &filled(1)))
        );
    }

    #[test]
    fn a_writer_that_fails_is_an_error() {
        let full: &mut [u8] = &mut [0; 870];
        let palette = palette(255);
        let mut canvas = filled(1);
        let mut writer =
            GifWriter::new(full, &canvas, &palette, Repeat::ONCE, &Layout::TINY.into()).unwrap();
        writer.add(&mut canvas, 0).unwrap();
        assert!(matches!(writer.finish(2), Err(RenderError::Io(_))));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_gif_decodes_to_the_frames_that_went_in(
            size in (1usize..40, 1usize..30),
            first in 1u8..=255,
            steps in prop::collection::vec(
                (0usize..40, 0usize..30, 1usize..20, 1usize..20, 1u8..=255),
                1..200,
            ),
        ) {
            let (width, height) = size;
            let mut canvas = Canvas::new(width, height);
            canvas.fill(Rect::new(0, 0, width, height), first);
            let mut frames = vec![canvas.clone()];
            for (x, y, w, h, color) in steps {
                let (x, y) = (x % width, y % height);
                canvas.fill(Rect::new(x, y, w.min(width - x), h.min(height - y)), color);
                frames.push(canvas.clone());
            }
            let starts: Vec<u64> = (0..frames.len() as u64).map(|i| i * 3).collect();
            let read = written(&frames, &starts, 10_000);
            let mut shown = read.iter();
            let mut current = None;
            let mut left = 0;
            for frame in &frames {
                if left == 0 {
                    let (picture, delay) = shown.next().unwrap();
                    current = Some(picture);
                    left = u64::from(*delay);
                }
                prop_assert!(shows(current.unwrap(), frame));
                left -= 3.min(left);
            }
            prop_assert!(shown.next().is_none());
        }
    }
}
