//! PNGs by hand: their chunks and checksums.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A chunk with its length and checksum.
pub fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_be_bytes();
    let body = [kind, data].concat();
    [&length[..], &body, &checksum(&body)].concat()
}

/// A head for `width` x `height` pixels of `bits` bits a channel and a colour type.
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

/// Makes the checksums of a PNG right again, as far as its chunks can be followed.
pub fn mend_checksums(bytes: &mut [u8]) {
    if !bytes.starts_with(SIGNATURE) {
        return;
    }
    let mut start = SIGNATURE.len();
    while let Some(length) = bytes.get(start..start + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let end = start + 8 + length;
        if end + 4 > bytes.len() {
            break;
        }
        let sum = checksum(&bytes[start + 4..end]);
        bytes[end..end + 4].copy_from_slice(&sum);
        start = end + 4;
    }
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum().to_be_bytes()
}
