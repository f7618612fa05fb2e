//! The compression of GIF (Lempel, Ziv and Welch), for pixels that may be left as they are.
//!
//! A pixel that does not change from one frame to the next can be stored as its colour or as the
//! transparent index. This encoder decides while it compresses: where both are allowed it follows
//! all strings of its dictionary that fit and takes the longest.

/// Strings in the dictionary at most: a code has 12 bits.
const FULL: u16 = 4096;

/// Strings that are followed at the same time at most. More would find little more.
const BRANCHES: usize = 8;

const NONE: u16 = u16::MAX;

/// How the pixels that do not change are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unchanged {
    Colored,
    Transparent,
    /// As whichever of the two makes the longer string.
    Either,
}

/// The pixels of a frame: what they shall be, and what they were before. A pixel that was the same
/// may be transparent. Without a before, all are coloured.
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'a> {
    pub after: &'a [u8],
    pub before: Option<&'a [u8]>,
    pub transparent: u8,
}

impl Pixels<'_> {
    fn is_unchanged(&self, index: usize) -> bool {
        self.before
            .is_some_and(|before| before[index] == self.after[index])
    }

    /// The bits of the largest index that must be stored: at least 2, as GIF demands.
    fn index_bits(&self, unchanged: Unchanged) -> u8 {
        let mut largest = 3;
        for (index, pixel) in self.after.iter().enumerate() {
            let is_free = unchanged != Unchanged::Colored && self.is_unchanged(index);
            largest = largest.max(if is_free { self.transparent } else { *pixel });
        }
        (u8::BITS - largest.leading_zeros()) as u8
    }
}

/// A string of the dictionary: the node of a tree whose edges are pixels.
#[derive(Clone, Copy)]
struct Node {
    /// The string's first and last pixel.
    first: u8,
    last: u8,
    child: u16,
    sibling: u16,
}

/// An encoder, whose memory is used again for frame after frame.
pub struct Encoder {
    nodes: Vec<Node>,
    branches: Vec<u16>,
    longer: Vec<u16>,
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder {
            nodes: Vec::with_capacity(FULL.into()),
            branches: Vec::with_capacity(BRANCHES),
            longer: Vec::with_capacity(BRANCHES),
        }
    }
}

impl Encoder {
    /// Compresses the pixels. The first byte of the result is the bits of an index, as in a GIF;
    /// the codes follow, not yet cut into blocks.
    pub fn encode(&mut self, pixels: Pixels<'_>, unchanged: Unchanged) -> Vec<u8> {
        let index_bits = pixels.index_bits(unchanged);
        let choices = Choices {
            pixels,
            unchanged,
            limit: 1 << index_bits,
        };
        let mut out = Codes::new(index_bits);
        let clear = 1u16 << index_bits;
        out.write(clear);
        self.clear(index_bits, &mut out);
        // The decoder learns the last pixel of a string from the string that follows it: until
        // then only the prefix of the newest one is known.
        let mut prefix = NONE;
        let mut position = 0;
        while position < pixels.after.len() {
            let (code, length) = self.longest(&choices, position, prefix);
            let first = self.first_of(code, prefix);
            if prefix != NONE {
                self.append(prefix, first);
            }
            out.write(code);
            position += length;
            prefix = code;
            if self.nodes.len() == usize::from(FULL) {
                out.write(clear);
                self.clear(index_bits, &mut out);
                prefix = NONE;
            } else {
                out.make_room_for(self.nodes.len() as u16);
            }
        }
        out.write(clear + 1);
        out.finish()
    }

    /// Starts with a dictionary of single pixels, and tells the decoder so.
    fn clear(&mut self, index_bits: u8, out: &mut Codes) {
        let single = |pixel: u16| Node {
            first: pixel as u8,
            last: pixel as u8,
            child: NONE,
            sibling: NONE,
        };
        self.nodes.clear();
        // The two codes after the pixels are no strings but orders: clear, end.
        self.nodes.extend((0..(1 << index_bits) + 2).map(single));
        out.reset(index_bits);
    }

    /// The code of the longest string that the pixels from `position` on can be, and its length.
    ///
    /// The newest string, which has the next free code, is `prefix` and the first pixel of what
    /// is found here.
    fn longest(&mut self, choices: &Choices<'_>, position: usize, prefix: u16) -> (u16, usize) {
        let newest = self.nodes.len() as u16;
        self.branches.clear();
        self.branches.extend(choices.at(position).map(u16::from));
        let mut length = 1;
        loop {
            self.longer.clear();
            if position + length < choices.pixels.after.len() {
                for &node in self.branches.iter().filter(|node| **node != newest) {
                    let mut child = self.nodes[usize::from(node)].child;
                    while child != NONE && self.longer.len() < BRANCHES {
                        let Node { last, sibling, .. } = self.nodes[usize::from(child)];
                        if choices.allows(position + length, last) {
                            self.longer.push(child);
                        }
                        child = sibling;
                    }
                    let first = self.nodes[usize::from(node)].first;
                    if node == prefix && choices.allows(position + length, first) {
                        self.longer.push(newest);
                    }
                }
            }
            if self.longer.is_empty() {
                return (self.branches[0], length);
            }
            std::mem::swap(&mut self.branches, &mut self.longer);
            length += 1;
        }
    }

    /// The first pixel of a string, which may be the newest: that begins as its prefix does.
    fn first_of(&self, code: u16, prefix: u16) -> u8 {
        let is_newest = usize::from(code) == self.nodes.len();
        self.nodes[usize::from(if is_newest { prefix } else { code })].first
    }

    /// Adds the string `prefix` + `last`, unless it is there: the decoder gives it a code anyway.
    fn append(&mut self, prefix: u16, last: u8) {
        let code = self.nodes.len() as u16;
        let Node { first, child, .. } = self.nodes[usize::from(prefix)];
        self.nodes.push(Node {
            first,
            last,
            child: NONE,
            sibling: child,
        });
        self.nodes[usize::from(prefix)].child = code;
    }
}

/// Which indices a pixel may be stored as.
struct Choices<'a> {
    pixels: Pixels<'a>,
    unchanged: Unchanged,
    /// Indices have to be smaller.
    limit: u16,
}

impl Choices<'_> {
    fn allows(&self, position: usize, index: u8) -> bool {
        let color = self.pixels.after[position];
        if self.unchanged == Unchanged::Colored || !self.pixels.is_unchanged(position) {
            return index == color;
        }
        index == self.pixels.transparent || (self.unchanged == Unchanged::Either && index == color)
    }

    /// The choices for a pixel, transparent first.
    fn at(&self, position: usize) -> impl Iterator<Item = u8> {
        let color = self.pixels.after[position];
        let transparent = self.pixels.transparent;
        let is_free = self.unchanged != Unchanged::Colored && self.pixels.is_unchanged(position);
        let is_colored = !is_free
            || (self.unchanged == Unchanged::Either
                && u16::from(color) < self.limit
                && color != transparent);
        let free = is_free.then_some(transparent);
        free.into_iter().chain(is_colored.then_some(color))
    }
}

/// Codes of growing size, packed from the lowest bit up.
struct Codes {
    bytes: Vec<u8>,
    buffer: u32,
    filled: u32,
    code_bits: u32,
}

impl Codes {
    fn new(index_bits: u8) -> Self {
        Codes {
            bytes: vec![index_bits],
            buffer: 0,
            filled: 0,
            code_bits: u32::from(index_bits) + 1,
        }
    }

    fn write(&mut self, code: u16) {
        self.buffer |= u32::from(code) << self.filled;
        self.filled += self.code_bits;
        while self.filled >= 8 {
            self.bytes.push(self.buffer as u8);
            self.buffer >>= 8;
            self.filled -= 8;
        }
    }

    /// Codes start small again.
    fn reset(&mut self, index_bits: u8) {
        self.code_bits = u32::from(index_bits) + 1;
    }

    /// Makes codes long enough for `code`, the newest one.
    fn make_room_for(&mut self, code: u16) {
        if code < FULL && code == 1 << self.code_bits {
            self.code_bits += 1;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.bytes.push(self.buffer as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Decodes with the decoder of the `gif` crate, and puts the pixels of before where the result
    /// is transparent.
    fn decoded(codes: &[u8], pixels: Pixels<'_>) -> Vec<u8> {
        let mut decoded = decompressed(codes, pixels.after.len());
        for (pixel, before) in decoded.iter_mut().zip(pixels.before.unwrap_or_default()) {
            if *pixel == pixels.transparent {
                *pixel = *before;
            }
        }
        decoded
    }

    fn decompressed(codes: &[u8], length: usize) -> Vec<u8> {
        let mut frame = gif::Frame {
            width: length as u16,
            height: 1,
            buffer: codes.into(),
            ..gif::Frame::default()
        };
        let mut decoder = gif::streaming_decoder::FrameDecoder::new(gif::DecodeOptions::new());
        decoder.set_global_palette(vec![0; 768]);
        decoder.decode_lzw_encoded_frame(&mut frame).unwrap();
        frame.buffer.into_owned()
    }

    fn check(after: &[u8], before: Option<&[u8]>) {
        let pixels = Pixels {
            after,
            before,
            transparent: 0,
        };
        let mut encoder = Encoder::default();
        for unchanged in [
            Unchanged::Colored,
            Unchanged::Transparent,
            Unchanged::Either,
        ] {
            let codes = encoder.encode(pixels, unchanged);
            assert_eq!(decoded(&codes, pixels), after, "{unchanged:?}");
        }
    }

    #[test]
    fn runs_of_every_length_come_back() {
        for length in 1..300 {
            check(&vec![3; length], None);
        }
        check(&[7; 60_000], Some(&[7; 60_000]));
    }

    #[test]
    fn noise_that_fills_the_dictionary_comes_back() {
        let mut state = 1u32;
        let mut noise = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8 | 1
        };
        let (after, mut before): (Vec<u8>, Vec<u8>) = (
            (0..50_000).map(&mut noise).collect(),
            (0..50_000).map(&mut noise).collect(),
        );
        check(&after, None);
        before[1000..30_000].copy_from_slice(&after[1000..30_000]);
        check(&after, Some(&before));
    }

    #[test]
    fn a_free_choice_is_worth_its_while() {
        // A stripe pattern of which every third pixel is as it was before.
        let after: Vec<u8> = (0..999).map(|i| 1 + (i / 9 % 2) as u8).collect();
        let before: Vec<u8> = (0..999)
            .map(|i| if i % 3 == 0 { after[i] } else { 3 })
            .collect();
        let pixels = Pixels {
            after: &after,
            before: Some(&before),
            transparent: 0,
        };
        let size = |unchanged| Encoder::default().encode(pixels, unchanged).len();
        assert!(size(Unchanged::Either) <= size(Unchanged::Transparent));
    }

    #[test]
    fn indices_take_no_more_bits_than_the_changed_pixels_need() {
        let pixels = Pixels {
            after: &[200, 2, 1],
            before: Some(&[200, 1, 2]),
            transparent: 0,
        };
        assert_eq!(pixels.index_bits(Unchanged::Either), 2);
        assert_eq!(pixels.index_bits(Unchanged::Colored), 8);
    }

    proptest! {
        #[test]
        fn any_pixels_come_back(
            after in prop::collection::vec(1u8..=255, 1..2000),
            step in 1usize..9,
            colors in 2u8..=255,
        ) {
            let after: Vec<u8> = after.into_iter().map(|pixel| 1 + pixel % colors).collect();
            let old = |i: usize| if i / step % 2 == 0 { after[i] } else { after[i] ^ 1 };
            let before: Vec<u8> = (0..after.len()).map(old).collect();
            check(&after, None);
            check(&after, Some(&before));
        }
    }
}
