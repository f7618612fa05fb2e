//! Cells of the field whose content does not matter.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::FieldSize;
use crate::plan::Picture;
use crate::plan::feasibility::{Impossible, pixel_divisor};

/// The picture's cells and those of the free columns beside it, with one choice of their content.
/// What is filled there may come from any piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FreeCells {
    /// For each row of the picture from the floor, the free cells that are to be filled.
    pub filled: Vec<u64>,
}

impl FreeCells {
    /// No free columns.
    pub fn none(picture: &Picture) -> Self {
        FreeCells {
            filled: vec![0; picture.height()],
        }
    }

    /// A choice of what the columns of `free` hold. The first choice fills them as far as a print
    /// can leave it; the others leave out cells at random.
    ///
    /// Errors: the reason if the first choice cannot be left by any game. `None` if another cannot.
    pub fn choose(
        picture: &Picture,
        field: FieldSize,
        left: usize,
        free: u64,
        choice: u64,
        seed: u64,
    ) -> Result<Option<Self>, Impossible> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ choice << 32);
        let mut filled = Vec::new();
        for row in 0..picture.height() {
            let fixed = picture.row_mask(row) << left;
            let free = free & !fixed;
            let mut cells = match choice {
                0 => free,
                _ => free & (random.next_u64() | random.next_u64()),
            };
            if fixed | cells == field.full_row() {
                cells &= cells - 1;
            }
            if fixed | cells == 0 {
                cells = free & free.wrapping_neg();
            }
            filled.push(cells);
        }
        let mut choice_of = FreeCells { filled };
        match choice_of.fit_parity(picture, field, left) {
            Ok(()) => Ok(Some(choice_of)),
            Err(error) if choice == 0 => Err(error),
            Err(_) => Ok(None),
        }
    }

    pub fn count(&self) -> usize {
        self.filled
            .iter()
            .map(|cells| cells.count_ones() as usize)
            .sum()
    }

    /// Leaves out cells from the top until the number of cells is one that a print can leave.
    fn fit_parity(
        &mut self,
        picture: &Picture,
        field: FieldSize,
        left: usize,
    ) -> Result<(), Impossible> {
        for row in 0..picture.height() {
            let cells = picture.row_mask(row) << left | self.filled[row];
            if cells == 0 {
                return Err(Impossible::EmptyRow {
                    row: picture.image_row(row),
                });
            }
            if cells == field.full_row() {
                return Err(Impossible::FullRow {
                    row: picture.image_row(row),
                });
            }
        }
        let divisor = pixel_divisor(field.width());
        for row in (0..picture.height()).rev() {
            let is_fixed = picture.row_mask(row) != 0;
            while !self.is_parity_fit(picture, divisor)
                && (self.filled[row].count_ones() > 1 || is_fixed && self.filled[row] != 0)
            {
                self.filled[row] &= self.filled[row] - 1;
            }
        }
        if self.is_parity_fit(picture, divisor) {
            return Ok(());
        }
        Err(Impossible::parity(picture.pixel_count(), field.width()))
    }

    fn is_parity_fit(&self, picture: &Picture, divisor: usize) -> bool {
        (picture.pixel_count() + self.count()).is_multiple_of(divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::sprite::Sprite;

    fn choose(drawing: &str, choice: u64) -> Result<Option<FreeCells>, Impossible> {
        let sprite = Sprite::from_diagram(drawing, |_| Some(Rgb::WHITE)).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        FreeCells::choose(&picture, FieldSize::ORIGINAL, 2, 0b11, choice, 1)
    }

    #[test]
    fn free_cells_are_filled_unless_the_row_would_be_full() {
        let filled = |drawing| choose(drawing, 0).map(|cells| cells.unwrap().filled);
        assert_eq!(filled("########\n#.......\n##....##"), Ok(vec![3, 3, 2]));
    }

    #[test]
    fn an_odd_number_of_cells_is_made_even_from_the_top() {
        let cells = choose("#.......\n##......", 0).unwrap().unwrap();
        assert_eq!(cells.filled, [3, 2]);
    }

    #[test]
    fn every_choice_leaves_rows_that_can_be_left() {
        for choice in 0..50 {
            if let Some(cells) = choose("########\n........\n#.......", choice).unwrap() {
                assert_ne!(cells.filled[1], 0);
                assert_ne!(cells.filled[2], 3);
                assert_eq!((9 + cells.count()) % 2, 0);
            }
        }
    }
}
