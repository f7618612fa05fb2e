//! The run lengths of a BMP with 4 or 8 bits per pixel.

use super::bytes::{cut_off, damaged, value};
use crate::picture::decode::DamagedPicture;

const BLACK: [u8; 4] = [0, 0, 0, u8::MAX];

/// The pixels in the order of the file. What the file skips is black, as in any viewer; a run ends with its row, though
/// some programs write longer ones.
pub fn unpack_runs(
    mut data: &[u8],
    bits: usize,
    (width, height): (usize, usize),
    palette: &[[u8; 4]],
) -> Result<Vec<[u8; 4]>, DamagedPicture> {
    let mut pixels = vec![BLACK; width * height];
    let (mut x, mut y) = (0, 0);
    while y < height {
        let (length, indices) = match take_pair(&mut data)? {
            [0, 0] => {
                (x, y) = (0, y + 1);
                continue;
            }
            [0, 1] => break,
            [0, 2] => {
                let [right, up] = take_pair(&mut data)?;
                (x, y) = (x + usize::from(right), y + usize::from(up));
                continue;
            }
            [0, length] => {
                let length = usize::from(length);
                if x + length > width {
                    return Err(damaged("pixels leave their row".to_owned()));
                }
                // Padded to whole words of 16 bits.
                let bytes = (length * bits).div_ceil(16) * 2;
                let (indices, rest) = data.split_at_checked(bytes).ok_or_else(cut_off)?;
                data = rest;
                (length, indices.to_vec())
            }
            [length, indices] => (length.into(), vec![indices; length.into()]),
        };
        let row = &mut pixels[y * width..(y + 1) * width];
        for (i, pixel) in row.iter_mut().skip(x).take(length).enumerate() {
            let index = value(&indices, i * bits, bits) as usize;
            *pixel = palette.get(index).copied().unwrap_or(BLACK);
        }
        x += length;
    }
    Ok(pixels)
}

fn take_pair(data: &mut &[u8]) -> Result<[u8; 2], DamagedPicture> {
    let (pair, rest) = data.split_first_chunk().ok_or_else(cut_off)?;
    *data = rest;
    Ok(*pair)
}
