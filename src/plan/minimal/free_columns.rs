//! Free columns: parts of the field whose content does not matter.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::row_bits::full_mask;
use crate::game::FieldSize;
use crate::plan::Picture;
use crate::plan::feasibility::{Impossible, check_feasible, pixel_divisor};

/// For each row of the picture from the floor, a mask of the free cells that are to be filled, by
/// whatever piece.
pub type FilledCells = Vec<u64>;

/// What the free columns beside a picture may hold.
#[derive(Clone, Debug)]
pub struct FreeColumns<'a> {
    picture: &'a Picture,
    field: FieldSize,
    /// One bit per column.
    columns: u64,
    /// The columns that the picture may begin in.
    offsets: &'a [usize],
    seed: u64,
    /// For each offset the fullest content that a print can leave.
    fullest: Vec<FilledCells>,
}

impl<'a> FreeColumns<'a> {
    /// `columns`: one bit per column of the field. The picture's own pixels there are not free.
    ///
    /// Errors: why no game can leave the picture at the first offset, with any content of these
    /// columns.
    pub fn new(
        picture: &'a Picture,
        field: FieldSize,
        columns: u64,
        offsets: &'a [usize],
        seed: u64,
    ) -> Result<Self, Impossible> {
        let mut free = FreeColumns {
            picture,
            field,
            columns: columns & full_mask(field),
            offsets,
            seed,
            fullest: Vec::new(),
        };
        let mut fullest = vec![free.fullest(offsets[0])?];
        for offset in &offsets[1..] {
            let content = free.fullest(*offset);
            fullest.push(content.unwrap_or_else(|_| free.nothing()));
        }
        free.fullest = fullest;
        Ok(free)
    }

    /// Whether no column is free.
    pub fn is_empty(&self) -> bool {
        self.columns == 0
    }

    /// The content for the `choice`th run, with the picture at one of the offsets: at first the
    /// fullest, then cells are left out at random.
    pub fn content(&self, offset: usize, choice: u64) -> FilledCells {
        let fullest = &self.fullest[offset];
        if self.is_empty() || choice == 0 {
            return fullest.clone();
        }
        let chosen = self.fill(self.offsets[offset], choice);
        chosen.unwrap_or_else(|_| fullest.clone())
    }

    fn fullest(&self, offset: usize) -> Result<FilledCells, Impossible> {
        if self.is_empty() {
            check_feasible(self.picture, self.field)?;
            return Ok(self.nothing());
        }
        self.fill(offset, 0)
    }

    fn nothing(&self) -> FilledCells {
        vec![0; self.picture.height()]
    }

    /// Errors: the reason if this choice cannot be left by any game.
    fn fill(&self, offset: usize, choice: u64) -> Result<FilledCells, Impossible> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ choice << 32);
        let mut filled = Vec::new();
        for row in 0..self.picture.height() {
            let pixels = self.pixels(row, offset);
            let free = self.columns & !pixels;
            let mut cells = match choice {
                0 => free,
                _ => free & (random.next_u64() | random.next_u64()),
            };
            if pixels | cells == full_mask(self.field) {
                cells &= cells.wrapping_sub(1);
            }
            if pixels | cells == 0 {
                cells = free & free.wrapping_neg();
            }
            filled.push(cells);
        }
        self.check_rows(&filled, offset)?;
        self.fit_parity(&mut filled)?;
        Ok(filled)
    }

    /// The picture's cells of a row, one bit per column of the field.
    fn pixels(&self, row: usize, offset: usize) -> u64 {
        self.picture.row_mask(row) << offset
    }

    fn check_rows(&self, filled: &FilledCells, offset: usize) -> Result<(), Impossible> {
        for (row, filled) in filled.iter().enumerate() {
            let cells = self.pixels(row, offset) | filled;
            let image_row = self.picture.image_row(row);
            if cells == 0 {
                return Err(Impossible::EmptyRow { row: image_row });
            }
            if cells == full_mask(self.field) {
                return Err(Impossible::FullRow { row: image_row });
            }
        }
        Ok(())
    }

    /// Leaves out cells from the top until the number of cells is one that a print can leave.
    fn fit_parity(&self, filled: &mut FilledCells) -> Result<(), Impossible> {
        for row in (0..self.picture.height()).rev() {
            let has_pixels = self.picture.row_mask(row) != 0;
            while !self.is_parity_fit(filled)
                && (filled[row].count_ones() > 1 || has_pixels && filled[row] != 0)
            {
                filled[row] &= filled[row] - 1;
            }
        }
        if self.is_parity_fit(filled) {
            return Ok(());
        }
        let pixels = self.picture.pixel_count();
        Err(Impossible::parity(pixels, self.field.width()))
    }

    fn is_parity_fit(&self, filled: &FilledCells) -> bool {
        let free: u32 = filled.iter().map(|cells| cells.count_ones()).sum();
        let cells = self.picture.pixel_count() + free as usize;
        cells.is_multiple_of(pixel_divisor(self.field.width()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::sprite::Sprite;

    fn choose(drawing: &str, choice: u64) -> Result<FilledCells, Impossible> {
        let sprite = Sprite::from_diagram(drawing, |_| Some(Rgb::WHITE)).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        FreeColumns::new(&picture, FieldSize::ORIGINAL, 0b11, &[2], 1)?.fill(2, choice)
    }

    #[test]
    fn free_cells_are_filled_unless_the_row_would_be_full() {
        let drawing = "########\n#.......\n##....##";
        assert_eq!(choose(drawing, 0), Ok(vec![3, 3, 2]));
    }

    #[test]
    fn an_odd_number_of_cells_is_made_even_from_the_top() {
        assert_eq!(choose("#.......\n##......", 0), Ok(vec![3, 2]));
    }

    #[test]
    fn every_choice_leaves_rows_that_can_be_left() {
        let drawing = "########\n........\n#.......";
        assert!(choose(drawing, 0).is_ok());
        for choice in 0..50 {
            if let Ok(filled) = choose(drawing, choice) {
                assert_ne!(filled[1], 0);
                assert_ne!(filled[2], 3);
                let count: u32 = filled.iter().map(|cells| cells.count_ones()).sum();
                assert_eq!((9 + count) % 2, 0);
            }
        }
    }
}
