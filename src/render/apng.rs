//! Animations as APNG, compressed on all cores.
//!
//! The frame headers are written here, since the writer of the crate `png` would compress frames one
//! after the other and in one way only.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::chunk::{ChunkType, IDAT, fcTL, fdAT, zTXt};
use png::{BitDepth, ColorType, Encoder};

use super::error::RenderError;
use super::options::Repeat;
use super::patch::Patch;
use super::recorder::Recorder;

use crate::parallel;
use crate::picture::{Canvas, Imprint, Layout, Palette, Rect};

/// Frames that are compressed together.
const BATCH: usize = 128;

/// The longest delay that a frame can have, in centiseconds.
const LONGEST_DELAY: u64 = u16::MAX as u64;

/// A frame ready to be written: where, when, and its compressed pixels.
struct Packed {
    rect: Rect,
    start: u64,
    /// Whether it is laid over the frame before, which shines through where it is transparent.
    is_over: bool,
    pixels: Vec<u8>,
}

/// Writes an animation when it is complete, for the format wants the number of frames first.
///
/// Each frame is the rectangle that differs from the one before; all share one palette, in which
/// index 0 is transparent.
pub struct ApngWriter<W> {
    out: W,
    size: (u32, u32),
    palette: Vec<u8>,
    repeat: Repeat,
    imprint: Imprint,
    shown: Vec<u8>,
    batch: Vec<Patch>,
    packed: Vec<Packed>,
}

impl<W: Write> ApngWriter<W> {
    /// Begins an animation of the canvas's size.
    pub fn new(
        out: W,
        canvas: &Canvas,
        palette: &Palette,
        repeat: Repeat,
        imprint: Imprint,
    ) -> Self {
        ApngWriter {
            out,
            size: (canvas.width() as u32, canvas.height() as u32),
            palette: palette.bytes(),
            repeat,
            imprint,
            shown: Vec::new(),
            batch: Vec::with_capacity(BATCH),
            packed: Vec::new(),
        }
    }

    /// Compresses the frames that wait for it.
    fn pack(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        self.packed.extend(parallel::map(batch, pack));
    }

    /// Each frame with its delay. A delay that no frame can have is followed by frames that change
    /// nothing.
    fn timed(&self, end: u64) -> Vec<(&Packed, u16)> {
        let ends = self.packed.iter().skip(1).map(|frame| frame.start);
        let mut timed = Vec::with_capacity(self.packed.len());
        for (frame, end) in self.packed.iter().zip(ends.chain([end])) {
            let mut delay = end - frame.start;
            while delay > LONGEST_DELAY {
                timed.push((frame, LONGEST_DELAY as u16));
                delay -= LONGEST_DELAY;
            }
            timed.push((frame, delay as u16));
        }
        timed
    }
}

impl<W: Write> Recorder for ApngWriter<W> {
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        let patch = Patch::next(&mut self.shown, canvas, start);
        self.batch.extend(patch);
        if self.batch.len() == BATCH {
            self.pack();
        }
        Ok(())
    }

    fn finish(mut self, end: u64) -> Result<usize, RenderError> {
        self.pack();
        let frames = self.timed(end);
        let count = frames.len();
        let times = match self.repeat {
            Repeat::Forever => 0,
            Repeat::Times(times) => times.get().into(),
        };
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.size.0, self.size.1);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(&self.palette);
        encoder.set_trns(&[0][..]);
        encoder.set_animated(count as u32, times)?;
        encoder.add_text_chunk(Layout::KEYWORD.to_owned(), self.imprint.layout.clone())?;
        let mut writer = encoder.write_header()?;
        if let Some(origin) = self.imprint.origin_chunk() {
            writer.write_chunk(zTXt, &origin)?;
        }
        let mut number = 0u32;
        let mut next = || {
            number += 1;
            number - 1
        };
        for (index, (frame, delay)) in frames.into_iter().enumerate() {
            writer.write_chunk(fcTL, &control(next(), frame, delay))?;
            let (kind, data): (ChunkType, Vec<u8>) = if index == 0 {
                (IDAT, frame.pixels.clone())
            } else {
                (fdAT, [&next().to_be_bytes()[..], &frame.pixels].concat())
            };
            writer.write_chunk(kind, &data)?;
        }
        writer.finish()?;
        self.out.write_all(&bytes)?;
        self.out.flush()?;
        Ok(count)
    }
}

/// The head of a frame, as the format lays it out.
fn control(number: u32, frame: &Packed, delay: u16) -> Vec<u8> {
    const CENTISECONDS: u16 = 100;
    const KEEP: u8 = 0;
    let Rect {
        x,
        y,
        width,
        height,
    } = frame.rect;
    let mut head: Vec<u8> = [number, width as u32, height as u32, x as u32, y as u32]
        .into_iter()
        .flat_map(u32::to_be_bytes)
        .collect();
    head.extend([delay, CENTISECONDS].into_iter().flat_map(u16::to_be_bytes));
    head.extend([KEEP, frame.is_over.into()]);
    head
}

/// The shorter of the ways to store a patch: all of it, or only what has changed.
fn pack(patch: Patch) -> Packed {
    let width = patch.rect.width;
    let over = deflate(&patch.needed(), width);
    let whole = deflate(patch.after(), width);
    let is_over = over.len() < whole.len();
    Packed {
        rect: patch.rect,
        start: patch.start,
        is_over,
        pixels: if is_over { over } else { whole },
    }
}

/// Rows without a filter, compressed.
fn deflate(pixels: &[u8], width: usize) -> Vec<u8> {
    const NO_FILTER: &[u8] = &[0];
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    for row in pixels.chunks_exact(width) {
        let written = encoder
            .write_all(NO_FILTER)
            .and_then(|()| encoder.write_all(row));
        written.expect("memory takes any bytes");
    }
    encoder.finish().expect("memory takes any bytes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::FieldSize;
    use crate::picture::read_film;

    #[test]
    fn an_apng_decodes_to_the_frames_that_went_in() {
        let mut palette = Palette::new();
        for i in 0..200 {
            palette.index_of(Rgb::new(i, 255 - i, 7)).unwrap();
        }
        let mut canvas = Canvas::new(30, 20);
        canvas.fill(Rect::new(0, 0, 30, 20), 9);
        let mut frames = vec![canvas.clone()];
        for i in 0..150usize {
            let rect = Rect::new(i * 7 % 25, i * 3 % 15, 1 + i % 5, 1 + i % 4);
            canvas.fill(rect, 10 + i as u8);
            frames.push(canvas.clone());
        }
        let mut bytes = Vec::new();
        let layout = Layout {
            field: FieldSize::ORIGINAL,
            ..Layout::TINY
        };
        let (repeat, imprint) = (Repeat::ONCE, layout.into());
        let mut writer = ApngWriter::new(&mut bytes, &canvas, &palette, repeat, imprint);
        for (i, frame) in frames.iter().enumerate() {
            writer.add(&mut frame.clone(), 2 * i as u64).unwrap();
        }
        assert_eq!(writer.finish(70_000).unwrap(), frames.len() + 1);
        let mut expected = frames.iter().map(|canvas| {
            let color = |index: &u8| palette.colors()[usize::from(*index)].channels();
            let pixels: Vec<[u8; 3]> = canvas.pixels().iter().map(color).collect();
            pixels
        });
        let mut last = None;
        read_film(&bytes, |picture, _| {
            let shown: Vec<[u8; 3]> = picture
                .pixels
                .iter()
                .map(|&[r, g, b, _]| [r, g, b])
                .collect();
            let expected = expected.next().or(last.take()).unwrap();
            assert!(shown == expected);
            last = Some(expected);
        })
        .unwrap();
        assert!(expected.next().is_none());
    }
}
