//! The frames of an animation, as pictures to be printed.

use std::io::Read;

use super::decode::gif::{GifReader, Overhang};
use super::decode::png::PngReader;
use super::decode::webp::WebpReader;
#[cfg(feature = "aseprite")]
use super::read::open_aseprite;
use super::read::{MAX_ALLOCATION, check_size, decode, format_of, read_bounded};
use super::{MAX_PIXELS, PictureFormat, Pixmap, Raster, ReadPictureError};

/// Decodes the frames of a GIF, APNG, lossless WebP or Aseprite file as a viewer shows them, at most so many; of any other picture the
/// only one. How long they are shown is not told.
///
/// Errors: as [`decode_picture`](super::decode_picture); all frames together may have [`MAX_PIXELS`].
pub fn decode_frames(input: impl Read, most: usize) -> Result<Vec<Raster>, ReadPictureError> {
    let bytes = read_bounded(input)?;
    let mut frames = Frames {
        most,
        pixels: 0,
        rasters: Vec::new(),
    };
    match format_of(&bytes)? {
        PictureFormat::Gif => {
            let mut reader = GifReader::open(&bytes, Overhang::Clip, MAX_PIXELS)?;
            check_size(reader.size())?;
            reader.read(|picture, _| frames.add(picture))?;
        }
        PictureFormat::Png => {
            let mut reader = PngReader::open(&bytes, MAX_ALLOCATION)?;
            check_size(reader.size())?;
            reader.read_frames(|picture, _| frames.add(picture))?;
        }
        PictureFormat::Webp => {
            let reader = WebpReader::open(&bytes)?;
            check_size(reader.size())?;
            reader.read_frames(|picture, _| frames.add(picture))?;
        }
        #[cfg(feature = "aseprite")]
        PictureFormat::Aseprite => {
            open_aseprite(&bytes)?.read_frames(|picture| frames.add(picture))?;
        }
        format => {
            frames.add(&decode(&bytes, format)?);
        }
    }
    Ok(frames.rasters)
}

/// A name for frames of an animation that follow one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameTag {
    /// What they are called.
    pub name: String,
    /// The first of them, from 1.
    pub first: usize,
    /// The last of them.
    pub last: usize,
}

/// The names that an Aseprite file has for its frames; other pictures have none.
///
/// Errors: as [`decode_picture`](super::decode_picture).
pub fn decode_tags(input: impl Read) -> Result<Vec<FrameTag>, ReadPictureError> {
    let bytes = read_bounded(input)?;
    match format_of(&bytes)? {
        #[cfg(feature = "aseprite")]
        PictureFormat::Aseprite => Ok(open_aseprite(&bytes)?.tags()),
        _ => Ok(Vec::new()),
    }
}

/// What was decoded so far.
struct Frames {
    most: usize,
    pixels: usize,
    rasters: Vec<Raster>,
}

impl Frames {
    /// Keeps a frame; `false` if there is room for no other.
    fn add(&mut self, picture: &Pixmap) -> bool {
        let size = picture.width * picture.height;
        self.pixels += size;
        self.rasters.push(picture.clone().to_raster());
        self.rasters.len() < self.most && self.pixels + size <= MAX_PIXELS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A GIF of one pixel in each of these colours of the palette red, green, blue.
    fn gif(colors: &[u8]) -> Vec<u8> {
        let palette = [255, 0, 0, 0, 255, 0, 0, 0, 255];
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, 1, 1, &palette).unwrap();
        for color in colors {
            let frame = gif::Frame::from_indexed_pixels(1, 1, vec![*color], None);
            encoder.write_frame(&frame).unwrap();
        }
        drop(encoder);
        bytes
    }

    #[test]
    fn an_animation_is_as_many_pictures_as_it_has_frames() {
        let frames = decode_frames(&gif(&[0, 2, 1])[..], 10).unwrap();
        let colors: Vec<String> = (frames.iter())
            .map(|frame| frame.pixels()[0].unwrap().to_string())
            .collect();
        assert_eq!(colors, ["#ff0000", "#0000ff", "#00ff00"]);
        assert_eq!(decode_frames(&gif(&[0, 1, 2, 0])[..], 2).unwrap().len(), 2);
    }

    #[test]
    fn what_is_no_picture_has_no_frames() {
        assert!(matches!(
            decode_frames(&b"text"[..], 2),
            Err(ReadPictureError::NotAPicture { .. })
        ));
    }
}
