//! Pictures back in: what a PNG or GIF shows and where it says its cells are.
//!
//! For a judge who does not trust the encoders of this room: the files are read by decoders that
//! know nothing of them, and the frames of a GIF are put together here as the format says.

use std::io::Cursor;
use std::num::NonZeroU64;

use gif::{ColorOutput, DecodeOptions, DisposalMethod, MemoryLimit};
use png::{BlendOp, ColorType, DisposeOp, FrameControl, Limits, Transformations};

use super::canvas::Rect;
use super::layout::Layout;
use super::screen::MAX_PIXELS;

/// Bytes of a layout at most.
const LONGEST_LAYOUT: usize = 4096;

/// A picture as seen, a red, green, blue and alpha byte a pixel, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Columns of pixels.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
    /// `width` x `height` pixels.
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// Transparent pixels.
    fn blank(width: usize, height: usize) -> Picture {
        let pixels = vec![[0; 4]; width * height];
        Picture {
            width,
            height,
            pixels,
        }
    }

    /// The pixel at column `x`, row `y`.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        self.pixels[y * self.width + x]
    }

    /// The part of each row that a rectangle covers, which lies inside.
    fn rows_mut(&mut self, rect: Rect) -> impl Iterator<Item = &mut [[u8; 4]]> {
        let rows = self.pixels.chunks_exact_mut(self.width);
        let rows = rows.skip(rect.y).take(rect.height);
        rows.map(move |row| &mut row[rect.x..rect.x + rect.width])
    }
}

/// What becomes of a frame before the next one is drawn. Only its own pixels are touched, since an
/// animation may have very many small frames.
enum Disposal {
    Keep,
    Clear(Rect),
    /// What was there before is there again.
    Restore(Rect, Vec<[u8; 4]>),
}

impl Disposal {
    fn restore(picture: &mut Picture, rect: Rect) -> Disposal {
        let before = picture.rows_mut(rect).flat_map(|row| row.iter().copied());
        Disposal::Restore(rect, before.collect())
    }

    fn apply(self, picture: &mut Picture) {
        match self {
            Disposal::Keep => {}
            Disposal::Clear(rect) => picture.rows_mut(rect).for_each(|row| row.fill([0; 4])),
            Disposal::Restore(rect, before) => {
                let rows = picture.rows_mut(rect);
                for (row, before) in rows.zip(before.chunks_exact(rect.width.max(1))) {
                    row.copy_from_slice(before);
                }
            }
        }
    }
}

/// Why a file is not the picture of a print.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The file begins as neither of the two does.
    #[error("neither a PNG nor a GIF")]
    Format,
    /// A PNG that is damaged or cut off.
    #[error("not a readable PNG: {0}")]
    Png(#[from] png::DecodingError),
    /// A GIF that is damaged or cut off.
    #[error("not a readable GIF: {0}")]
    Gif(#[from] gif::DecodingError),
    /// Pictures of more pixels are not decoded, to keep memory bounded.
    #[error("the picture has more than {MAX_PIXELS} pixels")]
    TooLarge,
    /// A GIF or APNG without any frame.
    #[error("the picture has no frame")]
    NoFrame,
    /// A picture from elsewhere, or one that a program has saved anew without its comments.
    #[error(
        "the picture has no `tetris-print` layout: only pictures that this program wrote can be read back"
    )]
    NoLayout,
    /// The layout is there, but makes no sense for this picture: why.
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

/// Reads what a PNG shows, one that moves in the end, and its layout. Errors: see [`DecodeError`].
pub fn read_png(bytes: &[u8]) -> Result<(Picture, Layout), DecodeError> {
    let (picture, layout) = read_png_frames(bytes, |_| {})?;
    let layout = parse_layout(&layout.ok_or(DecodeError::NoLayout)?, &picture)?;
    Ok((picture, layout))
}

/// Shows every frame of a PNG as a viewer would see it; returns the last one and the text of the
/// layout.
pub(super) fn read_png_frames(
    bytes: &[u8],
    mut show: impl FnMut(&Picture),
) -> Result<(Picture, Option<Vec<u8>>), DecodeError> {
    let limits = Limits {
        bytes: MAX_PIXELS * 4,
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    check_size(width, height)?;
    let mut buffer = vec![0; reader.output_buffer_size().ok_or(DecodeError::TooLarge)?];
    let mut picture = Picture::blank(width, height);
    let frames = reader
        .info()
        .animation_control
        .map_or(1, |control| control.num_frames);
    let mut disposal = Disposal::Keep;
    let mut shown = 0;
    while shown < frames {
        let info = reader.next_frame(&mut buffer)?;
        let pixels = rgba(&buffer[..info.buffer_size()], info.color_type)?;
        let Some(control) = reader.info().frame_control().copied() else {
            picture.pixels.copy_from_slice(&pixels);
            show(&picture);
            if reader.info().is_animated() {
                // A picture for viewers who know no animation.
                picture.pixels.fill([0; 4]);
                continue;
            }
            break;
        };
        disposal.apply(&mut picture);
        let place = place_of(&control);
        disposal = match control.dispose_op {
            DisposeOp::None => Disposal::Keep,
            DisposeOp::Background => Disposal::Clear(place),
            DisposeOp::Previous => Disposal::restore(&mut picture, place),
        };
        lay(&mut picture, &control, &pixels);
        show(&picture);
        shown += 1;
    }
    reader.finish()?;
    let chunks = &reader.info().uncompressed_latin1_text;
    let layout = chunks.iter().find(|chunk| chunk.keyword == Layout::KEYWORD);
    let layout = layout.map(|chunk| chunk.text.as_bytes().to_vec());
    Ok((picture, layout))
}

/// A red, green, blue and alpha byte a pixel.
fn rgba(samples: &[u8], color_type: ColorType) -> Result<Vec<[u8; 4]>, DecodeError> {
    match color_type {
        ColorType::GrayscaleAlpha => Ok(samples
            .chunks_exact(2)
            .map(|gray| [gray[0], gray[0], gray[0], gray[1]])
            .collect()),
        ColorType::Rgba => Ok(samples.as_chunks().0.to_vec()),
        // The transformations leave no other type.
        ColorType::Grayscale | ColorType::Rgb | ColorType::Indexed => Err(DecodeError::Format),
    }
}

/// Lays a frame on the picture; the decoder has made sure that it lies inside.
fn lay(picture: &mut Picture, control: &FrameControl, pixels: &[[u8; 4]]) {
    let lines = pixels.chunks_exact(control.width as usize);
    for (old, new) in picture.rows_mut(place_of(control)).zip(lines) {
        for (old, new) in old.iter_mut().zip(new) {
            if control.blend_op == BlendOp::Source || new[3] == u8::MAX {
                *old = *new;
            } else if new[3] > 0 {
                *old = blended(*old, *new);
            }
        }
    }
}

/// Where a frame lies in the picture.
fn place_of(control: &FrameControl) -> Rect {
    let sides = [
        control.x_offset,
        control.y_offset,
        control.width,
        control.height,
    ];
    let [x, y, width, height] = sides.map(|side| side as usize);
    Rect::new(x, y, width, height)
}

/// A pixel that lets the one below shine through.
fn blended(below: [u8; 4], above: [u8; 4]) -> [u8; 4] {
    let (over, under) = (
        u32::from(above[3]) * 255,
        u32::from(below[3]) * u32::from(255 - above[3]),
    );
    let alpha = over + under;
    let mix = |i: usize| (u32::from(above[i]) * over + u32::from(below[i]) * under) / alpha;
    [
        mix(0) as u8,
        mix(1) as u8,
        mix(2) as u8,
        (alpha / 255) as u8,
    ]
}

/// Reads what a GIF shows in the end, and its layout. Errors: see [`DecodeError`].
pub fn read_gif_last_frame(bytes: &[u8]) -> Result<(Picture, Layout), DecodeError> {
    let picture = read_gif_frames(bytes, |_, _| {})?;
    let comments = comments(bytes);
    let layout = comments
        .iter()
        .find(|comment| comment.starts_with(b"{\"cell\""));
    let layout = parse_layout(layout.ok_or(DecodeError::NoLayout)?, &picture)?;
    Ok((picture, layout))
}

/// Shows every frame of a GIF as a viewer would see it, with its delay in centiseconds, and returns
/// the last one.
///
/// Errors: see [`DecodeError`]; a layout is not asked for.
pub fn read_gif_frames(
    bytes: &[u8],
    mut show: impl FnMut(&Picture, u16),
) -> Result<Picture, DecodeError> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    options.check_frame_consistency(true);
    let limit = NonZeroU64::new(MAX_PIXELS as u64 * 4).expect("it is no zero");
    options.set_memory_limit(MemoryLimit::Bytes(limit));
    let mut decoder = options.read_info(bytes)?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    check_size(width, height)?;
    let mut picture = Picture::blank(width, height);
    let mut disposal = Disposal::Keep;
    let mut has_frame = false;
    while let Some(frame) = decoder.read_next_frame()? {
        has_frame = true;
        disposal.apply(&mut picture);
        let sides = [frame.left, frame.top, frame.width, frame.height];
        let [x, y, width, height] = sides.map(usize::from);
        let place = Rect::new(x, y, width, height);
        disposal = match frame.dispose {
            DisposalMethod::Any | DisposalMethod::Keep => Disposal::Keep,
            DisposalMethod::Background => Disposal::Clear(place),
            DisposalMethod::Previous => Disposal::restore(&mut picture, place),
        };
        let lines = frame.buffer.as_chunks().0.chunks_exact(width.max(1));
        for (row, line) in picture.rows_mut(place).zip(lines) {
            for (pixel, drawn) in row.iter_mut().zip(line).filter(|(_, drawn)| drawn[3] != 0) {
                *pixel = *drawn;
            }
        }
        show(&picture, frame.delay);
    }
    has_frame.then_some(picture).ok_or(DecodeError::NoFrame)
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

#[cfg(test)]
mod tests {
    use gif::Frame;

    use super::*;
    use crate::game::Pose;
    use crate::render::{RenderOptions, render_gif, render_png, testing};

    /// A GIF of 2 x 1 pixels whose frames are one pixel each: column, colour (1 red, 2 blue,
    /// 0 transparent), disposal.
    fn tiny_gif(frames: &[(u16, u8, DisposalMethod)]) -> Vec<u8> {
        let mut encoder =
            gif::Encoder::new(Vec::new(), 2, 1, &[9, 9, 9, 255, 0, 0, 0, 0, 255]).unwrap();
        for (left, color, dispose) in frames {
            let frame = Frame {
                left: *left,
                width: 1,
                height: 1,
                dispose: *dispose,
                transparent: Some(0),
                buffer: vec![*color].into(),
                ..Frame::default()
            };
            encoder.write_frame(&frame).unwrap();
        }
        encoder.into_inner().unwrap()
    }

    /// What a viewer sees, a letter a pixel.
    fn seen(gif: &[u8]) -> Vec<String> {
        let letter = |pixel: &[u8; 4]| match pixel {
            [_, _, _, 0] => '.',
            [255, 0, 0, _] => 'r',
            [0, 0, 255, _] => 'b',
            other => panic!("{other:?}"),
        };
        let mut seen = Vec::new();
        read_gif_frames(gif, |picture, _| {
            seen.push(picture.pixels.iter().map(letter).collect());
        })
        .unwrap();
        seen
    }

    #[test]
    fn frames_are_put_together_as_their_disposal_says() {
        use DisposalMethod::{Background, Keep, Previous};
        let gif = tiny_gif(&[(0, 1, Keep), (1, 2, Background), (0, 0, Keep)]);
        assert_eq!(seen(&gif), ["r.", "rb", "r."]);
        let gif = tiny_gif(&[(0, 1, Keep), (0, 2, Previous), (1, 2, Keep)]);
        assert_eq!(seen(&gif), ["r.", "b.", "rb"]);
    }

    #[test]
    fn a_frame_that_sticks_out_is_an_error() {
        let gif = tiny_gif(&[(2, 1, DisposalMethod::Keep)]);
        assert!(matches!(
            read_gif_last_frame(&gif),
            Err(DecodeError::Gif(_))
        ));
    }

    #[test]
    fn a_picture_of_another_program_is_told_apart() {
        let gif = tiny_gif(&[(0, 1, DisposalMethod::Keep)]);
        assert!(matches!(read_picture(&gif), Err(DecodeError::NoLayout)));
        assert!(read_picture(&tiny_gif(&[])).is_err());
        assert!(matches!(read_picture(b"BM"), Err(DecodeError::Format)));
        let mut png = Vec::new();
        let mut writer = png::Encoder::new(&mut png, 1, 1).write_header().unwrap();
        writer.write_image_data(&[7]).unwrap();
        writer.finish().unwrap();
        assert!(matches!(read_picture(&png), Err(DecodeError::NoLayout)));
    }

    #[test]
    fn damaged_files_are_errors_and_nothing_worse() {
        let script = testing::script(5, 6, &[(Pose::O, 1), (Pose::TUp, 0)]);
        let options = RenderOptions {
            panel: false,
            ..RenderOptions::default()
        };
        let (mut gif, mut png) = (Vec::new(), Vec::new());
        render_gif(&script, None, &options, &mut gif).unwrap();
        render_png(&script, None, &options, &mut png).unwrap();
        for file in [gif, png] {
            assert!(read_picture(&file).is_ok());
            for cut in (0..file.len() - 1).step_by(7) {
                assert!(read_picture(&file[..cut]).is_err(), "cut after {cut}");
            }
            for flipped in 0..file.len() {
                let mut file = file.clone();
                file[flipped] ^= 0x55;
                // Any answer will do as long as there is one.
                let _ = read_picture(&file);
            }
        }
    }

    #[test]
    fn a_layout_must_lie_inside_the_picture() {
        let picture = Picture {
            width: 10,
            height: 10,
            pixels: vec![[0; 4]; 100],
        };
        let inside = br#"{"cell":1,"origin_x":6,"origin_y":0,"field":{"width":4,"height":4}}"#;
        let outside = br#"{"cell":1,"origin_x":7,"origin_y":0,"field":{"width":4,"height":4}}"#;
        assert!(parse_layout(inside, &picture).is_ok());
        assert!(matches!(
            parse_layout(outside, &picture),
            Err(DecodeError::BadLayout(_))
        ));
        assert!(matches!(
            parse_layout(&[b' '; 5000], &picture),
            Err(DecodeError::BadLayout(_))
        ));
    }
}
