//! GIF, frame by frame as a viewer shows them.

use std::num::NonZeroU64;

use ::gif::{ColorOutput, DecodeOptions, Decoder, DisposalMethod, MemoryLimit, Repeat};

use super::DamagedPicture;
use super::compositor::{Compositor, Disposal};
use super::guard::guard;
use crate::picture::{PictureFormat, Pixmap, Rect};

/// A GIF of which only the head has been read.
pub struct GifReader<'a> {
    decoder: Decoder<&'a [u8]>,
}

/// What becomes of frames that stick out of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overhang {
    /// What sticks out is not seen, as in any browser.
    Clip,
    /// The file counts as damaged.
    Refuse,
}

impl<'a> GifReader<'a> {
    /// Frames of more than `most` pixels count as damaged.
    pub fn open(bytes: &'a [u8], overhang: Overhang, most: usize) -> Result<Self, DamagedPicture> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        options.check_frame_consistency(overhang == Overhang::Refuse);
        let limit = NonZeroU64::new(most as u64 * 4).unwrap_or(NonZeroU64::MIN);
        options.set_memory_limit(MemoryLimit::Bytes(limit));
        let decoder = guard(PictureFormat::Gif, || options.read_info(bytes))?;
        Ok(GifReader { decoder })
    }

    /// How often the animation is shown as far as it has been read, 0 for ever.
    pub fn plays(&self) -> u32 {
        match self.decoder.repeat() {
            Repeat::Infinite => 0,
            Repeat::Finite(again) => u32::from(again) + 1,
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.decoder.width().into(), self.decoder.height().into())
    }

    /// The picture after each frame in turn, until `show` asks for no more; it is told how long the frame stays, in
    /// centiseconds. Returns the last picture.
    pub fn read(
        &mut self,
        mut show: impl FnMut(&Pixmap, u16) -> bool,
    ) -> Result<Pixmap, DamagedPicture> {
        let (width, height) = self.size();
        let mut compositor = Compositor::new(width as usize, height as usize);
        let mut has_frame = false;
        while let Some(frame) = guard(PictureFormat::Gif, || self.decoder.read_next_frame())? {
            has_frame = true;
            let sides = [frame.left, frame.top, frame.width, frame.height];
            let [x, y, width, height] = sides.map(usize::from);
            let disposal = match frame.dispose {
                DisposalMethod::Any | DisposalMethod::Keep => Disposal::Keep,
                DisposalMethod::Background => Disposal::Clear,
                DisposalMethod::Previous => Disposal::Restore,
            };
            let pixels = frame.buffer.as_chunks().0;
            let place = Rect::new(x, y, width, height);
            compositor.lay(place, pixels, disposal, |below, above| match above[3] {
                0 => below,
                _ => above,
            });
            if !show(compositor.picture(), frame.delay) {
                break;
            }
        }
        if !has_frame {
            return Err(DamagedPicture {
                format: PictureFormat::Gif,
                reason: "it has no frame".to_owned(),
            });
        }
        Ok(compositor.into_picture())
    }
}
