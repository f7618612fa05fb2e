//! BMP: palettes and plain colours of any depth, bit masks, run lengths.
//!
//! The files are so simple that they are read here; a crate for them leaves pixels out where rows are padded.

mod bytes;
mod colors;
mod runs;

use super::DamagedPicture;
use crate::picture::Pixmap;
use bytes::{CORE_HEADER, FILE_HEADER, cut_off, damaged, u16_at, u32_at, value};
use colors::{Colors, Masks, read_palette};
use runs::unpack_runs;

/// The bytes of the information header in its known versions: of OS/2, then from Windows 3 on.
const HEADER_SIZES: [u32; 6] = [CORE_HEADER, 40, 52, 56, 108, 124];

/// A BMP whose pixels have not been read.
pub struct BmpReader<'a> {
    width: u32,
    height: u32,
    is_top_down: bool,
    bits: usize,
    has_runs: bool,
    colors: Colors,
    data: &'a [u8],
}

impl<'a> BmpReader<'a> {
    pub fn open(file: &'a [u8]) -> Result<Self, DamagedPicture> {
        let header = u32_at(file, FILE_HEADER)?;
        if !HEADER_SIZES.contains(&header) {
            return Err(damaged(format!("a header of {header} bytes is unknown")));
        }
        let is_core = header == CORE_HEADER;
        let (width, height, bits) = if is_core {
            let height = u16_at(file, 20)?.into();
            (u16_at(file, 18)?.into(), height, u16_at(file, 24)?)
        } else {
            let height = u32_at(file, 22)?.cast_signed();
            (u32_at(file, 18)?, height, u16_at(file, 28)?)
        };
        let compression = if is_core { 0 } else { u32_at(file, 30)? };
        let colors = match (compression, bits) {
            (0, 1 | 2 | 4 | 8) | (1, 8) | (2, 4) => {
                Colors::Palette(read_palette(file, header, bits)?)
            }
            (0, 16) => Colors::Masks(Masks::RGB555),
            (0, 24 | 32) => Colors::Masks(Masks::RGB888),
            (3, 16 | 32) => Colors::Masks(Masks::read(file, header)?),
            _ => {
                let reason =
                    format!("compression {compression} with {bits} bits per pixel is unknown");
                return Err(damaged(reason));
            }
        };
        let data = file.get(u32_at(file, 10)? as usize..).ok_or_else(cut_off)?;
        Ok(BmpReader {
            width,
            height: height.unsigned_abs(),
            is_top_down: height < 0,
            bits: bits.into(),
            has_runs: matches!(compression, 1 | 2),
            colors,
            data,
        })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    pub fn read(self) -> Result<Pixmap, DamagedPicture> {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut pixels = match &self.colors {
            Colors::Palette(palette) if self.has_runs => {
                unpack_runs(self.data, self.bits, (width, height), palette)?
            }
            colors => self.plain_pixels(colors)?,
        };
        if !self.is_top_down {
            let rows = pixels.chunks_exact(width.max(1)).rev();
            pixels = rows.flatten().copied().collect();
        }
        Ok(Pixmap {
            width,
            height,
            pixels,
        })
    }

    /// The pixels in the order of the file, whose rows are padded to whole words of 32 bits.
    fn plain_pixels(&self, colors: &Colors) -> Result<Vec<[u8; 4]>, DamagedPicture> {
        let (width, height) = (self.width as usize, self.height as usize);
        let row_bytes = (width * self.bits).div_ceil(32) * 4;
        let rows = self.data.get(..row_bytes * height).ok_or_else(cut_off)?;
        let rows = rows.chunks_exact(row_bytes.max(1));
        let pixels = rows
            .flat_map(|row| (0..width).map(|x| colors.color(value(row, x * self.bits, self.bits))));
        Ok(pixels.collect())
    }
}

#[cfg(test)]
mod tests;
