//! The whole way from a file's bytes to a sprite.

use std::io::Read;

use super::background::remove_background;
use super::counts::ColorCounts;
use super::reduce::merge_colors;
use super::scale::to_native_size;
use super::{Background, ColorLimit, Raster, Scale, Sprite, SpriteError, decode_picture};
use crate::color::Rgb;

/// What a user may say about how a picture is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    pub background: Background,
    pub scale: Scale,
    /// Merge near colours until at most so many are left; `None` keeps all.
    pub colors: Option<ColorLimit>,
}

/// A sprite, and what was found in the picture that it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSprite {
    pub sprite: Sprite,
    /// The colour that was made transparent.
    pub background: Option<Rgb>,
    /// How many pixels of the picture, across and down, made one of the sprite.
    pub scale: usize,
    /// The number of colours before merging, without background and transparency.
    pub colors: usize,
}

/// Reads a PNG, GIF, BMP or WebP picture as a sprite.
///
/// Errors: those of [`decode_picture`] and of [`interpret_raster`].
pub fn read_sprite(input: impl Read, options: &ReadOptions) -> Result<ReadSprite, SpriteError> {
    interpret_raster(decode_picture(input)?, options)
}

/// Takes decoded pixels, or a part of them, as a sprite: first the background goes, then the
/// picture is brought to its own size, then near colours are merged.
///
/// Errors: [`SpriteError::NoSuchBackground`], [`SpriteError::NotBlocks`], and
/// [`SpriteError::TooManyColors`] if more than [`Sprite::MAX_COLORS`] are left.
pub fn interpret_raster(
    mut raster: Raster,
    options: &ReadOptions,
) -> Result<ReadSprite, SpriteError> {
    let background = remove_background(&mut raster, options.background)?;
    let (mut raster, scale) = to_native_size(raster, options.scale)?;
    let counts = ColorCounts::of(raster.pixels());
    let colors = counts.len();
    if let Some(limit) = options.colors {
        merge_colors(&mut raster, &counts, limit);
    }
    let sprite = Sprite::from_colors(raster.width(), raster.height(), raster.pixels())
        .ok_or(SpriteError::TooManyColors { colors })?;
    Ok(ReadSprite {
        sprite,
        background,
        scale,
        colors,
    })
}
