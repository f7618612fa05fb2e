//! Pictures back in: what a PNG or GIF shows and where it says its cells are.
//!
//! For a judge who does not trust the encoders of this room: the files are read by decoders that
//! know nothing of them, and the frames of a GIF are put together here as the format says.

use std::io::Cursor;
use std::num::NonZeroU64;

use gif::{ColorOutput, DecodeOptions, DisposalMethod, Frame, MemoryLimit};
use png::{ColorType, Limits, Transformations};

use super::layout::Layout;
use super::screen::MAX_PIXELS;

/// Bytes of a layout at most.
const LONGEST_LAYOUT: usize = 4096;

/// A picture as seen, a red, green, blue and alpha byte a pixel, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// The pixel at column `x`, row `y`.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        self.pixels[y * self.width + x]
    }
}

/// Why a file is not the picture of a print.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    #[error("neither a PNG nor a GIF")]
    Format,
    #[error("not a readable PNG: {0}")]
    Png(#[from] png::DecodingError),
    #[error("not a readable GIF: {0}")]
    Gif(#[from] gif::DecodingError),
    #[error("the picture has more than {MAX_PIXELS} pixels")]
    TooLarge,
    #[error("the GIF has no frame")]
    NoFrame,
    #[error(
        "the picture has no `tetris-print` layout: only pictures that this program wrote can be read back"
    )]
    NoLayout,
    #[error("the picture's `tetris-print` layout is damaged: {0}")]
    BadLayout(String),
}

/// Reads the final picture and the layout of a PNG or GIF, told apart by their first bytes.
///
/// Errors: see [`DecodeError`]; the layout's field is sure to lie inside the picture.
pub fn read_picture(bytes: &[u8]) -> Result<(Picture, Layout), DecodeError> {
    if bytes.starts_with(b"\x89PNG") {
        read_png(bytes)
    } else if bytes.starts_with(b"GIF8") {
        read_gif_last_frame(bytes)
    } else {
        Err(DecodeError::Format)
    }
}

/// Reads a PNG and its layout. Errors: see [`DecodeError`].
pub fn read_png(bytes: &[u8]) -> Result<(Picture, Layout), DecodeError> {
    let limits = Limits {
        bytes: MAX_PIXELS * 4,
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    check_size(width, height)?;
    let mut buffer = vec![0; reader.output_buffer_size().ok_or(DecodeError::TooLarge)?];
    let info = reader.next_frame(&mut buffer)?;
    reader.finish()?;
    let samples = &buffer[..info.buffer_size()];
    let pixels = match info.color_type {
        ColorType::GrayscaleAlpha => samples
            .chunks_exact(2)
            .map(|gray| [gray[0], gray[0], gray[0], gray[1]])
            .collect(),
        ColorType::Rgba => samples.as_chunks().0.to_vec(),
        // The transformations above leave no other type.
        ColorType::Grayscale | ColorType::Rgb | ColorType::Indexed => {
            return Err(DecodeError::Format);
        }
    };
    let picture = Picture {
        width,
        height,
        pixels,
    };
    let chunks = &reader.info().uncompressed_latin1_text;
    let layout = chunks.iter().find(|chunk| chunk.keyword == Layout::KEYWORD);
    let layout = parse_layout(
        layout.ok_or(DecodeError::NoLayout)?.text.as_bytes(),
        &picture,
    )?;
    Ok((picture, layout))
}

/// Reads what a GIF shows in the end, and its layout. Errors: see [`DecodeError`].
pub fn read_gif_last_frame(bytes: &[u8]) -> Result<(Picture, Layout), DecodeError> {
    let mut last = None;
    read_gif_frames(bytes, |picture, _| {
        // Only the last one is kept, in memory that is used again.
        last.get_or_insert_with(|| picture.clone())
            .pixels
            .copy_from_slice(&picture.pixels);
    })?;
    let picture = last.ok_or(DecodeError::NoFrame)?;
    let comments = comments(bytes);
    let layout = comments
        .iter()
        .find(|comment| comment.starts_with(b"{\"cell\""));
    let layout = parse_layout(layout.ok_or(DecodeError::NoLayout)?, &picture)?;
    Ok((picture, layout))
}

/// Shows every frame of a GIF as a viewer would see it, with its delay in centiseconds.
///
/// Errors: see [`DecodeError`]; a layout is not asked for.
pub fn read_gif_frames(
    bytes: &[u8],
    mut show: impl FnMut(&Picture, u16),
) -> Result<(), DecodeError> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    options.check_frame_consistency(true);
    let limit = NonZeroU64::new(MAX_PIXELS as u64 * 4).expect("it is no zero");
    options.set_memory_limit(MemoryLimit::Bytes(limit));
    let mut decoder = options.read_info(bytes)?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    check_size(width, height)?;
    let mut picture = Picture {
        width,
        height,
        pixels: vec![[0; 4]; width * height],
    };
    while let Some(frame) = decoder.read_next_frame()? {
        let before = (frame.dispose == DisposalMethod::Previous).then(|| picture.pixels.clone());
        draw(&mut picture, frame, |pixel, drawn| {
            if drawn[3] != 0 {
                *pixel = *drawn;
            }
        });
        show(&picture, frame.delay);
        match frame.dispose {
            DisposalMethod::Any | DisposalMethod::Keep => {}
            DisposalMethod::Background => draw(&mut picture, frame, |pixel, _| *pixel = [0; 4]),
            DisposalMethod::Previous => picture.pixels = before.expect("it was kept"),
        }
    }
    Ok(())
}

/// Visits every pixel of the picture that the frame covers, with the frame's.
fn draw(picture: &mut Picture, frame: &Frame<'_>, visit: impl Fn(&mut [u8; 4], &[u8; 4])) {
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let width = usize::from(frame.width);
    let pixels = frame.buffer.as_chunks().0;
    for (y, line) in pixels.chunks_exact(width.max(1)).enumerate() {
        let start = (top + y) * picture.width + left;
        for (pixel, drawn) in picture.pixels[start..start + width].iter_mut().zip(line) {
            visit(pixel, drawn);
        }
    }
}

fn check_size(width: usize, height: usize) -> Result<(), DecodeError> {
    let pixels = width
        .checked_mul(height)
        .filter(|pixels| *pixels <= MAX_PIXELS);
    pixels.map(drop).ok_or(DecodeError::TooLarge)
}

fn parse_layout(json: &[u8], picture: &Picture) -> Result<Layout, DecodeError> {
    if json.len() > LONGEST_LAYOUT {
        return Err(DecodeError::BadLayout("it is too long".to_owned()));
    }
    let layout: Layout =
        serde_json::from_slice(json).map_err(|error| DecodeError::BadLayout(error.to_string()))?;
    if layout.is_inside(picture.width, picture.height) {
        Ok(layout)
    } else {
        Err(DecodeError::BadLayout(
            "its field sticks out of the picture".to_owned(),
        ))
    }
}

/// The comments of a GIF up to the first thing that is not as it should be.
///
/// The `gif` crate skips them, so the blocks are walked here: see the GIF89a specification.
fn comments(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut comments = Vec::new();
    let mut walk = Walk { bytes };
    let _ = walk.read_comments(&mut comments);
    comments
}

/// The rest of a GIF that is not read yet. `None` where it ends too early.
struct Walk<'a> {
    bytes: &'a [u8],
}

impl<'a> Walk<'a> {
    fn read_comments(&mut self, comments: &mut Vec<Vec<u8>>) -> Option<()> {
        let screen = self.take(13)?;
        self.take(color_table_bytes(screen[10]))?;
        loop {
            match self.take(1)?[0] {
                b'!' => {
                    let is_comment = self.take(1)?[0] == gif::Extension::Comment as u8;
                    let mut data = Vec::new();
                    self.read_blocks(|block| {
                        if is_comment && data.len() <= LONGEST_LAYOUT {
                            data.extend_from_slice(block);
                        }
                    })?;
                    if is_comment {
                        comments.push(data);
                    }
                }
                b',' => {
                    let image = self.take(9)?;
                    // The byte after the colour table holds the bits of an index.
                    self.take(color_table_bytes(image[8]) + 1)?;
                    self.read_blocks(|_| {})?;
                }
                _ => return Some(()),
            }
        }
    }

    fn read_blocks(&mut self, mut each: impl FnMut(&[u8])) -> Option<()> {
        loop {
            match self.take(1)?[0] {
                0 => return Some(()),
                length => each(self.take(length.into())?),
            }
        }
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }
}

/// The size of the colour table that these flags announce.
fn color_table_bytes(flags: u8) -> usize {
    if flags & 0x80 == 0 {
        0
    } else {
        3 << ((flags & 7) + 1)
    }
}
