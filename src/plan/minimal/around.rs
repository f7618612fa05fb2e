//! A row and its neighbours: all that a row's part of the score depends on.

/// A row and what lies next to it.
pub struct Around<R> {
    pub cells: R,
    pub below: R,
    pub above: R,
    pub second_above: R,
    /// Whether the row below, this one, and the two above are scaffold, one bit per row.
    pub scaffold: u32,
    /// The row of the picture that this is, unless it is scaffold.
    pub picture_row: usize,
}

impl<R> Around<R> {
    pub fn is_scaffold_below(&self) -> bool {
        self.scaffold & 1 == 1
    }

    pub fn is_scaffold(&self) -> bool {
        self.scaffold >> 1 & 1 == 1
    }

    pub fn is_scaffold_above(&self) -> bool {
        self.scaffold >> 2 & 1 == 1
    }

    pub fn is_scaffold_second_above(&self) -> bool {
        self.scaffold >> 3 == 1
    }
}
