//! JPEG: baseline and progressive, grey, in colour or for print.

use std::io::Cursor;

use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::DamagedPicture;
use super::guard::guard;
use crate::picture::{PictureFormat, Pixmap};

/// A JPEG of which only the head has been read.
pub struct JpegReader<'a> {
    decoder: JpegDecoder<Cursor<&'a [u8]>>,
    size: (u32, u32),
}

impl<'a> JpegReader<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, DamagedPicture> {
        let options = DecoderOptions::default()
            .jpeg_set_out_colorspace(ColorSpace::RGB)
            .set_strict_mode(true);
        let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options);
        guard(PictureFormat::Jpeg, || decoder.decode_headers())?;
        let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
        let (width, height) = decoder.dimensions().unwrap_or((0, 0));
        Ok(JpegReader {
            decoder,
            size: (side(width), side(height)),
        })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    pub fn read(mut self) -> Result<Pixmap, DamagedPicture> {
        let samples = guard(PictureFormat::Jpeg, || self.decoder.decode())?;
        let (width, height) = (self.size.0 as usize, self.size.1 as usize);
        let colors = samples.as_chunks().0.iter();
        let pixels: Vec<[u8; 4]> = colors.map(|[r, g, b]| [*r, *g, *b, u8::MAX]).collect();
        if pixels.len() != width * height {
            return Err(DamagedPicture {
                format: PictureFormat::Jpeg,
                reason: "its pixels are not in colours of red, green and blue".to_owned(),
            });
        }
        Ok(Pixmap {
            width,
            height,
            pixels,
        })
    }
}
