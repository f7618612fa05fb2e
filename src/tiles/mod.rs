//! Tiles straight out of games: squares of 8x8 pixels as consoles hold them, without a picture around them.
//!
//! A [`TileFile`] knows where the tiles of a file are: in the CHR ROM of iNES files that have any, in raw tiles from an
//! offset on, and elsewhere, as on the Game Boy and on boards whose tiles are part of the program, where the bytes
//! look like tiles. They are addressed by bank and tile, see [`TileAddress`], and drawn bank by bank as sheets
//! of 16 columns in an [`Arrangement`], with a [`TilePalette`].

mod address;
mod arrangement;
mod file;
mod game;
mod layout;
mod palette;
mod palette_file;
mod scan;
mod sheet;

pub use address::TileAddress;
pub use arrangement::{Arrangement, COLUMNS};
pub use file::{Bank, MAX_SCANNED, TileFile, TilesError};
pub use game::Game;
pub use layout::{TILE, TileLayout};
pub use palette::{TileColors, TilePalette, TooFewColors};
pub use palette_file::PaletteFileError;
pub use sheet::TileSheet;
