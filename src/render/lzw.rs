//! The compression of GIF (Lempel, Ziv and Welch), for pixels that leave a choice.
//!
//! A pixel that does not change from one frame to the next can be stored as its colour or as the
//! transparent index. This encoder decides while it compresses: where two indices are allowed it
//! follows all strings of its dictionary that fit and takes the longest. It may also take a shorter
//! one where that and the next one together reach further ("flexible parsing", Matias and Sahinalp
//! 1999), for three times the work.

/// Strings in the dictionary at most: a code has 12 bits.
const FULL: usize = 4096;

/// Strings that are followed at the same time at most; more find hardly more.
const BRANCHES: usize = 8;

/// Pixels by which a string may be shortened for the sake of the next one.
const LOOK_AHEAD: usize = 6;

/// The two indices that a pixel may be stored as, equal where there is no choice.
pub type Choice = [u8; 2];

/// Which of several strings of the same length is taken. Which is better differs from frame to
/// frame, so both are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Taste {
    /// The one that has been known longest: to grow the same one again and again makes long strings
    /// sooner than to grow all of them a little.
    #[default]
    Oldest,
    /// The one learnt last, which looks most like what is near.
    Newest,
}

/// How strings are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    pub taste: Taste,
    /// Whether a string may be shortened for the sake of the next one.
    pub looks_ahead: bool,
}

impl Manner {
    pub const OLDEST: Manner = Manner {
        taste: Taste::Oldest,
        looks_ahead: false,
    };

    pub const NEWEST: Manner = Manner {
        taste: Taste::Newest,
        looks_ahead: false,
    };

    pub const fn looking_ahead(self) -> Manner {
        Manner {
            looks_ahead: true,
            ..self
        }
    }
}

/// An encoder, whose memory is used again for frame after frame.
#[derive(Default)]
pub struct Encoder {
    index_bits: u8,
    manner: Manner,
    /// The first pixel of each string in the dictionary.
    first: Vec<u8>,
    /// The string that is one pixel shorter; of a single pixel, nothing of use.
    shorter: Vec<u16>,
    /// The string that is one pixel longer, 0 if there is none: a row a string, a column a pixel.
    longer: Vec<u16>,
}

/// Strings of the same length that all fit.
#[derive(Clone, Copy, Default)]
struct Branches {
    codes: [u16; BRANCHES],
    count: usize,
}

impl Encoder {
    /// Compresses pixels, each as one of its two indices; all indices are below 1 << `index_bits`
    /// (2 to 8). The first byte of the result is `index_bits`, as in a GIF; the codes follow, not
    /// yet cut into blocks.
    pub fn encode(&mut self, pixels: &[Choice], index_bits: u8, manner: Manner) -> Vec<u8> {
        (self.index_bits, self.manner) = (index_bits, manner);
        let clear = 1u16 << index_bits;
        let mut out = Codes::new(index_bits);
        out.write(clear);
        self.clear();
        // The decoder learns the last pixel of a string from the string that follows it: until
        // then only the prefix of the newest one is known.
        let mut prefix = None;
        let mut position = 0;
        while position < pixels.len() {
            let rest = &pixels[position..];
            let (code, length) = match self.longest(rest, prefix) {
                longest if manner.looks_ahead => self.look_ahead(rest, prefix, longest),
                longest => longest,
            };
            if let Some(prefix) = prefix {
                self.append(prefix, self.first_of(code, prefix));
            }
            out.write(code);
            position += length;
            prefix = Some(code);
            if self.first.len() == FULL {
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
        // The two codes after the pixels are no strings but orders: clear, end.
        let codes = (1usize << self.index_bits) + 2;
        self.first.clear();
        self.first.extend((0..codes).map(|code| code as u8));
        self.shorter.clear();
        self.shorter.resize(codes, 0);
        self.longer.resize(FULL << self.index_bits, 0);
        self.longer[..codes << self.index_bits].fill(0);
    }

    /// The longest string that these pixels can begin with: its code and its length.
    ///
    /// The newest string has the next free code; it is `prefix` and the first pixel of what is
    /// found here.
    fn longest(&self, pixels: &[Choice], prefix: Option<u16>) -> (u16, usize) {
        let mut branches = Branches::default();
        for_each(pixels[0], |pixel| branches.push(pixel.into()));
        for (length, &choice) in pixels.iter().enumerate().skip(1) {
            // By far the most pixels are like this.
            if branches.count == 1 && choice[0] == choice[1] {
                match self.next(branches.codes[0], choice[0], prefix) {
                    Some(code) => branches.codes[0] = code,
                    None => return (branches.codes[0], length),
                }
                continue;
            }
            let mut longer = Branches::default();
            for &code in branches.codes() {
                for_each(choice, |pixel| {
                    if let Some(code) = self.next(code, pixel, prefix) {
                        longer.push(code);
                    }
                });
            }
            if longer.count == 0 {
                return (branches.choose(self.manner.taste), length);
            }
            branches = longer;
        }
        (branches.choose(self.manner.taste), pixels.len())
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

    /// The longest string, or the one among those a little shorter which together with the next
    /// reaches furthest.
    fn look_ahead(
        &self,
        pixels: &[Choice],
        prefix: Option<u16>,
        (mut code, mut length): (u16, usize),
    ) -> (u16, usize) {
        let reach = |length: usize| match pixels.len() - length {
            0 => length,
            _ => length + self.longest(&pixels[length..], None).1,
        };
        let mut best = (code, length);
        let mut furthest = reach(length);
        let least = length.saturating_sub(LOOK_AHEAD).max(1);
        while length > least && furthest < pixels.len() {
            code = match prefix {
                Some(prefix) if usize::from(code) == self.first.len() => prefix,
                _ => self.shorter[usize::from(code)],
            };
            length -= 1;
            let reach = reach(length);
            if reach > furthest {
                (best, furthest) = ((code, length), reach);
            }
        }
        best
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
        self.shorter.push(prefix);
        let row = code << self.index_bits;
        self.longer[row..row + (1 << self.index_bits)].fill(0);
        self.longer[(usize::from(prefix) << self.index_bits) + usize::from(last)] = code as u16;
    }
}

fn for_each([one, other]: Choice, mut visit: impl FnMut(u8)) {
    visit(one);
    if other != one {
        visit(other);
    }
}

impl Branches {
    fn push(&mut self, code: u16) {
        if self.count < BRANCHES {
            self.codes[self.count] = code;
            self.count += 1;
        }
    }

    fn codes(&self) -> &[u16] {
        &self.codes[..self.count]
    }

    fn choose(&self, taste: Taste) -> u16 {
        let codes = self.codes().iter().copied();
        let chosen = match taste {
            Taste::Oldest => codes.min(),
            Taste::Newest => codes.max(),
        };
        chosen.unwrap_or_default()
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

    fn check(pixels: &[Choice], index_bits: u8) -> usize {
        let plain = [Manner::OLDEST, Manner::NEWEST];
        let manners = plain.into_iter().chain(plain.map(Manner::looking_ahead));
        let lengths = manners.map(|manner| check_with(pixels, index_bits, manner));
        lengths.min().unwrap()
    }

    fn check_with(pixels: &[Choice], index_bits: u8, manner: Manner) -> usize {
        let codes = Encoder::default().encode(pixels, index_bits, manner);
        assert_eq!(codes[0], index_bits);
        let decoded = decoded(&codes, pixels.len());
        assert_eq!(decoded.len(), pixels.len());
        for (position, (index, choice)) in decoded.iter().zip(pixels).enumerate() {
            assert!(
                choice.contains(index),
                "{index} for {choice:?} at {position}"
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
        let fixed: Vec<Choice> = noise(50_000).map(|index| [index; 2]).collect();
        check(&fixed, 8);
        let free: Vec<Choice> = noise(50_000).map(|index| [index % 3, index % 4]).collect();
        check(&free, 2);
    }

    #[test]
    fn a_choice_makes_longer_strings() {
        let stripes = |i: usize| 1 + (i / 9 % 2) as u8;
        let choices = |other: fn(u8) -> u8| -> Vec<Choice> {
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
        let forced: Vec<Choice> = free.iter().map(|[one, _]| [*one; 2]).collect();
        assert!(check(&free, 2) < check(&forced, 2));
    }

    proptest! {
        #[test]
        fn any_pixels_come_back(
            pixels in prop::collection::vec([0u8..=255, 0..=255], 1..3000),
            index_bits in 2u8..=8,
        ) {
            let mask = u8::MAX >> (8 - index_bits);
            let masked: Vec<Choice> =
                pixels.iter().map(|choice| choice.map(|index| index & mask)).collect();
            check(&masked, index_bits);
        }
    }
}
