//! The formats of picture files, told apart by their first bytes.

use std::fmt;

/// A format of picture files that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Portable Network Graphics, animated ones included.
    Png,
    /// Graphics Interchange Format.
    Gif,
    /// Windows bitmaps, and those of OS/2 1.x.
    Bmp,
    /// Lossy and lossless WebP.
    Webp,
    /// The format of photographs, which blurs pixel art.
    Jpeg,
    /// The files of the editor Aseprite, with layers and frames.
    Aseprite,
}

impl PictureFormat {
    /// All formats.
    pub const ALL: [PictureFormat; 6] = [
        PictureFormat::Png,
        PictureFormat::Gif,
        PictureFormat::Bmp,
        PictureFormat::Webp,
        PictureFormat::Jpeg,
        PictureFormat::Aseprite,
    ];

    /// The format of a file that begins like this, if it is one of those that are read.
    pub fn of(file: &[u8]) -> Option<PictureFormat> {
        PictureFormat::ALL.into_iter().find(|format| match format {
            PictureFormat::Png => file.starts_with(b"\x89PNG\r\n\x1a\n"),
            PictureFormat::Gif => file.starts_with(b"GIF87a") || file.starts_with(b"GIF89a"),
            PictureFormat::Bmp => file.starts_with(b"BM"),
            PictureFormat::Jpeg => file.starts_with(b"\xff\xd8\xff"),
            // The head's mark, and that of the first frame.
            PictureFormat::Aseprite => {
                file.get(4..6) == Some(b"\xe0\xa5") && file.get(132..134) == Some(b"\xfa\xf1")
            }
            PictureFormat::Webp => {
                file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP".as_slice())
            }
        })
    }
}

impl fmt::Display for PictureFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PictureFormat::Png => "PNG",
            PictureFormat::Gif => "GIF",
            PictureFormat::Bmp => "BMP",
            PictureFormat::Webp => "WebP",
            PictureFormat::Jpeg => "JPEG",
            PictureFormat::Aseprite => "Aseprite",
        })
    }
}

/// Where the signature of a format that is not read stands, what it is, and the format's name.
const UNREAD_FORMATS: [(usize, &[u8], &str); 18] = [
    (0, b"MM\0*", "TIFF"),
    (0, b"II*\0", "TIFF"),
    (0, b"DDS ", "DDS"),
    (0, b"\0\0\x01\0", "ICO"),
    (0, b"#?RADIANCE", "HDR"),
    (4, b"ftypavif", "AVIF"),
    (4, b"ftypheic", "HEIC"),
    (0, b"\x76\x2f\x31\x01", "OpenEXR"),
    (0, b"qoif", "QOI"),
    (0, b"farbfeld", "farbfeld"),
    (0, b"P1", "PNM"),
    (0, b"P2", "PNM"),
    (0, b"P3", "PNM"),
    (0, b"P4", "PNM"),
    (0, b"P5", "PNM"),
    (0, b"P6", "PNM"),
    (0, b"P7", "PNM"),
    (0, b"8BPS", "PSD"),
];

/// The name of a format that is known but not read, if the file begins as such a one does.
pub(super) fn unread_format(file: &[u8]) -> Option<&'static str> {
    let is_it = |(start, signature, _): &&(usize, &[u8], &str)| {
        file.get(*start..)
            .is_some_and(|rest| rest.starts_with(signature))
    };
    let found = UNREAD_FORMATS.iter().find(is_it);
    found.map(|(_, _, name)| *name)
}
