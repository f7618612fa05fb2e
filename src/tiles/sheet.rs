//! Tiles as the sprites of a sheet.

use super::{Arrangement, TILE, TileAddress, TileFile, TilePalette, TilesError};
use crate::sprite::Sheet;

/// The sprites of tiles, and the address of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSheet {
    /// Where they are, each on the sheet of its own bank, in pixels.
    pub sheet: Sheet,
    /// As many as there are sprites.
    pub addresses: Vec<TileAddress>,
}

impl TileFile {
    /// The tiles of a bank, or of all banks, that show something, those that belong together as one sprite.
    ///
    /// Errors: [`TilesError::NoSuchBank`], [`TilesError::TooMany`], [`TilesError::Blank`].
    pub fn cut(
        &self,
        bank: Option<usize>,
        arrangement: Arrangement,
        palette: &TilePalette,
    ) -> Result<TileSheet, TilesError> {
        let banks = bank.map_or(0..self.banks().len(), |bank| bank..bank + 1);
        let (width, height) = arrangement.unit();
        let (mut parts, mut addresses) = (Vec::new(), Vec::new());
        for bank in banks {
            let drawn = self.sheet(bank, arrangement, palette)?;
            for tile in (0..self.banks()[bank].tiles).step_by(width * height) {
                let address = TileAddress {
                    bank,
                    tile: Some(tile),
                    size: None,
                };
                let bounds = self.bounds(address, arrangement)?;
                let sprite = drawn.crop(bounds);
                if sprite.bounds().is_some() {
                    parts.push((bounds, sprite));
                    addresses.push(address);
                }
            }
            Sheet::check_count(parts.len()).map_err(|_| TilesError::TooMany)?;
        }
        if parts.is_empty() {
            return Err(TilesError::Blank);
        }
        let mut sheet = Sheet::of_parts(parts, None, (0, 0));
        sheet.cells = Some((width * TILE, height * TILE));
        Ok(TileSheet { sheet, addresses })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nes::cartridge::ROM;
    use crate::tiles::TileLayout;

    #[test]
    fn what_shows_nothing_is_left_out_and_what_is_equal_told() {
        let mut bytes = vec![0; 64 * 8];
        for tile in [3, 6, 33] {
            bytes[tile * 8] = 0xf0;
        }
        let file = TileFile::read(bytes, Some(TileLayout::OneBit), Some(0)).unwrap();
        let palette = TilePalette::grey(TileLayout::OneBit);
        let cut = |arrangement| {
            let TileSheet { sheet, addresses } = file.cut(None, arrangement, &palette).unwrap();
            let equal: Vec<usize> = sheet
                .sprites
                .iter()
                .map(|sprite| sprite.first_equal)
                .collect();
            let addresses: Vec<String> = addresses.iter().map(ToString::to_string).collect();
            (addresses.join(" "), equal, sheet.cells)
        };
        let expected = ("0:3 0:6 0:33".to_owned(), vec![0, 0, 0], Some((8, 8)));
        assert_eq!(cut(Arrangement::Single), expected);
        let expected = ("0:2 0:6 0:32".to_owned(), vec![0, 1, 0], Some((8, 16)));
        assert_eq!(cut(Arrangement::Tall), expected);
    }

    #[test]
    fn one_bank_or_all_are_cut_of_the_cartridge() {
        let file = TileFile::read(ROM.to_vec(), None, None).unwrap();
        let palette = TilePalette::grey(TileLayout::Nes);
        let count = |bank| {
            file.cut(bank, Arrangement::Single, &palette)
                .map(|cut| cut.addresses.len())
        };
        let [first, second] = [0, 1].map(|bank| count(Some(bank)));
        assert!(first.is_ok(), "{first:?}");
        assert_eq!(count(None), Ok(first.unwrap() + second.unwrap_or(0)));
        assert_eq!(
            count(Some(2)),
            Err(TilesError::NoSuchBank { bank: 2, last: 1 })
        );
    }

    #[test]
    fn blank_tiles_are_no_sheet() {
        let file = TileFile::read(vec![0; 64], Some(TileLayout::OneBit), Some(0)).unwrap();
        let palette = TilePalette::grey(TileLayout::OneBit);
        let cut = |palette: &TilePalette| file.cut(None, Arrangement::Single, palette);
        assert_eq!(cut(&palette), Err(TilesError::Blank));
        assert_eq!(
            cut(&palette.with_ground()).map(|cut| cut.addresses.len()),
            Ok(8)
        );
    }
}
