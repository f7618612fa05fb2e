//! A file's bytes to a [`Raster`]: PNG, GIF, BMP, WebP, JPEG and Aseprite, told apart by their content.

use std::io::{self, Read};

#[cfg(feature = "aseprite")]
use super::decode::aseprite::AsepriteReader;
use super::decode::bmp::BmpReader;
use super::decode::gif::{GifReader, Overhang};
#[cfg(feature = "jpeg")]
use super::decode::jpeg::JpegReader;
use super::decode::png::PngReader;
use super::decode::webp::WebpReader;
use super::format::unread_format;
use super::{DamagedPicture, PictureFormat, Pixmap, Raster};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// The widest and highest picture that is read, in pixels.
pub const MAX_SIDE: u32 = 65_535;

/// The most pixels of a picture that is read: 4096x4096.
pub const MAX_PIXELS: usize = 1 << 24;

/// What a decoder may allocate besides the pixels, in bytes: twice the largest picture with 16 bits per channel.
pub(super) const MAX_ALLOCATION: usize = 256 << 20;

/// What is read, but for the last one.
const FORMATS: &str = match cfg!(feature = "aseprite") {
    true => "PNG, GIF, BMP, WebP, JPEG",
    false => "PNG, GIF, BMP, WebP",
};
const LAST_FORMAT: &str = match cfg!(feature = "aseprite") {
    true => "Aseprite",
    false => "JPEG",
};

/// Why a file cannot be read as a picture. Every message is one line and says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ReadPictureError {
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file of no bytes.
    #[error("the file is empty: give a {FORMATS} or {LAST_FORMAT} picture")]
    Empty,
    /// More than [`MAX_BYTES`], which is refused before anything is decoded.
    #[error("the file has more than {} MiB: save the picture as a smaller PNG", MAX_BYTES >> 20)]
    TooManyBytes,
    /// The file begins as no known picture does.
    #[error("this is {what}, not a picture: give a {FORMATS} or {LAST_FORMAT} picture")]
    NotAPicture {
        /// "text" or "unknown data".
        what: &'static str,
    },
    /// A picture of a format that is known but not read.
    #[error(
        "{format} files are not read, only {FORMATS} and {LAST_FORMAT}: convert the picture to PNG"
    )]
    Format {
        /// Its name, like "TIFF".
        format: &'static str,
    },
    /// The decoder gave up.
    #[error(transparent)]
    Damaged(#[from] DamagedPicture),
    /// More than [`MAX_PIXELS`] pixels or [`MAX_SIDE`] a side, as the head of the file says.
    #[error(
        "the picture is {width}x{height} pixels; at most {MAX_PIXELS} pixels and {MAX_SIDE} a side \
         are read: crop it or shrink it by a whole factor"
    )]
    TooLarge {
        /// Columns of pixels.
        width: u32,
        /// Rows of pixels.
        height: u32,
    },
    /// A picture without pixels, which some formats allow.
    #[error("the picture is 0 pixels wide or high: give one that shows something")]
    NoPixels,
}

/// Decodes a picture of any colour type and depth; of an animation the first frame. Channels of 16 bits are rounded
/// to 8; a pixel whose alpha is then below 128 is transparent, any other one opaque.
///
/// Errors: [`ReadPictureError`] if the input cannot be read, is none of the formats, is damaged or exceeds
/// [`MAX_BYTES`], [`MAX_SIDE`] or [`MAX_PIXELS`]. The size is checked before any pixel is decoded, so that a small
/// file that claims to be a huge picture costs nothing.
pub fn decode_picture(input: impl Read) -> Result<Raster, ReadPictureError> {
    let bytes = read_bounded(input)?;
    let pixmap = decode(&bytes, format_of(&bytes)?)?;
    drop(bytes);
    Ok(pixmap.to_raster())
}

pub(super) fn read_bounded(input: impl Read) -> Result<Vec<u8>, ReadPictureError> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        0 => Err(ReadPictureError::Empty),
        length if length > MAX_BYTES => Err(ReadPictureError::TooManyBytes),
        _ => Ok(bytes),
    }
}

pub(super) fn format_of(bytes: &[u8]) -> Result<PictureFormat, ReadPictureError> {
    if let Some(format) = PictureFormat::of(bytes) {
        return Ok(format);
    }
    if let Some(format) = unread_format(bytes) {
        return Err(ReadPictureError::Format { format });
    }
    let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    let what = if is_text { "text" } else { "unknown data" };
    Err(ReadPictureError::NotAPicture { what })
}

pub(super) fn decode(bytes: &[u8], format: PictureFormat) -> Result<Pixmap, ReadPictureError> {
    Ok(match format {
        PictureFormat::Png => {
            let reader = PngReader::open(bytes, MAX_ALLOCATION)?;
            check_size(reader.size())?;
            reader.read_still()?
        }
        PictureFormat::Gif => {
            let mut reader = GifReader::open(bytes, Overhang::Clip, MAX_PIXELS)?;
            check_size(reader.size())?;
            reader.read(|_, _| false)?
        }
        PictureFormat::Bmp => {
            let reader = BmpReader::open(bytes)?;
            check_size(reader.size())?;
            reader.read()?
        }
        PictureFormat::Webp => {
            let reader = WebpReader::open(bytes)?;
            check_size(reader.size())?;
            reader.read()?
        }
        PictureFormat::Jpeg => decode_jpeg(bytes)?,
        PictureFormat::Aseprite => decode_aseprite(bytes)?,
    })
}

#[cfg(feature = "jpeg")]
fn decode_jpeg(bytes: &[u8]) -> Result<Pixmap, ReadPictureError> {
    let reader = JpegReader::open(bytes)?;
    check_size(reader.size())?;
    Ok(reader.read()?)
}

/// Without the feature the format is known, but not read.
#[cfg(not(feature = "jpeg"))]
fn decode_jpeg(_: &[u8]) -> Result<Pixmap, ReadPictureError> {
    Err(ReadPictureError::Format { format: "JPEG" })
}

#[cfg(feature = "aseprite")]
fn decode_aseprite(bytes: &[u8]) -> Result<Pixmap, ReadPictureError> {
    Ok(open_aseprite(bytes)?.read()?)
}

#[cfg(feature = "aseprite")]
pub(super) fn open_aseprite(bytes: &[u8]) -> Result<AsepriteReader<'_>, ReadPictureError> {
    let reader = AsepriteReader::open(bytes)?;
    check_size(reader.size())?;
    Ok(reader)
}

/// Without the feature the format is known, but not read.
#[cfg(not(feature = "aseprite"))]
fn decode_aseprite(_: &[u8]) -> Result<Pixmap, ReadPictureError> {
    Err(ReadPictureError::Format { format: "Aseprite" })
}

pub(super) fn check_size((width, height): (u32, u32)) -> Result<(), ReadPictureError> {
    if width == 0 || height == 0 {
        return Err(ReadPictureError::NoPixels);
    }
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > MAX_SIDE || pixels > MAX_PIXELS as u64 {
        return Err(ReadPictureError::TooLarge { width, height });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
