//! Why a file cannot be read as a sprite.

use super::Sprite;
use crate::color::{ColorCounts, Rgb};
use crate::picture::ReadPictureError;

/// Why a file cannot be read as a sprite. Every message is one line.
#[derive(Debug, thiserror::Error)]
pub enum SpriteError {
    /// The file cannot be read as a picture.
    #[error(transparent)]
    Picture(#[from] ReadPictureError),
    /// The background that was named is not a colour of the picture.
    #[error("the background {color} does not occur in the picture: its colours are {colors}")]
    NoSuchBackground {
        /// The colour that was named.
        color: Rgb,
        /// The first eight of those that there are, as a text.
        colors: String,
    },
    /// Column and row in pixels of the image, from 0 at the top left.
    #[error(
        "the picture is not made of {factor}x{factor} blocks: the one at column {column}, row \
         {row} has more than one colour or is cut off"
    )]
    NotBlocks {
        /// The factor that the picture was said to be enlarged by.
        factor: usize,
        /// The block's column, from 0.
        column: usize,
        /// The block's row, from 0.
        row: usize,
    },
    /// More colours than a palette of one byte a pixel holds.
    #[error(
        "the picture has {colors} colours, and a sprite has at most {}",
        Sprite::MAX_COLORS
    )]
    TooManyColors {
        /// How many there are.
        colors: usize,
    },
    /// More pixels than the true size is looked for in.
    #[error(
        "the picture is {width}x{height} pixels; the true size is found for pictures of up to {} pixels: crop it or shrink it",
        super::fit::MAX_FITTED
    )]
    TooLargeToFit {
        /// Columns of pixels.
        width: usize,
        /// Rows of pixels.
        height: usize,
    },
    /// Too large to be a sprite, and not a smaller picture that was enlarged.
    #[error(
        "these {width}x{height} pixels are not a smaller picture, enlarged: crop the picture to the sprite"
    )]
    NotEnlarged {
        /// Columns of pixels.
        width: usize,
        /// Rows of pixels.
        height: usize,
    },
    /// Too many colours to merge in a reasonable time: a photograph.
    #[error(
        "the picture has more than {} colours: shrink it or crop it to the part to be printed",
        ColorCounts::MAX
    )]
    TooColorful,
    /// Noise, or a background that was not recognized.
    #[error(
        "the sheet falls into {count} parts; at most {} are cut",
        super::sheet::MAX_SPRITES
    )]
    TooManySprites {
        /// Parts that the sheet falls into.
        count: usize,
    },
    /// Not one cell lies wholly on the sheet.
    #[error(
        "no cell of {cell_width}x{cell_height} pixels fits on the sheet, which is {width}x{height}"
    )]
    CellsTooLarge {
        /// Columns of a cell.
        cell_width: usize,
        /// Rows of a cell.
        cell_height: usize,
        /// Columns of the sheet.
        width: usize,
        /// Rows of the sheet.
        height: usize,
    },
    /// Nothing is left when the background is taken away.
    #[error("the sheet shows nothing but its background")]
    NoSprites,
    /// A number after `#` beyond the last sprite, or 0.
    #[error("there is no sprite #{number} on the sheet: they are numbered from #1 to #{count}")]
    NoSuchSprite {
        /// The number that was asked for, from 1.
        number: usize,
        /// Sprites of the sheet.
        count: usize,
    },
    /// A rectangle that sticks out.
    #[error(
        "the part {width}x{height} at {left},{top} does not lie in the picture, which is \
         {picture_width}x{picture_height} pixels"
    )]
    NoSuchPart {
        /// Its first column, from 0.
        left: usize,
        /// Its first row, from 0.
        top: usize,
        /// Its columns.
        width: usize,
        /// Its rows.
        height: usize,
        /// Columns of the picture.
        picture_width: usize,
        /// Rows of the picture.
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
