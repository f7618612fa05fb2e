//! What the numbers in a BMP's rows stand for.

use super::bytes::{CORE_HEADER, FILE_HEADER, cut_off, damaged, u32_at};
use crate::picture::decode::DamagedPicture;

/// Where the bit masks stand, in the header or right after it.
const MASKS: usize = 54;

/// The first version of the header that has a mask of alpha.
const ALPHA_HEADER: u32 = 56;

pub enum Colors {
    Palette(Vec<[u8; 4]>),
    Masks(Masks),
}

impl Colors {
    /// The colour of a number; one that is not in the palette is black, as in any viewer.
    pub fn color(&self, value: u32) -> [u8; 4] {
        match self {
            Colors::Palette(palette) => {
                let color = palette.get(value as usize);
                color.copied().unwrap_or([0, 0, 0, u8::MAX])
            }
            Colors::Masks(Masks { r, g, b, alpha }) => {
                let alpha = alpha.as_ref().map_or(u8::MAX, |alpha| alpha.read(value));
                [r.read(value), g.read(value), b.read(value), alpha]
            }
        }
    }
}

/// Reads the colours that follow the header, of three bytes each in the oldest version and of four in all others.
pub fn read_palette(file: &[u8], header: u32, bits: u16) -> Result<Vec<[u8; 4]>, DamagedPicture> {
    let is_core = header == CORE_HEADER;
    let used = if is_core { 0 } else { u32_at(file, 46)? };
    let most = 1 << bits;
    if used > most {
        return Err(damaged(format!("it claims a palette of {used} colours")));
    }
    let count = if used == 0 { most } else { used } as usize;
    let size = if is_core { 3 } else { 4 };
    let start = FILE_HEADER + header as usize;
    let entries = file.get(start..start + count * size).ok_or_else(cut_off)?;
    let entries = entries.chunks_exact(size);
    Ok(entries
        .map(|bgr| [bgr[2], bgr[1], bgr[0], u8::MAX])
        .collect())
}

/// Where in a number each channel is.
pub struct Masks {
    r: Mask,
    g: Mask,
    b: Mask,
    alpha: Option<Mask>,
}

impl Masks {
    pub const RGB555: Masks = Masks::opaque(5);
    pub const RGB888: Masks = Masks::opaque(8);

    const fn opaque(bits: u32) -> Masks {
        Masks {
            r: Mask {
                shift: 2 * bits,
                bits,
            },
            g: Mask { shift: bits, bits },
            b: Mask { shift: 0, bits },
            alpha: None,
        }
    }

    pub fn read(file: &[u8], header: u32) -> Result<Masks, DamagedPicture> {
        let color = |at: usize| match u32_at(file, at)? {
            0 => Err(damaged("a channel has no bits".to_owned())),
            mask => Mask::of(mask),
        };
        let alpha = match header >= ALPHA_HEADER {
            true => u32_at(file, MASKS + 12)?,
            false => 0,
        };
        Ok(Masks {
            r: color(MASKS)?,
            g: color(MASKS + 4)?,
            b: color(MASKS + 8)?,
            alpha: (alpha != 0).then(|| Mask::of(alpha)).transpose()?,
        })
    }
}

/// One to eight bits of a number.
struct Mask {
    shift: u32,
    bits: u32,
}

impl Mask {
    /// A mask that is not 0; of more than eight bits the highest eight count.
    fn of(mask: u32) -> Result<Mask, DamagedPicture> {
        let (shift, bits) = (mask.trailing_zeros(), mask.count_ones());
        if (mask >> shift).trailing_ones() != bits {
            return Err(damaged("the bits of a channel are scattered".to_owned()));
        }
        let ignored = bits.saturating_sub(8);
        Ok(Mask {
            shift: shift + ignored,
            bits: bits - ignored,
        })
    }

    /// The channel of a number, spread over 0 to 255.
    fn read(&self, value: u32) -> u8 {
        let most = (1 << self.bits) - 1;
        let channel = value >> self.shift & most;
        ((channel * 255 + most / 2) / most) as u8
    }
}
