//! Ways to damage a file, the same for the same number.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::pictures::{chunks_of, mend_checksums};

/// Numbers that a reader may forget to think of.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1e999",
    "-0.5",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "NaN",
];

/// Bytes of lengths and sizes, at the ends of what two, four or eight bytes hold.
const EXTREMES: [&[u8]; 8] = [
    &[0x00; 2],
    &[0xff; 2],
    &[0x00; 4],
    &[0xff; 4],
    &[0x7f, 0xff, 0xff, 0xff],
    &[0xff, 0xff, 0xff, 0x7f],
    &[0x80, 0, 0, 0],
    &[0xff; 8],
];

/// A file damaged in one to three ways; `other` is what parts of it may be replaced by.
pub fn damaged(file: &[u8], other: &[u8], number: u64) -> Vec<u8> {
    let mut chance = Chance(SplitMix64::seed_from_u64(number));
    let mut bytes = file.to_vec();
    for _ in 0..=chance.below(3) {
        damage(&mut bytes, other, &mut chance);
    }
    // Otherwise no damage of a PNG would get past its checksums.
    if chance.below(2) == 0 {
        mend_checksums(&mut bytes);
    }
    bytes
}

struct Chance(SplitMix64);

impl Chance {
    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// The start and end of a part of at most `longest` bytes.
    fn part(&mut self, bytes: &[u8], longest: usize) -> std::ops::Range<usize> {
        let start = self.below(bytes.len() + 1);
        let end = (start + self.below(longest + 1)).min(bytes.len());
        start..end
    }
}

fn damage(bytes: &mut Vec<u8>, other: &[u8], chance: &mut Chance) {
    match chance.below(11) {
        0 if !bytes.is_empty() => {
            for _ in 0..=chance.below(8) {
                let place = chance.below(bytes.len());
                bytes[place] ^= 1 << chance.below(8);
            }
        }
        1 => bytes.truncate(chance.below(bytes.len() + 1)),
        2 => {
            let part = chance.part(bytes, 64);
            bytes.drain(part);
        }
        3 => {
            let part = chance.part(bytes, 512);
            let again = bytes[part.clone()].repeat(1 + chance.below(50));
            bytes.splice(part.end..part.end, again);
        }
        4 => {
            let noise: Vec<u8> = (0..chance.below(40))
                .map(|_| chance.below(256) as u8)
                .collect();
            let part = chance.part(bytes, 40);
            bytes.splice(part, noise);
        }
        5 => {
            let (from, to) = (chance.part(other, 400), chance.part(bytes, 400));
            bytes.splice(to, other[from].iter().copied());
        }
        6 => {
            let extreme = EXTREMES[chance.below(EXTREMES.len())];
            // Sizes stand in the beginning more often than elsewhere.
            let reach = [64, bytes.len()][chance.below(2)].min(bytes.len());
            let start = chance.below(reach + 1);
            let end = (start + extreme.len()).min(bytes.len());
            bytes.splice(start..end, extreme.iter().copied());
        }
        7 => {
            let deep = ["[", "{\"a\":", "(", "a.", "\n", "#"][chance.below(6)].repeat(20_000);
            let place = chance.part(bytes, 0);
            bytes.splice(place, deep.into_bytes());
        }
        8 => resize_chunk(bytes, chance),
        _ => replace_number(bytes, NUMBERS[chance.below(NUMBERS.len())], chance),
    }
}

/// Makes a chunk of a PNG longer or shorter and says so in its length: what stands in it no longer fits what other chunks
/// say, though each is whole. Without this no palette ever ended within a colour, which once crashed the decoder.
fn resize_chunk(bytes: &mut Vec<u8>, chance: &mut Chance) {
    let chunks = chunks_of(bytes);
    if chunks.is_empty() {
        return;
    }
    let chunk = chunks[chance.below(chunks.len())].clone();
    let part = chance.part(&bytes[chunk.clone()], 8);
    let part = chunk.start + part.start..chunk.start + part.end;
    let added = vec![chance.below(256) as u8; chance.below(8)];
    let length = chunk.len() - part.len() + added.len();
    bytes.splice(part, added);
    bytes[chunk.start - 8..chunk.start - 4].copy_from_slice(&(length as u32).to_be_bytes());
}

/// Writes another number for one of those in a text; a file without any stays as it is.
fn replace_number(bytes: &mut Vec<u8>, number: &str, chance: &mut Chance) {
    let is_start = |place: &usize| {
        let before = place.checked_sub(1).map(|before| bytes[before]);
        bytes[*place].is_ascii_digit() && !before.is_some_and(|byte| byte.is_ascii_digit())
    };
    let starts: Vec<usize> = (0..bytes.len()).filter(is_start).collect();
    if !starts.is_empty() {
        let start = starts[chance.below(starts.len())];
        let digits = bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let end = start + digits.count();
        bytes.splice(start..end, number.bytes());
    }
}
