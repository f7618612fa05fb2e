//! PNGs by hand: their chunks and checksums.

use std::io::Write;
use std::ops::Range;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A chunk with its length and checksum.
pub fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_be_bytes();
    let body = [kind, data].concat();
    [&length[..], &body, &checksum(&body)].concat()
}

/// A head for `width` x `height` pixels of `bits` bits per channel and a colour type.
pub fn head(width: u32, height: u32, bits: u8, color: u8) -> Vec<u8> {
    let sizes = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(b"IHDR", &[&sizes[..], &[bits, color, 0, 0, 0]].concat())
}

/// `length` zeros, which take a thousandth of it.
pub fn packed_zeros(length: usize) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    let zeros = [0; 1 << 16];
    for _ in 0..length / zeros.len() {
        packer.write_all(&zeros).unwrap();
    }
    packer.write_all(&zeros[..length % zeros.len()]).unwrap();
    packer.finish().unwrap()
}

/// A PNG of these chunks.
pub fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [SIGNATURE, &chunks.concat(), &chunk(b"IEND", &[])].concat()
}

/// Where the data of a PNG's chunks are, as far as they can be followed; none in other files.
pub fn chunks_of(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    let mut start = SIGNATURE.len();
    while let Some(length) = bytes.get(start..start + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let data = start + 8..start + 8 + length;
        start = data.end + 4;
        if !bytes.starts_with(SIGNATURE) || start > bytes.len() {
            break;
        }
        chunks.push(data);
    }
    chunks
}

/// Makes the checksums of a PNG right again.
pub fn mend_checksums(bytes: &mut [u8]) {
    for data in chunks_of(bytes) {
        let sum = checksum(&bytes[data.start - 4..data.end]);
        bytes[data.end..data.end + 4].copy_from_slice(&sum);
    }
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum().to_be_bytes()
}

/// Red, green, blue and alpha of the pixels that pictures here are made of.
const COLORS: [[u8; 4]; 4] = [
    [0; 4],
    [40, 64, 168, 255],
    [248, 248, 248, 255],
    [240, 56, 40, 255],
];

/// A valid file of a format, given which of the colours each pixel has.
pub fn encoded(format: &str, width: u32, pixels: &[u8]) -> Vec<u8> {
    let height = pixels.len() as u32 / width;
    let palette: Vec<u8> = COLORS
        .iter()
        .flat_map(|color| &color[..3])
        .copied()
        .collect();
    let rgba: Vec<u8> = pixels
        .iter()
        .flat_map(|pixel| COLORS[usize::from(*pixel)])
        .collect();
    let mut bytes = Vec::new();
    match format {
        "png" => {
            let mut encoder = png::Encoder::new(&mut bytes, width, height);
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(palette);
            encoder.set_trns(&[0][..]);
            let mut writer = encoder.write_header().unwrap();
            writer.write_image_data(pixels).unwrap();
            writer.finish().unwrap();
        }
        "gif" => {
            let sides = [width, height].map(|side| side as u16);
            let mut encoder = gif::Encoder::new(&mut bytes, sides[0], sides[1], &palette).unwrap();
            let frame = gif::Frame::from_indexed_pixels(sides[0], sides[1], pixels, Some(0));
            encoder.write_frame(&frame).unwrap();
        }
        "bmp" => {
            // 32 bits with masks, the lowest row first.
            let header = [0, 0, 122, 108, width, height, 32 << 16 | 1, 3];
            let masks = [0xff, 0xff00, 0xff_0000, 0xff00_0000];
            let numbers = header.into_iter().chain([0; 5]).chain(masks).chain([0; 13]);
            bytes.extend(b"BM");
            bytes.extend(numbers.flat_map(u32::to_le_bytes));
            bytes.extend(rgba.chunks(4 * width as usize).rev().flatten());
        }
        "webp" => {
            let encoder = image_webp::WebPEncoder::new(&mut bytes);
            let kind = image_webp::ColorType::Rgba8;
            encoder.encode(&rgba, width, height, kind).unwrap();
        }
        other => panic!("{other} is not written here"),
    }
    bytes
}
