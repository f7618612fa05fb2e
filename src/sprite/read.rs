//! From the bytes of a file to a sprite.

use std::io::Read;

use super::background::remove_background;
use super::fit::{Fitted, fit, fit_enlarged};
use super::reduce::merge_colors;
use super::scale::to_native_size;
use super::{Background, ColorLimit, Scale, Sprite, SpriteError};
use crate::color::{ColorCounts, Rgb};
use crate::picture::{Raster, decode_picture};

/// How a picture is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// What is made transparent where a picture has no transparency.
    pub background: Background,
    /// The factor by which the picture was enlarged.
    pub scale: Scale,
    /// Whether the picture was blurred by enlarging it or by JPEG, so that its true size and its colours have to be
    /// found; `scale` is not consulted.
    pub fit: bool,
    /// Merge similar colours until at most this many are left; `None` keeps all.
    pub colors: Option<ColorLimit>,
}

impl ReadOptions {
    /// The same for a sprite that has been cut from a sheet: its background is gone.
    pub fn of_cut_sprite(self) -> ReadOptions {
        ReadOptions {
            background: Background::None,
            ..self
        }
    }
}

/// A sprite, and what was found in the picture that it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSprite {
    /// The picture at its native size, with a palette.
    pub sprite: Sprite,
    /// The colour that was made transparent.
    pub background: Option<Rgb>,
    /// The factor by which the picture was enlarged.
    pub scale: usize,
    /// The number of colours before merging, without background and transparency.
    pub colors: usize,
}

/// Reads a PNG, GIF, BMP, WebP or JPEG picture as a sprite.
///
/// Errors: those of [`decode_picture`] and of [`interpret_raster`].
pub fn read_sprite(input: impl Read, options: &ReadOptions) -> Result<ReadSprite, SpriteError> {
    interpret_raster(decode_picture(input)?, options)
}

/// Turns decoded pixels, or a part of them, into a sprite: removes the background, scales an enlarged picture back
/// to its native size, and merges similar colours. A picture of more colours than a sprite can have is taken for one
/// that was [blurred](ReadOptions::fit) if it turns out to be one.
///
/// Errors: [`SpriteError::TooLargeToFit`], [`SpriteError::NotEnlarged`], [`SpriteError::NoSuchBackground`],
/// [`SpriteError::NotBlocks`], [`SpriteError::TooManyColors`] if more than [`Sprite::MAX_COLORS`] are left, and
/// [`SpriteError::TooColorful`] if there are too many to merge.
pub fn interpret_raster(raster: Raster, options: &ReadOptions) -> Result<ReadSprite, SpriteError> {
    if options.fit {
        return interpret_fitted(fit(&raster, options.colors)?, options.background);
    }
    let is_undecided = options.colors.is_none() && options.scale == Scale::Auto;
    if is_undecided && has_too_many_colors(&raster) {
        let is_meant = |fitted: &Fitted| {
            fitted.factor > 1 && fitted.colors <= MOST_MEANT && fitted.scatter <= MOST_MEANT_SCATTER
        };
        if let Some(fitted) = fit_enlarged(&raster).filter(is_meant) {
            return interpret_fitted(fitted, options.background);
        }
    }
    interpret_sharp(raster, options)
}

/// More colours than this in a picture that was not said to be blurred look like a photograph.
const MOST_MEANT: usize = 16;

/// Colours that scatter more, a mean square of 255, may be a photograph's: of 24 cuttings of other projects' backgrounds,
/// stored as JPEG, one scatters less, and of 162 blurred sprites that are read right 155.
const MOST_MEANT_SCATTER: f32 = 40.0;

fn has_too_many_colors(raster: &Raster) -> bool {
    ColorCounts::of(raster.pixels()).len() > Sprite::MAX_COLORS
}

/// Takes the background out of what was brought back.
fn interpret_fitted(fitted: Fitted, background: Background) -> Result<ReadSprite, SpriteError> {
    let Fitted {
        mut raster,
        factor,
        colors,
        ..
    } = fitted;
    let background = background.nearest_in(&raster);
    let background = remove_background(&mut raster, background)?;
    let sprite = Sprite::from_colors(raster.width(), raster.height(), raster.pixels())
        .ok_or(SpriteError::TooManyColors { colors })?;
    Ok(ReadSprite {
        colors: colors - usize::from(background.is_some() && colors > 1),
        sprite,
        background,
        scale: factor,
    })
}

/// As [`interpret_raster`], but without trying whether the picture was blurred: [`ReadOptions::fit`] changes nothing.
///
/// Errors: those of [`interpret_raster`].
pub fn interpret_sharp(
    mut raster: Raster,
    options: &ReadOptions,
) -> Result<ReadSprite, SpriteError> {
    let background = remove_background(&mut raster, options.background)?;
    let (mut raster, scale) = to_native_size(raster, options.scale)?;
    let counts = ColorCounts::of(raster.pixels());
    let colors = counts.len();
    if colors > ColorCounts::MAX {
        return Err(SpriteError::TooColorful);
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{color, drawing, enlarged, raster};

    /// A lamp on a ground of `o`, in three colours.
    const LAMP: &str = "
        oooooooo
        ooyyyooo
        oywwwyoo
        oywwwyoo
        ooyyyooo
        oooggooo
        ooggggoo
        oooooooo";

    fn png(raster: &Raster) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (width, height) = (raster.width() as u32, raster.height() as u32);
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header().unwrap();
        // The colour of a transparent pixel differs from its neighbours' and must not matter.
        let rgba = |(i, pixel): (usize, &Option<Rgb>)| match pixel {
            Some(Rgb { r, g, b }) => [*r, *g, *b, 255],
            None => [i as u8, 0, 0, 0],
        };
        let data: Vec<u8> = raster.pixels().iter().enumerate().flat_map(rgba).collect();
        writer.write_image_data(&data).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn read(raster: &Raster, options: &ReadOptions) -> ReadSprite {
        read_sprite(&png(raster)[..], options).unwrap()
    }

    #[test]
    fn a_picture_is_read_and_what_was_found_is_told() {
        let lamp = enlarged(&raster(LAMP), 5);
        let found = read(&lamp, &ReadOptions::default());
        assert_eq!(
            found.sprite.to_string(),
            "........\n..000...\n.01110..\n.01110..\n..000...\n...22...\n..2222..\n........\n"
        );
        assert_eq!(found.sprite.palette(), ['y', 'w', 'g'].map(color));
        assert_eq!(found.background, Some(color('o')));
        assert_eq!((found.scale, found.colors), (5, 3));
    }

    #[test]
    fn every_option_is_followed() {
        let lamp = enlarged(&raster(LAMP), 2);
        let options = ReadOptions {
            background: Background::Color(color('w')),
            scale: "1".parse().unwrap(),
            fit: false,
            colors: ColorLimit::new(2),
        };
        let found = read(&lamp, &options);
        assert_eq!((found.sprite.width(), found.sprite.height()), (16, 16));
        assert_eq!(found.sprite.color(4, 4), None);
        assert_eq!(found.background, Some(color('w')));
        assert_eq!((found.scale, found.colors), (1, 3));
        assert_eq!(found.sprite.palette().len(), 2);
    }

    #[test]
    fn colours_under_transparent_pixels_do_not_matter() {
        let figure = raster("..a.b .a.b. b.c.a .c.a. c.a.b");
        let found = read(&enlarged(&figure, 3), &ReadOptions::default());
        assert_eq!((found.scale, found.background), (3, None));
        assert_eq!(found.sprite.to_string().replace(['0', '1', '2'], "x"), {
            drawing(&figure).replace(['a', 'b', 'c'], "x") + "\n"
        });
    }

    #[test]
    fn more_colours_than_a_sprite_has_need_merging() {
        let pixel = |i: u16| Some(Rgb::new(i as u8, (i >> 8) as u8, 0));
        let many = Raster::new(257, (0..257).map(pixel).collect());
        let mut options = ReadOptions {
            background: Background::None,
            ..ReadOptions::default()
        };
        let error = read_sprite(&png(&many)[..], &options).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the picture has 257 colours, and a sprite has at most 256"
        );
        options.colors = ColorLimit::new(256);
        let found = read(&many, &options);
        assert_eq!((found.sprite.palette().len(), found.colors), (256, 257));
    }

    #[test]
    fn noise_is_refused_even_with_merging() {
        let color = |i: u32| {
            let [_, r, g, b] = i.to_be_bytes();
            Some(Rgb::new(r, g, b))
        };
        let noise = Raster::new(2048, (0..2048 * 1024).map(color).collect());
        let options = ReadOptions {
            colors: ColorLimit::new(6),
            ..ReadOptions::default()
        };
        let error = interpret_raster(noise, &options).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the picture has more than 1048576 colours: shrink it or crop it to the part to be \
             printed"
        );
    }

    #[test]
    fn a_picture_without_a_visible_pixel_is_an_empty_sprite() {
        let found = read(&raster("... ..."), &ReadOptions::default());
        assert_eq!((found.sprite.bounds(), found.colors), (None, 0));
    }
}
