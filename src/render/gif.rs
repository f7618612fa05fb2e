//! Frames to GIF: what has changed, compressed on all cores.

use std::borrow::Cow;
use std::io::Write;

use gif::{AnyExtension, DisposalMethod, Frame};
use rayon::prelude::*;

use super::RenderError;
use super::canvas::{Canvas, Rect};
use super::layout::Layout;
use super::lzw::{Encoder, Pixels, Unchanged};
use super::options::Repeat;
use super::palette::Palette;

/// Frames that are compressed together.
const BATCH: usize = 128;

/// The longest delay that a frame can have, in centiseconds.
const LONGEST_DELAY: u64 = u16::MAX as u64;

/// Writes an animation, frame by frame; each is stored as the rectangle that differs from the one
/// before.
///
/// All frames share one palette, in which index 0 is transparent.
pub struct GifWriter<W: Write> {
    encoder: gif::Encoder<W>,
    /// What the viewer sees after the frames so far.
    shown: Vec<u8>,
    /// Frames that are not written yet.
    batch: Vec<Patch>,
    frames: usize,
}

/// The pixels of a frame that are stored, and when it begins (in centiseconds).
struct Patch {
    start: u64,
    rect: Rect,
    after: Vec<u8>,
    /// What the rectangle showed before; nothing before the first frame.
    before: Option<Vec<u8>>,
}

impl<W: Write> GifWriter<W> {
    /// Begins an animation of the canvas's size (65,535 pixels at most each way), with the layout
    /// in a comment.
    pub fn new(
        out: W,
        canvas: &Canvas,
        palette: &Palette,
        repeat: Repeat,
        layout: &Layout,
    ) -> Result<Self, RenderError> {
        let (width, height) = (canvas.width() as u16, canvas.height() as u16);
        let mut encoder = gif::Encoder::new(out, width, height, &palette.bytes())?;
        match repeat {
            Repeat::Forever => encoder.set_repeat(gif::Repeat::Infinite)?,
            // The format counts how often the animation is repeated, not how often it is shown.
            Repeat::Times(times) => encoder.set_repeat(gif::Repeat::Finite(times.get() - 1))?,
        }
        let comment = AnyExtension(gif::Extension::Comment as u8);
        encoder.write_raw_extension(comment, &[layout.to_json().as_bytes()])?;
        Ok(GifWriter {
            encoder,
            shown: Vec::new(),
            batch: Vec::with_capacity(BATCH),
            frames: 0,
        })
    }

    /// Adds the canvas as it is now, to be shown from `start` on (centiseconds, later than the
    /// frame before). What looks like the frame before only makes that one last longer.
    pub fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        let Some(patch) = self.patch(canvas, start) else {
            return Ok(());
        };
        if self.batch.len() == BATCH {
            self.write_batch(start)?;
        }
        self.batch.push(patch);
        Ok(())
    }

    /// Ends the animation at `end` and returns how many frames it has.
    pub fn finish(mut self, end: u64) -> Result<usize, RenderError> {
        self.write_batch(end)?;
        self.encoder.into_inner()?.flush()?;
        Ok(self.frames)
    }

    /// What differs from the frame before.
    fn patch(&mut self, canvas: &mut Canvas, start: u64) -> Option<Patch> {
        let dirty = canvas.take_dirty();
        if self.shown.is_empty() {
            self.shown = canvas.pixels().to_vec();
            let rect = Rect::new(0, 0, canvas.width(), canvas.height());
            let after = self.shown.clone();
            return Some(Patch {
                start,
                rect,
                after,
                before: None,
            });
        }
        let rect = changed(canvas, &self.shown, dirty)?;
        let (mut after, mut before) = (Vec::new(), Vec::new());
        for y in rect.y..rect.y + rect.height {
            let row = y * canvas.width() + rect.x;
            let row = row..row + rect.width;
            after.extend_from_slice(&canvas.pixels()[row.clone()]);
            before.extend_from_slice(&self.shown[row.clone()]);
            self.shown[row.clone()].copy_from_slice(&canvas.pixels()[row]);
        }
        Some(Patch {
            start,
            rect,
            after,
            before: Some(before),
        })
    }

    /// Compresses the waiting frames and writes them; the last of them lasts until `end`.
    fn write_batch(&mut self, end: u64) -> Result<(), RenderError> {
        let codes: Vec<_> = self
            .batch
            .par_iter()
            .map_init(Encoder::default, |encoder, patch| patch.compress(encoder))
            .collect();
        let ends = self
            .batch
            .iter()
            .skip(1)
            .map(|patch| patch.start)
            .chain([end]);
        let delays: Vec<u64> = ends
            .zip(&self.batch)
            .map(|(end, patch)| end - patch.start)
            .collect();
        for ((patch, codes), delay) in std::mem::take(&mut self.batch)
            .into_iter()
            .zip(codes)
            .zip(delays)
        {
            self.write_frame(patch.rect, codes, delay.min(LONGEST_DELAY))?;
            self.wait(delay.saturating_sub(LONGEST_DELAY))?;
        }
        Ok(())
    }

    fn write_frame(&mut self, rect: Rect, codes: Vec<u8>, delay: u64) -> Result<(), RenderError> {
        self.frames += 1;
        let frame = Frame {
            delay: delay as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::TRANSPARENT),
            left: rect.x as u16,
            top: rect.y as u16,
            width: rect.width as u16,
            height: rect.height as u16,
            buffer: Cow::Owned(codes),
            ..Frame::default()
        };
        Ok(self.encoder.write_lzw_pre_encoded_frame(&frame)?)
    }

    /// Frames that change nothing, for delays that are longer than one frame can have.
    fn wait(&mut self, mut delay: u64) -> Result<(), RenderError> {
        let nothing = Pixels {
            after: &[Palette::TRANSPARENT],
            before: None,
            transparent: Palette::TRANSPARENT,
        };
        while delay > 0 {
            let part = delay.min(LONGEST_DELAY);
            let codes = Encoder::default().encode(nothing, Unchanged::Colored);
            self.write_frame(Rect::new(0, 0, 1, 1), codes, part)?;
            delay -= part;
        }
        Ok(())
    }
}

impl Patch {
    /// The smallest of the ways to store the pixels.
    fn compress(&self, encoder: &mut Encoder) -> Vec<u8> {
        let pixels = Pixels {
            after: &self.after,
            before: self.before.as_deref(),
            transparent: Palette::TRANSPARENT,
        };
        let ways = match self.before {
            None => &[Unchanged::Colored][..],
            Some(_) => &[
                Unchanged::Either,
                Unchanged::Transparent,
                Unchanged::Colored,
            ],
        };
        let results = ways.iter().map(|way| encoder.encode(pixels, *way));
        results.min_by_key(Vec::len).expect("there is a way")
    }
}

/// The smallest rectangle inside `dirty` that holds all pixels which differ from `shown`.
fn changed(canvas: &Canvas, shown: &[u8], dirty: Rect) -> Option<Rect> {
    let row = |y: usize| {
        let start = y * canvas.width() + dirty.x;
        let range = start..start + dirty.width;
        (&canvas.pixels()[range.clone()], &shown[range])
    };
    let differs = |y: &usize| {
        let (after, before) = row(*y);
        after != before
    };
    let mut rows = dirty.y..dirty.y + dirty.height;
    let top = rows.clone().find(differs)?;
    let bottom = rows.rfind(differs)?;
    let (mut left, mut right) = (dirty.width, 0);
    for y in top..=bottom {
        let (after, before) = row(y);
        let differs = |x: &usize| after[*x] != before[*x];
        left = (0..left).find(differs).unwrap_or(left);
        right = (right..dirty.width).rfind(differs).map_or(right, |x| x + 1);
    }
    Some(Rect::new(
        dirty.x + left,
        top,
        right - left,
        bottom + 1 - top,
    ))
}
