//! Files by hand, in every version of the header.

use super::*;

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];

/// The palette of the files: blue, red.
const PALETTE: [u8; 8] = [255, 0, 0, 0, 0, 0, 255, 0];

/// A file of the common version: size, bits and compression, used colours, what follows the header, and the data.
fn bmp(
    (width, height): (i32, i32),
    (bits, compression): (u8, u8),
    used: u8,
    extra: &[u8],
    data: &[u8],
) -> Vec<u8> {
    let start = (54 + extra.len() as u32).to_le_bytes();
    let numbers = [width.to_le_bytes(), height.to_le_bytes(), [1, 0, bits, 0]];
    [
        &b"BM\0\0\0\0\0\0\0\0"[..],
        &start,
        &[40, 0, 0, 0],
        numbers.as_flattened(),
        &[compression, 0, 0, 0],
        &[0; 12],
        &[used, 0, 0, 0],
        &[0; 4],
        extra,
        data,
    ]
    .concat()
}

/// The pixels row by row from the top.
fn read(file: &[u8]) -> Vec<Vec<[u8; 4]>> {
    let picture = BmpReader::open(file).unwrap().read().unwrap();
    let rows = picture.pixels.chunks(picture.width);
    rows.map(<[_]>::to_vec).collect()
}

fn reason(file: &[u8]) -> String {
    let read = BmpReader::open(file).and_then(BmpReader::read);
    read.unwrap_err().reason
}

#[test]
fn palettes_of_every_depth_are_read_from_the_floor_up() {
    let expected = [[RED, BLUE, RED], [BLUE, BLUE, RED]];
    let rows: [(u8, [[u8; 4]; 2]); 4] = [
        (1, [[0b0010_0000, 0, 0, 0], [0b1010_0000, 0, 0, 0]]),
        (2, [[0b00_00_01_00, 0, 0, 0], [0b01_00_01_00, 0, 0, 0]]),
        (4, [[0x00, 0x10, 0, 0], [0x10, 0x10, 0, 0]]),
        (8, [[0, 0, 1, 0], [1, 0, 1, 0]]),
    ];
    for (bits, rows) in rows {
        let file = bmp((3, 2), (bits, 0), 2, &PALETTE, rows.as_flattened());
        assert_eq!(read(&file), expected, "{bits} bits");
    }
}

#[test]
fn a_negative_height_begins_at_the_top() {
    let file = bmp((1, -2), (8, 0), 2, &PALETTE, &[1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(read(&file), [[RED], [BLUE]]);
}

#[test]
fn plain_colours_of_every_depth_are_read() {
    let expected = [[BLUE, RED]];
    let file = bmp((2, 1), (24, 0), 0, &[], &[255, 0, 0, 0, 0, 255, 0, 0]);
    assert_eq!(read(&file), expected);
    let file = bmp((2, 1), (32, 0), 0, &[], &[255, 0, 0, 9, 0, 0, 255, 9]);
    assert_eq!(read(&file), expected);
    let file = bmp((2, 1), (16, 0), 0, &[], &[0x1f, 0, 0, 0x7c]);
    assert_eq!(read(&file), expected);
}

#[test]
fn masks_say_where_the_channels_are_and_their_values_are_rounded() {
    let masks = [0xf800u32, 0x07e0, 0x001f].map(u32::to_le_bytes);
    let file = bmp(
        (2, 1),
        (16, 3),
        0,
        masks.as_flattened(),
        &[0, 0x18, 0x21, 0],
    );
    assert_eq!(read(&file), [[[25, 0, 0, 255], [0, 4, 8, 255]]]);
    // A mask of ten bits, of which the highest eight count.
    let masks = [0x3ff0_0000u32, 0x000f_fc00, 0x0000_03ff].map(u32::to_le_bytes);
    let color = 0x3ff0_0003u32.to_le_bytes();
    let file = bmp((1, 1), (32, 3), 0, masks.as_flattened(), &color);
    assert_eq!(read(&file), [[RED]]);
    for masks in [[0, 0xff00, 0xff], [0x5_0000, 0xff00, 0xff]] {
        let masks = masks.map(u32::to_le_bytes);
        let file = bmp((1, 1), (32, 3), 0, masks.as_flattened(), &[0; 4]);
        assert!(reason(&file).contains("channel"));
    }
}

#[test]
fn later_headers_have_a_mask_of_alpha() {
    let masks = [0xff_0000u32, 0xff00, 0xff, 0xff00_0000].map(u32::to_le_bytes);
    let extra = [masks.as_flattened(), &[0; 52]].concat();
    let mut file = bmp((2, 1), (32, 3), 0, &extra, &[0, 0, 255, 255, 1, 2, 3, 4]);
    file[14] = 108;
    assert_eq!(read(&file), [[RED, [3, 2, 1, 4]]]);
}

#[test]
fn the_oldest_header_has_short_numbers_and_colours() {
    let head = [26 + 6, 0, 0, 0, 12, 0, 0, 0, 2, 0, 1, 0, 1, 0, 1, 0];
    let palette = [255, 0, 0, 0, 0, 255];
    let file = [
        &b"BM\0\0\0\0\0\0\0\0"[..],
        &head,
        &palette,
        &[0b0100_0000, 0, 0, 0],
    ]
    .concat();
    assert_eq!(read(&file), [[BLUE, RED]]);
}

#[test]
fn runs_are_unpacked() {
    // A run that is too long, the end of the row, a step of one to the right and two up, two plain pixels.
    let eight = [9, 1, 0, 0, 0, 2, 1, 1, 0, 3, 0, 1, 0, 0, 0, 1];
    let file = bmp((4, 3), (8, 1), 2, &PALETTE, &eight);
    let expected = [[BLACK, BLUE, RED, BLUE], [BLACK; 4], [RED; 4]];
    assert_eq!(read(&file), expected);
    let four = [3, 0x10, 0, 0, 0, 3, 0x01, 0x10, 0, 0];
    let file = bmp((3, 2), (4, 2), 2, &PALETTE, &four);
    assert_eq!(read(&file), [[BLUE, RED, RED], [RED, BLUE, RED]]);
}

#[test]
fn a_number_beyond_the_palette_is_black() {
    let file = bmp((2, 1), (8, 0), 2, &PALETTE, &[1, 200, 0, 0]);
    assert_eq!(read(&file), [[RED, BLACK]]);
}

#[test]
fn what_is_damaged_is_told() {
    let file = bmp((4, 3), (8, 0), 2, &PALETTE, &[0; 12]);
    for length in 2..file.len() {
        assert_eq!(reason(&file[..length]), "it ends too early", "{length}");
    }
    let broken = |at: usize, byte: u8| {
        let mut file = file.clone();
        file[at] = byte;
        reason(&file)
    };
    assert_eq!(broken(14, 41), "a header of 41 bytes is unknown");
    assert_eq!(
        broken(28, 9),
        "compression 0 with 9 bits per pixel is unknown"
    );
    assert_eq!(
        broken(30, 4),
        "compression 4 with 8 bits per pixel is unknown"
    );
    assert_eq!(broken(47, 2), "it claims a palette of 514 colours");
    let beyond = bmp((2, 1), (8, 1), 2, &PALETTE, &[0, 4, 0, 1, 0, 1]);
    assert_eq!(reason(&beyond), "pixels leave their row");
}
