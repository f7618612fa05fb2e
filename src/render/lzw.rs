//! LZW compression for GIF, with a choice of two indices for each pixel.
//!
//! A pixel that does not change from one frame to the next can be stored as its colour or as the
//! transparent index. The encoder decides while it compresses: where two indices are allowed, it
//! follows every matching string of its dictionary and takes the longest. An encoder without that
//! choice (the crate `weezl`) makes the files in `out/` 13 to 22 % larger.

/// Codes have at most 12 bits.
const DICTIONARY_SIZE: usize = 4096;

/// Strings that are followed at the same time; following more saves hardly a byte.
const MAX_CANDIDATES: usize = 8;

/// The two indices that a pixel may be stored as, equal where there is no choice.
pub type Alternatives = [u8; 2];

/// An encoder that reuses its memory from frame to frame.
#[derive(Default)]
pub struct Encoder {
    index_bits: u8,
    /// The first pixel of each string in the dictionary.
    first: Vec<u8>,
    /// The code of each string extended by one pixel, 0 if there is none: rows are strings, columns
    /// are pixels.
    longer: Vec<u16>,
}

/// Codes of strings of the same length that all match the pixels so far.
#[derive(Clone, Copy, Default)]
struct Candidates {
    codes: [u16; MAX_CANDIDATES],
    count: usize,
}

impl Encoder {
    /// Compresses pixels, each as one of its two indices; all indices are below 1 << `index_bits`
    /// (2 to 8). The first byte of the result is `index_bits`, as in a GIF; the codes follow, not
    /// yet cut into blocks.
    pub fn encode(&mut self, pixels: &[Alternatives], index_bits: u8) -> Vec<u8> {
        self.index_bits = index_bits;
        let clear = 1u16 << index_bits;
        let mut out = Codes::new(index_bits);
        out.write(clear);
        self.clear();
        // The decoder learns the last pixel of a string from the string that follows it: until
        // then only the prefix of the newest one is known.
        let mut prefix = None;
        let mut position = 0;
        while position < pixels.len() {
            let (code, length) = self.longest(&pixels[position..], prefix);
            if let Some(prefix) = prefix {
                self.append(prefix, self.first_of(code, prefix));
            }
            out.write(code);
            position += length;
            prefix = Some(code);
            if self.first.len() == DICTIONARY_SIZE {
                out.write(clear);
                out.reset(index_bits);
                self.clear();
                prefix = None;
            } else {
                out.make_room_for(self.first.len());
            }
        }
        out.write(clear + 1);
        out.finish()
    }

    /// Starts with a dictionary of single pixels.
    fn clear(&mut self) {
        // The two codes after the pixels are commands: clear and end.
        let codes = (1usize << self.index_bits) + 2;
        self.first.clear();
        self.first.extend((0..codes).map(|code| code as u8));
        self.longer.resize(DICTIONARY_SIZE << self.index_bits, 0);
        self.longer[..codes << self.index_bits].fill(0);
    }

    /// The longest string that these pixels can begin with: its code and its length.
    ///
    /// The newest string has the next free code; it is `prefix` and the first pixel of what is
    /// found here.
    fn longest(&self, pixels: &[Alternatives], prefix: Option<u16>) -> (u16, usize) {
        let mut candidates = Candidates::default();
        for_each(pixels[0], |pixel| candidates.push(pixel.into()));
        for (length, &alternatives) in pixels.iter().enumerate().skip(1) {
            // The fast path for most pixels.
            if candidates.count == 1 && alternatives[0] == alternatives[1] {
                match self.next(candidates.codes[0], alternatives[0], prefix) {
                    Some(code) => candidates.codes[0] = code,
                    None => return (candidates.codes[0], length),
                }
                continue;
            }
            let mut longer = Candidates::default();
            for &code in candidates.codes() {
                for_each(alternatives, |pixel| {
                    if let Some(code) = self.next(code, pixel, prefix) {
                        longer.push(code);
                    }
                });
            }
            if longer.count == 0 {
                return (candidates.newest(), length);
            }
            candidates = longer;
        }
        (candidates.newest(), pixels.len())
    }

    /// The string that is longer by a pixel.
    fn next(&self, code: u16, pixel: u8, prefix: Option<u16>) -> Option<u16> {
        let newest = self.first.len() as u16;
        if code == newest {
            return None;
        }
        let row = usize::from(code) << self.index_bits;
        match self.longer[row + usize::from(pixel)] {
            0 if prefix == Some(code) && self.first[usize::from(code)] == pixel => Some(newest),
            0 => None,
            code => Some(code),
        }
    }

    /// The first pixel of a string, which may be the newest: that begins as its prefix does.
    fn first_of(&self, code: u16, prefix: u16) -> u8 {
        let is_newest = usize::from(code) == self.first.len();
        self.first[usize::from(if is_newest { prefix } else { code })]
    }

    /// Adds the string `prefix` + `last`, even if it is there: the decoder gives it a code anyway.
    fn append(&mut self, prefix: u16, last: u8) {
        let code = self.first.len();
        self.first.push(self.first[usize::from(prefix)]);
        let row = code << self.index_bits;
        self.longer[row..row + (1 << self.index_bits)].fill(0);
        self.longer[(usize::from(prefix) << self.index_bits) + usize::from(last)] = code as u16;
    }
}

fn for_each([one, other]: Alternatives, mut visit: impl FnMut(u8)) {
    visit(one);
    if other != one {
        visit(other);
    }
}

impl Candidates {
    fn push(&mut self, code: u16) {
        if self.count < MAX_CANDIDATES {
            self.codes[self.count] = code;
            self.count += 1;
        }
    }

    fn codes(&self) -> &[u16] {
        &self.codes[..self.count]
    }

    /// The string learnt last, which resembles nearby pixels most.
    fn newest(&self) -> u16 {
        self.codes().iter().copied().max().unwrap_or_default()
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
    fn make_room_for(&mut self, code: usize) {
        if code == 1 << self.code_bits {
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

    /// The indices as the decoder of the `gif` crate reads them.
    fn decoded(codes: &[u8], length: usize) -> Vec<u8> {
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

    /// Asserts that the pixels survive a round trip; returns the length of their codes in bytes.
    fn check(pixels: &[Alternatives], index_bits: u8) -> usize {
        let codes = Encoder::default().encode(pixels, index_bits);
        assert_eq!(codes[0], index_bits);
        let decoded = decoded(&codes, pixels.len());
        assert_eq!(decoded.len(), pixels.len());
        for (position, (index, allowed)) in decoded.iter().zip(pixels).enumerate() {
            assert!(
                allowed.contains(index),
                "{index} for {allowed:?} at {position}"
            );
        }
        codes.len()
    }

    /// Numbers that look like noise, the same each time.
    fn noise(count: usize) -> impl Iterator<Item = u8> {
        let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        std::iter::successors(Some(1), next)
            .map(|state| (state >> 24) as u8)
            .take(count)
    }

    #[test]
    fn runs_of_every_length_come_back() {
        for length in 1..300 {
            check(&vec![[3; 2]; length], 2);
        }
        check(&vec![[0, 7]; 60_000], 3);
    }

    #[test]
    fn noise_that_fills_the_dictionary_comes_back() {
        let fixed: Vec<Alternatives> = noise(50_000).map(|index| [index; 2]).collect();
        check(&fixed, 8);
        let free: Vec<Alternatives> = noise(50_000).map(|index| [index % 3, index % 4]).collect();
        check(&free, 2);
    }

    #[test]
    fn a_choice_of_indices_makes_longer_strings() {
        let stripes = |i: usize| 1 + (i / 9 % 2) as u8;
        let choices = |other: fn(u8) -> u8| -> Vec<Alternatives> {
            let choice = |i| {
                if i % 7 == 0 {
                    [other(stripes(i)), stripes(i)]
                } else {
                    [stripes(i); 2]
                }
            };
            (0..999).map(choice).collect()
        };
        let free = choices(|_| 0);
        let forced: Vec<Alternatives> = free.iter().map(|[one, _]| [*one; 2]).collect();
        assert!(check(&free, 2) < check(&forced, 2));
    }

    proptest! {
        #[test]
        fn any_pixels_come_back(
            pixels in prop::collection::vec([0u8..=255, 0..=255], 1..3000),
            index_bits in 2u8..=8,
        ) {
            let mask = u8::MAX >> (8 - index_bits);
            let masked: Vec<Alternatives> =
                pixels.iter().map(|choice| choice.map(|index| index & mask)).collect();
            check(&masked, index_bits);
        }
    }
}
