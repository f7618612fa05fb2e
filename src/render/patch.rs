//! What a frame changes: the pixels of a GIF frame and the best way to store them.

use super::canvas::{Canvas, Rect};
use super::lzw::{Choice, Encoder, Taste};
use super::palette::Palette;

const FREE: u8 = Palette::TRANSPARENT;

/// Ways to store what has changed, of which the shortest is taken. The number says how far from a
/// changed pixel of the same row, in pixels, one that has not changed may be stored as its colour as
/// well: further away the choice only makes the dictionary's strings diverse.
const WAYS: [(usize, Taste); 4] = [
    (24, Taste::Oldest),
    (4, Taste::Oldest),
    (8, Taste::Newest),
    (2, Taste::Newest),
];

/// Pixels of a patch up to which it is tried to leave nothing transparent. In a larger one far
/// fewer pixels change than not, and this never pays.
const SMALL: usize = 1 << 15;

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

    /// Gives every index a new number.
    pub fn renumber(&mut self, number: &[u8; 256]) {
        for index in self
            .after
            .iter_mut()
            .chain(self.before.iter_mut().flatten())
        {
            *index = number[usize::from(*index)];
        }
    }

    /// The pixels of the rectangle, row by row from the top.
    pub fn after(&self) -> &[u8] {
        &self.after
    }

    /// Pixels of the rectangle.
    pub fn area(&self) -> usize {
        self.after.len()
    }

    /// The shorter of the ways to store the pixels, as [`Encoder::encode`] returns it.
    pub fn compress(&self, encoder: &mut Encoder) -> Vec<u8> {
        let needed = self.needed();
        let index_bits = index_bits(&needed);
        // A colour that the changed pixels do without must not make every index longer.
        let color = |position: usize| match self.after[position] {
            color if usize::from(color) < 1 << index_bits => color,
            _ => needed[position],
        };
        let width = self.rect.width;
        let mixed = WAYS.map(|(reach, taste)| {
            let mut pixels: Vec<Choice> = needed.iter().map(|index| [*index; 2]).collect();
            for (row, line) in pixels.chunks_exact_mut(width).enumerate() {
                allow_colors(line, reach, |x| color(row * width + x));
            }
            encoder.encode(&pixels, index_bits, taste)
        });
        let is_colored = self.before.is_some() && self.area() <= SMALL;
        let colored = is_colored.then(|| {
            let pixels: Vec<Choice> = (0..self.area()).map(|at| [color(at); 2]).collect();
            encoder.encode(&pixels, index_bits, Taste::Oldest)
        });
        let ways = mixed.into_iter().chain(colored);
        ways.min_by_key(Vec::len).unwrap_or_default()
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

/// Gives the free pixels of a row that are within `reach` of one that is not free the choice of their colour.
fn allow_colors(row: &mut [Choice], reach: usize, color: impl Fn(usize) -> u8) {
    let width = row.len();
    let mut walk = |position: &dyn Fn(usize) -> usize| {
        let mut room = 0;
        for x in (0..width).map(position) {
            if row[x][0] != FREE {
                room = reach;
            } else if room > 0 {
                row[x][1] = color(x);
                room -= 1;
            }
        }
    };
    walk(&|x| x);
    walk(&|x| width - 1 - x);
}

/// The bits of the largest index: at least 2, as GIF demands.
fn index_bits(indices: &[u8]) -> u8 {
    let largest = indices.iter().copied().max().unwrap_or_default().max(3);
    (u8::BITS - largest.leading_zeros()) as u8
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
    fn only_pixels_near_a_change_may_choose() {
        const REACH: usize = 24;
        let mut row = vec![[FREE; 2]; 2 * REACH + 10];
        let middle = row.len() / 2;
        row[middle] = [5; 2];
        allow_colors(&mut row, REACH, |_| 2);
        let choosing: Vec<usize> = (0..row.len()).filter(|x| row[*x] == [FREE, 2]).collect();
        let expected: Vec<usize> = (middle - REACH..=middle + REACH)
            .filter(|x| *x != middle)
            .collect();
        assert_eq!(choosing, expected);
        assert_eq!(row[middle], [5; 2]);
    }

    #[test]
    fn an_index_takes_two_bits_at_least() {
        assert_eq!(
            [0, 3, 4, 31, 255].map(|index| index_bits(&[1, index])),
            [2, 2, 3, 5, 8]
        );
    }
}
