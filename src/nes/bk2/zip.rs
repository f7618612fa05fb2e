//! Zip archives of a few texts: written uncompressed, read compressed, too.
//!
//! The format is Zip (PKWARE's APPNOTE): each member behind a header of its own, then a directory of all members, then
//! the place of the directory.

use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;

/// Why no text could be taken out of an archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The directory is missing or points outside the file.
    #[error("the archive is cut off or damaged")]
    Damaged,
    /// The archive holds other things.
    #[error("the archive has no {0}")]
    Missing(&'static str),
    /// Packed in a way that is not read.
    #[error("{0} is packed by a method other than Deflate")]
    Method(&'static str),
    /// Not text, or larger than any movie.
    #[error("{0} is not a text of up to 64 MiB")]
    Text(&'static str),
}

pub const SIGNATURE: &[u8] = b"PK\x03\x04";
const DIRECTORY_SIGNATURE: &[u8] = b"PK\x01\x02";
const END_SIGNATURE: &[u8] = b"PK\x05\x06";

const HEADER: usize = 30;
const DIRECTORY_HEADER: usize = 46;
const END: usize = 22;

/// More than a log of the most frames takes.
const MOST_BYTES: u64 = 64 << 20;

/// The archive of these texts, by name.
pub fn write_archive(members: &[(&str, &str)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in members {
        let start = archive.len() as u32;
        let common = common_header(name, text.as_bytes());
        archive.extend_from_slice(SIGNATURE);
        archive.extend_from_slice(&common);
        archive.extend_from_slice(name.as_bytes());
        archive.extend_from_slice(text.as_bytes());
        directory.extend_from_slice(DIRECTORY_SIGNATURE);
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&common);
        // No comment, the first disk, no attributes.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&start.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let count = (members.len() as u16).to_le_bytes();
    let start = (archive.len() as u32).to_le_bytes();
    let length = (directory.len() as u32).to_le_bytes();
    archive.extend_from_slice(&directory);
    archive.extend_from_slice(END_SIGNATURE);
    for field in [&[0; 4][..], &count, &count, &length, &start, &[0; 2]] {
        archive.extend_from_slice(field);
    }
    archive
}

/// Version 2.0 of the format.
const VERSION: u16 = 20;
/// The first of January 1980: the same print is the same file.
const DATE: u16 = 1 << 5 | 1;

/// What a member's header and its entry in the directory have in common: nothing is packed.
fn common_header(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(bytes);
    let (flags, method, time, no_more) = (0u16, 0u16, 0u16, 0u16);
    let mut header = Vec::with_capacity(HEADER);
    for field in [VERSION, flags, method, time, DATE] {
        header.extend_from_slice(&field.to_le_bytes());
    }
    for field in [sum.sum(), bytes.len() as u32, bytes.len() as u32] {
        header.extend_from_slice(&field.to_le_bytes());
    }
    for field in [name.len() as u16, no_more] {
        header.extend_from_slice(&field.to_le_bytes());
    }
    header
}

/// A text of the archive, by its name.
pub fn member(archive: &[u8], name: &'static str) -> Result<String, ArchiveError> {
    let entry = find_entry(archive, name)?;
    let (packed, start) = (number(entry, 20, 4)?, number(entry, 42, 4)?);
    let header = part(archive, start, HEADER)?;
    let data = start + HEADER + number(header, 26, 2)? + number(header, 28, 2)?;
    let data = part(archive, data, packed)?;
    let mut text = String::new();
    let read = match number(entry, 10, 2)? {
        0 => data.take(MOST_BYTES).read_to_string(&mut text),
        8 => DeflateDecoder::new(data)
            .take(MOST_BYTES)
            .read_to_string(&mut text),
        _ => return Err(ArchiveError::Method(name)),
    };
    match read {
        Ok(length) if (length as u64) < MOST_BYTES => Ok(text),
        _ => Err(ArchiveError::Text(name)),
    }
}

/// The entry of the directory.
fn find_entry<'a>(archive: &'a [u8], name: &'static str) -> Result<&'a [u8], ArchiveError> {
    let mut ends = archive.windows(END).rev();
    let end = ends
        .find(|end| end.starts_with(END_SIGNATURE))
        .ok_or(ArchiveError::Damaged)?;
    let mut at = number(end, 16, 4)?;
    for _ in 0..number(end, 10, 2)? {
        let entry = part(archive, at, DIRECTORY_HEADER)?;
        if !entry.starts_with(DIRECTORY_SIGNATURE) {
            return Err(ArchiveError::Damaged);
        }
        let length = number(entry, 28, 2)?;
        if part(archive, at + DIRECTORY_HEADER, length)? == name.as_bytes() {
            return Ok(entry);
        }
        at += DIRECTORY_HEADER + length + number(entry, 30, 2)? + number(entry, 32, 2)?;
    }
    Err(ArchiveError::Missing(name))
}

fn part(bytes: &[u8], start: usize, length: usize) -> Result<&[u8], ArchiveError> {
    let end = start.checked_add(length).ok_or(ArchiveError::Damaged)?;
    bytes.get(start..end).ok_or(ArchiveError::Damaged)
}

/// A little-endian number of `length` bytes.
fn number(bytes: &[u8], start: usize, length: usize) -> Result<usize, ArchiveError> {
    let digits = part(bytes, start, length)?.iter().rev();
    Ok(digits.fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use std::io::Write;

    #[test]
    fn texts_come_out_as_they_went_in() {
        let archive = write_archive(&[("a.txt", ""), ("b c.txt", "two\nlines")]);
        assert_eq!(member(&archive, "a.txt").unwrap(), "");
        assert_eq!(member(&archive, "b c.txt").unwrap(), "two\nlines");
        assert!(matches!(
            member(&archive, "b"),
            Err(ArchiveError::Missing("b"))
        ));
        for length in 0..archive.len() {
            assert!(member(&archive[..length], "a.txt").is_err());
        }
    }

    #[test]
    fn a_packed_text_is_unpacked() {
        let text = "|..|........|\n".repeat(1000);
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
        packer.write_all(text.as_bytes()).unwrap();
        let packed = packer.finish().unwrap();
        // The method and the length are those of a packed member, whose bytes no text could have.
        let mut archive = write_archive(&[("log", &"x".repeat(packed.len()))]);
        let data = HEADER + "log".len();
        archive[data..data + packed.len()].copy_from_slice(&packed);
        let entry = data + packed.len();
        archive[entry + 10] = 8;
        assert_eq!(member(&archive, "log").unwrap(), text);
        archive[entry + 10] = 93;
        assert!(matches!(
            member(&archive, "log"),
            Err(ArchiveError::Method("log"))
        ));
    }
}
