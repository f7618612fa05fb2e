//! How a cell can look: the number of each look, and its tile.

use std::cmp::Reverse;

use crate::game::{Lock, Tetromino};
use crate::picture::{Palette, PaletteFull};
use crate::render::options::RenderOptions;
use crate::render::panel;
use crate::render::tiles::{full_tile, glass_tile, hanging_tile, indices, piece_tile};
use crate::render::xray::{Fate, Xray, fate};
use crate::script::PrintScript;

pub const EMPTY: u8 = 0;
/// In a full row.
pub const FLASH: u8 = 1 + 7 * Fate::ALL.len() as u8;
pub const COUNT: usize = FLASH as usize + 1;

pub fn of(piece: Tetromino, fate: Fate) -> u8 {
    1 + 7 * fate as u8 + piece.index() as u8
}

/// A piece, and what becomes of its cell.
pub type PieceLook = (Tetromino, Fate);

/// The looks that pieces can have, those of most cells first.
pub fn by_frequency(locks: &[Lock], mut xray: Option<Xray>) -> Vec<PieceLook> {
    let fates = match xray {
        Some(_) => &Fate::ALL[..],
        None => &[Fate::Stays],
    };
    let mut counts = [0usize; COUNT];
    let mut lines = 0;
    for lock in locks {
        for (_, row) in lock.placement.cells() {
            let fate = fate(&xray, |xray| xray.fate(row));
            counts[usize::from(of(lock.placement.pose.piece(), fate))] += 1;
        }
        lines += lock.cleared.len();
        if let Some(xray) = &mut xray {
            xray.advance(lines);
        }
    }
    let mut looks: Vec<PieceLook> = (Tetromino::ALL.into_iter())
        .flat_map(|piece| fates.iter().map(move |fate| (piece, *fate)))
        .collect();
    looks.sort_by_key(|(piece, fate)| Reverse(counts[usize::from(of(*piece, *fate))]));
    looks
}

/// The tiles of all looks. The first of `looks` take the lowest indices of the palette: the fewer
/// bits an index takes in most frames of a GIF, the smaller it is.
pub fn tiles(
    script: &PrintScript,
    options: &RenderOptions,
    looks: &[PieceLook],
    cell: usize,
    palette: &mut Palette,
) -> Result<[Vec<u8>; COUNT], PaletteFull> {
    let theme = &options.theme;
    let mut tiles = std::array::from_fn(|_| Vec::new());
    let empty = theme.empty_tile(script.background, cell);
    tiles[usize::from(EMPTY)] = indices(empty, palette)?;
    // The digits of the panel change as often as the cells.
    for color in panel::moving_colors(theme) {
        palette.index_of(color)?;
    }
    let flash = match options.xray {
        true => full_tile(theme.screen.flash, cell),
        false => vec![theme.screen.flash; cell * cell],
    };
    tiles[usize::from(FLASH)] = indices(flash, palette)?;
    for &(piece, fate) in looks {
        let color = script.colors.of(piece);
        let tile = match fate {
            Fate::Stays => piece_tile(script, theme, piece, cell, palette)?,
            Fate::Goes => indices(glass_tile(color, script.background, cell), palette)?,
            Fate::Hangs => indices(hanging_tile(color, cell), palette)?,
        };
        tiles[usize::from(of(piece, fate))] = tile;
    }
    Ok(tiles)
}
