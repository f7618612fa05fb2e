//! Animations as lossless WebP, compressed on all cores.
//!
//! The frames are encoded by the crate `webp-rust`; the container around them, which it has only for still
//! pictures, is written here as RFC 9649 lays it out.

use std::io::Write;

use webp_rust::{ImageBuffer, LosslessEncodingConfig, encode_lossless_with_config};

use super::error::RenderError;
use super::options::Repeat;
use super::patch::Patch;
use super::recorder::Recorder;
use crate::color::Rgb;
use crate::parallel;
use crate::picture::{Canvas, Imprint, Layout, Palette, Rect};

/// Frames that are compressed together.
const BATCH: usize = 128;

/// How hard is tried, 0 to 9: the next level takes six times as long and saves 3 % on the knight in `out/`.
const EFFORT: u8 = 1;

/// The longest time that a frame can have, in milliseconds.
const LONGEST: u64 = (1 << 24) - 1;

/// A frame ready to be written: where, from which centisecond on, and its chunk of pixels.
struct Packed {
    rect: Rect,
    start: u64,
    chunk: Vec<u8>,
}

/// Writes an animation when it is complete, for its head says how long it is.
///
/// Each frame is laid over the one before, which shines through where nothing has changed.
pub struct WebpWriter<W> {
    out: W,
    size: (usize, usize),
    colors: Vec<Rgb>,
    repeat: Repeat,
    imprint: Imprint,
    shown: Vec<u8>,
    batch: Vec<Patch>,
    packed: Vec<Packed>,
}

impl<W: Write> WebpWriter<W> {
    /// The most pixels of a side.
    pub const MOST_SIDE: usize = 1 << 14;

    /// Begins an animation of the canvas's size. Errors: [`RenderError::Encode`] beyond
    /// [`MOST_SIDE`](Self::MOST_SIDE).
    pub fn new(
        out: W,
        canvas: &Canvas,
        palette: &Palette,
        repeat: Repeat,
        imprint: Imprint,
    ) -> Result<Self, RenderError> {
        let size = (canvas.width(), canvas.height());
        if size.0.max(size.1) > Self::MOST_SIDE {
            let reason = format!("a WebP has at most {} pixels a side", Self::MOST_SIDE);
            return Err(RenderError::Encode(reason.into()));
        }
        Ok(WebpWriter {
            out,
            size,
            colors: palette.colors().to_vec(),
            repeat,
            imprint,
            shown: Vec::new(),
            batch: Vec::with_capacity(BATCH),
            packed: Vec::new(),
        })
    }

    /// Compresses the frames that wait for it.
    fn pack(&mut self) -> Result<(), RenderError> {
        let batch = std::mem::take(&mut self.batch);
        for packed in parallel::map(batch, |patch| pack(&patch, &self.colors)) {
            self.packed.push(packed?);
        }
        Ok(())
    }
}

impl<W: Write> Recorder for WebpWriter<W> {
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        let patch = Patch::next(&mut self.shown, canvas, start);
        self.batch.extend(patch);
        if self.batch.len() == BATCH {
            self.pack()?;
        }
        Ok(())
    }

    fn finish(mut self, end: u64) -> Result<usize, RenderError> {
        self.pack()?;
        let ends = self.packed.iter().skip(1).map(|frame| frame.start);
        let mut body = b"WEBP".to_vec();
        push_chunk(&mut body, b"VP8X", &head(self.size));
        let times = match self.repeat {
            Repeat::Forever => 0,
            Repeat::Times(times) => times.get(),
        };
        let control = [&[0; 4][..], &times.to_le_bytes()].concat();
        push_chunk(&mut body, b"ANIM", &control);
        for (frame, end) in self.packed.iter().zip(ends.chain([end])) {
            push_chunk(&mut body, b"ANMF", &frame.anmf((end - frame.start) * 10));
        }
        push_chunk(
            &mut body,
            Layout::WEBP_CHUNK,
            self.imprint.layout.as_bytes(),
        );
        if let Some(origin) = self.imprint.packed_origin() {
            push_chunk(&mut body, Imprint::WEBP_ORIGIN, &origin);
        }
        let mut file = Vec::with_capacity(body.len() + 8);
        push_chunk(&mut file, b"RIFF", &body);
        self.out.write_all(&file)?;
        self.out.flush()?;
        Ok(self.packed.len())
    }
}

impl Packed {
    fn anmf(&self, milliseconds: u64) -> Vec<u8> {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.rect;
        let numbers = [
            (x / 2) as u64,
            (y / 2) as u64,
            (width - 1) as u64,
            (height - 1) as u64,
            milliseconds.min(LONGEST),
        ];
        let mut anmf: Vec<u8> = numbers.into_iter().flat_map(three_bytes).collect();
        // Blended, and kept until the next.
        anmf.push(0);
        anmf.extend_from_slice(&self.chunk);
        anmf
    }
}

/// The file's head: animated, with transparency, and the size.
fn head((width, height): (usize, usize)) -> Vec<u8> {
    const FLAGS: u8 = 0b0001_0010;
    let sides = [width - 1, height - 1].map(|side| three_bytes(side as u64));
    [&[FLAGS, 0, 0, 0][..], &sides.concat()].concat()
}

fn three_bytes(number: u64) -> [u8; 3] {
    let [a, b, c, ..] = number.to_le_bytes();
    [a, b, c]
}

/// Chunks have an even length; what is odd is followed by a zero.
fn push_chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend_from_slice(name);
    file.extend_from_slice(&(data.len() as u32).to_le_bytes());
    file.extend_from_slice(data);
    file.extend((data.len() % 2 == 1).then_some(0));
}

/// The pixels that have changed. Frames begin at even pixels only, so some grow by a transparent column or row.
fn pack(patch: &Patch, colors: &[Rgb]) -> Result<Packed, RenderError> {
    let inner = patch.rect;
    let (left, top) = (inner.x % 2, inner.y % 2);
    let (width, height) = (inner.width + left, inner.height + top);
    let mut rgba = vec![0; width * height * 4];
    for (i, index) in patch.needed().into_iter().enumerate() {
        if index != Palette::TRANSPARENT {
            let (x, y) = (left + i % inner.width, top + i / inner.width);
            let [r, g, b] = colors[usize::from(index)].channels();
            rgba[(y * width + x) * 4..][..4].copy_from_slice(&[r, g, b, u8::MAX]);
        }
    }
    let image = ImageBuffer {
        width,
        height,
        rgba,
    };
    let effort = LosslessEncodingConfig { z_level: EFFORT };
    let encoded = encode_lossless_with_config(&image, &effort, None);
    let still = encoded.map_err(|error| RenderError::Encode(error.to_string().into()))?;
    // A plain file is its head of twelve bytes and this one chunk.
    let chunk = still.get(12..).filter(|chunk| chunk.starts_with(b"VP8L"));
    let chunk = chunk.ok_or_else(|| RenderError::Encode("a frame is no VP8L chunk".into()))?;
    Ok(Packed {
        rect: Rect::new(inner.x - left, inner.y - top, width, height),
        start: patch.start,
        chunk: chunk.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use crate::picture::{PictureFormat, read_print};
    use crate::render::testing;
    use crate::render::{AnimationFormat, RenderOptions, Theme, render_animation};

    #[test]
    fn a_decoder_of_others_sees_what_the_gif_shows() {
        let script = testing::script(
            10,
            20,
            &[(crate::game::Pose::O, 1), (crate::game::Pose::TUp, 5)],
        );
        for theme in [Theme::NES, Theme::GAMEBOY] {
            let options = RenderOptions {
                theme,
                ..RenderOptions::default()
            };
            let [gif, webp] = [AnimationFormat::Gif, AnimationFormat::Webp].map(|format| {
                let mut bytes = Vec::new();
                render_animation(format, &script, None, &options, &mut bytes).unwrap();
                bytes
            });
            assert_eq!(PictureFormat::of(&webp), Some(PictureFormat::Webp));
            let (shown, layout) = read_print(&webp).unwrap();
            assert_eq!(layout.theme, theme.palette);
            assert_eq!((shown, layout), read_print(&gif).unwrap());
        }
    }
}
