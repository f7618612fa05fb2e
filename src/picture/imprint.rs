//! What is written into a picture besides its pixels.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::Layout;

/// Where what is in a picture, and where the picture comes from. Both are JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imprint {
    /// A [`Layout`], or that of a board of another kind.
    pub layout: String,
    /// The print script and how it was drawn, in ASCII.
    pub origin: Option<String>,
}

impl Imprint {
    /// The keyword of the text that holds the origin: of a `zTXt` chunk in a PNG; in a GIF a comment begins with it and
    /// a zero byte.
    pub const ORIGIN: &str = "tetris-print-origin";

    /// The name of the chunk that holds the origin in a WebP, compressed as in a GIF.
    pub const WEBP_ORIGIN: &[u8; 4] = b"TPRO";

    /// The most bytes of an origin: five times those of a print of 96,000 pieces.
    pub const LONGEST_ORIGIN: usize = 1 << 24;

    /// The origin as a comment of a GIF.
    pub fn origin_comment(&self) -> Option<Vec<u8>> {
        let head = [Imprint::ORIGIN.as_bytes(), &[0]].concat();
        self.packed_origin().map(|packed| [head, packed].concat())
    }

    /// The origin as a `zTXt` chunk of a PNG, which the crate would compress less.
    pub fn origin_chunk(&self) -> Option<Vec<u8>> {
        const ZLIB: u8 = 0;
        let head = [Imprint::ORIGIN.as_bytes(), &[0, ZLIB]].concat();
        self.packed_origin().map(|packed| [head, packed].concat())
    }

    /// The origin, compressed by zlib.
    pub fn packed_origin(&self) -> Option<Vec<u8>> {
        let origin = self.origin.as_ref()?;
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        let written = encoder.write_all(origin.as_bytes());
        let packed = written.and_then(|()| encoder.finish());
        Some(packed.expect("a vector takes everything"))
    }

    /// Reverses [`packed_origin`](Self::packed_origin); `None` if the bytes are damaged or too many.
    pub fn unpack_origin(packed: &[u8]) -> Option<String> {
        let mut text = String::new();
        let most = Imprint::LONGEST_ORIGIN as u64;
        let mut decoder = ZlibDecoder::new(packed).take(most + 1);
        decoder.read_to_string(&mut text).ok()?;
        (text.len() <= Imprint::LONGEST_ORIGIN).then_some(text)
    }
}

impl From<Layout> for Imprint {
    /// That of a picture of which nothing else is known.
    fn from(layout: Layout) -> Imprint {
        Imprint {
            layout: layout.to_json(),
            origin: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_unpacked_as_it_was_packed_and_bounded() {
        let of = |origin: String| Imprint {
            origin: Some(origin),
            ..Imprint::from(Layout::TINY)
        };
        let packed = of("{}".repeat(1000)).packed_origin().unwrap();
        assert!(packed.len() < 100);
        assert_eq!(Imprint::unpack_origin(&packed), Some("{}".repeat(1000)));
        assert_eq!(Imprint::unpack_origin(&packed[..packed.len() / 2]), None);
        let bomb = of(" ".repeat(Imprint::LONGEST_ORIGIN + 1));
        assert_eq!(Imprint::unpack_origin(&bomb.packed_origin().unwrap()), None);
    }
}
