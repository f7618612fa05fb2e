//! The samples of a PNG as pixels: any number of bits, palettes, and colours that stand for transparency.

use png::{BitDepth, ColorType, Info, OutputInfo};

const BLACK: [u8; 4] = [0, 0, 0, u8::MAX];

/// The pixels of a frame, given its samples as the file holds them: the first in the highest bits of a byte, and each
/// row from a new byte on. An index beyond the palette is black, as in any viewer.
pub fn pixels_of(info: &Info, frame: &OutputInfo, samples: &[u8]) -> Vec<[u8; 4]> {
    let palette = match info.color_type {
        ColorType::Indexed => Some(palette_of(info)),
        _ => None,
    };
    let key = info.trns.as_deref().map(|key| match info.bit_depth {
        BitDepth::Sixteen => unpack(key, BitDepth::Sixteen),
        _ => unpack(key, BitDepth::Eight),
    });
    let byte = |sample: u16| to_byte(sample, info.bit_depth);
    let alpha_of = |color: &[u16]| match &key {
        Some(key) if key == color => 0,
        _ => u8::MAX,
    };
    let pixel = |color: &[u16]| match (color, &palette) {
        ([index], Some(palette)) => *palette.get(usize::from(*index)).unwrap_or(&BLACK),
        ([gray], None) => [byte(*gray), byte(*gray), byte(*gray), alpha_of(color)],
        ([gray, alpha], _) => [byte(*gray), byte(*gray), byte(*gray), byte(*alpha)],
        ([r, g, b], _) => [byte(*r), byte(*g), byte(*b), alpha_of(color)],
        ([r, g, b, alpha], _) => [byte(*r), byte(*g), byte(*b), byte(*alpha)],
        _ => BLACK,
    };
    let (width, height) = (frame.width as usize, frame.height as usize);
    let mut pixels = Vec::with_capacity(width * height);
    for row in samples.chunks_exact(frame.line_size.max(1)).take(height) {
        let row = unpack(row, info.bit_depth);
        let colors = row.chunks_exact(info.color_type.samples());
        pixels.extend(colors.take(width).map(pixel));
    }
    pixels
}

/// The palette's colours. A list of alphas that is longer does not count, as in any viewer.
fn palette_of(info: &Info) -> Vec<[u8; 4]> {
    let colors = info.palette.as_deref().unwrap_or_default().as_chunks().0;
    let alphas = info.trns.as_deref().unwrap_or_default();
    let alpha = |index: usize| match alphas.len() <= colors.len() {
        true => *alphas.get(index).unwrap_or(&u8::MAX),
        false => u8::MAX,
    };
    let colors = colors.iter().enumerate();
    colors
        .map(|(index, [r, g, b])| [*r, *g, *b, alpha(index)])
        .collect()
}

/// The samples in a row of bytes, padding at its end included.
fn unpack(bytes: &[u8], depth: BitDepth) -> Vec<u16> {
    match depth {
        BitDepth::Sixteen => {
            let samples = bytes.as_chunks().0.iter();
            samples.map(|sample| u16::from_be_bytes(*sample)).collect()
        }
        BitDepth::Eight => bytes.iter().map(|byte| u16::from(*byte)).collect(),
        BitDepth::One | BitDepth::Two | BitDepth::Four => {
            let bits = depth as usize;
            let shifts = (0..8).step_by(bits).map(|from| 8 - bits - from);
            let sample = |byte: u8, shift: usize| u16::from(byte) >> shift & ((1 << bits) - 1);
            bytes
                .iter()
                .flat_map(|byte| shifts.clone().map(|shift| sample(*byte, shift)))
                .collect()
        }
    }
}

/// A sample of that many bits as one of eight, rounded to the nearest.
fn to_byte(sample: u16, depth: BitDepth) -> u8 {
    let most = (1u32 << depth as u8) - 1;
    ((u32::from(sample) * 255 + most / 2) / most) as u8
}
