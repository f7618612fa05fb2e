//! The numbers of a BMP, and what is wrong where they are missing.

use crate::picture::PictureFormat;
use crate::picture::decode::DamagedPicture;

/// The header of OS/2 1.x, with shorter numbers and nothing about compression.
pub const CORE_HEADER: u32 = 12;

/// The bytes of the file header, after which the information header begins.
pub const FILE_HEADER: usize = 14;

/// The number of `bits` bits that starts at bit `start` of a row. Within a byte the leftmost pixel has the highest
/// bits; numbers of several bytes are little-endian.
pub fn value(row: &[u8], start: usize, bits: usize) -> u32 {
    if bits < 8 {
        let shift = 8 - bits - start % 8;
        return u32::from(row[start / 8]) >> shift & ((1 << bits) - 1);
    }
    let bytes = &row[start / 8..(start + bits) / 8];
    bytes
        .iter()
        .rfold(0, |value, byte| value << 8 | u32::from(*byte))
}

pub fn u16_at(file: &[u8], at: usize) -> Result<u16, DamagedPicture> {
    let bytes = file.get(at..).and_then(<[u8]>::first_chunk);
    bytes
        .map(|bytes| u16::from_le_bytes(*bytes))
        .ok_or_else(cut_off)
}

pub fn u32_at(file: &[u8], at: usize) -> Result<u32, DamagedPicture> {
    let bytes = file.get(at..).and_then(<[u8]>::first_chunk);
    bytes
        .map(|bytes| u32::from_le_bytes(*bytes))
        .ok_or_else(cut_off)
}

pub fn cut_off() -> DamagedPicture {
    damaged("it ends too early".to_owned())
}

pub fn damaged(reason: String) -> DamagedPicture {
    DamagedPicture {
        format: PictureFormat::Bmp,
        reason,
    }
}
