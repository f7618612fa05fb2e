//! WebP; of an animation the first frame.

use std::io::Cursor;

use image_webp::WebPDecoder;

use super::DamagedPicture;
use super::guard::guard;
use crate::picture::{PictureFormat, Pixmap};

/// A WebP of which only the head has been read.
pub struct WebpReader<'a> {
    decoder: WebPDecoder<Cursor<&'a [u8]>>,
}

impl<'a> WebpReader<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, DamagedPicture> {
        let decoder = guard(PictureFormat::Webp, || WebPDecoder::new(Cursor::new(bytes)))?;
        Ok(WebpReader { decoder })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.decoder.dimensions()
    }

    pub fn read(mut self) -> Result<Pixmap, DamagedPicture> {
        let (width, height) = self.size();
        let (width, height) = (width as usize, height as usize);
        let channels = if self.decoder.has_alpha() { 4 } else { 3 };
        let mut samples = vec![0; width * height * channels];
        guard(PictureFormat::Webp, || {
            self.decoder.read_image(&mut samples)
        })?;
        let pixels = match channels {
            4 => samples.as_chunks().0.to_vec(),
            _ => {
                let colors = samples.as_chunks().0.iter();
                colors.map(|[r, g, b]| [*r, *g, *b, u8::MAX]).collect()
            }
        };
        Ok(Pixmap {
            width,
            height,
            pixels,
        })
    }
}
