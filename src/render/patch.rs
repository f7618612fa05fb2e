//! What a frame changes: the pixels of a GIF frame and the best way to store them.

use super::lzw::{Alternatives, Encoder};

use crate::picture::{Canvas, Palette, Rect};

const FREE: u8 = Palette::TRANSPARENT;

/// How the pixels of a patch that do not change are stored.
#[derive(Clone, Copy)]
enum Unchanged {
    /// As their colour, for patches that change nearly everywhere.
    Opaque,
    /// As transparent. Those close to a changed pixel of their row may take their colour instead,
    /// where that makes the dictionary's strings longer; farther ones would only make them diverse.
    Transparent,
}

/// The encodings that are tried, of which the shorter one is stored.
///
/// Seven more (other reaches, tie-breaks, look-ahead) took six times as long and saved 0.2 to 1.3 %
/// on the prints in `out/`, drawn in several themes and sizes.
const ENCODINGS: [Unchanged; 2] = [Unchanged::Opaque, Unchanged::Transparent];

/// How close to a changed pixel an unchanged one may take its colour, in pixels: any number from 8
/// to 32 does about as well, 128 makes files 0.3 % larger (on the prints in `out/`).
const REACH: usize = 16;

/// GIF does not allow fewer bits for an index.
const MIN_INDEX_BITS: u8 = 2;

/// A frame's pixels as a GIF holds them.
pub struct Stored {
    /// As [`Encoder::encode`] returns them.
    pub codes: Vec<u8>,
    pub transparent: Option<u8>,
}

impl Stored {
    /// A single pixel that changes nothing.
    pub fn nothing() -> Stored {
        Stored {
            codes: Encoder::default().encode(&[[0; 2]], MIN_INDEX_BITS),
            transparent: Some(0),
        }
    }
}

/// The pixels of a frame that are stored, and when it begins.
pub struct Patch {
    /// In centiseconds.
    pub start: u64,
    pub rect: Rect,
    after: Vec<u8>,
    /// What the rectangle showed before; nothing before the first frame.
    before: Option<Vec<u8>>,
}

impl Patch {
    /// What the canvas shows anew since the last call with the same `shown`, which begins empty;
    /// `None` if it looks as before.
    pub fn next(shown: &mut Vec<u8>, canvas: &mut Canvas, start: u64) -> Option<Patch> {
        let dirty = canvas.take_dirty();
        if shown.is_empty() {
            *shown = canvas.pixels().to_vec();
            return Some(Patch::whole(canvas, start));
        }
        Patch::between(shown, canvas, dirty, start)
    }

    /// All of the canvas.
    fn whole(canvas: &Canvas, start: u64) -> Patch {
        Patch {
            start,
            rect: Rect::new(0, 0, canvas.width(), canvas.height()),
            after: canvas.pixels().to_vec(),
            before: None,
        }
    }

    /// The smallest rectangle inside `dirty` that holds all pixels which differ from those `shown`,
    /// and brings these up to date; `None` if there are none.
    fn between(shown: &mut [u8], canvas: &Canvas, dirty: Rect, start: u64) -> Option<Patch> {
        let rect = changed(canvas, shown, dirty)?;
        let area = rect.width * rect.height;
        let (mut after, mut before) = (Vec::with_capacity(area), Vec::with_capacity(area));
        for y in rect.y..rect.y + rect.height {
            let left = y * canvas.width() + rect.x;
            let drawn = &canvas.pixels()[left..left + rect.width];
            let old = &mut shown[left..left + rect.width];
            after.extend_from_slice(drawn);
            before.extend_from_slice(old);
            old.copy_from_slice(drawn);
        }
        Some(Patch {
            start,
            rect,
            after,
            before: Some(before),
        })
    }

    /// The pixels of the rectangle, row by row from the top.
    pub fn after(&self) -> &[u8] {
        &self.after
    }

    /// [`after`](Self::after), of a patch that nobody needs any more.
    pub fn into_pixels(self) -> Vec<u8> {
        self.after
    }

    /// What the rectangle showed before; `None` if this is the first frame.
    pub fn into_before(self) -> Option<Vec<u8>> {
        self.before
    }

    /// Pixels of the rectangle.
    pub fn area(&self) -> usize {
        self.after.len()
    }

    /// The shortest encoding of the pixels. Indices in the file are one below those of the canvas.
    pub fn compress(&self, encoder: &mut Encoder) -> Stored {
        let needed = self.needed();
        let (index_bits, transparent) = index_of_nothing(&needed);
        let free = transparent.unwrap_or_default();
        // A colour that no changed pixel has must not make every index longer.
        let color = |position: usize| match self.after[position] - 1 {
            color if usize::from(color) < 1 << index_bits => color,
            _ => free,
        };
        let near = near_changes(&needed, self.rect.width);
        let alternatives = |unchanged: Unchanged, position: usize| {
            let color = color(position);
            match unchanged {
                Unchanged::Transparent if needed[position] != FREE => [color; 2],
                Unchanged::Transparent if near[position] => [free, color],
                Unchanged::Transparent => [free; 2],
                Unchanged::Opaque => [color; 2],
            }
        };
        let codes = ENCODINGS.map(|unchanged| {
            let pixels = (0..needed.len()).map(|position| alternatives(unchanged, position));
            encoder.encode(&pixels.collect::<Vec<Alternatives>>(), index_bits)
        });
        Stored {
            codes: codes.into_iter().min_by_key(Vec::len).unwrap_or_default(),
            transparent,
        }
    }

    /// The pixels, transparent where nothing has changed.
    pub fn needed(&self) -> Vec<u8> {
        let Some(before) = &self.before else {
            return self.after.clone();
        };
        let pairs = self.after.iter().zip(before);
        pairs
            .map(|(after, before)| if after == before { FREE } else { *after })
            .collect()
    }
}

/// The bits that the indices take, and the index that stands for what has not changed: the largest
/// that no changed pixel has, so that many colours stay within reach of the others.
fn index_of_nothing(needed: &[u8]) -> (u8, Option<u8>) {
    let mut is_used = [false; 256];
    let mut has_free = false;
    for run in needed.chunk_by(|a, b| a == b) {
        match run[0] {
            FREE => has_free = true,
            index => is_used[usize::from(index - 1)] = true,
        }
    }
    let largest = is_used.iter().rposition(|is_used| *is_used).unwrap_or(0);
    let bits = (MIN_INDEX_BITS..=u8::BITS as u8).filter(|bits| largest < 1 << *bits);
    let choices = bits.map(|bits| {
        let unused = (0..1usize << bits).rfind(|index| !is_used[*index]);
        (bits, unused.map(|index| index as u8))
    });
    let mut choices = choices.filter(|(_, unused)| !has_free || unused.is_some());
    choices.next().unwrap_or((u8::BITS as u8, None))
}

/// Whether each pixel is within [`REACH`] of a changed one of its row; a changed pixel itself is.
fn near_changes(needed: &[u8], width: usize) -> Vec<bool> {
    let mut near = Vec::with_capacity(needed.len());
    for row in needed.chunks(width) {
        let mut start = 0;
        for run in row.chunk_by(|a, b| (*a == FREE) == (*b == FREE)) {
            let end = start + run.len();
            near.extend((start..end).map(|x| {
                let is_near_left = start > 0 && x + 1 - start <= REACH;
                let is_near_right = end < width && end - x <= REACH;
                run[0] != FREE || is_near_left || is_near_right
            }));
            start = end;
        }
    }
    near
}

/// The smallest rectangle inside `dirty` that holds all pixels which differ from `shown`.
fn changed(canvas: &Canvas, shown: &[u8], dirty: Rect) -> Option<Rect> {
    let row = |y: usize| {
        let start = y * canvas.width() + dirty.x;
        let range = start..start + dirty.width;
        (&canvas.pixels()[range.clone()], &shown[range])
    };
    let is_changed = |y: &usize| {
        let (after, before) = row(*y);
        after != before
    };
    let mut rows = dirty.y..dirty.y + dirty.height;
    let top = rows.clone().find(is_changed)?;
    let bottom = rows.rfind(is_changed)?;
    let (mut left, mut right) = (dirty.width, 0);
    for y in top..=bottom {
        let (after, before) = row(y);
        let differs = |x: &usize| after[*x] != before[*x];
        left = (0..left).find(differs).unwrap_or(left);
        right = (right..dirty.width).rfind(differs).map_or(right, |x| x + 1);
    }
    let (width, height) = (right - left, bottom + 1 - top);
    Some(Rect::new(dirty.x + left, top, width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas(rows: [&str; 4]) -> Canvas {
        let mut canvas = Canvas::new(6, 4);
        for (y, row) in rows.into_iter().enumerate() {
            for (x, digit) in row.bytes().enumerate() {
                canvas.fill(Rect::new(x, y, 1, 1), digit - b'0');
            }
        }
        canvas
    }

    #[test]
    fn a_patch_is_the_smallest_rectangle_around_the_changes() {
        let before = canvas(["111111", "111111", "111111", "111111"]);
        let mut after = canvas(["111111", "113111", "111121", "111111"]);
        let mut shown = before.pixels().to_vec();
        let patch = Patch::between(&mut shown, &after, after.clone().take_dirty(), 7).unwrap();
        assert_eq!((patch.start, patch.rect), (7, Rect::new(2, 1, 3, 2)));
        assert_eq!(patch.after, [3, 1, 1, 1, 1, 2]);
        assert_eq!(patch.needed(), [3, 0, 0, 0, 0, 2]);
        assert_eq!(shown, after.pixels());
        let dirty = after.take_dirty();
        assert!(Patch::between(&mut shown, &after, dirty, 8).is_none());
    }

    #[test]
    fn a_change_reaches_no_farther_than_its_row() {
        let mut needed = vec![FREE; 3 * 40];
        (needed[0], needed[60]) = (1, 1);
        let near = near_changes(&needed, 40);
        let rows = near.chunks(40).map(|row| {
            let near = (0..40).filter(|x| row[*x]);
            (near.clone().min(), near.max())
        });
        let expected = [(Some(0), Some(REACH)), (Some(4), Some(36)), (None, None)];
        assert!(rows.eq(expected));
    }

    #[test]
    fn an_index_takes_two_bits_at_least_and_leaves_one_for_what_stays() {
        let of = |needed: &[u8]| index_of_nothing(needed);
        assert_eq!(of(&[1, 2]), (2, Some(3)));
        assert_eq!(of(&[0, 1, 2, 4]), (2, Some(2)));
        assert_eq!(of(&[0, 1, 2, 3, 4]), (3, Some(7)));
        assert_eq!(of(&[1, 2, 3, 4]), (2, None));
        assert_eq!(of(&[0, 255]), (8, Some(255)));
    }
}
