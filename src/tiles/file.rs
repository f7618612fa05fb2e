//! The tiles of a file, bank by bank.

use std::ops::Range;

use super::game::{Game, Place};
use super::scan::tile_runs;
use super::{Arrangement, COLUMNS, TILE, TileAddress, TileLayout, TilePalette};
use crate::color::Rgb;
use crate::picture::{Bounds, Raster};

/// The tiles of a bank at most: what a console's table of tiles holds.
const IN_A_BANK: usize = 256;

/// The largest file that is scanned for tiles, in bytes.
pub const MAX_SCANNED: usize = 4 << 20;

/// The largest file without a header that may be all tiles, in bytes: what the consoles' video memories hold.
const MAX_DUMP: usize = 64 << 10;

/// The share of such a file that must look like tiles, as its denominator.
// A scan left 1 to 224 tiles of 16 of 18 such files out, those that are drawn least like others.
const DUMP_SHARE: usize = 4;

/// Tiles that follow one another in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    /// Where in the file the first one begins, in bytes.
    pub offset: usize,
    /// How many there are, 1 to 256.
    pub tiles: usize,
}

/// A file, and where the tiles in it are.
#[derive(Clone, Debug)]
pub struct TileFile {
    bytes: Vec<u8>,
    layout: TileLayout,
    banks: Vec<Bank>,
}

/// Why tiles cannot be read. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TilesError {
    /// No header says where tiles are, nor what console they are for.
    #[error("the file does not say how its tiles are laid out")]
    NoLayout,
    /// Nothing in the file looks like tiles.
    #[error("nothing in the file looks like tiles in the layout {layout}")]
    NotFound {
        /// In which they were looked for.
        layout: TileLayout,
    },
    /// Too few bytes for a tile from an offset on.
    #[error("there is no tile at byte {offset}: the file has {length} bytes, a tile {size}")]
    NoTile {
        /// Where the first one should begin, in bytes.
        offset: usize,
        /// The bytes of the file.
        length: usize,
        /// The bytes of a tile.
        size: usize,
    },
    /// More than [`MAX_SCANNED`] bytes without a place to begin.
    #[error(
        "the file has {length} bytes: files of more than {MAX_SCANNED} are not scanned for tiles"
    )]
    TooLong {
        /// The bytes of the file.
        length: usize,
    },
    /// More tiles that show something than a sheet may have.
    #[error("the file has more tiles than are listed at once")]
    TooMany,
    /// Only colour 0.
    #[error("the tiles are all blank")]
    Blank,
    /// A bank beyond the last one.
    #[error("there is no bank {bank}: they are numbered from 0 to {last}")]
    NoSuchBank {
        /// The one that was asked for, from 0.
        bank: usize,
        /// The last one.
        last: usize,
    },
    /// Tiles beyond the last one of a bank, or beyond the edge of its sheet.
    #[error(
        "{address} does not lie in its bank, which has {tiles} tiles in {COLUMNS} columns, numbered from 0"
    )]
    Outside {
        /// What was asked for.
        address: TileAddress,
        /// The tiles of the bank.
        tiles: usize,
    },
}

impl TileFile {
    /// Finds the tiles of a file. Without a layout its header says it; without an offset, in bytes, they are where its
    /// header says, or where the bytes look like tiles.
    ///
    /// Errors: [`TilesError::NoLayout`], [`TilesError::NoTile`], [`TilesError::NotFound`], [`TilesError::TooLong`].
    pub fn read(
        bytes: Vec<u8>,
        layout: Option<TileLayout>,
        offset: Option<usize>,
    ) -> Result<TileFile, TilesError> {
        // Whoever names another layout knows better than the header.
        let game =
            Game::of(&bytes).filter(|game| layout.is_none_or(|layout| layout == game.layout()));
        let layout = layout
            .or(game.map(Game::layout))
            .ok_or(TilesError::NoLayout)?;
        let place = match (offset, game) {
            (Some(offset), _) => Place::Known(offset.min(bytes.len())..bytes.len()),
            (None, Some(game)) => game.place(&bytes),
            (None, None) => Place::Among(0..bytes.len()),
        };
        let runs = match place {
            Place::Known(range) if range.len() < layout.bytes() => {
                return Err(TilesError::NoTile {
                    offset: offset.unwrap_or(range.start),
                    length: bytes.len(),
                    size: layout.bytes(),
                });
            }
            Place::Known(range) => vec![range],
            Place::Among(_) if bytes.len() > MAX_SCANNED => {
                let length = bytes.len();
                return Err(TilesError::TooLong { length });
            }
            Place::Among(range) => match tile_runs(&bytes, range, layout) {
                runs if game.is_none() && is_all_tiles(bytes.len(), &runs, layout) => {
                    std::iter::once(0..bytes.len()).collect()
                }
                runs => runs,
            },
        };
        let banks: Vec<Bank> = runs
            .into_iter()
            .flat_map(|run| banks_of(run, layout))
            .collect();
        match banks.is_empty() {
            true => Err(TilesError::NotFound { layout }),
            false => Ok(TileFile {
                bytes,
                layout,
                banks,
            }),
        }
    }

    /// How its tiles are laid out.
    pub fn layout(&self) -> TileLayout {
        self.layout
    }

    /// Its tiles, one bank or more.
    pub fn banks(&self) -> &[Bank] {
        &self.banks
    }

    /// Draws a bank, its tiles in [`COLUMNS`] columns. Colour 0 is transparent unless the palette says otherwise.
    ///
    /// Errors: [`TilesError::NoSuchBank`].
    pub fn sheet(
        &self,
        bank: usize,
        arrangement: Arrangement,
        palette: &TilePalette,
    ) -> Result<Raster, TilesError> {
        let last = self.banks.len() - 1;
        let Bank { offset, tiles } = *self
            .banks
            .get(bank)
            .ok_or(TilesError::NoSuchBank { bank, last })?;
        let size = self.layout.bytes();
        let color = |x: usize, y: usize| -> Option<Rgb> {
            let tile = arrangement.tile_at(x / TILE, y / TILE);
            let start = offset + tile * size;
            let pixel = |bytes| self.layout.pixel(bytes, x % TILE, y % TILE);
            let pixel = (tile < tiles).then(|| pixel(&self.bytes[start..start + size]));
            palette.color(pixel?)
        };
        Ok(Raster::from_fn(
            COLUMNS * TILE,
            rows(tiles, arrangement) * TILE,
            color,
        ))
    }

    /// Where the tiles of an address are on their bank's sheet, in pixels.
    ///
    /// Errors: [`TilesError::NoSuchBank`], [`TilesError::Outside`].
    pub fn bounds(
        &self,
        address: TileAddress,
        arrangement: Arrangement,
    ) -> Result<Bounds, TilesError> {
        let TileAddress { bank, tile, size } = address;
        let last = self.banks.len() - 1;
        let tiles = self
            .banks
            .get(bank)
            .ok_or(TilesError::NoSuchBank { bank, last })?
            .tiles;
        let rows = rows(tiles, arrangement);
        let outside = TilesError::Outside { address, tiles };
        let Some(tile) = tile else {
            return Ok(in_pixels((0, 0), (COLUMNS, rows)));
        };
        if tile >= tiles {
            return Err(outside);
        }
        let (column, row) = arrangement.place(tile);
        let (width, height) = size.unwrap_or(arrangement.unit());
        match width <= COLUMNS - column && height <= rows - row {
            true => Ok(in_pixels((column, row), (width, height))),
            false => Err(outside),
        }
    }
}

/// The rows of tiles of a bank's sheet, units of the arrangement being whole.
fn rows(tiles: usize, arrangement: Arrangement) -> usize {
    let (_, rows) = arrangement.unit();
    tiles.div_ceil(COLUMNS * rows) * rows
}

fn in_pixels((column, row): (usize, usize), (width, height): (usize, usize)) -> Bounds {
    Bounds {
        left: column * TILE,
        top: row * TILE,
        width: width * TILE,
        height: height * TILE,
    }
}

/// Whether a file without a header holds nothing but tiles: it is small and whole, and enough of it looks like them.
fn is_all_tiles(length: usize, runs: &[Range<usize>], layout: TileLayout) -> bool {
    let found: usize = runs.iter().map(Range::len).sum();
    length <= MAX_DUMP && length.is_multiple_of(layout.bytes()) && DUMP_SHARE * found >= length
}

/// A run of tiles as banks; bytes after the last whole tile are left out.
fn banks_of(run: Range<usize>, layout: TileLayout) -> impl Iterator<Item = Bank> {
    let tiles = run.len() / layout.bytes();
    (0..tiles).step_by(IN_A_BANK).map(move |first| Bank {
        offset: run.start + first * layout.bytes(),
        tiles: IN_A_BANK.min(tiles - first),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nes::cartridge::ROM;

    fn read(
        bytes: &[u8],
        layout: Option<TileLayout>,
        offset: Option<usize>,
    ) -> Result<TileFile, TilesError> {
        TileFile::read(bytes.to_vec(), layout, offset)
    }

    #[test]
    fn the_cartridge_has_two_banks_of_tiles() {
        let file = read(&ROM[..], None, None).unwrap();
        let banks = [16_400, 20_496].map(|offset| Bank { offset, tiles: 256 });
        assert_eq!(file.banks(), banks);
        let sheet = file
            .sheet(1, Arrangement::Single, &TilePalette::grey(TileLayout::Nes))
            .unwrap();
        assert_eq!((sheet.width(), sheet.height()), (128, 128));
    }

    #[test]
    fn a_small_file_of_which_a_quarter_looks_like_tiles_is_all_tiles() {
        let is_all = |length: usize, found: usize| {
            is_all_tiles(
                length,
                &[0..found / 2, found..found + found / 2],
                TileLayout::Nes,
            )
        };
        assert!(is_all(4096, 1024));
        assert!(!is_all(4096, 1008));
        assert!(!is_all(4097, 1040), "a byte too many");
        assert!(!is_all(2 * MAX_DUMP, MAX_DUMP), "too large");
    }

    #[test]
    fn a_tile_is_drawn_where_its_address_says() {
        // Tile 5 has a diagonal of colour 1, the others nothing.
        let mut bytes = vec![0; 20 * 8];
        for row in 0..8 {
            bytes[5 * 8 + row] = 0x80 >> row;
        }
        let file = read(&bytes, Some(TileLayout::OneBit), Some(0)).unwrap();
        for (arrangement, place) in [
            (Arrangement::Single, (5, 0)),
            (Arrangement::Tall, (2, 1)),
            (Arrangement::Square, (2, 1)),
        ] {
            let sheet = file
                .sheet(0, arrangement, &TilePalette::grey(TileLayout::OneBit))
                .unwrap();
            assert_eq!((sheet.width(), sheet.height()), (128, 16));
            let bounds = file
                .bounds("0:5+1x1".parse().unwrap(), arrangement)
                .unwrap();
            assert_eq!(
                (bounds.left, bounds.top),
                (place.0 * 8, place.1 * 8),
                "{arrangement}"
            );
            let tile = sheet.crop(bounds);
            assert_eq!(sheet.bounds(), Some(bounds));
            let is_lit = |i: usize| tile.color(i % 8, i / 8).is_some();
            assert!((0..64).all(|i| is_lit(i) == (i % 8 == i / 8)));
        }
    }

    #[test]
    fn an_address_takes_what_belongs_together_or_a_rectangle() {
        let file = read(&ROM[..], None, None).unwrap();
        let bounds = |address: &str, arrangement| {
            let bounds = file.bounds(address.parse().unwrap(), arrangement).unwrap();
            (bounds.left, bounds.top, bounds.width, bounds.height)
        };
        assert_eq!(bounds("0:17", Arrangement::Single), (8, 8, 8, 8));
        assert_eq!(bounds("0:17+3x2", Arrangement::Single), (8, 8, 24, 16));
        assert_eq!(bounds("0:36", Arrangement::Tall), (16, 16, 8, 16));
        assert_eq!(bounds("0:36", Arrangement::Square), (16, 16, 16, 16));
        assert_eq!(bounds("1:", Arrangement::Square), (0, 0, 128, 128));
    }

    #[test]
    fn what_is_not_there_is_refused() {
        let file = read(&ROM[..], None, None).unwrap();
        let refused = |address: &str| {
            let error = file
                .bounds(address.parse().unwrap(), Arrangement::Single)
                .unwrap_err();
            error.to_string()
        };
        assert_eq!(
            refused("2:0"),
            "there is no bank 2: they are numbered from 0 to 1"
        );
        for address in ["0:256", "0:15+2x1", "0:240+1x2", "0:0+1x99999999999"] {
            assert!(
                refused(address).contains("does not lie in its bank"),
                "{address}"
            );
        }
        let error = |bytes: &[u8], layout, offset| read(bytes, layout, offset).unwrap_err();
        assert_eq!(error(b"text", None, None), TilesError::NoLayout);
        let none = error(&[0; 40], Some(TileLayout::Snes), Some(16));
        assert_eq!(
            none.to_string(),
            "there is no tile at byte 16: the file has 40 bytes, a tile 32"
        );
        assert_eq!(
            error(&[0; 4000], Some(TileLayout::Snes), None),
            TilesError::NotFound {
                layout: TileLayout::Snes
            }
        );
        let long = error(&vec![0; MAX_SCANNED + 1], Some(TileLayout::Snes), None);
        assert!(matches!(long, TilesError::TooLong { .. }));
    }

    #[test]
    fn the_last_bank_has_what_is_left() {
        let file = read(&[1; 300 * 8 + 5], Some(TileLayout::OneBit), Some(0)).unwrap();
        let banks = [(0, 256), (2048, 44)].map(|(offset, tiles)| Bank { offset, tiles });
        assert_eq!(file.banks(), banks);
    }
}
