//! Reads this program's pictures back: what a PNG, GIF or WebP shows, and where it says its cells are.
//!
//! For a judge who does not trust the encoders: the files are read by decoders that know nothing of them.

use super::canvas::MAX_CANVAS_PIXELS;
use super::comments::comments;
use super::decode::gif::{GifReader, Overhang};
use super::decode::png::PngReader;
use super::decode::webp::{WebpReader, find_chunk};
use super::{DamagedPicture, Imprint, Layout, PictureFormat, Pixmap};

/// The most bytes of a layout.
const LONGEST_LAYOUT: usize = 4096;

/// Why a file is not the picture of a print.
#[derive(Debug, thiserror::Error)]
pub enum ReadPrintError {
    /// The file begins as none of the three does.
    #[error("neither a PNG nor a GIF nor a WebP")]
    Format,
    /// A file that is damaged or cut off.
    #[error(transparent)]
    Damaged(#[from] DamagedPicture),
    /// Larger pictures are not decoded, to keep memory bounded.
    #[error("the picture has more than {MAX_CANVAS_PIXELS} pixels")]
    TooLarge,
    /// A picture from elsewhere, or one that a program has saved anew without its comments.
    #[error(
        "the picture has no `tetris-print` layout: only pictures that this program wrote can be read back"
    )]
    NoLayout,
    /// The layout is there, but makes no sense for this picture: why.
    #[error("the picture's `tetris-print` layout is damaged: {0}")]
    BadLayout(String),
    /// It says where it comes from, but not so that it can be read.
    #[error("the picture's `{}` is damaged", Imprint::ORIGIN)]
    BadOrigin,
}

/// A picture of this program: what it shows in the end, and what it says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPrint {
    /// The last frame, or the only one.
    pub last: Pixmap,
    /// Where its cells are; the field is sure to lie inside the picture.
    pub layout: Layout,
    /// The print script and how it was drawn, as JSON, if the picture carries it.
    pub origin: Option<String>,
    /// How often it is shown; `None` for a still.
    pub repeats: Option<Repeats>,
}

/// How often an animation is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// Over and over.
    Forever,
    /// This many times.
    Times(u32),
}

impl Repeats {
    /// In the files 0 means for ever.
    fn of(plays: u32) -> Repeats {
        match plays {
            0 => Repeats::Forever,
            times => Repeats::Times(times),
        }
    }
}

/// Reads the final picture and the layout of a PNG, GIF or WebP, told apart by their first bytes.
///
/// Errors: see [`ReadPrintError`]; the layout's field is sure to lie inside the picture.
pub fn read_print(bytes: &[u8]) -> Result<(Pixmap, Layout), ReadPrintError> {
    let film = read_film(bytes, |_, _| {})?;
    Ok((film.last, film.layout))
}

/// Reads a PNG, GIF or WebP, told apart by their first bytes, and shows every frame as a viewer would see it, with the
/// milliseconds that it stays, 0 for a still.
///
/// Errors: see [`ReadPrintError`]; frames may have been shown before one.
pub fn read_film(
    bytes: &[u8],
    show: impl FnMut(&Pixmap, u64),
) -> Result<ReadPrint, ReadPrintError> {
    match PictureFormat::of(bytes) {
        Some(PictureFormat::Png) => read_png(bytes, show),
        Some(PictureFormat::Gif) => read_gif(bytes, show),
        Some(PictureFormat::Webp) => read_webp(bytes, show),
        Some(PictureFormat::Bmp | PictureFormat::Jpeg | PictureFormat::Aseprite) | None => {
            Err(ReadPrintError::Format)
        }
    }
}

fn read_png(bytes: &[u8], show: impl FnMut(&Pixmap, u64)) -> Result<ReadPrint, ReadPrintError> {
    let mut reader = PngReader::open(bytes, MAX_CANVAS_PIXELS * 4)?;
    check_size(reader.size())?;
    let last = reader.read(show)?;
    let layout = reader.text(Layout::KEYWORD).map(str::as_bytes);
    Ok(ReadPrint {
        layout: parse_layout(layout, &last)?,
        origin: intact(reader.packed_text(Imprint::ORIGIN, Imprint::LONGEST_ORIGIN))?,
        repeats: reader.plays().map(Repeats::of),
        last,
    })
}

fn read_gif(bytes: &[u8], mut show: impl FnMut(&Pixmap, u64)) -> Result<ReadPrint, ReadPrintError> {
    let mut reader = GifReader::open(bytes, Overhang::Refuse, MAX_CANVAS_PIXELS)?;
    check_size(reader.size())?;
    let last = reader.read(|picture, centiseconds| {
        show(picture, u64::from(centiseconds) * 10);
        true
    })?;
    let comments = comments(bytes, Imprint::LONGEST_ORIGIN);
    let find = |head: &[u8]| comments.iter().find_map(|text| text.strip_prefix(head));
    let head = b"{\"cell\"";
    let layout = find(head).map(|rest| [head, rest].concat());
    let packed = find(&[Imprint::ORIGIN.as_bytes(), &[0]].concat());
    Ok(ReadPrint {
        layout: parse_layout(layout.as_deref(), &last)?,
        origin: intact(packed.map(Imprint::unpack_origin))?,
        repeats: Some(Repeats::of(reader.plays())),
        last,
    })
}

fn read_webp(
    bytes: &[u8],
    mut show: impl FnMut(&Pixmap, u64),
) -> Result<ReadPrint, ReadPrintError> {
    let reader = WebpReader::open(bytes)?;
    check_size(reader.size())?;
    let repeats = reader.plays().map(Repeats::of);
    let last = reader.read_frames(|picture, milliseconds| {
        show(picture, milliseconds);
        true
    })?;
    let packed = find_chunk(bytes, Imprint::WEBP_ORIGIN);
    Ok(ReadPrint {
        layout: parse_layout(find_chunk(bytes, Layout::WEBP_CHUNK), &last)?,
        origin: intact(packed.map(Imprint::unpack_origin))?,
        repeats,
        last,
    })
}

/// Shows every frame of a GIF as a viewer would see it, with its delay in centiseconds; returns the last one.
///
/// Errors: see [`ReadPrintError`]; a layout is not asked for.
pub fn read_gif_frames(
    bytes: &[u8],
    mut show: impl FnMut(&Pixmap, u16),
) -> Result<Pixmap, ReadPrintError> {
    let mut reader = GifReader::open(bytes, Overhang::Refuse, MAX_CANVAS_PIXELS)?;
    check_size(reader.size())?;
    let last = reader.read(|picture, delay| {
        show(picture, delay);
        true
    });
    Ok(last?)
}

/// An origin that is there can be unpacked.
fn intact(origin: Option<Option<String>>) -> Result<Option<String>, ReadPrintError> {
    origin
        .map(|unpacked| unpacked.ok_or(ReadPrintError::BadOrigin))
        .transpose()
}

fn check_size((width, height): (u32, u32)) -> Result<(), ReadPrintError> {
    match u64::from(width) * u64::from(height) <= MAX_CANVAS_PIXELS as u64 {
        true => Ok(()),
        false => Err(ReadPrintError::TooLarge),
    }
}

fn parse_layout(json: Option<&[u8]>, picture: &Pixmap) -> Result<Layout, ReadPrintError> {
    let json = json.ok_or(ReadPrintError::NoLayout)?;
    if json.len() > LONGEST_LAYOUT {
        return Err(ReadPrintError::BadLayout("it is too long".to_owned()));
    }
    let layout: Layout = serde_json::from_slice(json)
        .map_err(|error| ReadPrintError::BadLayout(error.to_string()))?;
    if layout.is_inside(picture.width, picture.height) {
        Ok(layout)
    } else {
        Err(ReadPrintError::BadLayout(
            "its field sticks out of the picture".to_owned(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use gif::{DisposalMethod, Frame};

    use super::*;
    use crate::color::Rgb;
    use crate::game::FieldSize;
    use crate::picture::{Canvas, Palette, Rect, write_png};

    const LAYOUT: Layout = Layout {
        cell: 1,
        origin_x: 1,
        origin_y: 2,
        field: FieldSize::STANDARD,
        theme: None,
    };

    /// A GIF of 2 x 1 pixels whose frames are one pixel each: column, colour (1 red, 2 blue,
    /// 0 transparent), disposal.
    fn tiny_gif(frames: &[(u16, u8, DisposalMethod)]) -> Vec<u8> {
        let mut encoder =
            gif::Encoder::new(Vec::new(), 2, 1, &[9, 9, 9, 255, 0, 0, 0, 0, 255]).unwrap();
        for (left, color, dispose) in frames {
            let frame = Frame {
                left: *left,
                width: 1,
                height: 1,
                dispose: *dispose,
                transparent: Some(0),
                buffer: vec![*color].into(),
                ..Frame::default()
            };
            encoder.write_frame(&frame).unwrap();
        }
        encoder.into_inner().unwrap()
    }

    /// What a viewer sees, one letter per pixel.
    fn seen(gif: &[u8]) -> Vec<String> {
        let letter = |pixel: &[u8; 4]| match pixel {
            [_, _, _, 0] => '.',
            [255, 0, 0, _] => 'r',
            [0, 0, 255, _] => 'b',
            other => panic!("{other:?}"),
        };
        let mut seen = Vec::new();
        read_gif_frames(gif, |picture, _| {
            seen.push(picture.pixels.iter().map(letter).collect());
        })
        .unwrap();
        seen
    }

    #[test]
    fn frames_are_put_together_as_their_disposal_says() {
        use DisposalMethod::{Background, Keep, Previous};
        let gif = tiny_gif(&[(0, 1, Keep), (1, 2, Background), (0, 0, Keep)]);
        assert_eq!(seen(&gif), ["r.", "rb", "r."]);
        let gif = tiny_gif(&[(0, 1, Keep), (0, 2, Previous), (1, 2, Keep)]);
        assert_eq!(seen(&gif), ["r.", "b.", "rb"]);
    }

    #[test]
    fn a_frame_that_sticks_out_is_an_error() {
        let gif = tiny_gif(&[(2, 1, DisposalMethod::Keep)]);
        assert!(matches!(read_print(&gif), Err(ReadPrintError::Damaged(_))));
    }

    #[test]
    fn a_picture_of_another_program_is_told_apart() {
        let gif = tiny_gif(&[(0, 1, DisposalMethod::Keep)]);
        assert!(matches!(read_print(&gif), Err(ReadPrintError::NoLayout)));
        assert!(read_print(&tiny_gif(&[])).is_err());
        assert!(matches!(read_print(b"BM"), Err(ReadPrintError::Format)));
        let mut png = Vec::new();
        let mut writer = png::Encoder::new(&mut png, 1, 1).write_header().unwrap();
        writer.write_image_data(&[7]).unwrap();
        writer.finish().unwrap();
        assert!(matches!(read_print(&png), Err(ReadPrintError::NoLayout)));
    }

    #[test]
    fn damaged_files_are_errors_and_nothing_worse() {
        let imprint = Imprint::from(LAYOUT);
        let mut encoder = gif::Encoder::new(Vec::new(), 23, 44, &[0; 6]).unwrap();
        let comment = gif::AnyExtension(gif::Extension::Comment as u8);
        encoder
            .write_raw_extension(comment, &[imprint.layout.as_bytes()])
            .unwrap();
        let frame = Frame::from_indexed_pixels(23, 44, vec![1; 23 * 44], None);
        encoder.write_frame(&frame).unwrap();
        let (gif, mut png) = (encoder.into_inner().unwrap(), Vec::new());
        let (mut canvas, mut palette) = (Canvas::new(23, 44), Palette::new());
        canvas.fill(
            Rect::new(0, 0, 23, 44),
            palette.index_of(Rgb::WHITE).unwrap(),
        );
        write_png(&canvas, &palette, &imprint, &mut png).unwrap();
        for file in [gif, png] {
            assert_eq!(read_print(&file).unwrap().1, LAYOUT);
            for cut in (0..file.len() - 1).step_by(7) {
                assert!(read_print(&file[..cut]).is_err(), "cut after {cut}");
            }
            for flipped in 0..file.len() {
                let mut file = file.clone();
                file[flipped] ^= 0x55;
                // Any answer will do as long as there is one.
                let _ = read_print(&file);
            }
        }
    }

    #[test]
    fn a_layout_must_lie_inside_the_picture() {
        let picture = Pixmap {
            width: 10,
            height: 10,
            pixels: vec![[0; 4]; 100],
        };
        let inside = br#"{"cell":1,"origin_x":6,"origin_y":0,"field":{"width":4,"height":4}}"#;
        let outside = br#"{"cell":1,"origin_x":7,"origin_y":0,"field":{"width":4,"height":4}}"#;
        assert!(parse_layout(Some(inside), &picture).is_ok());
        assert!(matches!(
            parse_layout(Some(outside), &picture),
            Err(ReadPrintError::BadLayout(_))
        ));
        assert!(matches!(
            parse_layout(Some(&[b' '; 5000]), &picture),
            Err(ReadPrintError::BadLayout(_))
        ));
    }
}
