//! Sprites in one file, by number and by name.

use anyhow::{Context, ensure};

use tetris_printer::sprite::{
    ReadOptions, ReadSprite, Sheet, SheetSprite, SpriteError, interpret_raster,
};
use tetris_printer::tiles::Bank;

/// What `sheet` lists.
pub struct Listing {
    pub sheet: Sheet,
    /// As many as there are sprites, unless these have only their numbers.
    pub names: Vec<String>,
    /// Where tiles are in their file.
    pub banks: Vec<Bank>,
    /// How the sprites are read.
    pub options: ReadOptions,
}

impl Listing {
    /// Reads the sprite of a name or a number from 1. A name need not have its ending, like `.png`.
    pub fn read(self, part: &str) -> anyhow::Result<ReadSprite> {
        let index = self.index(part)?;
        let Listing { sheet, options, .. } = self;
        let count = sheet.sprites.len();
        let none = || SpriteError::NoSuchSprite {
            number: part.parse().unwrap_or_default(),
            count,
        };
        let piece: Option<SheetSprite> =
            index.and_then(|index| sheet.sprites.into_iter().nth(index));
        let read = interpret_raster(piece.ok_or_else(none)?.raster, &options)?;
        Ok(ReadSprite {
            background: sheet.background,
            ..read
        })
    }

    /// Errors: no sprite has this name, and it is no number.
    fn index(&self, part: &str) -> anyhow::Result<Option<usize>> {
        let stem = |name: &str| name.rsplit_once('.').is_some_and(|(stem, _)| stem == part);
        let named = self.names.iter().position(|name| name == part);
        if let (None, Ok(number)) = (named, part.parse::<usize>()) {
            return Ok(number.checked_sub(1));
        }
        let named = named.or_else(|| self.names.iter().position(|name| stem(name)));
        ensure!(
            !self.names.is_empty() || named.is_some(),
            "`{part}` is not the number of a sprite: `sheet` lists them"
        );
        named
            .with_context(|| format!("there is no sprite `{part}`: `sheet` lists them"))
            .map(Some)
    }
}
