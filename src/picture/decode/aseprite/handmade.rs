//! Files of Aseprite by hand, for tests.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Two frames tagged `both`: an image of `width` columns in palette colours, and in the second frame the same pixels
/// one column further right.
pub fn walk(width: u16, palette: &[[u8; 3]], pixels: &[u8]) -> Vec<u8> {
    let height = pixels.len() as u16 / width;
    let first = [
        tag("both"),
        layer(0, 0, true, "body"),
        cel(0, [0, 0], 255, &image(width, pixels)),
    ];
    let linked = (1, vec![0, 0]);
    file(
        [width + 1, height],
        palette,
        &[&first, &[cel(0, [1, 0], 255, &linked)]],
    )
}

/// A file of indexed colours, the first of which is transparent, with the chunks of each frame.
pub fn file([width, height]: [u16; 2], palette: &[[u8; 3]], frames: &[&[Vec<u8>]]) -> Vec<u8> {
    let colors = chunk(0x2019, &palette_of(palette));
    let mut body = Vec::new();
    for (number, chunks) in frames.iter().enumerate() {
        let colors = if number == 0 { &colors[..] } else { &[] };
        let count = (chunks.len() + usize::from(number == 0)) as u8;
        let parts = [colors, &chunks.concat()].concat();
        body.extend((16 + parts.len() as u32).to_le_bytes());
        body.extend([0xfa, 0xf1, count, 0, 100, 0, 0, 0, count, 0, 0, 0]);
        body.extend(parts);
    }
    let mut file = vec![0; 128];
    file[..4].copy_from_slice(&(128 + body.len() as u32).to_le_bytes());
    file[4..8].copy_from_slice(&[0xe0, 0xa5, frames.len() as u8, 0]);
    file[8..10].copy_from_slice(&width.to_le_bytes());
    file[10..12].copy_from_slice(&height.to_le_bytes());
    file[12] = 8;
    file[14] = 1;
    file.extend(body);
    file
}

fn chunk(kind: u16, data: &[u8]) -> Vec<u8> {
    let length = 6 + data.len() as u32;
    [&length.to_le_bytes()[..], &kind.to_le_bytes(), data].concat()
}

fn palette_of(colors: &[[u8; 3]]) -> Vec<u8> {
    let count = colors.len() as u8;
    let mut data = vec![count, 0, 0, 0, 0, 0, 0, 0, count - 1, 0, 0, 0];
    data.extend([0; 8]);
    data.extend(colors.iter().flat_map(|[r, g, b]| [0, 0, *r, *g, *b, 255]));
    data
}

/// A layer of kind 0, of pixels, or 1, a group, that lies in so many groups.
pub fn layer(kind: u8, groups: u8, is_visible: bool, name: &str) -> Vec<u8> {
    let head = [
        u8::from(is_visible),
        0,
        kind,
        0,
        groups,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        255,
        0,
        0,
        0,
    ];
    chunk(
        0x2004,
        &[&head[..], &[name.len() as u8, 0], name.as_bytes()].concat(),
    )
}

/// A name for the first two frames.
pub fn tag(name: &str) -> Vec<u8> {
    let mut data = [0; 27];
    (data[0], data[12]) = (1, 1);
    chunk(
        0x2018,
        &[&data[..], &[name.len() as u8, 0], name.as_bytes()].concat(),
    )
}

/// What is on a layer, `left` columns from the left, `z` layers higher than it.
pub fn cel(layer: u8, [left, z]: [u8; 2], opacity: u8, (kind, content): &(u8, Vec<u8>)) -> Vec<u8> {
    let head = [
        layer, 0, left, 0, 0, 0, opacity, *kind, 0, z, 0, 0, 0, 0, 0, 0,
    ];
    chunk(0x2005, &[&head[..], content].concat())
}

/// Packed pixels, by their places in the palette.
pub fn image(width: u16, pixels: &[u8]) -> (u8, Vec<u8>) {
    let sides = [width, pixels.len() as u16 / width].map(u16::to_le_bytes);
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(pixels).unwrap();
    (
        2,
        [sides.as_flattened(), &packer.finish().unwrap()].concat(),
    )
}
