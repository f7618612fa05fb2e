//! The comments of a GIF, which the `gif` crate skips: its blocks are walked here as the GIF89a specification has them.

/// The comments of a GIF up to the first block that is not as it should be. Of one that has more than `most` bytes the
/// rest may be missing.
pub fn comments(bytes: &[u8], most: usize) -> Vec<Vec<u8>> {
    let mut comments = Vec::new();
    let mut walk = Walk { bytes, most };
    let _ = walk.read_comments(&mut comments);
    comments
}

/// The rest of a GIF that is not read yet. `None` where it ends too early.
struct Walk<'a> {
    bytes: &'a [u8],
    most: usize,
}

impl<'a> Walk<'a> {
    fn read_comments(&mut self, comments: &mut Vec<Vec<u8>>) -> Option<()> {
        let screen = self.take(13)?;
        self.take(color_table_bytes(screen[10]))?;
        loop {
            match self.take(1)?[0] {
                b'!' => {
                    let is_comment = self.take(1)?[0] == gif::Extension::Comment as u8;
                    let (mut data, most) = (Vec::new(), self.most);
                    self.read_blocks(|block| {
                        if is_comment && data.len() <= most {
                            data.extend_from_slice(block);
                        }
                    })?;
                    if is_comment {
                        comments.push(data);
                    }
                }
                b',' => {
                    let image = self.take(9)?;
                    // The byte after the colour table holds the bits of an index.
                    self.take(color_table_bytes(image[8]) + 1)?;
                    self.read_blocks(|_| {})?;
                }
                _ => return Some(()),
            }
        }
    }

    fn read_blocks(&mut self, mut each: impl FnMut(&[u8])) -> Option<()> {
        loop {
            match self.take(1)?[0] {
                0 => return Some(()),
                length => each(self.take(length.into())?),
            }
        }
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }
}

/// The size of the colour table that these flags announce.
fn color_table_bytes(flags: u8) -> usize {
    if flags & 0x80 == 0 {
        0
    } else {
        3 << ((flags & 7) + 1)
    }
}
