//! WebP: a still picture, or an animation frame by frame.
//!
//! The crate blends opaque pixels with an error of one, so animations are laid together here.

use std::io::Cursor;

use image_webp::WebPDecoder;

use super::DamagedPicture;
use super::compositor::{Compositor, Disposal};
use super::guard::guard;
use crate::picture::{PictureFormat, Pixmap, Rect};

/// A WebP of which only the head has been read.
pub struct WebpReader<'a> {
    bytes: &'a [u8],
    decoder: WebPDecoder<Cursor<&'a [u8]>>,
}

impl<'a> WebpReader<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, DamagedPicture> {
        let decoder = guard(PictureFormat::Webp, || WebPDecoder::new(Cursor::new(bytes)))?;
        Ok(WebpReader { bytes, decoder })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.decoder.dimensions()
    }

    /// The picture; of an animation the first frame.
    pub fn read(mut self) -> Result<Pixmap, DamagedPicture> {
        let mut samples = self.buffer();
        guard(PictureFormat::Webp, || {
            self.decoder.read_image(&mut samples)
        })?;
        Ok(self.pixmap(&samples))
    }

    /// How often an animation is shown, 0 for ever; `None` for a still.
    pub fn plays(&self) -> Option<u32> {
        let control = find_chunk(self.bytes, b"ANIM").filter(|_| self.decoder.is_animated())?;
        let times = control.get(4..6)?.try_into().ok()?;
        Some(u16::from_le_bytes(times).into())
    }

    /// Shows the picture after each frame in turn, with the milliseconds that it stays, 0 for a still, until `show` asks
    /// for no more; the frames of an animation must be lossless. Returns the last picture.
    pub fn read_frames(
        self,
        mut show: impl FnMut(&Pixmap, u64) -> bool,
    ) -> Result<Pixmap, DamagedPicture> {
        if !self.decoder.is_animated() {
            let still = self.read()?;
            show(&still, 0);
            return Ok(still);
        }
        let (width, height) = self.size();
        let mut compositor = Compositor::new(width as usize, height as usize);
        let frames = chunks(self.bytes).filter(|chunk| chunk.starts_with(b"ANMF"));
        for frame in frames {
            let (place, manner, chunk) =
                frame_of(frame).ok_or_else(|| damaged("a frame has no place"))?;
            let mut file = b"RIFF\0\0\0\0WEBP".to_vec();
            file[4..8].copy_from_slice(&(4 + chunk.len() as u32).to_le_bytes());
            file.extend_from_slice(chunk);
            let still = WebpReader::open(&file)?;
            let is_as_said = still.size() == (place.width as u32, place.height as u32);
            let is_inside = place.x + place.width <= width as usize
                && place.y + place.height <= height as usize;
            if !is_as_said || !is_inside {
                return Err(damaged("a frame does not fit"));
            }
            let pixels = still.read()?.pixels;
            compositor.lay(place, &pixels, manner.disposal, |below, above| {
                if above[3] == 0 && manner.is_blended {
                    below
                } else {
                    above
                }
            });
            if !show(compositor.picture(), manner.milliseconds) {
                break;
            }
        }
        Ok(compositor.into_picture())
    }

    fn channels(&self) -> usize {
        if self.decoder.has_alpha() { 4 } else { 3 }
    }

    fn buffer(&self) -> Vec<u8> {
        let (width, height) = self.size();
        vec![0; width as usize * height as usize * self.channels()]
    }

    fn pixmap(&self, samples: &[u8]) -> Pixmap {
        let (width, height) = self.size();
        let pixels = match self.channels() {
            4 => samples.as_chunks().0.to_vec(),
            _ => {
                let colors = samples.as_chunks().0.iter();
                colors.map(|[r, g, b]| [*r, *g, *b, u8::MAX]).collect()
            }
        };
        Pixmap {
            width: width as usize,
            height: height as usize,
            pixels,
        }
    }
}

/// The chunk of a WebP that has this name, without its head.
pub fn find_chunk<'a>(bytes: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    let chunk = chunks(bytes).find(|chunk| chunk.starts_with(name))?;
    chunk.get(8..)
}

/// The chunks of a WebP: name, length and data of each, without the zero that follows one of odd length.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes.get(12..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = rest.get(4..8)?.try_into().ok()?;
        let end = 8 + u32::from_le_bytes(length) as usize;
        let chunk = rest.get(..end)?;
        rest = rest.get(end.next_multiple_of(2)..).unwrap_or_default();
        Some(chunk)
    })
}

/// How a frame is laid over the one before it.
struct Manner {
    is_blended: bool,
    disposal: Disposal,
    /// How long it stays.
    milliseconds: u64,
}

/// Where a frame lies, how, and the chunk of its pixels.
fn frame_of(anmf: &[u8]) -> Option<(Rect, Manner, &[u8])> {
    let (head, chunk) = anmf.get(8..)?.split_at_checked(16)?;
    let number = |at: usize| {
        usize::from(head[at]) | usize::from(head[at + 1]) << 8 | usize::from(head[at + 2]) << 16
    };
    let place = Rect::new(2 * number(0), 2 * number(3), number(6) + 1, number(9) + 1);
    let manner = Manner {
        is_blended: head[15] & 2 == 0,
        disposal: match head[15] & 1 {
            0 => Disposal::Keep,
            _ => Disposal::Clear,
        },
        milliseconds: number(12) as u64,
    };
    Some((place, manner, chunk))
}

fn damaged(reason: &str) -> DamagedPicture {
    DamagedPicture {
        format: PictureFormat::Webp,
        reason: reason.to_owned(),
    }
}
