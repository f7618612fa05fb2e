//! Why a file is no sprite.

use std::io;

use super::counts::ColorCounts;
use super::{MAX_BYTES, MAX_PIXELS, MAX_SIDE, Sprite};
use crate::color::Rgb;

/// Why a file is no sprite. Every message is one line and says what to do.
#[derive(Debug, thiserror::Error)]
pub enum SpriteError {
    #[error("the picture cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("the file is empty: give a PNG, GIF, BMP or WebP picture")]
    Empty,
    #[error("the file has more than {} MiB: save the picture as a smaller PNG", MAX_BYTES >> 20)]
    TooManyBytes,
    /// `what` is "text" or "unknown data".
    #[error("this is no picture but {what}: give a PNG, GIF, BMP or WebP picture")]
    NotAPicture { what: &'static str },
    #[error("{format} files are not read, only PNG, GIF, BMP and WebP: convert the picture to PNG")]
    Format { format: String },
    #[error("the {format} file is damaged or cut off ({reason}): save or copy it again")]
    Damaged { format: String, reason: String },
    #[error(
        "the picture is {width}x{height} pixels, at most {MAX_PIXELS} pixels and {MAX_SIDE} a side \
         are read: crop it or shrink it by a whole factor"
    )]
    TooLarge { width: u32, height: u32 },
    #[error("the picture is 0 pixels wide or high: give one that shows something")]
    NoPixels,
    /// `colors` names those that there are.
    #[error("the background {color} does not occur in the picture: its colours are {colors}")]
    NoSuchBackground { color: Rgb, colors: String },
    /// Column and row in pixels of the image, from 0 at the top left.
    #[error(
        "the picture is not made of {factor}x{factor} blocks: the one at column {column}, row \
         {row} has more than one colour or is cut off; try --scale auto"
    )]
    NotBlocks {
        factor: usize,
        column: usize,
        row: usize,
    },
    #[error(
        "the picture has {colors} colours, a sprite at most {}: merge the nearest with --colors, \
         like --colors 6",
        Sprite::MAX_COLORS
    )]
    TooManyColors { colors: usize },
    #[error(
        "the picture has more than {} colours: shrink it or crop it to the part to be printed",
        ColorCounts::MAX
    )]
    TooColorful,
    #[error(
        "the sheet falls into {count} pieces, at most {} are cut: join their parts with --gap, say \
         what is --background, or take a part with --crop",
        super::sheet::MAX_SPRITES
    )]
    TooManySprites { count: usize },
    #[error("the sheet shows nothing but its background: name another one with --background")]
    NoSprites,
    /// `count` is how many the sheet has.
    #[error(
        "there is no sprite #{number} on the sheet: they are numbered from #1 to #{count}, as \
         `sheet` lists them"
    )]
    NoSuchSprite { number: usize, count: usize },
    #[error(
        "the part {width}x{height} at {left},{top} does not lie in the picture, which is \
         {picture_width}x{picture_height} pixels"
    )]
    NoSuchPart {
        left: usize,
        top: usize,
        width: usize,
        height: usize,
        picture_width: usize,
        picture_height: usize,
    },
}

impl SpriteError {
    /// The error for a background that no pixel has; it names a few that there are.
    pub(super) fn no_such_background(color: Rgb, counts: &ColorCounts) -> Self {
        const SHOWN: usize = 8;
        let shown = counts.entries().iter().take(SHOWN);
        let mut names: Vec<String> = shown.map(|(color, _)| color.to_string()).collect();
        if counts.len() > SHOWN {
            names.push("and more".to_owned());
        }
        if names.is_empty() {
            names.push("none, all of it is transparent".to_owned());
        }
        SpriteError::NoSuchBackground {
            color,
            colors: names.join(" "),
        }
    }
}
