//! The scaffold rows that each gap between two rows of a picture needs, if it has any.
//!
//! Rows keep their order, and rows of the picture never clear. So each scaffold row belongs to a *gap* once and for
//! all: gap 0 is under the picture, gap g between its rows g - 1 and g, and the last one above it. Three things are
//! known of a gap above a row of the picture:
//!
//! * If no pixel of row g stands on one of row g - 1, the first piece in the rows above the gap rests on scaffold.
//! * Beside the picture, what is in a scaffold row hangs over the empty cells of row g - 1. A single scaffold row takes
//!   flat I pieces there, and one that does not reach the picture rests on nothing: at most three columns can be
//!   filled.
//! * Of two scaffold rows, the one that clears first leaves the other one alone, so the rest of this one has at most
//!   three columns, next to the picture. Beyond them a piece rests on what its upper cells find filled in the lower row.
//!   A flat S or Z adds to the lower row as many cells to rest on as it takes, and leaves the next one no room in the
//!   upper row unless one cell was there; a J, L or T takes two and adds none; so what reaches over from the
//!   picture is followed by one J or L at most: four columns.
//!
//! Three rows, cleared one by one, fill any number of columns. The tests play out all ways to fill up to twelve.

use crate::game::FieldSize;
use crate::plan::Picture;

/// The gaps of a picture, from the lowest.
pub struct Gaps {
    least: Vec<LeastRows>,
}

/// The fewest scaffold rows of a gap.
struct LeastRows {
    /// Of a gap that some piece asks for scaffold.
    used: u8,
    /// Of one that none does.
    unused: u8,
}

impl Gaps {
    /// The picture has at most 64 columns.
    pub fn new(picture: &Picture, field: FieldSize) -> Self {
        let least = |gap| LeastRows::new(picture, field, gap);
        Gaps {
            least: (0..=picture.height()).map(least).collect(),
        }
    }

    /// The fewest scaffold rows of a gap where some piece needs that many; of one beyond the picture, these.
    pub fn rows(&self, gap: usize, needed: u8) -> u8 {
        match self.least.get(gap) {
            Some(least) if needed == 0 => least.unused,
            Some(least) => least.used.max(needed),
            None => needed,
        }
    }
}

impl LeastRows {
    fn new(picture: &Picture, field: FieldSize, gap: usize) -> Self {
        let mask = |row: usize| picture.row_mask(row);
        let used = match gap {
            0 => 1,
            _ => {
                // Pieces with a pixel reach into the gap's rows from these, and only there pieces rest on pixels.
                let near = (gap - 1..picture.height().min(gap + 3)).fold(0, |m, row| m | mask(row));
                let width = (u64::BITS - near.leading_zeros() - near.trailing_zeros()) as usize;
                of_side(field.width().saturating_sub(width).div_ceil(2))
            }
        };
        let is_joined = gap == 0 || gap == picture.height() || mask(gap) & mask(gap - 1) != 0;
        LeastRows {
            used,
            unused: if is_joined { 0 } else { used },
        }
    }
}

/// The fewest rows over nothing that are filled in so many columns beside the picture.
fn of_side(columns: usize) -> u8 {
    match columns {
        0..=3 => 1,
        4 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::color::Rgb;
    use crate::game::Pose;
    use crate::sprite::Sprite;

    /// Rows of a side from the lowest; bit 0 is the column next to the picture.
    type Side = Vec<u64>;

    /// The rows of a shape from the lowest.
    fn rows_of(pose: Pose) -> Side {
        let shape = pose.shape();
        let rows = shape.rows[..usize::from(shape.height)].iter();
        rows.rev().copied().collect()
    }

    /// What is on the side of pieces that are on both sides of the picture's border.
    fn reaching_over() -> BTreeSet<Side> {
        let mut parts = BTreeSet::new();
        for pose in Pose::ALL {
            for cut in 1..usize::from(pose.shape().width) {
                let part = rows_of(pose).into_iter().map(|row| row >> cut);
                parts.insert(part.filter(|row| *row != 0).collect());
            }
        }
        parts
    }

    /// The sides that one piece more makes of a side. Only one that reaches over rests on what is not there.
    fn after_a_piece(side: &Side, columns: usize) -> Vec<Side> {
        let mut after = Vec::new();
        let mut put = |piece: &Side, left: usize, rests: bool| {
            for bottom in 0..(side.len() + 1).saturating_sub(piece.len()) {
                let mut filled = side.clone();
                let mut is_legal = bottom + piece.len() <= side.len();
                let mut is_supported = rests;
                for (row, cells) in piece.iter().enumerate() {
                    let (row, cells) = (bottom + row, cells << left);
                    let above = side.iter().skip(row).fold(0, |above, row| above | row);
                    is_legal &= cells & above == 0 && cells >> columns == 0;
                    is_supported |= row > 0 && cells & side[row - 1] != 0;
                    if is_legal {
                        filled[row] |= cells;
                    }
                }
                if is_legal && is_supported {
                    after.push(filled);
                }
            }
        };
        for part in reaching_over() {
            put(&part, 0, true);
        }
        for pose in Pose::ALL {
            for left in 0..columns {
                put(&rows_of(pose), left, false);
            }
        }
        after
    }

    /// Whether so many rows over nothing can all be filled and cleared, one after the other.
    fn can_be_filled(rows: usize, columns: usize) -> bool {
        let full = (1 << columns) - 1;
        let mut seen = BTreeSet::new();
        let mut open = vec![vec![0; rows]];
        while let Some(side) = open.pop() {
            if side.is_empty() {
                return true;
            }
            if !seen.insert(side.clone()) {
                continue;
            }
            for row in (0..side.len()).filter(|row| side[*row] == full) {
                let mut cleared = side.clone();
                cleared.remove(row);
                open.push(cleared);
            }
            open.extend(after_a_piece(&side, columns));
        }
        false
    }

    #[test]
    fn a_side_needs_the_rows_that_playing_it_out_needs() {
        for columns in 1..=12 {
            let least = (1..4).find(|rows| can_be_filled(*rows, columns));
            assert_eq!(least, Some(usize::from(of_side(columns))), "{columns}");
        }
    }

    #[test]
    fn rows_that_do_not_touch_have_scaffold_between_them() {
        let picture = |drawing| {
            let sprite = Sprite::from_diagram(drawing, |_| Some(Rgb::WHITE)).unwrap();
            Picture::of(&sprite).unwrap()
        };
        let apart = Gaps::new(&picture("#.\n.#"), FieldSize::STANDARD);
        assert_eq!([0, 1, 2].map(|gap| apart.rows(gap, 0)), [0, 3, 0]);
        assert_eq!([0, 1, 2].map(|gap| apart.rows(gap, 2)), [2, 3, 3]);
        let joined = Gaps::new(&picture("##\n.#"), FieldSize::STANDARD);
        assert_eq!(joined.rows(1, 0), 0);
    }
}
