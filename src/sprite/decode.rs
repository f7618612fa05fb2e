//! Bytes to pixels: PNG, GIF (its first frame), BMP and WebP, told apart by their content.

use std::error::Error;
use std::io::{Cursor, Read};

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Rgba};

use super::{Raster, SpriteError};
use crate::color::Rgb;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// The widest and highest image that is read, in pixels.
pub const MAX_SIDE: u32 = 8192;

/// The most pixels of an image that is read: 4096x4096.
pub const MAX_PIXELS: u64 = 1 << 24;

/// What a decoder may allocate, in bytes: twice the largest image with 16 bits a channel.
const MAX_ALLOCATION: u64 = 256 << 20;

/// From here on a pixel is opaque, below it is transparent.
const OPAQUE_ALPHA: u8 = 128;

/// Decodes a picture of any colour type and depth. Channels of 16 bits are rounded to 8; a pixel
/// whose alpha is then below 128 is transparent, any other one opaque.
///
/// Errors: [`SpriteError`] if the input cannot be read, is none of the formats, is damaged or
/// exceeds [`MAX_BYTES`], [`MAX_SIDE`] or [`MAX_PIXELS`]. The size is checked before any pixel is
/// decoded, so that a small file that claims to be a huge picture costs nothing.
pub fn decode_picture(input: impl Read) -> Result<Raster, SpriteError> {
    let bytes = read_bounded(input)?;
    let format = guess_format(&bytes)?;
    let image = decode(&bytes, format)?;
    drop(bytes);
    Ok(to_raster(image))
}

fn read_bounded(input: impl Read) -> Result<Vec<u8>, SpriteError> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        0 => Err(SpriteError::Empty),
        length if length > MAX_BYTES => Err(SpriteError::TooManyBytes),
        _ => Ok(bytes),
    }
}

fn guess_format(bytes: &[u8]) -> Result<ImageFormat, SpriteError> {
    match image::guess_format(bytes) {
        Ok(format) if format.reading_enabled() => Ok(format),
        Ok(format) => Err(SpriteError::Format {
            format: name(format),
        }),
        Err(_) => {
            let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
            let what = if is_text { "text" } else { "unknown data" };
            Err(SpriteError::NotAPicture { what })
        }
    }
}

fn decode(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, SpriteError> {
    let damaged = |error: ImageError| SpriteError::Damaged {
        format: name(format),
        reason: root_cause(&error),
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_ALLOCATION);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(SpriteError::NoPixels);
    }
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > MAX_SIDE || pixels > MAX_PIXELS {
        return Err(SpriteError::TooLarge { width, height });
    }
    DynamicImage::from_decoder(decoder).map_err(damaged)
}

fn to_raster(image: DynamicImage) -> Raster {
    let image = image.into_rgba8();
    let pixel = |&Rgba([r, g, b, alpha]): &_| (alpha >= OPAQUE_ALPHA).then(|| Rgb::new(r, g, b));
    Raster::new(image.width() as usize, image.pixels().map(pixel).collect())
}

/// The format's name as people write it.
fn name(format: ImageFormat) -> String {
    match format {
        ImageFormat::WebP => "WebP".to_owned(),
        ImageFormat::Jpeg => "JPEG".to_owned(),
        other => other
            .extensions_str()
            .first()
            .map_or_else(String::new, |name| name.to_uppercase()),
    }
}

/// The innermost reason, without the headings that are put before it on its way, in one line.
fn root_cause(error: &ImageError) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let words: Vec<String> = (cause.to_string().split_whitespace())
        .map(str::to_owned)
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests;
