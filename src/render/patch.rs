//! What a frame changes: the pixels of a GIF frame and the best way to store them.

use super::lzw::{Choice, Encoder, Manner};
use crate::picture::Palette;
use crate::picture::{Canvas, Rect};

const FREE: u8 = Palette::TRANSPARENT;

/// Which free pixels are not just transparent. All others would make the dictionary's strings diverse.
#[derive(Clone, Copy)]
enum Shown {
    /// All are stored as their colour.
    All,
    /// Those in gaps of one colour may be stored as it, too.
    Plain,
    /// Those within so many pixels of a changed one of their row may be stored as their colour, too.
    Near(usize),
    /// Those in gaps of at most so many pixels between changed ones are stored as their colour.
    Gaps(usize),
}

/// Ways to store what has changed, of which the shortest is taken.
const WAYS: [(Shown, Manner); 6] = [
    (Shown::Plain, Manner::OLDEST),
    (Shown::Gaps(16), Manner::NEWEST),
    (Shown::Near(48), Manner::NEWEST),
    (Shown::Near(16), Manner::OLDEST),
    (Shown::Gaps(100), Manner::NEWEST),
    (Shown::Near(usize::MAX), Manner::OLDEST),
];

/// Further ways, which would take long for a large patch.
const WAYS_FOR_SMALL: [(Shown, Manner); 3] = [
    (Shown::All, Manner::OLDEST.looking_ahead()),
    (Shown::Near(usize::MAX), Manner::NEWEST),
    (Shown::Near(1), Manner::OLDEST.looking_ahead()),
];

/// Pixels of a small patch at most.
const SMALL: usize = 1 << 15;

/// The bits of an index at least, as GIF demands.
pub const SHORTEST_INDEX: u8 = 2;

/// Whether so many colours and a transparent one can be told apart with so many bits.
pub const fn fits(colors: usize, index_bits: u8) -> bool {
    colors < 1 << index_bits
}

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
            codes: Encoder::default().encode(&[[0; 2]], SHORTEST_INDEX, Manner::OLDEST),
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

    /// Pixels of the rectangle.
    pub fn area(&self) -> usize {
        self.after.len()
    }

    /// The shortest of the ways to store the pixels; `number` is that of each index in the file.
    pub fn compress(&self, number: &[u8; 256], encoder: &mut Encoder) -> Stored {
        let needed = self.needed();
        let (index_bits, transparent) = index_of_nothing(&needed, number);
        let free = transparent.unwrap_or_default();
        let stored = |index: u8| match index {
            FREE => free,
            index => number[usize::from(index)],
        };
        // A colour that the changed pixels do without must not make every index longer.
        let color = |position: usize| match number[usize::from(self.after[position])] {
            color if usize::from(color) < 1 << index_bits => color,
            _ => free,
        };
        let both = |position: usize| [stored(needed[position]), color(position)];
        let places = places(&needed, &self.after, self.rect.width);
        let choice = |shown: Shown, position: usize, place: &Place| {
            let [transparent, color] = both(position);
            match shown {
                Shown::All => [color; 2],
                Shown::Plain if place.is_plain => [transparent, color],
                Shown::Near(reach) if place.nearest() <= reach => [transparent, color],
                Shown::Gaps(widest) if place.gap() <= widest => [color; 2],
                Shown::Plain | Shown::Near(_) | Shown::Gaps(_) => [transparent; 2],
            }
        };
        let is_small = self.area() <= SMALL;
        let more = WAYS_FOR_SMALL.iter().filter(|_| is_small);
        let stored = WAYS.iter().chain(more).map(|(shown, manner)| {
            let places = places.iter().enumerate();
            let pixels = places.map(|(position, place)| choice(*shown, position, place));
            encoder.encode(&pixels.collect::<Vec<Choice>>(), index_bits, *manner)
        });
        Stored {
            codes: stored.min_by_key(Vec::len).unwrap_or_default(),
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

/// The bits that the indices take, and the number that stands for what has not changed: the largest
/// that no changed pixel has, so that many colours stay within reach of the others.
fn index_of_nothing(needed: &[u8], number: &[u8; 256]) -> (u8, Option<u8>) {
    let mut is_used = [false; 256];
    let mut has_free = false;
    for run in needed.chunk_by(|a, b| a == b) {
        match run[0] {
            FREE => has_free = true,
            index => is_used[usize::from(number[usize::from(index)])] = true,
        }
    }
    let largest = is_used.iter().rposition(|is_used| *is_used).unwrap_or(0);
    let bits = (SHORTEST_INDEX..=u8::BITS as u8).filter(|bits| largest < 1 << *bits);
    let choices = bits.map(|bits| {
        let unused = (0..1usize << bits).rfind(|index| !is_used[*index]);
        (bits, unused.map(|index| index as u8))
    });
    let mut choices = choices.filter(|(_, unused)| !has_free || unused.is_some());
    choices.next().unwrap_or((u8::BITS as u8, None))
}

/// Where a pixel stands between the changed ones of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// How far the next changed pixel to the left is, and the one to the right: 0 for a changed pixel
    /// itself, as far as can be where there is none.
    distances: [usize; 2],
    /// Whether the gap between these two is of one colour.
    is_plain: bool,
}

impl Place {
    fn nearest(&self) -> usize {
        let [left, right] = self.distances;
        left.min(right)
    }

    /// Free pixels in the gap; those at the ends of a row are endless.
    fn gap(&self) -> usize {
        let [left, right] = self.distances;
        left.saturating_add(right).saturating_sub(1)
    }
}

/// The place of each pixel, row by row; `needed` is free where nothing has changed, `after` shows what
/// is there.
fn places(needed: &[u8], after: &[u8], width: usize) -> Vec<Place> {
    let mut places = Vec::with_capacity(needed.len());
    for row in needed.chunks(width) {
        let mut start = 0;
        for run in row.chunk_by(|a, b| (*a == FREE) == (*b == FREE)) {
            let shown = &after[places.len()..places.len() + run.len()];
            let is_plain = shown.iter().all(|color| *color == shown[0]);
            let end = start + run.len();
            places.extend((start..end).map(|x| {
                let left = if start == 0 {
                    usize::MAX
                } else {
                    x + 1 - start
                };
                let right = if end == width { usize::MAX } else { end - x };
                let is_free = run[0] == FREE;
                let distances = if is_free { [left, right] } else { [0; 2] };
                Place {
                    distances,
                    is_plain,
                }
            }));
            start = end;
        }
    }
    places
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
    fn distances_end_with_the_row() {
        let far = usize::MAX;
        let first = [[far, 1], [0, 0], [1, 2], [2, 1], [0, 0]];
        let second = [[far, far]; 5];
        let expected = [first, second].concat();
        let needed = [0, 5, 0, 0, 7, 0, 0, 0, 0, 0];
        let places = places(&needed, &[1; 10], 5);
        let distances: Vec<[usize; 2]> = places.iter().map(|place| place.distances).collect();
        assert_eq!(distances, expected);
        assert_eq!((places[2].gap(), places[3].nearest()), (2, 1));
    }

    #[test]
    fn a_gap_of_one_colour_is_plain() {
        let needed = [0, 0, 5, 0, 0, 0];
        let places = places(&needed, &[1, 1, 5, 1, 2, 2], 6);
        let plain: String = (places.iter())
            .map(|place| if place.is_plain { 'p' } else { '-' })
            .collect();
        assert_eq!(plain, "ppp---");
    }

    #[test]
    fn an_index_takes_two_bits_at_least_and_leaves_one_for_what_stays() {
        let number = std::array::from_fn(|index| (index as u8).wrapping_sub(1));
        let of = |needed: &[u8]| index_of_nothing(needed, &number);
        assert_eq!(of(&[1, 2]), (2, Some(3)));
        assert_eq!(of(&[0, 1, 2, 4]), (2, Some(2)));
        assert_eq!(of(&[0, 1, 2, 3, 4]), (3, Some(7)));
        assert_eq!(of(&[1, 2, 3, 4]), (2, None));
        assert_eq!(of(&[0, 255]), (8, Some(255)));
    }
}
