//! PNG, and APNG frame by frame as a viewer shows them.

use std::io::Cursor;

use ::png::Transformations;
use ::png::{BlendOp, ColorType, Decoder, DisposeOp, FrameControl, Limits, Reader};

use super::DamagedPicture;
use super::compositor::{Compositor, Disposal};
use super::guard::guard;
use super::samples::pixels_of;
use crate::picture::{PictureFormat, Pixmap, Rect};

/// A PNG of which only the chunks before the pixels have been read.
pub struct PngReader<'a> {
    reader: Reader<Cursor<&'a [u8]>>,
}

impl<'a> PngReader<'a> {
    /// A file that takes more than `most_bytes` of memory besides its pixels counts as damaged.
    pub fn open(bytes: &'a [u8], most_bytes: usize) -> Result<Self, DamagedPicture> {
        let limits = Limits { bytes: most_bytes };
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
        // Samples are expanded here: the crate panics where a palette ends within a colour.
        decoder.set_transformations(Transformations::IDENTITY);
        decoder.set_ignore_iccp_chunk(true);
        let reader = guard(PictureFormat::Png, || decoder.read_info())?;
        let info = reader.info();
        if info.color_type == ColorType::Indexed {
            let palette = info.palette.as_deref();
            let palette = palette.ok_or_else(|| damaged("it has no palette"))?;
            if !palette.len().is_multiple_of(3) {
                return Err(damaged("its palette ends within a colour"));
            }
        }
        Ok(PngReader { reader })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.reader.info().size()
    }

    /// The picture for viewers that know nothing of animations.
    pub fn read_still(mut self) -> Result<Pixmap, DamagedPicture> {
        let mut samples = self.buffer()?;
        self.next_frame(&mut samples)
    }

    /// Shows the picture after each frame in turn, with the milliseconds that it stays, 0 for a still; returns the last
    /// one.
    pub fn read(&mut self, mut show: impl FnMut(&Pixmap, u64)) -> Result<Pixmap, DamagedPicture> {
        let last = self.read_frames(|picture, milliseconds| {
            show(picture, milliseconds);
            true
        })?;
        guard(PictureFormat::Png, || self.reader.finish())?;
        Ok(last)
    }

    /// How often an animation is shown, 0 for ever; `None` for a still.
    pub fn plays(&self) -> Option<u32> {
        let animation = self.reader.info().animation_control;
        animation.map(|animation| animation.num_plays)
    }

    /// The text with this keyword, from the part of the file that has been read.
    pub fn text(&self, keyword: &str) -> Option<&str> {
        let texts = &self.reader.info().uncompressed_latin1_text;
        let text = texts.iter().find(|text| text.keyword == keyword);
        text.map(|text| text.text.as_str())
    }

    /// The same of a compressed text; `Some(None)` if it is damaged or longer than `most` bytes.
    pub fn packed_text(&self, keyword: &str, most: usize) -> Option<Option<String>> {
        let texts = &self.reader.info().compressed_latin1_text;
        let mut text = texts.iter().find(|text| text.keyword == keyword)?.clone();
        let unpacked = text.decompress_text_with_limit(most);
        Some(unpacked.and_then(|()| text.get_text()).ok())
    }

    /// As [`read`](Self::read), until `show` asks for no more; what follows the last frame is not read.
    pub fn read_frames(
        &mut self,
        mut show: impl FnMut(&Pixmap, u64) -> bool,
    ) -> Result<Pixmap, DamagedPicture> {
        let mut samples = self.buffer()?;
        let Some(animation) = self.reader.info().animation_control else {
            let still = self.next_frame(&mut samples)?;
            show(&still, 0);
            return Ok(still);
        };
        let count = animation.num_frames;
        let (width, height) = self.size();
        let mut compositor = Compositor::new(width as usize, height as usize);
        let mut shown = 0;
        while shown < count {
            let frame = self.next_frame(&mut samples)?;
            let Some(control) = self.reader.info().frame_control() else {
                // A still for viewers that know nothing of animations.
                continue;
            };
            let disposal = match control.dispose_op {
                DisposeOp::None => Disposal::Keep,
                DisposeOp::Background => Disposal::Clear,
                DisposeOp::Previous => Disposal::Restore,
            };
            let (place, blend_op) = (place_of(control), control.blend_op);
            let milliseconds = milliseconds_of(control);
            compositor.lay(place, &frame.pixels, disposal, |below, above| {
                match (blend_op, above[3]) {
                    (BlendOp::Source, _) | (BlendOp::Over, u8::MAX) => above,
                    (BlendOp::Over, 0) => below,
                    (BlendOp::Over, _) => blended(below, above),
                }
            });
            shown += 1;
            if !show(compositor.picture(), milliseconds) {
                break;
            }
        }
        Ok(compositor.into_picture())
    }

    /// Room for the samples of the largest frame.
    fn buffer(&self) -> Result<Vec<u8>, DamagedPicture> {
        let size = self.reader.output_buffer_size();
        let size = size.ok_or_else(|| damaged("it is larger than any memory"))?;
        Ok(vec![0; size])
    }

    fn next_frame(&mut self, samples: &mut [u8]) -> Result<Pixmap, DamagedPicture> {
        if self.reader.info().interlaced {
            // The crate adds the passes' bits to what is there.
            samples.fill(0);
        }
        let frame = guard(PictureFormat::Png, || self.reader.next_frame(samples))?;
        Ok(Pixmap {
            width: frame.width as usize,
            height: frame.height as usize,
            pixels: pixels_of(self.reader.info(), &frame, samples),
        })
    }
}

fn damaged(reason: &str) -> DamagedPicture {
    DamagedPicture {
        format: PictureFormat::Png,
        reason: reason.to_owned(),
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

/// How long a frame stays; a denominator of 0 means hundredths of a second.
fn milliseconds_of(control: &FrameControl) -> u64 {
    let parts = match control.delay_den {
        0 => 100,
        parts => u64::from(parts),
    };
    u64::from(control.delay_num) * 1000 / parts
}

/// A pixel through which the one below shines.
fn blended(below: [u8; 4], above: [u8; 4]) -> [u8; 4] {
    let over = u32::from(above[3]) * 255;
    let under = u32::from(below[3]) * u32::from(255 - above[3]);
    let alpha = over + under;
    let mix = |i: usize| ((u32::from(above[i]) * over + u32::from(below[i]) * under) / alpha) as u8;
    [mix(0), mix(1), mix(2), (alpha / 255) as u8]
}
