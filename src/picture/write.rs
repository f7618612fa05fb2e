//! Pictures to PNG: indexed ones with their imprint in text chunks, and plain ones.

use std::io::{self, Write};

use png::chunk::zTXt;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use super::{Canvas, Imprint, Layout, Palette, Raster};
use crate::color::Rgb;

/// Why a picture cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WritePictureError {
    /// The writer failed.
    #[error("cannot write the picture: {0}")]
    Io(#[from] io::Error),
    /// The encoder refused the picture.
    #[error("cannot encode the picture: {0}")]
    Encode(Box<dyn std::error::Error + Send + Sync>),
}

impl From<png::EncodingError> for WritePictureError {
    fn from(error: png::EncodingError) -> Self {
        match error {
            png::EncodingError::IoError(error) => WritePictureError::Io(error),
            error => WritePictureError::Encode(error.into()),
        }
    }
}

/// Writes the canvas with as few bits per pixel as its palette allows, and its imprint.
pub fn write_png(
    canvas: &Canvas,
    palette: &Palette,
    imprint: &Imprint,
    mut out: impl Write,
) -> Result<(), WritePictureError> {
    // Rows that repeat compress better unfiltered, but not always.
    let effort = Compression::High;
    let plain = encode(canvas, palette, imprint, effort, Filter::NoFilter)?;
    let filtered = encode(canvas, palette, imprint, effort, Filter::Adaptive)?;
    let smaller = if filtered.len() < plain.len() {
        filtered
    } else {
        plain
    };
    out.write_all(&smaller)?;
    Ok(out.flush()?)
}

/// As [`write_png`], but many times faster and a little larger: for one of a thousand pictures.
pub fn encode_frame(
    canvas: &Canvas,
    palette: &Palette,
    imprint: &Imprint,
) -> Result<Vec<u8>, WritePictureError> {
    encode(canvas, palette, imprint, Compression::Fast, Filter::Up)
}

fn encode(
    canvas: &Canvas,
    palette: &Palette,
    imprint: &Imprint,
    effort: Compression,
    filter: Filter,
) -> Result<Vec<u8>, WritePictureError> {
    // Nothing is transparent here, so index 0 is left out and every other moves down by one.
    let colors = &palette.bytes()[3..];
    let (depth, bits) = depth_for(colors.len() / 3);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, canvas.width() as u32, canvas.height() as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(colors);
    encoder.set_compression(effort);
    encoder.set_filter(filter);
    encoder.add_text_chunk(Layout::KEYWORD.to_owned(), imprint.layout.clone())?;
    let mut writer = encoder.write_header()?;
    if let Some(origin) = imprint.origin_chunk() {
        writer.write_chunk(zTXt, &origin)?;
    }
    writer.write_image_data(&pack(canvas, bits))?;
    writer.finish()?;
    Ok(bytes)
}

fn depth_for(colors: usize) -> (BitDepth, usize) {
    match colors {
        0..=2 => (BitDepth::One, 1),
        3..=4 => (BitDepth::Two, 2),
        5..=16 => (BitDepth::Four, 4),
        _ => (BitDepth::Eight, 8),
    }
}

/// Pixels of `bits` each, the left one in the highest bits; a row begins with a new byte.
fn pack(canvas: &Canvas, bits: usize) -> Vec<u8> {
    let pack_byte = |pixels: &[u8]| {
        let place = |(i, pixel): (usize, &u8)| (pixel - 1) << (8 - bits * (i + 1));
        pixels
            .iter()
            .enumerate()
            .map(place)
            .fold(0, |byte, part| byte | part)
    };
    canvas
        .pixels()
        .chunks_exact(canvas.width())
        .flat_map(|row| row.chunks(8 / bits).map(pack_byte))
        .collect()
}

/// Writes plain pixels, row by row from the top, as a PNG without a layout.
pub fn write_rgb_png(
    width: usize,
    height: usize,
    pixels: &[Rgb],
    out: impl Write,
) -> Result<(), WritePictureError> {
    let mut encoder = Encoder::new(out, width as u32, height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let bytes: Vec<u8> = pixels.iter().flat_map(|pixel| pixel.channels()).collect();
    writer.write_image_data(&bytes)?;
    Ok(writer.finish()?)
}

/// Writes the pixels of a picture with their transparency, as a PNG without a layout.
pub fn write_raster_png(raster: &Raster, out: impl Write) -> Result<(), WritePictureError> {
    let mut encoder = Encoder::new(out, raster.width() as u32, raster.height() as u32);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let rgba = |pixel: &Option<Rgb>| match pixel {
        Some(Rgb { r, g, b }) => [*r, *g, *b, 255],
        None => [0; 4],
    };
    let bytes: Vec<u8> = raster.pixels().iter().flat_map(rgba).collect();
    writer.write_image_data(&bytes)?;
    Ok(writer.finish()?)
}
