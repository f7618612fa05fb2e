//! Where in an image the picture is.

use std::ops::Range;

/// The smallest rectangle that holds all pixels which are not transparent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Its first column, from 0.
    pub left: usize,
    /// Its first row, from 0 at the top.
    pub top: usize,
    /// Columns, 1 or more.
    pub width: usize,
    /// Rows, 1 or more.
    pub height: usize,
}

impl Bounds {
    /// The bounds in an image of `width` columns, given row by row from the top; `None` if every
    /// pixel is transparent.
    pub(crate) fn of<T>(width: usize, pixels: &[Option<T>]) -> Option<Self> {
        let mut columns: Option<(usize, usize)> = None;
        let mut rows: Option<(usize, usize)> = None;
        for (y, row) in pixels.chunks(width.max(1)).enumerate() {
            let Some(first) = row.iter().position(Option::is_some) else {
                continue;
            };
            let last = row.iter().rposition(Option::is_some).unwrap_or(first);
            columns = columns.map_or(Some((first, last)), |(left, right)| {
                Some((left.min(first), right.max(last)))
            });
            rows = Some((rows.map_or(y, |(top, _)| top), y));
        }
        let ((left, right), (top, bottom)) = columns.zip(rows)?;
        Some(Bounds {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        })
    }

    /// These bounds, counted from the corner of others, in the picture of those.
    pub(crate) fn inside(self, outer: Bounds) -> Bounds {
        Bounds {
            left: outer.left + self.left,
            top: outer.top + self.top,
            ..self
        }
    }

    /// Whether they lie in others, or are the same.
    pub(crate) fn lies_within(self, outer: Bounds) -> bool {
        outer.left <= self.left
            && outer.top <= self.top
            && self.columns().end <= outer.columns().end
            && self.rows().end <= outer.rows().end
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The columns that it covers.
    pub fn columns(&self) -> Range<usize> {
        self.left..self.left + self.width
    }

    /// The rows that it covers.
    pub fn rows(&self) -> Range<usize> {
        self.top..self.top + self.height
    }
}
