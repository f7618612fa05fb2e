//! Pictures are encoded here in every way and must come back; what is not a picture must be refused.

use crate::picture::decode::handmade_aseprite::{cel, file, image, layer, tag};
use png::{BitDepth, ColorType};
use proptest::prelude::*;

use super::*;
use crate::color::Rgb;

/// What a PNG holds besides its pixels.
#[derive(Default)]
struct PngParts<'a> {
    palette: &'a [u8],
    transparency: &'a [u8],
}

fn png(
    (width, height): (u32, u32),
    (color, depth): (ColorType, BitDepth),
    parts: PngParts,
    data: &[u8],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if !parts.palette.is_empty() {
        encoder.set_palette(parts.palette.to_vec());
    }
    if !parts.transparency.is_empty() {
        encoder.set_trns(parts.transparency.to_vec());
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

/// A PNG of one row of grey pixels, as its grey values; `None` is transparent.
fn greys(bytes: &[u8]) -> Vec<Option<u8>> {
    let raster = decode_picture(bytes).unwrap();
    let grey = |color: Rgb| {
        assert_eq!([color.r; 3], color.channels());
        color.r
    };
    raster
        .pixels()
        .iter()
        .map(|pixel| pixel.map(grey))
        .collect()
}

fn opaque<const N: usize>(greys: [u8; N]) -> Vec<Option<u8>> {
    greys.map(Some).into()
}

const RED: Rgb = Rgb::new(255, 0, 0);
const BLUE: Rgb = Rgb::new(0, 0, 255);

#[test]
fn grey_of_every_depth_spans_black_to_white() {
    let grey = |depth, width, data: &[u8]| {
        let kind = (ColorType::Grayscale, depth);
        greys(&png((width, 1), kind, PngParts::default(), data))
    };
    assert_eq!(
        grey(BitDepth::One, 3, &[0b0110_0000]),
        opaque([0, 255, 255])
    );
    assert_eq!(
        grey(BitDepth::Two, 4, &[0b00_01_10_11]),
        opaque([0, 85, 170, 255])
    );
    assert_eq!(grey(BitDepth::Four, 3, &[0x0f, 0x30]), opaque([0, 255, 51]));
    assert_eq!(grey(BitDepth::Eight, 2, &[7, 200]), opaque([7, 200]));
}

#[test]
fn sixteen_bits_are_rounded_to_eight() {
    let kind = (ColorType::Grayscale, BitDepth::Sixteen);
    // 0x0080 is 0.498 of a step, 0x0081 is 0.502 of one.
    let data = [0, 0x80, 0, 0x81, 0x7f, 0xff, 0xff, 0xff];
    let bytes = png((4, 1), kind, PngParts::default(), &data);
    assert_eq!(greys(&bytes), opaque([0, 1, 127, 255]));
    let kind = (ColorType::Rgba, BitDepth::Sixteen);
    let data = [
        0xff, 0xff, 0, 0, 0, 0x10, 0x80, 0x20, 0, 0, 0, 0, 0, 0, 0x7f, 0x10,
    ];
    let raster = decode_picture(&png((2, 1), kind, PngParts::default(), &data)[..]).unwrap();
    assert_eq!(raster.pixels(), [Some(RED), None]);
}

#[test]
fn alpha_is_all_or_nothing_from_128() {
    let kind = (ColorType::GrayscaleAlpha, BitDepth::Eight);
    let data = [9, 0, 9, 127, 9, 128, 9, 255];
    let bytes = png((4, 1), kind, PngParts::default(), &data);
    assert_eq!(greys(&bytes), [None, None, Some(9), Some(9)]);
}

#[test]
fn a_palette_of_every_depth_may_be_transparent() {
    let parts = || PngParts {
        palette: &[255, 0, 0, 0, 0, 255, 0, 255, 0],
        transparency: &[255, 255, 0],
    };
    let (one, more) = ([Some(BLUE), Some(RED)], [Some(BLUE), None, Some(RED)]);
    let read = |depth, width, data: &[u8]| {
        let bytes = png((width, 1), (ColorType::Indexed, depth), parts(), data);
        decode_picture(&bytes[..]).unwrap().pixels().to_vec()
    };
    assert_eq!(read(BitDepth::One, 2, &[0b1000_0000]), one);
    assert_eq!(read(BitDepth::Two, 3, &[0b01_10_00_00]), more);
    assert_eq!(read(BitDepth::Four, 3, &[0x12, 0x00]), more);
    assert_eq!(read(BitDepth::Eight, 3, &[1, 2, 0]), more);
}

#[test]
fn one_grey_or_colour_may_be_transparent() {
    let parts = PngParts {
        transparency: &[0, 2],
        ..PngParts::default()
    };
    let kind = (ColorType::Grayscale, BitDepth::Two);
    let bytes = png((4, 1), kind, parts, &[0b00_01_10_11]);
    assert_eq!(greys(&bytes), [Some(0), Some(85), None, Some(255)]);
    let parts = PngParts {
        transparency: &[0, 0, 0, 0, 0, 255],
        ..PngParts::default()
    };
    let kind = (ColorType::Rgb, BitDepth::Eight);
    let bytes = png((2, 1), kind, parts, &[255, 0, 0, 0, 0, 255]);
    let raster = decode_picture(&bytes[..]).unwrap();
    assert_eq!(raster.pixels(), [Some(RED), None]);
}

/// A PNG with that header, these chunks, and its pixel data stored without compression.
fn handmade_png(header: [u8; 13], chunks: &[(&[u8; 4], &[u8])], data: &[u8]) -> Vec<u8> {
    let length = data.len() as u16;
    let mut stream = vec![0x78, 0x01, 0x01];
    stream.extend(length.to_le_bytes());
    stream.extend((!length).to_le_bytes());
    stream.extend(data);
    let (a, b) = data.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    stream.extend((b << 16 | a).to_be_bytes());
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let pixels: [(&[u8; 4], &[u8]); 2] = [(b"IDAT", &stream), (b"IEND", &[])];
    let head: [(&[u8; 4], &[u8]); 1] = [(b"IHDR", &header)];
    for (kind, data) in [&head, chunks, &pixels].concat() {
        bytes.extend((data.len() as u32).to_be_bytes());
        let checked = [&kind[..], data].concat();
        bytes.extend(&checked);
        bytes.extend(crc32(&checked).to_be_bytes());
    }
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
    !bytes
        .iter()
        .fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

#[test]
fn interlaced_rows_are_put_in_order() {
    // 3x2 pixels of 8-bit grey, in passes: (0,0), none, none, (2,0), none, (1,0), row 1.
    let header = [0, 0, 0, 3, 0, 0, 0, 2, 8, 0, 0, 0, 1];
    let passes = [&[0, 10][..], &[0, 12], &[0, 11], &[0, 20, 21, 22]].concat();
    assert_eq!(
        greys(&handmade_png(header, &[], &passes)),
        opaque([10, 11, 12, 20, 21, 22])
    );
}

/// 3 x 2 pixels of red, blue and, at the right of the upper row, nothing.
const SMALL: [usize; 6] = [0, 1, 2, 1, 0, 0];
const COLORS: [[u8; 4]; 3] = [[255, 0, 0, 255], [0, 0, 255, 255], [0; 4]];

/// 8 x 8 pixels, red on the left and blue on the right, by libjpeg at quality 90.
const JPEG: &[u8] = include_bytes!("halves.jpg");

fn encoded(format: PictureFormat) -> Vec<u8> {
    let rgba = SMALL.map(|index| COLORS[index]).concat();
    let indices = SMALL.map(|index| index as u8);
    let mut bytes = Vec::new();
    match format {
        PictureFormat::Png => {
            let kind = (ColorType::Rgba, BitDepth::Eight);
            bytes = png((3, 2), kind, PngParts::default(), &rgba);
        }
        PictureFormat::Gif => {
            let palette = [255, 0, 0, 0, 0, 255, 0, 0, 0];
            let mut encoder = gif::Encoder::new(&mut bytes, 3, 2, &palette).unwrap();
            let frame = gif::Frame::from_indexed_pixels(3, 2, indices, Some(2));
            encoder.write_frame(&frame).unwrap();
        }
        PictureFormat::Bmp => {
            // 32 bits with masks, the lower row first.
            let header = [0u32, 0, 122, 108, 3, 2, 32 << 16 | 1, 3];
            let masks = [0xff, 0xff00, 0xff_0000, 0xff00_0000];
            let numbers = header.into_iter().chain([0; 5]).chain(masks).chain([0; 13]);
            bytes.extend(b"BM");
            bytes.extend(numbers.flat_map(u32::to_le_bytes));
            bytes.extend(rgba[12..].iter().chain(&rgba[..12]));
        }
        PictureFormat::Webp => {
            let encoder = image_webp::WebPEncoder::new(&mut bytes);
            let kind = image_webp::ColorType::Rgba8;
            encoder.encode(&rgba, 3, 2, kind).unwrap();
        }
        PictureFormat::Jpeg => bytes.extend(JPEG),
        PictureFormat::Aseprite => {
            let palette = [[0; 3], [255, 0, 0], [0, 0, 255]];
            let indices = SMALL.map(|index| (index as u8 + 1) % 3);
            let chunks = [
                tag("all"),
                layer(0, 0, true, "only"),
                cel(0, [0, 0], 255, &image(3, &indices)),
            ];
            bytes = file([3, 2], &palette, &[&chunks]);
        }
    }
    bytes
}

#[test]
fn every_format_reads_the_same_picture() {
    let expected = [
        Some(RED),
        Some(BLUE),
        None,
        Some(BLUE),
        Some(RED),
        Some(RED),
    ];
    let is_exact = |format: &PictureFormat| match format {
        PictureFormat::Jpeg => false,
        PictureFormat::Aseprite => cfg!(feature = "aseprite"),
        _ => true,
    };
    for format in PictureFormat::ALL.into_iter().filter(is_exact) {
        let raster = decode_picture(&encoded(format)[..]).unwrap();
        assert_eq!((raster.width(), raster.height()), (3, 2), "{format:?}");
        assert_eq!(raster.pixels(), expected, "{format:?}");
    }
}

#[test]
#[cfg(feature = "jpeg")]
fn a_jpeg_is_nearly_what_it_was() {
    let raster = decode_picture(JPEG).unwrap();
    assert_eq!((raster.width(), raster.height()), (8, 8));
    for (x, y) in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
        let expected = if x < 4 { RED } else { BLUE };
        let found = raster.color(x, y).expect("a JPEG is opaque");
        let pairs = found.channels().into_iter().zip(expected.channels());
        assert!(
            pairs.into_iter().all(|(a, b)| a.abs_diff(b) < 24),
            "{found}"
        );
    }
}

#[test]
fn an_animation_is_its_first_frame_on_the_whole_screen() {
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, 3, 2, &[255, 0, 0, 0, 0, 255]).unwrap();
    for index in [0, 1] {
        let frame = gif::Frame {
            left: 1,
            ..gif::Frame::from_indexed_pixels(1, 2, vec![index, 1 - index], None)
        };
        encoder.write_frame(&frame).unwrap();
    }
    encoder.into_inner().unwrap();
    let raster = decode_picture(&bytes[..]).unwrap();
    assert_eq!(raster.row(0), [None, Some(RED), None]);
    assert_eq!(raster.row(1), [None, Some(BLUE), None]);
}

fn message(bytes: &[u8]) -> String {
    decode_picture(bytes).unwrap_err().to_string()
}

#[test]
fn what_is_no_picture_is_named() {
    let formats = format!("give a {FORMATS} or {LAST_FORMAT} picture");
    assert_eq!(message(b""), format!("the file is empty: {formats}"));
    assert_eq!(
        message(b"print me"),
        format!("this is text, not a picture: {formats}")
    );
    assert_eq!(
        message(&[0; 99]),
        format!("this is unknown data, not a picture: {formats}")
    );
    assert_eq!(
        message(b"II*\0 and so on"),
        format!(
            "TIFF files are not read, only {FORMATS} and {LAST_FORMAT}: convert the picture to PNG"
        )
    );
}

#[test]
fn a_reader_that_fails_or_never_ends_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let error = decode_picture(Broken).unwrap_err().to_string();
    assert_eq!(error, "the disk is gone");
    let error = decode_picture(std::io::repeat(b'x')).unwrap_err();
    assert!(matches!(error, ReadPictureError::TooManyBytes), "{error}");
}

#[test]
fn a_huge_claim_is_refused_before_it_is_believed() {
    let [a, b] = 60_000u16.to_be_bytes();
    for (kind, depth) in [(0, 1), (2, 8), (6, 16)] {
        let header = [0, 0, a, b, 0, 0, a, b, depth, kind, 0, 0, 0];
        assert_eq!(
            message(&handmade_png(header, &[], &[0; 64])),
            "the picture is 60000x60000 pixels; at most 16777216 pixels and 65535 a side are read: \
             crop it or shrink it by a whole factor"
        );
    }
    let mut gif = encoded(PictureFormat::Gif);
    gif[6..10].copy_from_slice(&[0xff; 4]);
    assert!(message(&gif).starts_with("the picture is 65535x65535 pixels"));
    gif[6..10].copy_from_slice(&[0; 4]);
    assert!(message(&gif).starts_with("the picture is 0 pixels wide"));
}

#[test]
fn a_file_that_is_cut_off_is_called_so() {
    for format in PictureFormat::ALL {
        let bytes = encoded(format);
        let text = message(&bytes[..bytes.len() / 2]);
        let start = format!("the {format} file is damaged or cut off (");
        assert!(text.starts_with(&start), "{text}");
    }
}

#[test]
fn a_palette_that_ends_within_a_colour_is_damage_and_no_panic() {
    let header = [0, 0, 0, 1, 0, 0, 0, 1, 8, 3, 0, 0, 0];
    for bytes in 1..10 {
        let file = handmade_png(header, &[(b"PLTE", &[7; 9][..bytes])], &[0, 0]);
        match bytes % 3 {
            0 => assert_eq!(greys(&file), [Some(7)]),
            _ => assert!(message(&file).starts_with("the PNG file is damaged or cut off (")),
        }
    }
}

#[test]
fn an_index_without_a_colour_is_black() {
    let header = [0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0];
    let chunks: [(&[u8; 4], &[u8]); 2] = [(b"PLTE", &[9; 3]), (b"tRNS", &[0, 0])];
    let bytes = handmade_png(header, &chunks, &[0, 0, 1]);
    // More alphas than colours do not count.
    assert_eq!(greys(&bytes), opaque([9, 0]));
    let bytes = handmade_png(header, &[], &[0, 0, 1]);
    assert!(message(&bytes).contains("(it has no palette)"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn damaged_files_never_panic_and_are_named_in_one_line(
        format in prop::sample::select(&PictureFormat::ALL),
        cut in 0.0..1.2,
        changes in prop::collection::vec((0.0..1.0, any::<u8>()), 0..6),
    ) {
        let mut bytes = encoded(format);
        let length = bytes.len() as f64;
        for (place, byte) in changes {
            bytes[(place * length) as usize] = byte;
        }
        bytes.truncate((cut * length) as usize);
        if let Err(error) = decode_picture(&bytes[..]) {
            prop_assert_eq!(error.to_string().lines().count(), 1, "{}", error);
        }
    }
}
