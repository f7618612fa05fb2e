//! What a piece may leave in a picture, and the scaffold rows without which it cannot.

use super::gaps::Gaps;
use crate::game::Pose;
use crate::plan::Picture;

/// Rows of a picture in which one piece can leave pixels, and the gaps around them.
pub const MOST_ROWS: usize = 4;
pub const MOST_GAPS: usize = MOST_ROWS + 1;

/// The pixels that a piece leaves, and what it needs for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leaving {
    /// The pixels in each row of the picture, from the lowest row in which the piece leaves any.
    pub pixels: [u32; MOST_ROWS],
    /// The fewest scaffold rows in each gap, from the one under that row.
    pub scaffold: [u8; MOST_GAPS],
}

impl Leaving {
    fn is_easier(&self, other: &Leaving) -> bool {
        let mut gaps = self.scaffold.iter().zip(&other.scaffold);
        self.pixels == other.pixels && gaps.all(|(own, others)| own <= others)
    }
}

/// All leavings whose lowest row is `row`, by their leftmost pixel there; `pieces` has for each colour the pieces that
/// leave it, one bit per piece. Those that ask for more than others are left out.
pub fn leavings(picture: &Picture, gaps: &Gaps, row: usize, pieces: &[u8]) -> Vec<Vec<Leaving>> {
    let mut by_column = vec![Vec::new(); picture.width()];
    for pose in Pose::ALL {
        let height = pose.shape().height as usize;
        for kept in 1..1_u8 << height {
            let layers = Layers::new(pose, kept, row);
            if row + kept.count_ones() as usize > picture.height() {
                continue;
            }
            for (x, found) in by_column.iter_mut().enumerate() {
                let leaves = |color: u8| pieces[color as usize] >> pose.piece().index() & 1 == 1;
                let color = picture.cell(x, row).filter(|color| leaves(*color));
                if let Some(color) = color {
                    found.extend(layers.leavings(picture, gaps, x, color));
                }
            }
        }
    }
    for found in &mut by_column {
        found.sort_unstable();
        found.dedup();
        let all = found.clone();
        found.retain(|one| !all.iter().any(|other| other != one && other.is_easier(one)));
    }
    by_column
}

/// A pose of which some rows become rows of the picture and the others are scaffold.
struct Layers {
    /// The pose's rows from the lowest.
    cells: Vec<u64>,
    /// The picture's row that each becomes.
    kept: Vec<Option<usize>>,
    /// The gap that each is in, or right above.
    gap: Vec<usize>,
    /// The picture's row that the lowest of them becomes.
    row: usize,
}

impl Layers {
    fn new(pose: Pose, kept: u8, row: usize) -> Self {
        let shape = pose.shape();
        let height = shape.height as usize;
        let mut layers = Layers {
            cells: shape.rows[..height].iter().rev().copied().collect(),
            kept: Vec::new(),
            gap: Vec::new(),
            row,
        };
        let mut next = row;
        for layer in 0..height {
            let is_kept = kept >> layer & 1 == 1;
            layers.gap.push(next);
            layers.kept.push(is_kept.then_some(next));
            next += usize::from(is_kept);
        }
        layers
    }

    /// The ways to leave these layers so that the leftmost pixel of the lowest is in column `x`, one for each thing
    /// that the piece may rest on.
    fn leavings(&self, picture: &Picture, gaps: &Gaps, x: usize, color: u8) -> Vec<Leaving> {
        let lowest = self.kept.iter().position(Option::is_some);
        let lead = lowest.map_or(0, |layer| self.cells[layer].trailing_zeros());
        let at = |column: u32| (x + column as usize).checked_sub(lead as usize);
        let Some(pixels) = self.pixels(picture, color, at) else {
            return Vec::new();
        };
        let leaving = |scaffold: [u8; MOST_GAPS]| {
            let mut scaffold = scaffold;
            for (gap, needed) in scaffold.iter_mut().enumerate() {
                if *needed > 0 {
                    *needed = gaps.rows(self.row + gap, *needed);
                }
            }
            Leaving { pixels, scaffold }
        };
        let scaffold = self.scaffold();
        if self.rests_on_what_is_there(picture, at) {
            return vec![leaving(scaffold)];
        }
        // It hangs over gap `row`, where one row more can hold it.
        let mut held = scaffold;
        held[0] += 1;
        vec![leaving(held)]
    }

    fn pixels(
        &self,
        picture: &Picture,
        color: u8,
        at: impl Fn(u32) -> Option<usize>,
    ) -> Option<[u32; MOST_ROWS]> {
        let mut pixels = [0; MOST_ROWS];
        for (cells, row) in self.cells.iter().zip(&self.kept) {
            let Some(row) = *row else { continue };
            for column in columns(*cells) {
                let x = at(column).filter(|x| *x < picture.width())?;
                if picture.cell(x, row) != Some(color) {
                    return None;
                }
                pixels[row - self.row] |= 1 << x;
            }
        }
        Some(pixels)
    }

    /// The scaffold rows of each gap that the piece has cells in.
    fn scaffold(&self) -> [u8; MOST_GAPS] {
        let mut rows = [0; MOST_GAPS];
        for (gap, kept) in self.gap.iter().zip(&self.kept) {
            rows[gap - self.row] += u8::from(kept.is_none());
        }
        rows
    }

    /// Whether some cell can have under it the floor, a pixel, or a cell of a scaffold row that the piece needs anyway.
    fn rests_on_what_is_there(&self, picture: &Picture, at: impl Fn(u32) -> Option<usize>) -> bool {
        (0..self.cells.len()).any(|layer| {
            let own = layer.checked_sub(1).map_or(0, |below| self.cells[below]);
            let is_over_scaffold = layer > 0 && self.kept[layer - 1].is_none();
            let Some(below) = self.gap[layer].checked_sub(1) else {
                return true;
            };
            let is_pixel = |x: usize| x < picture.width() && picture.cell(x, below).is_some();
            columns(self.cells[layer] & !own)
                .any(|column| is_over_scaffold || at(column).is_some_and(is_pixel))
        })
    }
}

fn columns(cells: u64) -> impl Iterator<Item = u32> {
    (0..4).filter(move |column| cells >> column & 1 == 1)
}
