//! Arguments about tiles straight out of games, shared by every command that takes a sprite.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, ensure};
use clap::Args;

use super::input::read_bytes;
use super::output::Target;
use super::sentence::one_line;
use tetris_printer::picture::PictureFormat;
use tetris_printer::tiles::{Arrangement, Game, TileColors, TileFile, TileLayout, TilePalette};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading tiles")]
pub struct TileArgs {
    /// Read the tiles in a file, in the layout of nes, gb (or 2bpp), snes (or 4bpp), megadrive, gba or 1bpp
    /// [default: by the header or the ending of .nes, .gb, .gbc, .chr, .1bpp and .2bpp files]
    #[arg(long, value_name = "LAYOUT")]
    tiles: Option<TileLayout>,
    /// The byte at which tiles begin, like 4096 or 0x1000 [default: where the header says, else wherever
    /// the bytes look like tiles]
    #[arg(long, value_name = "BYTE")]
    offset: Option<Offset>,
    /// How tiles that belong together follow one another: 8x8, 8x16 (the second below the first) or 16x16
    /// (two of 8x16 side by side)
    #[arg(long, value_name = "WxH", default_value_t)]
    arrange: Arrangement,
    /// The colours of tiles from colour 0, which is transparent unless --background is none: entries of the
    /// console's palette like 0f,16,27,30, colours like #000000,#f83800, or a .pal file; one with all 64
    /// colours of the console may be combined with entries [default: greys]
    #[arg(long, value_name = "COLORS", value_parser = colors)]
    palette: Vec<TileColors>,
}

/// A place in a file, in bytes.
#[derive(Clone, Copy, Debug)]
struct Offset(usize);

impl FromStr for Offset {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = match text.strip_prefix("0x") {
            Some(digits) => usize::from_str_radix(digits, 16),
            None => text.parse(),
        };
        number
            .map(Offset)
            .map_err(|_| format!("`{text}` is not a number of bytes: write it like 4096 or 0x1000"))
    }
}

/// The largest palette file: a table of the console's colours with all its tints has 1,536 bytes.
const MOST_PALETTE_BYTES: u64 = 1 << 16;

/// Colours as they are written, or those of a file.
fn colors(text: &str) -> Result<TileColors, String> {
    let read = || {
        if !Path::new(text).is_file() {
            ensure!(!text.ends_with(".pal"), "there is no file {text}");
            return anyhow::Ok(text.parse()?);
        }
        let bytes = read_bytes(&Target::File(text.into()), MOST_PALETTE_BYTES)?;
        TileColors::of_file(&bytes).with_context(|| format!("cannot read {text}"))
    };
    read().map_err(|error| one_line(&error))
}

impl TileArgs {
    /// Whether a file is read as tiles.
    pub fn take(&self, file: &Target, bytes: &[u8]) -> bool {
        let is_asked_for = self.tiles.is_some() || self.offset.is_some();
        let is_told = || Game::of(bytes).is_some() || raw_layout(file).is_some();
        is_asked_for || PictureFormat::of(bytes).is_none() && is_told()
    }

    /// Finds the tiles in a file.
    pub fn open(&self, file: &Target, bytes: Vec<u8>) -> anyhow::Result<TileFile> {
        let is_game = Game::of(&bytes).is_some();
        let raw = raw_layout(file).filter(|_| !is_game);
        let layout = self.tiles.or(raw);
        // Files that are nothing but tiles begin with one.
        let offset = self.offset.map(|Offset(byte)| byte).or(raw.map(|_| 0));
        Ok(TileFile::read(bytes, layout, offset)?)
    }

    pub fn arrangement(&self) -> Arrangement {
        self.arrange
    }

    /// What the tiles of a file look like; the ground is colour 0.
    pub fn palette(&self, layout: TileLayout, shows_ground: bool) -> anyhow::Result<TilePalette> {
        let palette = TilePalette::chosen(layout, &self.palette)?;
        Ok(if shows_ground {
            palette.with_ground()
        } else {
            palette
        })
    }
}

/// The layout of files that are nothing but tiles, by their ending.
fn raw_layout(file: &Target) -> Option<TileLayout> {
    let Target::File(path) = file else {
        return None;
    };
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "chr" => Some(TileLayout::Nes),
        "1bpp" => Some(TileLayout::OneBit),
        "2bpp" => Some(TileLayout::GameBoy),
        _ => None,
    }
}
